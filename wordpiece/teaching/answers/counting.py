"""Questions about counts: how often a pair occurs, what a pair is, and tokens that do not occur."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice

from wordpiece.marking import MARKINGS, Marking
from wordpiece.message import Listed, Message, Token, message
from wordpiece.scoring import times
from wordpiece.teaching.answers.model import LISTED, MERGES, Answer, Context, list_some
from wordpiece.teaching.wording import overlapping, plus
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, split_words
from wordpiece.trainer import BPETrainer

_CUT_DIFFERENTLY = "don't!"
"""A text that each pre-tokenizer splits in another way."""


def explain_counts(c: Context) -> Answer | None:
    """Answer with the words that the most frequent pair occurs in, and with a run of one symbol."""
    timeline, step = c.timeline, c.step
    if not len(timeline.scores(step)):
        step -= 1
    if step < 0:
        return None
    row, _ = timeline.scores(step).most_frequent()
    words = timeline.counted_in(step, row.pair)[:LISTED]
    places = [
        message("{count} in {word}", count=count, word=Token(timeline.words[i]))
        for i, count in words
    ]
    rest = row.pair_count - sum(count for _, count in words)
    if rest:
        places.append(message("{count} elsewhere", count=rest))
    near = chain(range(step, 0, -1), range(step + 1, c.horizon + 1))
    merges = map(timeline.merge, islice(near, MERGES))
    run = next((m for m in merges if m.replaced_count < m.pair_count), None)
    reveals = step + 1 if timeline.score.ranks_by_count and step < len(timeline) else 0
    return Answer.of(
        message("Each word is counted as many times as it occurs in the corpus."),
        message("At step {step}, the count of {pair} is {count}: {places}."),
        timeline.score.parts_counted(row),
        overlapping(run)
        if run
        else _run_of_three(timeline.marking, min(_RUNS, key=timeline.words.__contains__)),
        reveals=max(reveals, run.index if run else 0),
        pair=plus(row.pair),
        count=row.pair_count,
        step=step,
        places=Listed(tuple(places), "commas"),
    )


_RUNS = ("baaa", "hmmm")
"""Words with three equal symbols in a row, with any marking: the second is for a corpus that has
the first."""


@lru_cache(maxsize=len(MARKINGS) * len(_RUNS))
def _run_of_three(marking: Marking, word: str) -> Message:
    """Return a sentence on the pair that overlaps in a word."""
    step = BPETrainer({word: 1}, marking=marking).step()
    assert step is not None
    return message(
        "Where the same symbol occurs three times in a row, its pairs overlap: in the word {word}, "
        "{pair} would be counted {counted}, but merged only {replaced}.",
        word=Token(word),
        pair=plus(step.pair),
        counted=times(step.pair_count),
        replaced=times(step.replaced_count),
    )


def explain_pairs(c: Context) -> Answer | None:
    """Answer with two words that follow each other, and the symbols on both sides of the gap."""
    words, splits = c.timeline.words, c.timeline.splits(c.step)
    if not words:
        return None
    first, second = words[0], words[min(1, len(words) - 1)]
    cuts = {name: len(split_words(_CUT_DIFFERENTLY, name)) for name in PRE_TOKENIZERS}
    return Answer.of(
        message(
            "A pair is two neighbouring symbols of one word. If {second} follows {first} in a "
            "text, the last symbol of {first}, {left}, and the first symbol of {second}, "
            "{right}, are not a pair, because no merge joins two words."
        ),
        message(
            "In a text, the pre-tokenizer decides before training what a word is. Number of "
            "words in {text}: {whitespace} if split at whitespace, {bert} by BERT's rule, "
            "{gpt2} by GPT-2's rule."
        ),
        first=Token(first),
        second=Token(second),
        left=Token(splits[first][-1]),
        right=Token(splits[second][0]),
        text=Token(_CUT_DIFFERENTLY),
        whitespace=cuts["whitespace"],
        bert=cuts["bert"],
        gpt2=cuts["gpt2"],
    )


def explain_unused(c: Context) -> Answer | None:
    """Answer with the tokens that no word has at the first step from now on with such tokens."""
    timeline, special = c.timeline, len(c.timeline.special_tokens)
    step, unused = c.step, _unused(c, c.step)
    if not unused:
        sizes = map(timeline.growth, range(step + 1, c.horizon + 1))
        step = next((g.step for g in sizes if g.vocabulary - special > g.in_use), step)
        unused = _unused(c, step)
    if not unused:
        return None
    # The last merge that has a token as a part took its last places; look at the newest ones.
    parts = set(unused)
    back = range(step, max(0, step - MERGES), -1)
    last = next(((k, part) for k in back for part in timeline.pair(k) if part in parts), None)
    return Answer.of(
        message(
            "At step {step}, {n} of {total} tokens (special tokens not counted) "
            "{n:is not a symbol|are not symbols} of any word: {tokens}."
        ),
        message(
            "At merge {merge}, every remaining {token} in the words became part of {made}.",
            token=Token(last[1]),
            made=Token(timeline.merge(last[0]).token),
            merge=last[0],
        )
        if last
        else None,
        message("Such tokens stay in the vocabulary, because a new word may need them."),
        reveals=step,
        step=step,
        n=len(unused),
        total=len(timeline.vocabulary(step)) - special,
        tokens=list_some([Token(one) for one in reversed(unused)]),
    )


def _unused(c: Context, step: int) -> list[str]:
    """Return the tokens, special ones aside, that no word has after a step."""
    in_use = c.timeline.in_use(step)
    entries = c.timeline.vocabulary(step)[len(c.timeline.special_tokens) :]
    return [token for token in entries if token not in in_use]
