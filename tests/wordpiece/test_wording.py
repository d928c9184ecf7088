"""Sentences about merges: each says what the numbers say."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import golden
from tests.facts import recounted
from tests.sentences import card, plus
from tests.strategies import algorithms, word_frequencies
from wordpiece import BPETrainer, StopReason, WordPieceTrainer
from wordpiece.marking import MARKINGS
from wordpiece.message import message, paragraph
from wordpiece.recipes import RECIPES
from wordpiece.scoring import TIE_BREAKS, break_tie
from wordpiece.teaching.wording import explain, explain_divergence, marks, stopped
from wordpiece.training.comparison import Comparison

BYTES = "The words are written as bytes, with one character for each byte."
TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


def explained(trainer, **forced):
    """Return the sentence on the next merge of a trainer."""
    before = trainer.timeline().scores(trainer.steps_made)
    step = trainer.step(**forced)
    rule = trainer.timeline().tie_order()
    return paragraph(explain(step, trainer.score, rule, before.most_frequent()[0]))


@given(
    words=word_frequencies,
    algorithm=algorithms,
    rule=st.sampled_from(["first-seen", "alphabetical", "greatest"]),
    chosen=st.none() | st.integers(0, 99),
)
def test_every_card_says_what_plain_counting_gives(words, algorithm, rule, chosen):
    trainer = TRAINERS[algorithm](words, tie_break=rule, special_tokens=())
    rows = trainer.timeline().scores(0).rows()
    if chosen is not None and rows:
        trainer.step(rows[chosen % len(rows)].pair)
    trainer.run()
    timeline = trainer.timeline()
    assume(rule == "first-seen" or not timeline.is_byte_level)  # which compares bytes
    plain = recounted(timeline)
    for k in range(1, len(timeline) + 1):
        step, before = timeline.step(k), timeline.scores(k - 1)
        said = explain(step, timeline.score, rule, before.most_frequent()[0])
        tied = plain.tied(k - 1)
        best = break_tie(tied, rule, seed=0, index=k)
        assert [*map(str, said)] == card(plain, k, rule, step.forced, best)


def test_a_tie_in_alphabetical_order_is_explained_by_bytes_where_bytes_are_compared():
    """`Ġ` is a space, which comes before `h`; the character `Ġ` comes after it."""
    by_bytes = BPETrainer({"Ġa": 2, "he": 2}, tie_break="alphabetical")
    assert explained(by_bytes).startswith(
        "2 pairs share the best score; the pair that comes first in alphabetical order (by bytes) "
        "wins."
    )
    assert by_bytes.timeline().pair(1) == ("Ġ", "a")
    last = BPETrainer({"Ġa": 2, "he": 2}, tie_break="greatest")
    assert "comes last in alphabetical order (by bytes) wins" in explained(last)
    by_code_points = BPETrainer({"Ġа": 2, "he": 2}, tie_break="alphabetical")  # Cyrillic
    assert "comes first in alphabetical order (by code points) wins" in explained(by_code_points)
    assert by_code_points.timeline().pair(1) == ("h", "e")


def test_the_top_pair_by_count_is_that_of_the_tie_break():
    """Four pairs share the highest count; each rule names its own, as BPE would take it."""
    words = {"xy": 1, "ab": 2, "cd": 2, "##e": 2, "x": 1, "y": 1}
    for rule in TIE_BREAKS:
        trainer = WordPieceTrainer(words, tie_break=rule, seed=3)
        first = BPETrainer(words, marking="##", tie_break=rule, seed=3).step()
        top, equals = trainer.timeline().scores(0).most_frequent()
        assert first and (top.pair, top.pair_count) == (first.pair, first.pair_count)
        assert equals == len(first.tied) == 4
        tied = next(p for p in (("a", "##b"), ("c", "##d")) if p != top.pair)
        highest = explained(WordPieceTrainer(words, tie_break=rule, seed=3), pair=tied)
        assert highest.endswith("The pair of this merge has the highest count, 2.")
        expected = f"No pair occurs more often than {plus(top.pair)} (2 times)."
        assert explained(trainer, pair=("x", "##y")).endswith(expected)


def test_where_they_differ_the_formula_or_the_user_is_the_reason():
    titles = {"wordpiece": message("WordPiece"), "bpe": message("BPE")}
    for chosen, why in (
        (None, "WordPiece merges ##g + ##s, which occurs 5 times: this count, divided by the "
         "product of the counts of the two parts, is the best score."),
        (("b", "##u"), "For WordPiece, b + ##u, which occurs 4 times, was chosen by hand."),
    ):  # fmt: skip
        trainers = {"wordpiece": WordPieceTrainer(golden.TOY), "bpe": BPETrainer(golden.TOY)}
        if chosen:
            trainers["wordpiece"].step(chosen)
        for trainer in trainers.values():
            trainer.run()
        both = Comparison({name: trainer.timeline() for name, trainer in trainers.items()})
        said = paragraph(explain_divergence(both.divergence("wordpiece", "bpe"), titles))
        assert (
            said
            == f"BPE merges u + g, which occurs 20 times: no other pair occurs more often. {why}"
        )


@pytest.mark.parametrize(
    ("words", "marking", "says"),
    [
        (
            ["a"],
            "##",
            "## marks a symbol that continues a word; a symbol without ## begins a word.",
        ),
        (
            ["low"],
            "</w>",
            "</w> marks the end of every word. For example, low is split into l o w </w> at the "
            "start of training.",
        ),
        (["a"], "</w>", "</w> marks the end of every word."),
        (["a", "Ġtoken"], "Ġ", "Ġ stands for a space."),
        (["Ġorġ", "u"], "none", ""),  # a letter of Maltese
        (["a"], "none", ""),
    ],
)
def test_the_marks_of_a_marking(words, marking, says):
    assert paragraph(marks(words, MARKINGS[marking])) == says
    by_bytes = paragraph(marks(words, MARKINGS[marking], byte_level=True))
    assert by_bytes == f"{says} {BYTES}".strip()


def test_a_training_by_gain_names_the_pair_with_the_best_ratio():
    trainer = RECIPES["likelihood"].trainer({"hug": 10, "pug": 5, "pun": 12, "hugs": 5})
    before = trainer.timeline().scores(0)
    step, ratio = trainer.step(), before.best_ratio()
    assert step
    said = explain(step, trainer.score, "first-seen", before.most_frequent()[0], ratio=ratio)
    rule = "By the Hugging Face course's formula, no pair has a better score than"
    expected = f"{rule} ##g + ##s: 5 / (20 × 5) = 1/20."
    assert str(said[-1]) == expected


STOPS = {
    StopReason.VOCAB_SIZE: "merges: the vocabulary has reached the size that was set.",
    StopReason.MAX_MERGES: "merges: the number of merges that was set is reached.",
    StopReason.NO_PAIRS: "merges: every word is one symbol, so no pair is left.",
    StopReason.MIN_PAIR_COUNT: (
        "merges: the count of the best remaining pair is below the minimum pair count."
    ),
    StopReason.NO_GAIN: "merges: no remaining pair has a score above 0.",
    StopReason.FEW_PIECES: "removals: the vocabulary is no larger than the size that was set.",
    StopReason.ROUNDS: "decisions: the last round is complete.",
    StopReason.CHARACTERS: "removals: only single characters or bytes are left.",
}


@pytest.mark.parametrize("reason", StopReason)
def test_every_stop_reason_has_its_sentence(reason):
    assert str(stopped(reason, 3)) == f"Training stopped after 3 {STOPS[reason]}"
