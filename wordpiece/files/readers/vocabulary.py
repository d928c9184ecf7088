"""`VocabularyFile`: the content of a vocabulary file of any format, and its encoder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.files.common import UNKNOWN
from wordpiece.marking import LEADING_SPACE, NONE, Marking
from wordpiece.message import Message
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer, bert_normalizer, unchanged
from wordpiece.text.pre_tokenizers import PreTokenizer, is_byte_level


@dataclass(frozen=True, slots=True, repr=False)
class VocabularyFile:
    """The content of a vocabulary file of any format.

    Attributes:
        kind: the model: "wordpiece" encodes by longest match, "bpe" replays the merges, and
            "unigram", which can only be written, takes the best split.
        ids: token to id.
        unk_token: the unknown token, or None.
        decoder: the decoder.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`, or a function.
        normalizer: the normalizer.
        merges: for "bpe", the pairs in the order of learning.
        log_probabilities: for "unigram", piece to the logarithm of its probability.
        prefix: the continuation prefix, or "".
        suffix: the end-of-word suffix, or "".
        attach_suffix: whether the suffix is part of a word's last character instead of a symbol.
        max_input_chars_per_word: for "wordpiece"; longer words are unknown.
        added: tokens that are found as a whole in a text, such as ``[MASK]``.
        notes: remarks on the file.
        lowercase: whether texts are lowercased and lose their accents, if the file does not
            specify this; otherwise None.
        on_case: the one of ``notes`` that says why ``lowercase`` was assumed, or None.
    """

    kind: Literal["wordpiece", "bpe", "unigram"]
    ids: Mapping[str, int]
    unk_token: str | None
    decoder: Decoder
    pre_tokenizer: PreTokenizer | str
    normalizer: Normalizer = unchanged
    merges: tuple[Pair, ...] = ()
    log_probabilities: Mapping[str, float] = field(default_factory=dict)
    prefix: str = ""
    suffix: str = ""
    attach_suffix: bool = False
    max_input_chars_per_word: int = 100
    added: tuple[AddedToken, ...] = ()
    notes: tuple[Message, ...] = ()
    lowercase: bool | None = None
    on_case: Message | None = None

    def __repr__(self) -> str:
        merges = f", {len(self.merges)} merges" if self.merges else ""
        return f"<VocabularyFile: {self.kind}, {len(self.ids)} tokens{merges}>"

    @property
    def marking(self) -> Marking:
        """The marking of the tokens."""
        if self.prefix or self.suffix:
            return Marking("file", prefix=self.prefix, suffix=self.suffix)
        return LEADING_SPACE if is_byte_level(self.pre_tokenizer) else NONE

    def with_lowercase(self, lowercase: bool) -> VocabularyFile:
        """Return a copy that lowercases texts, or not, unless the file specifies this."""
        if self.lowercase is None:
            return self
        return replace(
            self,
            normalizer=bert_normalizer(lower=lowercase),
            lowercase=lowercase,
            on_case=None,
            notes=tuple(note for note in self.notes if note != self.on_case),
        )


def encoder_of(vocabulary: VocabularyFile) -> WordPieceEncoder | BPEEncoder:
    """Return the encoder that a vocabulary file describes.

    >>> from wordpiece.files.readers import read_vocabulary
    >>> encoder_of(read_vocabulary(b"[UNK]\\nhug\\n##s\\n")).encode_word("hugs")
    ['hug', '##s']
    """
    if vocabulary.kind == "wordpiece":
        return WordPieceEncoder(
            vocabulary.ids,
            vocabulary.unk_token or UNKNOWN,
            prefix=vocabulary.prefix,
            suffix=vocabulary.suffix,
            max_input_chars_per_word=vocabulary.max_input_chars_per_word,
        )
    return BPEEncoder(
        vocabulary.merges,
        alphabet=vocabulary.ids,
        vocabulary=vocabulary.ids,
        unk_token=vocabulary.unk_token,
        marking=vocabulary.marking,
        attach_suffix=vocabulary.attach_suffix,
        keep_unknown=vocabulary.unk_token is None,
    )
