"""By hand: a learner trains on each level, as a user does."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest

from pages.panels.actions import Joint, Symbol
from pages.panels.by_hand.work import wall
from pages.rooms import rooms
from pages.rooms.state import Ask
from tests.oracle import Oracle
from tests.pages.app import App, seen
from tests.pages.test_story import open_story, story_text
from tests.wordpiece.test_by_hand import counts_of, oracle, places_of
from wordpiece.records import Pair
from wordpiece.teaching.by_hand import (
    ALGORITHMS,
    LEVELS,
    Result,
    Rule,
    Slip,
    Task,
    read_code,
    word_table,
    write_code,
)

KEY = "a key"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("RESULT_KEY", KEY)


def plain(rule: Rule = "wordpiece", table: int = 1, path: tuple[Pair, ...] = ()) -> Oracle:
    return oracle(dict(word_table(table, rule)), rule, path)


def title(app: App) -> str:
    found = re.search(r'<h2 class="asked"[^>]*>(.*?)<small>', app.html, re.DOTALL)
    return seen(found[1]) if found else ""


def step(app: App) -> int:
    """The number of the step, from the row of marks."""
    return int(re.findall(r'aria-current="step"><span class="sr">Step (\d+)<', app.html)[0])


def score(app: App) -> str:
    found = re.search(r'<h2 class="score"[^>]*>(.*?)</h2>', app.html)
    return seen(found[1]) if found else ""


def choose(app: App, work: Oracle, pair: Pair, backwards: bool = False) -> None:
    """Click the two symbols of a pair in the first word that has it."""
    word, place = places_of(work, pair)[0]
    for at in (place + 1, place) if backwards else (place, place + 1):
        app.pick(Symbol(word, at))


def fields(app: App) -> list[Any]:
    """The fields for the numbers of the step."""
    return [each for each in app.test.number_input if re.search(r"_\d+$", each.key or "")]


def type_counts(app: App, counts: list[Any]) -> None:
    for field, n in zip(fields(app), counts, strict=True):
        field.set_value(n)
    app.test.button(key="by_hand_check").click().run()
    assert not app.test.exception


def answer(app: App, work: Oracle, pair: Pair) -> None:
    counts = counts_of(work, len(work.merges), pair)
    choose(app, work, pair)
    wordpiece = work.rule == "ratio"
    type_counts(app, [*counts.values()] if wordpiece else [counts["pair"]])


def join(app: App, work: Oracle, pair: Pair, some: bool = False) -> None:
    for place in places_of(work, pair)[: 1 if some else None]:
        app.pick(Joint(*place))
    app.press("by_hand_join")


def test_the_worked_example_shows_each_merge_of_the_engine_and_offers_the_next_level():
    work, app = plain().run(), App("by_hand")
    for number, pair in enumerate(work.merges, 1):
        assert title(app) == "Worked example" and step(app) == number
        left, right = pair
        assert f"{left} + {right} → {work.join(*pair)}" in app.text
        app.press("by_hand_turn")
        assert "✓" not in app.html and ", right</span>" not in app.html
    assert score(app) == "Worked example"  # nothing was answered, so nothing was right
    app.press("by_hand_following")
    assert app.query["level"] == "fill" and title(app) == "Which number is missing?"


@pytest.mark.parametrize("rule", ["wordpiece", "bpe"])
def test_a_level_with_one_missing_count(rule):
    app, work = App("by_hand", level="fill", rule=rule, table="4"), plain(rule, 4)
    labels = {
        "count of the pair": "pair", "count of its left part": "left",
        "count of its right part": "right",
    }  # fmt: skip
    while not score(app):
        k, pair = len(work.merges), work.best(len(work.merges))
        [field] = fields(app)
        assert app.html.count('class="gap"') == 1
        type_counts(app, [counts_of(work, k, pair)[labels[field.label]]])
        work.step(pair)
    assert score(app).startswith(f"{len(work.merges)} of {len(work.merges)} ")


def test_a_wrong_pair_is_marked_and_the_learner_continues_from_either():
    for own in (True, False):
        app, work = App("by_hand", level="choose", table="2"), plain(table=2)
        right = work.tied(0)
        wrong = next(pair for pair in work.pairs(0) if pair not in right)
        answer(app, work, wrong)
        assert title(app) == "Continue from which answer?" and step(app) == 1
        count, left, right_count, value = work.formula(0, wrong)  # type: ignore[misc]
        assert f"{count} / ({left} × {right_count}) = {value}" in app.text
        open_story(app, wrong[0])  # the question is answered
        assert wrong[0] in story_text(app) and not app.messages
        app.press("by_hand_own" if own else "by_hand_right")
        work.step(wrong if own else right[0])
        assert title(app) == "Which pair merges next?" and step(app) == 2
        drawn = [row.split(": ")[1].split(" ×")[0] for row in app.words()[-len(work.words) :]]
        symbols = [[part.split(",")[0] for part in row.split(" , new")] for row in drawn]
        assert [" ".join("".join(row).split()) for row in symbols] == [
            " ".join(split) for split in work.states[-1].values()
        ]


def test_everything_by_hand_with_a_mistake_gives_a_code_for_the_teacher():
    app, work = App("by_hand", level="alone", rule="bpe", table="3"), plain("bpe", 3)
    first = True
    while not score(app):
        pair = work.tied(len(work.merges))[-1]
        answer(app, work, pair)
        if first and sum(pair[0] in split for split in work.states[-1].values()) > 1:
            join(app, work, pair, some=True)
            assert "A merge joins the pair in every word that has it." in app.text
            app.pick(joint := Joint(*places_of(work, pair)[0]))
            assert app.has(joint)
            first = False
        join(app, work, pair)
        work.step(pair)
    steps = len(work.merges)
    assert score(app) == f"{steps - 1} of {steps} steps right at the first try"
    assert "pair left unmerged in at least one word" in app.text
    result = read_code(app.test.code[0].value, KEY.encode())
    assert (result.right, result.task.seed, result.task.level) == (steps - 1, 3, "alone")
    app.press("by_hand_model")
    assert title(app) == "Worked example" and app.query["table"] == "3"


def test_an_answer_without_a_pair_or_a_count_is_not_graded():
    app, work = App("by_hand", level="choose"), plain()
    type_counts(app, [1, 2, 3])
    assert "Choose a pair first: click two neighbouring symbols." in app.text
    choose(app, work, work.tied(0)[0], backwards=True)
    type_counts(app, [1, None, 3])
    assert "A number is missing." in app.text
    type_counts(app, [99, 99, 99])  # the symbols are not buttons now
    assert "The choice is right." in app.text and "click two neighbouring symbols" not in app.text
    counts = counts_of(work, 0, work.tied(0)[0])
    type_counts(app, [*counts.values()])
    assert step(app) == 2 and "Right." in app.text


def test_a_click_on_a_screen_that_has_changed_does_nothing():
    app = App("by_hand", level="choose")
    for action in (Symbol(99, 0), Symbol(0, 99), Joint(0, 0), "nonsense"):
        app.report_pick(action)
        assert 'aria-pressed="true"' not in app.html.split("words hand")[1]
    app.pick(Symbol(0, 0))
    assert app.html.count('aria-pressed="true"') == 1
    app.pick(Symbol(0, 0))
    assert 'aria-pressed="true"' not in app.html.split("words hand")[1]


def test_a_level_is_kept_while_another_is_on_screen():
    assert "WordPiece, table 12345 " in App("by_hand", table="12345").text  # as in its field
    app = App("by_hand", table="5")
    app.press("by_hand_turn")
    app.test.query_params["step"] = "0"
    levels = next(each for each in app.test.button_group if each.key == "by_hand_level")
    levels.set_value("fill").run()
    assert title(app) == "Which number is missing?" and step(app) == 1
    next(each for each in app.test.button_group if each.key == "by_hand_level").set_value(
        "worked"
    ).run()
    assert title(app) == "Worked example" and step(app) == 2


def test_a_teacher_checks_codes_and_sees_a_copied_one():
    app = App("by_hand")
    result = Result(Task(7, "bpe", "alone"), (None, Slip.OLD_COUNTS, None), 99)
    code = write_code(result, KEY.encode())
    app.test.text_area(key="by_hand_codes").input(f"{code}\n<b>x</b>\n{code}").run()
    rows = [seen(row) for row in re.findall(r"<tr>(.*?)</tr>", app.html.split("<tbody>")[1])]
    checked = f"{code} BPE, table 7, Everything 2 of 3 right"
    assert rows == [
        f"{checked} numbers taken from the previous step",
        "<b>x</b> This server cannot check this code. Perhaps it is not a result code, or a "
        "character is wrong or missing. Perhaps another server made it, or this server has been "
        "restarted since.",
        f"{checked} The same code is in an earlier line. numbers taken from the previous step",
    ]


def test_some_days_later_another_table_is_about_the_mistakes_made():
    app, work = App("by_hand", level="choose", rule="bpe", table="6"), plain("bpe", 6)
    wrong = next(pair for pair in work.pairs(0) if pair not in work.tied(0))
    answer(app, work, wrong)
    app.press("by_hand_right")
    while not score(app):
        app.test.button(key="by_hand_show").click().run()
    link = re.search(r'<a href="by_hand\?([^"]*)"', app.html)
    assert link
    query = dict(parse_qsl(unescape(link[1])))
    later = App("by_hand", **query)
    assert later.messages == [] and query["table"] != "6"
    slips = [ALGORITHMS["bpe"].slips[Slip(name)] for name in query["focus"].split(",")]
    assert Slip.SHOWN not in query["focus"]
    assert f"What went wrong last time: {', '.join(map(str, slips))}." in later.text
    words = dict(word_table(int(query["table"]), "bpe", frozenset(map(Slip, [query["focus"]]))))
    assert [row.split(":")[0] for row in later.words()[-len(words) :]] == [*words]


def columns(app: App) -> list[str]:
    """The dots on the wall: the number of students at each step, and of those who are done."""
    [found] = re.findall(r'<section class="wall".*?</section>', app.html, re.DOTALL)
    dots = re.findall(r"<li[^>]*>(.*?)</li>", found, re.DOTALL)
    assert all(dot.count("<i></i>") == int(seen(dot).split()[0]) for dot in dots)
    return [seen(dot) for dot in dots]


def student_of(teacher: App, voter: str = "") -> App:
    """Open the link of a class in a browser that remembers a voter of its room."""
    student = App("by_hand", **teacher.query)
    student.remember("by_hand_voter", voter)
    return student


@pytest.mark.parametrize(("done", "sentence"), [
    ((), "Students join by the link of this screen or its QR code (key Q)."),
    ((0, 0), "Students join by the link of this screen or its QR code (key Q)."),
    ((4, 4), ""),
    ((1, 4), "Of the students who are not done, the largest group is at step 2."),
    ((4, 0, 3, 3, 4, 4), "Of the students who are not done, the largest group is at step 4."),
    ((0, 0, 3, 3, 1), "Of the students who are not done, the largest groups are at steps 1 and 4."),
])  # fmt: skip
def test_the_wall_says_which_steps_hold_most_of_those_who_are_not_done(done, sentence):
    drawn = wall(done, 4)
    assert seen(drawn).endswith(f" done {sentence}".rstrip())
    assert ('class="most"' in drawn) == ("the largest" in sentence)


@pytest.mark.parametrize("level", LEVELS)
def test_after_a_reload_the_learner_continues_with_the_same_dot(level):
    teacher = App("by_hand", level=level, table="2")
    teacher.press("by_hand_progress")
    before, work = student_of(teacher), plain(table=2)
    assert before.remembers("by_hand") == ""
    if level in ("choose", "alone"):
        wrong = next(pair for pair in work.pairs(0) if pair not in work.tied(0))
        answer(before, work, wrong)
        before.press("by_hand_own")
        if level == "alone":
            join(before, work, wrong)
    else:
        before.press("by_hand_turn" if level == "worked" else "by_hand_show")
    saved, voter = before.remembers("by_hand"), before.remembers("by_hand_voter")
    assert saved and voter and step(before) == 2
    after = student_of(teacher, voter)
    assert step(after) == 1
    for strange in (f"x{saved}", saved[:-1], "", "\ud800", saved.replace("/2/", "/3/")):
        after.remember("by_hand", strange)
        assert step(after) == 1
    after.remember("by_hand", saved)
    assert (title(after), after.words()) == (title(before), before.words())
    assert after.remembers("by_hand") == saved and after.remembers("by_hand_voter") == voter
    teacher.test.run()
    assert columns(teacher)[:2] == ["0 Step 1", "1 Step 2"]


def test_a_browser_that_remembers_a_voter_of_another_room_joins():
    teacher = App("by_hand", level="fill")
    teacher.press("by_hand_progress")
    code = teacher.query["room"]
    for voter in ("", "ABCDEF x", f"{code} x", f"{code} {'x' * 22}"):
        student_of(teacher, voter)
    teacher.test.run()
    assert columns(teacher)[0] == "4 Step 1"


def test_the_wall_shows_how_far_the_class_is():
    teacher = App("by_hand", level="fill", rule="bpe", table="8")
    steps = len(plain("bpe", 8).run().merges)
    teacher.press("by_hand_progress")
    assert "Students join by the link of this screen or its QR code (key Q)." in teacher.text
    students = [student_of(teacher) for _ in range(3)]
    for student, done in zip(students, (0, 2, steps), strict=True):
        for _ in range(done):
            student.test.button(key="by_hand_show").click().run()
    teacher.test.run()
    assert columns(teacher) == [
        "1 Step 1", "0 Step 2", "1 Step 3", *(f"0 Step {n}" for n in range(4, steps + 1)), "1 done",
    ]  # fmt: skip
    assert (
        "Of the students who are not done, the largest groups are at steps 1 and 3." in teacher.text
    )
    for _ in range(2):
        students[0].test.button(key="by_hand_show").click().run()
    teacher.test.run()
    assert columns(teacher)[2] == "2 Step 3"
    said = "Of the students who are not done, the largest group is at step 3."
    assert said in teacher.text and teacher.html.count('<li class="most">') == 1
    assert 'class="wall"' not in students[1].html
    teacher.press("room_close")
    assert "wall" not in teacher.text and "by_hand_progress" in teacher.buttons
    for student in students[:2]:
        student.test.button(key="by_hand_show").click().run()
        assert student.messages == []


def test_a_room_that_does_not_exist_stops_nobody():
    app = App("by_hand", room="ABC DEF", level="fill")
    assert app.messages == [] and title(app) == "Which number is missing?"


def test_progress_is_no_vote_on_another_question_of_the_room():
    code, secret = rooms().open()
    student = App("by_hand", room=code, level="fill")
    student.remember("by_hand_voter", "")
    rooms().steer(code, secret, lambda state: state.ask(Ask("?", ("a", "b"), frozenset({1}))))
    student.test.button(key="by_hand_show").click().run()
    assert rooms().status(code, secret).answered == 0
    rooms().steer(code, secret, lambda state: state.ask(Ask("!", (), frozenset(), steps=9)))
    student.test.button(key="by_hand_show").click().run()
    assert rooms().status(code, secret).tallies == ((2,),)
