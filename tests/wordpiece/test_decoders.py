"""Decoding: compared with the library, round trips, and losses that were counted by hand."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex
from tokenizers import decoders as library

from tests.strategies import examples
from tests.wordpiece.trainings import TRAINERS, trained
from wordpiece import (
    BPEEncoder,
    EncodedToken,
    Loss,
    WordPieceEncoder,
    decode_bpe,
    decode_byte_level,
    decode_plain,
    decode_wordpiece,
    losses,
)
from wordpiece.encoding.decoders import Decoder, decode, decode_encoded, decoder_of
from wordpiece.encoding.losses import loss_in_words
from wordpiece.marking import CONTINUATION_PREFIX, LEADING_SPACE, MARKINGS, NONE, Marking
from wordpiece.text.normalizers import bert_normalizer, clean_text, compose, lowercase, nfc, nfd
from wordpiece.text.pre_tokenizers import BYTE_TO_CHAR, split_words

# Against the library.

AT_BEGIN, AT_END = Regex("^##"), Regex("</w>$")

DECODERS: dict[str, tuple[Callable[[list[str]], str], library.Decoder]] = {
    "wordpiece": (decode_wordpiece, library.WordPiece(cleanup=False)),
    "wordpiece, #": (lambda it: decode_wordpiece(it, "#"), library.WordPiece("#", cleanup=False)),
    "WordPiece": (Decoder("wordpiece", "##"), library.WordPiece(cleanup=False)),
    "WordPiece, cleaned": (Decoder("wordpiece", "##", clean=True), library.WordPiece()),
    "bpe": (decode_bpe, library.BPEDecoder()),
    "BPE": (Decoder("bpe", "##", "</w>"), library.Sequence(
        [library.Replace(AT_BEGIN, ""), library.BPEDecoder()])),
    "byte level": (decode_byte_level, library.ByteLevel()),
    "ByteLevel": (Decoder("byte-level"), library.ByteLevel()),
    "ByteLevel, prefix": (Decoder("byte-level", "##"), library.Sequence(
        [library.Replace(AT_BEGIN, ""), library.ByteLevel()])),
    "ByteLevel, suffix": (Decoder("byte-level", suffix="</w>"), library.Sequence(
        [library.Replace(AT_END, "Ġ"), library.ByteLevel(), library.Strip(" ", 0, 1)])),
    "plain": (decode_plain, library.Fuse()),
    "joined": (Decoder("joined"), library.Fuse()),
}  # fmt: skip

SPELLINGS = [
    *"a ##a ##s # ### a# a</w> </w> ##b</w> é </ we</w> a</w>b".split(),
    *"' 's 'm 've 're n't do not . ? ! , don't".split(),
    *("", " ", "a ", " a", "a ' b", "do not", "Ġ", "Ġa", "Ã", "©", "ðŁĺ", "Ģ", "我", "\n"),
]


def agree(name, tokens):
    ours, theirs = DECODERS[name]
    decoded = ours(tokens)
    if decoded == "" and ("bpe" in name.lower() or "suffix" in name):
        return  # the library fails for an empty list, and if there is nothing to strip
    if "bpe" in name.lower() and "a</w>b" in tokens:
        return  # see `test_where_bpe_differs_from_the_library`
    assert decoded == theirs.decode(tokens)


@pytest.mark.parametrize("name", DECODERS)
@given(
    tokens=st.lists(
        st.sampled_from(SPELLINGS) | st.text([*BYTE_TO_CHAR.values()], max_size=3), max_size=6
    )
)
@examples(40)
def test_any_tokens_are_decoded_as_the_library_does(name, tokens):
    agree(name, tokens)


def test_where_bpe_differs_from_the_library():
    spelled_out = ["a</w>b</w>", "c</w>"]
    assert decode_bpe(spelled_out) == "a</w>b c"
    assert library.BPEDecoder(suffix="</w>").decode(spelled_out) == "a b c"
    assert decode_bpe(["a ", "b "], "") == "a b "


# By marking.


@pytest.mark.parametrize(
    ("marking", "split", "text"),
    [
        (MARKINGS["##"], "hug ##s a", "hugs a"),
        (MARKINGS["</w>"], "hug s</w> a</w>", "hugs a"),
        (MARKINGS["_"], "hug s_ a_", "hugs a"),
        (MARKINGS["Ġ"], "hug s Ġa", "hugs a"),
        (MARKINGS["none"], "hug s a", "hugsa"),
        (Marking("both", "##", "</w>"), "hug ##s</w> a</w>", "hugs a"),
    ],
)
def test_decode_by_marking_without_the_tokens_to_skip(marking, split, text):
    assert decode(split.split(), marking) == text
    if marking != LEADING_SPACE:
        assert decoder_of(marking, "bert")(split.split()) == text
    assert decoder_of(marking, "gpt2") == Decoder("byte-level", marking.prefix, marking.suffix)
    tokens = ["[CLS]", *split.split(), "[SEP]"]
    assert decode(tokens, marking, skip=["[CLS]", "[SEP]"]) == text
    assert decode([], marking) == ""
    encoded = [EncodedToken(token, 0, 0, 0, 0, False) for token in split.split()]
    assert decode_encoded(encoded, marking) == text


# Round trips.


@given(words=st.lists(st.text(alphabet="ab é我\U0001f600\n\t", min_size=1), min_size=1, max_size=5))
def test_byte_level_words_are_decoded_whatever_the_marking_and_nothing_is_lost(words):
    text = "".join(words)
    spelled = dict.fromkeys(split_words(text, "gpt2"), 1)
    for marking, (kind, trainer) in zip(("##", "Ġ"), TRAINERS.items(), strict=True):
        timeline = trained(trainer, spelled, marking=marking)
        make = WordPieceEncoder if kind == "wordpiece" else BPEEncoder
        for step in (0, len(timeline)):  # all words in several tokens, and in few
            encoder = make.from_timeline(timeline, step)
            encoded = encoder.encode(text, pre_tokenizer="gpt2")
            decoded = decode_encoded(encoded, timeline.marking, byte_level=True)
            assert decoded == text
            assert losses(text, text, encoded, decoded) == []


# Losses.


def lost(text, normalize, encoder=None, decoder=decode_wordpiece, pre_tokenizer="bert"):
    encoder = encoder or WordPieceEncoder(
        [chr(i) for i in range(33, 127)] + ["##" + chr(i) for i in range(97, 123)]
    )
    encoded = encoder.encode(text, normalize, pre_tokenizer, offsets="normalized")
    decoded = decoder(token.token for token in encoded)
    return losses(text, normalize(text), encoded, decoded)


both = compose(["strip-accents", "lowercase"])


@pytest.mark.parametrize(
    ("text", "normalize", "expected"),
    [
        ("hug pug", lowercase, []),
        ("Hug PuG", lowercase, [Loss("case", "H", "h", 3)]),
        ("École", lowercase, [Loss("case", "É", "é", 1), Loss("unknown", "école", "[UNK]", 1)]),
        ("été là", both, [Loss("accents", "é", "e", 3)]),
        ("École", both, [Loss("case", "E", "e", 1), Loss("accents", "É", "e", 1)]),
        ("hug\u200b\ufeffs a\u200bb", clean_text, [Loss("invisible", "\u200b\ufeff", "", 3)]),
        ("hug! (a)", lowercase, [Loss("spaces added", "", " ", 3)]),
        (" hug  pug\tbug\n", lowercase, [Loss("spaces lost", " ", "", 2), Loss("spaces changed",
         "  ", " ", 2)]),
        # The normalizer has replaced the tab by a space; the original is compared.
        ("hug\tpug", clean_text, [Loss("spaces changed", "\t", " ", 1)]),
        ("東 hug 東", lowercase, [Loss("unknown", "東", "[UNK]", 2)]),
        ("", lowercase, []),
        ("  ", lowercase, [Loss("spaces lost", "  ", "", 1)]),
        # If the letters differ, the spaces of the normalized text are compared.
        ("hug & pug", lambda text: text.replace("&", "and  "), [Loss("other", "hug & pug",
         "hug and   pug", 1), Loss("spaces changed", "   ", " ", 1)]),
    ],
)  # fmt: skip
def test_losses(text, normalize, expected):
    assert lost(text, normalize) == expected


REPLAY = BPEEncoder([("u", "g"), ("h", "ug")])
UNKNOWN_ACCENT = Loss("unknown", "\u0301", "[UNK]", 1)
SPACE_LOST = Loss("spaces lost", " ", "", 1)


@pytest.mark.parametrize(
    ("text", "encoder", "decoder", "pre_tokenizer", "expected"),
    [
        ("Hugs mug, hug!", WordPieceEncoder(["hug", "##s", "!"]), decode_wordpiece, "bert",
         [Loss("case", "H", "h", 1), Loss("unknown", "mug", "[UNK]", 1), Loss("unknown", ",",
         "[UNK]", 1), Loss("spaces added", "", " ", 2)]),
        # Words that run together.
        ("hug mug", REPLAY, decode_plain, "bert", [Loss("unknown", "m", "[UNK]", 1), SPACE_LOST]),
        # An unknown accent is a separate stretch, though it belongs to the letter before it.
        ("hu\u0301g", REPLAY, decode_plain, "bert", [UNKNOWN_ACCENT]),
        ("hu\u0301 g", REPLAY, decode_plain, "bert", [UNKNOWN_ACCENT, SPACE_LOST]),
        # Unknown invisible characters have their own gaps before and after them.
        ("hug \u0301 \u200b", WordPieceEncoder(["hug"]), decode_wordpiece, "whitespace",
         [UNKNOWN_ACCENT, Loss("unknown", "\u200b", "[UNK]", 1)]),
        ("hug  \u0301hug", REPLAY, decode_plain, "whitespace",
         [UNKNOWN_ACCENT, Loss("spaces lost", "  ", "", 1)]),
        ("hug é", BPEEncoder([], alphabet="hugĠ", marking="Ġ"), decode_byte_level, "gpt2",
         [Loss("unknown", "é", "[UNK][UNK]", 1)]),
        # The space before the word is part of what is unknown.
        ("hug pug", WordPieceEncoder(["hug"]), decode_plain, "gpt2",
         [Loss("unknown", " pug", "[UNK]", 1)]),
        # The byte Ã of ñ is known: the decoded text is "�[UNK]".
        ("ñ", BPEEncoder([], alphabet="ÃĠ", marking="Ġ"), decode_byte_level, "gpt2",
         [Loss("partly unknown", "ñ", "[UNK]", 1)]),
        # Here "�" is a character of the text, and the known token of x is the suffix.
        ("x �", BPEEncoder([], alphabet=["�", "</w>"], marking="</w>"), decode_bpe, "whitespace",
         [Loss("unknown", "x", "[UNK]", 1)]),
    ],
)  # fmt: skip
def test_losses_of_what_is_unknown(text, encoder, decoder, pre_tokenizer, expected):
    assert lost(text, lowercase, encoder, decoder, pre_tokenizer) == expected


def test_metaspace_drops_the_end_of_word_symbol():
    decoder = decoder_of(MARKINGS["</w>"], "metaspace")
    assert decoder(["▁hug", "s</w>", "▁a", "</w>"]) == "hugs a"


def test_a_change_of_form_alone():
    everything = BPEEncoder([], alphabet=["e", "\u0301", "h"])
    assert lost("hé", nfd, everything, decode_plain) == [Loss("form", "é", "e\u0301", 1)]


def test_marks_in_another_order_look_the_same():
    typed, composed = "b\u0651\u064e", "b\u064e\u0651"  # NFC sorts the two Arabic marks
    assert nfc(typed) == composed
    assert losses(typed, composed, [], composed) == [Loss("form", typed, composed, 1)]


def test_a_korean_syllable_in_another_form_is_one_letter():
    lost = losses("한국", nfd("한국"), [], nfd("한국"))
    assert [(loss.kind, loss.count) for loss in lost] == [("form", 2)]


def test_a_character_that_only_looks_like_another_has_no_other_case():
    # NFKC replaces the micro sign by a Greek letter.
    assert losses("5 µm", "5 μm", [], "5 μm") == [Loss("other", "5 µm", "5 μm", 1)]
    assert losses("ΤΗΣ", "της", [], "της") == [Loss("case", "Τ", "τ", 3)]


def test_a_variation_selector_is_no_accent():
    assert losses("❤\ufe0f", "❤", [], "❤") == [Loss("invisible", "\ufe0f", "", 1)]


def test_a_private_character_is_not_invisible():
    assert clean_text("\uf8ffa") == "a"  # the logo of Apple in its fonts
    assert losses("\uf8ffa", "a", [], "a") == [Loss("other", "\uf8ffa", "a", 1)]


def test_decoded_text_that_does_not_fit():
    encoded = [EncodedToken("hug", 0, 0, 0, 3, False)]
    assert losses("hug", "hug", encoded, "pug") == [Loss("other", "hug", "pug", 1)]
    assert losses("hug", "hug", encoded, "hu\u0301g") == [Loss("accents", "u", "u\u0301", 1)]
    moved = "‼\ufe0f ", "‼ \ufe0f"  # only the place of a space differs
    assert losses(moved[0], moved[0], [], moved[1]) == [Loss("other", *moved, 1)]


def test_an_invisible_character_that_is_no_token():
    assert split_words("hug\u200bs", "scripts") == ["hug", "s"]
    everything = BPEEncoder([], alphabet="hugs")
    expected = [Loss("invisible", "\u200b", "", 1)]
    assert lost("hug\u200bs", lowercase, everything, decode_plain, "scripts") == expected


def test_a_visible_format_character_is_a_letter():
    assert clean_text("\u06dda") == "a"  # the sign that ends a verse of the Quran
    assert losses("\u06dda", "a", [], "a") == [Loss("other", "\u06dda", "a", 1)]


@given(text=st.text(max_size=20), data=st.data())
def test_losses_never_fail_and_are_empty_only_if_nothing_was_lost(text, data):
    normalize = data.draw(
        st.sampled_from([lowercase, nfd, clean_text, bert_normalizer(), str.upper])
    )
    marking = data.draw(st.sampled_from([CONTINUATION_PREFIX, LEADING_SPACE, NONE]))
    alphabet = set(data.draw(st.text(max_size=6)))
    encoder = data.draw(
        st.sampled_from(
            [
                WordPieceEncoder([*alphabet, *("##" + char for char in alphabet)]),
                BPEEncoder([], alphabet=alphabet, marking=marking),
                BPEEncoder.byte_level([]),
            ]
        )
    )
    encoded = encoder.encode(text, normalize, offsets="normalized")
    decoded = decode((token.token for token in encoded), marking)
    found = losses(text, normalize(text), encoded, decoded)
    assert found or decoded == text
    assert all(str(loss_in_words(loss)).endswith(".") for loss in found)
    assert all(loss.count > 0 for loss in found)


@pytest.mark.parametrize(
    ("kind", "before", "after", "count", "says"),
    [
        ("case", "H", "h", 1200, "1,200 letters changed their case: “H” became “h”, for example."),
        ("accents", "é", "e", 1, "1 character changed its accents or other marks: “é” became “e”."),
        ("invisible", "\u200b", "", 2, "2 characters are missing; each was invisible or �."),
        ("form", "é", "é", 2,
         "2 characters now consist of other sequences of code points, which Unicode treats as the "
         "same characters."),
        ("unknown", "mug", "[UNK]", 3,
         "“mug” (3 times) is unknown; in the decoded text it is [UNK] each time."),
        ("partly unknown", "ñ", "[UNK]", 1,
         "Not all bytes of “ñ” are known; the decoded text has [UNK] in place of the rest."),
        ("spaces lost", " ", "", 2, "Whitespace is missing in 2 places."),
        ("spaces added", "", " ", 2, "Whitespace was added in 2 places."),
        ("spaces changed", "\n\t", "\xa0\xa0\u2003", 1, "Whitespace changed in 1 place: "
         "a line break and a tab became 2 no-break spaces and a U+2003 character."),
        ("other", "‼\ufe0f ", "‼ \ufe0f", 1,
         "The decoded text differs from the original in a way that this app does not describe."),
    ],
)  # fmt: skip
def test_sentences(kind, before, after, count, says):
    assert str(loss_in_words(Loss(kind, before, after, count))) == says
