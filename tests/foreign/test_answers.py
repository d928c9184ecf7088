"""The losses of an opened tokenizer.json, whose normalized text can only be guessed."""

import pytest
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordPiece

from pages.foreign.answers import Question, answer
from wordpiece.files.tokenizer_json import LibraryTokenizer

HUG = {"[UNK]": 0, "hug": 1, "##s": 2, "pug": 3, "Hug": 4}
UNKNOWN = "“{}” is unknown; in the decoded text it is [UNK]."


@pytest.mark.parametrize(
    ("normalizer", "text", "expected"),
    [
        (None, "hug é", [UNKNOWN.format("é")]),
        (None, "HUG mug", [UNKNOWN.format("HUG"), UNKNOWN.format("mug")]),
        (normalizers.BertNormalizer(lowercase=False), "Hug É", [UNKNOWN.format("É")]),
        (normalizers.Lowercase(), "hug É",
         ["1 letter changed its case: “É” became “é”.", UNKNOWN.format("é")]),
        (normalizers.BertNormalizer(), "hug é",
         ["1 character changed its accents or other marks: “é” became “e”.", UNKNOWN.format("e")]),
        (normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()]), "Hug É",
         ["1 character changed its accents or other marks: “É” became “E”.", UNKNOWN.format("E")]),
        (normalizers.BertNormalizer(), "hug\u200b",
         ["1 character is missing; it was invisible or �."]),
    ],
)  # fmt: skip
def test_only_what_the_normalizer_changes_is_a_change(normalizer, text, expected):
    made = Tokenizer(WordPiece(HUG, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if normalizer:
        made.normalizer = normalizer
    found = answer(LibraryTokenizer(made.to_str()), Question(text))
    assert [str(each) for each in found.losses] == expected
