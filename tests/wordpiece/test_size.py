"""The gain and the cost of a vocabulary, compared with plain counting."""

from hypothesis import given

from tests.facts import recounted
from tests.strategies import examples, word_frequencies
from tests.wordpiece.trainings import trained
from wordpiece import WordPieceTrainer
from wordpiece.teaching.size import size


@given(word_frequencies)
@examples(40)
def test_figures_are_those_of_plain_counting(words):
    timeline = trained(WordPieceTrainer, words, special_tokens=())
    plain = recounted(timeline)
    for step in {0, len(timeline) // 2, len(timeline)}:
        found, vocabulary = size(timeline, step), plain.vocabulary(step)
        assert (found.tokens, found.words) == (plain.symbols(step).total(), sum(words.values()))
        assert found.entries == len(vocabulary)
        assert found.learned == len(vocabulary) - len(plain.alphabet)


def test_marks_do_not_count_as_characters():
    """The words contain the character of the mark."""
    timeline = trained(WordPieceTrainer, {"##": 3, "a###": 2}, special_tokens=())
    sizes = [size(timeline, step) for step in range(1, len(timeline) + 1)]
    lengths = {each.longest: each.longest_length for each in sizes}
    assert max(len(word) for word in timeline.words) == 4
    assert all(length <= 4 for length in lengths.values()) and "a###" in lengths
