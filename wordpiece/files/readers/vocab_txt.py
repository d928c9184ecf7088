"""Read BERT's ``vocab.txt``: one token a line, its id the line number minus one."""

from __future__ import annotations

from wordpiece.errors import VocabularyError, quoted
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN
from wordpiece.files.readers.checks import check_size, check_token
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.message import message
from wordpiece.text.normalizers import bert_normalizer


def read_vocab_txt(text: str) -> VocabularyFile:
    """Read the text of a ``vocab.txt``.

    Raises:
        VocabularyError: a line is empty, a token comes twice, or is none; says where.
    """
    if text.startswith("#version"):
        raise VocabularyError(
            message(
                "This is a merges.txt, which lists no tokens; choose it together with its "
                "vocab.json, or choose a vocab.txt or a tokenizer.json."
            )
        )
    lines = text.removesuffix("\n").split("\n")
    check_size(len(lines))
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token = line.removesuffix("\r")
        if not token:
            raise VocabularyError(
                message("There is no token; write one token on each line."), line=number
            )
        check_token(token, line=number)
        if token in ids:
            raise VocabularyError(
                message(
                    "The token {token} is already on line {line}; each token has one id, so "
                    "remove one of the two.",
                    token=quoted(token),
                    line=ids[token] + 1,
                ),
                line=number,
            )
        ids[token] = number - 1
    notes = []
    if UNKNOWN not in ids:
        notes.append(message("There is no [UNK] in this vocabulary, so unknown words get no id."))
    cased = any(token != token.lower() for token in ids if not token.startswith("["))
    if not cased:
        notes.append(message("All tokens are in lower case, so the text is lowercased first."))
    return VocabularyFile(
        kind="wordpiece",
        ids=ids,
        merges=(),
        unk_token=UNKNOWN,
        prefix="##",
        suffix="",
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=bert_normalizer(lower=not cased),
        pre_tokenizer="bert",
        notes=tuple(notes),
    )
