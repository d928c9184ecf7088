"""`VocabularyFile`: what a file says, whatever its format, and the encoder that it describes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.files.common import UNKNOWN
from wordpiece.marking import LEADING_SPACE, NONE, Marking
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer, bert_normalizer
from wordpiece.text.pre_tokenizers import PreTokenizer, is_byte_level


@dataclass(frozen=True, slots=True, repr=False)
class VocabularyFile:
    """The content of a vocabulary file, ready for an encoder.

    >>> from wordpiece.files.readers import read_vocabulary
    >>> file = read_vocabulary(b"[UNK]\\nhug\\n##s\\n")
    >>> file.kind, dict(file.ids), file.unk_token, file.prefix
    ('wordpiece', {'[UNK]': 0, 'hug': 1, '##s': 2}, '[UNK]', '##')

    Attributes:
        kind: the model: "wordpiece" encodes by longest match, "bpe" by replaying merges.
        ids: token to id.
        merges: for BPE, the pairs in order of rank.
        unk_token: what stands for the unknown; None if the model has none.
        prefix: the continuation prefix; empty if there is none.
        suffix: the end-of-word suffix; empty if there is none.
        attach_suffix: the suffix is part of a word's last character, not a symbol of its own.
        max_input_chars_per_word: longer words are unknown to WordPiece.
        normalizer: what is done to a text first.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`, or a function.
        notes: remarks on the file.
        decoder: what makes a text of tokens again.
        added: tokens that are found as a whole wherever they are typed, such as ``[MASK]``.
        lowercase: whether texts are lowercased, and lose their accents, if the file leaves that
            open; None if it says so itself.
        on_case: the note on ``lowercase``, one of the notes; None if there is none.
    """

    kind: Literal["wordpiece", "bpe"]
    ids: Mapping[str, int]
    merges: tuple[Pair, ...]
    unk_token: str | None
    prefix: str
    suffix: str
    max_input_chars_per_word: int
    normalizer: Normalizer
    pre_tokenizer: PreTokenizer | str
    notes: tuple[Message, ...]
    decoder: Decoder
    attach_suffix: bool = False
    added: tuple[AddedToken, ...] = ()
    lowercase: bool | None = None
    on_case: Message | None = None

    def __repr__(self) -> str:
        merges = f", {len(self.merges)} merges" if self.merges else ""
        return f"<VocabularyFile: {self.kind}, {len(self.ids)} tokens{merges}>"

    @property
    def marking(self) -> Marking:
        """How its words become symbols."""
        if self.prefix or self.suffix:
            return Marking("file", prefix=self.prefix, suffix=self.suffix)
        return LEADING_SPACE if is_byte_level(self.pre_tokenizer) else NONE

    def with_lowercase(self, lowercase: bool) -> VocabularyFile:
        """Return the same with texts lowercased, or not, if the file leaves that open."""
        if self.lowercase is None:
            return self
        on_case = AS_ASKED[lowercase]
        return replace(
            self,
            normalizer=bert_normalizer(lower=lowercase),
            lowercase=lowercase,
            on_case=on_case,
            notes=(*(note for note in self.notes if note != self.on_case), on_case),
        )


AS_ASKED = {
    True: message("The text is lowercased first, as you asked."),
    False: message("The text keeps its capitals, as you asked."),
}


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
        alphabet=vocabulary.ids,  # the starting symbols are among them
        vocabulary=vocabulary.ids,
        unk_token=vocabulary.unk_token,
        marking=vocabulary.marking,
        attach_suffix=vocabulary.attach_suffix,
        keep_unknown=vocabulary.unk_token is None,
    )
