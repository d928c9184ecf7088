"""`Reader`: the tokenizer of an opened file, and the process that answers requests with it.

`pages.foreign.pool` starts the process. It sends "load" and the `File`, then requests: the name of
a method of `Reader` and its arguments. The process answers each with a result or a
`VocabularyError`, within a deadline.
"""

from __future__ import annotations

import os
import pickle
import sys
from dataclasses import replace
from functools import lru_cache
from multiprocessing.connection import Connection

from pages.foreign.answers import Answer, Question, answer, special_tokens
from pages.foreign.file import (
    MAX_ANSWER,
    MAX_LISTED,
    TOO_LONG,
    Facts,
    Few,
    File,
    seconds_for,
    short,
)
from pages.server.process import deadline, run
from wordpiece import Tokenizer
from wordpiece.errors import VocabularyError, WordPieceError
from wordpiece.files.readers import read_merges, read_vocabulary
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.files.writers import tokenizer_json_of
from wordpiece.text.normalizers import compose, steps_of
from wordpiece.text.pre_tokenizers import is_byte_level


class Reader:
    """The tokenizer of an opened file.

    Raises:
        VocabularyError: the file cannot be read; the message says why.
    """

    def __init__(self, file: File):
        self._found = (
            read_merges(file.content, file.ids) if file.is_merges else read_vocabulary(file.content)
        )
        self._tokenizer = lru_cache(maxsize=2)(self._new_tokenizer)
        self.unreachable = lru_cache(maxsize=2)(self._find_unreachable)

    def facts(self, case: str = "") -> Facts:
        """Return the file's description.

        Args:
            case: "cased" or "uncased" if the file leaves open whether texts are lowercased.
        """
        found, tokenizer = self._found, self._tokenizer(case, None)
        kind, is_open = "", False
        if isinstance(found, LibraryTokenizer):
            kind, normalizer, pre_tokenizer = found.model, found.normalizer, found.pre_tokenizer
            byte_level = found.byte_level
        else:
            assert isinstance(tokenizer, Tokenizer)
            kind = {"wordpiece": "WordPiece", "bpe": "BPE"}[found.kind]
            steps = steps_of(tokenizer.normalizer)
            normalizer = tuple(getattr(step, "__name__", "") for step in steps)
            pre_tokenizer = (str(tokenizer.pre_tokenizer),)
            byte_level = is_byte_level(tokenizer.pre_tokenizer)
            is_open = found.lowercase is not None
        return Facts(
            kind=kind,
            byte_level=byte_level,
            size=len(tokenizer),
            special=Few.of(special_tokens(tokenizer)),
            normalizer=Few.of([name for name in normalizer if name != "unchanged"]),
            pre_tokenizer=Few.of(pre_tokenizer),
            notes=tuple(tokenizer.notes[:MAX_LISTED]),
            case=("uncased" if "lowercase" in normalizer else "cased") if is_open else "",
        )

    def answer(self, question: Question) -> Answer:
        """Encode a text."""
        found = answer(self._tokenizer(question.case, question.normalizer), question)
        tokens = tuple(token._replace(token=short(token.token)) for token in found.tokens)
        return replace(found, tokens=tokens)

    def _find_unreachable(self, case: str = "") -> Few:
        """Return the tokens that no text produces; ``case`` is as in `facts`.

        ``unreachable`` finds them once for all visitors who ask.
        """
        found = self._found
        if not isinstance(found, LibraryTokenizer):
            if case:
                found = found.with_lowercase(case == "uncased")
            found = LibraryTokenizer(tokenizer_json_of(found))
        return Few.of(found.unreachable())

    def _new_tokenizer(
        self, case: str, normalizer: tuple[str, ...] | None
    ) -> Tokenizer | LibraryTokenizer:
        found = self._found
        if isinstance(found, LibraryTokenizer):
            return found
        if case:
            found = found.with_lowercase(case == "uncased")
        if normalizer is not None:
            found = replace(found, normalizer=compose(normalizer))
        return Tokenizer.from_vocabulary(found)


def main(connection: Connection) -> None:
    """Read a file and answer requests."""
    os.set_blocking(sys.stderr.fileno(), False)  # read only after this process has ended
    reader: Reader | None = None
    result: object
    while True:
        name, *arguments = connection.recv()
        with deadline(seconds_for(name)):
            try:
                if reader is None:
                    reader, result = Reader(*arguments), True
                else:
                    result = getattr(reader, name)(*arguments)
            except WordPieceError as error:
                result = VocabularyError(error.message)
            sent = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
        if len(sent) > MAX_ANSWER:
            sent = pickle.dumps(VocabularyError(TOO_LONG))
        connection.send_bytes(sent)


if __name__ == "__main__":
    run(main, "VOCABULARY_MEMORY")
