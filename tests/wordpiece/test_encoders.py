"""Encoding, against plain versions and with the `tokenizers` library as referee."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tests import golden
from tests.oracle import Oracle
from tests.strategies import TRICKY, examples, markings, words
from tests.wordpiece.trainings import merges_of, trained, trainings
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    LongestTokenFirst,
    Segmenter,
    Timeline,
    UnknownSymbolError,
    WordPieceEncoder,
    WordPieceTrainer,
)
from wordpiece.encoding.encoders import base
from wordpiece.marking import END_OF_WORD, MARKINGS, NONE, Marking
from wordpiece.records import Pair, Piece, Probe
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import Word, gpt2_byte_level, text_to_bytes, whitespace
from wordpiece.textbook import longest_match, replay_merges

Traced = WordPieceEncoder | Segmenter | LongestTokenFirst | BPEEncoder

UNKNOWN = "\N{SNOWMAN}"


# Plain versions.

parts = st.text("ab", min_size=1, max_size=3)


@st.composite
def chains(draw) -> list[Pair]:
    """Return merges whose symbols may come from earlier merges, so that many apply."""
    symbols, found = ["a", "b"], []
    for left, right in draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8)):
        found.append((symbols[left % len(symbols)], symbols[right % len(symbols)]))
        symbols.append("".join(found[-1]))
    return found


pairs = chains() | st.lists(st.tuples(parts, parts), max_size=8)


@given(
    entries=st.lists(
        st.tuples(st.booleans(), st.text("ab#", max_size=3), st.booleans()), max_size=12
    ),
    word=st.text("ab#", min_size=1, max_size=10),
    prefix=st.sampled_from(["##", "", "#", "ab"]),
    suffix=st.sampled_from(["", "b#", "</w>"]),
)
@examples(300)
def test_longest_match_equals_the_plain_version(entries, word, prefix, suffix):
    vocabulary = [prefix * inside + part + suffix * at_end for inside, part, at_end in entries]
    plain = Oracle({}, Marking("", prefix, suffix), given=tuple(vocabulary))
    encoder = WordPieceEncoder(vocabulary, prefix=prefix, suffix=suffix)
    assert encoder.encode_word(word) == plain.match(0, word)
    if not suffix:
        assert longest_match(word, vocabulary, prefix) == plain.match(0, word)
    unmarked = Oracle({}, given=tuple(vocabulary))
    assert Segmenter(vocabulary).encode_word(word) == unmarked.match(0, word, keep=True)


def marked(merges: list[Pair], marking: Marking) -> list[Pair]:
    """Return merges at the beginning, inside and at the end of words, each once."""
    prefix, suffix = marking.prefix, marking.suffix
    found = [(start + a, prefix + b) for a, b in merges for start in ("", prefix)]
    found += [(b, suffix) for _, b in merges if suffix]
    return [*dict.fromkeys(found)]


@given(merges=pairs, word=st.text("aabbx", min_size=1, max_size=16), marking=markings)
@examples(200)
def test_replay_equals_the_plain_version(merges, word, marking):
    prefix, suffix = MARKINGS[marking].prefix, MARKINGS[marking].suffix
    merges = marked(merges, MARKINGS[marking])
    alphabet = (*"ab", *(prefix + char for char in "ab"), suffix)
    plain = Oracle({}, marking, given=alphabet, merges=merges)
    encoder = BPEEncoder(merges, alphabet=alphabet, marking=marking)
    assert encoder.encode_word(word) == plain.replay(len(merges), word)[0]
    assert encoder.can_spell(word) == ("x" not in word)


@given(timeline=trainings(marks_in_words=False), more=st.lists(words))
def test_replay_of_a_training_equals_its_splits_and_the_merges_in_order(timeline, more):
    merges, alphabet = merges_of(timeline), set(timeline.vocabulary(0))
    for step in {0, len(merges) // 2, len(merges)}:
        encoder = BPEEncoder.from_timeline(timeline, step)
        for word, symbols in timeline.splits(step).items():
            assert tuple(encoder.encode_word(word)) == symbols
        for word in more:
            if alphabet.issuperset(timeline.marking.split(word)):
                in_order = replay_merges(word, merges[:step], timeline.marking)
                assert encoder.encode_word(word) == in_order


def test_where_lowest_rank_and_merges_in_order_differ():
    # A list that no training makes: the first merge needs the second.
    merges = [("ab", "c"), ("a", "b")]
    assert BPEEncoder(merges).encode_word("abc") == ["abc"]
    assert replay_merges("abc", merges) == ["ab", "c"]
    # A training does so only if a word contains the prefix: here ### is first the continuation #,
    # and after the second merge also the beginning ###.
    timeline = trained(BPETrainer, {"####": 1}, marking="##", max_merges=2)
    assert merges_of(timeline) == [("###", "###"), ("#", "####")]
    assert timeline.splits(2)["####"] == ("###", "###")
    assert BPEEncoder.from_timeline(timeline, 2).encode_word("####") == ["####"]


@given(
    tokens=st.lists(st.from_regex(r"([ab]{1,3}|<|w>)?(</w>)?", fullmatch=True), max_size=8),
    word=st.text("aabbc<w>", min_size=1, max_size=8),
    typed=st.booleans(),
    attach=st.booleans(),
)
@examples(200)
def test_the_table_equals_plain_recursion(tokens, word, typed, attach):
    """The suffix counts as one character, and no entry begins or ends within it."""
    assume("</w>" not in word)
    end = "\ue000"
    entries = [t.removesuffix("</w>") + end * t.endswith("</w>") for t in tokens if t]

    def plain(stretch: str) -> list[str]:
        if not stretch:
            return []
        for entry in sorted(entries, key=len, reverse=True):
            if entry in stretch:
                left, _, right = stretch.partition(entry)
                return [*plain(left), entry.replace(end, "</w>"), *plain(right)]
        return ["[UNK]"]

    encoder = LongestTokenFirst(tokens, attach_suffix=attach)
    expected = plain(word + end * (typed or attach))
    assert encoder.encode_word(word + "</w>" * typed) == expected


def test_the_table_is_in_order_of_length_and_searched_from_the_top():
    encoder = LongestTokenFirst(["d", "de", "b</w>", "abc"])
    assert encoder.table == ("abc", "de", "b</w>", "d")
    assert encoder.encode_word("deabc") == ["de", "abc"]


ENCODERS: dict[str, Callable[[list[str], list[Pair]], Traced]] = {
    "longest match": lambda tokens, merges: WordPieceEncoder(tokens),
    "longest match with suffix": lambda tokens, merges: WordPieceEncoder([*tokens,
     *(token + "</w>" for token in tokens[::2]), "</w>"], prefix="", suffix="</w>"),
    "longest match with a limit": lambda tokens, merges: WordPieceEncoder(tokens,
     max_input_chars_per_word=4),
    "segmenter": lambda tokens, merges: Segmenter(tokens),
    "table": lambda tokens, merges: LongestTokenFirst(tokens),
    "table with suffix": lambda tokens, merges: LongestTokenFirst(tokens, suffix="b"),
    "table that attaches": lambda tokens, merges: LongestTokenFirst(tokens, attach_suffix=True),
    "replay": lambda tokens, merges: BPEEncoder(merges),
    "replay with prefix": lambda tokens, merges: BPEEncoder(marked(merges, MARKINGS["##"]),
     marking="##"),
    "replay with suffix": lambda tokens, merges: BPEEncoder(marked(merges, END_OF_WORD),
     marking="</w>"),
    "replay with attached suffix": lambda tokens, merges: BPEEncoder([*merges, *((a,
     b + "</w>") for a, b in merges)], marking="</w>", attach_suffix=True),
}  # fmt: skip


@pytest.mark.parametrize("name", ENCODERS)
@given(
    tokens=st.lists(parts | parts.map("##".__add__), max_size=8),
    merges=pairs,
    word=st.text("ab#" + UNKNOWN, max_size=8),
)
@examples(60)
def test_a_trace_ends_in_the_pieces_and_these_cover_the_word(name, tokens, merges, word):
    encoder = ENCODERS[name](tokens, merges)
    pieces = encoder.pieces(word)
    assert encoder.trace(word).pieces == pieces
    assert encoder.encode_word(word) == [piece.token for piece in pieces]
    # Pieces touch, from the first character to the last.
    borders = [0, *(piece.end for piece in pieces)]
    assert [piece.start for piece in pieces] == borders[: len(pieces)]
    assert borders[-1] == len(word)
    assert UNKNOWN not in word or any(piece.unknown for piece in pieces)
    if isinstance(encoder, BPEEncoder):
        replayed = encoder.trace(word)
        state = replayed.start
        for replay in replayed.replays:
            assert replay.before == state and replay.pair == encoder.merges[replay.rank]
            assert len(replay.after) < len(state) and replay.token in replay.after
            state = replay.after
        assert list(state) == encoder.encode_word(word)
    elif isinstance(encoder, LongestTokenFirst):
        cuts = sorted(encoder.trace(word).cuts, key=lambda cut: cut.start)
        assert "".join(cut.candidate for cut in cuts) in (word, word + "</w>")
        assert all(cut.found == (cut.candidate in encoder.ids) for cut in cuts)
    else:
        trace = encoder.trace(word)
        assert all(probe.found == (probe.candidate in encoder.ids) for probe in trace.probes)
        assert (trace.unknown == "no-match") == (trace.stuck_at is not None)
        assert not trace.missing or trace.missing == trace.probes[-1].candidate


# Traces, written out once.


def test_trace_of_an_unknown_word():
    trace = WordPieceEncoder(golden.WALKTHROUGH).trace("hum")
    assert trace.probes == (
        Probe(0, 3, "hum", False), Probe(0, 2, "hu", True), Probe(2, 3, "##m", False)
    )  # fmt: skip
    assert (trace.unknown, trace.stuck_at, trace.missing) == ("no-match", 2, "##m")
    assert trace.pieces == (Piece("[UNK]", 0, 3, True),)


def test_a_word_that_is_too_long():
    encoder = WordPieceEncoder(["a", "##a"], max_input_chars_per_word=3)
    assert encoder.encode_word("aaa") == ["a", "##a", "##a"]
    assert encoder.encode_word("aaaa") == ["[UNK]"]
    trace = encoder.trace("aaaa")
    assert (trace.unknown, trace.stuck_at, trace.missing) == ("too-long", None, "")
    assert trace.probes == ()
    assert WordPieceEncoder(["a", "##a"]).encode_word("a" * 101) == ["[UNK]"]
    assert len(WordPieceEncoder(["a", "##a"]).encode_word("a" * 100)) == 100


def test_trace_with_an_end_of_word_suffix():
    timeline = trained(WordPieceTrainer, golden.LOW_LOWER, marking="</w>")
    encoder = WordPieceEncoder.from_timeline(timeline, len(timeline))
    assert encoder.trace("lower").probes == (Probe(0, 5, "lower</w>", True),)
    encoder = WordPieceEncoder(["a", "a<", "</w>", "/w>"], prefix="", suffix="</w>")
    assert [probe.candidate for probe in encoder.trace("a").probes] == ["a</w>", "a", "</w>"]
    replay = BPEEncoder(golden.LOW_LOWER_BPE, marking="</w>")
    assert replay.pieces("el") == (
        Piece("e", 0, 1, False), Piece("l", 1, 2, False), Piece("</w>", 2, 2, False)
    )  # fmt: skip


# Edges.


@pytest.mark.parametrize("kind", [WordPieceEncoder, BPEEncoder, Segmenter, LongestTokenFirst])
def test_empty_word_empty_text_empty_vocabulary(kind):
    encoder = kind([])
    assert encoder.encode_word("") == [] and encoder.trace("").pieces == ()
    assert encoder.encode("") == [] and encoder.tokenize("  ") == []
    assert set(encoder.encode_word("ab")) == {"[UNK]"}
    assert [token.id for token in encoder.encode("a")] == [None]


def test_ids_of_a_list_of_a_mapping_and_of_merges():
    by_list = WordPieceEncoder(["[UNK]", "hug", "##s", "hug"])
    by_mapping = WordPieceEncoder({"##s": 2, "hug": 1, "[UNK]": 0})
    for encoder in (by_list, by_mapping):
        assert [token.id for token in encoder.encode("hugs mug")] == [1, 2, 0]
    replay = BPEEncoder([("u", "g"), ("h", "ug")])
    assert replay.ids == {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}
    attached = BPEEncoder([("w", "x</w>"), ("ww", "x")], marking="</w>", attach_suffix=True)
    assert list(attached.ids) == ["w", "x", "x</w>", "wx</w>", "wwx"]


def test_an_encoder_of_a_training_has_the_unknown_token_and_the_suffix_asked_for():
    timeline = trained(BPETrainer, {"hug": 2}, marking="</w>")
    for kind in (WordPieceEncoder, BPEEncoder):
        encoder = kind.from_timeline(timeline, 1, unk_token="<unk>")
        assert encoder.encode_word("x")[0] == "<unk>"
        assert encoder.marking == END_OF_WORD
    assert LongestTokenFirst(["hug</w>"], suffix="</w>").marking == END_OF_WORD
    assert Segmenter(["hug"]).marking == NONE


def test_the_first_rank_of_a_repeated_merge_counts():
    encoder = BPEEncoder([("a", "b"), ("b", "c"), ("a", "b")])
    assert encoder.encode_word("abc") == ["ab", "c"]
    assert encoder.trace("abc").replays[0].rank == 0


def test_what_is_refused():
    encoder = BPEEncoder([("u", "g")], unk_token=None)
    for method in (encoder.encode_word, encoder.trace):
        with pytest.raises(UnknownSymbolError, match="'mug' contains 'm'"):
            method("mug")
    assert not encoder.can_spell("mug") and encoder.can_spell("gu")
    with pytest.raises(ValueError, match=r"Merge 2 has an empty part"):
        encoder.with_merges([("a", "b"), ("", "b")])
    with pytest.raises(ValueError, match="no pre-tokenizer named 'x'"):
        encoder.encode("ug", pre_tokenizer="x")
    with pytest.raises(ValueError, match="'given' or 'normalized', not 'bytes'"):
        encoder.encode("ug", offsets="bytes")  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        BPEEncoder.from_timeline(trained(BPETrainer, golden.TOY), 8)


def test_the_cache_is_bounded(monkeypatch):
    monkeypatch.setattr(base, "CACHED_WORDS", 3)
    encoder = WordPieceEncoder(["a", "##a"])
    kept = []
    for n in (1, 2, 3, 4, 100, 101):
        assert len(encoder.encode_word("a" * n)) == (n if n <= 100 else 1)
        kept.append(sorted(map(len, encoder._cache)))
    assert kept == [[1], [1, 2], [1, 2, 3], [4], [4, 100], [4, 100]]


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


def test_only_the_place_of_the_word_is_known_if_it_is_spelled_in_an_unknown_way():
    def doubled(text: str) -> list[Word]:
        return [Word(word.text * 2, word.start, word.end) for word in whitespace(text)][1:]

    encoded = BPEEncoder([], alphabet="h", marking="_").encode("a h", pre_tokenizer=doubled)
    assert [(t.token, t.start, t.end) for t in encoded] == [("h", 2, 3), ("h", 2, 3), ("_", 2, 3)]


# The library as referee. In `test_writers` it encodes the sample corpora.


@given(
    merges=st.lists(st.tuples(parts, parts), max_size=8, unique_by="".join),
    text=st.text("aabbx ", max_size=20),
    how=st.sampled_from(["plain", "prefix", "attached suffix"]),
)
@examples(200)
def test_replay_equals_the_library(merges, text, how):
    prefix, suffix = "##" * (how == "prefix"), "</w>" * (how == "attached suffix")
    joined = [(start + a, prefix + b) for a, b in merges for start in dict.fromkeys(["", prefix])]
    joined += [(a, b + suffix) for a, b in merges if suffix]
    marking = Marking("test", prefix, suffix)
    symbols = [
        start + char + end for char in "ab" for start in ("", prefix) for end in ("", suffix)
    ]
    symbols += [symbol for pair in joined for symbol in (*pair, marking.join(*pair))]
    ids = {token: i for i, token in enumerate(dict.fromkeys(["[UNK]", *symbols]))}
    theirs = Tokenizer(
        models.BPE(
            ids, joined, unk_token="[UNK]", fuse_unk=False,
            continuing_subword_prefix=prefix, end_of_word_suffix=suffix,
        )
    )  # fmt: skip
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    ours = BPEEncoder(
        joined, alphabet=ids, vocabulary=ids, marking=marking, attach_suffix=bool(suffix)
    )
    encoded, expected = ours.encode(text), theirs.encode(text)
    assert [token.token for token in encoded] == ours.tokenize(text) == expected.tokens
    assert [token.id for token in encoded] == expected.ids
    assert [(token.start, token.end) for token in encoded] == expected.offsets


@cache
def byte_level_training() -> Timeline:
    texts = "hug the pug's été, déjà vu! 我们 我很 Яна \U0001f600\U0001f600 x99 x98  \n\n"
    table = {word.text: 2 for word in gpt2_byte_level(texts)}
    return trained(BPETrainer, table, marking="Ġ", max_merges=60)


LENGTHS = "\x7f\x80\u07ff\u0800\uffff\U00010000"
"""Characters on each side of the limits at which UTF-8 needs another byte."""


@given(text=st.text(TRICKY + " \n'我Я\U0001f600x9!" + LENGTHS))
def test_byte_level_equals_the_library_and_loses_nothing(text):
    merges = merges_of(byte_level_training())
    vocabulary = [*pre_tokenizers.ByteLevel.alphabet(), *map("".join, merges)]
    ids = {token: i for i, token in enumerate(dict.fromkeys(vocabulary))}
    theirs = Tokenizer(models.BPE(ids, merges))
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    encoded = BPEEncoder.byte_level(merges, vocabulary=ids).encode(text)
    expected = theirs.encode(text.replace("\ud800", "\ufffd"))
    assert [(t.token, t.id) for t in encoded] == [*zip(expected.tokens, expected.ids, strict=True)]
    assert [(t.start, t.end) for t in encoded] == expected.offsets
    assert "".join(token.token for token in encoded) == text_to_bytes(text)
    assert not any(token.unknown for token in encoded)
