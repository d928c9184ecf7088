"""`Tokenizer`: train, save, load, encode and decode, compared with the `tokenizers` library."""

import numpy as np
import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples
from tests.wordpiece.characters import old_characters
from wordpiece import BPEEncoder, Tokenizer, WordPieceEncoder
from wordpiece.encoding.added import AddedToken
from wordpiece.errors import CorpusError, VocabularyError
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.recipes import RECIPES
from wordpiece.text.normalizers import NORMALIZERS, compose

LINE = "The hugs! A pug's bun, two puns: low lower newest widest; don't déjà 東京. "
CORPUS = f"{LINE}\n\n{LINE}"  # also a text in two languages
WRITABLE = [name for name, it in RECIPES.items() if it.encoding in ("longest-match", "replay")]

texts = st.one_of(
    st.text(old_characters, max_size=12),
    st.lists(
        st.sampled_from(
            [*"hugs bun pun low newest The don't . ! , 東京 é É [MASK] [UNK] <|endoftext|>".split(),
             "hugsbun", " ", "  ", "\n", "##s", "</w>"]
        ),
        max_size=8,
    ).map(" ".join),
)  # fmt: skip
names = st.lists(st.sampled_from(sorted(NORMALIZERS)), max_size=3, unique=True)


def saved(tokenizer: Tokenizer | LibraryTokenizer, folder, name: str = "tokenizer.json"):
    """Return a tokenizer that was written and read again, and the path of its file."""
    path = folder / name
    tokenizer.save(path)
    return Tokenizer.from_file(path), path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tokenizers")


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_trains_on_a_text_on_texts_and_on_words(recipe):
    one = Tokenizer.train(CORPUS, recipe=recipe)
    if RECIPES[recipe].by_language:
        for other in (CORPUS.splitlines(), golden.TOY):
            with pytest.raises(CorpusError, match="needs a text in several languages"):
                Tokenizer.train(other, recipe=recipe)
        return
    several = Tokenizer.train(CORPUS.splitlines(keepends=True), recipe=recipe)
    assert one.vocabulary == several.vocabulary and len(one) == len(one.ids)
    assert [t.token for t in one.encode("hugs low")] == one.tokenize("hugs low")
    words = Tokenizer.train(golden.TOY, recipe=recipe)
    assert words.timeline and words.timeline.words == tuple(RECIPES[recipe].words(golden.TOY))


@given(
    recipe=st.sampled_from(WRITABLE), normalizer=names, pre_tokenizer=st.sampled_from(["bert",
    "whitespace"]), merges=st.integers(0, 40), typed=st.lists(texts, max_size=4),
)  # fmt: skip
@examples(60)
def test_what_is_saved_encodes_and_decodes_the_same_here_and_in_the_library(
    folder, recipe, normalizer, pre_tokenizer, merges, typed
):
    settings = {"normalizer": normalizer, "max_merges": merges, "recipe": recipe}
    if RECIPES[recipe].shape != "gpt2":
        settings["pre_tokenizer"] = pre_tokenizer
    tokenizer = Tokenizer.train(CORPUS, **settings)
    read, path = saved(tokenizer, folder)
    library = tokenizers.Tokenizer.from_file(str(path))
    assert read.vocabulary[: len(tokenizer)] == tokenizer.vocabulary
    assert not read.notes
    for text, expected in zip(typed, library.encode_batch(typed), strict=True):
        encoded = tokenizer.encode(text)
        assert [token.id for token in encoded] == expected.ids
        assert [(token.start, token.end) for token in encoded] == expected.offsets
        for skip in (True, False):
            decoded = tokenizer.decode(expected.ids, skip_special=skip)
            if "</w>" not in text:  # which the library replaces wherever it occurs
                assert decoded == library.decode(expected.ids, skip_special_tokens=skip)


def test_a_vocab_txt_is_written_as_it_was_read_and_merges_are_read_from_files(folder):
    file, again = folder / "vocab.txt", folder / "again.txt"
    file.write_bytes(b"[UNK]\nhug\n##s\n")
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.save(again)
    assert again.read_bytes() == file.read_bytes()
    assert saved(tokenizer, folder)[0].tokenize("Hugs mug") == ["hug", "##s", "[UNK]"]
    vocab, merges = folder / "vocab.json", folder / "merges.txt"
    vocab.write_text('{"u": 5, "g": 7, "ug": 9}')
    merges.write_text("u g\n")
    read = Tokenizer.from_files(vocab, merges)
    assert read.ids == Tokenizer.from_files(vocab.read_bytes(), merges.read_bytes()).ids
    assert [token.id for token in read.encode("ugg")] == [9, 7]


def test_special_tokens_are_found_or_split_and_skipped_or_shown():
    tokenizer = Tokenizer.train("a mask hugs a pug [ ]")
    assert tokenizer.tokenize("a[MASK] pug") == ["a", "[MASK]", "pug"]
    assert "[MASK]" not in tokenizer.tokenize("a[MASK] pug", special=False)
    assert tokenizer.decode(["a", "[MASK]", "pug"]) == "a pug"
    assert tokenizer.decode(["a", "[MASK]", "pug"], skip_special=False) == "a [MASK] pug"
    batch = tokenizer.encode_batch(["a pug", "[SEP]"])
    assert [[token.token for token in row] for row in batch] == [["a", "pug"], ["[SEP]"]]
    ids = np.array([token.id for token in batch[0]])
    assert tokenizer.decode(ids) == tokenizer.decode(batch[0]) == "a pug"


def test_what_no_file_holds_is_refused(folder):
    for recipe in {*RECIPES} - {*WRITABLE}:
        with pytest.raises(VocabularyError, match="cannot be saved"):
            Tokenizer.train(golden.TOY, recipe=recipe).save(folder / "x.json")
    own = Tokenizer(WordPieceEncoder(["a"]), normalizer=str.upper)
    with pytest.raises(VocabularyError, match="'upper' is a function of your own"):
        own.save(folder / "x.json")
    named = Tokenizer(WordPieceEncoder(["a"]), normalizer=compose(["nfc"]))
    assert saved(named, folder)[0].tokenize("a") == ["a"]
    lost = Tokenizer(WordPieceEncoder(["a"]), added=[AddedToken("[SEP]")])
    with pytest.raises(VocabularyError, match="is not in the vocabulary"):
        lost.save(folder / "x.json")
    with pytest.raises(VocabularyError, match="by longest match with ##"):
        Tokenizer(BPEEncoder([("a", "b")])).save(folder / "x.txt")
    with pytest.raises(VocabularyError, match="whose ids are 0, 1, 2"):
        Tokenizer(WordPieceEncoder({"a": 1})).save(folder / "x.txt")
    assert not (folder / "x.json").exists() and not (folder / "x.txt").exists()
