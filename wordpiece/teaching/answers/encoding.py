"""Questions about encoding: why a word becomes these tokens, and what decoding gives back."""

from __future__ import annotations

from itertools import chain
from typing import Any

from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.encoders import BPEEncoder
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.message import Spaced, Token, message
from wordpiece.teaching.answers.model import (
    LENGTH,
    LISTED,
    WORDS,
    Answer,
    Context,
    Example,
    Question,
    toy_at,
)
from wordpiece.teaching.wording import plus, unknown_word, vocabulary_or_merges
from wordpiece.text.pre_tokenizers import bytes_to_text, text_to_bytes

STRANGERS = "xqzjkvw7%&☃字"
"""Characters that are tried until one is found that a training has never seen."""

LOW_LOWER = Example(
    message("the words low, lower, newest, widest"),
    (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)),
    15,
    "nest",
)


def _unknown(c: Context) -> Answer | None:
    """Answer with a word with one character that nothing matches.

    Figures: ``trace`` of the word; ``bpe``: what BPE keeps of it.
    """
    encoder = c.encoder
    made_up = (
        word + text_to_bytes(char) if c.pre_tokenizer == "gpt2" else word + char
        for word in c.timeline.words[:LISTED]
        for char in STRANGERS
        if len(word) < 90
    )
    for word in chain(c.typed, made_up):
        if len(word) <= 100 and (trace := encoder.trace(word)).unknown == "no-match":
            break
    else:
        return None
    why = unknown_word(trace)
    assert why is not None  # as the word is unknown
    sentences = [
        message("Take {word}. {why}", word=Token(word), why=why),
        message(
            "That is BERT's rule: a word is made of known pieces from end to end, or not at all."
        ),
    ]
    figures: dict[str, Any] = {"trace": trace}
    if bpe := c.bpe_encoder():
        kept = figures["bpe"] = bpe.encode_word(word)
        sentences.append(
            message(
                "BPE marks only the characters it never saw: {pieces}.", pieces=Spaced(tuple(kept))
            )
        )
    return Answer(tuple(sentences), figures)


UNKNOWN = Question(
    "unknown",
    message("Why does one unknown character make the whole word [UNK]?"),
    ("result",),
    _unknown,
    toy_at(3),
)


def _characters(c: Context) -> Answer | None:
    """Answer with a new word that falls into single characters.

    Figures: ``word``, its ``pieces``, how many are ``single`` characters, and how many symbols the
    ``alphabet`` has.
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
    alphabet = len(c.timeline.alphabet)
    outside = message(
        "So [UNK] is left for characters outside the alphabet of {n} symbol.",
        "So [UNK] is left for characters outside the alphabet of {n} symbols.",
        n=alphabet,
    )
    if c.timeline.marking.prefix:
        outside = message(
            "{outside} A character that only ever began words is not in it with ##.",
            outside=outside,
        )
    sentences = (
        message(
            "A word that training never saw is not unknown: single characters are tokens as well."
        ),
        message(
            "{word} was not trained on. It becomes {pieces}: of {total} pieces {n} is a single "
            "character.",
            "{word} was not trained on. It becomes {pieces}: of {total} pieces {n} are single "
            "characters.",
            n=single,
            word=Token(word),
            pieces=Spaced(tuple(tokens)),
            total=len(tokens),
        ),
        outside,
    )
    figures = {"word": word, "pieces": tokens, "single": single, "alphabet": alphabet}
    return Answer(sentences, figures)


CHARACTERS = Question(
    "characters",
    message("Why do I get single characters and not [UNK]?"),
    ("result",),
    _characters,
    toy_at(3),
)


def _limit(c: Context) -> Answer | None:
    """Answer with the longest word that is looked at, and one that is longer.

    Figures: ``limit``; ``pieces`` of the longest ``word``, and ``longer``: those of one character
    more; ``longest``: characters of the longest word in the corpus.
    """
    encoder = c.encoder
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
            "A word of more than {n} character is not looked at: it becomes {pieces} whatever the "
            "vocabulary holds.",
            "A word of more than {n} characters is not looked at: it becomes {pieces} whatever the "
            "vocabulary holds.",
            n=limit,
            pieces=Spaced(tuple(longer)),
        ),
        message(
            "{first} followed by {second} {n} times is encoded in {tokens} tokens; with one more "
            "{second} it is unknown.",
            n=limit - 1,
            first=Token(long[0]),
            second=Token(long[1]),
            tokens=len(pieces),
        ),
        message(
            "The limit is BERT's, against web addresses and the like. Training has none: the "
            "longest word here has {n} character.",
            "The limit is BERT's, against web addresses and the like. Training has none: the "
            "longest word here has {n} characters.",
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
)


def _morphology(c: Context) -> Answer | None:
    """Answer with a word that longest match cuts otherwise than the merges do.

    Figures: ``word``, its pieces ``by_match`` and ``by_replay``; ``differing`` of ``looked_at``
    words of the corpus.
    """
    encoder, replay = c.encoder, BPEEncoder.from_timeline(c.timeline, c.step)
    splits = c.timeline.splits(c.step)

    def both_ways(word: str) -> tuple[list[str], list[str]]:
        merged = list(splits[word]) if word in splits else replay.encode_word(word)
        return encoder.encode_word(word), merged

    def differs(word: str) -> bool:
        by_match, by_replay = both_ways(word)
        return by_match != by_replay

    word = next(
        (one for one in c.candidates if differs(one) and not encoder.trace(one).unknown), None
    )
    if word is None:
        return None
    by_match, by_replay = both_ways(word)
    first = [one for one in c.timeline.words[:WORDS] if len(one) <= LENGTH]
    differing = sum(map(differs, first))
    looked_at = message(
        "Looked at {n} word that was trained on",
        "Looked at {n} words that were trained on",
        n=len(first),
    )
    sentences = (
        message(
            "Longest match takes the longest token that fits, from left to right. It knows nothing "
            "of stems and endings."
        ),
        vocabulary_or_merges(word, by_match, by_replay),
        message(
            "{looked_at}: {n} of them is cut otherwise than training itself merged them.",
            "{looked_at}: {n} of them are cut otherwise than training itself merged them.",
            n=differing,
            looked_at=looked_at,
        )
        if differing
        else message(
            "{looked_at}: none of them is cut otherwise than training itself merged them.",
            looked_at=looked_at,
        ),
    )
    figures = {"word": word, "by_match": by_match, "by_replay": by_replay}
    return Answer(sentences, figures | {"differing": differing, "looked_at": len(first)})


MORPHOLOGY = Question(
    "morphology",
    message("Why are words not cut into stem and ending?"),
    ("trace",),
    _morphology,
    toy_at(9, "pugs"),
)


def _order(c: Context) -> Answer | None:
    """Answer with a word that comes out otherwise with the merges in reverse.

    Figures: ``word``, ``pieces`` in the order learned and ``newest_first``, ``rank`` and ``pair``
    of the merge that applies first.
    """
    encoder = c.bpe_encoder()
    if encoder is None or c.bpe is None or not encoder.merges:
        return None
    backwards = BPEEncoder(
        encoder.merges[::-1], alphabet=c.bpe.vocabulary(0), marking=c.bpe.marking
    )
    for word in c.candidates:
        pieces, newest = encoder.encode_word(word), backwards.encode_word(word)
        if pieces != newest:
            break
    else:
        return None
    first = encoder.trace(word).replays[0]
    sentences = (
        message(
            "In the order in which they were learned, because that is how the corpus itself was "
            "merged: later merges are made of what the earlier ones left."
        ),
        message(
            "{word} becomes {pieces}; merge {merge}, {pair}, comes first.",
            word=Token(word),
            pieces=Spaced(tuple(pieces)),
            merge=first.rank + 1,
            pair=plus(first.pair),
        ),
        message(
            "With the newest merge first it would become {pieces}.", pieces=Spaced(tuple(newest))
        ),
    )
    figures = {"word": word, "pieces": pieces, "newest_first": newest}
    return Answer(sentences, figures | {"rank": first.rank, "pair": first.pair})


ORDER = Question(
    "order",
    message("In which order does BPE apply its merges?"),
    ("trace",),
    _order,
    LOW_LOWER,
)


def _decoding(c: Context) -> Answer | None:
    """Answer with a text that does not come back, and what it has lost.

    Figures: ``text``, what it is ``decoded`` to, and the ``losses``.
    """
    byte_level = c.pre_tokenizer == "gpt2"
    words = [bytes_to_text(w).strip() if byte_level else w for w in c.timeline.words[:2]]
    encoder = c.encoder
    for text in (c.text[:1_000], " ".join(words), "  ".join([*words, *words][:2]), "!".join(words)):
        normalized = c.normalizer(text)
        tokens = encoder.encode(text, c.normalizer, c.pre_tokenizer)
        decoded = decode_encoded(tokens, c.timeline.marking, byte_level=byte_level)
        lost = losses(text, normalized, tokens, decoded)
        if lost:
            break
    else:
        return None
    marking = c.timeline.marking
    if byte_level:
        how = message(
            "Byte-level tokens carry their spaces with them. What the normalizer took away, and "
            "what is unknown, is in no token, so it is lost."
        )
    elif marking.prefix or marking.suffix:
        how = message(
            "Decoding joins the tokens of a word and puts one space between words. What the "
            "normalizer and the pre-tokenizer took away is in no token, so it is lost."
        )
    else:
        how = message(
            "Nothing in these tokens says where a word ended, so decoding runs words together."
        )
    sentences = (
        how,
        message("“{text}” comes back as “{decoded}”.", text=_short(text), decoded=_short(decoded)),
        *(loss_in_words(loss) for loss in lost[:2]),
    )
    return Answer(sentences, {"text": text, "decoded": decoded, "losses": lost})


def _short(text: str) -> str:
    """Return the beginning of a text, 60 characters at most."""
    return text if len(text) <= 60 else text[:59] + "…"


DECODING = Question(
    "decoding",
    message("Why is the decoded text not what I typed?"),
    ("decoded",),
    _decoding,
    toy_at(3),
)
