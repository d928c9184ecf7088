"""Files of other tools: known reports and files, and every kind of file with other content.

Each line of `foreign_files.jsonl` is a file with the expected tokens, ids, offsets and notes, or
with words of the sentence that refuses it. A tokenizer.json is compared with the library.
"""

import base64
import gzip
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, processors

from tests.strategies import examples
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer
from wordpiece.errors import ArgumentError, VocabularyError
from wordpiece.files.readers import MAX_FILE, read_merges, read_vocabulary
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.message import Message
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE
from wordpiece.tokenizer import Tokenizer

CASES = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("foreign_files.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def opened(case: dict[str, Any]) -> Tokenizer | LibraryTokenizer:
    if "json" in case:
        return Tokenizer.from_file(json.dumps(case["json"], ensure_ascii=False).encode())
    if "merges" in case:
        return Tokenizer.from_vocabulary(read_merges(case["merges"].encode()))
    content = case["file"]
    return Tokenizer.from_file(
        bytes.fromhex(content["hex"]) if isinstance(content, dict) else content.encode()
    )


def refusal(data: bytes) -> str:
    with pytest.raises(VocabularyError) as error:
        Tokenizer.from_file(data)
    said = str(error.value)
    assert len(said) < 320 and "\n" not in said and said.encode()
    return said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_known_file_is_read_right_or_refused_by_its_name(case, tmp_path):
    if "words" in case:
        with pytest.raises(VocabularyError) as error:
            opened(case)
        assert all(word in str(error.value) for word in case["words"])
        return
    tokenizer = opened(case)
    for line in case.get("lines", ()):
        encoded = tokenizer.encode(line["text"])
        found = {
            "tokens": [token.token for token in encoded],
            "ids": [token.id for token in encoded],
            "offsets": [[token.start, token.end] for token in encoded],
            "decoded": tokenizer.decode(encoded) if "decoded" in line else "",
        }
        assert {name: found[name] for name in line if name != "text"} == {
            name: value for name, value in line.items() if name != "text"
        }
    notes = " ".join(map(str, tokenizer.notes))
    assert all(word in notes for word in case.get("note", ()))
    assert not any(word in notes for word in case.get("no_note", ()))
    if "saved" in case:
        tokenizer.save(tmp_path / "tokenizer.json")
        model = json.loads((tmp_path / "tokenizer.json").read_text(encoding="utf-8"))["model"]
        saved = {"unk_token": model["unk_token"], "size": len(model["vocab"])}
        assert saved == case["saved"]


# A tokenizer.json: the library's tokens, our steps.

LETTERS = [*"hugée\u0301ñ東京กا😀1²-_'"]
SPACES = [" ", "  ", "\n", "\t", "\u3000"]
texts = st.lists(
    st.sampled_from([*LETTERS, *SPACES, "hug", "HUG", "<x>", "Ab", "\ud800"]), max_size=12
)
TEXTS = texts.map("".join)
WORDS = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=3).map("".join)


@st.composite
def bpe_models(draw):
    suffix, prefix = draw(st.sampled_from([("", ""), ("</w>", ""), ("", "##")]))
    fallback = draw(st.booleans())
    vocab = ["<unk>", *LETTERS, "▁", "Ġ"]
    vocab += [letter + suffix for letter in LETTERS if suffix]
    vocab += [prefix + letter for letter in LETTERS if prefix]
    vocab += [f"<0x{byte:02X}>" for byte in range(256)] if fallback else []
    merges = []
    for _ in range(draw(st.integers(0, 4))):
        left = draw(st.sampled_from(vocab[1:]))
        right = draw(st.sampled_from([t for t in vocab[1:] if t.startswith(prefix)]))
        if (made := left + right[len(prefix) :]) not in vocab:
            merges.append((left, right))
            vocab.append(made)
    kept = [t for t in vocab if t not in draw(st.sampled_from([(), ("<unk>",)]))]
    unknown = "<unk>" if "<unk>" in kept else None
    return models.BPE(
        {token: 3 * number for number, token in enumerate(kept)}, merges, unk_token=unknown,
        end_of_word_suffix=suffix, continuing_subword_prefix=prefix, byte_fallback=fallback,
        fuse_unk=draw(st.booleans()), ignore_merges=draw(st.booleans()),
    )  # fmt: skip


@st.composite
def wordpiece_models(draw):
    words = draw(st.lists(WORDS, max_size=5))
    tokens = ["[UNK]", *LETTERS, *(f"##{letter}" for letter in LETTERS), *words]
    vocab = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    longest = draw(st.sampled_from([0, 2, 100]))
    return models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=longest)


def other_models():
    pieces: list[tuple[str, float]] = [
        ("<unk>", 0.0),
        *((token, -2.0 - len(token)) for token in [*LETTERS, "▁", "hug"]),
    ]
    words = {token: number for number, token in enumerate(["<unk>", *LETTERS, "hug"])}
    return st.sampled_from([models.WordLevel(words, "<unk>"), models.Unigram(pieces, 0)])


NORMALIZERS = [
    normalizers.NFC(), normalizers.NFKD(), normalizers.Lowercase(), normalizers.StripAccents(),
    normalizers.BertNormalizer(), normalizers.Strip(), normalizers.Nmt(), normalizers.Prepend("▁"),
    normalizers.Replace(" ", "▁"), normalizers.Replace(Regex(r"\d"), "hug"),
]  # fmt: skip
PRE_TOKENIZERS = [
    pre_tokenizers.Whitespace(), pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(),
    pre_tokenizers.BertPreTokenizer(), pre_tokenizers.ByteLevel(), pre_tokenizers.Punctuation(),
    pre_tokenizers.Metaspace(prepend_scheme="first"), pre_tokenizers.Digits(True),
    pre_tokenizers.CharDelimiterSplit("-"), pre_tokenizers.UnicodeScripts(),
    pre_tokenizers.Split(Regex(r"[-\w]+|\s+"), "merged_with_previous"),
]  # fmt: skip
DECODERS = [
    decoders.WordPiece(), decoders.BPEDecoder(), decoders.ByteLevel(), decoders.Metaspace(),
    decoders.Sequence([decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]),
]  # fmt: skip
ADDED = st.builds(
    tokenizers.AddedToken,
    st.sampled_from(["<x>", "Ab", "ug", "東"]),
    single_word=st.booleans(), lstrip=st.booleans(), rstrip=st.booleans(),
    normalized=st.booleans(), special=st.booleans(),
)  # fmt: skip


@st.composite
def files(draw):
    """Return a tokenizer of the library with any parts."""
    made = tokenizers.Tokenizer(draw(st.one_of(bpe_models(), wordpiece_models(), other_models())))
    if parts := draw(st.lists(st.sampled_from(NORMALIZERS), max_size=3)):
        made.normalizer = normalizers.Sequence(parts)
    if parts := draw(st.lists(st.sampled_from(PRE_TOKENIZERS), max_size=2)):
        made.pre_tokenizer = pre_tokenizers.Sequence(parts)
    if draw(st.booleans()):
        made.decoder = draw(st.sampled_from(DECODERS))
    made.add_tokens(draw(st.lists(ADDED, max_size=2)))
    if draw(st.booleans()):
        made.post_processor = processors.ByteLevel(trim_offsets=True)
    # A file has only the last flags of a token that was added twice.
    return tokenizers.Tokenizer.from_str(made.to_str())


def without_unknown():
    """Return a tokenizer whose library leaves out the word ▁, which has no token."""
    made = tokenizers.Tokenizer(models.BPE({"▁": 0, "h</w>": 1}, [], end_of_word_suffix="</w>"))
    made.normalizer = normalizers.Prepend("▁")
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Whitespace(), pre_tokenizers.Metaspace()]
    )
    return made


@given(files(), TEXTS, st.booleans())
@example(without_unknown(), "h", True)
@examples(150)
def test_tokens_ids_offsets_and_decoded_text_are_the_librarys(theirs, text, special):
    ours = LibraryTokenizer(theirs.to_str())
    theirs.encode_special_tokens = not special
    expected = theirs.encode(text.replace("\ud800", "\ufffd"), add_special_tokens=False)
    encoded = ours.encode(text, special=special)
    assert [token.id for token in encoded] == expected.ids
    assert [token.token for token in encoded] == expected.tokens
    assert [(token.start, token.end) for token in encoded] == expected.offsets
    assert ours.decode(encoded) == theirs.decode(expected.ids)
    assert ours.decode([token.id or 0 for token in encoded], skip_special=False) == theirs.decode(
        expected.ids, skip_special_tokens=False
    )
    assert ours.tokenize(text, special=special) == expected.tokens
    if theirs.get_added_tokens_decoder():
        return  # the words next to added tokens have another test
    words = ours.words(text, special=special)
    for number, word in enumerate(words):
        tokens = [token.value for token in theirs.model.tokenize(word)]
        ids = [token.id for token in theirs.model.tokenize(word)]
        assert [token.id for token in encoded if token.word == number] == ids
        trace = ours.trace(word)
        assert isinstance(trace, Message) or [piece.token for piece in trace.pieces] == tokens


@given(files(), TEXTS)
@examples(60)
def test_saving_loses_nothing(tmp_path_factory, theirs, text):
    theirs.enable_truncation(3)
    theirs.enable_padding(length=5, pad_token="<unk>")
    path = tmp_path_factory.mktemp("saved") / "tokenizer.json"
    LibraryTokenizer(theirs.to_str()).save(path)
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(theirs.to_str())


def bert(*tokens: str) -> tokenizers.Tokenizer:
    vocab = {token: number for number, token in enumerate(["[UNK]", *tokens])}
    made = tokenizers.Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def test_what_a_file_is_and_what_is_odd_about_it():
    made = bert("hug", "##s")
    made.add_special_tokens(["[SEP]"])
    made.add_tokens(["newtok"])
    made.post_processor = processors.TemplateProcessing("$0 [SEP]", special_tokens=[("[SEP]", 3)])
    made.enable_truncation(2)
    made.enable_padding()
    ours = LibraryTokenizer(made.to_str())
    assert (ours.model, ours.unk_token, ours.special_tokens) == ("WordPiece", "[UNK]", ("[SEP]",))
    steps = ("clean_text", "space_out_cjk", "strip_accents", "lowercase")
    assert (ours.normalizer, ours.pre_tokenizer) == (steps, ("BertPreTokenizer",))
    assert ours.vocabulary == ["[UNK]", "hug", "##s", "[SEP]", "newtok"] and len(ours) == 5
    assert [str(note).split()[0] for note in ours.notes] == ["This", "The", "The"]
    assert [token.word for token in ours.encode("hugs [SEP] hug")] == [0, 0, -1, 1]
    wrong: Any
    for wrong in (5, -1, 2**70, "nothing", None):
        with pytest.raises(ArgumentError, match="token"):
            ours.decode([wrong])


def test_tokens_that_no_text_gives():
    made = bert("hug", "##s", "##ü", "Hug", "a-b", "[SEP]", "pug", "##gs")
    made.add_special_tokens(["[SEP]"])
    assert LibraryTokenizer(made.to_str()).unreachable() == ["##ü", "Hug", "a-b"]
    spm = tokenizers.Tokenizer(
        models.BPE(
            {"▁": 0, "a": 1, "b": 2, "▁a": 3, "c": 4, "<0x61>": 5}, [("▁", "a")], byte_fallback=True
        )
    )
    spm.pre_tokenizer = pre_tokenizers.Metaspace()
    assert LibraryTokenizer(spm.to_str()).unreachable() == ["<0x61>"]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0]]}, "probabilities of whole"),
        ({"type": "WordLevel", "unk_token": "a", "vocab": {"a": 0}}, "For a WordLevel model"),
        ({"dropout": 0.5}, "dropout"),
        ({"ignore_merges": True, "vocab": {"m": 0, "u": 1, "g": 2, "mug": 3}, "merges": []},
         "ignore_merges"),
        ({"unk_token": "a", "fuse_unk": True}, "fuse_unk"),
        ({"unk_token": "a", "fuse_unk": True, "ignore_merges": True}, "fuse_unk"),
        ({}, "no unknown token, so the tokenizers library leaves out"),
        ({"byte_fallback": True, "vocab": {"u": 0, "g": 1, "<0x6D>": 2}, "merges": []},
         "byte_fallback"),
    ],
)  # fmt: skip
def test_why_there_are_no_steps(changed, reason):
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
    if "type" in changed:
        model = {}
    ours = LibraryTokenizer(json.dumps({"added_tokens": [], "model": model | changed}))
    assert reason in str(ours.trace("mug"))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"model": {"type": "GPT"}}', "library refuses this file"),
        (b'{"model": {', "EOF while parsing"),
        (b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a\\u0007 b"]}}',
         r"Token `a\x07`"),
    ],
)  # fmt: skip
def test_what_the_library_refuses_is_refused_with_its_reason(data, says):
    assert says in refusal(data)


def test_a_text_on_which_the_library_fails_is_refused_with_its_reason():
    made = tokenizers.Tokenizer(models.BPE({"a": 0}, []))
    made.pre_tokenizer = pre_tokenizers.Split(Regex("(?:a+a+)+b"), "isolated")
    ours = LibraryTokenizer(made.to_str())
    with pytest.raises(VocabularyError, match=r"fails on this text: .*retry-limit"):
        ours.encode("a" * 40)
    made = tokenizers.Tokenizer(models.WordLevel({"a": 0}, unk_token="[UNK]"))
    ours = LibraryTokenizer(made.to_str())
    with pytest.raises(VocabularyError, match="Missing"):
        ours.encode("b")
    assert isinstance(ours.trace("b"), Message)


def test_without_the_library_a_sentence_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    assert "needs the Python package tokenizers" in refusal(b'{"model": {}}')
    assert Tokenizer.from_file(b"[UNK]\nhug\n").tokenize("hug") == ["hug"]


# Recognition of other kinds of files.


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\n\x0f\n\x06<pad>x\x15\0\0\0\0\x18\x02\n\x0c\n\x03abc", ["sentencepiece", "binary"]),
        ("<unk>\t0\n▁นก\t-2.5\nก\t-1e-05\n".encode(), ["sentencepiece", "tab", "score"]),
        ("<unk>\t0\n▁t\t-0\ner\t-1\n".encode(), ["sentencepiece"]),
        (b"1 '\\n' 1\n2 \"'\" 1\n65530 b'\\xe6\\x9d' 2\n", ["RWKV"]),
        (b"minbpe v1\n\n0\n97 98\n256 97\n", ["minbpe"]),
        (b"[\\u0000] 0\n[a] 97\n[a][b] -> [ab] 256\n", ["minbpe"]),
        (b"'<pad>'\n'<EOS>'\n'hug_'\n'##_'\n", ["tensor2tensor"]),
        ("the 10\nпривет 5\n".encode(), ["words", "counts"]),
        (b"  10 the\n   5 hug\n", ["counts"]),
        ("the\t10\n京\t5\n".encode(), ["counts"]),
        (b'["[UNK]", "hug", "##s"]', ["list", "JSON"]),
        (b'[["<unk>", 0.0], ["hug", -2.5]]', ["list"]),
        (b'{"hug": 0, "s": 1}', ["vocab.json", "merges"]),
        (b'{"tokenizer_class": "BertTokenizer", "do_lower_case": true}', ["not a tokenizer.json"]),
        ("п р 10\nпр и</w> 5\n".encode(), ["merges"]),
        ("#version: 0.2\n東 京\n".encode(), ["This looks like a merges.txt"]),
        ("Ġ t\nh e\n".encode(), ["merges"]),
        (b"\x08\0\0\0\0\0\0\0{\"a\":{}}", ["weights"]),
        (b"GGUF\x03\0\0\0", ["weights"]),
        (b"\x80\x02}q\0X", ["weights"]),
        (gzip.compress(b"hug", mtime=0), ["gzip"]),
        (b"PK\x03\x04", ["ZIP"]),
        (b"%PDF-1.7", ["PDF"]),
        (b"\n<!DOCTYPE html>\n<html lang=en>", ["web page"]),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", ["LFS pointer"]),
        ("a list of words\nwith several in a line\n".encode("utf-16"), ["a text or a table"]),
        (b"\n\n", ["one token on each line"]),
    ],
)  # fmt: skip
def test_another_kind_of_file_is_refused_by_its_name(data, words):
    said = refusal(data)
    assert all(word in said for word in words)


LINES = ["hug", "##s", "東", "Ä", " x", "hug ", "##s\t", "", "\u3000", "[MASK]", "\u2028b"]


@given(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=12), st.sampled_from(["\n", "\r\n", "\r"])
)
def test_the_ids_of_a_vocab_txt_are_its_lines(tmp_path_factory, lines, end):
    """The library reads the same lines, with its line ends."""
    lines = ["[UNK]", *lines, "last"]
    path = tmp_path_factory.mktemp("lines") / "vocab.txt"
    path.write_bytes("".join(line + "\n" for line in lines).encode())
    expected = models.WordPiece.read_file(str(path))
    expected.pop("", None)
    read = read_vocabulary("".join(line + end for line in lines).encode())
    assert read.ids == expected
    notes = " ".join(map(str, read.notes))
    stripped = [line.rstrip() for line in lines]
    assert ("blank" in notes) == ("" in stripped)
    assert ("in whitespace" in notes) == any(
        a != b and b for a, b in zip(lines, stripped, strict=True)
    )
    assert ("more than once" in notes) == (len({*stripped} - {""}) < len([*filter(None, stripped)]))
    assert ("(CR)" in notes) == (end == "\r")


def test_the_tokens_of_a_json_object_keep_its_ids():
    read = Tokenizer.from_file(b'{\n"<unk>": 7, "##s": 5, "hug": 100, "pug": 5, "hug": 9}')
    assert [token.id for token in read.encode("hugs mug")] == [9, 5, 7]
    notes = " ".join(map(str, read.notes))
    assert "'hug'" in notes and "'##s' and 'pug' have the same id, 5" in notes
    bert_base = Tokenizer.from_file('{"[UNK]": 0, "[CLS]": 1, "東": 2}'.encode("utf-16"))
    assert [token.id for token in bert_base.encode("東京[CLS]")] == [2, 0, 1]


RANKS = st.lists(
    st.sampled_from([b"ab", b"bc", b"abc", b"aa", b"aaa", b"abab", b"cab"]), unique=True
)


@given(RANKS, st.text("abc", max_size=9), st.permutations([b"a", b"b", b"c"]))
@examples(200)
def test_tiktoken_merges_the_neighbours_of_the_lowest_rank(longer, word, letters):
    ranks = {token: 10 * rank for rank, token in enumerate([*letters, *longer])}
    lines = [f"{base64.b64encode(token).decode()} {rank}" for token, rank in ranks.items()]
    read = Tokenizer.from_file("\n".join(lines).encode())
    parts = [bytes([byte]) for byte in word.encode()]
    while pairs := [
        (ranks[left + right], at)
        for at, (left, right) in enumerate(pairwise(parts))
        if left + right in ranks
    ]:
        at = min(pairs)[1]
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    assert [token.id for token in read.encode(word)] == [ranks[part] for part in parts]


def test_a_trained_tiktoken_file_has_the_merges_of_its_training():
    corpus = {"Ġhug": 10, "Ġpug": 5, "hugs": 5, "ĠæĿ±": 7}
    timeline = trained(BPETrainer, corpus, marking="Ġ")
    tokens = timeline.vocabulary(len(timeline))
    raw = [bytes(CHAR_TO_BYTE[char] for char in token) for token in tokens]
    lines = [f"{base64.b64encode(token).decode()} {rank}" for rank, token in enumerate(raw)]
    read: Any = read_vocabulary("\n".join(lines).encode())
    assert read.merges == tuple(timeline.pair(k) for k in range(1, len(timeline) + 1))
    assert dict(read.ids) == {token: rank for rank, token in enumerate(tokens)}
    assert not any("ambiguous" in str(note) for note in read.notes)
    assert "Line 3: Expected a token in base64" in refusal(
        b"aA== 0\ndQ== 1\n!!!! 2\n" + b"Zw== 3\n" * 20
    )


@pytest.mark.parametrize("pattern", ["{} {}\n", "{} {} 7\n", "{} {} \r\n", "{} {}\r"])
def test_merges_with_counts_doubled_lines_and_other_line_ends(pattern):
    pairs = [("п", "р"), ("пр", "и</w>"), ("п", "р"), ("п", "и</w>")]
    lines = "".join(pattern.format(*pair) for pair in pairs)
    read = read_merges(lines.encode())
    assert read.merges == tuple(dict.fromkeys(pairs))
    assert "1 line (line 3) repeats" in " ".join(map(str, read.notes))
    encoded = Tokenizer.from_vocabulary(read).encode("при пи! 京")
    assert [token.token for token in encoded] == ["при</w>", "п", "и", "!</w>", "京</w>"]
    assert [token.id is None for token in encoded] == [False, False, True, True, True]


def test_special_tokens_of_a_vocab_json():
    tokens = [*CHAR_TO_BYTE, "<mask>", "<s>", "Ġh"]
    vocab = {token: number for number, token in enumerate(tokens)}
    read = Tokenizer.from_files(json.dumps(vocab).encode(), "Ġ h\n".encode())
    assert read.tokenize("u h <mask><s>") == ["u", "Ġh", "<mask>", "<s>"]


@pytest.mark.slow
def test_indentation_does_not_count_as_size():
    vocab = {"[UNK]": 0} | {f"##{number:05}": number + 1 for number in range(60_000)}
    indented = json.dumps(vocab, indent=400).encode()
    assert len(indented) > MAX_FILE and len(read_vocabulary(indented).ids) == 60_001
    assert "at most 20,971,520" in refusal(b"{" + b" " * MAX_FILE * 5 + b"}")
    assert "at most 20,971,520" in refusal(b"a" * (MAX_FILE + 1))
