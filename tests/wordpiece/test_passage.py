"""The positions of words in the text as it was given."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import NORMALIZERS, compose
from wordpiece.text.passage import MARGIN, place_words
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, split_words

CHARS = "aAbİéÉe\u0301\u0323 \n.,'한\u1161東🎉\u200dẞﬁΣ\ufffd\t"
TEXTS = st.text(alphabet=CHARS, max_size=30) | st.text(max_size=20)
STEPS = st.lists(st.sampled_from(sorted(NORMALIZERS)), unique=True, max_size=4)


@given(text=TEXTS, names=STEPS)
def test_an_alignment_has_the_normal_text_and_places_in_order(text, names):
    normalizer = compose(names)
    aligned = align(text, normalizer)
    assert aligned.text == normalizer(text)
    assert len(aligned.origin) == len(aligned.text) + 1
    assert aligned.origin[-1] == len(text)
    known = [place for place in aligned.origin if place != UNKNOWN]
    assert known == sorted(known)
    for here, place in enumerate(aligned.origin):
        if place != UNKNOWN:  # the texts before both correspond
            assert normalizer(text[:place]).strip(" ") == aligned.text[:here].strip(" ")


@given(text=TEXTS, names=STEPS, name=st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_the_words_of_a_passage_are_those_that_training_counts(text, names, name):
    normalizer = compose(names)
    found = place_words(text, 0, len(text), normalizer, name)
    words = split_words(normalizer(text), name)
    origin = align(text, normalizer).origin
    if UNKNOWN not in origin:
        # A word that is only a space inserted by the normalizer has no range in the text.
        split = PRE_TOKENIZERS[name](normalizer(text))
        placed = [word.text for word in split if origin[word.start] < origin[word.end]]
        assert [word.word for word in found] == placed
        marks = str.maketrans("", "", "Ġ▁")
        assert "".join(words).translate(marks) == "".join(placed).translate(marks)
    at = 0
    for word in found:
        assert word.word in words
        assert at <= word.start < word.end <= len(text)
        at = word.end
        assert len(word.pieces) == len(word.word)
        assert text[word.start : word.end] == "".join(word.pieces)
        if name != "gpt2":
            mark = "▁" if name == "metaspace" else ""
            for i, piece in enumerate(word.pieces):
                if piece:
                    before = "".join(word.pieces[:i])
                    spelled = word.word[:i].removeprefix(mark)
                    assert normalizer(before).strip(" ").removeprefix(mark) == spelled


@pytest.mark.parametrize(
    ("text", "names", "name", "expected"),
    [
        # One character that becomes two.
        ("İs", ["lowercase"], "bert", [("i\u0307s", 0, ["İ", "", "s"])]),
        ("a né", [], "metaspace", [("▁a", 0, ["a", ""]), ("▁né", 2, ["n", "", "é"])]),
        ("é!", [], "gpt2", [("Ã©", 0, ["é", ""]), ("!", 1, ["!"])]),
        # A mark stays with its letter.
        ("e\u0301te\u0301", ["nfc"], "bert", [("été", 0, ["e\u0301", "t", "e\u0301"])]),
        # An ideograph between inserted spaces keeps its position.
        ("東京 x", ["space-out-cjk"], "bert",
         [("東", 0, ["東"]), ("京", 1, ["京"]), ("x", 3, ["x"])]),
    ],
)  # fmt: skip
def test_the_characters_that_a_word_was_made_from(text, names, name, expected):
    found = place_words(text, 0, 9, compose(names), name)
    assert [(word.word, word.start, [*word.pieces]) for word in found] == expected


PROSE = "It’s the e\u0301te\u0301, isn't it?  The pugs’ 42 hugs…\n\n" * 60
ONE_LINE = "他说：“我们3点去see猫。”真的吗？" * 180
LONG = [(PROSE, name) for name in ("bert", "gpt2", "whitespace")]
LONG += [(ONE_LINE, name) for name in ("bert", "gpt2", "scripts")]
LONG.append(("a" + " " * 3 * MARGIN + "b", "bert"))
NORMAL = compose(["nfc", "lowercase"])


@cache
def words_of(text, name):
    return place_words(text, 0, len(text), NORMAL, name)


@pytest.mark.slow
@given(st.sampled_from(LONG), st.integers(300, 2_500))
@examples(30)
def test_the_words_of_a_part_are_those_of_the_whole_text_that_it_touches(long, size):
    text, name = long
    for start in range(0, len(text), size):
        found = place_words(text, start, start + size, NORMAL, name)
        expected = [w for w in words_of(text, name) if w.start < start + size and w.end > start]
        assert found == expected


def test_a_word_longer_than_what_is_read_is_whole():
    text = "a " + "b" * 9 * MARGIN + " c"
    for start in (2, 5 * MARGIN):
        [longest] = place_words(text, start, start + 100, compose([]), "bert")
        assert (longest.start, longest.end) == (2, len(text) - 2)
