"""Vocabulary files of other tools: read right, or refused with one sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from wordpiece.errors import VocabularyError
from wordpiece.interop import read_vocabulary


def refused(data: bytes) -> str:
    with pytest.raises(VocabularyError) as error:
        read_vocabulary(data)
    assert len(str(error.value)) < 250
    return str(error.value)


def test_vocab_txt():
    vocabulary = read_vocabulary(b"[PAD]\n[UNK]\nHug\n##s\n")
    assert vocabulary.kind == "wordpiece"
    assert vocabulary.ids == {"[PAD]": 0, "[UNK]": 1, "Hug": 2, "##s": 3}
    assert vocabulary.normalizer("Hug") == "Hug"
    assert vocabulary.notes == ()
    lower = read_vocabulary("[UNK]\r\nhug\r\n".encode("utf-16"))
    assert lower.ids == {"[UNK]": 0, "hug": 1}
    assert lower.normalizer("HÜG") == "hug"
    assert "lowercased" in lower.notes[0]


def test_vocab_txt_gone_wrong():
    assert "Line 3: The token 'a' was on line 1 already" in refused(b"a\nb\na\n")
    assert "Line 2: There is no token" in refused(b"a\n\nb\n")
    assert "Line 1: The byte 0x89" in refused(b"\x89PNG")
    assert "empty" in refused(b"")
    assert "5,000 characters" in refused(b"x" * 5000)


def test_a_library_wordpiece():
    tokenizer = Tokenizer(
        models.WordPiece({"[UNK]": 0, "hug": 1, "##s": 2}, unk_token="[UNK]",
                         max_input_chars_per_word=50)
    )  # fmt: skip
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    vocabulary = read_vocabulary(tokenizer.to_str().encode())
    assert vocabulary.kind == "wordpiece"
    assert vocabulary.ids == {"[UNK]": 0, "hug": 1, "##s": 2}
    assert (vocabulary.prefix, vocabulary.max_input_chars_per_word) == ("##", 50)
    assert vocabulary.normalizer("HÜG\t") == "hug "
    assert vocabulary.pre_tokenizer == "bert" and vocabulary.notes == ()


def test_a_library_bpe():
    tokenizer = Tokenizer(
        models.BPE({"h": 0, "u": 1, "g": 2, "ug": 3}, [("u", "g")], unk_token=None)
    )
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    vocabulary = read_vocabulary(tokenizer.to_str().encode())
    assert vocabulary.kind == "bpe" and vocabulary.merges == (("u", "g"),)
    assert vocabulary.unk_token is None and vocabulary.pre_tokenizer == "gpt2"
    assert vocabulary.notes == ("The normalizer 'NFKC' is not known here and is left out.",)


def model(**changes) -> bytes:
    content = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]} | changes
    return json.dumps({"model": content}).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "not valid JSON"),
        (b'{"a": ' * 100_000, "nested too deeply"),
        (b"{}", "no model"),
        (b'{"model": 3}', "no model"),
        (model(type="Unigram"), "type 'Unigram'"),
        (model(type=["x"]), "type"),
        (model(vocab=None), "vocab must be an object"),
        (model(vocab=[]), "vocab must be an object"),
        (model(vocab={"a": 0, "b": 0}), "'a' and 'b' have the same id 0"),
        (model(vocab={"a": "0"}), "id of 'a'"),
        (model(vocab={"a": True}), "id of 'a'"),
        (model(vocab={"a": -1}), "id of 'a'"),
        (model(merges=None), "needs a list of merges"),
        (model(merges=["ab"]), "Merge 1 must be two tokens"),
        (model(merges=["a b", ["a"]]), "Merge 2 must be two tokens"),
        (model(merges=[["a", 3]]), "Merge 1 must be two tokens"),
        (model(merges=["a c"]), "Merge 1 uses 'c'"),
        (model(unk_token=3), "unk_token"),
        (model(end_of_word_suffix=3), "end_of_word_suffix"),
        (model(max_input_chars_per_word="x"), "max_input_chars_per_word"),
    ],
)
def test_tokenizer_json_gone_wrong(data, says):
    assert says in refused(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


FIELDS = (
    "type vocab merges unk_token continuing_subword_prefix end_of_word_suffix "
    "max_input_chars_per_word"
).split()
field_values = st.one_of(
    json_values, st.sampled_from(["BPE", "WordPiece"]), st.dictionaries(st.text(), st.integers())
)
sequences = st.fixed_dictionaries(
    {"type": st.just("Sequence"), "normalizers": json_values, "pretokenizers": json_values}
)


@given(
    model=st.dictionaries(st.sampled_from(FIELDS), field_values),
    normalizer=json_values | sequences,
    pre_tokenizer=json_values | sequences,
)
def test_any_tokenizer_json_is_read_or_refused(model, normalizer, pre_tokenizer):
    data = {"model": model, "normalizer": normalizer, "pre_tokenizer": pre_tokenizer}
    try:
        vocabulary = read_vocabulary(json.dumps(data).encode())
    except VocabularyError:
        return
    assert vocabulary.normalizer("a") == "a"


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data):
    try:
        vocabulary = read_vocabulary(data)
    except VocabularyError:
        return
    assert vocabulary.ids
