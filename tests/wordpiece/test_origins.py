"""Offsets into the text as it was given, refereed by the `tokenizers` library on any text."""

import sys
import unicodedata
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from tokenizers import normalizers as library

from pages.trainings.samples import samples
from tests.strategies import examples
from tests.wordpiece.test_normalizers import PIECES, excluded
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.files.writers import tokenizer_json
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import NORMALIZERS, bert_normalizer, compose
from wordpiece.text.origins import Origins, normalized_with_origins
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, split_words


def only(name):
    off = dict.fromkeys(("clean_text", "handle_chinese_chars", "strip_accents", "lowercase"), False)
    return library.BertNormalizer(**{**off, name: True})


THEIRS = {
    "nfc": library.NFC(),
    "nfd": library.NFD(),
    "nfkc": library.NFKC(),
    "nfkd": library.NFKD(),
    "lowercase": library.Lowercase(),
    "strip-accents": only("strip_accents"),
    "clean-text": only("clean_text"),
    "space-out-cjk": only("handle_chinese_chars"),
}


def their_places(text, normalizer):
    """Return where each character of the normalized text is, as the library sees it."""
    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    return tokenizer.encode(text).offsets


def our_places(text, normalizer):
    normalized, origins = normalized_with_origins(text, normalizer)
    assert normalized == normalizer(text)
    if origins is None:
        assert len(normalized) == len(text)
        return [(i, i + 1) for i in range(len(text))]
    return [*zip(origins.starts, origins.ends, strict=True)]


@cache
def characters(kind):
    """Characters of a kind that both sides' Unicode tables agree on."""
    every = (chr(i) for i in range(sys.maxunicode + 1) if not 0xD800 <= i < 0xE000)
    if kind == "marks":
        every = filter(unicodedata.combining, every)
    else:
        every = (char for char in every if unicodedata.decomposition(char) and char < "가")
    return sorted(set(every) - excluded())


@st.composite
def hostile_texts(draw):
    """Letters that decompose, in all possible order with marks that change places."""
    anything = st.characters(exclude_categories=["Cs", "Cn"]).filter(lambda c: c not in excluded())
    parts = (
        st.sampled_from(PIECES)
        | anything
        | st.sampled_from(characters("marks"))
        | st.sampled_from(characters("letters"))
    )
    return "".join(draw(st.lists(parts, max_size=12)))


@pytest.mark.slow
@given(text=hostile_texts(), names=st.lists(st.sampled_from([*NORMALIZERS]), max_size=4))
@examples(150)
def test_each_character_comes_from_where_the_library_says(text, names):
    theirs = library.Sequence([THEIRS[name] for name in names])
    assert our_places(text, compose(names)) == their_places(text, theirs)


@pytest.mark.parametrize("name", NORMALIZERS)
def test_tricky_characters_come_from_where_the_library_says(name):
    more = ["a\u0323\u0302", "\u1ead\u0301\u0323", "\u0344\u0323", "각\u11a8", "\u0b3c\U0001d16d"]
    for text in ["", *PIECES, *more, "".join(PIECES), "".join(reversed([*PIECES, *more]))]:
        assert our_places(text, NORMALIZERS[name]) == their_places(text, THEIRS[name]), ascii(text)


def test_berts_normalizer_step_by_step():
    text = "Ünïcode\u200b 東京, E\u0301té İ"
    assert our_places(text, bert_normalizer()) == their_places(text, library.BertNormalizer())


def test_any_other_function_is_aligned_by_its_results():
    text, origins = normalized_with_origins("ab", lambda text: text.replace("a", "xyz"))
    assert text == "xyzb"
    assert [origins.span(i, i + 1) for i in range(4)] == [(0, 1)] * 3 + [(1, 2)]
    _, origins = normalized_with_origins("Ab Cd", lambda text: text[::-1])
    assert origins.span(0, 5) == (0, 5)
    assert normalized_with_origins("ab", str) == ("ab", None)


def test_a_place_between_characters():
    origins = Origins([0, 0, 3], [1, 1, 4])
    assert origins.span(2, 2) == (1, 1) and origins.span(0, 0) == (0, 0)


@pytest.mark.parametrize("sample", samples())
@pytest.mark.parametrize("names", [["strip-accents", "lowercase"], [*NORMALIZERS]])
def test_every_sample_and_recipe_has_the_librarys_offsets(sample, names):
    """With the recipe's own encoder, where a tokenizer.json can hold it."""
    sample = samples()[sample]
    text = sample.text()[:5_000]
    for recipe in RECIPES.values():
        if recipe.marking.suffix or recipe.encoding not in ("longest-match", "replay"):
            continue  # a suffix is placed where the word ends; the others the library has not
        cut = recipe.pre_tokenizer or sample.pre_tokenizer
        words = split_words(compose(names)(text), cut)
        trainer = replace(recipe, vocab_size=None).trainer(Counter(words))
        trainer.run(60)
        timeline = trainer.timeline()
        encoder = recipe.encoder(timeline, len(timeline))
        assert isinstance(encoder, WordPieceEncoder | BPEEncoder)
        kind = "wordpiece" if isinstance(encoder, WordPieceEncoder) else "bpe"
        written = tokenizer_json(
            timeline, len(timeline), normalizer=names, pre_tokenizer=cut, model=kind
        )
        theirs = Tokenizer.from_str(written).encode(text)
        ours = encoder.encode(text, compose(names), cut)
        assert [token.token for token in ours] == theirs.tokens, recipe.id
        assert [(token.start, token.end) for token in ours] == theirs.offsets, recipe.id


@pytest.mark.slow
@given(
    text=hostile_texts(),
    names=st.lists(st.sampled_from([*NORMALIZERS]), max_size=3),
    cut=st.sampled_from(sorted(PRE_TOKENIZERS)),
    kind=st.sampled_from(["wordpiece", "bpe"]),
)
@examples(100)
def test_any_text_has_the_librarys_offsets(text, names, cut, kind):
    timeline = _training(cut)
    written = tokenizer_json(
        timeline, len(timeline), normalizer=names, pre_tokenizer=cut, model=kind
    )
    theirs = Tokenizer.from_str(written).encode(text)
    encoder = {"wordpiece": WordPieceEncoder, "bpe": BPEEncoder}[kind]
    ours = encoder.from_timeline(timeline, len(timeline)).encode(text, compose(names), cut)
    if [token.token for token in ours] == theirs.tokens:  # the tables' versions may differ
        assert [(token.start, token.end) for token in ours] == theirs.offsets


@cache
def _training(cut):
    words = build("".join(PIECES) * 2 + " the don't", "text", compose(()), cut).word_frequencies
    trainer = RECIPES["hugging-face"].trainer(words)
    trainer.run(100)
    return trainer.timeline()
