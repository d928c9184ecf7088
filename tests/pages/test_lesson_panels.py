"""The panels that only lessons have: their figures, and that no text becomes HTML."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from pages.lessons import LESSONS, model
from pages.lessons.model import END, Prose, Work
from pages.panels.lessons import rules, sizes, works
from pages.panels.lessons.panels import SceneView, draw, field, slider
from pages.trainings.named import encoder, timeline
from pages.trainings.samples import samples
from tests import golden
from tests.pages.app import seen
from wordpiece import StopReason, WordPieceTrainer
from wordpiece.message import message
from wordpiece.recipes import RECIPES
from wordpiece.teaching.likelihood import merged, shares
from wordpiece.teaching.size import at_entries, size

HOSTILE = {"<b>x</b>": 3, "<img/src=x>": 2, "&lt;": 2, '"onload="': 1}
TYPED = [
    '<b>x</b> "><img src=x onerror=hit()>',
    "{{ 7777 * 7777 }} {x} %s 🤗👩‍👩‍👧 naïve",
    "\u202e<i>\u0301\x00\ud800 人生若只如初見",
    "[MASK][CLS]|[PAD] | | </w> ## Ġ",
    "a" * 120,
]


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


def text(panel: model.Panel, typed: str = "", step: int = 0) -> str:
    """The words of a panel, without what is only for screen readers."""
    return seen(html(panel, typed, step))


# Texts stay texts.


def trained(recipe: str, words: dict[str, int]):
    trainer = RECIPES[recipe].trainer(words)
    trainer.run(4)
    return trainer.timeline()


def test_texts_stay_texts():
    gain, ratio = trained("likelihood", HOSTILE), trained("wordpiece", HOSTILE)
    pairs = [row.pair for row in gain.scores(0).rows()]
    titles = message("<i>"), message("{x}", x="<i>")
    drawn = rules.rules([(titles[0], ratio), (titles[1], gain)], 0, pairs)
    drawn += rules.likelihood(shares(gain, 2), 3) + rules.gain(pairs[0], merged(gain, 0, pairs[0]))
    drawn += sizes.learned([(titles[0], size(ratio, 4))]) + sizes.price(size(ratio, 4), [8])
    drawn += sizes.sizes([(titles[1], size(ratio, 1))], (3, 7), of_lines=False)
    key, spec, alt = sizes.fertility(
        {"a": ratio, "b": gain}, dict(zip("ab", titles, strict=True)), 20, 13
    )
    drawn += key
    work = Work("<b>", Prose("`<b>` and <u>"), "<script>", 'https://example.org/"onclick="x')
    drawn += works.works([work], (titles[0], titles[1]), "toy")
    assert not re.search(r"<(b>x|img|i>|u>|script|b> )", drawn), drawn
    assert 'onclick="x"' not in drawn and "&lt;script&gt;" in drawn
    assert "<i>" in alt and spec["datasets"]["lines"]


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


# The panels on a whole text.


def test_the_pipeline_by_merges_and_by_longest_match():
    merges = text(model.Pipeline("uncased", END, "", how="replay"), "Ünlocked!")
    match = text(model.Pipeline("uncased", END, ""), "Ünlocked!")
    for drawn in (merges, match):
        assert "Normalization lower case, no accents unlocked!" in drawn
        assert "Pre-tokenization words and punctuation unlocked !" in drawn
    assert "u ##n ##l ##o ##c ##k ##e ##d" in merges and "##c ##k ##e" not in match
    assert "in the order learned" in merges and "from the left, word by word" in match
    trained = timeline("uncased")
    unlocked = trained.vocabulary(len(trained)).index("unlocked")
    assert f"Ids places in the vocabulary {unlocked} 1" in match and "unlocked [UNK]" in match


def test_an_unknown_word_has_the_id_of_unk():
    assert "Ids places in the vocabulary 1" in text(model.Pipeline("uncased", END, ""), "🤗")


def test_two_texts_and_one():
    pair = model.SpecialTokens("uncased", END, "", "pair")
    assert text(pair, "the | the gate").split()[::2] == ("[CLS] the [SEP] the gate [SEP]".split())
    assert text(pair, "the |").split()[::2] == "[CLS] the [SEP]".split()
    batch = model.SpecialTokens("uncased", END, "", "batch")
    assert "attention mask 1 1 1 0" in text(batch, "the | the gate")
    assert "[PAD] 0" in text(batch, "the | the gate") and "[PAD]" not in text(batch, "the|the")


def test_decoding_says_what_is_lost():
    low = text(model.Decoding("low", END, "", how="replay"), "lowest mew")
    assert "Joined as they are lowest</w>[UNK]e" in low
    assert "Decoded by the mark lowest [UNK]ew" in low and "is unknown" in low
    course = model.Decoding("course", END, "")
    assert "This is the Course ." in text(course, "This is the Course.")
    everything = "Tabs\tand 🤗  spaces, 人生 <b>."
    assert "Nothing is lost." in text(
        model.Decoding("course-bytes", END, "", how="replay"), everything
    )


def test_each_character_in_bytes():
    drawn = text(model.Bytes(""), "aé字🤗 ")
    assert "a U+0061 1 61 a" in drawn and "é U+00E9 2 C3 A9 Ã ©" in drawn
    assert "字 U+5B57 3 E5 AD 97 å Ń Ĺ" in drawn and "🤗 U+1F917 4 F0 9F A4 97" in drawn
    assert "space U+0020 1 20 Ġ" in drawn


def test_given_vocabularies():
    table = model.Given(tuple(golden.CHINESE_TABLE), "", ("table",))
    for word, tokens in golden.CHINESE_ENCODED.items():
        assert tokens in text(table, word) and tokens in text(table, word.removesuffix("</w>"))
    assert (
        "The table, longest entry first errrr</w> tain</w> moun est</w> high the</w> a</w>"
        in text(table, "the")
    )
    newer = model.Given(("new", "e", "r"), "", ("segmenter",))
    assert "new e r Longest match" in text(newer, "newer")
    assert "new [UNK]" in text(newer, "newly newer") and "Longest" not in text(newer, "new newer")


def test_a_recipe_encodes_in_its_own_way():
    for word, tokens in golden.BLOG_ENCODED.items():
        assert " ".join(encoder("blog-code", END, "own").encode_word(word)) == tokens
    assert encoder("low", END, "own").encode_word("lowest") == ["low", "est</w>"]


# Figures.


def test_the_rules_agree_with_the_score_tables():
    trainings = ("toy", "toy-library", "toy-likelihood")
    said = text(model.Rules(trainings, 0, (("##g", "##s"), ("##u", "##g"))))
    assert "5 / (20 × 5) = 1/20 1st" in said
    assert "20 / (36 × 20) = 1/36" in said and "+28.02 1st" in said and "+9.23" in said


def test_rules_are_compared_where_all_trainings_have_the_same_symbols():
    panels = [scene.panel for lesson in LESSONS for scene in lesson.scenes]
    compared = [panel for panel in panels if isinstance(panel, model.Rules)]
    assert len(compared) >= 2
    for panel in compared:
        first, *others = (dict(timeline(name).splits(panel.step)) for name in panel.trainings)
        assert all(splits == first for splits in others)
        table = timeline(panel.trainings[0]).scores(panel.step)
        assert all(table.find(pair) for pair in panel.pairs)


def test_the_likelihood_of_the_toy_is_summed():
    said = text(model.Likelihood("toy-likelihood", limit=3))
    assert "##u 36 36/113 −41.18" in said
    assert "4 other symbols" in said and "log-likelihood 113" in said
    end = text(model.Likelihood("toy-likelihood"), step=7)
    assert "pun 12 12/36" in end and "other" not in end


def test_the_gain_is_a_difference():
    said = text(model.MergeGain("toy-likelihood", 0, ("##u", "##g")))
    assert "##u 36 16 ##g 20 0 ##ug 0 20 all symbols 113 93" in said and "+28.02" in said


def test_prices_are_rows_times_width():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    said = seen(str(sizes.price(size(trainer.timeline(), 9), [10, 1000])))
    assert "21 entries, of which 11 stand in no word" in said
    assert "10 21 × 10 = 210 110" in said and "1,000 21 × 1,000 = 21,000 11,000" in said


def test_sizes_end_with_whole_words():
    said = text(model.Sizes("toy", (3,)))
    assert "characters 7 113 3.14 after 3 merges 10" in said
    assert said.endswith("whole words 5 36 1.00")
    assert "whole lines" in text(model.Sizes("toy", (), of_lines=True))


def test_fertility_is_recounted_at_a_size():
    panel = model.Fertility(("toy", "toy-bpe"), 10)
    chart = draw(SceneView(panel, "toy", 10)).chart
    moved = slider(panel)
    assert moved and moved[:3] == (7, 16, 10) and moved.label == "Vocabulary size"
    # h ##u ##g, … after ##gs, hu, hugs; BPE after ug, un, hug.
    wordpiece = 10 * 2 + 5 * 3 + 12 * 3 + 4 * 3 + 5 * 1
    bpe = 10 * 1 + 5 * 2 + 12 * 2 + 4 * 2 + 5 * 2
    said = text(panel, step=10)
    assert f"WordPiece {wordpiece / 36:.2f} BPE {bpe / 36:.2f}" in said
    assert "with 10 entries" in said
    assert chart and "WordPiece goes from 3.14 to 1.00" in chart.alt


def test_what_is_learned_is_compared_at_equal_size():
    said = text(model.LearnedTokens(("toy", "toy-bpe"), 10), step=10)
    # ##gs hu hugs; ug un hug.
    assert "WordPiece 10 3 2.67 hugs" in said and "BPE 10 3 2.33 hug" in said


def test_sources_are_links_to_open_sites():
    panels = [scene.panel for lesson in LESSONS for scene in lesson.scenes]
    linked = [work for panel in panels if isinstance(panel, model.Works) for work in panel.works]
    assert len(linked) >= 12
    for work in linked:
        assert re.fullmatch(r"https://[a-z.]+/[\w./#-]+", work.url), work.url
        assert work.name and work.source


# What the texts of lessons claim.


def test_the_poles_are_as_the_course_says():
    ratio, count = timeline("poles"), timeline("poles-library")
    rare, frequent = ("hu", "##gging"), ("un", "##able")
    rows = {pair: ratio.scores(9).find(pair) for pair in (rare, frequent)}
    assert rows[frequent].pair_count > rows[rare].pair_count
    assert rows[rare].rank == 1 and rows[frequent].rank > len(ratio.scores(9)) // 2
    pairs = [ratio.pair(k) for k in range(1, len(ratio) + 1)]
    assert pairs.index(rare) == 9 and pairs.index(frequent) > len(pairs) - 4
    assert count.pair(10) == frequent
    # Counted from the words: un 10 + 8 + 6, ##able 10 + 6 + 6.
    assert (rows[frequent].left_count, rows[frequent].right_count) == (24, 22)
    assert (rows[rare].pair_count, rows[rare].left_count, rows[rare].right_count) == (5, 6, 5)


def test_coin_throws_are_left_alone_by_the_gain():
    gain, ratio = timeline("coins-likelihood"), timeline("coins")
    assert gain.stop_reason is StopReason.NO_GAIN and ratio.stop_reason is StopReason.NO_PAIRS
    splits = gain.splits(len(gain))
    assert all(len(split) == (1 if word == "coin" else 3) for word, split in splits.items())
    assert all(row.score < 0 for row in gain.scores(len(gain)).rows())


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_fertility_falls_as_it_is_said(language, speaking):
    speaking(language)

    def saved(name):
        """The tokens that each quarter of the merges saves."""
        trained = timeline(name)
        at_ = [trained.growth(round(len(trained) * i / 4)).corpus_tokens for i in range(5)]
        return [a - b for a, b in pairwise(at_)]

    bpe, wordpiece = saved("story-bpe"), saved("story")
    assert all(a > b - 2 for a, b in pairwise(bpe)) and bpe[0] > 4 * bpe[-1]
    assert max(wordpiece) < 2 * min(wordpiece)


def test_bpe_needs_fewer_tokens_per_word_at_equal_size():
    names = ("course-plain", "course-plain-bpe")
    for entries in range(41, 122):
        found = at_entries({name: timeline(name) for name in names}, entries)
        assert found["course-plain-bpe"].fertility < found["course-plain"].fertility
    built = [timeline("course-plain").merge(k).token for k in (2, 6, 7, 8)]
    assert built == ["##fu", "##ful", "##full", "##fully"]


def test_chinese_has_whole_lines_if_it_is_split_at_spaces():
    [first, *_] = (lesson for lesson in LESSONS if lesson.id == "chinese")
    assert "6 tokens in all" in text(first.scenes[0].panel, "蜘蛛喝咖啡。")
    whole = model.EditableText("chinese-bpe", -1, "", "replay", pre_tokenizer="whitespace")
    assert "4 tokens in all" in text(whole, "蜘蛛喝咖啡。")


def test_wordpiece_begins_with_characters_that_hardly_occur_elsewhere():
    everything = samples()["chinese"].text()
    tokens = [timeline("chinese").merge(k).token.removeprefix("##") for k in range(1, 7)]
    assert tokens[1] == "老板" and "咖啡" not in tokens
    assert all(min(map(everything.count, token)) <= 2 for token in tokens)
    assert everything.count("老") == everything.count("板") == 1
