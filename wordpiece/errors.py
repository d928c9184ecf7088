"""Exceptions that carry their evidence, each with one sentence a user can act on."""

from __future__ import annotations


class CorpusError(ValueError):
    """The corpus cannot be used.

    Attributes:
        reason: the sentence, without the place.
        line: 1-based line the trouble is in, or None if it has no line.
        text: the offending text, shortened, or None.
    """

    def __init__(self, reason: str, *, line: int | None = None, text: str | None = None):
        self.reason = reason
        self.line = line
        self.text = text
        super().__init__(reason if line is None else f"Line {line:,}: {reason}")


class VocabularySizeError(ValueError):
    """The vocabulary size asked for has no room for special tokens and alphabet.

    Attributes:
        vocab_size: what was asked for.
        minimum: the smallest size that works for this corpus.
    """

    def __init__(self, vocab_size: int, minimum: int):
        self.vocab_size = vocab_size
        self.minimum = minimum
        super().__init__(
            f"A vocabulary of {vocab_size:,} is too small: special tokens and alphabet "
            f"already take {minimum:,}. Choose {minimum:,} or more."
        )

    def __reduce__(self) -> tuple[type[VocabularySizeError], tuple[int, int]]:
        return VocabularySizeError, (self.vocab_size, self.minimum)


class UnknownPairError(ValueError):
    """A merge was forced for a pair that does not stand side by side in any word now.

    Attributes:
        pair: the pair asked for.
        index: the 1-based step it was asked for.
    """

    def __init__(self, pair: tuple[str, str], index: int):
        self.pair = pair
        self.index = index
        left, right = pair
        super().__init__(
            f"Step {index:,} cannot merge {left!r} with {right!r}: "
            "they do not stand side by side in any word at this point."
        )


class VocabularyError(ValueError):
    """A vocabulary file cannot be used.

    Attributes:
        reason: the sentence, without the place.
        line: 1-based line the trouble is in, or None if it has no line.
    """

    def __init__(self, reason: str, *, line: int | None = None):
        self.reason = reason
        self.line = line
        super().__init__(reason if line is None else f"Line {line:,}: {reason}")


class UnknownSymbolError(ValueError):
    """A word holds a symbol outside the alphabet, and there is no unknown token to stand for it.

    Attributes:
        word: the word.
        symbol: the first symbol that is not known.
    """

    def __init__(self, word: str, symbol: str):
        self.word = word
        self.symbol = symbol
        super().__init__(
            f"The word {word!r} holds {symbol!r}, which is not in the alphabet, "
            "and this encoder has no unknown token."
        )
