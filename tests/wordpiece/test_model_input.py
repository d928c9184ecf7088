"""Special tokens, as BERT's papers and code have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.encoding.model_input import encode_typed, is_special, model_input, padded
from wordpiece.trainer import BERT_SPECIAL_TOKENS

VOCABULARY = [*BERT_SPECIAL_TOKENS, "a", "hug", "pug", "##s", "[", "]", "cls"]
ENCODER = WordPieceEncoder(VOCABULARY)


def spelled(tokens):
    return " ".join(token.token for token in tokens)


def test_one_text_and_two():
    one, two = ENCODER.encode("hugs"), ENCODER.encode("a pug")
    assert spelled(model_input([one], ENCODER)) == "[CLS] hug ##s [SEP]"
    both = model_input([one, two], ENCODER)
    assert spelled(both) == "[CLS] hug ##s [SEP] a pug [SEP]"
    assert [token.id for token in both if is_special(token)] == [2, 3, 3]
    assert spelled(model_input([], ENCODER)) == "[CLS]"


def test_a_batch_is_a_rectangle():
    rows = [model_input([ENCODER.encode(text)], ENCODER) for text in ("hugs a", "pug", "")]
    batch = padded(rows, ENCODER)
    assert [spelled(row) for row, _ in batch] == [
        "[CLS] hug ##s a [SEP]",
        "[CLS] pug [SEP] [PAD] [PAD]",
        "[CLS] [SEP] [PAD] [PAD] [PAD]",
    ]
    assert [mask for _, mask in batch] == [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 0, 0, 0]]
    assert padded([], ENCODER) == []


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a [MASK] hugs", "a [MASK] hug ##s"),
        ("a[MASK]hugs", "a [MASK] hug ##s"),
        ("[MASK][MASK]", "[MASK] [MASK]"),
        ("[UNK] mug", "[UNK] [UNK]"),
        ("[mask]", "[ [UNK] ]"),
        ("[ MASK]", "[ [UNK] ]"),
        ("", ""),
    ],
)
def test_special_tokens_that_are_typed_stand_for_themselves(text, tokens):
    assert spelled(encode_typed(text, ENCODER)) == tokens


def test_a_typed_unk_is_no_unknown_word():
    typed, unknown = encode_typed("[UNK] mug", ENCODER)
    assert is_special(typed) and not typed.unknown
    assert unknown.unknown and not is_special(unknown)


def test_a_special_token_outside_the_vocabulary_has_no_id():
    (mask,) = encode_typed("[MASK]", WordPieceEncoder(["a"]))
    assert mask.id is None


@given(st.lists(st.text("ahugps[]CLSEPMAK ", max_size=20), max_size=4))
def test_nothing_is_lost_between_texts_and_rows(texts):
    rows = [model_input([ENCODER.encode(text)], ENCODER) for text in texts]
    batch = padded(rows, ENCODER)
    assert len({len(row) for row, _ in batch}) <= 1
    for before, (row, mask) in zip(rows, batch, strict=True):
        assert row[: len(before)] == before and len(row) == len(mask)
        assert {token.token for token in row[len(before) :]} <= {"[PAD]"}
        assert mask == [1] * len(before) + [0] * (len(row) - len(before))
