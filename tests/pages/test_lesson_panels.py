"""The panels that only lessons have: their figures, and that no text becomes HTML."""

from collections.abc import Iterator
from unicodedata import normalize

import pytest

from pages.lessons import LESSONS, cost, longest_match, questions
from pages.lessons.model import END, Panel, Shown
from pages.lessons.panels import sizes, texts
from pages.trainings.named import encoder, timeline
from pages.trainings.samples import parallel_sentences
from tests import golden
from tests.pages.app import App, seen

TYPED = [
    '<b>x</b> "><img src=x onerror=hit()>', "{{ 7777 * 7777 }} {x} %s 🤗👩‍👩‍👧 naïve",
    "\u202e<i>\u0301\x00\ud800 人生若只如初見", "[MASK][CLS]|[PAD] | | </w> ## Ġ", "a" * 120,
]  # fmt: skip


PANELS = [
    texts.Pipeline("uncased", END, ""),
    texts.SpecialTokens("uncased", END, ""),
    texts.Decoding("low", END, "", how="replay"),
    texts.Decoding("course-bytes", END, "", how="replay"),
    texts.Bytes(""),
    texts.Given("", ("new", "e", "r"), ("segmenter", "table")),
    texts.Given("", tuple(golden.CHINESE_TABLE), ("table",)),
]


def html(panel: Panel, typed: str = "", step: int = 0) -> str:
    drawn = panel.draw(Shown("toy", step, typed))
    return "".join(str(part) for column in drawn.columns for part in column)


@pytest.mark.parametrize("panel", PANELS, ids=repr)
def test_what_is_typed_is_text_and_an_empty_field_asks_for_text(panel):
    for typed in TYPED:
        drawn = html(panel, typed)
        assert "<b>x" not in drawn and "<img" not in drawn and "<i>" not in drawn
        assert "60481729" not in drawn
    for typed in ("", "   ", "\t"):
        assert "Type a word or a text to see the result." in html(panel, typed)
    assert panel.field() is not None


def concrete(kind: type[object]) -> Iterator[str]:
    for each in kind.__subclasses__():
        yield from concrete(each) if each.__subclasses__() else [each.__name__]


def test_every_kind_of_panel_is_drawn_at_both_ends_of_its_slider():
    kinds = set()
    for lesson in LESSONS:
        for scene in lesson.scenes:
            moved = scene.panel.slider()
            for step in {moved.first, moved.last, moved.start} if moved else {0}:
                for big in (False, True):
                    drawn = scene.panel.draw(Shown(lesson.training, step, "hug", big))
                    assert drawn.chart or seen(str(drawn.columns))
            kinds.add(type(scene.panel))
    of_questions = {"BestSplits", "CountTable"}
    assert {kind.__name__ for kind in kinds} == {*concrete(Panel)} - of_questions


# Claims in the texts of lessons.


@pytest.mark.parametrize(("code", "sample"), [("fr", "french"), ("ru", "russian"), ("en", "story")])
def test_the_lesson_on_size_has_the_sample_of_the_language(code, sample, speaking):
    speaking(code)
    assert timeline("story-bpe").words == timeline(sample).words
    app = App("lessons", lesson="token-cost", part="1", step="0", lang=code)
    (link,) = app.test.get("page_link")
    assert f"corpus={sample}" in link.proto.query_string


def test_the_unseen_text_counts_unknown_tokens_and_not_words_with_one(speaking):
    speaking("fr")  # garçon becomes g a r [UNK] on
    drawn = seen(html(sizes.Unseen("half-bpe", (100,))))
    assert "tokens inconnus" in drawn and "mots inconnus" not in drawn


def test_a_text_needs_a_token_for_each_byte_until_merges_help_its_language():
    def totals(training: str, step: int) -> dict[str, int]:
        return {code: sum(n) for code, n in sizes._lengths(training, step).items()}

    first, last = totals("story-bytes", 0), totals("story-bytes", 250)
    for code, sentences in parallel_sentences().items():
        assert sizes._lengths("story-bytes", 0)[code] == [
            len(each.lower().encode()) for each in sentences
        ]
        assert (last[code] < 0.6 * first[code]) == (code == "en")
    assert min(last, key=last.__getitem__) == "en"
    even = totals("languages-parity", 250)
    assert max(even.values()) - min(even.values()) <= 2
    by_count = totals("languages-bytes", 250)
    assert max(by_count.values()) > 1.6 * min(by_count.values())
    assert sum(by_count.values()) < sum(even.values())  # evenness costs some tokens


def test_each_size_of_the_chart_is_one_of_each_training():
    panel = next(s.panel for s in cost.LESSON.scenes if isinstance(s.panel, sizes.Fertility))
    first, last, *_ = panel.slider()
    assert panel.curve().at == (*range(first, last + 1),)  # a drawn line is compared at each size
    for trained in map(timeline, panel.trainings):
        grown = {trained.growth(step).vocabulary for step in range(len(trained) + 1)}
        assert {*range(first, last + 1)} <= grown


def test_one_of_the_sentences_in_several_languages_can_be_chosen():
    panel = next(s.panel for s in cost.LESSON.scenes if isinstance(s.panel, sizes.Languages))
    field = panel.field()
    sentences = parallel_sentences()
    assert field.options[1:] == sentences["en"]
    for at, chosen in enumerate(field.options[1:]):
        shown = seen(html(panel, chosen))
        for code, said in sentences.items():
            tokens = [sizes._lengths(name, 0)[code][at] for name in panel.trainings]
            english = [sizes._lengths(name, 0)["en"][at] for name in panel.trainings]
            figures = (f"{n / of:.2f} {n}" for n, of in zip(tokens, english, strict=True))
            assert seen(f"{said[at]} {' '.join(figures)}") in shown


def test_the_same_sentences_are_there_in_each_language():
    for sentences in parallel_sentences().values():
        assert len(sentences) == 8 and all(each == normalize("NFC", each) for each in sentences)
        assert [each[-1] in "?？؟" for each in sentences].index(True) == 4  # the only question


def test_no_lesson_asks_for_an_unknown_word_before_it_is_taught():
    for lesson in LESSONS[: [each.id for each in LESSONS].index("longest-match")]:
        question = lesson.exercise.question
        if isinstance(question, questions.Tokens):
            one = encoder(question.training, question.step, question.how)
            assert one.unk_token not in one.encode_word(question.word)


def test_several_words_are_encoded_as_several_words():
    trace = texts.Trace("toy-printed", 3, "", ("match",))
    assert "hug 9 ##s 2 p 6 ##u 3 ##gs 7" in seen(html(trace, "hugs  pugs "))
    assert "from character 1 hugs ✗ hug ✓" in seen(html(trace, " hugs"))


def test_only_its_length_makes_the_long_word_unknown():
    scene = next(each for each in longest_match.LESSON.scenes if "shorter" in each.text)
    assert isinstance(scene.panel, texts.Trace)
    one, word = encoder(scene.panel.training, scene.panel.step, "match"), scene.panel.text
    assert one.encode_word(word) == ["[UNK]"]
    assert one.encode_word(word[:-1]) == ["hug", *["##s"] * 97]
