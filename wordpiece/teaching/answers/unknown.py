"""Questions about what is unknown: which encoder gives [UNK] for what, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.message import Spaced, Token, message
from wordpiece.records import Piece
from wordpiece.teaching.answers.model import LENGTH, LISTED, WORDS, Answer, Context
from wordpiece.teaching.wording import (
    LONGEST_IS_CUT_OUT,
    SPACE,
    becomes,
    merge_replay_gives,
    unknown_symbols,
    unknown_word,
)
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, is_byte_level, text_to_bytes

STRANGERS = "xqzjkvwm7%&☃字"
"""Characters that are tried until one is found that a training has never seen."""

_PUBLISHED = (("Hugging", "HOgging"),)
"""Words of published corpora, and the unknown word that the publication compares with each."""

_GOOGLE_LIMIT = 200
"""The longest word that Google's code for BERT looks at, since 2018-11-23: ``WordpieceTokenizer``
in github.com/google-research/bert/blob/master/tokenization.py."""


_BERTS_RULE = message(
    "By BERT's rule, the whole word becomes [UNK] as soon as longest match finds no entry that "
    "fits."
)


def _with_strangers(c: Context) -> Iterator[str]:
    """Yield typed words, then words of the corpus with a character that may be new."""
    made_up = (
        word + (text_to_bytes(char) if c.pre_tokenizer == "gpt2" else char)
        for word in c.timeline.words[:LISTED]
        for char in STRANGERS
        if len(word) < LENGTH - 10
    )
    known = set(c.timeline.words)
    published = (unknown for word, unknown in _PUBLISHED if word in known)
    long = [word for word in c.typed if len(word) > 1]
    words = chain(long, published, c.typed, filter(c.is_word, made_up))
    return (word for word in words if len(word) <= LENGTH)


def explain_whole_word(c: Context) -> Answer | None:
    """Answer with a word that longest match finds unknown because of one character."""
    encoder = c.encoder
    assert isinstance(encoder, WordPieceEncoder)  # the question fits
    traces = (encoder.trace(word) for word in _with_strangers(c))
    trace = next((trace for trace in traces if trace.unknown == "no-match"), None)
    if trace is None or (why := unknown_word(trace)) is None:
        return None
    replay = c.bpe_encoder()
    return Answer.of(
        becomes(trace.word, [piece.token for piece in trace.pieces]),
        why,
        _BERTS_RULE,
        merge_replay_gives(replay.encode_word(trace.word)) if replay and replay.unk_token else None,
    )


def explain_part(c: Context) -> Answer | None:
    """Answer with a word of which a part is known and a part is not."""
    encoder = c.encoder
    for word in _with_strangers(c):
        pieces = encoder.pieces(word)
        if len(pieces) > 1 and any(piece.unknown for piece in pieces):
            break
    else:
        return None
    result = becomes(word, [piece.token for piece in pieces])
    if isinstance(encoder, BPEEncoder):
        return Answer.of(
            message(
                "Merge replay first splits a word into the shortest symbols. A symbol that is "
                "not in the alphabet becomes [UNK]. The other symbols merge as usual."
            ),
            result,
            unknown_symbols(encoder.trace(word)),
            _BERTS_RULE,
        )
    if isinstance(encoder, LongestTokenFirst):
        stretches = [word[piece.start : piece.end] for piece in pieces if piece.unknown]
        return Answer.of(
            LONGEST_IS_CUT_OUT,
            result,
            message(
                "A part in which no entry occurs becomes one [UNK]: {stretches}.",
                stretches=Spaced(tuple(dict.fromkeys(stretches))),
            ),
        )
    assert isinstance(encoder, Segmenter)
    return Answer.of(
        result,
        unknown_word(encoder.trace(word)),
        _BERTS_RULE,
    )


def explain_bytes(c: Context) -> Answer | None:
    """Answer with a character that takes several bytes."""
    typed = c.normalizer(c.text[:5_000])
    character = next((char for char in typed if ord(char) > 127 and char.isprintable()), "☃")
    symbols = text_to_bytes(character)
    return Answer.of(
        message(
            "The alphabet is the {bytes} values of a byte, and in UTF-8 every text is a sequence "
            "of bytes. So every text can be written with the alphabet."
        ),
        message(
            "For example, {character} is {n} {n:byte|bytes} in UTF-8, written {symbols}. As a word "
            "by itself, {character} becomes {pieces} with the merges so far."
        ),
        message(
            "A character that is not in the training text may take several tokens, but is never "
            "unknown."
        ),
        bytes=len(CHAR_TO_BYTE),
        n=len(symbols),
        character=Token(character),
        symbols=Spaced(tuple(symbols)),
        pieces=Spaced(tuple(c.encoder.encode_word(symbols))),
    )


def explain_characters(c: Context) -> Answer | None:
    """Answer with a new word that falls into single characters."""
    encoder = c.encoder
    # Typed words may lack a mark of the corpus: the blog's _ at the end, or GPT-2's Ġ.
    known = {form for word in c.timeline.words for form in (word, word.removesuffix("_"))}
    known |= {word.removeprefix(SPACE) for word in known}
    best: tuple[int, str, Sequence[Piece]] | None = None
    for word in c.candidates:
        pieces = [] if word.removeprefix(SPACE) in known else encoder.pieces(word)
        longer = sum(piece.end - piece.start != 1 for piece in pieces)
        if len(pieces) < 2 or longer == len(pieces) or any(piece.unknown for piece in pieces):
            continue
        if best is None or longer < best[0]:
            best = longer, word, pieces
        if not longer:
            break
    if best is None:
        return None
    longer, word, pieces = best
    in_bytes = is_byte_level(c.pre_tokenizer)
    return Answer.of(
        _SINGLE_BYTES if in_bytes else _SINGLE_CHARACTERS,
        (_OF_BYTES if in_bytes else _OF_CHARACTERS).fill(
            n=len(pieces) - longer,
            word=Token(word),
            tokens=Spaced(tuple(piece.token for piece in pieces)),
            total=len(pieces),
        ),
        message(
            "A word becomes [UNK], whole or in part, if it has a symbol that is not in the "
            "alphabet."
        ),
        message(
            "A character that only begins words of the corpus has no form with {prefix} in the "
            "alphabet, so it is unknown inside a new word.",
            prefix=Token(c.marks.prefix),
        )
        if c.marks.prefix and not in_bytes  # a byte may belong to several characters
        else None,
    )


def explain_limit(c: Context) -> Answer | None:
    """Answer with the longest word that longest match looks at, and one that is longer."""
    encoder = c.encoder
    assert isinstance(encoder, WordPieceEncoder)  # the question fits
    limit = encoder.max_input_chars_per_word
    for word in c.timeline.words[:WORDS]:
        long = (word[0] + word[1:2] * limit)[:limit]
        if len(long) == limit and not encoder.trace(long).unknown:
            break
    else:
        return None
    in_bytes = is_byte_level(c.pre_tokenizer)
    return Answer.of(
        (_LIMIT_IN_BYTES if in_bytes else _LIMIT).fill(
            n=limit,
            unknown=Spaced(tuple(encoder.encode_word(long + long[-1]))),
        ),
        message(
            "By default the tokenizers library allows {limit} characters per word. Google's "
            "code for BERT has allowed {google} characters since November 2018.",
            limit=limit,
            google=_GOOGLE_LIMIT,
        ),
        message("Training has no such limit: it uses longer words, too, if the corpus has any."),
        (_LONGEST_IN_BYTES if in_bytes else _LONGEST).fill(n=max(map(len, c.timeline.words))),
    )


_SINGLE_CHARACTERS = message(
    "Single characters are tokens, too, so a word that is not in the corpus can usually still be "
    "encoded."
)
_SINGLE_BYTES = message(
    "Single bytes are tokens, too, so a word that is not in the corpus can usually still be "
    "encoded."
)
_OF_CHARACTERS = message(
    "{word} is not one of the words of the corpus. It becomes {tokens}: {n} of {total} tokens "
    "{n:is a|are} single {n:character|characters}."
)
_OF_BYTES = message(
    "{word} is not one of the words of the corpus. It becomes {tokens}: {n} of {total} tokens "
    "{n:is a|are} single {n:byte|bytes}."
)

_LIMIT = message(
    "A word of more than {n} {n:character|characters} becomes {unknown}. The encoder does not look "
    "up such a word in the vocabulary."
)
_LIMIT_IN_BYTES = message(
    "A word of more than {n} {n:byte|bytes} becomes {unknown}. The encoder does not look up such a "
    "word in the vocabulary."
)
_LONGEST = message("Here the longest word of the corpus has {n} {n:character|characters}.")
_LONGEST_IN_BYTES = message("Here the longest word of the corpus has {n} {n:byte|bytes}.")
