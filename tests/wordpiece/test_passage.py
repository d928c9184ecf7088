"""The positions of words in the text as it was given."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import NORMALIZERS, compose
from wordpiece.text.passage import MARGIN, PlacedWord, read_passage
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
    found = read_passage(text, 0, len(text) + 1, normalizer, name)
    assert (found.start, found.end) == (0, len(text))
    words = split_words(normalizer(text), name)
    origin = align(text, normalizer).origin
    if UNKNOWN not in origin:
        # A word that is only a space inserted by the normalizer has no range in the text.
        split = PRE_TOKENIZERS[name](normalizer(text))
        placed = [word.text for word in split if origin[word.start] < origin[word.end]]
        assert [word.word for word in found.words] == placed
        marks = str.maketrans("", "", "Ġ▁")
        assert "".join(words).translate(marks) == "".join(placed).translate(marks)
    at = 0
    for word in found.words:
        assert word.word in words
        assert at <= word.start < word.end <= len(text)
        at = word.end
        places = word.inner or range(1, len(word.word))
        assert len(places) == len(word.word) - 1
        known = [place for place in places if place != UNKNOWN]
        assert known == sorted(known)
        assert all(0 <= place <= word.end - word.start for place in known)
        if name != "gpt2":
            for i, place in enumerate(places, 1):
                if place != UNKNOWN:
                    before = text[word.start : word.start + place]
                    mark = "▁" if name == "metaspace" else ""
                    spelled = word.word[:i].removeprefix(mark)
                    assert normalizer(before).strip(" ").removeprefix(mark) == spelled


@pytest.mark.parametrize(
    ("text", "names", "name", "expected"),
    [
        # A boundary within a character is unknown.
        ("İs", ["lowercase"], "bert", [("i\u0307s", 0, 2, (UNKNOWN, 1))]),
        ("a né", [], "metaspace", [("▁a", 0, 1, (UNKNOWN,)), ("▁né", 2, 4, (UNKNOWN, 1))]),
        ("é!", [], "gpt2", [("Ã©", 0, 1, (UNKNOWN,)), ("!", 1, 2, None)]),
        # A mark stays with its letter.
        ("e\u0301te\u0301", ["nfc"], "bert", [("été", 0, 5, (2, 3))]),
        # An ideograph between inserted spaces keeps its position.
        ("東京 x", ["space-out-cjk"], "bert",
         [("東", 0, 1, None), ("京", 1, 2, None), ("x", 3, 4, None)]),
    ],
)  # fmt: skip
def test_places_of_words_and_of_boundaries(text, names, name, expected):
    found = read_passage(text, 0, 9, compose(names), name).words
    assert [(word.word, word.start, word.end, word.inner) for word in found] == expected


PROSE = "It’s the e\u0301te\u0301, isn't it?  The pugs’ 42 hugs…\n\n" * 60
ONE_LINE = "他说：“我们3点去see猫。”真的吗？" * 180
LONG = [(PROSE, name) for name in ("bert", "gpt2", "whitespace")]
LONG += [(ONE_LINE, name) for name in ("bert", "gpt2", "scripts")]
LONG.append(("a" + " " * 3 * MARGIN + "b", "bert"))
NORMAL = compose(["nfc", "lowercase"])


@cache
def words_of(text, name):
    return read_passage(text, 0, len(text), NORMAL, name).words


@pytest.mark.slow
@given(st.sampled_from(LONG), st.integers(300, 2_500))
@examples(30)
def test_passages_follow_each_other_and_lose_no_word(long, size):
    text, name = long
    at = 0
    words: list[PlacedWord] = []
    while at < len(text):
        part = read_passage(text, at, size, NORMAL, name)
        assert part.start == at < part.end
        words += part.words
        at = part.end
    assert tuple(words) == words_of(text, name)


def test_a_word_longer_than_what_is_read_is_whole():
    text = "a " + "b" * 9 * MARGIN + " c"
    for start in (2, 5 * MARGIN):
        found = read_passage(text, start, 100, compose([]), "bert")
        longest = max(found.words, key=lambda word: len(word.word))
        assert (longest.start, longest.end) == (2, len(text) - 2)
        assert (found.start, found.end) == (2, len(text) - 2)
