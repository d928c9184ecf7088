"""Files of other tools: read right, or refused with one sentence; and merges made once more."""

import json
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from pages.trainings.samples import samples
from tests import golden
from tests.strategies import algorithms, markings, word_frequencies, words
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
from wordpiece.arguments import shown
from wordpiece.errors import VocabularyError
from wordpiece.files.readers import MAX_FILE, encoder_of, read_merges, read_vocabulary
from wordpiece.files.writers import merges_txt, tokenizer_json, vocab_json, vocab_txt
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.text.corpus import from_table
from wordpiece.text.normalizers import lowercase
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, gpt2_byte_level
from wordpiece.training.replay import replay


def refused(data: bytes, *more: bytes, read=read_vocabulary) -> str:
    with pytest.raises(VocabularyError) as error:
        read(data, *more)
    said = str(error.value)
    assert len(said) < 250 and "\n" not in said and said.encode()
    return said


def trained(trainer, words, **settings):
    training = trainer(words, **settings)
    training.run()
    return training.timeline()


def test_vocab_txt():
    vocabulary = read_vocabulary(b"[PAD]\n[UNK]\nHug\n##s\n")
    assert vocabulary.kind == "wordpiece"
    assert vocabulary.ids == {"[PAD]": 0, "[UNK]": 1, "Hug": 2, "##s": 3}
    assert vocabulary.normalizer("Hug") == "Hug"
    assert "such as 'Hug', so the text keeps its capitals" in str(vocabulary.notes[0])
    lower = read_vocabulary("[UNK]\r\nhug\r\n".encode("utf-16"))
    assert lower.ids == {"[UNK]": 0, "hug": 1}
    assert lower.normalizer("HÜG") == "hug"
    assert "lowercased" in str(lower.notes[0])


def test_cased_or_uncased_is_guessed_said_and_changed():
    chinese = "[PAD]\n[UNK]\n<S>\n<T>\n东\nhug\n".encode()  # as bert-base-chinese has them
    guessed = read_vocabulary(chinese)
    assert guessed.normalizer("HÜG") == "hug"
    assert [*map(str, guessed.notes)] == [
        "All tokens are in lower case, so the text is lowercased first."
    ]
    cased = read_vocabulary(chinese, lowercase=False)
    assert cased.normalizer("HÜG") == "HÜG" and "keeps its capitals" in str(cased.notes[0])
    asked = read_vocabulary(b"[UNK]\nHug\n<\n", lowercase=True)
    assert asked.normalizer("HÜG") == "hug" and "as you asked" in str(asked.notes[0])
    assert read_vocabulary(b"[UNK]\n<\nA\n").normalizer("B") == "B"


def test_vocab_txt_gone_wrong():
    assert "Line 3: The token 'a' is already on line 1" in refused(b"a\nb\na\n")
    assert "Line 2: There is no token" in refused(b"a\n\nb\n")
    assert "a PNG picture, not plain text" in refused(b"\x89PNG")
    assert "empty" in refused(b"")
    assert "10,001 characters" in refused(b"x" * 10_001)


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
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Nmt()])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    vocabulary = read_vocabulary(tokenizer.to_str().encode())
    assert vocabulary.kind == "bpe" and vocabulary.merges == (("u", "g"),)
    assert vocabulary.unk_token is None and vocabulary.pre_tokenizer == "gpt2"
    (note,) = vocabulary.notes
    assert str(note) == "The normalizer 'Nmt' is not known here and is left out."


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


# Hostile files.


def tokenizer(**changes) -> bytes:
    return json.dumps(json.loads(model()) | changes).encode()


BERT = {"type": "BertNormalizer"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"a" * (MAX_FILE + 1), "20,971,521 bytes"),
        (b"[" * 100_000, "Line 1: The token that begins"),
        (b'{"model": ' + b"[" * 200_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 1_000_000 + b"}", "has 1,000,000 digits"),
        (b'{"model": {"type": "BPE", "vocab": {"a": 1, "a": 2}}}', "'a' occurs twice"),
        (b'{"a": 0, "b": 1}', "This is a vocab.json"),
        (b"#version: 0.2\nu g\n", "This is a merges.txt"),
        ('{"a": 0'.encode("utf-16"), "Line 1: This is not valid JSON"),
        (b'{"model":\n3,\n}', "Line 3: This is not valid JSON"),
        (b"\xff\xfea", "not valid UTF-16"),
        (b"a\nb\0c\n", "Line 2: There is a NUL byte"),
        (b"\xef\xbb\xbf", "The file is empty"),
        (b"a\r\n\r\n", "Line 2: There is no token"),
        (b"a\n\xed\xa0\x80\n", "Line 2: The byte 0xED is not valid UTF-8"),
        (b"a\n" * 1_000_001, "1,000,001 entries"),
        (model(vocab={"a": 0.5}), "id of 'a'"),
        (model(vocab={"a": 10**17, "b": 0}), "ids go up to 4,294,967,295"),
        (model(vocab={"a": 0, "\ud800": 1}), "surrogate"),
        (model(unk_token="\udfff"), "surrogate"),
        (model(unk_token=""), "unk_token"),
        (model(continuing_subword_prefix="\ud800"), "surrogate"),
        (model(end_of_word_suffix="x" * 21), "end_of_word_suffix"),
        (model(vocab={"a": 0, "b": 1}), "Merge 1 makes 'ab', which is not in the vocabulary"),
        (model(merges=["a b", ["a", "b"]]), "Merge 2 is the same as merge 1"),
        (model(merges={"a": "b"}), "list of merges"),
        (model(type={"x": [1] * 1000}), "type an object"),
        (model(type="x" * 1000), "type 'xxx"),
        (tokenizer(normalizer=3), "normalizer must be an object"),
        (tokenizer(normalizer={"type": "Sequence", "normalizers": [3]}), "normalizer must be"),
        (tokenizer(normalizer={"type": "Sequence"}), "normalizer must be"),
        (tokenizer(normalizer=BERT | {"lowercase": "yes"}), "lowercase must be true or false"),
        (tokenizer(normalizer=BERT | {"strip_accents": 1}), "strip_accents must be"),
        (tokenizer(pre_tokenizer=["ByteLevel"]), "pre_tokenizer must be an object"),
        (tokenizer(added_tokens={}), "added_tokens must be a list"),
        (tokenizer(added_tokens=[3]), "Added token 1 must be an object"),
        (tokenizer(added_tokens=[{"content": "[X]"}]), "id of '[X]'"),
        (tokenizer(added_tokens=[{"content": "a", "id": 1}]), "'a' has the id 1"),
        (tokenizer(added_tokens=[{"content": "[X]", "id": 1}]), "'b' and '[X]' have the same id"),
    ],
)
def test_hostile_files(data, says):
    assert says in refused(data)


def test_odd_files_that_are_fine():
    assert read_vocabulary(b"{\n|\n").ids == {"{": 0, "|": 1}
    assert read_vocabulary(b"\xef\xbb\xbfhug\r\n##s").ids == {"hug": 0, "##s": 1}
    added = tokenizer(added_tokens=[{"content": "[X]", "id": 3}, {"content": "a", "id": 0}])
    assert read_vocabulary(added).ids == {"a": 0, "b": 1, "ab": 2, "[X]": 3}
    odd = {"normalizer": {"type": ["x"]}, "pre_tokenizer": {"type": {}}}
    assert tuple(map(str, read_vocabulary(tokenizer(**odd)).notes)) == (
        "The pre-tokenizer an object is not known here; words are split as BERT does.",
        "The normalizer a list is not known here and is left out.",
    )
    llama = {"type": "Sequence", "pretokenizers": [{"type": "Split"}, {"type": "ByteLevel"}]}
    vocabulary = read_vocabulary(tokenizer(pre_tokenizer=llama))
    assert vocabulary.pre_tokenizer == "gpt2" and "as GPT-2 does" in str(vocabulary.notes[0])


TOY = {"hug": 10, "pugé": 5, "p n": 12}


def files() -> list[bytes]:
    """A valid file of each kind."""
    bpe = trained(BPETrainer, TOY, marking="</w>", special_tokens=["[UNK]"])
    wordpiece = trained(WordPieceTrainer, TOY)
    return [
        tokenizer_json(bpe, 5, pre_tokenizer="bert").encode(),
        tokenizer_json(wordpiece, 5, normalizer=["nfc"], pre_tokenizer="gpt2").encode(),
        vocab_txt(trained(WordPieceTrainer, golden.TOY), 5).encode(),
        merges_txt(trained(BPETrainer, golden.TOY), 5).encode(),
        vocab_json(bpe, 5).encode(),
    ]


VALID = files()
cuts = st.tuples(st.floats(0, 1), st.floats(0, 1), st.binary(max_size=6))


def outcome(make, *args):
    """What a function returns, or what it says when it refuses."""
    try:
        return make(*args)
    except VocabularyError as error:
        return str(error)


def check_all_readers(data: bytes, other: bytes) -> None:
    for read in (read_vocabulary, read_merges, lambda data: read_merges(data, other)):
        vocabulary = outcome(read, data)
        if isinstance(vocabulary, str):
            assert vocabulary.encode()  # it can be shown
            continue
        assert all(str(note).encode() for note in vocabulary.notes)
        encoder = encoder_of(vocabulary)
        assert len(encoder.encode("hug pugé", vocabulary.normalizer, vocabulary.pre_tokenizer))


@given(st.sampled_from(VALID), st.lists(cuts, min_size=1, max_size=3), st.sampled_from(VALID))
def test_valid_files_with_bytes_changed_are_read_or_refused(data, cuts, other):
    for start, end, put in cuts:
        start, end = int(start * len(data)), int(end * len(data))
        data = data[:start] + put + data[end:]  # which repeats a part if end comes first
    check_all_readers(data[:20_000], other)


def places(node, path=()):
    yield path
    if isinstance(node, (dict, list)):
        for key, member in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(member, (*path, key))


@given(st.data())
def test_valid_files_with_values_changed_are_read_or_refused(data):
    content = json.loads(data.draw(st.sampled_from([VALID[0], VALID[1], VALID[4]])))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from([*places(content)][1:] or [("model",)]))
        node = content
        for key in path:
            node = node[key]
        node[last] = data.draw(json_values)
    check_all_readers(json.dumps(content).encode(), VALID[4])


@given(st.binary(max_size=60), st.binary(max_size=30))
@example(b"", b"")
@example(b"a b\n", b"{}")
def test_any_bytes_are_read_or_refused(data, other):
    check_all_readers(data, other)


# Files are looked at as a whole, and only one that is wrong entry by entry. What is wrong is named
# as if each entry were looked at in its turn.

LONG = "x" * 10_001


@given(st.lists(st.sampled_from(["a", "##a", "Ä", "\u2028", "a\r", "", LONG]), min_size=1))
def test_the_first_wrong_line_of_a_vocab_txt_is_named(lines):
    tokens: list[str] = []
    for line in lines:
        token = line.removesuffix("\r")
        if token in ("", LONG, *tokens):
            break
        tokens.append(token)
    data = ("\n".join(lines) + "\n").encode()
    if len(tokens) < len(lines):
        assert refused(data).startswith(f"Line {len(tokens) + 1}: ")
    else:
        assert read_vocabulary(data).ids == {token: i for i, token in enumerate(tokens)}


@given(
    st.sampled_from([[], ["#version: 0.2"]]),
    st.lists(
        st.sampled_from(["a b", "a b\r", "##a b", "a c", f"a{LONG[2:]} b{LONG[2:]}"])
        | st.sampled_from(["", "# a note", "a", "a  b", " b", "a b c", f"a {LONG}"]),
        min_size=1,
    ),
)
def test_the_first_wrong_line_of_a_merges_txt_is_named(header, lines):
    merges: list[list[str]] = []
    wrong = None
    for number, line in enumerate(lines, 1 + len(header)):
        if line in ("", "# a note"):
            continue
        parts = line.removesuffix("\r").split(" ")
        if len(parts) != 2 or {"", LONG} & {*parts} or parts in merges:
            wrong = number
            break
        merges.append(parts)
    data = ("\n".join([*header, *lines]) + "\n").encode()
    if wrong:
        assert refused(data, read=read_merges).startswith(f"Line {wrong}: ")
    elif not merges:
        assert "There is no merge in this file" in refused(data, read=read_merges)
    else:
        assert [*map(list, read_merges(data).merges)] == merges


@given(
    st.lists(
        st.sampled_from(["a b", ["a", "b"], "b b", ["ab", "a"]])
        | st.sampled_from(
            ["a  b", "a", "a c", "ab b", "a b ab", ["a", ""], ["a", 1], [["a"], 1], 1]
        )
    )
)
def test_the_first_wrong_merge_of_a_tokenizer_json_is_named(merges):
    pairs: list[list[str]] = []
    for merge in merges:
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if parts not in (["a", "b"], ["b", "b"], ["ab", "a"]) or parts in pairs:
            break
        pairs.append(parts)
    # The empty token is no part of a merge although it has an id.
    data = model(merges=merges, vocab={"a": 0, "b": 1, "ab": 2, "bb": 3, "aba": 4, "": 5})
    if len(pairs) < len(merges):
        assert refused(data).startswith(f"Merge {len(pairs) + 1} ")
    else:
        assert [*map(list, read_vocabulary(data).merges)] == pairs


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "##c", "é", "", "\ud800", LONG]),
        st.sampled_from([0, 1, 2, 2**32 - 1, -1, 2**32, True, None, "0", 1.0]),
        min_size=1,
    )
)
def test_the_first_wrong_entry_of_a_vocab_is_named(vocab):
    says = None
    for token, number in vocab.items():
        if type(number) is not int or not 0 <= number < 2**32:
            says = f"The id of {shown(token)} "
        elif token == LONG:
            says = "The token that begins with "
        elif token == "\ud800":
            says = f"The token {shown(token)} contains half of a surrogate pair"
        if says:
            break
    numbers = [*vocab.values()]
    if not says and len({*numbers}) < len(numbers):
        says = "The tokens "
    data = model(vocab=vocab, merges=[])
    if says:
        assert refused(data).startswith(says)
    else:
        assert read_vocabulary(data).ids == vocab


# Merges.


def test_gpt2_style_merges():
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
def test_the_marking_is_read_off_the_symbols(data, marking, attached):
    vocabulary = read_merges(data)
    assert (vocabulary.prefix, vocabulary.suffix) == (marking.prefix, marking.suffix)
    assert vocabulary.attach_suffix == attached
    assert len(vocabulary.notes) == 3  # on the marking, on the words, and on the ids


@pytest.mark.parametrize(
    ("merges", "vocab", "says"),
    [
        (b"u g\nh u g\n", None, "Line 2: Expected two symbols"),
        (b"u g\nhug\n", None, "Line 2: Expected two symbols"),
        (b"#version: 0.2\nu  g\n", None, "Line 2: Expected two symbols"),
        (b"u g\n\nu g\n", None, "Line 3: The merge 'u g' is already on line 1"),
        (b"u " + b"g" * 10_001, None, "Line 1: The token that begins"),
        (b"#version: 0.2\n", None, "There is no merge in this file"),
        (b"", None, "The file is empty"),
        (b"u g\n" * 2 + b"\0", None, "Line 3: There is a NUL byte"),
        (b"x" * (MAX_FILE + 1), None, "a merges.txt may have at most"),
        (b"u g\n", b" " * (MAX_FILE + 1), "a vocab.json may have at most"),
        (b"u g\n", b"[1]", "A vocab.json is a JSON object, in braces; this is a list"),
        (b"u g\n", b"{}", "The vocab.json must be an object of tokens and ids"),
        (b"u g\n", b'{"u": 0,}', "not valid JSON, so it is not a vocab.json"),
        (b"u g\n", b'{"u": "0"}', "id of 'u'"),
        (b"u g\n", b'{"u": 0, "u": 1}', "'u' occurs twice"),
        (b"\nu g\n", b'{"u": 0}', "Line 2: This merge uses 'g', which is not in the vocab"),
        (b"\nu g\n", b'{"u": 0, "g": 1}', "Line 2: This merge makes 'ug', which is not"),
    ],
)
def test_merges_gone_wrong(merges, vocab, says):
    assert says in refused(merges, *([vocab] if vocab else []), read=read_merges)


@pytest.mark.parametrize("name", ["story", "french", "python", "social"])
def test_merges_that_the_library_wrote(name, tmp_path):
    text = samples()[name].text()
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=600, initial_alphabet=alphabet, show_progress=False, special_tokens=["<|end|>"]
    )
    theirs.train_from_iterator([text], trainer)
    theirs.model.save(str(tmp_path))
    merges, ids = ((tmp_path / name).read_bytes() for name in ("merges.txt", "vocab.json"))
    vocabulary = read_merges(merges, ids)
    assert vocabulary.ids == theirs.get_vocab()
    expected = theirs.encode(text).tokens
    assert encoder_of(vocabulary).tokenize(text, pre_tokenizer="gpt2") == expected
    alone = encoder_of(read_merges(merges))
    assert alone.tokenize(text, pre_tokenizer="gpt2") == expected
    # The same merges made on the text they come from: every word ends as it is encoded.
    frequencies = {word.text: 1 for word in gpt2_byte_level(text)}
    timeline, skipped = replay(frequencies, vocabulary.merges, marking=vocabulary.marking)
    assert skipped == 0 and len(timeline) == len(vocabulary.merges)
    assert all(
        list(symbols) == alone.encode_word(word)
        for word, symbols in timeline.splits(len(timeline)).items()
    )


@pytest.mark.parametrize("marking", ["none", "##", "Ġ"])
def test_byte_level_merges_of_our_own(marking):
    """Words spelled by their bytes may have any marking."""
    text = samples()["python"].text()
    frequencies = Counter(word.text for word in gpt2_byte_level(text))
    timeline = trained(BPETrainer, frequencies, marking=marking, special_tokens=["[UNK]"])
    step = len(timeline)
    files = merges_txt(timeline, step).encode(), vocab_json(timeline, step).encode()
    vocabulary = read_merges(*files)
    assert vocabulary.pre_tokenizer == "gpt2"
    ours = BPEEncoder.from_timeline(timeline, step)
    assert encoder_of(vocabulary).tokenize(text + "é", pre_tokenizer="gpt2") == ours.tokenize(
        text + "é", pre_tokenizer="gpt2"
    )


def test_an_attached_suffix():
    """subword-nmt's 0.2 and the library's end_of_word_suffix: the last character has it."""
    data = b"#version: 0.2\nl o\nlo w</w>\ne r</w>\n"
    vocabulary = read_merges(data)
    theirs = Tokenizer(
        models.BPE(dict(vocabulary.ids), [*vocabulary.merges], end_of_word_suffix="</w>")
    )
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    encoder = encoder_of(vocabulary)
    assert encoder.tokenize("low loer") == ["low</w>", "lo", "er</w>"]
    assert theirs.encode("low loer").tokens == encoder.tokenize("low loer")
    counts = {"low": 5, "loer": 1}
    timeline, skipped = replay(
        counts, vocabulary.merges, marking=vocabulary.marking, attach_suffix=True
    )
    assert [timeline.step(k).token for k in (1, 2)] == ["w</w>", "r</w>"] and skipped == 0
    assert timeline.splits(5)["loer"] == ("lo", "er</w>")
    assert replay(counts, vocabulary.merges, marking=vocabulary.marking).skipped == 2


# Merges as a training.


@given(word_frequencies, algorithms, markings, st.sampled_from([WORDPIECE, PAIR_COUNT]))
def test_a_training_replayed_is_the_same_training(frequencies, algorithm, marking, score):
    trainer = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}[algorithm]
    first = trained(trainer, frequencies, marking=marking)
    merges = [first.pair(k) for k in range(1, len(first) + 1)]
    nowhere = ("\u2603", "\u2604")
    again, skipped = replay(
        frequencies,
        [nowhere, *merges, *merges],
        marking=marking_of(marking),
        score=score,
    )
    assert skipped == 1 + len(merges) and len(again) == len(first)
    assert dict(again.splits(len(again))) == dict(first.splits(len(first)))
    for k in range(1, len(first) + 1):
        step, original = again.merge(k), first.merge(k)
        assert step.forced and step.pair == original.pair and step.token == original.token
        assert step.pair_count == original.pair_count
        assert step.replaced_count == original.replaced_count
        best = again.scores(k - 1).rows(0, 1)[0]
        assert step.best_pair == best.pair
        if score is first.score:
            assert step.best_pair == original.best_pair and step.score == original.score


@pytest.mark.slow
def test_fifty_thousand_merges():
    table = from_table(samples()["shakespeare"].text(), lowercase).word_frequencies
    trainer = BPETrainer(table)
    trainer.run()
    timeline = trainer.timeline()
    merges = [timeline.pair(k) for k in range(1, len(timeline) + 1)]
    nowhere = [(f"{n}", "s") for n in range(50_000 - len(merges))]
    less = dict([*table.items()][::2])
    replayed = replay(less, [*nowhere, *merges], marking=NONE)
    assert len(replayed.timeline) + replayed.skipped == 50_000
    assert all(
        len(symbols) == 1 for symbols in replayed.timeline.splits(len(replayed.timeline)).values()
    )


# There and back.


def words_read(encoder, frequencies, others):
    return [encoder.encode_word(word) for word in [*frequencies, *others]]


others = st.lists(words, max_size=4)


@given(
    word_frequencies,
    others,
    algorithms,
    markings,
    st.sampled_from(["bert", "whitespace", "scripts"]),
)
def test_tokenizer_json_there_and_back(frequencies, others, algorithm, marking, cut):
    trainer = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}[algorithm]
    timeline = trained(trainer, frequencies, marking=marking)
    step = len(timeline)
    try:
        written = tokenizer_json(timeline, step, pre_tokenizer=cut)
    except VocabularyError:
        return  # see the tests of the export
    vocabulary = read_vocabulary(written.encode())
    assert (vocabulary.prefix, vocabulary.suffix) == (
        timeline.marking.prefix,
        timeline.marking.suffix,
    )
    assert vocabulary.pre_tokenizer == cut and vocabulary.notes == ()
    assert not vocabulary.attach_suffix
    kind = WordPieceEncoder if algorithm == "wordpiece" else BPEEncoder
    ours = kind.from_timeline(timeline, step)
    assert words_read(encoder_of(vocabulary), frequencies, others) == words_read(
        ours, frequencies, others
    )
    text = " ".join(others)
    theirs = encoder_of(vocabulary).tokenize(text, vocabulary.normalizer, cut)
    assert theirs == ours.tokenize(text, pre_tokenizer=cut)


@given(word_frequencies, others)
def test_vocab_txt_there_and_back(frequencies, others):
    timeline = trained(WordPieceTrainer, frequencies)
    step = len(timeline)
    written = outcome(vocab_txt, timeline, step)
    if not written.startswith("[PAD]\n"):
        assert any(reason in written for reason in ("holds", "whitespace"))
        return
    vocabulary = read_vocabulary(written.encode())
    assert list(vocabulary.ids) == timeline.vocabulary(step)
    ours = WordPieceEncoder.from_timeline(timeline, step)
    assert words_read(encoder_of(vocabulary), frequencies, others) == words_read(
        ours, frequencies, others
    )


@given(word_frequencies, others, markings, st.booleans())
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
    assert vocabulary.merges == tuple(dict.fromkeys(timeline.pair(k) for k in range(1, step + 1)))
    if with_ids:
        assert list(vocabulary.ids) == timeline.vocabulary(step)
        ours = BPEEncoder.from_timeline(timeline, step)
    else:
        # Characters that are in no merge cannot be known; of a byte-level file all are.
        alphabet = CHAR_TO_BYTE if marking == "Ġ" else None
        ours = BPEEncoder(vocabulary.merges, alphabet=alphabet, marking=marking)
    assert words_read(encoder_of(vocabulary), frequencies, others) == words_read(
        ours, frequencies, others
    )


def test_ids_with_holes_and_long_tokens():
    made = Tokenizer(models.BPE({"a": 7, " " * 1024: 70_000, "b": 2, "ab": 9}, [("a", "b")]))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.add_special_tokens(["<|end|>"])
    read = read_vocabulary(made.to_str().encode())
    assert [token.id for token in encoder_of(read).encode("ab ba")] == made.encode("ab ba").ids
    assert read.ids == made.get_vocab()
    assert read_merges(b"a b\n", b'{"a": 3, "b": 5, "ab": 90}').ids["ab"] == 90
