"""Questions about pairs: which one merges next, and whose score a merge changes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise, zip_longest

from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE, Score
from wordpiece.teaching.quiz.choices import candidates
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    POOL,
    Candidate,
    ChoiceQuestion,
    PairCounts,
    PairKind,
    PairQuestion,
    Role,
    complete_first,
)
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.steps import Steps
from wordpiece.training.timeline import Timeline


def pair_questions(
    kind: PairKind, timeline: Timeline, steps: Iterable[int], used: set[int], rng: random.Random
) -> Iterator[PairQuestion]:
    """Yield questions of one kind at these steps, those with all four candidates first."""
    made = (
        _what_changes(timeline, step, rng)
        if kind == "change"
        else _what_merges(kind, timeline, step, rng)
        for step in steps
        if step not in used
    )
    for question in complete_first(made):
        if question.step not in used:
            used.add(question.step)
            yield question


def merge_question(timeline: Timeline, step: int) -> PairQuestion | None:
    """Return the question which pair merges after a step, with up to four pairs.

    None if the step has no such question: no merge follows, the merge was forced, or all pairs
    share the best score.

    >>> [candidate.role for candidate in merge_question(timeline, 0).candidates]
    ['best', 'frequent', 'other', 'other']
    """
    if step >= len(timeline) or timeline.merge(step + 1).forced:
        return None
    table = timeline.scores(step)
    best = table.rows(0, 1)[0]
    if len(table) == table.ties or best.pair != timeline.pair(step + 1):
        return None
    rows = [row for pair in candidates(timeline, step, CANDIDATES) if (row := table.find(pair))]
    apart = [row for row in rows if not _looks_right(row, best, timeline.score)]
    rows = apart if len(apart) > 1 else rows
    if all(row.score == best.score for row in rows):  # there are more ties than candidates
        rows.remove([row for row in rows if row.pair != best.pair][-1])
        rows += table.rows(table.ties, table.ties + 1)
        rows.sort(key=lambda row: row.pair)
    frequent = table.most_frequent()[0].pair
    offered = (
        _candidate(row, table, "frequent" if row.pair == frequent else "other") for row in rows
    )
    merge = timeline.step(step + 1)
    return PairQuestion("next", step, tuple(offered), merge, timeline.score, timeline.tie_order())


def _candidate(row: PairScore, table: ScoreTable, role: Role) -> Candidate:
    """Return a pair as a candidate for the next merge, with a role that it has if it is wrong."""
    best = table.rows(0, 1)[0]
    if row.score == best.score:
        return Candidate(row, "best" if row.pair == best.pair else "tied", right=True)
    is_second = row.score == table.rows(table.ties, table.ties + 1)[0].score
    return Candidate(row, role, right=False, is_second=is_second)


def _what_merges(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Ask which pair merges next; None if every pair is tied, or the merge was forced."""
    table = timeline.scores(step)
    ties, size = table.ties, len(table)
    if timeline.merge(step + 1).forced or size == ties:
        return None
    best = table.rows(0, 1)[0]
    offered: list[tuple[Role, PairScore]] = [("best", best)]
    if not timeline.score.ranks_by_count:
        offered.append(("frequent", table.most_frequent()[0]))
    else:
        offered += [("exclusive", row) for row in _exclusive(table, best)]
    rows = table.rows(max(0, size - POOL), size, by="count")
    rare = [row for row in rows if row.pair_count == rows[-1].pair_count]
    offered += [("rare", rng.choice(rare)), ("other", rng.choice(table.rows(ties, ties + 5)))]
    if ties > 1 and rng.random() < 1 / 3:
        offered.insert(2, ("tied", rng.choice(table.rows(1, min(ties, POOL)))))
    others = rng.sample(range(ties, size), min(size - ties, 2 * CANDIDATES))
    offered += [("other", table.rows(row, row + 1)[0]) for row in others]
    offered += [("tied", row) for row in table.rows(1, min(ties, CANDIDATES))]

    chosen: dict[Pair, Candidate] = {}
    for role, row in offered:
        if not _looks_right(row, best, timeline.score):
            chosen.setdefault(row.pair, _candidate(row, table, role))
    shown = [*chosen.values()][:CANDIDATES]
    if all(candidate.right for candidate in shown):
        return None
    rng.shuffle(shown)
    merge = timeline.step(step + 1)
    return PairQuestion(kind, step, tuple(shown), merge, timeline.score, timeline.tie_order())


def _looks_right(row: PairScore, best: PairScore, score: Score) -> bool:
    """Return whether a score is lower than the best, but equal on screen, as gains are rounded."""
    printed, highest = (str(score.formula(each).alone) for each in (row, best))
    return row.score != best.score and printed == highest


def _exclusive(table: ScoreTable, best: PairScore) -> list[PairScore]:
    """Return the pair whose WordPiece score is best, if that beats the one merged by count.

    Of a very large table the middle is left out.
    """
    size, part = len(table), 10 * POOL
    rows = table.rows(0, part) + table.rows(max(part, size - part), size)
    top = max(rows, key=lambda row: PairCounts.of(row).score(WORDPIECE))
    beats = PairCounts.of(top).score(WORDPIECE) > PairCounts.of(best).score(WORDPIECE)
    return [top] if beats and top.score < best.score else []


def _what_changes(timeline: Timeline, step: int, rng: random.Random) -> PairQuestion | None:
    """Ask whose score the next merge would change; None if no two candidates differ in that."""
    merge = timeline.merge(step + 1)
    if not timeline.score.is_local:
        return None
    if merge.left_count == merge.right_count == merge.pair_count:
        return None  # no other pair contains its parts, so no other score changes
    table, table_after = timeline.scores(step), timeline.scores(step + 1)
    rows = {row.pair: row for row in table.rows(0, POOL) + table.rows(0, POOL, by="count")}
    for pair in _with_a_part_of(merge.pair, timeline, step, rng):
        if pair not in rows and (row := table.find(pair)):
            rows[pair] = row
    rows.pop(merge.pair, None)
    moves, keeps = [], []
    for row in rows.values():
        if then := table_after.find(row.pair):
            after = PairCounts.of(then)
            if after == PairCounts.of(row):
                keeps.append(Candidate(row, "keeps", False, after))
            elif then.score != row.score:
                moves.append(Candidate(row, "moves", True, after))
    if not moves or not keeps:
        return None
    # Prefer a score that moves although the pair's own count does not, and scores that stay
    # although the merge happens in the same word.
    alone = [c for c in moves if c.after and c.after.pair_count == c.row.pair_count]
    moved = rng.choice(alone or moves)
    near = {
        pair
        for splits in (timeline.splits(step), timeline.splits(step + 1))
        for i in timeline.changed_words(step + 1)
        for pair in pairwise(splits[timeline.words[i]])
    }
    rng.shuffle(keeps)
    keeps.sort(key=lambda candidate: candidate.row.pair not in near)
    offered = [moved, *keeps[: CANDIDATES - 1]]
    rng.shuffle(offered)
    return PairQuestion("change", step, tuple(offered), merge, timeline.score, timeline.tie_order())


def _with_a_part_of(pair: Pair, timeline: Timeline, step: int, rng: random.Random) -> list[Pair]:
    """Return a few pairs that share a part with this one, in words that keep that part."""
    found: dict[Pair, None] = {}
    splits = timeline.splits(step)
    for part in dict.fromkeys(pair):
        positions = timeline.words_with(step + 1, part)
        for i in rng.sample(positions, min(len(positions), POOL)):
            pairs = pairwise(splits[timeline.words[i]])
            found |= dict.fromkeys(p for p in pairs if part in p and p != pair)
    return rng.sample([*found], min(len(found), CANDIDATES))


def words_to_show(timeline: Steps, question: ChoiceQuestion, most: int = 8) -> tuple[int, ...]:
    """Return positions of up to ``most`` words that contain what is to choose, in corpus order.

    These are the question's pairs, or pieces in the best splits. A corpus of at most ``most`` words
    is returned whole.
    """
    if len(timeline.words) <= most:
        return tuple(range(len(timeline.words)))
    offered = [candidate.tokens for candidate in question.candidates]
    if isinstance(question, PairQuestion) and question.kind == "change":
        offered.insert(0, question.merge.pair)
    holding = [timeline.words_holding(question.step, tokens)[:most] for tokens in offered]
    # The first word of each pair, then the second of each, and so on.
    in_turn = dict.fromkeys(at for row in zip_longest(*holding) for at in row if at is not None)
    return tuple(sorted(islice(in_turn, most)))
