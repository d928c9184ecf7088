"""Removals by hand: the tables, and random learners graded by the textbook of Unigram."""

from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from tests.wordpiece.test_by_hand import (
    choice_is_right,
    equally_good,
    learn,
    seeds,
    some_focus,
    tasks,
)
from wordpiece.message import paragraph
from wordpiece.teaching.by_hand import (
    Answer,
    Continue,
    Event,
    Join,
    Phase,
    Show,
    Slip,
    Task,
    Work,
    advance,
    word_table,
)
from wordpiece.teaching.by_hand.removals import Removals
from wordpiece.teaching.by_hand.tables import follow
from wordpiece.unigram.textbook import (
    best_split,
    exact_log,
    likelihood,
    probabilities,
    start_pieces,
    textbook_removals,
)
from wordpiece.unigram.timeline import UnigramTimeline

OF_PIECES = (Slip.OTHER_RULE, Slip.OLD_COUNTS, Slip.WORDS_ONCE)


class Plain:
    """The state of a training after some removals, by the textbook."""

    def __init__(self, words: dict[str, int], path: tuple[str, ...]):
        self.words, self.path = words, path
        self.counts = {p: n for p, n in start_pieces(words).items() if p not in path}
        self.p = probabilities(self.counts)
        self.splits = [best_split(word, self.p)[0] for word in words]
        self.left = [piece for piece in self.counts if len(piece) > 1]

    @cached_property
    def falls(self) -> dict[str, Fraction]:
        """By which factor the likelihood falls without each piece."""
        return {piece: self.fall(piece, self.words) for piece in self.left}

    @property
    def right(self) -> list[str]:
        return least(self.falls)

    def fall(self, piece: str, words: dict[str, int]) -> Fraction:
        """Return by which factor the likelihood of words falls without a piece."""
        return likelihood(words, self.p) / likelihood(words, self.p, without=piece)

    def cost(self, piece: str) -> float:
        return exact_log(self.falls[piece])

    def holders(self, piece: str) -> list[str]:
        return [word for word, split in zip(self.words, self.splits, strict=True) if piece in split]

    def uses(self, piece: str) -> int:
        return sum(self.words[word] for word in self.holders(piece))

    def number(self, piece: str, name: str) -> float:
        return self.uses(piece) if name == "uses" else self.cost(piece)

    def number_once(self, piece: str, name: str) -> float:
        """Return a number as if each word occurred once."""
        if name == "uses":
            return len(self.holders(piece))
        return exact_log(self.fall(piece, dict.fromkeys(self.words, 1)))

    def before(self) -> "Plain":
        return plainly((*self.words.items(),), self.path[:-1])


def least(values: dict[str, Fraction] | dict[str, int]) -> list[str]:
    return [piece for piece, value in values.items() if value == min(values.values())]


@lru_cache(maxsize=64)
def plainly(table: tuple[tuple[str, int], ...], path: tuple[str, ...]) -> Plain:
    return Plain(dict(table), path)


def plain_of(work: Work) -> Plain:
    return plainly(work.task.table, work.path)


def mistaken(plain: Plain, slip: Slip) -> list[str]:
    """Return the pieces that a learner chooses who makes a mistake."""
    if slip is Slip.OTHER_RULE:
        return least({piece: plain.counts[piece] for piece in plain.left})
    if slip is Slip.WORDS_ONCE:
        once = dict.fromkeys(plain.words, 1)
        return least({piece: plain.fall(piece, once) for piece in plain.left})
    before = plain.before().falls if plain.path else {}
    return least({piece: fall for piece, fall in before.items() if piece in plain.left})


def best_splits(word: str, p: dict[str, Fraction]) -> set[tuple[str, ...]]:
    """Return all splits of a word with the highest probability, found by trying every split."""
    found: dict[tuple[str, ...], Fraction] = {}
    for n in range(len(word)):
        for cuts in combinations(range(1, len(word)), n):
            split = tuple(word[a:b] for a, b in pairwise((0, *cuts, len(word))))
            found[split] = prod((p.get(piece, Fraction(0)) for piece in split), start=Fraction(1))
    return {split for split, product in found.items() if product == max(found.values())}


def cuts_of(split: tuple[str, ...]) -> set[int]:
    """Return the letters after which a split cuts, counted from 0."""
    return {sum(map(len, split[:i])) - 1 for i in range(1, len(split))}


@examples(20)
@given(seeds, some_focus)
def test_a_table_is_as_promised(seed, focus):
    words = dict(word_table(seed, "unigram", focus))
    assert 3 <= len(words) <= 4 and all(len({*word}) == len(word) for word in words)
    removed = [piece for piece, _ in textbook_removals(words, 99)]
    steps = [Plain(words, (*removed[:k],)) for k in range(len(removed))]
    assert 5 <= len(removed) <= 8
    assert any(len(plain.right) > 1 for plain in steps)
    assert sum(plain.cost(plain.right[0]) > 0.5 for plain in steps) >= 3
    for plain in steps:
        others = [plain.cost(piece) for piece in plain.left if piece not in plain.right]
        assert all(cost > plain.cost(plain.right[0]) + 0.5 for cost in others)
    model = Task(seed, "unigram", focus=focus).model.timeline
    assert isinstance(model, UnigramTimeline)
    assert [model.piece(k + 1) for k in range(len(model))] == removed
    for slip in {*focus, Slip.OLD_COUNTS} & {*OF_PIECES}:
        wrong = [plain for plain in steps if {*mistaken(plain, slip)} - {*plain.right}]
        assert wrong, slip


def rounded(cost: float) -> st.SearchStrategy[float]:
    """Return a strategy for a cost as a learner may write it."""
    return st.sampled_from([round(cost, 1), int(10 * cost) / 10, round(cost, 2), cost])


def draw_answer(data: st.DataObject, work: Work) -> Answer:
    """Draw the answer of a learner who is right, late, careless, or guesses."""
    plain = plain_of(work)
    kinds = [plain.right, plain.left, *(mistaken(plain, slip) for slip in OF_PIECES)]
    piece = work.choice or data.draw(st.sampled_from(kinds).filter(bool).flatmap(st.sampled_from))
    assert isinstance(piece, str)
    old = plain.before() if plain.path else plain
    typed = []
    for name in work.asked:
        right, late = (state.number(piece, name) for state in (plain, old))
        if name == "cost":
            right, late = data.draw(rounded(right)), data.draw(rounded(late))
        guess = data.draw(st.integers(0, 60))
        some = [*[right] * 4, late, plain.number_once(piece, name), guess]
        typed.append(data.draw(st.sampled_from(some)))
    return Answer(None if work.choice else piece, tuple(typed))


def draw_event(data: st.DataObject, work: Work) -> Event:
    if work.phase is Phase.ANSWER:
        return draw_answer(data, work)
    plain, piece = plain_of(work), str(work.choice)
    p = {each: n for each, n in plain.p.items() if each != piece}
    places: set[tuple[int, int]] = set()
    for at, word in enumerate(plain.words):
        if word in plain.holders(piece):
            some = st.sampled_from(sorted(best_splits(word, p))).map(cuts_of)
            if data.draw(st.integers(0, 4)) == 0:
                some = st.sets(st.integers(0, len(word) - 2))
            places |= {(at, left) for left in data.draw(some)}
    return Join(frozenset(places))


def expected(work: Work, event: Event) -> tuple[Slip | None, set[str], bool]:
    """Return the mistake of an answer, figures in its verdict, and whether the work continues."""
    plain = plain_of(work)
    piece = str((event.choice if isinstance(event, Answer) else None) or work.choice or "")
    piece = piece or plain.right[0]
    score = {f"Removing {piece} costs {plain.cost(piece):.2f}."}
    if isinstance(event, Join):
        p = {each: n for each, n in plain.p.items() if each != piece}
        for at, word in enumerate(plain.words):
            cuts = sorted(left + 1 for position, left in event.places if position == at)
            split = tuple(word[a:b] for a, b in pairwise((0, *cuts, len(word))))
            if word in plain.holders(piece) and split not in best_splits(word, p):
                wrong = f"{word} has a more probable split than {' '.join(split)}."
                if unknown := [each for each in split if each not in p]:
                    wrong = f"The token {unknown[0]} is not in the vocabulary."
                if unknown[:1] == [piece]:
                    wrong = f"{piece} is the piece to be removed, so a split must not use it."
                return Slip.WRONGLY_JOINED, {wrong}, False
        return None, score, True
    if isinstance(event, Show):
        good = equally_good(plain.right) if piece in plain.right else set()
        return Slip.SHOWN, score | good, True
    assert isinstance(event, Answer)
    for name, typed in zip(work.asked, event.numbers, strict=True):
        assert typed is not None
        if slip := slip_of_number(plain, piece, name, typed):
            break
    if piece in plain.right:
        said = choice_is_right(work) if slip else score | equally_good(plain.right)
        return slip, said, slip is None
    figures = score | {f"Removing {plain.right[0]} costs {plain.cost(plain.right[0]):.2f}."}
    slips = (each for each in OF_PIECES if piece in mistaken(plain, each))
    return slip or next(slips, Slip.OTHER_PAIR), figures, False


def slip_of_number(plain: Plain, piece: str, name: str, typed: float) -> Slip | None:
    def is_typed(number: float) -> bool:
        return typed == number if name == "uses" else abs(typed - number) < 0.1 + 1e-9

    if is_typed(plain.number(piece, name)):
        return None
    if plain.path and is_typed(plain.before().number(piece, name)):
        return Slip.OLD_COUNTS
    is_once = is_typed(plain.number_once(piece, name))
    return Slip.WORDS_ONCE if is_once else Slip.MISCOUNTED


@examples(40, deadline=None)
@given(tasks("unigram"), st.data())
def test_a_random_learner_gets_the_verdicts_that_the_textbook_gives(task, data):
    learn(task, data, plain_of, draw_event, expected)


def test_any_tied_piece_is_right_and_the_work_follows_it():
    work = Work.begin(Task(1, "unigram", "choose"))
    plain = plain_of(work)
    piece = plain.right[-1]
    done = advance(work, Answer(piece, (plain.uses(piece), 0)))
    assert done.path == (piece,) and done.marks[-1].slip is None
    assert done.marks[-1].best == plain.right[0] != piece == done.marks[-1].chosen


def test_the_answer_shown_after_a_wrong_choice_does_not_call_it_right():
    work = Work.begin(Task(12, "unigram", "alone"))
    for event in (Answer("ets", (3, 0.8)), Continue(own=True), Show()):
        work = advance(work, event)
    assert work.path == ("ets",) and work.verdict
    said = paragraph(work.verdict.feedback)
    assert said.startswith("Removing ets costs 0.80.") and "equally good" not in said


@pytest.mark.parametrize("choice", [None, "h", "nothing", ("h", "u")])
def test_an_answer_without_a_removable_piece_is_not_graded(choice):
    work = Work.begin(Task(1, "unigram", "choose"))
    after = advance(work, Answer(choice, (1, 1)))
    said = "Choose a piece under “Vocabulary”, then type the numbers."
    assert str(after.missing) == said and not after.marks


def test_the_changes_of_the_words_add_up_to_the_cost():
    training = Task(1, "unigram").model
    assert isinstance(training, Removals)
    removed = [piece for piece, _ in textbook_removals(dict(word_table(1, "unigram")), 99)]
    for step in range(len(removed)):
        plain = plainly(word_table(1, "unigram"), (*removed[:step],))
        for piece in plain.left:
            changes = training.changes(step, piece)
            assert [each.word for each in changes] == plain.holders(piece)
            for each in changes:
                _, after = best_split(each.word, plain.p, without=piece)
                before = prod(plain.p[part] for part in each.before)
                assert prod(plain.p[part] for part in each.after) == after
                assert each.cost == pytest.approx(each.frequency * log(before / after))
            assert sum(each.cost for each in changes) == pytest.approx(plain.cost(piece))


def test_words_are_split_by_the_probabilities_on_screen():
    """Of a smaller sum of counts, more pieces would be more probable: s i t instead of si t."""
    words, removed = (("pit", 2), ("rib", 6), ("sit", 2), ("pits", 9)), ("pi", "ri")
    assert word_table(67, "unigram") == words
    training = follow(words, "unigram", removed)
    assert isinstance(training, Removals)
    (change,) = training.changes(2, "it")
    assert (change.word, change.after) == ("sit", ("si", "t"))
    slip, verdict = training.grade_places(2, "it", {(2, 1)})
    assert slip is None and verdict.right
    slip, verdict = training.grade_places(2, "it", {(2, 0), (2, 1)})
    assert slip is Slip.WRONGLY_JOINED
    assert str(*verdict.reason) == "sit has a more probable split than s i t."
