"""Exceptions of the engine. Each has a `Message`, which can be translated, and can be pickled."""

from __future__ import annotations

from typing import Any

from wordpiece.message import Fact, Message, message


def expected(what: Fact, found: str) -> Message:
    """Return the sentence on a line that is not what its file should have there."""
    return message("Expected {expected}; found {found}.", expected=what, found=found)


def no_such_token(token: Fact) -> Message:
    """Return the sentence on a token that a vocabulary lacks."""
    return message("The token {token} is not in the vocabulary.", token=token)


def half_a_character(text: str) -> Message:
    """Return the sentence on a text that Python can hold, but no file."""
    return message(
        "{text} contains half of a surrogate pair. Remove this half: it is not a character and "
        "cannot be written in UTF-8.",
        text=text,
    )


def too_large(total: int, limit: int) -> Message:
    """Return the sentence on a corpus that cannot be counted exactly."""
    return message(
        "The counts are too large: the corpus would have {total} symbols, but {limit} or more "
        "symbols cannot be counted exactly. Divide all counts by the same number.",
        total=total,
        limit=limit,
    )


class WordPieceError(ValueError):
    """The base class. ``str()`` of an error is its message in English.

    >>> WordPieceTrainer({"hug": 0})
    Traceback (most recent call last):
        ...
    wordpiece.errors.CorpusError: The count of 'hug' is 0; it must be a whole number above 0.

    Attributes:
        message: the problem and, where that helps, what to do about it.
    """

    message: Message

    def __init__(self, message: Message):
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args), self.__dict__


def _unpickled(kind: type[WordPieceError], args: tuple[object, ...]) -> WordPieceError:
    """Return an error without calling ``__init__``; pickle then restores its attributes."""
    return kind.__new__(kind, *args)


class ArgumentError(WordPieceError):
    """An argument of a function has a wrong type or value."""


class _LineError(WordPieceError):
    """A problem in a file or text, possibly on one line of it."""

    def __init__(self, reason: Message, *, line: int | None = None):
        self.reason = reason
        self.line = line
        super().__init__(
            reason if line is None else message("Line {line}: {reason}", line=line, reason=reason)
        )


class CorpusError(_LineError):
    """A corpus cannot be used.

    Attributes:
        reason: the problem, without the line.
        line: the line of the problem, counted from 1; None if it is not on one line.
        text: the start of the text that is wrong, or None.
    """

    def __init__(self, reason: Message, *, line: int | None = None, text: str | None = None):
        self.text = text
        super().__init__(reason, line=line)


class VocabularyError(_LineError):
    """A vocabulary file cannot be read or written.

    Attributes:
        reason: the problem, without the line.
        line: the line of the problem, counted from 1; None if it is not on one line.
    """


class VocabularySizeError(WordPieceError):
    """The requested vocabulary size is smaller than special tokens and alphabet together.

    >>> try:
    ...     WordPieceTrainer(toy, vocab_size=5)
    ... except VocabularySizeError as error:
    ...     error.vocab_size, error.minimum
    (5, 12)

    Attributes:
        vocab_size: the requested size.
        minimum: the smallest size that works for this corpus.
    """

    def __init__(self, vocab_size: int, minimum: int):
        self.vocab_size = vocab_size
        self.minimum = minimum
        super().__init__(
            message(
                "The vocabulary size {size} is too small: with this corpus and these settings, "
                "the smallest possible vocabulary has {minimum} entries. Choose {minimum} or "
                "more.",
                size=vocab_size,
                minimum=minimum,
            )
        )


class UnknownPairError(WordPieceError):
    """The pair of a forced merge does not occur in any word at that step.

    Attributes:
        pair: the requested pair.
        index: the number of the merge, counted from 1.
    """

    def __init__(self, pair: tuple[str, str], index: int):
        self.pair = pair
        self.index = index
        super().__init__(
            message(
                "Step {step} cannot merge {left} with {right}, because at that step no word has "
                "the symbol {left} directly followed by the symbol {right}.",
                step=index,
                left=quoted(pair[0]),
                right=quoted(pair[1]),
            )
        )


class UnknownTokenError(WordPieceError):
    """The vocabulary of a training does not have the requested ``token``."""

    def __init__(self, token: str):
        self.token = token
        super().__init__(no_such_token(quoted(token)))


class UnknownSymbolError(WordPieceError):
    """A word has a symbol outside the alphabet, and the encoder has no unknown token.

    Attributes:
        word: the word.
        symbol: its first unknown symbol.
    """

    def __init__(self, word: str, symbol: str):
        self.word = word
        self.symbol = symbol
        super().__init__(
            message(
                "The word {word} contains {symbol}, which is not in the alphabet, and this encoder "
                "has no unknown token.",
                word=quoted(word),
                symbol=quoted(symbol),
            )
        )


def quoted(text: str, most: int | None = None) -> str:
    """Return the ``repr`` of a text, cut to ``most`` characters before it is quoted."""
    return repr(text if most is None or len(text) <= most else text[: most - 1] + "…")
