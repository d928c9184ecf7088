"""Encoding: the published figures, plain versions as oracles, and the library as referee."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tests import golden
from tests.strategies import TRICKY, algorithms, markings, word_frequencies, words
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    LongestTokenFirst,
    Segmenter,
    UnknownSymbolError,
    WordPieceEncoder,
    WordPieceTrainer,
    marking_of,
)
from wordpiece.encoding.encoders import base as module
from wordpiece.marking import END_OF_WORD, NONE, Marking
from wordpiece.records import EncodedToken, Piece, Probe
from wordpiece.text.corpus import load
from wordpiece.text.normalizers import compose, lowercase, unchanged
from wordpiece.text.pre_tokenizers import (
    PRE_TOKENIZERS,
    Word,
    gpt2_byte_level,
    text_to_bytes,
    whitespace,
)
from wordpiece.textbook import longest_match, merge, replay_merges

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}
UNKNOWN = "\N{SNOWMAN}"


def trained(trainer, words, **settings):
    training = trainer(words, **settings)
    training.run()
    return training.timeline()


def merges_of(timeline):
    return [timeline.pair(k) for k in range(1, len(timeline) + 1)]


# The textbook.


@given(word_frequencies, words, st.integers(0, 12))
def test_longest_match_is_that_of_the_textbook(corpus, word, step):
    timeline = trained(WordPieceTrainer, corpus)
    step = min(step, len(timeline))
    encoder = WordPieceEncoder.from_timeline(timeline, step)
    for each in (*corpus, word):
        assert encoder.encode_word(each) == longest_match(each, encoder.ids)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 9)), st.text("abc"))
def test_merge_replay_is_that_of_the_textbook(corpus, word):
    for trainer in TRAINERS.values():
        timeline = trained(trainer, corpus)
        encoder = BPEEncoder.from_timeline(timeline, len(timeline))
        for each in (*corpus, word):
            if set(timeline.marking.split(each) if each else ()) <= {*timeline.alphabet}:
                replayed = replay_merges(each, merges_of(timeline), timeline.marking)
                assert encoder.encode_word(each) == (replayed if each else [])


# Golden figures.


@pytest.mark.parametrize(("word", "tokens"), golden.WALKTHROUGH_ENCODED.items())
def test_walkthrough(word, tokens):
    assert WordPieceEncoder(golden.WALKTHROUGH).encode_word(word) == tokens.split()


@pytest.mark.parametrize(("word", "tokens"), golden.TOY_BPE_ENCODED.items())
def test_toy_bpe(word, tokens):
    timeline = trained(BPETrainer, golden.TOY)
    assert BPEEncoder.from_timeline(timeline, 3).encode_word(word) == tokens.split()


def test_the_same_training_by_longest_match_and_by_replay():
    timeline = trained(WordPieceTrainer, golden.TOY)
    assert WordPieceEncoder.from_timeline(timeline, 9).encode_word("pugs") == ["pug", "##s"]
    assert BPEEncoder.from_timeline(timeline, 9).encode_word("pugs") == ["pu", "##gs"]


def test_course_wordpiece():
    timeline = trained(WordPieceTrainer, golden.COURSE, vocab_size=70)
    encoder = WordPieceEncoder.from_timeline(timeline, 25)
    assert encoder.encode_word("Hugging") == ["Hugg", "##i", "##n", "##g"]
    assert encoder.encode_word("HOgging") == ["[UNK]"]
    encoded = encoder.encode(golden.COURSE_SENTENCE)
    assert " ".join(token.token for token in encoded) == golden.COURSE_SENTENCE_ENCODED
    assert encoder.tokenize(golden.COURSE_SENTENCE) == golden.COURSE_SENTENCE_ENCODED.split()
    assert encoded[0] == EncodedToken("Th", timeline.vocabulary(25).index("Th"), 0, 0, 2, False)
    assert encoded[-1] == EncodedToken("[UNK]", 1, 6, 31, 32, True)


def test_course_bpe():
    timeline = trained(
        BPETrainer, golden.COURSE_GPT2, vocab_size=50, special_tokens=["<|endoftext|>"], marking="Ġ"
    )
    encoder = BPEEncoder.from_timeline(timeline, 19)
    encoded = encoder.encode(golden.COURSE_GPT2_SENTENCE)
    assert [token.token for token in encoded] == golden.COURSE_GPT2_SENTENCE_ENCODED.split()
    assert [(t.start, t.end) for t in encoded[:4]] == [(0, 4), (4, 7), (7, 8), (8, 9)]


def test_end_of_word_bpe():
    encoder = BPEEncoder(golden.LOW_LOWER_BPE, marking="</w>")
    assert encoder.encode_word("lowest") == ["low", "est</w>"]
    assert encoder.pieces("el") == (
        Piece("e", 0, 1, False), Piece("l", 1, 2, False), Piece("</w>", 2, 2, False)
    )  # fmt: skip
    for word in golden.LOW_LOWER:
        assert encoder.encode_word(word) == ([word + "</w>"] if word != "low" else ["low</w>"])


@pytest.mark.parametrize(("word", "tokens"), golden.BLOG_ENCODED.items())
def test_blog_segmenter(word, tokens):
    assert Segmenter(golden.BLOG_VOCABULARY).encode_word(word) == tokens.split()


@pytest.mark.parametrize(("word", "tokens"), golden.CHINESE_ENCODED.items())
def test_chinese_table(word, tokens):
    assert LongestTokenFirst(golden.CHINESE_TABLE).encode_word(word) == tokens.split()


# Traces, written out once.


@given(
    merges=st.lists(st.tuples(*[st.text("ab", min_size=1, max_size=3)] * 2), max_size=8),
    word=st.text("abx", min_size=1, max_size=12),
)
def test_short_and_long_words_are_encoded_alike(merges, word):
    encoder = BPEEncoder(merges, alphabet="ab")
    few, many = (
        merge([*encoder._start(word)]) for merge in (encoder._merge_few, encoder._merge_many)
    )
    assert list(few) == list(many)


def test_trace_of_an_unknown_word():
    trace = WordPieceEncoder(golden.WALKTHROUGH).trace("hum")
    assert trace.probes == (
        Probe(0, 3, "hum", False), Probe(0, 2, "hu", True), Probe(2, 3, "##m", False)
    )  # fmt: skip
    assert (trace.unknown, trace.stuck_at, trace.missing) == ("no-match", 2, "##m")
    assert trace.pieces == (Piece("[UNK]", 0, 3, True),)


def test_trace_of_a_word_that_is_too_long():
    encoder = WordPieceEncoder(["a", "##a"], max_input_chars_per_word=3)
    assert encoder.encode_word("aaa") == ["a", "##a", "##a"]
    trace = encoder.trace("aaaa")
    assert (trace.unknown, trace.stuck_at, trace.probes) == ("too-long", None, ())
    assert encoder.encode_word("aaaa") == ["[UNK]"]
    assert WordPieceEncoder(["a", "##a"]).encode_word("a" * 101) == ["[UNK]"]
    assert len(WordPieceEncoder(["a", "##a"]).encode_word("a" * 100)) == 100


def test_trace_of_a_replay():
    trace = BPEEncoder([("a", "n"), ("an", "a")], alphabet="abn").trace("xanan")
    assert trace.start == ("[UNK]", "a", "n", "a", "n")
    # Both places of one merge are one step; the second merge finds nothing.
    assert [(r.rank, r.token, r.before, r.after) for r in trace.replays] == [
        (0, "an", trace.start, ("[UNK]", "an", "an"))
    ]
    assert trace.pieces[0] == Piece("[UNK]", 0, 1, True)


def test_trace_of_a_table():
    trace = LongestTokenFirst(["ug", "h", "hug"]).trace("xhugh")
    assert trace.cuts == (
        Probe(1, 4, "hug", True), Probe(0, 1, "x", False), Probe(4, 5, "h", True)
    )  # fmt: skip
    assert [piece.token for piece in trace.pieces] == ["[UNK]", "hug", "h"]


# Edges.


@pytest.mark.parametrize(
    "encoder",
    [WordPieceEncoder([]), BPEEncoder([]), Segmenter([]), LongestTokenFirst([])],
    ids=lambda encoder: type(encoder).__name__,
)
def test_empty_word_empty_text_empty_vocabulary(encoder):
    assert encoder.encode_word("") == [] and encoder.trace("").pieces == ()
    assert encoder.encode("") == [] and encoder.tokenize("  ") == []
    assert set(encoder.encode_word("ab")) == {"[UNK]"}
    assert [token.id for token in encoder.encode("a")] == [None]


@given(word=st.text(alphabet="#a", max_size=12), more=st.lists(st.text("#a", max_size=5)))
def test_a_hash_in_the_vocabulary_never_loops(word, more):
    encoder = WordPieceEncoder(["#", "##", "###", "####", *more])
    assert list(encoder.trace(word).pieces) == list(encoder.pieces(word))


def test_ids_of_a_list_and_of_a_mapping():
    by_list = WordPieceEncoder(["[UNK]", "hug", "##s", "hug"])
    by_mapping = WordPieceEncoder({"##s": 2, "hug": 1, "[UNK]": 0})
    for encoder in (by_list, by_mapping):
        assert [token.id for token in encoder.encode("hugs mug")] == [1, 2, 0]
    replay = BPEEncoder([("u", "g"), ("h", "ug")])
    assert replay.ids == {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}


def test_the_first_rank_of_a_repeated_merge_counts():
    encoder = BPEEncoder([("a", "b"), ("b", "c"), ("a", "b")])
    assert encoder.encode_word("abc") == ["ab", "c"]
    assert encoder.trace("abc").replays[0].rank == 0


def test_without_an_unknown_token():
    encoder = BPEEncoder([("u", "g")], unk_token=None)
    with pytest.raises(UnknownSymbolError, match="'mug' holds 'm'"):
        encoder.encode_word("mug")
    with pytest.raises(UnknownSymbolError):
        encoder.trace("mug")
    with pytest.raises(ValueError, match=r"Merge 2 has an empty part"):
        BPEEncoder([("a", "b"), ("", "b")])
    with pytest.raises(ValueError, match="marking"):
        BPEEncoder([], marking="@@")
    with pytest.raises(ValueError, match="no pre-tokenizer named 'x'"):
        encoder.encode("ug", pre_tokenizer="x")
    with pytest.raises(IndexError):
        BPEEncoder.from_timeline(trained(BPETrainer, golden.TOY), 8)


def test_an_unknown_character_takes_part_in_no_merge():
    encoder = BPEEncoder([("[UNK]", "u"), ("u", "g")], alphabet="ug")
    assert encoder.encode_word("xug") == ["[UNK]", "ug"]


def test_the_cache_is_bounded(monkeypatch):
    monkeypatch.setattr(module, "CACHED_WORDS", 3)
    encoder = WordPieceEncoder(["a", "##a"])
    for n in range(1, 9):
        assert len(encoder.encode_word("a" * n)) == n
    assert len(encoder._cache) <= 3
    encoder.encode_word("a" * 101)
    assert "a" * 101 not in encoder._cache


def test_a_table_does_not_cut_its_suffix():
    table = LongestTokenFirst(["w", "</w>", "a"])
    assert table.encode_word("wa</w>") == ["w", "a", "</w>"]
    assert table.encode_word("w>") == ["w", "[UNK]"]
    # The suffix counts as one character, so abc is longer than b</w>.
    assert LongestTokenFirst(["b</w>", "abc"]).encode_word("abcb</w>") == ["abc", "b</w>"]
    assert LongestTokenFirst(["ab", "b</w>"]).encode_word("ab</w>") == ["ab", "[UNK]"]
    assert LongestTokenFirst(["b</w>", "ab"]).encode_word("ab</w>") == ["[UNK]", "b</w>"]


# Offsets in a text.


def test_offsets_are_in_the_text_as_given_or_in_the_normalized_one():
    encoder = WordPieceEncoder(["hug", "##s"])
    shorten = compose(["strip-accents", "lowercase"])
    text = "  HU\u0301GS  hug"
    encoded = encoder.encode(text, shorten, "whitespace")
    assert [text[t.start : t.end] for t in encoded] == ["HU\u0301G", "S", "hug"]
    assert [t.word for t in encoded] == [0, 0, 1]
    normalized = shorten(text)
    encoded = encoder.encode(text, shorten, "whitespace", offsets="normalized")
    assert [normalized[t.start : t.end] for t in encoded] == ["hug", "s", "hug"]
    with pytest.raises(ValueError, match="'given' or 'normalized', not 'bytes'"):
        encoder.encode(text, shorten, offsets="bytes")


@given(text=st.text(alphabet=TRICKY + " \n'我Я\U0001f600x9!"))
def test_byte_level_loses_nothing_and_knows_where_it_is(text):
    timeline = _byte_level_training()
    encoder = BPEEncoder.byte_level(merges_of(timeline))
    encoded = encoder.encode(text)
    assert "".join(token.token for token in encoded) == text_to_bytes(text)
    assert not any(token.unknown or token.id is None for token in encoded)
    library = library_bpe(timeline, merges_of(timeline), bytes_=True)
    theirs = library.encode(text.replace("\ud800", "\ufffd"))
    assert [t.token for t in encoded] == theirs.tokens
    assert [(t.start, t.end) for t in encoded] == theirs.offsets


@cache
def _byte_level_training():
    texts = "hug the pug's été, déjà vu! 我们 我很 Яна \U0001f600\U0001f600 x99 x98  \n\n"
    table = {word.text: 2 for word in gpt2_byte_level(texts)}
    return trained(BPETrainer, table, marking="Ġ", max_merges=60)


def test_other_spellings_of_a_word():
    encoder = BPEEncoder.byte_level([("Ġ", "h")])

    def space_first(text):
        return gpt2_byte_level(text, add_prefix_space=True)

    encoded = encoder.encode("hé", pre_tokenizer=space_first)
    assert [(t.token, t.start, t.end) for t in encoded] == [
        ("Ġh", 0, 1), ("Ã", 1, 2), ("©", 1, 2)
    ]  # fmt: skip
    # A pre-tokenizer that changes words in its own way: only the whole place is known.
    twice = BPEEncoder([], alphabet="h", marking="_").encode(
        "a h", pre_tokenizer=lambda text: [Word(word.text * 2, word.start, word.end)
                                           for word in whitespace(text)][1:]
    )  # fmt: skip
    assert [(t.token, t.start, t.end) for t in twice] == [("h", 2, 3), ("h", 2, 3), ("_", 2, 3)]


# Against plain versions.


def plain_longest_match(word, vocabulary, prefix):
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = (prefix if start else "") + word[start:end]
            if candidate in vocabulary:
                tokens.append(candidate)
                start = end
                break
        else:
            return ["[UNK]"]
    return tokens


def merges_in_order(symbols, merges, marking):
    for pair in merges:
        symbols = merge(symbols, pair, marking.join(*pair))
    return symbols


@given(
    vocabulary=st.lists(st.text(alphabet="ab#", min_size=1, max_size=5), max_size=12),
    word=st.text(alphabet="ab#", max_size=10),
    prefix=st.sampled_from(["##", "", "#", "ab"]),
)
def test_longest_match_equals_a_plain_double_loop(vocabulary, word, prefix):
    encoder = WordPieceEncoder(vocabulary, prefix=prefix)
    assert encoder.encode_word(word) == plain_longest_match(word, set(vocabulary), prefix)


ambiguous = {"##": "#", "</w>": "<"}  # a character that can begin the marker


@given(table=word_frequencies, algorithm=algorithms, marking=markings, more=st.lists(words))
def test_replay_equals_the_merges_in_order(table, algorithm, marking, more):
    if marking in ambiguous:
        table = {word: n for word, n in table.items() if ambiguous[marking] not in word}
    timeline = trained(TRAINERS[algorithm], table, marking=marking)
    merges = merges_of(timeline)
    alphabet = set(timeline.vocabulary(0))
    for step in {0, len(merges) // 2, len(merges)}:
        encoder = BPEEncoder.from_timeline(timeline, step)
        splits = timeline.splits(step)
        for word in table:
            assert tuple(encoder.encode_word(word)) == splits[word]
        for word in more:
            start = timeline.marking.split(word)
            if alphabet.issuperset(start):
                in_order = merges_in_order(start, merges[:step], timeline.marking)
                assert tuple(encoder.encode_word(word)) == in_order


@given(table=word_frequencies, algorithm=algorithms, marking=markings, data=st.data())
def test_no_trained_merge_makes_a_part_of_an_earlier_one(table, algorithm, marking, data):
    """What makes the two ways of replaying equal; forced merges keep to it, too."""
    if marking in ambiguous:
        table = {word: n for word, n in table.items() if ambiguous[marking] not in word}
    trainer = TRAINERS[algorithm](table, marking=marking)
    seen = set()
    while rows := trainer.timeline().scores(trainer.steps_made).rows():
        pair = data.draw(st.sampled_from([None, *(row.pair for row in rows[-3:])]))
        step = trainer.step(pair)
        seen |= set(step.pair)
        assert step.token not in seen


def test_where_lowest_rank_and_merges_in_order_part():
    # A list that no training makes: the first merge needs the second.
    merges = [("ab", "c"), ("a", "b")]
    assert BPEEncoder(merges).encode_word("abc") == ["abc"]
    assert merges_in_order(("a", "b", "c"), merges, NONE) == ("ab", "c")
    # Nor does a training, unless a word holds the marker: here ### is first the continuation #,
    # and after the second merge also the beginning ###.
    timeline = trained(BPETrainer, {"####": 1}, marking="##", max_merges=2)
    assert merges_of(timeline) == [("###", "###"), ("#", "####")]
    assert timeline.splits(2)["####"] == ("###", "###")
    assert BPEEncoder.from_timeline(timeline, 2).encode_word("####") == ["####"]


parts = st.text(alphabet="ab", min_size=1, max_size=3)
ENCODERS = {
    "longest match": lambda tokens, merges: WordPieceEncoder(tokens),
    "longest match with suffix": lambda tokens, merges: WordPieceEncoder(
        [*tokens, *(token + "</w>" for token in tokens[::2]), "</w>"], prefix="", suffix="</w>"
    ),
    "longest match with a limit": lambda tokens, merges: WordPieceEncoder(
        tokens, max_input_chars_per_word=4
    ),
    "segmenter": lambda tokens, merges: Segmenter(tokens),
    "table": lambda tokens, merges: LongestTokenFirst(tokens),
    "table with suffix": lambda tokens, merges: LongestTokenFirst(tokens, suffix="b"),
    "replay": lambda tokens, merges: BPEEncoder(merges),
    "replay with prefix": lambda tokens, merges: BPEEncoder(
        [(a, "##" + b) for a, b in merges] + [("##" + a, "##" + b) for a, b in merges],
        marking="##",
    ),
    "replay with suffix": lambda tokens, merges: BPEEncoder(
        [*merges, *((b, "</w>") for _, b in merges)], marking="</w>"
    ),
    "replay with attached suffix": lambda tokens, merges: BPEEncoder(
        [*merges, *((a, b + "</w>") for a, b in merges)], marking="</w>", attach_suffix=True
    ),
}


@pytest.mark.parametrize("name", ENCODERS)
@given(
    tokens=st.lists(st.one_of(parts, parts.map("##".__add__)), max_size=8),
    merges=st.lists(st.tuples(parts, parts), max_size=8),
    word=st.text(alphabet="ab#" + UNKNOWN, max_size=8),
)
def test_any_encoder_traces_what_it_does_and_covers_the_word(name, tokens, merges, word):
    encoder = ENCODERS[name](tokens, merges)
    pieces = encoder.pieces(word)
    trace = encoder.trace(word)
    assert trace.pieces == pieces
    assert encoder.encode_word(word) == [piece.token for piece in pieces]
    # Pieces touch, from the first character to the last.
    borders = [0, *(piece.end for piece in pieces)]
    assert [piece.start for piece in pieces] == borders[: len(pieces)]
    assert borders[-1] == len(word)
    assert UNKNOWN not in word or any(piece.unknown for piece in pieces)
    if isinstance(encoder, BPEEncoder):
        state = trace.start
        for replay in trace.replays:
            assert replay.before == state and replay.pair == encoder.merges[replay.rank]
            assert len(replay.after) < len(state) and replay.token in replay.after
            state = replay.after
        assert list(state) == encoder.encode_word(word)
    elif isinstance(encoder, LongestTokenFirst):
        assert "".join(cut.candidate for cut in sorted(trace.cuts, key=lambda c: c.start)) == word
        assert all(cut.found == (cut.candidate in encoder.ids) for cut in trace.cuts)
    else:
        assert all(probe.found == (probe.candidate in encoder.ids) for probe in trace.probes)
        assert (trace.unknown == "no-match") == (trace.stuck_at is not None)
        assert not trace.missing or trace.missing == trace.probes[-1].candidate


@given(
    tokens=st.lists(parts, max_size=8, unique=True),
    word=st.text(alphabet="abc", max_size=8),
)
def test_the_table_equals_plain_recursion(tokens, word):
    def plain(stretch):
        if not stretch:
            return []
        for token in sorted(tokens, key=len, reverse=True):
            if token in stretch:
                left, _, right = stretch.partition(token)
                return [*plain(left), token, *plain(right)]
        return ["[UNK]"]

    assert LongestTokenFirst(tokens).encode_word(word) == plain(word)


# The referee: the library on every sample corpus, with what our trainers learned.

SAMPLES = Path(__file__).parents[2] / "sample_corpora"
FILES = {
    sample["file"]: sample
    for sample in json.loads((SAMPLES / "catalogue.json").read_text(encoding="utf-8"))
}


@cache
def words_of(file: str, pre_tokenizer: str) -> dict[str, int]:
    if file.endswith(".tsv"):
        return dict(load(SAMPLES / file, "table", lowercase, "whitespace").word_frequencies)
    text = (SAMPLES / file).read_text(encoding="utf-8").lower()
    cut = PRE_TOKENIZERS[pre_tokenizer] if pre_tokenizer != "bert" else bert_as_the_library
    return Counter(word.text for word in cut(text))


def lines_of(file: str) -> list[str]:
    """Text lines, or the words of a table. Their capitals are unknown to a training."""
    if file.endswith(".tsv"):
        return list(load(SAMPLES / file, "table", unchanged, "whitespace").word_frequencies)
    return (SAMPLES / file).read_text(encoding="utf-8").splitlines()


def bert_as_the_library(text):
    return PRE_TOKENIZERS["bert"](text, split_cjk=False)


def training_of(file, trainer, pre_tokenizer="bert", **settings):
    """Trained on every second word, so that the rest holds surprises."""
    table = dict([*words_of(file, pre_tokenizer).items()][::2])
    return trained(trainer, table, max_merges=600, **settings)


def library_bpe(timeline, merges, *, bytes_=False, prefix=None):
    vocabulary = ["[UNK]", *timeline.vocabulary(len(timeline))]
    if bytes_:
        vocabulary = [*dict.fromkeys([*pre_tokenizers.ByteLevel.alphabet(), *vocabulary])]
    ids = {token: i for i, token in enumerate(dict.fromkeys(vocabulary))}
    optional = {"continuing_subword_prefix": prefix} if prefix else {}
    model = models.BPE(ids, merges, unk_token="[UNK]", fuse_unk=False, **optional)
    tokenizer = Tokenizer(model)
    if bytes_:
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def assert_same(ours, theirs, file, pre_tokenizer=None):
    for line, encoding in zip(lines_of(file), theirs.encode_batch(lines_of(file)), strict=True):
        encoded = ours.encode(line, pre_tokenizer=pre_tokenizer)
        assert [token.token for token in encoded] == encoding.tokens
        assert [(token.start, token.end) for token in encoded] == encoding.offsets
        assert ours.tokenize(line, pre_tokenizer=pre_tokenizer) == encoding.tokens


def library_wordpiece(vocabulary):
    model = models.WordPiece({t: i for i, t in enumerate(vocabulary)}, unk_token="[UNK]")
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


@pytest.mark.parametrize("file", FILES)
def test_wordpiece_equals_the_library(file):
    timeline = training_of(file, WordPieceTrainer)
    ours = WordPieceEncoder.from_timeline(timeline, len(timeline))
    assert_same(
        ours, library_wordpiece(timeline.vocabulary(len(timeline))), file, bert_as_the_library
    )
    ids = [token.id for line in lines_of(file) for token in ours.encode(line)]
    assert None not in ids


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("marking", ["none", "##"])
def test_bpe_equals_the_library(file, marking):
    timeline = training_of(file, BPETrainer, marking=marking)
    prefix = "##" if marking == "##" else None
    theirs = library_bpe(timeline, merges_of(timeline), prefix=prefix)
    ours = BPEEncoder.from_timeline(timeline, len(timeline))
    assert_same(ours, theirs, file, bert_as_the_library)


@pytest.mark.parametrize("file", FILES)
def test_wordpiece_merges_replayed_equal_the_library(file):
    timeline = training_of(file, WordPieceTrainer)
    theirs = library_bpe(timeline, merges_of(timeline), prefix="##")
    assert_same(
        BPEEncoder.from_timeline(timeline, len(timeline)), theirs, file, bert_as_the_library
    )


@pytest.mark.parametrize("file", FILES)
def test_byte_level_equals_the_library(file):
    timeline = training_of(file, BPETrainer, "gpt2", marking="Ġ")
    theirs = library_bpe(timeline, merges_of(timeline), bytes_=True)
    assert_same(BPEEncoder.byte_level(merges_of(timeline)), theirs, file)


@pytest.mark.parametrize("file", FILES)
def test_end_of_word_suffix_equals_the_library(file):
    """The library writes the suffix onto the last character; we train it as its own symbol.

    As a character of the word, such as ``_``, it is the same to both.
    """
    timeline = training_of(file, BPETrainer, marking="_")
    theirs = library_bpe(timeline, merges_of(timeline))
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    ours = BPEEncoder.from_timeline(timeline, len(timeline))
    for line in lines_of(file):
        words = [word.text for word in bert_as_the_library(line)]
        expected = theirs.encode(" ".join(word + "_" for word in words)).tokens
        assert ours.tokenize(line, pre_tokenizer=bert_as_the_library) == expected


@pytest.mark.parametrize("file", FILES)
def test_attached_suffix_equals_the_library(file):
    # A training that never sees the suffix alone: it is part of each word's last "character".
    end = "\ue000"
    glued = Marking("glued", suffix=end)
    timeline = training_of(file, BPETrainer)
    plain = merges_of(timeline)
    merges = [*plain, *((a, b + end) for a, b in plain)]
    singles = [*timeline.vocabulary(0), *(char + end for char in timeline.vocabulary(0))]
    tokens = [*dict.fromkeys(["[UNK]", *singles, *(a + b for a, b in merges)])]
    model = models.BPE(
        {token: i for i, token in enumerate(tokens)}, merges,
        unk_token="[UNK]", fuse_unk=False, end_of_word_suffix=end,
    )  # fmt: skip
    theirs = Tokenizer(model)
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ours = BPEEncoder(merges, alphabet=tokens, vocabulary=tokens, marking=glued, attach_suffix=True)
    assert_same(ours, theirs, file, bert_as_the_library)


@given(table=word_frequencies, more=st.lists(words, max_size=4))
def test_wordpiece_equals_the_library_on_tricky_words(table, more):
    assume(not any("\ud800" <= char <= "\udfff" for word in [*table, *more] for char in word))
    timeline = trained(WordPieceTrainer, table, special_tokens=["[UNK]"])
    theirs = models.WordPiece(
        {t: i for i, t in enumerate(timeline.vocabulary(len(timeline)))}, unk_token="[UNK]"
    )
    ours = WordPieceEncoder.from_timeline(timeline, len(timeline))
    for word in [*table, *more]:
        assert ours.encode_word(word) == [token.value for token in theirs.tokenize(word)]


def test_marking_is_taken_from_the_training():
    timeline = trained(WordPieceTrainer, golden.LOW_LOWER, marking=END_OF_WORD)
    encoder = WordPieceEncoder.from_timeline(timeline, len(timeline))
    assert encoder.encode_word("lower") == ["lower</w>"]
    assert encoder.trace("lower").probes == (Probe(0, 5, "lower</w>", True),)
    assert BPEEncoder.from_timeline(timeline, 3).marking == marking_of("</w>")


def test_longest_match_does_not_cut_a_suffix():
    encoder = WordPieceEncoder(["a", "a<", "</w>", "/w>"], prefix="", suffix="</w>")
    assert encoder.encode_word("a") == ["a", "</w>"]
    assert encoder.pieces("a")[1] == Piece("</w>", 1, 1, False)
    assert [probe.candidate for probe in encoder.trace("a").probes] == ["a</w>", "a", "</w>"]
