"""Training by hand: the tables, and random learners graded by `tests.oracle`."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import chain, pairwise
from typing import Any, Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import Oracle
from tests.sentences import counted, formula, plus
from tests.strategies import examples
from wordpiece.message import paragraph
from wordpiece.records import Pair
from wordpiece.teaching.by_hand import (
    LEVELS,
    MAX_SEED,
    RULES,
    Answer,
    CodeError,
    Continue,
    Event,
    Join,
    Phase,
    Result,
    Rule,
    Show,
    Slip,
    Task,
    Turn,
    Work,
    advance,
    read_code,
    read_events,
    word_table,
    write_code,
    write_events,
)  # fmt: skip
from wordpiece.teaching.by_hand.exercise import TRANSITIONS
from wordpiece.training.timeline import Timeline

MERGES: tuple[Rule, ...] = ("wordpiece", "bpe")
OF_PAIRS = (Slip.OTHER_RULE, Slip.OLD_COUNTS, Slip.WORDS_ONCE)
seeds = st.integers(1, MAX_SEED)
some_focus = st.frozensets(st.sampled_from(Slip), max_size=3)


def tasks(*rules: Rule) -> st.SearchStrategy[Task]:
    """Return a strategy for the exercises of some algorithms."""
    levels = st.sampled_from(LEVELS)
    return st.builds(Task, seeds, st.sampled_from(rules), levels, some_focus)


def oracle(words: dict[str, int], rule: str, path: tuple[Any, ...]) -> Oracle:
    """Return the plain training of a path."""
    marking, score = ("##", "ratio") if rule == "wordpiece" else ("none", "count")
    plain = Oracle(words, marking, score)  # type: ignore[arg-type]
    for pair in path:
        plain.step(pair)
    return plain


def of_work(work: Work) -> Oracle:
    return oracle(dict(work.task.table), work.task.rule, work.path)


def best(values: dict[Pair, Any]) -> set[Pair]:
    return {pair for pair, value in values.items() if value == max(values.values())}


def mistaken(work: Work, slip: Slip) -> set[Pair]:
    """Return the pairs that a learner chooses who makes a mistake, found plainly."""
    plain, k = of_work(work), work.step
    now = plain.pairs(k)
    if slip is Slip.OTHER_RULE and work.task.rule == "wordpiece":
        return best(dict(now))
    if slip is Slip.OTHER_RULE:
        parts = plain.symbols(k)
        return best({(a, b): Fraction(n, parts[a] * parts[b]) for (a, b), n in now.items()})
    if slip is Slip.OLD_COUNTS:
        old = {pair: value for pair, value in plain.scores(k - 1).items() if pair in now}
        return best(old) if old else set()
    once = oracle(dict.fromkeys(dict(work.task.table), 1), work.task.rule, work.path)
    return best(once.scores(k))


def counts_of(plain: Oracle, k: int, pair: Any) -> dict[str, int]:
    symbols = plain.symbols(k)
    return {"pair": plain.pairs(k)[pair], "left": symbols[pair[0]], "right": symbols[pair[1]]}


@examples(150)
@given(seeds, st.sampled_from(MERGES), some_focus)
def test_a_table_is_as_promised(seed, rule, focus):
    words = dict(word_table(seed, rule, focus))
    assert 4 <= len(words) <= 7 and min(words.values()) >= 1
    assert all(len({*word}) == len(word) for word in words)
    work = Work.begin(Task(seed, rule, focus=focus))
    plain = oracle(words, rule, ()).run()
    model = work.task.model.timeline
    assert isinstance(model, Timeline)
    steps = range(len(plain.merges))
    assert 6 <= len(steps) <= 9
    assert any(len(plain.tied(k)) > 1 for k in steps)
    assert all(plain.replaced(k + 1) == plain.pairs(k)[plain.merges[k]] for k in steps)
    assert [model.pair(k + 1) for k in steps] == plain.merges
    for slip, least in {
        Slip.OLD_COUNTS: 1,
        **{slip: 2 for slip in focus if slip in OF_PAIRS},
    }.items():
        wrong = [
            mistaken(replace(work, path=(*plain.merges[:k],)), slip) - {*plain.tied(k)}
            for k in steps
            if k or slip is not Slip.OLD_COUNTS
        ]
        assert sum(map(bool, wrong)) >= least, slip


def draw_answer(data: st.DataObject, work: Work) -> Answer:
    """Draw the answer of a learner who is right, late, careless, or guesses."""
    plain, k = of_work(work), work.step
    pairs = sorted(plain.pairs(k))
    kinds = [plain.tied(k), pairs, *(sorted(mistaken(work, slip)) for slip in OF_PAIRS if k)]
    pair = work.choice or data.draw(st.sampled_from(kinds).filter(bool).flatmap(st.sampled_from))
    right = counts_of(plain, k, pair)
    wrong = data.draw(st.sampled_from([0, 0, 0, 1, 2]))
    old = counts_of(plain, max(0, k - 1), pair)
    typed = [
        {0: right[name], 1: old[name], 2: data.draw(st.integers(0, 40))}[wrong]
        for name in work.asked
    ]
    return Answer(None if work.choice else pair, tuple(typed))


def draw_event(data: st.DataObject, work: Work) -> Event:
    if work.phase is Phase.ANSWER:
        return draw_answer(data, work)
    assert work.choice
    everywhere = [
        (i, j)
        for i, split in enumerate(of_work(work).states[-1].values())
        for j in range(len(split) - 1)
    ]
    right = {*places_of(of_work(work), work.choice)}
    other = st.sets(st.sampled_from(everywhere))
    return Join(frozenset(data.draw(st.just(right) | other)))


def places_of(plain: Oracle, pair: Any) -> list[tuple[int, int]]:
    """Return each word in which a pair occurs now, and the position of its left part there."""
    splits = enumerate(plain.states[-1].values())
    return [(i, j) for i, split in splits for j, each in enumerate(pairwise(split)) if each == pair]


WHY = {
    Slip.OLD_COUNTS: (
        "fits the numbers of the previous step",
        "By the numbers of the previous step, no choice that is left would be better than yours.",
    ),
    Slip.WORDS_ONCE: ("Each word is counted as many times", "each word were counted only once"),
    Slip.MISCOUNTED: ("Add up the counts", "without"),
    Slip.OTHER_RULE: (
        "but the score does not depend on the count alone.",
        "by WordPiece's rule, but BPE merges the most frequent pair.",
        "No piece that can be removed has a lower count than",
    ),
    Slip.NO_TIE: ("the count is divided by a larger number",),
    Slip.OTHER_PAIR: ("Another pair has a better score.", "costs"),
    Slip.PARTLY_JOINED: ("A merge joins the pair in every word that has it.",),
    Slip.WRONGLY_JOINED: (
        "In this step only",
        "has a more probable split than",
        "is not in the vocabulary",
        "is the piece to be removed, so a split must not use it.",
    ),
    Slip.SHOWN: ("",),
}
"""What a verdict says of each mistake, by one of the algorithms."""


def equally_good(tied: list[Any]) -> set[str]:
    return {f"{len(tied)} choices are equally good"} if len(tied) > 1 else set()


def choice_is_right(work: Work) -> set[str]:
    return {"The choice is right."} if work.task.level != "fill" else set()


def expected(work: Work, event: Event) -> tuple[Slip | None, set[str], bool]:
    """Return the mistake of an answer, figures in its verdict, and whether the work continues."""
    plain, k = of_work(work), work.step
    if isinstance(event, Join):
        assert isinstance(work.choice, tuple)
        right = {*places_of(plain, work.choice)}
        if event.places - right:
            return Slip.WRONGLY_JOINED, {plus(work.choice)}, False
        if event.places != right:
            return Slip.PARTLY_JOINED, set(), False
        return None, {f"{plus(work.choice)} is merged in {counted(len(right), 'word')}."}, True
    given_pair = event.choice if isinstance(event, Answer) else None
    tied = plain.tied(k)
    pair: Any = given_pair or work.choice or tied[0]
    shown = {f"{plus(pair)}: {formula(plain, k, pair)}"}
    shown |= equally_good(tied) if pair in tied else set()
    if isinstance(event, Show):
        return Slip.SHOWN, shown, True
    assert isinstance(event, Answer)
    slip = None
    once = oracle(dict.fromkeys(plain.words, 1), work.task.rule, work.path)
    for name, typed in zip(work.asked, event.numbers, strict=True):
        if slip or typed == counts_of(plain, k, pair)[name]:
            continue
        if k and typed == counts_of(plain, k - 1, pair)[name]:
            slip = Slip.OLD_COUNTS
        else:
            is_once = typed == counts_of(once, k, pair)[name]
            slip = Slip.WORDS_ONCE if is_once else Slip.MISCOUNTED
        what = {"pair": plus(pair), "left": pair[0], "right": pair[1]}[name]
        wrong = {f"The count of {what} is not {typed:,}."}
        shown = wrong | choice_is_right(work) if pair in tied else shown | wrong
    if pair in tied:
        return slip, shown, slip is None
    equal = [each for each in tied if plain.pairs(k)[each] == plain.pairs(k)[pair]]
    rival = (equal or tied)[0]
    shown.add(f"against {formula(plain, k, rival)} for {plus(rival)}.")
    for other in (Slip.OTHER_RULE, *[Slip.OLD_COUNTS] * bool(k), Slip.WORDS_ONCE):
        if not slip and pair in mistaken(work, other):
            slip = other
    return slip or (Slip.NO_TIE if equal else Slip.OTHER_PAIR), shown, False


class Plainly(Protocol):
    """The plain training of the path of a work."""

    @property
    def right(self) -> list[Any]:
        """All right choices."""

    @property
    def splits(self) -> list[tuple[str, ...]]:
        """The words as they are split now."""


class PlainMerges:
    def __init__(self, work: Work):
        plain = of_work(work)
        self.right = plain.tied(work.step) if plain.pairs(work.step) else []
        self.splits = [(*split,) for split in plain.states[-1].values()]


def learn(
    task: Task,
    data: st.DataObject,
    plainly: Callable[[Work], Plainly],
    draw: Callable[[st.DataObject, Work], Event],
    expect: Callable[[Work, Event], tuple[Slip | None, set[str], bool]],
) -> None:
    """Let a random learner do an exercise, and compare each state and verdict with the plain ones.

    Args:
        task: the exercise.
        data: draws what the learner does.
        plainly: returns the plain training.
        draw: draws an event other than those of a step to read, of a fork, and of giving up.
        expect: returns the mistake in an event, figures in its verdict, and whether the work
            continues.
    """
    work = Work.begin(task)
    first: list[Slip | None] = []
    events: list[Event] = []
    for _ in range(200):
        if work.phase is Phase.DONE:
            break
        event: Event
        if work.phase is Phase.READ:
            event = Turn()
        elif work.phase is Phase.FORK:
            event = Continue(data.draw(st.booleans()))
        else:
            event = Show() if data.draw(st.integers(0, 9)) == 0 else draw(data, work)
        before, work = work, advance(work, event)
        events.append(event)
        plain = plainly(before)
        assert [*before.timeline.splits(before.step).values()] == plain.splits
        if isinstance(event, (Turn, Continue)):
            own = isinstance(event, Continue) and event.own
            fork = before.chosen if own else plain.right[0]
            if task.level != "alone" or not replace(before, chosen=fork).parts:
                assert work.path == (*before.path, fork)
            else:
                assert (work.chosen, work.phase) == (fork, Phase.JOIN)
            slip = None
        else:
            slip, figures, goes_on = expect(before, event)
            assert work.verdict
            said = paragraph(work.verdict.feedback)
            assert all(each in said for each in figures), (figures, said)
            choice = (isinstance(event, Answer) and event.choice) or before.choice or before.best
            assert "equally good" not in said or choice in plain.right
            assert slip is None or any(why in said for why in WHY[slip])
            assert work.verdict.right == (goes_on and not isinstance(event, Show))
            assert work.verdict.skipped == isinstance(event, Show)
            assert goes_on == (work.step > before.step or work.phase is not before.phase) or (
                work.phase is Phase.FORK
            )
        first += [slip] * (slip is not None and len(first) == before.step)
        first += [None] * (work.step > before.step and len(first) == before.step)
        assert work.slips == (*first[: work.step],)
    assert work.phase is Phase.DONE and not plainly(work).right
    assert [*work.timeline.splits(work.step).values()] == plainly(work).splits
    assert work.went_well == (3 * work.slips.count(None) >= 2 * len(work.slips))
    assert read_events(write_events(events)) == events
    result = Result(task, work.slips, 7)
    assert result.right == first.count(None)
    assert read_code(write_code(result, b"a key"), b"a key") == result


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["h", "##u", "\ud800"]),
    lambda each: st.lists(each, max_size=3),
)
names = st.sampled_from(["Turn", "Answer", "Continue", "Join", "Show", "Event"])


@examples(80)
@given(
    tasks(*MERGES, "unigram"),
    st.lists(st.builds(lambda name, rest: [name, *rest], names, st.lists(values))),
)
def test_events_from_a_browser_may_be_anything(task, found):
    read = read_events(json.dumps(found))
    assert read_events(write_events(read)) == read
    for event, (name, *rest) in zip(read, found, strict=False):
        if name == "Join":
            assert event == Join(frozenset(map(tuple, rest[0])))
        else:
            assert json.loads(write_events([event])) == [[name, *rest]]
    reduce(advance, read, Work.begin(task))


@pytest.mark.parametrize("text", ["", "{", "7", "[" * 10_000, "NaN", "9" * 5_000, '[["Show"], 7]'])
def test_text_without_events(text):
    assert read_events(text) == [Show()] * ("Show" in text)


@examples(80, deadline=None)
@given(tasks(*MERGES), st.data())
def test_a_random_learner_gets_the_verdicts_that_the_textbook_gives(task, data):
    learn(task, data, PlainMerges, draw_event, expected)


def test_any_tied_pair_is_right_and_the_work_follows_it():
    work = Work.begin(Task(1, "wordpiece", "choose"))
    while len(of_work(work).tied(work.step)) < 2:
        work = advance(work, Show())
    pair = of_work(work).tied(work.step)[-1]
    counts = counts_of(of_work(work), work.step, pair)
    done = advance(work, Answer(pair, (*counts.values(),)))
    assert done.path[-1] == pair and done.marks[-1].slip is None
    assert done.marks[-1].best != pair == done.marks[-1].chosen
    assert isinstance(done.timeline, Timeline)
    forced = [done.timeline.merge(step + 1).forced for step in range(done.step)]
    assert forced == [False] * work.step + [True]


def test_an_equal_count_is_not_an_equal_score():
    work = Work.begin(Task(1, "wordpiece", "choose"))
    after = advance(work, Answer(("##e", "##t"), (2, 25, 2)))
    assert after.verdict and [*map(str, after.verdict.reason)] == [
        "For your pair, the count is divided by a larger number than for ##g + ##s."
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_an_event_that_does_not_fit_changes_nothing(level):
    work = Work.begin(Task(level=level))
    events = (Turn(), Answer(None, ()), Continue(True), Join(frozenset()), Show())
    for event in events:
        if (work.phase, type(event)) not in TRANSITIONS:
            assert advance(work, event) is work


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(None, (1, 1, 1)), "Choose a pair first: click two neighbouring symbols."),
        (Answer(("x", "##y"), (1, 1, 1)), "Choose a pair first: click two neighbouring symbols."),
        (Answer(None, (1, None, 1)), "Choose a pair first: click two neighbouring symbols."),
        (Answer("best", (1, None, 1)), "A number is missing."),
        (Answer("best", ()), "A number is missing."),
    ],
)
def test_an_answer_that_lacks_something_is_not_graded(answer, said):
    work = Work.begin(Task(1, "wordpiece", "choose"))
    if answer.choice == "best":
        answer = replace(answer, choice=work.best)
    after = advance(work, answer)
    assert str(after.missing) == said
    assert replace(after, missing=None) == work


def test_a_code_from_before_there_was_a_third_algorithm_still_checks():
    slips = (None, Slip.NO_TIE, None, Slip.SHOWN, None, None)
    task = Task(7, "bpe", "alone", frozenset({Slip.OLD_COUNTS}))
    for first in "L1":  # the digit 1 is read as L
        code = f"{first}QAAD-QCABR-TAICI-AXEK4-54ER"
        assert read_code(code, b"a key") == Result(task, slips, 99)


def test_a_link_has_the_same_table_in_every_version():
    assert [" ".join(f"{word} {n}" for word, n in word_table(1, rule)) for rule in RULES] == [
        "peg 3 leg 10 web 8 let 2 legs 2",
        "tug 6 hum 11 cub 11 tub 7 tugs 4",
        "pub 9 hug 3 pun 11 puns 7",
    ]


def test_a_code_with_another_character_or_key_is_refused():
    result = Result(
        Task(5, "bpe", "alone", frozenset({Slip.OLD_COUNTS})), (None, Slip.NO_TIE) * 4, 999
    )
    code = write_code(result, b"a key")
    assert read_code(f" {code.lower().replace('-', ' ')}", b"a key") == result
    wrong = (code[:i] + "A2"[char == "A"] + code[i + 1 :] for i, char in enumerate(code))
    for other in chain(wrong, ["", "-", "é", "ABC", code[:-1], code * 9]):
        with pytest.raises(CodeError):
            read_code(other, b"a key")
    with pytest.raises(CodeError, match="This server cannot check this code"):
        read_code(code, b"another key")
