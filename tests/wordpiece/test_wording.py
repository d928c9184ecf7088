"""Sentences about merges: each says what the numbers say."""

import pytest
from hypothesis import given

from tests import golden
from tests.strategies import algorithms, word_frequencies
from wordpiece import BPETrainer, Segmenter, StopReason, WordPieceEncoder, WordPieceTrainer
from wordpiece.message import message, paragraph
from wordpiece.records import PairScore
from wordpiece.scoring import PAIR_COUNT, TIE_BREAKS, WORDPIECE
from wordpiece.teaching.wording import (
    explain,
    explain_divergence,
    formula,
    stopped,
    unknown_word,
)
from wordpiece.training.comparison import Comparison


def told(trainer, **forced):
    """The explanation of the next merge of a trainer."""
    before = trainer.timeline().scores(trainer.steps_made)
    step = trainer.step(**forced)
    return paragraph(explain(step, trainer.score, trainer.tie_break, *before.most_frequent()))


def test_the_toy_step_by_step():
    trainer = WordPieceTrainer(golden.TOY)
    assert told(trainer) == (
        "They occur together 5 times, and ##s never occurs without ##g before it. "
        "By count, the top pair here is ##u + ##g (20)."
    )
    assert told(trainer) == (
        "They occur together 15 times, and h never occurs without ##u after it. "
        "6 pairs share this score; the one seen first in the corpus wins. "
        "By count, the top pair here is p + ##u (17)."
    )
    # BPE's own third merge is h + ug; what counts here is this state.
    assert told(trainer).endswith("By count, the top pair here is p + ##u (17).")
    told(trainer)
    assert told(trainer).endswith("By count, it is the top pair here too (17).")
    assert told(trainer).startswith("They occur together 4 times, and never apart.")


def test_the_top_pair_by_count_is_that_of_the_tie_break():
    """Three pairs share the highest count; each rule names its own, as BPE would take it."""
    words = {"xy": 1, "ab": 2, "cd": 2, "##e": 2, "x": 1, "y": 1}
    named = {}
    for rule in TIE_BREAKS:
        trainer = WordPieceTrainer(words, tie_break=rule, seed=3)
        first = BPETrainer(words, marking="##", tie_break=rule, seed=3).step()
        top, equals = trainer.timeline().scores(0).most_frequent()
        assert (top.pair, top.pair_count) == (first.pair, first.pair_count)
        assert equals == len(first.tied) == 4
        named[rule] = top.pair
        pair = next(p for p in (("a", "##b"), ("c", "##d")) if p != top.pair)
        expected = f"top pair here is {top.pair[0]} + {top.pair[1]} (2; 4 pairs have that count)."
        assert told(trainer, pair=pair).endswith(expected)
    assert named["first-seen"] == ("a", "##b") != named["alphabetical"] == ("#", "###")


def test_the_mark_is_named_where_it_decides_the_alphabet():
    trainer = WordPieceTrainer(golden.TOY, tie_break="alphabetical")
    trainer.run(1)
    assert "alphabetical order wins, and ## sorts before every letter." in told(trainer)
    letters = BPETrainer({"ab": 1, "cd": 1}, tie_break="alphabetical")
    assert "the first in alphabetical order wins. " in told(letters) + " "


def test_the_segmenter_that_keeps_its_pieces_is_not_said_to_give_them_up():
    blog = Segmenter(["b", "g", "h", "n", "p", "s", "u", "hu", "hug", "gs"])
    said = str(unknown_word(blog.trace("hux")))
    assert "keeps what it has found; [UNK] stands for the rest" in said
    assert "whole word" not in said
    assert "whole word" in str(unknown_word(blog.trace("xhu")))
    bert = WordPieceEncoder(["h", "##u"])
    assert "The whole word is unknown, even the pieces already found." in str(
        unknown_word(bert.trace("hux"))
    )


def test_where_they_differ_the_formula_is_the_reason():
    trainers = {"wordpiece": WordPieceTrainer(golden.TOY), "bpe": BPETrainer(golden.TOY)}
    for trainer in trainers.values():
        trainer.run()
    both = Comparison({name: trainer.timeline() for name, trainer in trainers.items()})
    titles = {"wordpiece": message("WordPiece"), "bpe": message("BPE")}
    said = paragraph(explain_divergence(both.divergence("wordpiece", "bpe"), titles))
    assert said == (
        "BPE takes the top pair by count: u + g (20 times). WordPiece takes ##g + ##s (5 times): "
        "divided by the counts of its parts, no other score is higher."
    )


def test_where_they_differ_a_chosen_pair_is_not_blamed_on_the_score():
    ours = WordPieceTrainer(golden.TOY)
    ours.step(("b", "##u"))
    theirs = BPETrainer(golden.TOY)
    for trainer in (ours, theirs):
        trainer.run()
    both = Comparison({"wordpiece": ours.timeline(), "bpe": theirs.timeline()})
    titles = {"wordpiece": message("WordPiece"), "bpe": message("BPE")}
    said = paragraph(explain_divergence(both.divergence("wordpiece", "bpe"), titles))
    assert said.endswith("You chose b + ##u for WordPiece (4 times).")


def test_a_forced_merge_says_what_would_have_won():
    trainer = WordPieceTrainer(golden.TOY)
    assert "You chose this pair; by score, ##g + ##s would have won." in told(
        trainer, pair=("h", "##u")
    )


def test_overlaps_and_repeats():
    forced = told(WordPieceTrainer({"aaaa": 1}), pair=("##a", "##a"))
    assert "Counted twice, replaced once" in forced
    bpe = told(BPETrainer({"aaa": 2}))
    assert bpe.startswith("Counted 4 times, replaced twice")


def test_ties_by_the_other_rules():
    alphabetical = WordPieceTrainer(golden.TOY, tie_break="alphabetical")
    drawn = WordPieceTrainer(golden.TOY, tie_break="random")
    alphabetical.run(1), drawn.run(1)
    assert "the first in alphabetical order wins" in told(alphabetical)
    assert "a draw with a fixed seed decides" in told(drawn)


def test_a_token_the_vocabulary_has_already():
    trainer = WordPieceTrainer({"##a": 1, "b#": 1, "ba": 1})
    sentences = []
    while trainer.stop_reason is None:
        sentences.append(told(trainer))
    assert any("##a was in the vocabulary already" in sentence for sentence in sentences)


@given(words=word_frequencies, algorithm=algorithms)
def test_never_seen_without_is_true_of_every_word(words, algorithm):
    trainer = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}[algorithm](words)
    while trainer.stop_reason is None:
        splits = dict(trainer.splits)
        before = trainer.timeline().scores(trainer.steps_made)
        step = trainer.step()
        why = explain(step, trainer.score, trainer.tie_break, *before.most_frequent())
        sentence = paragraph(why)
        left, right = step.pair
        if left == right:
            continue
        followed = all(
            split[i + 1 : i + 2] == (right,)
            for split in splits.values()
            for i, symbol in enumerate(split)
            if symbol == left
        )
        preceded = all(
            i > 0 and split[i - 1] == left
            for split in splits.values()
            for i, symbol in enumerate(split)
            if symbol == right
        )
        if algorithm == "wordpiece":
            assert ("and never apart" in sentence) == (followed and preceded)
            assert ("before it" in sentence) == (preceded and not followed)
            assert ("after it" in sentence) == (followed and not preceded)


@pytest.mark.parametrize("reason", [None, *StopReason])
def test_every_stop_reason_has_a_sentence(reason):
    assert bool(stopped(reason, 3, WORDPIECE)) == (reason is not None)
    assert reason is None or "after 3 merges" in str(stopped(reason, 3, WORDPIECE))


@pytest.mark.parametrize(
    ("score", "said"),
    [(WORDPIECE, "1,200 / (3,000 × 1,200) = 1/3,000"), (PAIR_COUNT, "1,200 times")],
)
def test_formulas_have_thousands_separators(score, said):
    row = PairScore(("a", "b"), 1200, 3000, 1200, 0.0, 1, 1, False)
    assert str(formula(row, score)) == said
