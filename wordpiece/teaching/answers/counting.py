"""Questions about what is counted: pairs, the words they stand in, and where words end."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice

from wordpiece.message import Listed, Token, message
from wordpiece.records import MergeStep
from wordpiece.scoring import times
from wordpiece.teaching.answers.model import LISTED, MERGES, Answer, Context, Question, toy_at
from wordpiece.teaching.wording import plus
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, split_words
from wordpiece.trainer import BPETrainer

CUT_DIFFERENTLY = "don't!"
"""A text that each pre-tokenizer takes apart in its own way."""


def _counts(c: Context) -> Answer | None:
    """Answer with the words that the most frequent pair stands in.

    Figures: ``step``, ``row`` of the most frequent pair, ``words`` it stands in, each with its
    share of the count, and the ``rest``; ``run``: a merge whose places overlap, ``own_run`` if it
    is of this training.
    """
    step = c.step
    if not len(c.timeline.scores(step)):
        step -= 1
    if step < 0:
        return None
    row, _ = c.timeline.scores(step).most_frequent()
    found = c.timeline.counted_in(step, row.pair)[:LISTED]
    words = [(c.timeline.words[i], count) for i, count in found]
    rest = row.pair_count - sum(count for _, count in words)
    places = [message("{count} in {word}", count=count, word=Token(word)) for word, count in words]
    if rest:
        places.append(message("{count} in other words", count=rest))
    near = chain(range(step, 0, -1), range(step + 1, c.horizon + 1))
    merges = map(c.timeline.merge, islice(near, MERGES))
    run = next((m for m in merges if m.replaced_count < m.pair_count), None)
    own = run is not None
    run = run or _run_of_three()
    pair, where = plus(row.pair), Listed(tuple(places), "commas")
    sentences = (
        message(
            "A word counts as often as it occurs. The pair frequency of {pair} is now {n}: "
            "{places}.",
            pair=pair,
            n=row.pair_count,
            places=where,
        )
        if step == c.step
        else message(
            "A word counts as often as it occurs. The pair frequency of {pair} before merge "
            "{merge} was {n}: {places}.",
            pair=pair,
            n=row.pair_count,
            merge=step + 1,
            places=where,
        ),
        c.timeline.score.parts_counted(row),
        message(
            "In a run of the same symbol, occurrences overlap: at merge {merge}, {pair} was "
            "counted {counted} and replaced {replaced}.",
            merge=run.index,
            pair=plus(run.pair),
            counted=times(run.pair_count),
            replaced=times(run.replaced_count),
        )
        if own
        else message(
            "In a run of the same symbol, occurrences overlap: in aaa, BPE counts {pair} "
            "{counted} and replaces it {replaced}.",
            pair=plus(run.pair),
            counted=times(run.pair_count),
            replaced=times(run.replaced_count),
        ),
    )
    figures = {"step": step, "row": row, "words": words, "rest": rest, "run": run, "own_run": own}
    tells = step + 1 if c.timeline.score.ranks_by_count and step < len(c.timeline) else 0
    return Answer(sentences, figures, tells=max(tells, run.index if own else 0))


@lru_cache(maxsize=1)
def _run_of_three() -> MergeStep:
    """Return the merge of (a, a) in the word aaa."""
    step = BPETrainer({"aaa": 1}).step()
    assert step is not None
    return step


COUNTS = Question(
    "counts",
    message("Why do the counts not add up?"),
    ("card", "scores"),
    _counts,
    toy_at(3),
)


def _pairs(c: Context) -> Answer | None:
    """Answer with two words that follow each other, and what meets at their border.

    Figures: ``left``, ``right``: the words; ``border``: the symbols; ``places`` where two symbols
    meet; ``cuts``: pre-tokenizer to how many words it makes of `CUT_DIFFERENTLY`.
    """
    words, splits = c.timeline.words, c.timeline.splits(c.step)
    if not words:
        return None
    first, second = (words[0], words[1]) if len(words) > 1 else (words[0], words[0])
    border = splits[first][-1], splits[second][0]
    growth = c.timeline.growth(c.step)
    places = growth.corpus_tokens - c.timeline.occurrences
    cuts = {name: len(split_words(CUT_DIFFERENTLY, name)) for name in PRE_TOKENIZERS}
    sentences = (
        message(
            "A pair is two neighbouring symbols inside one word. {left} at the end of {first} and "
            "{right} at the beginning of {second} are not a pair: no merge crosses two words.",
            first=Token(first),
            second=Token(second),
            left=Token(border[0]),
            right=Token(border[1]),
        ),
        message(
            "The corpus now has {symbols} symbols in {words} words, so there are {symbols} − "
            "{words} = {places} places for pairs.",
            symbols=growth.corpus_tokens,
            words=c.timeline.occurrences,
            places=places,
        ),
        message(
            "Pre-tokenization, before training, decides what a word is: {text} is {whitespace} "
            "word by whitespace, {bert} words by BERT's rule, and {gpt2} by GPT-2's.",
            text=Token(CUT_DIFFERENTLY),
            whitespace=cuts["whitespace"],
            bert=cuts["bert"],
            gpt2=cuts["gpt2"],
        ),
    )
    figures = {"left": first, "right": second, "border": border, "places": places, "cuts": cuts}
    return Answer(sentences, figures)


PAIRS = Question(
    "pairs",
    message("What is a pair, and can it cross two words?"),
    ("words", "decoded"),
    _pairs,
    toy_at(3),
)
