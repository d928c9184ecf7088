"""Questions about pairs: which one merges next, and whose score a merge changes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise, zip_longest

from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    POOL,
    Candidate,
    PairCounts,
    PairKind,
    PairQuestion,
    Question,
    Role,
)
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline


def pair_questions(
    kind: PairKind, timeline: Timeline, steps: Iterable[int], used: set[int], rng: random.Random
) -> Iterator[Question]:
    """Yield questions of one kind at these steps, those with all four candidates first."""
    shorter: list[PairQuestion] = []
    ask = _what_changes if kind == "change" else _what_merges
    for step in steps:
        if step in used:
            continue
        question = ask(kind, timeline, step, rng)
        if question is None:
            continue
        if len(question.candidates) < CANDIDATES:
            shorter.append(question)
            continue
        used.add(step)
        yield question
    for question in shorter:
        if question.step not in used:
            used.add(question.step)
            yield question


def _what_merges(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Ask which pair merges next; None where every pair is tied, or the merge was forced."""
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
    offered += [("rare", rng.choice(rare)), ("near", rng.choice(table.rows(ties, ties + 5)))]
    if ties > 1 and rng.random() < 1 / 3:
        offered.insert(2, ("tied", rng.choice(table.rows(1, min(ties, POOL)))))
    others = rng.sample(range(ties, size), min(size - ties, 2 * CANDIDATES))
    offered += [("other", table.rows(row, row + 1)[0]) for row in others]
    offered += [("tied", row) for row in table.rows(1, min(ties, CANDIDATES))]

    chosen: dict[Pair, Candidate] = {}
    for role, row in offered:
        right = row.score == best.score
        shown = "tied" if right and row.pair != best.pair else role
        if row.pair not in chosen and len(chosen) < CANDIDATES:
            chosen[row.pair] = Candidate(row, shown, right)
    candidates = [*chosen.values()]
    if all(candidate.right for candidate in candidates):
        return None
    rng.shuffle(candidates)
    merge = timeline.step(step + 1)
    return PairQuestion(kind, step, tuple(candidates), merge, timeline.score, timeline.tie_break)


def _exclusive(table: ScoreTable, best: PairScore) -> list[PairScore]:
    """Return the pair whose WordPiece score is best, if that beats the one merged by count.

    Of a very large table the middle is left out.
    """
    size, part = len(table), 10 * POOL
    rows = table.rows(0, part) + table.rows(max(part, size - part), size)
    top = max(rows, key=lambda row: PairCounts.of(row).score(WORDPIECE))
    beats = PairCounts.of(top).score(WORDPIECE) > PairCounts.of(best).score(WORDPIECE)
    return [top] if beats and top.score < best.score else []


def _what_changes(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Ask whose score the next merge would change; None where no two candidates differ in that.

    The words that the merge changes are counted before and after it.
    """
    merge = timeline.merge(step + 1)
    if not timeline.score.is_local:
        return None
    if merge.left_count == merge.right_count == merge.pair_count:
        return None  # its parts are nowhere else, so no other pair that stays is touched
    symbols: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    for sign, at in ((-1, step), (1, step + 1)):
        for split, frequency in _some_words(timeline, at, timeline.changed_words(step + 1)):
            for symbol in split:
                symbols[symbol] += sign * frequency
            for pair in pairwise(split):
                pairs[pair] += sign * frequency

    def after(row: PairScore) -> PairCounts:
        left, right = row.pair
        return PairCounts(
            row.pair_count + pairs[row.pair],
            row.left_count + symbols[left],
            row.right_count + symbols[right],
        )

    table = timeline.scores(step)
    rows = {row.pair: row for row in table.rows(0, POOL) + table.rows(0, POOL, by="count")}
    for pair in _with_a_part_of(merge.pair, timeline, step, rng):
        if pair not in rows and (row := table.find(pair)):
            rows[pair] = row
    rows.pop(merge.pair, None)
    moves, keeps = [], []
    for row in rows.values():
        then = after(row)
        if then == PairCounts.of(row):
            keeps.append(row)
        elif then.pair_count and then.score(timeline.score) != row.score:
            moves.append(row)
    if not moves or not keeps:
        return None
    # Prefer a score that moves although the pair's own count does not, and scores that stay
    # although the merge happens in the same word.
    alone = [row for row in moves if not pairs[row.pair]]
    right = rng.choice(alone or moves)
    rng.shuffle(keeps)
    keeps.sort(key=lambda row: row.pair not in pairs)
    candidates = [Candidate(right, "moves", True, after(right))]
    candidates += [Candidate(row, "keeps", False, after(row)) for row in keeps[: CANDIDATES - 1]]
    rng.shuffle(candidates)
    return PairQuestion(kind, step, tuple(candidates), merge, timeline.score, timeline.tie_break)


def _some_words(
    timeline: Timeline, step: int, positions: Iterable[int]
) -> Iterator[tuple[tuple[str, ...], int]]:
    splits, words = timeline.splits(step), timeline.words
    for i in positions:
        yield splits[words[i]], int(timeline.frequencies[i])


def _with_a_part_of(pair: Pair, timeline: Timeline, step: int, rng: random.Random) -> list[Pair]:
    """Return a few pairs that share a part with this one, in words that keep that part."""
    found: dict[Pair, None] = {}
    for part in dict.fromkeys(pair):
        positions = timeline.words_with(step + 1, part)
        some = rng.sample(positions, min(len(positions), POOL))
        for split, _ in _some_words(timeline, step, some):
            found |= dict.fromkeys(p for p in pairwise(split) if part in p and p != pair)
    return rng.sample([*found], min(len(found), CANDIDATES))


# Words to tokenize.


def words_to_show(timeline: Timeline, question: PairQuestion, most: int = 8) -> tuple[int, ...]:
    """Return positions of up to ``most`` words that hold the question's pairs, in corpus order.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="next")[0]
    >>> [wordpiece.words[i] for i in words_to_show(wordpiece, question)]
    ['hug', 'pug', 'pun', 'bun', 'hugs']

    Args:
        timeline: the training the question is about.
        question: the question.
        most: if there are no more words, all are returned.
    """
    total = len(timeline.words)
    if total <= most:
        return tuple(range(total))
    rows = [candidate.row for candidate in question.candidates]
    pairs = [(row.pair, row.left_count, row.right_count) for row in rows]
    if question.kind == "change":
        merge = question.merge
        pairs.insert(0, (merge.pair, merge.left_count, merge.right_count))
    splits = timeline.splits(question.step)
    holding: list[list[int]] = []
    for pair, left, right in pairs:
        positions = timeline.words_with(question.step, pair[0] if left <= right else pair[1])
        words = (i for i in positions if pair in pairwise(splits[timeline.words[i]]))
        holding.append([*islice(words, most)])
    # The first word of each pair, then the second of each, and so on.
    found = dict.fromkeys(i for row in zip_longest(*holding) for i in row if i is not None)
    return tuple(sorted(islice(found, most)))
