"""Added tokens in a text, with the `tokenizers` library as referee."""

import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import models, normalizers, pre_tokenizers

from tests.strategies import examples
from wordpiece.encoding.added import AddedToken, encode_with_added
from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.text.normalizers import bert_normalizer

VOCABULARY = ["[UNK]", "a", "hug", "##s", "[", "]", "mask", "##mask", "_", "東", "é", "e"]
CONTENTS = ["[MASK]", "[MASK", "<s>", "Hug", "a a", "É", "mask]", "東"]

flags = st.booleans()
added_tokens = st.lists(
    st.builds(AddedToken, st.sampled_from(CONTENTS), flags),
    unique_by=lambda token: token.content,
    max_size=4,
)
texts = st.lists(
    st.sampled_from([*CONTENTS, " ", "  ", "a", "_", "hugs", "\n", "\u3000", "é", "HUG"]),
    max_size=8,
).map("".join)


def library(added):
    ids = {token: number for number, token in enumerate(VOCABULARY)}
    made = tokenizers.Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    for token in added:
        made.add_special_tokens([tokenizers.AddedToken(token.content, lstrip=token.lstrip)])
    return made


@given(text=texts, added=added_tokens, special=flags)
@examples(200)
def test_added_tokens_are_found_where_the_library_finds_them(text, added, special):
    theirs = library(added)
    theirs.encode_special_tokens = not special
    expected = theirs.encode(text)
    encoder = WordPieceEncoder(VOCABULARY)  # has no added token as part of a word
    encoder.ids = theirs.get_vocab()
    found = encode_with_added(text, encoder, added, bert_normalizer(), special=special)
    assert [token.id for token in found] == expected.ids
    assert [(token.start, token.end) for token in found] == expected.offsets


def test_words_are_numbered_across_added_tokens_which_belong_to_no_word():
    encoder = WordPieceEncoder(["a", "hug", "##s", "[SEP]"])
    found = encode_with_added("a hugs[SEP]a", encoder, [AddedToken("[SEP]")])
    assert [token.word for token in found] == [0, 1, 1, -1, 2]
