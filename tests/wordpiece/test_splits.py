"""Pre-tokenizers spelled out in a tokenizer.json, refereed by the library on the same file."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from tests.strategies import examples
from wordpiece.errors import PatternError
from wordpiece.files.readers import encoder_of, read_merges, read_vocabulary
from wordpiece.text import patterns
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE
from wordpiece.text.splits import BEHAVIORS, SplitSteps
from wordpiece.tokenizer import Tokenizer as Ours

pytest.importorskip("regex")

QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
    r"\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA = QWEN.replace(r"\p{N}|", r"\p{N}{1,3}|", 1)
GPT_4O = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"

PARTS = ["a", "B", "é", "e\u0301", "ß", "ſ", "東京", "12", "٣", "²", "'ll", "'S", " ", "  ", "\n",
         "\r\n", "\u3000", "\xa0", "!", "//", "😀", "\u200d", "ǅ", "İ", "Ł"]  # fmt: skip
texts = st.lists(st.sampled_from(PARTS), max_size=12).map("".join) | st.text(
    st.characters(codec="utf-8", exclude_categories=["Cn", "Cs"]), max_size=8
)
patterns_known = [QWEN, LLAMA, GPT_4O, CLIP, r"\w+", r"[^\s\d]|x{2,3}", r"\d", " ", r"(?<=\p{Lu})."]


def byte_level_bpe(**options: Any) -> Tokenizer:
    suffix = options.get("end_of_word_suffix", "")
    vocab = [char + end for end in dict.fromkeys(["", suffix]) for char in sorted(CHAR_TO_BYTE)]
    pairs = [("Ã", "©" + suffix), ("l", "l" + suffix), ("Ġ", "a"), ("a", "a")]
    vocab += [left + right for left, right in pairs] + ["<|endoftext|>"]
    ids = {token: number * 3 for number, token in enumerate(vocab)}
    return Tokenizer(models.BPE(ids, pairs, **options))


def like_clip() -> Tokenizer:
    """Make a tokenizer of the parts that transformers writes for CLIP."""
    theirs = byte_level_bpe(
        end_of_word_suffix="</w>", continuing_subword_prefix="", unk_token="<|endoftext|>"
    )
    theirs.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    theirs.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(CLIP), "removed", invert=True),
            pre_tokenizers.ByteLevel(False, trim_offsets=False),
        ]
    )
    return theirs


def agree(theirs, text, read=None):
    read = read or read_vocabulary(theirs.to_str().encode())
    found = encoder_of(read).encode(text, read.normalizer, read.pre_tokenizer)
    expected = theirs.encode(text)
    assert [token.id for token in found] == expected.ids
    assert [(token.start, token.end) for token in found] == expected.offsets
    return read


@given(texts, st.sampled_from(patterns_known), st.sampled_from(BEHAVIORS), st.booleans(),
       st.booleans(), st.booleans())  # fmt: skip
@examples(150)
def test_split_cuts_as_the_library_does(text, pattern, behavior, invert, cut, space):
    theirs = byte_level_bpe()
    names = {"MergedWithPrevious": "merged_with_previous", "MergedWithNext": "merged_with_next"}
    behavior = names.get(behavior, behavior.lower())
    theirs.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(pattern if pattern == " " else Regex(pattern), behavior, invert),
            pre_tokenizers.ByteLevel(space, trim_offsets=False, use_regex=cut),
        ]
    )
    assert not agree(theirs, text).notes


@given(texts, st.sampled_from([
    [pre_tokenizers.Digits(False), pre_tokenizers.Punctuation()],
    [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Digits(True)],
    [pre_tokenizers.BertPreTokenizer()],
]))  # fmt: skip
@examples(100)
def test_digits_punctuation_and_named_rules(text, steps):
    theirs = byte_level_bpe()
    last = pre_tokenizers.ByteLevel(False, trim_offsets=False, use_regex=False)
    theirs.pre_tokenizer = pre_tokenizers.Sequence([*steps, last])
    assert not agree(theirs, text).notes


def test_berts_rule_without_its_normalizer_leaves_ideographs_together(tmp_path):
    vocab = {"[UNK]": 0, "a": 1, "東京": 2, "東": 3, "##京": 4, ",": 5}
    theirs = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    Ours.from_file(theirs.to_str().encode()).save(tmp_path / "again.json")
    again = read_vocabulary(tmp_path / "again.json")
    for text in ("東京 a", "a東京", "東京,東 b㐀"):
        agree(theirs, text), agree(theirs, text, again)


@given(texts)
@examples(80)
def test_clip_ends_words_with_a_suffix_and_spells_bytes(text):
    """It is read from its ``tokenizer.json``, and from its two older files."""
    theirs = like_clip()
    assert not agree(theirs, text).notes
    model = json.loads(theirs.to_str())["model"]
    pairs = [" ".join(pair) for pair in model["merges"] if "Ġ" not in pair]  # CLIP has none
    merges = "\n".join(["#version: 0.2", *pairs])
    read = read_merges(merges.encode(), json.dumps(model["vocab"]).encode())
    assert "split as in CLIP" in str(read.notes[-1])
    agree(theirs, text, read)


@given(texts, st.sampled_from(["", "x", "Éa"]), st.sampled_from([r"\s+", "a", r"\p{L}+"]))
@examples(60)
def test_replace_has_the_offsets_of_the_library(text, content, pattern):
    theirs = byte_level_bpe()
    theirs.normalizer = normalizers.Replace(Regex(pattern), content)
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(False, trim_offsets=False)
    assert not agree(theirs, text).notes


def test_it_is_written_as_it_was_read(tmp_path):
    theirs = like_clip()
    theirs.normalizer = normalizers.Replace(Regex(r"\s+"), " ")
    Ours.from_file(theirs.to_str().encode()).save(tmp_path / "tokenizer.json")
    again = json.loads((tmp_path / "tokenizer.json").read_text(encoding="utf-8"))
    for part in ("normalizer", "pre_tokenizer"):
        assert again[part] == json.loads(theirs.to_str())[part]


def file_with(pattern):
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    made = {"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}, "pre_tokenizer": split}
    return read_vocabulary(json.dumps(made).encode())


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        (r"\h", r"\h"),
        (r"a{2}+", "{2}+"),
        (r"(?<n>a)\g<n>", "(?<n"),
        (r"[[:alpha:]]", "[:alph"),
        (r"\p{Nonsense}", "Nonsense"),
        ("(", "("),
        ("a" * 3000, "3,000 characters"),
    ],
)
def test_what_means_something_else_here_is_named(pattern, part):
    read = file_with(pattern)
    assert read.pre_tokenizer == "bert" and part in str(read.notes[0])
    assert "words are split as BERT does" in str(read.notes[0])


def test_without_the_package_a_note_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "regex", None)
    read = file_with(QWEN)
    assert read.pre_tokenizer == "bert" and "needs the Python package regex" in str(read.notes[0])


def test_a_pattern_that_never_ends_is_stopped(monkeypatch):
    monkeypatch.setattr(patterns, "SECONDS", 0.01)
    read = file_with("(?:a|aa)+[bd]")
    assert isinstance(read.pre_tokenizer, SplitSteps)
    with pytest.raises(PatternError, match="takes too long"):
        read.pre_tokenizer("a" * 200 + "c")
