"""Fields: what a page remembers is declared once, and everything else follows from that."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.panels.train import phases
from pages.panels.train.board import LEAST_ROWS, PANELS
from pages.state import remembered
from pages.state.fields import Digits, Field, Kept, OneOf, Text
from pages.state.links import Screen as Link
from pages.state.links import from_link, to_link
from pages.state.remembered import IN_LINKS, LISTS, PACES, ROWS, Train
from tests.pages.app import App

PAGES = [getattr(remembered, name) for name in ("Train", "Compare", "Encode", "Predict", "Lessons")]
FIELDS = [value for page in PAGES for value in vars(page).values() if isinstance(value, Field)]
CARRIED = [*dict.fromkeys(field for fields in IN_LINKS.values() for field in fields)]
PAGE_OF = {field: page for page, fields in IN_LINKS.items() for field in fields}


EVERYWHERE = ["story", "story_of"]


def test_names_are_unique():
    kept = [value for page in PAGES for value in vars(page).values() if isinstance(value, Kept)]
    keys = [field.key for field in FIELDS] + [f"{each.page}_{each.name}" for each in kept]
    assert len(set(keys)) == len(keys) > 20
    names = [field.name for field in CARRIED]
    assert len(set(names)) == len(names)  # a link says them without the page


def test_links_carry_what_they_always_have():
    """Otherwise links that were handed out would open another screen."""
    assert {page: [field.name for field in fields] for page, fields in IN_LINKS.items()} == {
        "train": ["pace", "phase", "look", "panel", "read", "changed", *EVERYWHERE],
        "encode": ["text", "with", "special", "added", "view", *EVERYWHERE],
        "compare": ["by", "words", "sentence", "find", "show", "reading", "differing", *EVERYWHERE],
        "predict": ["ask", "set", *EVERYWHERE],
        "lessons": ["lesson", "part", "done", "plan", *EVERYWHERE],
        "take_home": EVERYWHERE,
    }


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_the_default_is_valid_and_in_no_link(field):
    assert field.valid.accepts(field.default) or field.key in ("lessons_forgotten", "train_guess")
    if field.in_link:
        assert to_link(field.page, Link(notes={field.name: field.default}))[0] == {"step": "0"}
        assert from_link(field.page, {})[0].notes[field.name] == field.default


def other(field: Field[str]) -> str:
    """A valid value that is not the default."""
    if isinstance(field.valid, OneOf):
        return next(value for value in field.valid.values if value != field.default)
    if field.name == "story_of":
        return "bpe"
    return "7" if isinstance(field.valid, Digits) or field.name == "done" else "hugs & <b>"


@pytest.mark.parametrize("field", CARRIED, ids=lambda field: field.key)
def test_a_link_brings_a_value_back(field):
    query, behind = to_link(PAGE_OF[field], Link(notes={field.name: other(field)}))
    screen, problems = from_link(PAGE_OF[field], query)
    assert screen.notes[field.name] == other(field) and not behind and not problems


@pytest.mark.parametrize("field", CARRIED, ids=lambda field: field.key)
def test_a_link_with_an_invalid_value_says_so_and_brings_the_default(field):
    screen, [problem] = from_link(PAGE_OF[field], {field.name: "\u202e" * 2_001})
    assert screen.notes[field.name] == field.default
    assert str(problem).isprintable() and len(str(problem)) < 200


FORGED = (None, 7, -1, 2.5, True, "no such", "", [], {}, ["words"], b"x")


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_values_that_no_widget_offers_are_refused(field):
    for said in FORGED:
        if field.valid.accepts(said):
            is_text = isinstance(field.valid, Text | Digits) and isinstance(said, str)
            assert is_text or type(said) is type(field.default), said
    assert not field.valid.accepts([field.default])


def script() -> None:
    import streamlit as st

    from pages.state.remembered import Encode, Train

    st.selectbox("Pace", ["merge", "slow", "no such"], key=Train.PACE.widget(),
                 on_change=Train.PACE.take)  # fmt: skip
    st.text_input("Text", key=Encode.TEXT.widget(), on_change=Encode.TEXT.take)
    st.button("Reset", on_click=Train.PACE.reset)
    st.button("Slow", on_click=Train.PACE.set, args=("slow",))
    st.text(f"{Train.PACE.get()}-{Encode.TEXT.get()}.")


def test_a_widget_is_bound_to_a_field():
    test = AppTest.from_function(script).run()
    assert test.text[0].value == "merge-."
    test.selectbox(key="train_pace").select("slow").run()
    test.text_input(key="encode_text").set_value("hugs").run()
    assert test.text[0].value == "slow-hugs."
    test.selectbox(key="train_pace").select("no such").run()
    assert test.text[0].value == "slow-hugs." and test.selectbox[0].value == "slow"
    test.button[0].click().run()
    assert test.text[0].value == "merge-hugs." and test.selectbox[0].value == "merge"
    test.button[1].click().run()
    assert test.text[0].value == "slow-hugs." and test.selectbox[0].value == "slow"


def test_tables_that_speak_of_the_same_agree():
    assert {pace: tuple(phases.buttons(pace)) for pace in PACES} == PACES
    assert set(Train.PHASE.valid.values) == {name for names in PACES.values() for name in names}
    assert set(Train.PANEL.valid.values) <= set(PANELS)
    assert ROWS[0] == LEAST_ROWS
    assert {name: field.page for name, field in LISTS.items()} == {
        name: name.split("_")[0] for name in LISTS
    }


def test_what_is_set_on_a_page_is_still_there_on_return():
    app = App("encode", text="hugs")
    app.test.switch_page("pages/screens/train.py").run()
    app.test.switch_page("pages/screens/encode.py").run()
    assert app.test.text_input(key="encode_text").value == "hugs" and app.query["text"] == "hugs"
