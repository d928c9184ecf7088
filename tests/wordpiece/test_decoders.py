"""Decoding: against the library, back and forth, and what was lost, counted by hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models

from tests import golden
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    EncodedToken,
    Loss,
    WordPieceEncoder,
    WordPieceTrainer,
    decode_bpe,
    decode_byte_level,
    decode_plain,
    decode_wordpiece,
    losses,
)
from wordpiece.encoding.decoders import decode, decode_encoded
from wordpiece.encoding.losses import loss_in_words
from wordpiece.marking import CONTINUATION_PREFIX, LEADING_SPACE, MARKINGS, NONE, Marking
from wordpiece.text.normalizers import bert_normalizer, clean_text, compose, lowercase, nfd
from wordpiece.text.pre_tokenizers import BYTE_TO_CHAR, split_words, whitespace

# Against the library.

tokens = st.lists(st.text(alphabet="ab#</w> é", max_size=6), max_size=6)


@given(tokens=tokens, prefix=st.sampled_from(["##", "#", "a"]))
def test_wordpiece_equals_the_library(tokens, prefix):
    library = decoders.WordPiece(prefix=prefix, cleanup=False)
    assert decode_wordpiece(tokens, prefix) == library.decode(tokens)


@given(tokens=st.lists(st.from_regex(r"[a-c#]{0,4}(</w>)?", fullmatch=True), min_size=1))
def test_bpe_equals_the_library(tokens):
    assert decode_bpe(tokens) == decoders.BPEDecoder(suffix="</w>").decode(tokens)


def test_where_bpe_differs_from_the_library():
    spelled_out = ["a</w>b</w>", "c</w>"]
    assert decode_bpe(spelled_out) == "a</w>b c"
    assert decoders.BPEDecoder(suffix="</w>").decode(spelled_out) == "a b c"
    assert decode_bpe([]) == "" and decode_bpe(["a ", "b "], "") == "a b "


@given(
    tokens=st.lists(st.text(alphabet=[*BYTE_TO_CHAR.values(), "我", " "], max_size=5), max_size=6)
)
def test_byte_level_equals_the_library(tokens):
    assert decode_byte_level(tokens) == decoders.ByteLevel().decode(tokens)


@given(raw=st.binary())
def test_bytes_that_are_no_text_become_replacement_characters(raw):
    spelled = [BYTE_TO_CHAR[byte] for byte in raw]
    assert decode_byte_level(spelled) == decoders.ByteLevel().decode(spelled)


def test_plain_equals_the_library_without_a_decoder():
    library = Tokenizer(models.WordLevel({"hug": 0, "s": 1}, unk_token="s"))
    assert decode_plain(["hug", "s"], " ") == library.decode([0, 1])


# By marking, and leaving out special tokens.


def test_golden():
    assert decode_wordpiece(golden.COURSE_SENTENCE_ENCODED.split()) == (
        "This is the Hugging Face course [UNK]"
    )
    assert decode_byte_level(golden.COURSE_GPT2_SENTENCE_ENCODED.split()) == (
        golden.COURSE_GPT2_SENTENCE
    )
    assert decode_bpe("the</w> high est</w> moun tain</w>".split()) == "the highest mountain"


@pytest.mark.parametrize(
    ("marking", "split", "text"),
    [
        ("##", "hug ##s a", "hugs a"),
        ("</w>", "hug s</w> a</w>", "hugs a"),
        ("_", "hug s_ a_", "hugs a"),
        ("Ġ", "hug s Ġa", "hugs a"),
        ("none", "hug s a", "hugsa"),
    ],
)
def test_decode_by_marking(marking, split, text):
    assert decode(split.split(), MARKINGS[marking]) == text
    assert (
        decode(["[CLS]", *split.split(), "[SEP]"], MARKINGS[marking], skip=["[CLS]", "[SEP]"])
        == text
    )
    assert decode([], MARKINGS[marking]) == ""


def test_a_file_may_have_both_marks():
    assert decode(["hug", "##s</w>", "a</w>"], Marking("file", "##", "</w>")) == "hugs a"


# There and back.

known = st.lists(st.text(alphabet="hugspnb", min_size=1, max_size=6), max_size=6).map(" ".join)


@pytest.mark.parametrize("marking", MARKINGS)
@given(text=known)
def test_decoding_gives_the_words_back(marking, text):
    training = BPETrainer(golden.TOY, marking=marking)
    training.run()
    encoder = BPEEncoder.from_timeline(training.timeline(), training.steps_made)
    if marking == "Ġ":
        encoder = BPEEncoder.byte_level([("Ġ", "h"), *encoder.merges])
    elif marking == "##" and any(token.unknown for token in encoder.encode(text)):
        return  # the toy has no word that begins with u, n, g or s
    decoded = decode(encoder.tokenize(text), MARKINGS[marking])
    assert decoded == ("".join(text.split()) if marking == "none" else text)


@given(text=st.text(alphabet="hugs# HÚ!\n"))
def test_wordpiece_gives_normalized_words_back(text):
    symbols = [*"hugs!", *("##" + char for char in "hugs")]
    encoder = WordPieceEncoder([*symbols, "#", "hug", "##gs"])
    normalize = bert_normalizer()
    # BERT cuts at #, so no word begins with ##.
    encoded = encoder.encode(text, normalize, offsets="normalized")
    assert not any(token.unknown for token in encoded)
    words = {token.word: "" for token in encoded}
    for token in encoded:
        words[token.word] += normalize(text)[token.start : token.end]
    decoded = decode_wordpiece(token.token for token in encoded)
    assert decoded == " ".join(words.values())
    # Nothing but case, accents and spaces can have been lost.
    kinds = {loss.kind for loss in losses(text, normalize(text), encoded, decoded)}
    assert kinds <= {"case", "accents", "spaces lost", "spaces added", "spaces changed"}
    assert bool(kinds) == (decoded != text)


@given(text=st.text(alphabet="hugs é我\U0001f600 \n\t"))
def test_byte_level_loses_nothing(text):
    encoder = BPEEncoder.byte_level([("u", "g")])
    encoded = encoder.encode(text)
    decoded = decode_byte_level(token.token for token in encoded)
    assert decoded == text
    assert losses(text, text, encoded, decoded) == []


# What was lost.


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
        ("été là", both, [Loss("accents", "é", "e", 3)]),
        ("École", both, [Loss("case", "E", "e", 1), Loss("accents", "É", "e", 1)]),
        ("hug\u200b\ufeffs a\u200bb", clean_text, [Loss("invisible", "\u200b\ufeff", "", 3)]),
        ("hug! (a)", lowercase, [Loss("spaces added", "", " ", 3)]),
        (
            " hug  pug\tbug\n",
            lowercase,
            [Loss("spaces lost", " ", "", 2), Loss("spaces changed", "  ", " ", 2)],
        ),
        # The tab is already a space when the tokens are cut; the original counts.
        ("hug\tpug", clean_text, [Loss("spaces changed", "\t", " ", 1)]),
        ("東 hug 東", lowercase, [Loss("unknown", "東", "[UNK]", 2)]),
        ("", lowercase, []),
        ("  ", lowercase, [Loss("spaces lost", "  ", "", 1)]),
        # A normalizer that rewrites: spaces are then those of its result.
        (
            "hug & pug",
            lambda text: text.replace("&", "and  "),
            [
                Loss("other", "hug & pug", "hug and   pug", 1),
                Loss("spaces changed", "   ", " ", 1),
            ],
        ),
    ],
)
def test_losses(text, normalize, expected):
    assert lost(text, normalize) == expected


def test_unknown_words_leave_the_rest_matched():
    encoder = WordPieceEncoder(["hug", "##s", "!"])
    assert lost("Hugs mug, hug!", lowercase, encoder) == [
        Loss("case", "H", "h", 1),
        Loss("unknown", "mug", "[UNK]", 1),
        Loss("unknown", ",", "[UNK]", 1),
        Loss("spaces added", "", " ", 2),
    ]


def test_unknown_characters_and_words_that_run_together():
    encoder = BPEEncoder([("u", "g"), ("h", "ug")])
    assert lost("hug mug", lowercase, encoder, decode_plain) == [
        Loss("unknown", "m", "[UNK]", 1),
        Loss("spaces lost", " ", "", 1),
    ]
    # An unknown accent is a stretch of its own, though it belongs to the letter before it.
    assert lost("hu\u0301g", lowercase, encoder, decode_plain) == [
        Loss("unknown", "\u0301", "[UNK]", 1)
    ]
    assert lost("hu\u0301 g", lowercase, encoder, decode_plain) == [
        Loss("unknown", "\u0301", "[UNK]", 1),
        Loss("spaces lost", " ", "", 1),
    ]


def test_a_change_of_form_alone():
    everything = BPEEncoder([], alphabet=["e", "\u0301", "h"])
    assert lost("hé", nfd, everything, decode_plain) == [Loss("form", "é", "e\u0301", 1)]


def test_byte_level_without_all_bytes():
    encoder = BPEEncoder([], alphabet="hugĠ", marking="Ġ")
    assert lost("hug é", lowercase, encoder, decode_byte_level, "gpt2") == [
        Loss("unknown", "é", "[UNK][UNK]", 1)
    ]


def test_decoded_text_that_does_not_fit():
    encoded = [EncodedToken("hug", 0, 0, 0, 3, False)]
    assert losses("hug", "hug", encoded, "pug") == [Loss("other", "hug", "pug", 1)]
    assert losses("hug", "hug", encoded, "hu\u0301g") == [Loss("other", "hug", "hu\u0301g", 1)]


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
    ("loss", "expected"),
    [
        (Loss("case", "H", "h", 1), "1 letter changed its case: “H” became “h”."),
        (
            Loss("case", "H", "h", 1200),
            "1,200 letters changed their case: “H” became “h”, for example.",
        ),
        (Loss("accents", "é", "e", 1), "1 letter changed its accents: “é” became “e”."),
        (Loss("invisible", "\u200b", "", 1), "1 invisible character is gone."),
        (Loss("invisible", "\u200b", "", 2), "2 invisible characters are gone."),
        (
            Loss("form", "é", "e\u0301", 1),
            "1 letter now has other code points, which look the same.",
        ),
        (Loss("unknown", "mug", "[UNK]", 1), "“mug” is unknown; only [UNK] is left of it."),
        (
            Loss("unknown", "mug", "[UNK]", 3),
            "“mug” (3 times) is unknown; only [UNK] is left of it.",
        ),
        (Loss("spaces lost", " ", "", 2), "Whitespace is missing in 2 places."),
        (
            Loss("spaces added", "", " ", 1),
            "One space was added.",
        ),
        (
            Loss("spaces changed", "\n\t", "  ", 1),
            "Whitespace changed in 1 place: a line end and a tab became 2 spaces.",
        ),
        (
            Loss("spaces changed", "\u2003", " ", 2),
            "Whitespace changed in 2 places: a U+2003 became a space, for example.",
        ),
        (
            Loss("other", "a", "b", 1),
            "The text changed in a way that cannot be matched letter by letter.",
        ),
    ],
)
def test_sentences(loss, expected):
    assert str(loss_in_words(loss)) == expected


def test_training_encoding_and_decoding_fit_together():
    trainer = WordPieceTrainer({word.text: 1 for word in whitespace("hugs bugs puns")})
    trainer.run()
    encoder = WordPieceEncoder.from_timeline(trainer.timeline(), 3)
    assert decode_wordpiece(encoder.tokenize("bugs  puns")) == "bugs puns"


@given(words=st.lists(st.text(alphabet="ab é\n", min_size=1), min_size=1, max_size=5))
def test_byte_level_words_decode_whatever_the_marking(words):
    text = "".join(words)
    spelled = Counter(split_words(text, "gpt2"))
    for trainer in (WordPieceTrainer(spelled), BPETrainer(spelled)):
        trainer.run()
        timeline = trainer.timeline()
        encoder = (
            WordPieceEncoder.from_timeline(timeline, len(timeline))
            if isinstance(trainer, WordPieceTrainer)
            else BPEEncoder.from_timeline(timeline, len(timeline))
        )
        tokens = encoder.encode(text, pre_tokenizer="gpt2")
        assert decode_encoded(tokens, timeline.marking, byte_level=True) == text
