"""Read BERT's ``vocab.txt``: one token a line, its id the line number minus one."""

from __future__ import annotations

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder
from wordpiece.errors import VocabularyError, quoted
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN
from wordpiece.files.readers.checks import are_tokens, check_size, check_token, shown
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
    tokens = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    check_size(len(tokens))
    ids = {token: number for number, token in enumerate(tokens)}
    if len(ids) < len(tokens) or not all(tokens) or not are_tokens(tokens):
        _check_lines(tokens)
    notes = []
    if UNKNOWN not in ids:
        notes.append(message("There is no [UNK] in this vocabulary, so unknown words get no id."))
    capital = next(
        (token for token in ids if token != token.lower() and not _in_brackets(token)), None
    )
    guess = message("All tokens are in lower case, so the text is lowercased first.")
    if capital is not None:
        guess = message(
            "Some tokens have capital letters, such as {token}, so the text keeps its capitals.",
            token=shown(capital),
        )
    read = VocabularyFile(
        kind="wordpiece",
        ids=ids,
        merges=(),
        unk_token=UNKNOWN,
        prefix="##",
        suffix="",
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=bert_normalizer(lower=capital is None),
        pre_tokenizer="bert",
        notes=(*notes, guess),
        decoder=Decoder("wordpiece", "##", clean=True),  # as the libraries have it
        added=tuple(AddedToken(token) for token in BERT_SPECIAL_TOKENS if token in ids),
        lowercase=capital is None,
        on_case=guess,
    )
    return read if lowercase is None else read.with_lowercase(lowercase)


def _check_lines(tokens: list[str]) -> None:
    """Check each line, and name the first that is wrong."""
    seen: dict[str, int] = {}
    for number, token in enumerate(tokens, 1):
        if not token:
            raise VocabularyError(
                message("There is no token; write one token on each line."), line=number
            )
        check_token(token, line=number)
        if token in seen:
            raise VocabularyError(
                message(
                    "The token {token} is already on line {line}; each token has one id, so "
                    "remove one of the two.",
                    token=quoted(token),
                    line=seen[token],
                ),
                line=number,
            )
        seen[token] = number


def _in_brackets(token: str) -> bool:
    return len(token) > 2 and token[0] + token[-1] in ("[]", "<>")
