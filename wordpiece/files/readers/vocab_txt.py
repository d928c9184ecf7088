"""Read BERT's ``vocab.txt``: one token a line, its id the line number minus one."""

from __future__ import annotations

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder
from wordpiece.errors import VocabularyError, quoted
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN
from wordpiece.files.readers.checks import check_size, check_token, shown
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.message import message
from wordpiece.text.normalizers import bert_normalizer
from wordpiece.trainer import BERT_SPECIAL_TOKENS


def read_vocab_txt(text: str, lowercase: bool | None = None) -> VocabularyFile:
    """Read the text of a ``vocab.txt``.

    Args:
        text: of the file, which does not say whether texts are lowercased.
        lowercase: whether they are. None is yes if no token has a capital letter, entries in
            brackets such as ``[UNK]`` and ``<S>`` apart, as Chinese BERT has them.

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
    capital = next((token for token in ids if _has_capital(token)), None)
    if lowercase is not None:
        notes.append(
            message("The text is lowercased first, as you asked.")
            if lowercase
            else message("The text keeps its capitals, as you asked.")
        )
    elif capital is None:
        notes.append(message("All tokens are in lower case, so the text is lowercased first."))
    else:
        notes.append(
            message(
                "Some tokens have capital letters, such as {token}, so the text keeps its "
                "capitals.",
                token=shown(capital),
            )
        )
    cased = capital is not None if lowercase is None else not lowercase
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
        decoder=Decoder("wordpiece", "##", clean=True),  # as the libraries have it
        added=tuple(AddedToken(token) for token in BERT_SPECIAL_TOKENS if token in ids),
    )


def _has_capital(token: str) -> bool:
    in_brackets = len(token) > 2 and token[0] + token[-1] in ("[]", "<>")
    return not in_brackets and token != token.lower()
