"""The visitor's own merges on Take home: the verdict, and lists that cannot be read."""

import pytest

from pages.state import vocabularies
from tests import golden
from tests.pages.app import App, seen
from wordpiece.teaching.checking import check_merges

FIELD, FILE = "take_home_merges", "take_home_merges_file"


def opened(text: str = "", **query: str) -> App:
    app = App(**query)
    app.switch_to("take_home")
    if text:
        write(app, text)
    return app


def write(app: App, text: str) -> None:
    app.test.text_area(key=FIELD).set_value(text).run()
    assert not app.test.exception


def verdict(app: App) -> str:
    found = [seen(block) for block in app.blocks if 'class="verdict' in block]
    return found[0] if found else ""


def test_the_verdict_on_a_list_and_the_step_on_train():
    app = opened(
        repr([("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]), recipe="bpe"
    )
    said = verdict(app)
    assert said.startswith(
        "The first difference is at merge 5: your list has hug + s , the training has"
    )
    assert (
        "In a tie, the pair seen first in the corpus wins. The ties in your list fit this rule: "
        in said
    )
    assert "order (by code points) wins (ties compared: 1)." in said
    assert "3 h ug h ug 4 p un p un 5 hug s p ug 6 – hug s 7 – b un" in said
    assert app.test.button(key="take_home_show").label == "See step 4 on Train"
    app.test.button(key="take_home_show").click().run()
    assert not app.test.exception and app.stepper["step"] == 4


def test_merges_that_are_the_same_and_their_file():
    app = opened(recipe="cs336-bpe", corpus="cs336")
    assert verdict(app) == ""
    lines = "".join(f"{left} {right}\n" for left, right, *_ in golden.CS336_BPE)
    app.test.file_uploader(key=FILE).upload("mine.txt", lines.encode(), "text/plain").run()
    assert not app.test.exception and app.test.text_area(key=FIELD).value == lines
    assert verdict(app) == "Your list has the same 12 merges as the training."
    write(app, lines + "x y\n")
    assert "Your list continues with x + y , but the training has already ended." in verdict(app)


@pytest.mark.parametrize(
    ("text", "says"),
    [("hallo", "Line 1: Expected two symbols"), ("[('h', 'u'), <b>]", "found '<b>]'"),
     ("[('\\ud800', 'u')]", "surrogate"), ("u g\n" * 60_000, "This list has 240,000 characters")],
)  # fmt: skip
def test_a_list_that_cannot_be_read_stays_in_the_field(text, says):
    app = opened("u g\n", recipe="bpe")
    assert "but your list ends after it" in verdict(app)
    write(app, text)
    assert says in app.test.error[0].value.replace("\\", "") and verdict(app) == ""
    assert app.test.text_area(key=FIELD).value == text
    write(app, "u g\n")
    assert not app.test.error and verdict(app)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"%PDF-1.7\n", "mine.txt: "),
        (b"a b\nhallo\n", "Line 2"),
        (b"a b\n" * 60_000, "at most 100,000 fit"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(content, says):
    app = opened("u g\n", recipe="bpe")
    app.test.file_uploader(key=FILE).upload("mine.txt", content, "text/plain").run()
    assert not app.test.exception
    assert says in app.test.error[0].value.replace("\\", "")
    assert app.test.text_area(key=FIELD).value == "u g\n" and "your list ends" in verdict(app)


def test_a_list_is_checked_once_for_each_training(monkeypatch):
    calls: list[object] = []

    def counted(*args, **how):
        calls.append(args)
        return check_merges(*args, **how)

    monkeypatch.setattr(vocabularies, "check_merges", counted)
    app = opened("u g\nu n\n", recipe="bpe")
    app.test.run()
    assert len(calls) == 1
    write(app, "u g\nu n\nh ug\n")
    assert len(calls) == 2
