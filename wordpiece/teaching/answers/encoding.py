"""Questions about encoding: why a word becomes these tokens, and what decoding gives back."""

from __future__ import annotations

from collections.abc import Iterator

from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.encoders import (
    BPEEncoder,
    LongestTokenFirst,
    Segmenter,
    WordPieceEncoder,
)
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.marking import END_OF_WORD
from wordpiece.message import Spaced, Token, message
from wordpiece.teaching.answers.model import (
    LENGTH,
    TOY,
    WORDS,
    Answer,
    Context,
    Example,
    Question,
    toy_at,
)
from wordpiece.teaching.wording import plus, vocabulary_or_merges
from wordpiece.text.pre_tokenizers import bytes_to_text, is_byte_level
from wordpiece.training.timeline import Timeline

LOW = (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3))
LOW_NAME = message("the words low, lower, newest, widest")

STEM = 2
"""The fewest characters of a stem."""


# Stem and ending.


def _in_table(timeline: Timeline, step: int) -> LongestTokenFirst:
    """Return the table of a training with the suffix, sorted by length."""
    suffix = timeline.marking.suffix
    return LongestTokenFirst(timeline.vocabulary(step), suffix=suffix, attach_suffix=True)


def _morphology(c: Context) -> Answer | None:
    """Answer with a word whose stem, a word of the corpus, longest match does not cut off.

    Figures: ``word``, ``stem``, ``pieces``, and ``by_replay`` if the merges give other tokens.
    """
    encoder = c.on_screen(WordPieceEncoder) or c.on_screen(Segmenter)
    if encoder is None:
        return None
    known = set(c.timeline.words)

    def stem_of(word: str) -> str:
        ends = range(len(word) - 1, STEM - 1, -1)
        return next((word[:end] for end in ends if word[:end] in known), "")

    for word in c.candidates:
        if word in known or not (stem := stem_of(word)):
            continue
        pieces = encoder.pieces(word)
        if len(pieces) < 2 or any(piece.unknown for piece in pieces):
            continue
        if len(stem) not in {piece.end for piece in pieces}:
            break
    else:
        return None
    tokens = [piece.token for piece in pieces]
    over = next(piece for piece in pieces if piece.end > len(stem))
    by_replay = BPEEncoder.from_timeline(c.timeline, c.step).encode_word(word)
    sentences = [
        message(
            "Greedy longest-match-first takes the longest token that fits, from left to right. It "
            "knows nothing of stems and endings."
        ),
        message(
            "{word} begins with {stem}, a word of the corpus, and still becomes {pieces}: {token} "
            "reaches beyond {stem}.",
            word=Token(word),
            stem=Token(stem),
            pieces=Spaced(tuple(tokens)),
            token=Token(over.token),
        ),
    ]
    if by_replay != tokens:
        sentences.append(
            message(
                "Replaying the merges of this training gives {tokens}. That knows nothing of stems "
                "either; it follows the order in which merges were learned.",
                tokens=Spaced(tuple(by_replay)),
            )
        )
    figures = {"word": word, "stem": stem, "pieces": tokens, "by_replay": by_replay}
    return Answer(tuple(sentences), figures)


MORPHOLOGY = Question(
    "morphology",
    message("Why are words not split into stem and ending?"),
    ("trace",),
    _morphology,
    Example(
        LOW_NAME,
        LOW,
        15,
        "lowest",
        bpe=END_OF_WORD.name,
        encoder=WordPieceEncoder.from_timeline,
    ),
    lambda c: isinstance(c.encoder, WordPieceEncoder | Segmenter),
)


# The vocabulary, or the merges.


def _merges(c: Context) -> Answer | None:
    """Answer with a word that longest match splits differently from the merges.

    Figures: ``word``, its pieces ``by_match`` and ``by_replay``; ``differing`` of ``looked_at``
    words of the corpus.
    """
    encoder = c.on_screen(WordPieceEncoder)
    if encoder is None:
        return None
    replay, splits = BPEEncoder.from_timeline(c.timeline, c.step), c.timeline.splits(c.step)

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
    sentences = (
        message("Not always. WordPiece keeps only the vocabulary and forgets the merges."),
        vocabulary_or_merges(word, by_match, by_replay),
        message(
            "{n} of {total} words of the corpus {n:is|are} split differently from training.",
            n=differing,
            total=len(first),
        ),
    )
    figures = {"word": word, "by_match": by_match, "by_replay": by_replay}
    return Answer(sentences, figures | {"differing": differing, "looked_at": len(first)})


MERGES = Question(
    "merges",
    message("Would replaying the merges give the same tokens?"),
    ("trace",),
    _merges,
    Example(
        message("the toy words with the third merge that the course prints"),
        TOY,
        3,
        "hugs",
        forced=((3, ("hu", "##g")),),
    ),
    lambda c: isinstance(c.encoder, WordPieceEncoder),
)


# The order of merges.


def _order(c: Context) -> Answer | None:
    """Answer with a word that comes out differently with the merges in reverse.

    Figures: ``word``, ``pieces`` in the order learned and ``newest_first``, ``rank`` and ``pair``
    of the merge that applies first.
    """
    encoder = c.bpe_encoder()
    if encoder is None or not encoder.merges:
        return None
    backwards = encoder.with_merges(encoder.merges[::-1])
    for word in _spelled(c, encoder):
        pieces, newest = encoder.encode_word(word), backwards.encode_word(word)
        if pieces != newest:
            break
    else:
        return None
    first = encoder.trace(word).replays[0]
    sentences = (
        message(
            "In the order in which they were learned, since that is how the corpus was merged: "
            "later merges build on earlier ones."
        ),
        message(
            "{word} becomes {pieces}. The first merge that applies is merge {merge}, {pair}.",
            word=Token(word),
            pieces=Spaced(tuple(pieces)),
            merge=first.rank + 1,
            pair=plus(first.pair),
        ),
        message(
            "With the newest merge first, it would become {pieces}.", pieces=Spaced(tuple(newest))
        ),
    )
    figures = {"word": word, "pieces": pieces, "newest_first": newest}
    return Answer(sentences, figures | {"rank": first.rank, "pair": first.pair})


def _spelled(c: Context, encoder: BPEEncoder) -> Iterator[str]:
    """Yield the words to look for a case in, without those that the encoder cannot spell."""
    if encoder.unk_token is not None:
        return c.candidates
    return (word for word in c.candidates if encoder.can_spell(word))


ORDER = Question(
    "order",
    message("In which order are the merges replayed?"),
    ("trace",),
    _order,
    Example(LOW_NAME, LOW, 15, "nest"),
    lambda c: c.on_screen(BPEEncoder) is not None,
)


# The longest token first.


def _longest(c: Context) -> Answer | None:
    """Answer with a word that the table cuts differently from longest match.

    Figures: ``word``, its pieces ``by_table`` and ``by_match``, and ``first``: what is cut out
    first.
    """
    table = c.encoder
    if not isinstance(table, LongestTokenFirst):
        return None
    marking = c.timeline.marking
    match = WordPieceEncoder(table.ids, prefix=marking.prefix, suffix=marking.suffix)
    for word in c.candidates:
        by_table, by_match = table.encode_word(word), match.encode_word(word)
        if by_table != by_match and not any(piece.unknown for piece in table.pieces(word)):
            break
    else:
        return None
    first = table.trace(word).cuts[0].candidate
    sentences = (
        message(
            "The table is sorted by length, so its longest entry in the word is cut out first, "
            "wherever it occurs. Then come what is left of it and what is right of it."
        ),
        message(
            "{word} becomes {pieces}: {first} is cut out first.",
            word=Token(word),
            pieces=Spaced(tuple(by_table)),
            first=Token(first),
        ),
        message(
            "Longest match, from left to right, would make it {pieces}.",
            pieces=Spaced(tuple(by_match)),
        ),
    )
    figures = {"word": word, "by_table": by_table, "by_match": by_match, "first": first}
    return Answer(sentences, figures)


LONGEST = Question(
    "longest",
    message("In which order are tokens cut out?"),
    ("trace",),
    _longest,
    Example(LOW_NAME, LOW, 15, "lowest", bpe=END_OF_WORD.name, encoder=_in_table),
    lambda c: isinstance(c.encoder, LongestTokenFirst),
)


# Decoding.


def _decoding(c: Context) -> Answer | None:
    """Answer with a text that does not come back, and what it has lost.

    Figures: ``text``, what it is ``decoded`` to, and the ``losses``.
    """
    byte_level = is_byte_level(c.pre_tokenizer)
    words = [bytes_to_text(w).strip() if byte_level else w for w in c.timeline.words[:2]]
    encoder, marking = c.encoder, c.marks
    for text in (c.text[:1_000], " ".join(words), "  ".join([*words, *words][:2]), "!".join(words)):
        normalized = c.normalizer(text)
        tokens = encoder.encode(text, c.normalizer, c.pre_tokenizer, offsets="normalized")
        decoded = decode_encoded(tokens, marking, byte_level=byte_level)
        lost = losses(text, normalized, tokens, decoded)
        if lost:
            break
    else:
        if not byte_level or encoder.unk_token is not None:
            return None
        text = c.text[:1_000] or " ".join(words)
        decoded = decode_encoded(
            encoder.encode(text, c.normalizer, c.pre_tokenizer), marking, byte_level=True
        )
    if not lost:
        how = message(
            "It is. Byte-level tokens carry every byte, spaces included, so nothing is lost."
        )
    elif byte_level:
        how = message(
            "Byte-level tokens carry their spaces with them. What the normalizer removed, and what "
            "is unknown, is in no token, so it is lost."
        )
    elif marking.prefix or marking.suffix:
        how = message(
            "Decoding joins the tokens of a word and puts one space between words. What the "
            "normalizer and the pre-tokenizer removed is in no token, so it is lost."
        )
    else:
        how = message(
            "These tokens do not mark where a word ends, so decoding runs words together."
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
