"""The panels that only lessons have: their figures, and that no text becomes HTML."""

import pytest

from pages.lessons import LESSONS, model
from pages.lessons.model import END
from pages.panels.lessons.panels import SceneView, draw, field, slider
from pages.trainings.named import timeline
from tests import golden
from tests.pages.app import App, seen

TYPED = [
    '<b>x</b> "><img src=x onerror=hit()>', "{{ 7777 * 7777 }} {x} %s 🤗👩‍👩‍👧 naïve",
    "\u202e<i>\u0301\x00\ud800 人生若只如初見", "[MASK][CLS]|[PAD] | | </w> ## Ġ", "a" * 120,
]  # fmt: skip


PANELS = [
    model.Pipeline("uncased", END, "", how="replay"),
    model.Pipeline("uncased", END, ""),
    model.SpecialTokens("uncased", END, "", "pair"),
    model.SpecialTokens("uncased", END, "", "batch"),
    model.SpecialTokens("uncased", END, "", "typed"),
    model.Decoding("low", END, "", how="replay"),
    model.Decoding("course-bytes", END, "", how="replay"),
    model.Bytes(""),
    model.Given(("new", "e", "r"), "", ("segmenter", "table")),
    model.Given(tuple(golden.CHINESE_TABLE), "", ("table",)),
]


def html(panel: model.Panel, typed: str = "", step: int = 0) -> str:
    drawn = draw(SceneView(panel, "toy", step, typed))
    assert bool(drawn.gap) == (len(drawn.columns) > 1)
    return "".join(str(part) for column in drawn.columns for part in column)


@pytest.mark.parametrize("panel", PANELS, ids=repr)
def test_what_is_typed_is_text_and_an_empty_field_asks_for_a_word(panel):
    for typed in TYPED:
        drawn = html(panel, typed)
        assert "<b>x" not in drawn and "<img" not in drawn and "<i>" not in drawn
        assert "60481729" not in drawn
    for typed in ("", "   ", "\t"):
        assert "Type a word; its tokens follow." in html(panel, typed)
    assert field(panel) is not None


def test_every_kind_of_panel_is_drawn_at_both_ends_of_its_slider():
    kinds = set()
    for lesson in LESSONS:
        for scene in lesson.scenes:
            moved = slider(scene.panel)
            for step in {moved.first, moved.last, moved.start} if moved else {0}:
                for big in (False, True):
                    drawn = draw(SceneView(scene.panel, lesson.training, step, "hug", big))
                    assert drawn.chart or seen(str(drawn.columns))
            kinds.add(type(scene.panel))
    assert kinds == {*model.Panel.__args__} - {model.CountTable}


# Claims in the texts of lessons.


@pytest.mark.parametrize(("code", "sample"), [("fr", "french"), ("ru", "russian"), ("en", "story")])
def test_the_lesson_on_size_has_the_sample_of_the_language(code, sample, speaking):
    speaking(code)
    assert timeline("story-bpe").words == timeline(sample).words
    app = App("lessons", lesson="vocabulary-size", part="1", step="0", lang=code)
    (link,) = app.test.get("page_link")
    assert f"corpus={sample}" in link.proto.query_string
