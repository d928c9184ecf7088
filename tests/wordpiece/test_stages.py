"""The result of each stage, compared with the parts that the stage consists of."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.encoding.stages import stages
from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import bert

BERT = compose(("clean-text", "strip-accents", "lowercase"))
VOCABULARY = ["[UNK]", *"a b g h n p s u".split(), "hug", "##s", "##g", "##u", "!"]


@given(st.text(max_size=60))
@examples(50)
def test_stages_are_what_their_parts_make(text):
    encoder = WordPieceEncoder(VOCABULARY)
    found = stages(text, encoder, BERT, CONTINUATION_PREFIX)
    assert found.normalized == BERT(text)
    assert list(found.words) == [word.text for word in bert(BERT(text))]
    for word, symbols in zip(found.words, found.symbols, strict=True):
        assert [*symbols] == [c if i == 0 else "##" + c for i, c in enumerate(word)]
    assert [token.token for token in found.tokens] == [
        token for word in found.words for token in encoder.encode_word(word)
    ]
