"""Questions about what is unknown: which encoder says [UNK] to what, and why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.message import Message, Spaced, Token, message
from wordpiece.teaching.answers.model import (
    LENGTH,
    LISTED,
    TOY,
    WORDS,
    Answer,
    Context,
    Example,
    Question,
    toy_at,
)
from wordpiece.teaching.wording import unknown_characters, unknown_word
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, text_to_bytes

STRANGERS = "xqzjkvwm7%&☃字"
"""Characters that are tried until one is found that a training has never seen."""

PUBLISHED = (("Hugging", "HOgging"),)
"""Words of published corpora, and the unknown word that is shown beside each there."""

GOOGLE_LIMIT = 200
"""The longest word that Google's code for BERT looks at, since 2018-11-23: ``WordpieceTokenizer``
in github.com/google-research/bert/blob/master/tokenization.py."""


def _with_strangers(c: Context) -> Iterator[str]:
    """Yield typed words, then words of the corpus with a character that may be new."""
    made_up = (
        word + (text_to_bytes(char) if c.pre_tokenizer == "gpt2" else char)
        for word in c.timeline.words[:LISTED]
        for char in STRANGERS
        if len(word) < LENGTH - 10
    )
    known = set(c.timeline.words)
    published = (unknown for word, unknown in PUBLISHED if word in known)
    long = [word for word in c.typed if len(word) > 1]
    return (w for w in chain(long, published, c.typed, made_up) if len(w) <= LENGTH)


def _is_one(kind: type, c: Context) -> bool:
    """Return whether the first encoder on screen is of a kind."""
    return isinstance(c.encoder, kind)


def _replays_with_unknown(c: Context) -> bool:
    return _is_one(BPEEncoder, c) and c.encoder.unk_token is not None


# The whole word.


def _unknown(c: Context) -> Answer | None:
    """Answer with a word with one character that nothing matches.

    Figures: ``trace`` of the word; ``bpe``: what merge replay keeps of it.
    """
    encoder = c.on_screen(WordPieceEncoder)
    if encoder is None:
        return None
    for word in _with_strangers(c):
        if (trace := encoder.trace(word)).unknown == "no-match":
            break
    else:
        return None
    why = unknown_word(trace)
    assert why is not None  # as the word is unknown
    sentences = [
        message("Take {word}. {why}", word=Token(word), why=why),
        message("That is BERT's rule: known pieces must make up all of a word, or it is [UNK]."),
    ]
    figures: dict[str, Any] = {"trace": trace}
    if (replay := c.bpe_encoder()) and replay.unk_token:
        kept = figures["bpe"] = replay.encode_word(word)
        sentences.append(
            message(
                "Merge replay, as in BPE, marks only the characters it never saw: {pieces}.",
                pieces=Spaced(tuple(kept)),
            )
        )
    return Answer(tuple(sentences), figures)


UNKNOWN = Question(
    "unknown",
    message("Why does one unknown character make the whole word [UNK]?"),
    ("result",),
    _unknown,
    Example(
        message("the words Hugging and Face"),
        (("Hugging", 1), ("Face", 1)),
        6,
        "HOgging",
    ),
    lambda c: _is_one(WordPieceEncoder, c),
)


# A part of it.


def _part(c: Context) -> Answer | None:
    """Answer with a word of which a part is known and a part is not.

    Figures: ``word``, its ``pieces``, the ``unknown`` stretches and the ``trace``.
    """
    encoder = c.encoder
    for word in _with_strangers(c):
        pieces = encoder.pieces(word)
        if len(pieces) > 1 and any(piece.unknown for piece in pieces):
            break
    else:
        return None
    tokens = tuple(piece.token for piece in pieces)
    strange = [word[piece.start : piece.end] for piece in pieces if piece.unknown]
    becomes = message("{word} becomes {pieces}.", word=Token(word), pieces=Spaced(tokens))
    sentences: list[Message | None]
    if isinstance(encoder, BPEEncoder):
        sentences = [
            message(
                "Merge replay begins with single characters. One that the alphabet lacks becomes "
                "[UNK] by itself; the others merge as usual."
            ),
            becomes,
            unknown_characters(encoder.trace(word)),
            message("WordPiece's longest match would make the whole word [UNK]."),
        ]
    elif isinstance(encoder, LongestTokenFirst):
        sentences = [
            message(
                "The longest entry is cut out first, wherever it occurs in the word. A stretch in "
                "which no entry occurs becomes one [UNK]."
            ),
            becomes,
            message(
                "No entry occurs in {stretches}.",
                stretches=Spaced(tuple(dict.fromkeys(strange))),
            ),
        ]
    else:
        assert isinstance(encoder, Segmenter)
        sentences = [
            becomes,
            unknown_word(encoder.trace(word)),
            message("BERT's WordPiece would give the pieces up and make the whole word [UNK]."),
        ]
    figures = {"word": word, "pieces": list(tokens), "unknown": strange}
    return Answer(tuple(said for said in sentences if said), figures)


PART = Question(
    "part",
    message("Why is only a part of the word [UNK]?"),
    ("result",),
    _part,
    Example(
        message("the toy words, trained by BPE"),
        TOY,
        3,
        "mug",
        bpe="none",
        encoder=BPEEncoder.from_timeline,
    ),
    lambda c: _replays_with_unknown(c) or _is_one(Segmenter, c) or _is_one(LongestTokenFirst, c),
)


# Nothing.


def _bytes(c: Context) -> Answer | None:
    """Answer with a character that takes several bytes.

    Figures: ``character``, the ``symbols`` that stand for its bytes, its ``pieces``.
    """
    encoder = c.encoder
    typed = c.normalizer(c.text[:5_000])
    character = next((char for char in typed if ord(char) > 127 and char.isprintable()), "☃")
    symbols = text_to_bytes(character)
    pieces = encoder.encode_word(symbols)
    sentences = (
        message(
            "The base vocabulary (alphabet) is the {bytes} values of a byte, and every text is a "
            "sequence of bytes. So nothing is outside the alphabet.",
            bytes=len(CHAR_TO_BYTE),
        ),
        message(
            "{character} is {n} {n:byte|bytes} in UTF-8, written {symbols}. With the merges so "
            "far it is {pieces}.",
            n=len(symbols),
            character=Token(character),
            symbols=Spaced(tuple(symbols)),
            pieces=Spaced(tuple(pieces)),
        ),
        message("A character that training never saw costs more tokens, but it is never unknown."),
    )
    return Answer(sentences, {"character": character, "symbols": symbols, "pieces": pieces})


BYTES = Question(
    "bytes",
    message("Why is nothing [UNK] here?"),
    ("result",),
    _bytes,
    Example(
        message("the toy words, byte by byte"),
        TOY,
        0,
        encoder=lambda timeline, step: BPEEncoder.byte_level(()),
    ),
    lambda c: _is_one(BPEEncoder, c) and c.encoder.unk_token is None,
)


# Single characters.


def _characters(c: Context) -> Answer | None:
    """Answer with a new word that falls into single characters.

    Figures: ``word``, its ``pieces``, how many are ``single`` characters, and how many symbols the
    ``alphabet`` has, 0 if it is not known.
    """
    encoder, known = c.encoder, set(c.timeline.words)
    best: tuple[int, str, list[str], int] | None = None
    for word in c.candidates:
        if word in known:
            continue
        pieces = encoder.pieces(word)
        single = sum(piece.end - piece.start == 1 for piece in pieces)
        if len(pieces) < 2 or not single or any(piece.unknown for piece in pieces):
            continue
        many = len(pieces) - single
        if best is None or many < best[0]:
            best = (many, word, [piece.token for piece in pieces], single)
        if not many:
            break
    if best is None:
        return None
    _, word, tokens, single = best
    # A vocabulary from a file has an alphabet of its own.
    is_its_own = set(encoder.ids) == set(c.timeline.vocabulary(c.step))
    alphabet = len(c.timeline.alphabet) if is_its_own else 0
    sentences = [
        message(
            "A word that training never saw need not be unknown: single characters are tokens too."
        ),
        message(
            "{word} was not in the training corpus. It becomes {pieces}: {n} of {total} pieces "
            "{n:is a|are} single {n:character|characters}.",
            n=single,
            word=Token(word),
            pieces=Spaced(tuple(tokens)),
            total=len(tokens),
        ),
        message(
            "[UNK] is for characters outside the base vocabulary (alphabet) of {n} "
            "{n:symbol|symbols}.",
            n=alphabet,
        )
        if alphabet
        else message("[UNK] is for characters outside the base vocabulary (alphabet)."),
    ]
    if c.marks.prefix:
        sentences.append(
            message(
                "A character that only ever began words is not in it with {prefix}.",
                prefix=Token(c.marks.prefix),
            )
        )
    figures = {"word": word, "pieces": tokens, "single": single, "alphabet": alphabet}
    return Answer(tuple(sentences), figures)


CHARACTERS = Question(
    "characters",
    message("Why do I get single characters and not [UNK]?"),
    ("result",),
    _characters,
    toy_at(3),
    lambda c: c.encoder.unk_token is not None,
)


# Too long.


def _limit(c: Context) -> Answer | None:
    """Answer with the longest word that is looked at, and one that is longer.

    Figures: ``limit``; ``pieces`` of the longest ``word``, and ``longer``: those of one character
    more; ``longest``: characters of the longest word in the corpus.
    """
    encoder = c.on_screen(WordPieceEncoder)
    if encoder is None:
        return None
    limit = encoder.max_input_chars_per_word
    for word in c.timeline.words[:WORDS]:
        long = (word[0] + word[1:2] * limit)[:limit]
        if len(long) == limit and not encoder.trace(long).unknown:
            break
    else:
        return None
    pieces, longer = encoder.encode_word(long), encoder.encode_word(long + long[-1])
    longest = max(map(len, c.timeline.words))
    sentences = (
        message(
            "A word of more than {n} {n:character|characters} becomes {pieces} without a look "
            "into the vocabulary.",
            n=limit,
            pieces=Spaced(tuple(longer)),
        ),
        message(
            "{first} followed by {second} {n} times becomes {tokens} tokens. With one more "
            "{second}, it is unknown.",
            n=limit - 1,
            first=Token(long[0]),
            second=Token(long[1]),
            tokens=len(pieces),
        ),
        message(
            "{limit} is the default in Hugging Face's library. Google's code for BERT has allowed "
            "{google} since November 2018.",
            limit=limit,
            google=GOOGLE_LIMIT,
        ),
        message(
            "Training has no limit: the longest word here has {n} {n:character|characters}.",
            n=longest,
        ),
    )
    figures = {"limit": limit, "word": long, "pieces": pieces, "longer": longer}
    return Answer(sentences, figures | {"longest": longest})


LIMIT = Question(
    "limit",
    message("Why is a very long word [UNK]?"),
    ("result",),
    _limit,
    toy_at(3),
    lambda c: _is_one(WordPieceEncoder, c),
)
