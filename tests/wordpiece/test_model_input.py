"""Special tokens as in BERT's paper and code."""

from hypothesis import given
from hypothesis import strategies as st

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.encoding.model_input import encode_typed, is_special, model_input, padded
from wordpiece.trainer import BERT_SPECIAL_TOKENS

VOCABULARY = [*BERT_SPECIAL_TOKENS, "a", "hug", "pug", "##s", "[", "]", "cls"]
ENCODER = WordPieceEncoder(VOCABULARY)


def spelled(tokens):
    return " ".join(token.token for token in tokens)


def test_two_texts_and_none():
    both = model_input([ENCODER.encode("hugs"), ENCODER.encode("a pug")], ENCODER)
    assert spelled(both) == "[CLS] hug ##s [SEP] a pug [SEP]"
    assert [token.id for token in both if is_special(token)] == [2, 3, 3]
    assert spelled(model_input([], ENCODER)) == "[CLS]"


def test_a_typed_unk_is_not_an_unknown_word():
    assert spelled(encode_typed("a[MASK]hugs [mask]", ENCODER)) == "a [MASK] hug ##s [ [UNK] ]"
    typed, unknown = encode_typed("[UNK] mug", ENCODER)
    assert is_special(typed) and not typed.unknown
    assert unknown.unknown and not is_special(unknown)


@given(st.lists(st.text("ahugps[]CLSEPMAK ", max_size=20), max_size=4))
def test_a_batch_is_a_rectangle_of_rows_and_padding(texts):
    rows = [model_input([ENCODER.encode(text)], ENCODER) for text in texts]
    batch = padded(rows, ENCODER)
    assert {len(row) for row, _ in batch} == ({max(map(len, rows))} if rows else set())
    for before, (row, mask) in zip(rows, batch, strict=True):
        added = len(row) - len(before)
        assert row[: len(before)] == before
        assert [(token.token, token.id) for token in row[len(before) :]] == [("[PAD]", 0)] * added
        assert mask == [1] * len(before) + [0] * added
