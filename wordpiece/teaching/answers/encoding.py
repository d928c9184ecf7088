"""Questions about encoding: why a word becomes these tokens, and what decoding gives back."""

from __future__ import annotations

from collections.abc import Iterator

from wordpiece.encoding.decoders import decoder_of
from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.message import Message, Spaced, Token, message
from wordpiece.records import Loss
from wordpiece.teaching.answers.model import LENGTH, WORDS, Answer, Context
from wordpiece.teaching.wording import (
    LONGEST_IS_CUT_OUT,
    NO_WORD_ENDS,
    becomes,
    longest_match_gives,
    merge_replay_gives,
    plus,
    vocabulary_or_merges,
)
from wordpiece.text.pre_tokenizers import METASPACE, bytes_to_text, is_byte_level

_STEM = 2
"""The fewest characters of a stem."""

_COMPARED = 1_000
"""The most characters of a text that is compared with the decoded text."""


def explain_stems(c: Context) -> Answer | None:
    """Answer with a word whose stem, a word of the corpus, longest match does not cut off."""
    encoder = c.encoder
    assert isinstance(encoder, WordPieceEncoder | Segmenter)  # the question fits
    known = set(c.timeline.words)

    def stem_of(word: str) -> str:
        ends = range(len(word) - 1, _STEM - 1, -1)
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
    by_replay = BPEEncoder.from_timeline(c.timeline, c.step).encode_word(word)
    return Answer.of(
        message(
            "From left to right, longest match takes the longest entry that fits. It does not look "
            "for stems and endings."
        ),
        message(
            "{word} begins with {stem}, a word of the corpus, but becomes {pieces}: {token} goes "
            "beyond the end of {stem}."
        ),
        merge_replay_gives(by_replay) if by_replay != tokens else None,
        word=Token(word),
        stem=Token(stem),
        pieces=Spaced(tuple(tokens)),
        token=Token(next(piece.token for piece in pieces if piece.end > len(stem))),
    )


def compare_with_merges(c: Context) -> Answer | None:
    """Answer with a word that longest match splits differently from the merges."""
    encoder = c.encoder
    assert isinstance(encoder, WordPieceEncoder)  # the question fits
    replay, splits = BPEEncoder.from_timeline(c.timeline, c.step), c.timeline.splits(c.step)

    def by_merges(word: str) -> list[str]:
        return list(splits[word]) if word in splits else replay.encode_word(word)

    def differs(word: str) -> bool:
        return encoder.encode_word(word) != by_merges(word)

    different = (word for word in c.candidates if differs(word))
    word = next((word for word in different if not encoder.trace(word).unknown), None)
    if word is None:
        return None
    first = [one for one in c.timeline.words[:WORDS] if len(one) <= LENGTH]
    return Answer.of(
        message("Not always: WordPiece keeps only the vocabulary, not the merges."),
        vocabulary_or_merges(word, encoder.encode_word(word), by_merges(word)),
        message(
            "Words of the corpus that this app compared: {total}. Longest match and training "
            "split {n} of them differently.",
            n=sum(map(differs, first)),
            total=len(first),
        ),
    )


def explain_order(c: Context) -> Answer | None:
    """Answer with a word that has other tokens with the merges in reverse order."""
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
    return Answer.of(
        message(
            "The merges are replayed in the order in which they were learned, because a merge "
            "may join tokens that earlier merges made."
        ),
        message(
            "{word} becomes {tokens}. The first merge that applies is merge {merge}, {pair}.",
            word=Token(word),
            tokens=Spaced(tuple(pieces)),
            merge=first.rank + 1,
            pair=plus(first.pair),
        ),
        message(
            "With the merges in the opposite order, the word would become {tokens}.",
            tokens=Spaced(tuple(newest)),
        ),
    )


def _spelled(c: Context, encoder: BPEEncoder) -> Iterator[str]:
    """Yield the words to search for a case, without those that the encoder cannot spell."""
    if encoder.unk_token is not None:
        return c.candidates
    return (word for word in c.candidates if encoder.can_spell(word))


def explain_longest_first(c: Context) -> Answer | None:
    """Answer with a word that the table of longest tokens cuts differently from longest match."""
    table = c.encoder
    assert isinstance(table, LongestTokenFirst)  # the question fits
    marking = c.timeline.marking
    match = WordPieceEncoder(table.ids, prefix=marking.prefix, suffix=marking.suffix)
    for word in c.candidates:
        by_table, by_match = table.encode_word(word), match.encode_word(word)
        if by_table != by_match and not any(piece.unknown for piece in table.pieces(word)):
            break
    else:
        return None
    return Answer.of(
        LONGEST_IS_CUT_OUT,
        becomes(word, by_table),
        longest_match_gives(by_match),
    )


def explain_decoding(c: Context) -> Answer | None:
    """Answer with a text that decoding changes, and what it has lost.

    Byte-level tokens without an unknown token may lose nothing at all; then any text will do.
    """
    byte_level = is_byte_level(c.pre_tokenizer)
    words = [
        bytes_to_text(w).strip() if byte_level else w.strip(METASPACE) for w in c.timeline.words[:2]
    ]
    typed = c.text[:_COMPARED]
    for text in (typed, " ".join(words), "  ".join([*words, *words][:2]), "!".join(words)):
        decoded, lost = _decoded(c, text)
        if lost:
            break
    else:
        if not byte_level or c.encoder.unk_token is not None:
            return None
        text = typed or " ".join(words)
        decoded, lost = _decoded(c, text)
    before, after = _where_they_differ(text, decoded)
    return Answer.of(
        _how_decoding_works(c, byte_level, bool(lost)),
        message(
            "For example, encoding and decoding “{text}” gives “{decoded}”.",
            text=before,
            decoded=after,
        ),
        message("Here only the first {n} characters of the text are compared.", n=_COMPARED)
        if text == typed != c.text
        else None,
        *(loss_in_words(loss) for loss in lost[:2]),
    )


def _decoded(c: Context, text: str) -> tuple[str, list[Loss]]:
    """Return a text after it was encoded and decoded, and what was lost."""
    tokens = c.encoder.encode(text, c.normalizer, c.pre_tokenizer, offsets="normalized")
    decoded = decoder_of(c.marks, c.pre_tokenizer)([token.token for token in tokens])
    return decoded, losses(text, c.normalizer(text), tokens, decoded)


def _how_decoding_works(c: Context, byte_level: bool, lossy: bool) -> Message:
    """Return a sentence on how the tokens on screen become a text again."""
    if not lossy:
        return message(
            "Here the decoded text is the same as the original: byte-level tokens keep every byte "
            "of the text, spaces included."
        )
    if byte_level and c.encoder.unk_token is None:
        return message(
            "Byte-level tokens contain the spaces of the text. Decoding cannot restore what "
            "the normalizer changed or removed."
        )
    if byte_level:
        return message(
            "Byte-level tokens contain the spaces of the text. Decoding cannot restore what "
            "the normalizer changed or removed, or what became the unknown token, because no "
            "token contains the original characters."
        )
    if c.pre_tokenizer == "metaspace":
        return message(
            "Decoding turns each ▁ into one space, except at the beginning of the text. It cannot "
            "restore other whitespace, what the normalizer changed or removed, or what became the "
            "unknown token, because no token contains the original characters."
        )
    if c.marks.prefix or c.marks.suffix:
        return message(
            "Decoding puts one space between words. It cannot restore what the normalizer "
            "changed or removed, or what became the unknown token, because no token contains the "
            "original characters."
        )
    return NO_WORD_ENDS


def _where_they_differ(*texts: str) -> list[str]:
    """Return about 60 characters of two texts, from a little before their first difference.

    >>> _where_they_differ("un " * 30 + "Hug", "un " * 30 + "hug")
    ['…un un un un un un un un Hug', '…un un un un un un un un hug']
    """
    different = (i for i, (one, other) in enumerate(zip(*texts, strict=False)) if one != other)
    begin = max(0, next(different, min(map(len, texts))) - 24)
    cut = [text[begin : begin + 60] + "…" * (len(text) > begin + 60) for text in texts]
    return [f"…{text}" if begin else text for text in cut]
