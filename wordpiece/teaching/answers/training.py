"""Questions about the course of a training: ties, scores that change, where it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from wordpiece.message import Message, Token, message
from wordpiece.records import Pair, PairScore, StopReason
from wordpiece.scoring import WORDPIECE, TieBreak, times
from wordpiece.teaching.answers.model import (
    LISTED,
    WORDS,
    Answer,
    Context,
    Question,
    around,
    some,
    toy_at,
)
from wordpiece.teaching.wording import formula, in_lowest_terms, mark_decides, plus, stopped
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

RETRAINED = 50
"""Merges made again to show that training is repeatable."""

LOOKED_BACK = 20
"""Merges looked through for the last tie."""

LARGE = 200_000
"""Characters in the words of a corpus; a larger one is not trained again."""


def _library(c: Context) -> Answer | None:
    """Answer with the first merge at which the `tokenizers` library and WordPiece part.

    Figures: ``step``, ``wordpiece``, ``hugging_face``, and ``bpe`` if it is at hand.
    """
    other = c.hugging_face
    if other is None or c.timeline.score != WORDPIECE:
        return None
    both = min(len(c.timeline), len(other))
    step = next((k for k in range(1, both + 1) if c.timeline.pair(k) != other.pair(k)), None)
    if step is None or any(c.timeline.merge(k).forced for k in range(1, step + 1)):
        return None
    ours, theirs = c.timeline.merge(step), other.merge(step)
    takes, met = plus(theirs.pair), times(theirs.pair_count)
    sentences = [
        message(
            "The tokenizers library trains its WordPiece by BPE's rule, the highest count; only "
            "the ## is WordPiece's. So you compared BPE with BPE."
        ),
        message(
            "Here, after {n} {n:merge|merges} in common, that rule takes {pair}, which occur "
            "together {times}.",
            n=step - 1,
            pair=takes,
            times=met,
        )
        if step > 1
        else message(
            "Here that rule takes {pair}, which occur together {times}.", pair=takes, times=met
        ),
        message(
            "WordPiece's own score takes {pair}: {formula}.",
            pair=plus(ours.pair),
            formula=formula(ours, c.timeline.score),
        ),
    ]
    figures = {"step": step, "wordpiece": ours, "hugging_face": theirs}
    if c.bpe is not None and step <= len(c.bpe):
        bpe = figures["bpe"] = c.bpe.merge(step)
        sentences.append(
            message(
                "BPE without ## takes {pair} as its merge {step} ({times}).",
                pair=plus(bpe.pair),
                step=step,
                times=times(bpe.pair_count),
            )
        )
    return Answer(tuple(sentences), figures, tells=step)


LIBRARY = Question(
    "library",
    message("Why are my WordPiece and BPE vocabularies the same?"),
    ("columns", "parting"),
    _library,
    toy_at(3),
)


def _ties(c: Context) -> Answer | None:
    """Answer with the ties of the merge on screen; where it has none, with the last tie before it.

    Figures: ``step``: the merges made before the tie, ``tied``, ``score``, ``winner``, the first
    ``word`` that holds it, and ``other``: the pair that another rule would take.
    """
    timeline, last = c.timeline, len(c.timeline)
    merge = min(c.merge or c.step + 1, last)
    if merge < 1:
        return None
    step = merge - 1
    sentences: list[Message] = []
    if timeline.merge(merge).forced:
        sentences = [
            message("Merge {merge} was chosen by hand, so no tie was broken.", merge=merge)
        ]
    elif timeline.scores(step).ties == 1:
        (alone,) = timeline.scores(step).rows(0, 1)
        score = in_lowest_terms(alone, timeline.score)
        sentences = [
            message("There is no tie now: only {pair} has the best score, {score}.",
                    pair=plus(alone.pair), score=score)
            if step == c.step
            else message("Merge {merge} was no tie: only {pair} had the best score, {score}.",
                         merge=merge, pair=plus(alone.pair), score=score)
        ]  # fmt: skip
    if sentences:
        earlier = range(step - 1, max(-1, step - 1 - LOOKED_BACK), -1)
        found = (k for k in earlier if timeline.scores(k).ties > 1 and not _is_forced(timeline, k))
        before = next(found, None)
        if before is None:
            table = timeline.scores(step)
            best = table.rows(0, 1)[0]
            figures = {
                "step": step, "tied": table.tied, "winner": best.pair, "other": best.pair,
                "score": in_lowest_terms(best, timeline.score), "word": _first_word(timeline, step),
            }  # fmt: skip
            return Answer((*sentences, _TIE_RULES[timeline.tie_break]), figures, tells=merge)
        step = before
    table = timeline.scores(step)
    tied, best = table.tied, table.rows(0, 1)[0]
    value, word = in_lowest_terms(best, timeline.score), _first_word(timeline, step)
    rule, winner = timeline.tie_break, plus(best.pair)
    pairs = some([plus(pair) for pair in tied])
    sentences.append(
        message(
            "{n} {n:pair shares|pairs share} the best score now, {score}: {pairs}.",
            n=len(tied),
            score=value,
            pairs=pairs,
        )
        if step == c.step
        else message(
            "At merge {merge}, {n} {n:pair|pairs} shared the best score, {score}: {pairs}.",
            n=len(tied),
            merge=step + 1,
            score=value,
            pairs=pairs,
        )
    )
    if rule == "first-seen":
        why = message(
            "The score cannot choose, so a tie-break must. Here the pair seen first wins: {pair}, "
            "in {word}.",
            pair=winner,
            word=Token(word),
        )
    elif rule == "alphabetical" and (mark := mark_decides(best.pair, tied)):
        why = message(
            "The score cannot choose, so a tie-break must. Here the first in alphabetical order "
            "wins: {pair}, as {mark} sorts before every letter.",
            pair=winner,
            mark=Token(mark),
        )
    elif rule == "alphabetical":
        why = message(
            "The score cannot choose, so a tie-break must. Here the first in alphabetical order "
            "wins: {pair}.",
            pair=winner,
        )
    else:
        why = message(
            "The score cannot choose, so a tie-break must. Here a draw with the seed {seed} "
            "decides: {pair}.",
            seed=c.seed,
            pair=winner,
        )
    sentences.append(why)
    other = tied[0] if rule == "alphabetical" else min(tied)
    if other != best.pair:
        sentences.append(_by_another_rule(rule, other, tied))
    figures = {"step": step, "tied": tied, "score": value, "winner": best.pair, "word": word}
    return Answer(tuple(sentences), figures | {"other": other}, tells=max(merge, step + 1))


_TIE_RULES: dict[TieBreak, Message] = {
    "first-seen": message("Had other pairs shared it, the one seen first would have won."),
    "alphabetical": message(
        "Had other pairs shared it, the first in alphabetical order would have won."
    ),
    "random": message("Had other pairs shared it, a draw with a fixed seed would have decided."),
}


def _is_forced(timeline: Timeline, step: int) -> bool:
    return step < len(timeline) and timeline.merge(step + 1).forced


def _first_word(timeline: Timeline, step: int) -> str:
    """Return the first word that holds the pair with the best score."""
    best = timeline.scores(step).rows(0, 1)[0]
    return timeline.words[timeline.counted_in(step, best.pair)[0][0]]


def _by_another_rule(rule: TieBreak, other: Pair, tied: Sequence[Pair]) -> Message:
    """Say which of the tied pairs another rule would take."""
    if rule == "alphabetical":
        return message(
            "By the first-seen rule it would be {pair}, and later merges might differ too.",
            pair=plus(other),
        )
    if mark := mark_decides(other, tied):
        return message(
            "In alphabetical order it would be {pair}, as {mark} sorts before every letter; later "
            "merges might differ too.",
            pair=plus(other),
            mark=Token(mark),
        )
    return message(
        "In alphabetical order it would be {pair}, and later merges might differ too.",
        pair=plus(other),
    )


TIES = Question(
    "ties",
    message("Several pairs have the same score. Which one wins?"),
    ("card", "scores", "parting"),
    _ties,
    toy_at(1),
)


def _again(c: Context) -> Answer | None:
    """Answer with a training made again, and made with another rule for ties.

    Figures: how many ``merges`` were made again and how many are the ``same``; ``step``, ``pair``
    and ``other``: the first merge that another rule for ties would change.
    """
    timeline = c.timeline
    merges = min(len(timeline), RETRAINED)
    if not merges or timeline.word_starts[-1] > LARGE:
        return None
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    forced = {k: timeline.pair(k) for k in range(1, merges + 1) if timeline.merge(k).forced}

    def trained_again(rule: TieBreak) -> Iterator[Pair]:
        trainer = Trainer(
            words, score=timeline.score, marking=timeline.marking, tie_break=rule, seed=c.seed
        )
        for k in range(1, merges + 1):
            step = trainer.step(forced.get(k))
            assert step is not None  # the first time there was a merge, too
            yield step.pair

    same = sum(
        timeline.pair(k) == pair for k, pair in enumerate(trained_again(timeline.tie_break), 1)
    )
    figures: dict[str, Any] = {"merges": merges, "same": same}
    sentences = [
        message(
            "Trained again just now: {same} of the first {n} {n:merge|merges} came out the same.",
            n=merges,
            same=same,
        ),
        message(
            "Ties are drawn with the seed {seed}, and the same seed gives the same draw.",
            seed=c.seed,
        )
        if timeline.tie_break == "random"
        else message("Nothing here depends on chance: a fixed rule decides between equal scores."),
    ]
    rule: TieBreak = "first-seen" if timeline.tie_break == "alphabetical" else "alphabetical"
    for k, pair in enumerate(islice(trained_again(rule), c.horizon), 1):
        if pair != timeline.pair(k):
            figures |= {"step": k, "pair": timeline.pair(k), "other": pair}
            there, here = plus(pair), plus(timeline.pair(k))
            sentences.append(
                message(
                    "With the first-seen rule for ties, merge {merge} would be {other} instead of "
                    "{pair}.",
                    merge=k,
                    other=there,
                    pair=here,
                )
                if rule == "first-seen"
                else message(
                    "With alphabetical ties, merge {merge} would be {other} instead of {pair}.",
                    merge=k,
                    other=there,
                    pair=here,
                )
            )
            break
    if timeline.marking.prefix:
        sentences.append(
            message(
                "The WordPieceTrainer of the tokenizers library is not repeatable: its {prefix} "
                "symbols get their ids in the order of a hash table, and ties go to the lower ids. "
                "Three runs on the same four sentences gave three vocabularies (version 0.23.3).",
                prefix=Token(timeline.marking.prefix),
            )
        )
    elif timeline.score.ranks_by_count and not timeline.marking.suffix:
        sentences.append(
            message(
                "The BpeTrainer of the tokenizers library is repeatable too, by another rule: ties "
                "go to the lower ids."
            )
        )
    return Answer(tuple(sentences), figures, tells=figures.get("step", 0))


AGAIN = Question(
    "again",
    message("Would training again give the same vocabulary?"),
    ("vocabulary", "columns"),
    _again,
    toy_at(3),
)


def _rescoring(c: Context) -> Answer | None:
    """Answer with the nearest merge that changes the score of a pair it leaves.

    Figures: ``merge``; ``left``: its parts and how many remain; ``changes``: up to two pairs
    (before, after) with a new score.
    """
    timeline = c.timeline
    changed = ((step, _changes(timeline, step)) for step in around(c) if step)
    step, changes = next(((k, some) for k, some in changed if some), (0, []))
    if not changes:
        return None
    merge = timeline.merge(step)
    # A pair that was not touched itself, and still has a new score, says most.
    changes.sort(key=lambda change: change[0].pair_count != change[1].pair_count)
    del changes[2:]
    before, after = (dict(timeline.symbol_counts(k)) for k in (step - 1, step))
    counts = {symbol: (before[symbol], after.get(symbol, 0)) for symbol in merge.pair}
    parts = [
        message("{symbol} {was} before and {now} after", symbol=Token(symbol), was=was, now=now)
        for symbol, (was, now) in counts.items()
    ]
    left_over = parts[0]
    if len(parts) == 2:
        left_over = message("{first}; {second}", first=parts[0], second=parts[1])
    sentences = (
        message(
            "Yes. Merge {step} joins {pair}, so the counts of its parts fall: {parts}.",
            step=step,
            pair=plus(merge.pair),
            parts=left_over,
        ),
        *(
            message(
                "The score of {pair} is {before} before it and {after} after it.",
                pair=plus(was.pair),
                before=formula(was, timeline.score),
                after=formula(now, timeline.score),
            )
            for was, now in changes
        ),
        message(
            "A score kept from before the merge would be out of date, so each step scores all "
            "pairs anew."
        ),
    )
    left = {symbol: now for symbol, (_, now) in counts.items()}
    figures = {"merge": merge, "changes": changes, "left": left}
    return Answer(sentences, figures, tells=step)


def _changes(timeline: Timeline, step: int) -> list[tuple[PairScore, PairScore]]:
    """Return pairs that share a part with a merge and get another score by it: (before, after)."""
    merged = timeline.pair(step)
    before, after, splits = timeline.scores(step - 1), timeline.scores(step), timeline.splits(step)
    touching = dict.fromkeys(
        pair
        for symbol in dict.fromkeys(merged)
        for i in timeline.words_with(step, symbol)[:WORDS]
        for pair in pairwise(splits[timeline.words[i]])
        if symbol in pair
    )
    rows = ((before.find(pair), after.find(pair)) for pair in islice(touching, 4 * LISTED))
    return [(was, now) for was, now in rows if was and now and was.score != now.score]


RESCORING = Question(
    "rescoring",
    message("Do the other scores change after a merge?"),
    ("card", "scores"),
    _rescoring,
    toy_at(2),
)


def _stop(c: Context) -> Answer | None:
    """Answer with why this training ended, and what it had learned by then.

    Figures: ``merges``, ``reason``, ``vocabulary`` = ``special`` + ``alphabet`` + ``learned``; the
    ``pairs`` still there, and the ``best`` of them.
    """
    timeline, last = c.timeline, len(c.timeline)
    reason, growth = timeline.stop_reason, timeline.growth(last)
    special, alphabet = len(timeline.special_tokens), len(timeline.alphabet)
    learned = growth.vocabulary - special - alphabet
    why = stopped(reason, last, timeline.score) or message(
        "It was stopped by hand after {n} {n:merge|merges}.",
        n=last,
    )
    if c.step < last:
        why = message("{why} Merge {step} is on screen.", why=why, step=c.step)
    of = message(
        "{special} special, {alphabet} in the alphabet and {learned} learned",
        special=special,
        alphabet=alphabet,
        learned=learned,
    )
    sentences = [
        why,
        message(
            "The vocabulary now has {n} {n:entry|entries}: {of}.",
            n=growth.vocabulary,
            of=of,
        )
        if c.step == last
        else message(
            "The vocabulary then has {n} {n:entry|entries}: {of}.",
            n=growth.vocabulary,
            of=of,
        ),
    ]
    if learned < last:
        sentences.append(
            message(
                "{n} {n:merge|merges} made a token that was in it already.",
                n=last - learned,
            )
        )
    table = timeline.scores(last)
    best = table.rows(0, 1)[0] if len(table) else None
    if best and timeline.score.ranks_by_count:
        sentences.append(
            message(
                "{n} {n:pair|pairs} could still be merged. The next would be {pair} ({times}).",
                n=len(table),
                pair=plus(best.pair),
                times=times(best.pair_count),
            )
        )
    elif best:
        sentences.append(
            message(
                "{n} {n:pair|pairs} could still be merged. The next would be {pair}: {formula}.",
                n=len(table),
                pair=plus(best.pair),
                formula=formula(best, timeline.score),
            )
        )
    elif reason is StopReason.NO_PAIRS:
        sentences.append(
            message(
                "The corpus of {words} words is then {tokens} tokens, one for each word. To stop "
                "sooner, set a vocabulary size.",
                words=timeline.occurrences,
                tokens=growth.corpus_tokens,
            )
        )
    figures = {
        "merges": last, "reason": reason, "vocabulary": growth.vocabulary, "special": special,
        "alphabet": alphabet, "learned": learned, "pairs": len(table), "best": best,
    }  # fmt: skip
    return Answer(tuple(sentences), figures)


STOP = Question(
    "stop",
    message("Why does training stop?"),
    ("growth", "columns"),
    _stop,
    toy_at(3),
)
