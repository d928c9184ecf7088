"""Exceptions whose message a user can act on. Each carries it as a `Message`, to be translated.

All of them can be pickled, so that one process can report them to another.
"""

from __future__ import annotations

from typing import Any

from wordpiece.message import Message, message


class WordPieceError(ValueError):
    """The base class. ``str()`` of an error is its message in plain English.

    >>> from wordpiece import WordPieceError, WordPieceTrainer
    >>> try:
    ...     WordPieceTrainer({"hug": 0})
    ... except WordPieceError as error:
    ...     str(error)
    "The count of 'hug' is 0; it must be a whole number above 0."

    Attributes:
        message: what is wrong, and where it helps what to do about it.
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
    """Make an error without calling its ``__init__``; pickle restores its attributes."""
    return kind.__new__(kind, *args)


class ArgumentError(WordPieceError):
    """A function was called with an argument that it cannot take.

    >>> from wordpiece import WordPieceEncoder
    >>> try:
    ...     WordPieceEncoder("vocab.txt")
    ... except ArgumentError as error:
    ...     for part in str(error).split("; "):
    ...         print(part)
    A vocabulary is a list of tokens, or token to id, not 'vocab.txt'
    Tokenizer.from_file reads a file.
    """


class _LineError(WordPieceError):
    """Something is wrong with a file or text.

    Attributes:
        reason: what is wrong, without the line.
        line: 1-based line of the problem, or None if it has no line.
    """

    def __init__(self, reason: Message, *, line: int | None = None):
        self.reason = reason
        self.line = line
        super().__init__(
            reason if line is None else message("Line {line}: {reason}", line=line, reason=reason)
        )


class CorpusError(_LineError):
    """The corpus cannot be used.

    >>> from wordpiece.text.corpus import from_table
    >>> try:
    ...     from_table("hug\\t10\\npug\\tfive\\n", str.lower)
    ... except CorpusError as error:
    ...     error.line, error.text, str(error)[:27]
    (2, 'pug\\tfive', "Line 2: The count of 'pug' ")

    Attributes:
        reason: what is wrong, without the line.
        line: 1-based line of the problem, or None if it has no line.
        text: the start of the offending text, or None.
    """

    def __init__(self, reason: Message, *, line: int | None = None, text: str | None = None):
        self.text = text
        super().__init__(reason, line=line)


class VocabularyError(_LineError):
    """A vocabulary file cannot be read or written.

    >>> from wordpiece.files.readers import read_merges
    >>> try:
    ...     read_merges(b"h u\\nhu g s\\n")
    ... except VocabularyError as error:
    ...     print(error)
    Line 2: Expected two symbols with one space between them, as in h ug; found 'hu g s'.

    Attributes:
        reason: what is wrong, without the line.
        line: 1-based line of the problem, or None if it has no line.
    """


class VocabularySizeError(WordPieceError):
    """The vocabulary size asked for has no room for special tokens and alphabet.

    >>> from wordpiece import WordPieceTrainer
    >>> try:
    ...     WordPieceTrainer({"hug": 10, "pug": 5}, vocab_size=5)
    ... except VocabularySizeError as error:
    ...     error.vocab_size, error.minimum
    (5, 9)

    Attributes:
        vocab_size: what was asked for.
        minimum: the smallest size that works for this corpus.
    """

    def __init__(self, vocab_size: int, minimum: int):
        self.vocab_size = vocab_size
        self.minimum = minimum
        super().__init__(
            message(
                "A vocabulary of {size} is too small: special tokens and alphabet already take "
                "{minimum}. Choose {minimum} or more.",
                size=vocab_size,
                minimum=minimum,
            )
        )


class UnknownPairError(WordPieceError):
    """A merge was forced for a pair that is adjacent in no word at that step.

    >>> from wordpiece import WordPieceTrainer
    >>> try:
    ...     WordPieceTrainer({"hug": 10, "pug": 5}).step(("h", "##g"))
    ... except UnknownPairError as error:
    ...     error.pair, error.index
    (('h', '##g'), 1)

    Attributes:
        pair: the pair asked for.
        index: the 1-based step it was asked for.
    """

    def __init__(self, pair: tuple[str, str], index: int):
        self.pair = pair
        self.index = index
        super().__init__(
            message(
                "Step {step} cannot merge {left} with {right}: they do not stand side by side in "
                "any word at this point.",
                step=index,
                left=quoted(pair[0]),
                right=quoted(pair[1]),
            )
        )


class UnknownTokenError(WordPieceError):
    """A training was asked about a token that its vocabulary does not have.

    >>> from wordpiece import BPETrainer
    >>> BPETrainer({"hug": 10}).timeline().story("pug")
    Traceback (most recent call last):
        ...
    wordpiece.errors.UnknownTokenError: There is no token 'pug' in this training.

    Attributes:
        token: the token.
    """

    def __init__(self, token: str):
        self.token = token
        super().__init__(
            message("There is no token {token} in this training.", token=quoted(token))
        )


class UnknownSymbolError(WordPieceError):
    """A word has a symbol outside the alphabet, and the encoder has no unknown token.

    >>> from wordpiece import BPEEncoder
    >>> try:
    ...     BPEEncoder([("u", "g")], unk_token=None, alphabet="hug").encode_word("mug")
    ... except UnknownSymbolError as error:
    ...     error.word, error.symbol
    ('mug', 'm')

    Attributes:
        word: the word.
        symbol: its first unknown symbol.
    """

    def __init__(self, word: str, symbol: str):
        self.word = word
        self.symbol = symbol
        super().__init__(
            message(
                "The word {word} holds {symbol}, which is not in the alphabet, and this encoder "
                "has no unknown token.",
                word=quoted(word),
                symbol=quoted(symbol),
            )
        )


def quoted(text: str, most: int | None = None) -> str:
    """Return a text in quotes with control characters escaped, cut to ``most`` characters.

    >>> quoted("hug\\t10"), quoted("hugging", 5)
    ("'hug\\\\t10'", "'hugg…'")
    """
    return repr(text if most is None or len(text) <= most else text[: most - 1] + "…")
