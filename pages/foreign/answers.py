"""The figures that Encode shows of a text, from a trained tokenizer or that of an opened file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, Tokenizer, WordPieceEncoder
from wordpiece.encoding.added import is_special
from wordpiece.encoding.encoders import UnigramEncoder
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.message import Message, message
from wordpiece.records import CutTrace, EncodedToken, Loss, MatchTrace, Piece, ReplayTrace
from wordpiece.text.normalizers import strip_accents
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.unigram.records import Lattice, Split

MAX_TOKENS = 10_000
"""The most tokens in an answer: four bytes for each of 2,500 characters."""

MAX_LOSSES = 4
"""The most losses in an answer."""

MAX_WORDS = 10
"""The most distinct words in an answer, of which one is traced."""

MAX_TRACED = 200
"""The most characters of a word whose encoding is shown step by step."""

MAX_SPLITS = 5
"""The most splits of a word."""

MAX_DECODED = 120_000
"""The most characters of a decoded text in an answer; a text to encode has at most 100,000."""


@dataclass(frozen=True, slots=True)
class SplitTrace:
    """The splits among which Unigram chooses for a word.

    Attributes:
        lattice: all of them.
        splits: the most probable ones, at most `MAX_SPLITS`.
        pieces: no tokens; they are in ``splits``.
    """

    lattice: Lattice
    splits: tuple[Split, ...]
    pieces: tuple[Piece, ...] = ()


Trace = MatchTrace | ReplayTrace | CutTrace | SplitTrace


@dataclass(frozen=True, slots=True)
class Question:
    """A text to encode, and how.

    Attributes:
        text: the text to encode.
        part: the range of characters whose tokens are wanted; all of the text is counted.
        special: whether special tokens in the text are matched as a whole.
        word: the word to trace; if the text does not contain it, the first word is traced.
        case: "cased" or "uncased" if the file leaves open whether texts are lowercased.
        normalizer: names of normalizers that replace the file's own.
    """

    text: str
    part: tuple[int, int] = (0, MAX_TOKENS)
    special: bool = True
    word: str = ""
    case: str = ""
    normalizer: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A text as a tokenizer encodes it.

    Attributes:
        tokens: the tokens of the part, at most `MAX_TOKENS`.
        counts: counts of all tokens.
        decoded: the text that the tokens decode to, cut after `MAX_DECODED` characters.
        losses: the first `MAX_LOSSES` differences between the decoded text and the text.
        more_losses: the number of the other differences.
        words: the first `MAX_WORDS` distinct words, as the model gets them.
        word: the word that is traced; empty if the text has no words.
        typed: the characters of the text that the traced word covers.
        trace: the steps that encode the traced word, or why they are not shown; None without words.
        may_find: whether the text contains a special token.
    """

    tokens: tuple[EncodedToken, ...]
    counts: Statistics
    decoded: str = ""
    losses: tuple[Message, ...] = ()
    more_losses: int = 0
    words: tuple[str, ...] = ()
    word: str = ""
    typed: str = ""
    trace: Trace | Message | None = None
    may_find: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over an encoded text.

    Characters exclude whitespace. All counts but ``special`` exclude special tokens of the text.
    """

    words: int
    characters: int
    tokens: int
    unknown: int
    special: int

    @classmethod
    def of(cls, text: str, tokens: Sequence[EncodedToken], words: int) -> Statistics:
        """Count the tokens of a text and take its number of words, some of which have no token."""
        plain = [token for token in tokens if not is_special(token)]
        parts = without_found(text, tokens)
        return cls(
            words=words,
            characters=sum(not char.isspace() for part in parts for char in part),
            tokens=len(plain),
            unknown=sum(token.unknown for token in plain),
            special=len(tokens) - len(plain),
        )

    @property
    def all_tokens(self) -> int:
        """Number of tokens, including special ones."""
        return self.tokens + self.special

    @property
    def per_word(self) -> float:
        """Tokens per word."""
        return self.tokens / self.words if self.words else 0

    @property
    def per_token(self) -> float:
        """Characters per token."""
        return self.characters / self.tokens if self.tokens else 0

    @property
    def share(self) -> float:
        """Share of unknown tokens."""
        return self.unknown / self.tokens if self.tokens else 0


def without_found(text: str, encoded: Sequence[EncodedToken]) -> list[str]:
    """Return the parts of a text between the special tokens that were matched as a whole."""
    found = [token for token in encoded if is_special(token)]
    starts = [0, *(token.end for token in found)]
    ends = [*(token.start for token in found), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True) if start < end]


def answer(tokenizer: Tokenizer | LibraryTokenizer, question: Question) -> Answer:
    """Encode a text.

    Raises:
        VocabularyError: the tokenizer fails on the text.
    """
    text = question.text
    encoded = tokenizer.encode(text, special=question.special)
    start, stop = question.part
    in_part = [token for token in encoded if token.start < stop and token.end > start]
    decoded = tokenizer.decode(encoded, skip_special=False)
    lost = _losses(tokenizer, question, encoded, decoded)
    words = words_of(tokenizer, text, encoded)
    word, typed, trace = "", "", None
    if words:
        word = question.word if question.word in words else words[0]
        typed = _characters_of(text, encoded, words.index(word))
        trace = trace_of(tokenizer, word)
    return Answer(
        tokens=tuple(in_part[:MAX_TOKENS]),
        counts=Statistics.of(text, encoded, len(words)),
        decoded=decoded[:MAX_DECODED],
        losses=tuple(map(loss_in_words, lost[:MAX_LOSSES])),
        more_losses=max(0, len(lost) - MAX_LOSSES),
        words=tuple(dict.fromkeys(words))[:MAX_WORDS],
        word=word,
        typed=typed,
        trace=trace,
        may_find=any(token in text for token in special_tokens(tokenizer)),
    )


def special_tokens(tokenizer: Tokenizer | LibraryTokenizer) -> tuple[str, ...]:
    """Return the special tokens that a tokenizer matches as a whole in a text."""
    if isinstance(tokenizer, LibraryTokenizer):
        return tokenizer.special_tokens
    return tuple(token.content for token in tokenizer.added)


def words_of(
    tokenizer: Tokenizer | LibraryTokenizer,
    text: str,
    encoded: Sequence[EncodedToken],
) -> list[str]:
    """Return the words of a text as the model gets them.

    Args:
        tokenizer: the tokenizer that encoded it.
        text: the text.
        encoded: its tokens.
    """
    if isinstance(tokenizer, LibraryTokenizer):
        return tokenizer.words(text, encoded)
    parts = map(tokenizer.normalizer, without_found(text, encoded))
    return [*chain.from_iterable(split_words(part, tokenizer.pre_tokenizer) for part in parts)]


def trace_of(tokenizer: Tokenizer | LibraryTokenizer, word: str) -> Trace | Message:
    """Return the steps that encode a word, or why they are not shown."""
    if len(word) > MAX_TRACED:
        return message("This word is too long: its encoding steps are not shown.")
    if isinstance(tokenizer, LibraryTokenizer):
        return tokenizer.trace(word)
    encoder = tokenizer.encoder
    if isinstance(encoder, UnigramEncoder):
        return SplitTrace(encoder.trace(word), tuple(encoder.n_best(word, MAX_SPLITS)))
    assert isinstance(encoder, WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst)
    return encoder.trace(word)


def _characters_of(text: str, encoded: Sequence[EncodedToken], number: int) -> str:
    """Return the characters of a text that the word with a number covers."""
    places = [(token.start, token.end) for token in encoded if token.word == number]
    return text[min(places)[0] : max(end for _, end in places)] if places else ""


def _losses(
    tokenizer: Tokenizer | LibraryTokenizer,
    question: Question,
    encoded: Sequence[EncodedToken],
    decoded: str,
) -> list[Loss]:
    """Return the differences between the decoded text and the text."""
    text, special = question.text, question.special
    if isinstance(tokenizer, Tokenizer):
        normalized = tokenizer.normalize(text, special=special)
        if normalized != text:
            encoded = tokenizer.encode(text, special=special, offsets="normalized")
        plain = _plain(encoded)
        if isinstance(tokenizer.encoder, BPEEncoder) and tokenizer.encoder.keep_unknown:
            plain = [token._replace(unknown=False) for token in plain]  # no character is replaced
        return losses(text, normalized, plain, decoded)
    # The library does not return offsets into the normalized text. So try guesses of that text
    # until one explains all differences.
    found: list[Loss] = []
    unknown = tokenizer.unk_token or ""
    plain = [it._replace(token=unknown) if it.unknown else it for it in _plain(encoded)]
    for normalized in _like_normalized(tokenizer, text, encoded, decoded):
        found = losses(text, normalized, plain, decoded)
        if not any(loss.kind == "other" for loss in found):
            break
    return found


def _plain(encoded: Sequence[EncodedToken]) -> list[EncodedToken]:
    return [token for token in encoded if not is_special(token)]


def _like_normalized(
    tokenizer: LibraryTokenizer, text: str, encoded: Sequence[EncodedToken], decoded: str
) -> Iterator[str]:
    """Yield guesses of the normalized text, the most likely one first.

    A guess from the text alone has the same normal form as the text, so that case and accents
    differ only if the normalizer removes them.
    """
    if not any(token.unknown for token in encoded):
        yield decoded
    normalized = tokenizer.normalize(text)
    lowered = _each(str.lower, text)
    for guess in (_each(strip_accents, lowered), lowered, _each(strip_accents, text), text):
        if tokenizer.normalize(guess) == normalized:
            yield guess


def _each(change: Callable[[str], str], text: str) -> str:
    """Apply ``change`` to each character, except where the result is not a single character."""
    changed = {ord(char): change(char) for char in set(text)}
    return text.translate({char: new for char, new in changed.items() if len(new) == 1})
