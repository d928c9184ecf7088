"""Offsets into the text as it was given, with the `tokenizers` library as referee."""

from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from tokenizers import normalizers as library

from tests.strategies import examples
from tests.wordpiece.characters import texts
from tests.wordpiece.test_normalizers import REFEREES
from wordpiece.text.normalizers import NORMALIZERS, compose
from wordpiece.text.origins import normalize_with_origins


def their_places(text, normalizer):
    """Return the library's range of each character of the normalized text."""
    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    return tokenizer.encode(text).offsets


def our_places(text, normalizer):
    normalized, origins = normalize_with_origins(text, normalizer)
    assert normalized == normalizer(text)
    if origins is None:
        assert len(normalized) == len(text)
        return [(i, i + 1) for i in range(len(text))]
    return [*zip(origins.starts, origins.ends, strict=True)]


names = st.lists(st.sampled_from(sorted(NORMALIZERS)), max_size=4)


@given(text=texts, names=names)
@examples(250)
def test_each_character_comes_from_where_the_library_says(text, names):
    theirs = library.Sequence([REFEREES[name] for name in names])
    assert our_places(text, compose(names)) == their_places(text, theirs)


def test_any_other_function_is_aligned_by_its_results():
    text, origins = normalize_with_origins("ab", lambda text: text.replace("a", "xyz"))
    assert text == "xyzb" and origins is not None
    assert [*zip(*origins, strict=True)] == [(0, 1)] * 3 + [(1, 2)]
    _, origins = normalize_with_origins("Ab Cd", lambda text: text[::-1])
    assert origins is not None and (origins.starts[0], origins.ends[4]) == (0, 5)
    assert normalize_with_origins("ab", str) == ("ab", None)
