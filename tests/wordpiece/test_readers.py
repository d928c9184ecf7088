"""Files of other tools: read correctly, or refused with one sentence; and merges replayed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tests import golden
from tests.strategies import examples, markings, word_frequencies, words
from tests.wordpiece.trainings import merges_of, trained, trainings
from wordpiece import (
    CONTINUATION_PREFIX,
    END_OF_WORD,
    LEADING_SPACE,
    NONE,
    BPEEncoder,
    BPETrainer,
    WordPieceEncoder,
    WordPieceTrainer,
    marking_of,
)
from wordpiece.errors import VocabularyError
from wordpiece.files.readers import MAX_FILE, encoder_of, read_merges, read_vocabulary
from wordpiece.files.readers.pairs import read_pairs
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.files.writers import merges_txt, tokenizer_json, vocab_json, vocab_txt
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.training.replay import replay


def refused(data: bytes, *more: bytes, read=read_vocabulary) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(VocabularyError) as error:
        read(data, *more)
    said = str(error.value)
    assert len(said) < 250 and "\n" not in said and said.encode()
    return said


def outcome(make, *args):
    """Return the result of a function, or the sentence of its error."""
    try:
        return make(*args)
    except VocabularyError as error:
        return str(error)


def ending(value: bytes | str | None) -> str:
    """Return the end of a value, to name a test; pytest would write megabytes in full."""
    return str(value and value[-30:])


# The content of a file.


@pytest.mark.parametrize(
    ("data", "lowercase", "text", "says"),
    [
        # The special tokens of bert-base-chinese.
        ("[PAD]\n[UNK]\n<S>\n<T>\n东\nhug\n", None, "hug", "lowercased and lose their accents"),
        ("[UNK]\n##g\n<S>\n<T>\n东\nhug\n", False, "HÜG", ""),
        ("[UNK]\n##g\nHug\n<\n", True, "hug", ""),
        ("[UNK]\n<\nHug\n", None, "HÜG", "so texts keep their capitals and accents"),
        ("hug\n", None, "hug", "no [UNK]"),
    ],
)
def test_the_guess_whether_texts_are_lowercased_is_a_note(data, lowercase, text, says):
    read: Any = read_vocabulary(data.encode(), lowercase=lowercase)
    notes = " ".join(map(str, read.notes))
    assert read.normalizer("HÜG") == text and (says in notes if says else not notes)


def test_odd_files_that_are_right():
    assert read_vocabulary(b"{\n|\n").ids == {"{": 0, "|": 1}
    assert read_vocabulary(b"\xef\xbb\xbfhug\r\n##s").ids == {"hug": 0, "##s": 1}
    assert read_merges(b"a b\n", b'{"a": 3, "b": 5, "ab": 90}').ids["ab"] == 90


# Refused files.


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"a" * (MAX_FILE + 1), "20,971,521 bytes"),
        (b"\xff\xfea", "not valid UTF-16"),
        (b"\xef\xbb\xbf", "The file is empty"),
        (b"a\nb\0c\n", "Line 2: This file has a NUL byte"),
        (b"a\n\xed\xa0\x80\n", "Line 2: The file is not valid UTF-8 at the byte 0xED"),
        (b"a\n" * 1_000_001, "1,000,001 entries"),
        (b'{"a":\n3,\n}', "Line 3: This cannot be read as JSON"),
        (b'{"a": ' + b"[" * 200_000, "This cannot be read as JSON"),
        (b'{"a": ' + b"9" * 1_000_000 + b"}", "This cannot be read as JSON"),
        (b'{"model": 3, "x": []}', "not a tokenizer.json"),
        (b"#version: 0.2\nu g\n", "a merges.txt, which has merges but no vocabulary"),
        (b'{"##a": true}', "id of '##a'"),
        (b'{"##a": -1}', "id of '##a'"),
        (b'{"##a": 4294967296}', "from 0 to 4,294,967,295"),
        (b'{"##a": 0, "\\ud800": 1}', "surrogate"),
        (b"a\n" + b"x" * 10_001, "Line 2: The token that begins with"),
    ],
    ids=ending,
)
def test_a_wrong_vocabulary_is_refused_with_its_fault(data, says):
    assert says in refused(data)


@pytest.mark.parametrize(
    ("merges", "vocab", "says"),
    [
        (b"u g\nhug\n", None, "Line 2: Expected two symbols"),
        (b"#version: 0.2\nu  g\n", None, "Line 2: Expected two symbols"),
        ("▁ u\nu g\n".encode(), None, "the beginning of a word with ▁"),
        (b"#version: 0.2\n", None, "This list has no merge;"),
        (b"x" * (MAX_FILE + 1), None, "a merges.txt file may have at most"),
        (b"u g\n", b" " * (MAX_FILE + 1), "a vocab.json file may have at most"),
        (b"u g\n", b"[1]", "The vocab.json must list tokens with their ids"),
        (b"u g\n", b"{}", "The vocab.json must list tokens with their ids"),
        (b"u g\n", b'{"u": 0,}', "a vocab.json must be JSON"),
        (b"u g\n", b'{"u": "0"}', "id of 'u'"),
        (b"\nu g\n", b'{"u": 0}', "Line 2: This merge needs 'g', which is not in the vocab"),
        (b"\nu g\n", b'{"u": 0, "g": 1}', "Line 2: This merge needs 'ug', which is not"),
    ],
    ids=ending,
)
def test_wrong_merges_are_refused_with_their_fault(merges, vocab, says):
    assert says in refused(merges, *([vocab] if vocab else []), read=read_merges)


# Changed files.

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


TOY = {"hug": 10, "pugé": 5, "p n": 12}


def valid_files() -> list[bytes]:
    """Return a valid file of each kind."""
    bpe = trained(BPETrainer, TOY, marking="</w>", special_tokens=["[UNK]"])
    return [
        tokenizer_json(bpe, 5, pre_tokenizer="bert").encode(),
        b"aA== 0\ndQ== 1\naHU= 2\n",
        vocab_txt(trained(WordPieceTrainer, golden.TOY), 5).encode(),
        merges_txt(trained(BPETrainer, golden.TOY), 5).encode(),
        vocab_json(bpe, 5).encode(),
    ]


VALID = valid_files()
cuts = st.tuples(st.floats(0, 1), st.floats(0, 1), st.binary(max_size=6))


def check_all_readers(data: bytes, other: bytes) -> None:
    for read in (read_vocabulary, read_merges, lambda data: read_merges(data, other)):
        vocabulary = outcome(read, data)
        if isinstance(vocabulary, str):
            assert vocabulary.encode()  # it can be shown
            continue
        assert all(str(note).encode() for note in vocabulary.notes)
        if isinstance(vocabulary, LibraryTokenizer):
            continue
        encoder = encoder_of(vocabulary)
        assert len(encoder.encode("hug pugé", vocabulary.normalizer, vocabulary.pre_tokenizer))


@given(st.sampled_from(VALID), st.lists(cuts, min_size=1, max_size=3), st.sampled_from(VALID))
def test_valid_files_with_bytes_changed_are_read_or_refused(data, cuts, other):
    for start, end, put in cuts:
        start, end = int(start * len(data)), int(end * len(data))
        data = data[:start] + put + data[end:]  # repeats a part if end < start
    check_all_readers(data[:20_000], other)


def places(node, path=()):
    yield path
    if isinstance(node, (dict, list)):
        for key, member in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(member, (*path, key))


@given(st.data())
def test_valid_files_with_values_changed_are_read_or_refused(data):
    content = json.loads(data.draw(st.sampled_from([VALID[0], VALID[4]])))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from([*places(content)][1:] or [("model",)]))
        node = content
        for key in path:
            node = node[key]
        node[last] = data.draw(json_values)
    check_all_readers(json.dumps(content).encode(), VALID[4])


# Merges.


def test_merges_of_gpt2():
    data = "#version: 0.2 - Trained by a tool\r\nĠ t\r\nh e\r\nĠt he\r\n".encode()
    vocabulary = read_merges(data)
    assert vocabulary.merges == (("Ġ", "t"), ("h", "e"), ("Ġt", "he"))
    assert (vocabulary.pre_tokenizer, vocabulary.marking) == ("gpt2", LEADING_SPACE)
    # GPT-2's own ids: ! is 0, the space's Ġ is 220, and Ġt, its first merge, is 256.
    assert [vocabulary.ids[token] for token in ("!", "Ġ", "Ġt", "Ġthe")] == [0, 220, 256, 258]
    tokens = encoder_of(vocabulary).tokenize("in the é", pre_tokenizer="gpt2")
    assert tokens == ["i", "n", "Ġthe", "Ġ", "Ã", "©"]


@pytest.mark.parametrize(
    ("data", "marking", "attached"),
    [
        (b"u g\nh ug\n", NONE, False),
        (b"# made by hand, for a class\n##u ##g\nh ##ug\n", CONTINUATION_PREFIX, False),
        (b"#version: 0.2\ne r</w>\n", END_OF_WORD, True),
        (b"#version: 0.1\ne r\ner </w>\n", END_OF_WORD, False),
        (b"e r\ner </w>\n", END_OF_WORD, False),
    ],
)
def test_the_symbols_show_the_marking(data, marking, attached):
    vocabulary = read_merges(data)
    assert (vocabulary.prefix, vocabulary.suffix) == (marking.prefix, marking.suffix)
    assert vocabulary.attach_suffix == attached
    assert len(vocabulary.notes) == 3  # on the marking, on the words, and on the ids


def test_a_suffix_that_is_part_of_the_last_character():
    """As in version 0.2 of subword-nmt and with the library's end_of_word_suffix."""
    vocabulary = read_merges(b"#version: 0.2\nl o\nlo w</w>\ne r</w>\n")
    theirs = Tokenizer(
        models.BPE(dict(vocabulary.ids), [*vocabulary.merges], end_of_word_suffix="</w>")
    )
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokens = encoder_of(vocabulary).tokenize("low loer")
    assert tokens == theirs.encode("low loer").tokens == ["low</w>", "lo", "er</w>"]
    how: dict[str, Any] = {"marking": vocabulary.marking, "attach_suffix": True}
    timeline, skipped = replay({"low": 5, "loer": 1}, vocabulary.merges, **how)
    assert [timeline.step(k).token for k in (1, 2)] == ["w</w>", "r</w>"] and skipped == 0
    assert timeline.splits(5)["loer"] == ("lo", "er</w>")
    assert replay({"low": 5}, vocabulary.merges, marking=vocabulary.marking).skipped == 2


@given(trainings(), st.sampled_from([WORDPIECE, PAIR_COUNT]))
@examples(50)
def test_a_training_replayed_is_the_same_training(first, score):
    merges = merges_of(first)
    nowhere = ("\u2603", "\u2604")
    again, skipped = replay(
        dict(zip(first.words, first.frequencies.tolist(), strict=True)),
        [nowhere, *merges, *merges],
        marking=first.marking,
        score=score,
    )
    assert skipped == 1 + len(merges) and len(again) == len(first)
    assert dict(again.splits(len(again))) == dict(first.splits(len(first)))
    for k in range(1, len(first) + 1):
        step, original = again.merge(k), first.merge(k)
        assert step.forced and step.pair == original.pair and step.token == original.token
        assert step.pair_count == original.pair_count
        assert step.replaced_count == original.replaced_count
        assert step.best_pair == again.scores(k - 1).rows(0, 1)[0].pair
        if score is first.score:
            assert step.best_pair == original.best_pair and step.score == original.score


# Round trips. Those of a tokenizer.json are in `test_writers`.

others = st.lists(words, max_size=4)


@given(word_frequencies, others)
@examples(60)
def test_vocab_txt_there_and_back(frequencies, others):
    timeline = trained(WordPieceTrainer, frequencies)
    step = len(timeline)
    written = outcome(vocab_txt, timeline, step)
    if not written.startswith("[PAD]\n"):
        assert any(reason in written for reason in ("surrogate", "U+", "whitespace"))
        return
    vocabulary: Any = read_vocabulary(written.encode())
    assert list(vocabulary.ids) == timeline.vocabulary(step)
    ours, theirs = WordPieceEncoder.from_timeline(timeline, step), encoder_of(vocabulary)
    for word in [*frequencies, *others]:
        assert theirs.encode_word(word) == ours.encode_word(word)


@given(word_frequencies, others, markings, st.booleans())
@examples(60)
def test_merges_there_and_back(frequencies, others, marking, with_ids):
    timeline = trained(BPETrainer, frequencies, marking=marking, special_tokens=["[UNK]"])
    step = len(timeline)
    try:
        written, ids = merges_txt(timeline, step).encode(), vocab_json(timeline, step).encode()
    except VocabularyError:
        return
    if not step:
        assert "no merge" in refused(written, read=read_merges)
        return
    vocabulary = read_merges(written, ids if with_ids else None, marking=marking_of(marking))
    assert vocabulary.merges == tuple(dict.fromkeys(merges_of(timeline)))
    if with_ids:
        assert list(vocabulary.ids) == timeline.vocabulary(step)
        ours = BPEEncoder.from_timeline(timeline, step)
    else:
        ours = BPEEncoder(vocabulary.merges, unk_token=None, marking=marking, keep_unknown=True)
    for word in [*frequencies, *others]:
        assert encoder_of(vocabulary).encode_word(word) == ours.encode_word(word)


@pytest.mark.parametrize(
    "written",
    ["#version: 0.2\nh u\nhu g\nh u\n", "h u 20\r\nhu g 15\r\nh u 1",
     "[('h', 'u'), ('hu', 'g'), ('h', 'u')]",
     '[["h", "u"],\n ["hu", "g"],\n ["h", "u"]]', "('h', 'u')\n('hu', 'g')\n(b'h', b'u',)\n",
     "{('h', 'u'): 20, ('hu', 'g'): 15, ('h', 'u'): 1}",
     r'("\u0068", "u") ("hu", "g") (b"h", B"\x75")'],
)  # fmt: skip
def test_a_list_of_merges_in_several_notations(written):
    assert read_pairs(written.encode()) == [("h", "u"), ("hu", "g"), ("h", "u")]


def test_pairs_of_bytes_and_of_rare_characters():
    assert read_pairs(rb"[(b' ', b'\xc3')]", byte_level=True) == [("Ġ", "Ã")]
    assert read_pairs("[(' ', 'ж')]".encode(), byte_level=True) == [("Ġ", "Ð¶")]
    assert read_pairs("[('Ġ', 'Ã')]".encode(), byte_level=True) == [("Ġ", "Ã")]
    pairs = [["😀", "##a"], ["\\", "'"], ['"', "()"]]
    for written in (json.dumps(pairs), json.dumps(pairs, ensure_ascii=False), repr(pairs)):
        assert read_pairs(written.encode()) == [tuple(pair) for pair in pairs]


@pytest.mark.parametrize(
    ("written", "says"),
    [("[('h', 'u'),\n ('h',)]", "Line 2: Expected a pair of symbols"),
     ("[('h', 'u', 'g')]", "Line 1: Expected a pair of symbols"),
     ("[(b' ', b't')]", "Line 1: The symbol ' ' contains whitespace"),
     ("[('h', 'u'), (104, 117)]", "found '104, 117)]'"),
     ("[('h', '')]", "Expected a pair"), ('["h u", "hu g"]', "Expected a pair"),
     ("[('h', '\\x')]", "Expected a pair"),
     ("[(b'\\xff', b'u')]", "whole characters, but the symbol b'\\xff' does not. Choose"),
     ("[('\\ud800', 'u')]", "half of a surrogate pair"), ("[[['a'" * 50_000, "Line 1: Expected"),
     ("[('h', 'u'" + " " * 200_000, "Expected a pair"), (" " * 200_000 + "x", "two symbols"),
     ("[" + " [" * 100_000, "two symbols"), ("[('a" + "\\\\" * 100_000, "two symbols"),
     ("h u\nhug\n", "Line 2: Expected two symbols"), ("\n", "This list has no merge")],
    ids=ending,
)  # fmt: skip
def test_what_is_no_list_of_merges(written, says):
    assert says in refused(written.encode(), read=read_pairs)
