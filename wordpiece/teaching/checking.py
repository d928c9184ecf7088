"""Someone's own merges, held against a training on the same words.

    check = check_merges(timeline, [("h", "u"), ...])
    check.kind      # "equal", "shorter", "longer", or "different"
    check.said      # the verdict, and why the first different merge differs

The first difference is explained by its cause: a tie that another rule breaks, or a mistake of the
program that made the list (`wordpiece.teaching.mistakes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from wordpiece.errors import UnknownPairError
from wordpiece.message import Message, Spaced, Token, fill_all, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import break_tie
from wordpiece.teaching.answers.model import list_some
from wordpiece.teaching.answers.training import BEST_ARE, ENDED, IN_A_TIE
from wordpiece.teaching.mistakes import MOST, WINDOW, Explanation, Kind, explain_merges
from wordpiece.teaching.wording import WINS, formula, in_lowest_terms, plus, stopped
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

Outcome = Literal["equal", "shorter", "longer", "different"]
"""How a list of merges differs from a training; see `MergesCheck`."""


Cause = Literal["tie", "choice", "missing", "absent", ""] | Kind
"""Why a merge differs; see `Finding`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One merge that differs, and why.

    Attributes:
        step: the number of the merge, from 1.
        ours: the pair that the training merges there; None if no pair is left.
        theirs: the pair of the list.
        cause: "tie" if both have the best score; "choice" if the training does not merge its
            best pair, because someone chose another; "missing" if the list lacks this merge there;
            the kind of a `Mistake`; "absent" if no word has the pair; or "" if no cause is found.
        explained: how many merges of the list the cause explains, from the first.
        said: the explanation.
    """

    step: int
    ours: Pair | None
    theirs: Pair
    cause: Cause
    explained: int
    said: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class MergesCheck:
    """A list of merges, held against a training.

    Attributes:
        kind: "equal" if it has the same merges; "shorter" or "longer" if it ends before the
            training or continues after it; "different" if some merge differs.
        same: how many merges are the same, from the first.
        verdict: the result in a sentence.
        findings: the first merge that differs, and if that is only a tie, the first one that no
            tie explains; empty if no merge differs.
    """

    kind: Outcome
    same: int
    verdict: Message
    findings: tuple[Finding, ...] = ()

    @property
    def said(self) -> tuple[Message, ...]:
        """The verdict and the explanations."""
        return (self.verdict, *(said for finding in self.findings for said in finding.said))


def check_merges(timeline: Timeline, merges: Sequence[Pair], *, most: int = MOST) -> MergesCheck:
    """Hold a list of merges against a training on the same words.

    Args:
        timeline: the training.
        merges: the list.
        most: with more symbols in the words, only the scores at the first difference are
            compared, since a search for the cause trains on the words again.

    >>> check = check_merges(bpe_timeline, [("u", "g"), ("h", "ug")])
    >>> for said in check.said:
    ...     print(said)
    The first difference is at merge 2: your list has h + ug, the training has u + n.
    These are the scores before this merge. h + ug: 15 times; u + n: 16 times.
    At this point your list lacks u + n, merge 2 of the training. If you insert this merge, your \
own merge 2 becomes merge 3 and is then right.
    """
    common = min(len(timeline), len(merges))
    ours = [timeline.pair(step) for step in range(1, common + 1)]
    same = next((k for k in range(common) if ours[k] != merges[k]), common)
    if same < common:
        said = _FIRST.fill(step=same + 1, theirs=plus(merges[same]), ours=plus(ours[same]))
        small = timeline.word_starts[-1] <= most
        findings = _findings(timeline, merges if small else merges[: same + 1], same + 1, small)
        return MergesCheck("different", same, said, tuple(findings))
    if len(merges) < len(timeline):
        following = plus(timeline.pair(same + 1))
        return MergesCheck("shorter", same, _SHORTER.fill(n=same, ours=following))
    if len(merges) > len(timeline):
        end = stopped(timeline.stop_reason, same) or ENDED.fill(n=same)
        return MergesCheck("longer", same, _LONGER.fill(theirs=plus(merges[same]), end=end))
    return MergesCheck("equal", same, _EQUAL.fill(n=same))


_EQUAL = message(
    "Your list has the same merge as the training.",
    "Your list has the same {n} merges as the training.",
)
_FIRST = message(
    "The first difference is at merge {step}: your list has {theirs}, the training has {ours}."
)
_SHORTER = message(
    "Your merge agrees with the training, but your list ends after it. The next merge of the "
    "training is {ours}.",
    "Your {n} merges agree with the training, but your list ends after them. The next merge of "
    "the training is {ours}.",
)
_LONGER = message("Your list continues with {theirs}, but the training has already ended. {end}")


class _Walk:
    """The training repeated along a list of merges, as long as each is among the best pairs.

    Attributes:
        fits: how many merges are among the best pairs, or those of the training, from the first.
        tied: the number, the pair and the tied pairs of each of them that broke a tie.
        timeline: these merges, and perhaps the next one.
    """

    def __init__(self, timeline: Timeline, merges: Sequence[Pair], same: int, *, whole: bool):
        self.fits = 0 if whole else same
        trainer = Trainer.from_timeline(timeline, self.fits)
        self.tied: list[tuple[int, Pair, tuple[Pair, ...]]] = []
        for step, pair in enumerate(merges[self.fits :], self.fits + 1):
            try:
                made = trainer.step(pair)
            except UnknownPairError:
                break
            if made is None or (pair not in made.tied and step > same):
                break
            self.fits = step
            if len(made.tied) > 1 and pair in made.tied:
                self.tied.append((step, pair, made.tied))
        self.timeline = trainer.timeline()

    def rule(self) -> Message | None:
        """Return the rule by which all ties are broken as in the list, as a clause."""
        ids = {token: i for i, token in enumerate(self.timeline.vocabulary(len(self.timeline)))}
        in_order = partial(break_tie, seed=0, index=1, key=self.timeline.key)
        rules: dict[Message, Callable[[tuple[Pair, ...]], Pair]] = {
            WINS["first-seen"]: lambda tied: tied[0],
            WINS[self.timeline.tie_order("alphabetical")]: partial(in_order, rule="alphabetical"),
            WINS[self.timeline.tie_order("greatest")]: partial(in_order, rule="greatest"),
            _LAST_SEEN: lambda tied: tied[-1],
            _LOWER_IDS: lambda tied: min(tied, key=lambda pair: [ids[part] for part in pair]),
        }
        fitting = (
            said
            for said, winner in rules.items()
            if all(winner(tied) == pair for _, pair, tied in self.tied)
        )
        return next(fitting, None)


_LAST_SEEN = message("the pair whose first occurrence comes last in the corpus wins")
_LOWER_IDS = message(
    "the pair whose left symbol has the lowest id wins; if these ids are equal, the id of the "
    "right symbol decides, as in the tokenizers library"
)


def _findings(
    timeline: Timeline, merges: Sequence[Pair], step: int, small: bool
) -> Iterator[Finding]:
    """Explain the first merge that differs and, if it is a tie, the first that no tie explains."""
    walk = _Walk(timeline, merges, step - 1, whole=small)
    lacking = _explained_by_lacking(timeline, merges, step) if small else 0
    if lacking == len(merges) > walk.fits:
        yield _on_mistake(timeline, merges, walk, step, lacking, small)
        return
    if walk.fits >= step:
        first = _on_best_pair(timeline, merges, step, walk)
        yield first
        if first.cause != "tie":
            return
    if walk.fits < len(merges):
        wrong = walk.fits + 1
        yield _on_mistake(timeline, merges, walk, wrong, lacking if wrong == step else None, small)


def _on_best_pair(timeline: Timeline, merges: Sequence[Pair], step: int, walk: _Walk) -> Finding:
    """Explain a merge that differs, but is among the best pairs."""
    ours, theirs = timeline.pair(step), merges[step - 1]
    table = walk.timeline.scores(step - 1)
    if ours not in table.tied or timeline.merge(step).forced:
        return Finding(step, ours, theirs, "choice", walk.fits, (_CHOICE,))
    rule = walk.rule()
    said = fill_all(
        BEST_ARE,
        IN_A_TIE,
        _BROKEN_BY if rule else _BROKEN_OTHERWISE,
        merge=step,
        n=table.ties,
        score=in_lowest_terms(table.rows(0, 1)[0], timeline.score),
        pairs=list_some([plus(pair) for pair in table.tied]),
        rule=WINS[timeline.tie_order()],
        ties=len(walk.tied),
        theirs=rule or "",
    )
    return Finding(step, ours, theirs, "tie", walk.fits, said)


_CHOICE = message(
    "At this merge, the pair in your list has the best score. The training merges another pair, "
    "because this merge was not chosen by the rule."
)
_BROKEN_BY = message("The ties in your list fit this rule: {theirs} (ties compared: {ties}).")
_BROKEN_OTHERWISE = message(
    "Of this app’s rules for ties, only the random rule could break the ties as your list does "
    "(ties compared: {ties})."
)


def _on_mistake(
    timeline: Timeline,
    merges: Sequence[Pair],
    walk: _Walk,
    step: int,
    lacking: int | None,
    small: bool,
) -> Finding:
    """Explain a merge that no tie explains.

    Args:
        timeline, merges: the training and the list.
        walk: the training along the list, at least up to this merge.
        step: the number of the merge.
        lacking: how many merges agree if the list lacks one; None if an earlier merge differs.
        small: whether the corpus is so small that programs can be run on it.
    """
    theirs, table = merges[step - 1], walk.timeline.scores(step - 1)
    row, best = table.find(theirs), next(iter(table.rows(0, 1)), None)
    ours = timeline.pair(step) if lacking is not None else (best.pair if best else None)
    said = [_NOT_A_TIE.fill(step=step)] if lacking is None else []
    if row and best and ours:
        scores = (formula(each, timeline.score) for each in (row, table.find(ours) or best))
        names = "theirs", "ours", "their_score", "our_score"
        facts = dict(zip(names, (plus(theirs), plus(ours), *scores), strict=True))
        said.append(_SCORES.fill(**facts))
    else:
        said.append(_absent(walk.timeline, merges, step))
    search = small and lacking != len(merges)
    found = explain_merges(timeline, merges, step) if search else None
    if lacking and ours and (found is None or found.merges <= lacking):
        cause, explained = _MISSING, lacking
        said.append(_LACKS.fill(ours=plus(ours), step=step, following=step + 1))
    elif found is None:
        said += [_UNEXPLAINED if small else _TOO_LARGE] if row else []
        return Finding(step, ours, theirs, "" if row else "absent", step - 1, tuple(said))
    else:
        cause, explained = found.mistake.kind, found.merges
        said += _mistaken(timeline, theirs, found)
    if explained > step:
        is_cut = cause != _MISSING and explained == step + WINDOW < len(merges)
        said.append((_EXPLAINED_SOME if is_cut else _EXPLAINED).fill(n=explained - step))
    return Finding(step, ours, theirs, cause, explained, tuple(said))


def _explained_by_lacking(timeline: Timeline, merges: Sequence[Pair], step: int) -> int:
    """Return how many merges agree if the list lacks a merge of the training; 0 if it does not."""
    trainer = Trainer.from_timeline(timeline, len(timeline), max_merges=len(merges) + 1)
    trainer.run()
    longer, explained = trainer.timeline(), step - 1
    while explained < min(len(merges), len(longer) - 1):
        if merges[explained] != longer.pair(explained + 2):
            break
        explained += 1
    agree = explained - step + 1
    return explained if agree >= _AGREE or (agree and explained == len(merges)) else 0


def _absent(timeline: Timeline, merges: Sequence[Pair], step: int) -> Message:
    """Return a sentence on a pair that no word has before a merge."""
    pair, before = merges[step - 1], list(merges[: step - 1])
    known = timeline.in_use(step - 1)
    if pair in before:
        said = _AGAIN.fill(earlier=before.index(pair) + 1)
    elif unknown := next((part for part in pair if part not in known), None):
        said = _NO_SYMBOL.fill(symbol=Token(unknown))
    else:
        said = _APART
    return said.fill(pair=plus(pair), left=Token(pair[0]), right=Token(pair[1]))


def _mistaken(timeline: Timeline, pair: Pair, found: Explanation) -> list[Message]:
    """Return sentences on a mistake, and on the score by which the program merges the pair."""
    mistake = found.mistake
    said = []
    is_marked = mistake.marking != timeline.marking
    if is_marked:
        word = min((word for word in timeline.words if len(word) > 1), key=len)
        theirs, ours = (Spaced(each.split(word)) for each in (mistake.marking, timeline.marking))
        said.append(_MARKED.fill(theirs=theirs, ours=ours))
    if mistake.score != timeline.score:
        by_least = replace(mistake.score, least=timeline.score.least) == timeline.score
        if by_least:
            said.append(_NO_LEAST_TOO if is_marked else _NO_LEAST)
        else:
            scored = _SCORED_TOO if is_marked else _SCORED
            said.append(scored.fill(rule=mistake.score.texts.rule))
    if mistake.kind in _MISTAKES:
        said.append(_MISTAKES[mistake.kind])
    counts = dict(zip(("pair_count", "left_count", "right_count"), found.counts, strict=True))
    row = PairScore(pair=pair, **counts, score=0, rank=1, count_rank=1, tied=False)
    said.append(_THERE)
    return [
        each.fill(
            least=timeline.score.least,
            prefix=Token(timeline.marking.prefix),
            pair=plus(pair),
            formula=formula(row, mistake.score),
        )
        for each in said
    ]


_NOT_A_TIE = message(
    "The first difference that is not due to a tie is at merge {step} of your list."
)
_SCORES = message(
    "These are the scores before this merge. {theirs}: {their_score}; {ours}: {our_score}."
)
_AGAIN = message(
    "Before this merge no word has {pair}: this pair is already merge {earlier} of your list."
)
_NO_SYMBOL = message("Before this merge no word has the symbol {symbol}.")
_APART = message(
    "Before this merge no word has the symbol {left} directly followed by the symbol {right}."
)
_AGREE = 3
"""How many merges must agree with the next ones of the training, if the list continues."""

_MISSING: Cause = "missing"
_LACKS = message(
    "At this point your list lacks {ours}, merge {step} of the training. If you insert this "
    "merge, your own merge {step} becomes merge {following} and is then right."
)
_UNEXPLAINED = message("No cause of this difference was found. Compare these counts with your own.")
_TOO_LARGE = message(
    "The corpus is too large to search for the cause of this difference. Compare these counts "
    "with your own."
)
_MARKED = message(
    "Up to and including this difference, your merges fit a training that marks symbols "
    "differently: at the start, a word is split into {theirs} instead of {ours}."
)
_SCORED = message(
    "Up to and including this difference, your merges fit a training with another score: {rule}."
)
_NO_LEAST = message(
    "Up to and including this difference, your merges fit a training without the minimum pair "
    "count of {least}."
)
_SCORED_TOO = message("That training also uses another score: {rule}.")
_NO_LEAST_TOO = message("That training also merges pairs that occur fewer than {least} times.")
"""What else differs in a training that marks symbols differently."""

_MISTAKES: dict[Kind, Message] = {
    "unmarked": message(
        "Up to and including this difference, your merges fit a program that counts in the same "
        "way as this training, but does not write {prefix} before symbols that continue a word."
    ),
    "unweighted": message(
        "Up to and including this difference, your merges fit a program that counts each word "
        "once, however often it occurs."
    ),
    "first only": message(
        "Up to and including this difference, your merges fit a program that merges only the "
        "first occurrence of a pair in each word."
    ),
    "old pairs": message(
        "Up to and including this difference, your merges fit a program that does not lower "
        "the counts of the pairs that a merge breaks up, so these counts are too high."
    ),
    "new pairs": message(
        "Up to and including this difference, your merges fit a program that does not count "
        "the pairs that a new token forms with its neighbours."
    ),
    "symbols": message(
        "Up to and including this difference, your merges fit a program that does not lower "
        "the counts of the two symbols that a merge joins."
    ),
    "overlaps": message(
        "Up to and including this difference, your merges fit a program that counts "
        "overlapping pairs once. Where the same symbol occurs three times in a row, this training "
        "counts two pairs."
    ),
}
_THERE = message("In such a training {pair} has the best score: {formula}.")
_EXPLAINED = message(
    "The next merge of your list fits this explanation, too.",
    "The next {n} merges of your list fit this explanation, too.",
)
_EXPLAINED_SOME = message(
    "The next {n} merges of your list fit this explanation, too. Later merges were not compared."
)
