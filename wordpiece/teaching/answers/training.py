"""Questions about the course of a training: ties, scores that change, where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from wordpiece.message import Listed, Message, Token, message
from wordpiece.records import Pair, PairScore, StopReason
from wordpiece.scoring import WORDPIECE, TieBreak, break_tie, times
from wordpiece.teaching.answers.model import LISTED, WORDS, Answer, Context, list_some
from wordpiece.teaching.wording import (
    WINS,
    before_and_after,
    formula,
    from_to,
    in_lowest_terms,
    plus,
    stopped,
    wins,
)
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

_RETRAINED = 50
"""Merges made again to show that training is repeatable."""

_LOOKED_BACK = 20
"""Merges searched for the last tie."""

_LARGE = 200_000
"""Characters in the words of a corpus; a larger one is not trained again."""


def compare_with_library(c: Context) -> Answer | None:
    """Answer with the first merge at which the `tokenizers` library and WordPiece differ."""
    other = c.hugging_face
    if other is None or c.timeline.score != WORDPIECE:
        return None
    both = min(len(c.timeline), len(other))
    step = next((k for k in range(1, both + 1) if c.timeline.pair(k) != other.pair(k)), None)
    if step is None or any(_chosen(c.timeline, step) + _chosen(other, step)):
        return None
    ours, theirs = c.timeline.merge(step), other.merge(step)
    has_bpe = c.bpe is not None and step <= len(c.bpe) and not any(_chosen(c.bpe, step))
    bpe = c.bpe.merge(step) if c.bpe and has_bpe else None
    return Answer.of(
        message(
            "The tokenizers library trains its WordPiece by BPE's rule, the highest count. "
            "Only the ## comes from WordPiece. So a comparison of the library's WordPiece and "
            "BPE vocabularies compares BPE with BPE."
        ),
        message(
            "At merge {step}, the training by the library's rule (Hugging Face style) chooses "
            "{pair}, which occurs {times}."
        ),
        message(
            "WordPiece's rule chooses {pair}: {formula}.",
            pair=plus(ours.pair),
            formula=formula(ours, c.timeline.score),
        ),
        message(
            "BPE without ## chooses {pair}, which occurs {times}.",
            pair=plus(bpe.pair),
            times=times(bpe.pair_count),
        )
        if bpe
        else None,
        reveals=step,
        step=step,
        pair=plus(theirs.pair),
        times=times(theirs.pair_count),
    )


def explain_tie(c: Context) -> Answer | None:
    """Answer with the tie that the merge on screen broke, or else with the last one before it."""
    timeline, rule = c.timeline, c.timeline.tie_break
    merge = min(c.merge or c.step + 1, len(timeline))
    if merge < 1 or all(_chosen(timeline)):
        return None
    no_tie = _no_tie(c, merge)
    step = _last_tie(timeline, merge - 1) if no_tie else merge - 1
    if step is None:
        return Answer.of(no_tie, IN_A_TIE, reveals=merge, rule=WINS[timeline.tie_order()])
    table = timeline.scores(step)
    tied, best = table.tied, table.rows(0, 1)[0]
    other = break_tie(tied, _other(rule), seed=0, index=1, key=timeline.key)
    return Answer.of(
        no_tie,
        BEST_ARE,
        IN_A_TIE,
        message("In this tie, {pair} wins."),
        None if other == best.pair else _OTHER_WINS,
        reveals=max(merge, step + 1),
        n=len(tied),
        merge=step + 1,
        score=in_lowest_terms(best, timeline.score),
        pairs=list_some([plus(pair) for pair in tied]),
        pair=plus(best.pair),
        rule=wins(timeline.tie_order(), tied, best.pair),
        other_rule=WINS[timeline.tie_order(_other(rule))],
        other=plus(other),
    )


def _no_tie(c: Context, merge: int) -> Message | None:
    """Return a sentence on a merge that the rule for ties did not decide; None if it did."""
    table = c.timeline.scores(merge - 1)
    best = table.rows(0, 1)[0]
    if c.timeline.merge(merge).forced:
        said = message(
            "Merge {merge} was not chosen by the rule of the training, so the rule for ties did "
            "not decide it."
        )
    elif table.ties > 1:
        return None
    else:
        said = message("At merge {merge} there is no tie: only {pair} has the best score, {score}.")
    score = in_lowest_terms(best, c.timeline.score)
    return said.fill(merge=merge, pair=plus(best.pair), score=score)


def _last_tie(timeline: Timeline, step: int) -> int | None:
    """Return the last step before ``step`` at which a tie was broken; None if it is not near."""
    earlier = range(step - 1, max(-1, step - 1 - _LOOKED_BACK), -1)
    broken = (k for k in earlier if not timeline.merge(k + 1).forced)
    return next((k for k in broken if timeline.scores(k).ties > 1), None)


def _other(rule: TieBreak) -> TieBreak:
    """Return the rule for ties that a rule is compared with."""
    return "first-seen" if rule == "alphabetical" else "alphabetical"


BEST_ARE = message(
    "At merge {merge}, {n} {n:pair has|pairs have} the best score, {score}: {pairs}."
)
"""Which pairs tie."""

IN_A_TIE = message("In a tie, {rule}.")
"""Which of them wins."""

_OTHER_WINS = message("Another rule for ties: {other_rule}. By this rule, {other} would win.")
"""Which of them another rule for ties would choose."""

_OTHERWISE = message(
    "Another rule for ties: {other_rule}. By this rule, merge {merge} would be {other}. Later "
    "merges might differ, too."
)
"""The first merge that differs in a training by another rule for ties."""


def train_again(c: Context) -> Answer | None:
    """Answer with how many merges a second training repeats, and what another tie-break changes."""
    timeline, rule = c.timeline, c.timeline.tie_break
    merges = min(len(timeline), _RETRAINED)
    if not merges or timeline.word_starts[-1] > _LARGE:
        return None
    chosen = _chosen(timeline)
    if all(chosen):
        return None
    same = [pair == timeline.pair(k) for k, pair in _pairs_again(c, rule, merges)]
    others = islice(_pairs_again(c, _other(rule), merges), c.horizon)
    changed = next(((k, pair) for k, pair in others if pair != timeline.pair(k)), None)
    library: Message | None = None
    if timeline.marking.prefix:
        library = message(
            "Training twice with the WordPieceTrainer of the tokenizers library can give two "
            "different vocabularies. In a tie the ids of the symbols decide, but the trainer "
            "can give the {prefix} symbols different ids in each run. In our test, three "
            "runs of version 0.23.3 on the same four sentences gave three different vocabularies."
        )
    elif timeline.score.ranks_by_count and not timeline.marking.suffix:
        library = message(
            "In a tie the BpeTrainer of the tokenizers library merges the pair whose left "
            "symbol has the lowest id; if these ids are equal, the id of the right symbol "
            "decides. If symbols have no prefix and no suffix, the ids are the same in each run, "
            "so each run gives the same vocabulary."
        )
    return Answer.of(
        message(
            "This app has just trained again, up to merge {n}. Merges that are the same: {same}."
        ),
        message("Merges chosen by hand were chosen again.") if any(chosen) else None,
        IN_A_TIE,
        changed and _OTHERWISE.fill(merge=changed[0], other=plus(changed[1])),
        library,
        reveals=changed[0] if changed else 0,
        n=merges,
        same=sum(same),
        rule=WINS[timeline.tie_order()],
        other_rule=WINS[timeline.tie_order(_other(rule))],
        prefix=Token(timeline.marking.prefix),
    )


def _chosen(timeline: Timeline, last: int = _RETRAINED) -> list[bool]:
    """Return which of the first merges were chosen: all if they are those of a merges file."""
    return [timeline.merge(k).forced for k in range(1, min(len(timeline), last) + 1)]


def _pairs_again(c: Context, rule: TieBreak, merges: int) -> Iterator[tuple[int, Pair]]:
    """Train on the words again, and yield the number and the pair of each merge.

    Merges that were chosen by hand are chosen again.
    """
    timeline = c.timeline
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    trainer = Trainer(
        words,
        score=timeline.score,
        marking=timeline.marking,
        tie_break=rule,
        seed=c.seed,
        languages=() if timeline.languages is None else timeline.languages,
    )
    for k in range(1, merges + 1):
        step = trainer.step(timeline.pair(k) if timeline.merge(k).forced else None)
        assert step is not None  # as in the first training
        yield k, step.pair


def compare_scores(c: Context) -> Answer | None:
    """Answer with the nearest merge that changes the score of a pair it leaves."""
    timeline = c.timeline
    changed = ((step, _changes(timeline, step)) for step in c.nearby if step)
    step, changes = next(((k, some) for k, some in changed if some), (0, []))
    if not changes:
        return None
    # The best example is a pair whose own count stays the same.
    changes.sort(key=lambda change: change[0].pair_count != change[1].pair_count)
    pair = plus(timeline.pair(step))
    if timeline.score.ranks_by_count:
        said = message(
            "Yes. Merge {step} joins {pair}, so pairs that overlap this pair in a word occur less "
            "often.",
            step=step,
            pair=pair,
        )
    else:
        before, after = (dict(timeline.symbol_counts(k)) for k in (step - 1, step))
        parts = [
            from_to(Token(symbol), before[symbol], after.get(symbol, 0))
            for symbol in dict.fromkeys(timeline.pair(step))
            if after.get(symbol, 0) < before[symbol]
        ]
        said = message(
            "Yes. Merge {step} joins {pair}, so the counts of its parts fall: {changes}.",
            step=step,
            pair=pair,
            changes=Listed(tuple(parts), "commas"),
        )
    return Answer.of(
        said,
        *(
            before_and_after(was.pair, formula(was, timeline.score), formula(now, timeline.score))
            for was, now in changes[:2]
        ),
        message("So scores are computed again after each merge."),
        reveals=step,
    )


def _changes(timeline: Timeline, step: int) -> list[tuple[PairScore, PairScore]]:
    """Return pairs that share a part with a merge and get another score by it: (before, after).

    Nothing if the score is by language and another language chooses after the merge: then scores
    change without the merge.
    """
    before, after, splits = timeline.scores(step - 1), timeline.scores(step), timeline.splits(step)
    if before.language != after.language:
        return []
    touching = dict.fromkeys(
        pair
        for symbol in dict.fromkeys(timeline.pair(step))
        for i in timeline.words_with(step, symbol)[:WORDS]
        for pair in pairwise(splits[timeline.words[i]])
        if symbol in pair
    )
    rows = ((before.find(pair), after.find(pair)) for pair in islice(touching, 4 * LISTED))
    return [(was, now) for was, now in rows if was and now and was.score != now.score]


def explain_end(c: Context) -> Answer | None:
    """Answer with why this training ended, and what it had learned by then."""
    timeline, last = c.timeline, len(c.timeline)
    growth, table = timeline.growth(last), timeline.scores(last)
    special, alphabet = len(timeline.special_tokens), len(timeline.alphabet)
    learned = growth.vocabulary - special - alphabet
    ended = ENDED.fill(n=last) if all(_chosen(timeline)) else None
    why = stopped(timeline.stop_reason, last) or ended
    return Answer.of(
        why,
        message(
            "At the end the vocabulary has {total} entries (special tokens: {special}, alphabet: "
            "{alphabet}, learned: {learned}).",
            total=growth.vocabulary,
            special=special,
            alphabet=alphabet,
            learned=learned,
        ),
        message(
            "{n} {n:merge|merges} made a token that was in the vocabulary already.",
            n=last - learned,
        )
        if learned < last
        else None,
        _what_is_left(timeline),
        n=len(table),
        tokens=growth.corpus_tokens,
    )


ENDED = message(
    "Training ended after {n} {n:merge|merges}: every merge of the file that applies to this "
    "corpus has been made."
)
"""Why a training ended that replays a file."""


def _what_is_left(timeline: Timeline) -> Message | None:
    """Return a sentence on the pairs left at the end, or on the tokens if no pairs are left."""
    table = timeline.scores(len(timeline))
    if not len(table):
        return (
            message(
                "At the end each word is one token, so the corpus has as many tokens as word "
                "occurrences: {tokens}."
            )
            if timeline.stop_reason is StopReason.NO_PAIRS
            else None
        )
    best, score = table.rows(0, 1)[0], timeline.score
    if best.pair_count < score.least:
        said = message(
            "{n} {n:pair is|pairs are} left. {n:It occurs|Each of them occurs} fewer than {least} "
            "times."
        )
        return said.fill(least=score.least)
    said = message(
        "{n} {n:pair is left,|pairs are left. None has a better score than} {pair}: {formula}."
    )
    return said.fill(pair=plus(best.pair), formula=formula(best, score))
