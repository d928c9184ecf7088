"""Merges chosen by the user, and links: what they carry, and what they cannot."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import zlib
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.state.fields import MAX_NOTE, Digits, OneOf
from pages.state.links import (
    ADDRESS,
    FINGERPRINT,
    MAX_LINK,
    MAX_OWN,
    QUERY,
    Screen,
    from_link,
    pack,
    to_link,
    unpack,
)
from pages.state.remembered import IN_LINKS
from pages.trainings.job import ForcedMergeError, Job, Source, sample_source
from pages.trainings.settings import (
    MAX_FORCED,
    MAX_FORCED_STEP,
    MAX_RANK,
    Settings,
)
from tests.pages.app import App
from tests.pages.test_train import messages, own
from tests.pages.test_ui import settings
from tests.strategies import examples
from wordpiece import WordPieceTrainer
from wordpiece.text.corpus import decode

# Links: what goes in comes out.

unicode = st.text(st.characters(exclude_categories=["Cs"]))
NOTES = {page: {each.name: each.default for each in IN_LINKS[page]} for page in IN_LINKS}
pages = st.sampled_from(sorted(NOTES))
NOTE_VALUES = {
    each.name: st.sampled_from(each.valid.values)
    if isinstance(each.valid, OneOf)
    else st.integers(1, each.valid.most).map(str)
    for fields in IN_LINKS.values()
    for each in fields
    if isinstance(each.valid, OneOf | Digits)
} | {"done": st.text("0123456789.,"), "story_of": st.text("abz-", max_size=20)}


@st.composite
def screens(draw) -> tuple[str, Screen]:
    page = draw(pages)
    chosen = draw(settings)
    if chosen.tie_break != "random":
        chosen = Settings(
            **{name: getattr(chosen, name) for name in Settings.__dataclass_fields__} | {"seed": 0}
        )
    notes = {name: draw(NOTE_VALUES.get(name, unicode)) for name in NOTES[page]}
    text = draw(unicode | st.builds(lambda text, n: text * n, unicode, st.integers(1, 999)))
    mine = text if chosen.corpus in ("text", "table") else None
    of = hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT] if chosen.is_own else ""
    step, presenting = draw(st.integers(0, 999_999_999)), draw(st.booleans())
    return page, Screen(chosen, step, notes, presenting, mine, of)


@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(screens())
def test_a_screen_survives_the_address_bar(page_and_screen):
    page, screen = page_and_screen
    query, behind = to_link(page, screen)
    link = urlencode(query)
    assert len(link) <= MAX_LINK - ADDRESS
    restored, problems = from_link(page, dict(parse_qsl(link, keep_blank_values=True)))
    assert problems == []
    assert restored.settings == screen.settings
    assert (restored.step, restored.presenting) == (screen.step, screen.presenting)
    for name, note in screen.notes.items():
        assert restored.notes[name] == (NOTES[page][name] if name in behind else note)
    if "own" in behind:
        assert restored.own is None and restored.of == screen.of
    else:
        assert restored.own == screen.own and restored.of == ""


@given(st.dictionaries(st.sampled_from(QUERY), st.text(max_size=80)), pages)
def test_any_link_gives_a_screen_and_short_sentences(query, page):
    screen, problems = from_link(page, query)
    assert all(len(str(problem)) < 200 for problem in problems)
    again, problems = from_link(page, to_link(page, screen)[0])
    assert problems == []
    assert again.settings == screen.settings and again.step == screen.step


def test_what_is_too_long_for_a_link_stays_behind():
    # Deflate can do little about this one.
    noise = "".join(random.Random(0).choices([chr(i) for i in range(1, 128)], k=MAX_OWN))
    mine = Settings("text", pre_tokenizer="bert")
    query, behind = to_link("encode", Screen(mine, own=noise, of="0" * 8, notes={"text": "hug"}))
    assert behind == [] and query["text"] == "hug" and "of" not in query
    query, behind = to_link("encode", Screen(mine, own=noise, notes={"text": noise}))
    assert behind == ["text"] and "own" in query
    most = tuple((MAX_FORCED_STEP - i, MAX_RANK) for i in range(MAX_FORCED))[::-1]
    many = Settings("text", pre_tokenizer="bert", forced=most)
    query, behind = to_link("train", Screen(many, own=noise, of="0" * 8))
    assert behind == ["own"] and query["of"] == "0" * 8
    assert to_link("encode", Screen(notes={"text": "x" * (MAX_NOTE + 1)}))[1] == ["text"]
    assert to_link("encode", Screen(notes={"text": "\ud800"}))[1] == ["text"]


@given(st.binary(max_size=300))
def test_broken_packing_is_refused_and_never_blows_up(data):
    text = unpack(base64.urlsafe_b64encode(data).decode().rstrip("="))
    assert text is None or len(text.encode()) <= MAX_OWN


def test_a_bomb_is_not_inflated():
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = deflate.compress(bytes(2_000_000)) + deflate.flush()
    packed = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(packed) < MAX_LINK
    assert unpack(packed) is None
    assert unpack(pack("x" * MAX_OWN)) == "x" * MAX_OWN
    assert pack("x" * (MAX_OWN + 1)) is None
    assert unpack(pack("hug") + "AAAA") is None
    assert unpack("A" * (MAX_LINK + 1)) is None


@pytest.mark.parametrize("text", ["hug", "\ufeffhug", "a\r\nb\tc\n", "naïve \U0001f600"])
def test_a_corpus_sent_along_is_the_same_when_it_arrives(text):
    assert decode(Source.of("mine.txt", "text", text).to_bytes()) == text


# Trainings with chosen merges.


def trained(chosen: Settings, seconds: float = 60):
    job = Job((chosen, ""), sample_source(chosen))
    while not job.advance(seconds):
        pass
    return job.result().timeline


def test_the_printed_path_of_the_course():
    merges = list(trained(Settings(forced=((3, 5),))).steps())
    natural = list(trained(Settings()).steps())
    assert [merge.pair for merge in merges[:2]] == [merge.pair for merge in natural[:2]]
    third = merges[2]
    assert third.forced and third.pair == ("hu", "##g") and third.best_pair == ("hu", "##gs")
    assert (third.pair_count, third.left_count, third.right_count) == (10, 15, 15)
    assert not any(merge.forced for merge in merges[3:])
    assert merges[3].pair == ("hu", "##gs")


@given(st.dictionaries(st.integers(1, 12), st.integers(1, 6), max_size=6))
@examples(40)
def test_chosen_merges_are_the_rows_of_the_table_before_them(ranks):
    chosen = Settings("low", forced=tuple(sorted(ranks.items())))
    try:
        timeline = trained(chosen)
    except ForcedMergeError as error:
        before = trained(
            Settings("low", forced=tuple(c for c in chosen.forced if c[0] < error.index))
        )
        assert error.rank > len(before.scores(error.index - 1)) == error.pairs  # noqa: PT017
        return
    trainer = WordPieceTrainer(
        dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    )
    for step in range(1, len(timeline) + 1):
        table = trainer.timeline().scores(step - 1)
        pair = table.rows()[ranks[step] - 1].pair if step in ranks else None
        assert trainer.step(pair) == timeline.step(step)
    assert trainer.step() is None
    assert [merge.pair for merge in trained(chosen, 0.0001).steps()] == [
        merge.pair for merge in timeline.steps()
    ]


def test_a_merge_that_does_not_exist_says_so_and_one_beyond_the_end_does_not():
    with pytest.raises(ForcedMergeError, match="Merge 3 cannot be pair 99 of the score table"):
        trained(Settings(forced=((3, 99),)))
    assert len(trained(Settings(forced=((50, 99),)))) == 9


def test_a_link_of_a_hundred_chosen_merges_is_short():
    draw = random.Random(0)
    steps = sorted(draw.sample(range(1, 8_000), 100))
    chosen = Settings("shakespeare", forced=tuple((step, draw.randint(1, 900)) for step in steps))
    query, behind = to_link("train", Screen(chosen, step=8_000))
    assert not behind and len(urlencode(query)) < 2_000 - ADDRESS
    assert from_link("train", query) == (
        Screen(chosen, 8_000, dict(NOTES["train"])), []
    )  # fmt: skip


# The app.


class Choosing(App):
    """A page of Train's kind with a button for each thing that a user can choose."""

    def __init__(self, **query: str):
        self.test = AppTest.from_function(choosing, default_timeout=60)
        for name, value in query.items():
            self.test.query_params[name] = value
        self.test.run()

    def press(self, what: str, number: int = 0) -> None:
        self.test.number_input(key="number").set_value(number)
        self.test.button(key=what).click().run()

    @property
    def merges(self) -> list[str]:
        """The merges up to the step on screen; chosen ones have a star."""
        assert not self.test.exception
        return self.test.code[0].value.split("\n")


def choosing() -> None:
    import streamlit as st

    from pages.components.page import end
    from pages.shell import sidebar
    from pages.state import address, asked, shown, steps

    address.begin("train")
    sidebar.sidebar()
    sidebar.messages(shown.training())

    def number() -> int:
        return int(st.session_state["number"])

    @st.fragment
    def stepping() -> None:
        address.save()
        st.number_input("Number", value=0, key="number")
        st.button("Force", key="force", on_click=lambda: asked.force(number()))
        st.button("Undo", key="undo", on_click=lambda: asked.undo(number()))
        st.button("Undo all", key="undo_all", on_click=asked.undo_all)
        st.button("Go", key="go", on_click=lambda: steps.go(number()))
        timeline = shown.training_on_screen().timeline
        made = (timeline.step(k) for k in range(1, steps.step() + 1))
        st.code("\n".join(" ".join(step.pair) + "*" * step.forced for step in made) or "start")

    stepping()
    end()


def test_force_and_undo():
    app = Choosing(step="2")
    app.press("force", 5)
    assert app.merges == ["##g ##s", "h ##u", "hu ##g*"]
    assert app.query == {"forced": "3.5", "step": "3"}
    app.press("force", 1)
    assert app.merges[3] == "hu ##gs*"
    app.press("go", 1)
    assert app.query == {"forced": "3.5_4.1", "step": "1"}
    app.press("force", 3)  # what was chosen later belongs to another training
    assert app.query == {"forced": "2.3", "step": "2"}
    app.press("go", 4)
    app.press("force", 2)
    assert app.query["forced"] == "2.3_5.2" and app.query["step"] == "5"
    app.press("undo", 5)
    assert app.query == {"forced": "2.3", "step": "4"}
    app.press("force", 2)
    app.press("undo_all")
    assert app.query == {"step": "1"}
    assert messages(app) == ""


def test_there_is_nothing_to_force_at_the_end_nor_beyond_the_table():
    app = Choosing(step="2", size="14")
    app.press("force", 1)
    assert "The training ends here, so no merge can follow." in messages(app)
    assert app.query == {"size": "14", "step": "2"}
    for rank in (0, -1, 99):
        app.press("force", rank)
        assert app.query == {"size": "14", "step": "2"}
        assert messages(app) == ""


@pytest.mark.parametrize(
    ("widget", "key", "value"),
    [
        ("selectbox", "sidebar_corpus", "low"),
        ("selectbox", "sidebar_tie_break", "alphabetical"),
        ("multiselect", "sidebar_normalizer", ["lowercase"]),
    ],
)
def test_other_settings_undo_the_chosen_merges_and_say_so(widget, key, value):
    app = App(forced="3.5", step="3")
    assert "hu + ##g → hug" in app.text
    getattr(app.test, widget)(key=key).set_value(value).run()
    assert "Your own merges were undone" in messages(app)
    assert "forced" not in app.query
    app.test.run()
    assert messages(app) == ""


def test_another_vocabulary_size_keeps_the_chosen_merges():
    app = App(forced="3.5", step="3")
    for size, last in ((13, 1), (16, 4), (None, 9)):
        app.test.number_input(key="sidebar_vocab_size").set_value(size).run()
        assert app.stepper["last"] == last
        assert app.query["forced"] == "3.5"
        assert messages(app) == ""
    app.go(3)
    assert "hu + ##g → hug" in app.text


def test_only_wordpiece_takes_the_chosen_merges():
    app = App("compare", forced="3.5", step="3")
    plain = App("compare", step="3")
    assert not app.test.exception
    columns = [re.findall(r'<ol class="merges.*?</ol>', other.html) for other in (app, plain)]
    assert [len(lists) for lists in columns] == [3, 3]
    chosen, usual = ([re.findall("<bdi.*?</bdi>", list) for list in lists] for lists in columns)
    assert chosen[0] != usual[0] and chosen[1:] == usual[1:]


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"forced": "3.2_5.2", "step": "5"}),
        ("train", {"corpus": "course", "forced": "1.7", "size": "60", "step": "2"}),
        ("encode", {"forced": "3.2", "text": "pugs & hügs +%", "with": "replay", "step": "3"}),
        ("compare", {"corpus": "low", "by": "size", "sentence": "slow newest", "step": "4"}),
    ],
)
def test_a_second_visitor_sees_the_same(page, query):
    first = App(page, **query)
    assert messages(first) == "" and first.query == query
    second = App(page, **first.query)
    assert second.query == query
    assert second.text == first.text and second.stepper == first.stepper


# Corpora of one's own.


def test_a_pasted_text_travels_in_the_link():
    app = App()
    own(app, "text", "low lower lowest\nslow <b>mower</b>")
    app.go(3)
    assert set(app.query) == {"corpus", "own", "step"}
    second = App(**app.query)
    assert messages(second) == ""
    assert second.text == app.text
    second.test.button(key="change_own").click().run()
    assert second.test.text_area(key="own_text").value == "low lower lowest\nslow <b>mower</b>"
    assert second.query == app.query


def test_a_pasted_table_travels_with_its_kind():
    app = App()
    own(app, "table", "word,count\nhug,10\npug,5")
    second = App(**app.query)
    assert second.words() == app.words() == ["hug: h ##u ##g ×10", "pug: p ##u ##g ×5"]


def opened(app: App) -> None:
    """Open the popover to share."""
    app.test.session_state["share"] = True
    app.test.run()


LONG = " ".join(f"word{i}" for i in range(700))


def test_a_longer_text_stays_behind_and_is_offered_as_a_file():
    app = App()
    own(app, "text", LONG)
    app.go(4)
    digest = hashlib.sha256(LONG.encode()).hexdigest()
    assert app.query == {"corpus": "text", "of": digest[:FINGERPRINT], "step": "4"}
    opened(app)
    said = messages(app)
    assert f"your text stays behind ({len(LONG):,} bytes" in said and digest[:FINGERPRINT] in said
    assert app.test.download_button(key="share_corpus").proto.label == "Download it to send along"

    other = App(**app.query)
    said = messages(other)
    assert "This screen needs a corpus of somebody's own" in said and "Still on screen" not in said
    assert other.test.selectbox(key="sidebar_corpus").value == "file"
    assert other.stepper["last"] == 9 and other.query == app.query | {"corpus": "file"}
    other.test.file_uploader(key="own_file").upload("corpus.txt", LONG.encode()).run()
    assert "somebody" not in messages(other) and "another text" not in messages(other)
    assert other.stepper == app.stepper | {"seq": other.stepper["seq"]}
    assert other.words() == app.words() and other.score_rows() == app.score_rows()


def test_another_file_than_the_one_the_link_was_made_with():
    app = App(corpus="file", of="0123abcd", forced="2.999", step="3", split="whitespace")
    assert "fingerprint 0123abcd" in messages(app)
    app.test.file_uploader(key="own_file").upload("bad.txt", b"\xff\xff").run()
    assert "bad.txt: " in messages(app) and "somebody" in messages(app)
    app.test.file_uploader(key="own_file").upload("mine.txt", b"hugs, pugs and puns").run()
    said = messages(app)
    assert "This is another text than the one the link was made with" in said
    assert "Merge 2 cannot be pair 999" in said
    assert app.stepper["step"] == 3 and app.query["split"] == "whitespace"
    app.test.selectbox(key="sidebar_corpus").select("toy").run()
    assert messages(app) == ""


def test_a_corpus_awaited_may_be_pasted_or_given_up():
    text = LONG + " end"
    digest = hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT]
    app = App(corpus="text", of=digest, forced="1.2", step="2")
    own(app, "text", text)
    assert app.stepper["step"] == 2 and app.query["forced"] == "1.2"
    assert "somebody" not in messages(app)
    app = App(corpus="text", of=digest, step="2")
    app.test.selectbox(key="sidebar_corpus").select("low").run()
    assert messages(app) == "" and app.query == {"corpus": "low", "step": "0"}


def test_a_chosen_merge_in_a_link_that_does_not_exist_is_left_out_with_those_after_it():
    app = App(corpus="course", forced="2.2_4.9999_6.1", step="3")
    assert "Merge 4 cannot be pair 9,999 of the score table: there are" in messages(app)
    assert app.query == {"corpus": "course", "forced": "2.2", "step": "3"}
    assert app.stepper["last"] == 25


def test_a_link_names_the_fields_that_it_has_no_room_for():
    app = App("encode", text="hug")
    app.test.text_input(key="encode_text").input("hug " * 600).run()
    opened(app)
    assert "Too long for a link, so it stays behind: the text to encode." in messages(app)
    assert "text" not in app.query


# Presenter mode.


def test_presenter_mode_stays_until_it_is_left():
    app = App(present="1", step="2")
    assert app.query == {"present": "1", "step": "2"}
    app.test.switch_page("pages/screens/encode.py").run()
    assert app.query["present"] == "1"
