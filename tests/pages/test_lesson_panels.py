"""The panels that only lessons have: their figures, and that no text becomes HTML."""

import re
from itertools import pairwise

import pytest

from pages.lessons import LESSONS, model
from pages.lessons.model import Prose, Work
from pages.panels.lessons import rules, sizes, works
from pages.panels.lessons.panels import SceneView, draw, slider
from pages.trainings.named import TRAININGS, at, timeline
from pages.trainings.samples import samples
from tests import golden
from tests.pages.app import seen
from wordpiece import StopReason, WordPieceTrainer
from wordpiece.errors import CorpusError
from wordpiece.message import message
from wordpiece.recipes import RECIPES
from wordpiece.teaching.likelihood import merged, shares
from wordpiece.teaching.size import at_entries, size
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.trainer import Trainer

HOSTILE = {"<b>x</b>": 3, "<img/src=x>": 2, "&lt;": 2, '"onload="': 1}


def trained(recipe: str, words: dict[str, int]):
    trainer: Trainer = RECIPES[recipe].trainer(words)
    trainer.run(4)
    return trainer.timeline()


def text(drawn) -> str:
    return " ".join(seen(str(part)) for column in drawn.columns for part in column)


def test_texts_stay_texts():
    gain, ratio = trained("likelihood", HOSTILE), trained("wordpiece", HOSTILE)
    pairs = [row.pair for row in gain.scores(0).rows()]
    titles = message("<i>"), message("{x}", x="<i>")
    html = rules.rules([(titles[0], ratio), (titles[1], gain)], 0, pairs)
    html += rules.likelihood(shares(gain, 2), 3) + rules.gain(pairs[0], merged(gain, 0, pairs[0]))
    html += sizes.learned([(titles[0], size(ratio, 4))]) + sizes.price(size(ratio, 4), [8])
    html += sizes.sizes([(titles[1], size(ratio, 1))], (3, 7), of_lines=False)
    key, spec, alt = sizes.fertility(
        {"a": ratio, "b": gain}, dict(zip("ab", titles, strict=True)), 20, 13
    )
    html += key
    work = Work("<b>", Prose("`<b>` and <u>"), "<script>", 'https://example.org/"onclick="x')
    html += works.works([work], (titles[0], titles[1]), "toy")
    assert not re.search(r"<(b>x|img|i>|u>|script|b> )", html), html
    assert 'onclick="x"' not in html and "&lt;script&gt;" in html
    assert "<i>" in alt and spec["datasets"]["lines"]


def test_every_kind_of_panel_is_drawn_at_both_ends_of_its_slider():
    kinds = set()
    for lesson in LESSONS:
        for scene in lesson.scenes:
            moved = slider(scene.panel)
            for step in {moved.first, moved.last, moved.start} if moved else {0}:
                for big in (False, True):
                    view = SceneView(scene.panel, lesson.training, step, "hug", big)
                    assert text(draw(view)) or draw(view).chart
            kinds.add(type(scene.panel))
    assert kinds == {*model.Panel.__args__} - {model.CountTable}


def test_the_rules_agree_with_the_score_tables():
    panel = model.Rules(
        ("toy", "toy-library", "toy-likelihood"), 0, (("##g", "##s"), ("##u", "##g"))
    )
    said = text(draw(SceneView(panel, "toy")))
    assert "5 / (20 × 5) = 1/20 1st" in said
    assert "20 / (36 × 20) = 1/36" in said and "+28.02 1st" in said and "+9.23" in said


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_rules_are_compared_where_all_stand_at_the_same_symbols(lesson):
    for scene in lesson.scenes:
        if isinstance(scene.panel, model.Rules):
            splits = [
                dict(timeline(name).splits(scene.panel.step)) for name in scene.panel.trainings
            ]
            assert all(each == splits[0] for each in splits)
            for pair in scene.panel.pairs:
                assert timeline(scene.panel.trainings[0]).scores(scene.panel.step).find(pair)


def test_the_likelihood_of_the_toy_is_summed():
    said = text(draw(SceneView(model.Likelihood("toy-likelihood", limit=3), "toy", 0)))
    assert "##u 36 36/113 −41.18" in said
    assert "4 other symbols" in said and "log-likelihood 113" in said
    end = text(draw(SceneView(model.Likelihood("toy-likelihood"), "toy", 7)))
    assert "pun 12 12/36" in end and "other" not in end


def test_the_gain_is_a_difference():
    said = text(draw(SceneView(model.MergeGain("toy-likelihood", 0, ("##u", "##g")), "toy")))
    assert "##u 36 16 ##g 20 0 ##ug 0 20 all symbols 113 93" in said and "+28.02" in said


def test_prices_are_rows_times_width():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    said = seen(str(sizes.price(size(trainer.timeline(), 9), [10, 1000])))
    assert "21 entries, of which 11 stand in no word" in said
    assert "10 21 × 10 = 210 110" in said and "1,000 21 × 1,000 = 21,000 11,000" in said


def test_sizes_end_with_whole_words():
    said = text(draw(SceneView(model.Sizes("toy", (3,)), "toy")))
    assert "characters 7 113 3.14 after 3 merges 10" in said and said.endswith(
        "whole words 5 36 1.00"
    )
    assert "whole lines" in text(draw(SceneView(model.Sizes("toy", (), of_lines=True), "toy")))


def test_fertility_is_recounted_at_a_size():
    panel = model.Fertility(("toy", "toy-bpe"), 10)
    drawn = draw(SceneView(panel, "toy", 10))
    assert slider(panel)[:3] == (7, 16, 10)
    # h ##u ##g, … after ##gs, hu, hugs; BPE after ug, un, hug.
    wordpiece = 10 * 2 + 5 * 3 + 12 * 3 + 4 * 3 + 5 * 1
    bpe = 10 * 1 + 5 * 2 + 12 * 2 + 4 * 2 + 5 * 2
    assert f"WordPiece {wordpiece / 36:.2f} BPE {bpe / 36:.2f}" in text(drawn)
    assert "with 10 entries" in text(drawn)
    assert "WordPiece goes from 3.14 to 1.00" in drawn.chart.alt


def test_what_is_learned_is_told_at_equal_size():
    said = text(draw(SceneView(model.LearnedTokens(("toy", "toy-bpe"), 10), "toy", 10)))
    # ##gs hu hugs; ug un hug.
    assert "WordPiece 10 3 2.67 hugs" in said and "BPE 10 3 2.33 hug" in said


def test_slides_are_labelled_by_what_they_move():
    assert slider(model.Fertility(("toy", "toy-bpe"), 10)).label == "Vocabulary size"
    assert slider(model.Likelihood("toy-likelihood")).label == ""


def test_sources_are_links_to_open_sites():
    linked = [
        work
        for lesson in LESSONS
        for scene in lesson.scenes
        if isinstance(scene.panel, model.Works)
        for work in scene.panel.works
    ]
    assert len(linked) >= 12
    for work in linked:
        assert re.fullmatch(r"https://[a-z.]+/[\w./#-]+", work.url), work.url
        assert work.name and work.source


def test_all_trainings_of_panels_exist():
    for lesson in LESSONS:
        for scene in lesson.scenes:
            names = getattr(scene.panel, "trainings", ())
            assert {*names} <= {*TRAININGS}
            assert all(at(name, -1) == len(timeline(name)) for name in names)


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
    # Counted anew, from the words: un 10 + 8 + 6, ##able 10 + 6 + 6.
    assert (rows[frequent].left_count, rows[frequent].right_count) == (24, 22)
    assert (rows[rare].pair_count, rows[rare].left_count, rows[rare].right_count) == (5, 6, 5)


def test_where_gain_and_count_part():
    gain, count = timeline("toy-likelihood"), timeline("toy-library")
    assert [gain.pair(k) == count.pair(k) for k in range(1, 8)] == [True] * 5 + [False] * 2
    sixth, seventh = gain.scores(5).find(gain.pair(6)), gain.scores(5).find(gain.pair(7))
    assert sixth.pair_count < seventh.pair_count and sixth.score > seventh.score


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


def test_chinese_has_no_pairs_if_it_is_split_as_bert_does():
    sample = samples()["chinese"]
    with pytest.raises(CorpusError, match="no pair to merge"):
        build(sample.text(), sample.kind, compose(()), "bert")
    lesson = next(lesson for lesson in LESSONS if lesson.id == "chinese")
    shown = text(draw(SceneView(lesson.scenes[0].panel, "chinese-bpe", 0, "蜘蛛喝咖啡。")))
    assert "6 tokens in all" in shown
    whole = model.EditableText("chinese-bpe", -1, "", "replay", pre_tokenizer="whitespace")
    assert "4 tokens in all" in text(draw(SceneView(whole, "chinese-bpe", 0, "蜘蛛喝咖啡。")))


def test_wordpiece_begins_with_characters_that_hardly_occur_elsewhere():
    everything = samples()["chinese"].text()
    tokens = [timeline("chinese").merge(k).token.removeprefix("##") for k in range(1, 7)]
    assert tokens[1] == "老板" and "咖啡" not in tokens
    assert all(min(map(everything.count, token)) <= 2 for token in tokens)
    assert everything.count("老") == everything.count("板") == 1
