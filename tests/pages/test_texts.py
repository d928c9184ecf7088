"""The panels on a whole text, with what a learner might type."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from pages.lessons import byte_level, model
from pages.lessons.model import END
from pages.panels.lessons.panels import Drawn, SceneView, draw, field
from pages.trainings.named import encoder, timeline
from tests import golden

HOSTILE = [
    "<b>x</b>",
    '"><img src=x onerror=hit()>',
    "{{ 7777 * 7777 }} {x} %s",
    "🤗👩‍👩‍👧 naïve",
    "人生若只如初見",
    "\u202e<i>\u0301\x00\ud800",
    "[MASK][CLS]|[PAD] | |",
    "</w> ## Ġ",
    "a" * 120,
]
EMPTY = ["", "   ", "\t"]

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


def html(panel, text: str) -> str:
    drawn = draw(SceneView(panel, "toy", typed=text))
    assert isinstance(drawn, Drawn)
    assert bool(drawn.gap) == (len(drawn.columns) > 1)
    return "".join(part for column in drawn.columns for part in column)


def shown(panel, text: str) -> str:
    """The words of a panel, without what is only for screen readers."""
    bare = re.sub(r'<i class="sr">.*?</i>', "", html(panel, text))
    return (
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bare)).replace("&lt;", "<").replace("&gt;", ">")
    )


@pytest.mark.parametrize("panel", PANELS, ids=repr)
@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_is_typed_is_text(panel, text):
    drawn = html(panel, text)
    assert "<b>x" not in drawn and "<img" not in drawn and "<i>" not in drawn
    assert "60481729" not in drawn


@pytest.mark.parametrize("panel", PANELS, ids=repr)
@pytest.mark.parametrize("text", EMPTY)
def test_an_empty_field_asks_for_a_word(panel, text):
    assert "Type a word; its tokens follow." in html(panel, text)
    assert field(panel) is not None


def test_the_pipeline_by_merges_and_by_longest_match():
    merges = shown(model.Pipeline("uncased", END, "", how="replay"), "Ünlocked!")
    match = shown(model.Pipeline("uncased", END, ""), "Ünlocked!")
    for text in (merges, match):
        assert "Normalization lower case, no accents unlocked!" in text
        assert "Pre-tokenization words and punctuation unlocked !" in text
    assert "u ##n ##l ##o ##c ##k ##e ##d" in merges and "##c ##k ##e" not in match
    assert "in the order learned" in merges and "from the left, word by word" in match
    trained = timeline("uncased")
    unlocked = trained.vocabulary(len(trained)).index("unlocked")
    assert f"Ids places in the vocabulary {unlocked} 1 " in match and "unlocked [UNK]" in match


def test_an_unknown_word_has_the_id_of_unk():
    assert "Ids places in the vocabulary 1" in shown(model.Pipeline("uncased", END, ""), "🤗")


def test_two_texts_and_one():
    pair = model.SpecialTokens("uncased", END, "", "pair")
    assert shown(pair, "the | the gate").split()[::2] == ("[CLS] the [SEP] the gate [SEP]".split())
    assert shown(pair, "the |").split()[::2] == "[CLS] the [SEP]".split()
    batch = model.SpecialTokens("uncased", END, "", "batch")
    assert "attention mask 1 1 1 0" in shown(batch, "the | the gate")
    assert "[PAD] 0" in shown(batch, "the | the gate") and "[PAD]" not in shown(batch, "the|the")


def test_decoding_says_what_is_lost():
    low = shown(model.Decoding("low", END, "", how="replay"), "lowest mew")
    assert "Joined as they are lowest</w>[UNK]e" in low
    assert "Decoded by the mark lowest [UNK]ew" in low and "is unknown" in low
    course = model.Decoding("course", END, "")
    assert "This is the Course ." in shown(course, "This is the Course.")
    everything = "Tabs\tand 🤗  spaces, 人生 <b>."
    assert "Nothing is lost." in shown(
        model.Decoding("course-bytes", END, "", how="replay"), everything
    )


def test_each_character_in_bytes():
    text = shown(model.Bytes(""), "aé字🤗 ")
    assert "a U+0061 1 61 a" in text and "é U+00E9 2 C3 A9 Ã ©" in text
    assert "字 U+5B57 3 E5 AD 97 å Ń Ĺ" in text and "🤗 U+1F917 4 F0 9F A4 97" in text
    assert "space U+0020 1 20 Ġ" in text


def test_the_courses_first_pair_frequencies_counted_plainly():
    counted = Counter()
    for word, count in golden.COURSE_GPT2.items():
        for pair in pairwise(word):
            counted[pair] += count
    assert {tuple(pair.split()): int(n) for pair, n in byte_level.PRINTED} == {
        pair: counted[pair] for pair in golden.COURSE_BPE_COUNTS
    }


def test_given_vocabularies():
    table = model.Given(tuple(golden.CHINESE_TABLE), "", ("table",))
    for word, tokens in golden.CHINESE_ENCODED.items():
        assert tokens in shown(table, word) and tokens in shown(table, word.removesuffix("</w>"))
    assert (
        "The table, longest entry first errrr</w> tain</w> moun est</w> high the</w> a</w>"
        in shown(table, "the")
    )
    newer = model.Given(("new", "e", "r"), "", ("segmenter",))
    assert "new e r Longest match" in shown(newer, "newer")
    assert "new [UNK]" in shown(newer, "newly newer") and "Longest" not in shown(newer, "new newer")


def test_a_recipe_encodes_in_its_own_way():
    for word, tokens in golden.BLOG_ENCODED.items():
        assert " ".join(encoder("blog-code", END, "own").encode_word(word)) == tokens
    assert encoder("low", END, "own").encode_word("lowest") == ["low", "est</w>"]
