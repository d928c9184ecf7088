"""Answers about whole texts."""

import pytest

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, NONE
from wordpiece.message import paragraph
from wordpiece.teaching.grading_texts import grade_decoded, grade_model_input
from wordpiece.text.normalizers import lowercase

ENCODER = WordPieceEncoder(["[UNK]", "[CLS]", "[SEP]", "hug", "##s", "a", "pug"])
TEXTS = ("Hugs", "a pug")


@pytest.mark.parametrize(
    ("typed", "right", "said"),
    [
        ("[CLS] hug ##s [SEP] a pug [SEP]", True, "[CLS] hug ##s [SEP] a pug [SEP]. [CLS] begins"),
        ("  [CLS]\thug ##s [SEP] a pug [SEP] ", True, "[CLS] begins the input"),
        ("", False, "Type the tokens"),
        ("hug ##s a pug", False, "The tokens of the texts are right. [CLS] begins the input, and"),
        ("[CLS] hug ##s a pug [SEP]", False, "The tokens of the texts are right."),
        ("[CLS] hug s [SEP] a pug [SEP]", False, "After [CLS] hug, s does not follow."),
        ("[SEP] hugs", False, "The input does not begin with [SEP]."),
        ("[CLS] hug ##s", False, "After [CLS] hug ##s, more tokens follow."),
        ("[CLS] hug ##s [SEP] a pug [SEP] x", False, "[SEP] a pug [SEP], nothing follows."),
    ],
)
def test_what_a_model_reads(typed, right, said):
    verdict = grade_model_input(ENCODER, TEXTS, lowercase, typed)
    assert verdict.right == right and said in paragraph(verdict.feedback)


@pytest.mark.parametrize(
    ("typed", "right", "said"),
    [
        ("lowest new", True, "low est</w> new </w> decode to “lowest new”."),
        (" lowest   new ", True, "decode to"),
        ("", False, "Type the text."),
        ("lowestnew", False, "The letters are right, the spaces are not. Each </w> ends a word."),
        ("low est new", False, "The letters are right, the spaces are not."),
        ("lowest</w> new</w>", False, "No mark is left in a decoded text."),
        ("lowe new", False, "Join the letters of all tokens, in order."),
    ],
)
def test_what_tokens_decode_to(typed, right, said):
    verdict = grade_decoded(("low", "est</w>", "new", "</w>"), END_OF_WORD, typed)
    assert verdict.right == right and said in paragraph(verdict.feedback)


def test_each_marking_has_its_rule():
    hint = grade_decoded(("hug", "##s", "a"), CONTINUATION_PREFIX, "hug s a")
    assert "A token without ## starts a new word." in paragraph(hint.feedback)
    hint = grade_decoded(("hug", "s"), NONE, "hug s")
    assert "Nothing tells where a word ends." in paragraph(hint.feedback)
    assert grade_decoded(("hug", "##s", "a"), CONTINUATION_PREFIX, "hugs a").right
