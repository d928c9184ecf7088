"""The gain and the cost of a vocabulary, compared with plain counting."""

from hypothesis import given

from tests import golden
from tests.facts import recounted
from tests.strategies import examples, word_frequencies
from tests.wordpiece.trainings import trained
from wordpiece import WordPieceTrainer
from wordpiece.teaching.size import at_entries, grade_parameters, parameter_choices, size, step_of


@given(word_frequencies)
@examples(40)
def test_figures_are_those_of_plain_counting(words):
    timeline = trained(WordPieceTrainer, words, special_tokens=())
    plain = recounted(timeline)
    for step in {0, len(timeline) // 2, len(timeline)}:
        found, vocabulary = size(timeline, step), plain.vocabulary(step)
        assert (found.tokens, found.words) == (plain.symbols(step).total(), sum(words.values()))
        assert found.entries == len(vocabulary)
        assert found.unused == len(vocabulary - {*plain.symbols(step)})
        assert found.learned == len(vocabulary) - len(plain.alphabet)


def test_marks_do_not_count_as_characters():
    """The words contain the character of the mark."""
    timeline = trained(WordPieceTrainer, {"##": 3, "a###": 2}, special_tokens=())
    sizes = [size(timeline, step) for step in range(1, len(timeline) + 1)]
    lengths = {each.longest: each.longest_length for each in sizes}
    assert max(len(word) for word in timeline.words) == 4
    assert all(length <= 4 for length in lengths.values()) and "a###" in lengths


def test_trainings_at_the_same_size():
    corpora = golden.TOY, {"aab": 1}
    marked, plain = (trained(WordPieceTrainer, each, special_tokens=()) for each in corpora)
    found = at_entries({"marked": marked, "plain": plain}, 10)
    assert {name: each.entries for name, each in found.items()} == {"marked": 10, "plain": 5}
    assert [step_of(marked, entries) for entries in (0, 7, 8, 99)] == [0, 0, 1, 9]


def test_one_of_the_choices_is_the_price():
    timeline = trained(WordPieceTrainer, golden.TOY)
    choices = parameter_choices(timeline, 9, 10)
    assert choices == [10, 90, 120, 160, 210]
    rights = [grade_parameters(timeline, 9, 10, each).right for each in choices]
    assert rights == [False] * 4 + [True]
