"""Read BERT's ``vocab.txt``: one token a line; its id is the line number minus one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wordpiece.arguments import short_repr
from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder
from wordpiece.errors import VocabularyError
from wordpiece.files.common import UNKNOWN
from wordpiece.files.readers.checks import check_token, lines_of, repeated_tokens, unknown_of
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.message import Message, message
from wordpiece.text.normalizers import WHITE_SPACE, bert_normalizer
from wordpiece.trainer import BERT_SPECIAL_TOKENS


def read_vocab_txt(text: str, lowercase: bool | None = None) -> VocabularyFile:
    """Read the text of a ``vocab.txt``.

    White space at the end of a line is not part of the token, and a token on several lines has the
    id of the last, as in the `tokenizers` library. A blank line counts.

    Args:
        text: of the file.
        lowercase: whether texts are lowercased, which the file does not specify. None is true if
            no token has a capital letter, except entries in brackets such as ``[UNK]`` and ``<S>``.

    Raises:
        VocabularyError: there are too many lines, or a line is too long.
    """
    notes: list[Message] = []
    lines = lines_of(text, notes)
    tokens = [line.rstrip(WHITE_SPACE) for line in lines]
    ids = {token: number for number, token in enumerate(tokens) if token}
    for number, token in enumerate(tokens, 1):
        check_token(token, line=number)
    notes += _remarks(lines, tokens, ids)
    return wordpiece_of(ids, notes, lowercase)


def _remarks(lines: list[str], tokens: list[str], ids: Mapping[str, int]) -> Iterator[Message]:
    cut = [number for number, token in enumerate(tokens, 1) if token not in ("", lines[number - 1])]
    if cut:
        yield message(
            "{n} {n:line|lines} ({n:line|the first is line} {line}) {n:ends|end} in whitespace, "
            "which is not part of {n:its token|their tokens}.",
            n=len(cut),
            line=cut[0],
        )
    if len(ids) == len(tokens):
        return
    if blank := [i for i, token in enumerate(tokens) if not token]:
        yield message(
            "{n} {n:line|lines} ({n:line|the first is line} {line}) {n:is|are} blank, and "
            "{n:its id belongs|their ids belong} to no token.",
            n=len(blank),
            line=blank[0] + 1,
        )
    if again := [i for i, token in enumerate(tokens) if token and ids[token] != i]:
        yield repeated_tokens([*dict.fromkeys(tokens[i] for i in again)])


def wordpiece_of(
    ids: Mapping[str, int], notes: list[Message], lowercase: bool | None = None
) -> VocabularyFile:
    """Return BERT's model with these tokens; ``lowercase`` as for `read_vocab_txt`.

    Raises:
        VocabularyError: ``ids`` is empty.
    """
    if not ids:
        raise VocabularyError(message("This file has no token; write one token on each line."))
    unknown = unknown_of(ids)
    if unknown is None:
        notes.append(message("This vocabulary has no [UNK], so unknown words get no id."))
    if not any(token.startswith("##") for token in ids):
        notes.append(
            message(
                "No token begins with ##, so a word is known only if the whole word is a token."
            )
        )
    capital = next(
        (token for token in ids if token != token.lower() and not _in_brackets(token)), None
    )
    guess = message(
        "Apart from tokens in brackets, such as [CLS] or <S>, lowercasing changes no token. So "
        "texts are lowercased and lose their accents before encoding, as in uncased BERT."
    )
    if capital is not None:
        guess = message(
            "{token}, for example, has a capital letter, so texts keep their capitals and accents.",
            token=short_repr(capital),
        )
    read = VocabularyFile(
        kind="wordpiece",
        ids=ids,
        unk_token=unknown or UNKNOWN,
        prefix="##",
        normalizer=bert_normalizer(lower=capital is None),
        pre_tokenizer="bert",
        notes=(*notes, guess),
        decoder=Decoder("wordpiece", "##", clean=True),  # the default of the library
        added=tuple(AddedToken(token) for token in BERT_SPECIAL_TOKENS if token in ids),
        lowercase=capital is None,
        on_case=guess,
    )
    return read if lowercase is None else read.with_lowercase(lowercase)


def _in_brackets(token: str) -> bool:
    return len(token) > 2 and token[0] + token[-1] in ("[]", "<>")
