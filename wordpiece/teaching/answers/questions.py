"""The questions that learners ask: their texts, panels and examples, and what answers them."""

from __future__ import annotations

from dataclasses import replace

from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.marking import END_OF_WORD, LEADING_SPACE, NONE
from wordpiece.message import message
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.answers import (
    counting,
    encoding,
    marks,
    printed,
    speed,
    training,
    unknown,
)
from wordpiece.teaching.answers.model import TOY, TOY_EXAMPLE, Context, Example, Question
from wordpiece.training.timeline import Timeline

LOW = (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3))
"""The words of the paper on BPE."""

_LOW_EXAMPLE = Example(LOW, 15, "lowest", bpe=END_OF_WORD.name)


def _with_longest_first(timeline: Timeline, step: int) -> LongestTokenFirst:
    """Return the vocabulary of a training with the suffix, as a table sorted by length."""
    suffix = timeline.marking.suffix
    return LongestTokenFirst(timeline.vocabulary(step), suffix=suffix, attach_suffix=True)


def _cuts_parts_out(c: Context) -> bool:
    """Return whether the first encoder on screen may find a part of a word unknown."""
    replays = isinstance(c.encoder, BPEEncoder) and c.encoder.unk_token is not None
    return replays or isinstance(c.encoder, Segmenter | LongestTokenFirst)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "library",
        message("Why does the tokenizers library give similar vocabularies for WordPiece and BPE?"),
        ("columns", "parting"),
        training.compare_with_library,
    ),
    Question(
        "faster",
        message("Does WordPiece learn parts of words faster than BPE?"),
        ("columns",),
        speed.compare_speed,
        fits=lambda c: c.timeline.score == WORDPIECE and c.bpe is not None,
    ),
    Question(
        "ties",
        message("If pairs have the same score, which pair wins?"),
        ("card", "scores", "parting"),
        training.explain_tie,
        replace(TOY_EXAMPLE, step=1),
        of_one=True,
    ),
    Question(
        "printed",
        message("Does the Hugging Face course make the same merge?"),
        ("card",),
        printed.compare_with_print,
        replace(TOY_EXAMPLE, step=2),
        fits=printed.is_printed,
    ),
    Question(
        "rescoring",
        message("Does a merge change the scores of other pairs?"),
        ("card", "scores"),
        training.compare_scores,
        replace(TOY_EXAMPLE, step=2),
    ),
    Question(
        "counts",
        message("How are pairs and symbols counted?"),
        ("card", "scores"),
        counting.explain_counts,
    ),
    Question(
        "pairs",
        message("What is a pair, and can its two symbols be in different words?"),
        ("words", "decoded"),
        counting.explain_pairs,
    ),
    Question(
        "unused",
        message("Can the vocabulary have tokens that no word uses?"),
        ("vocabulary", "growth"),
        counting.explain_unused,
    ),
    Question(
        "again",
        message("Would a second training give the same vocabulary?"),
        ("vocabulary", "columns"),
        training.train_again,
        replace(TOY_EXAMPLE, step=9),
        of_one=True,
    ),
    Question(
        "stop",
        message("Why does training stop?"),
        ("growth", "columns"),
        training.explain_end,
        of_one=True,
    ),
    Question(
        "unknown",
        message("Why does one unknown character make the whole word [UNK]?"),
        ("result",),
        unknown.explain_whole_word,
        Example((("Hugging", 1), ("Face", 1)), 6, "HOgging"),
        fits=lambda c: isinstance(c.encoder, WordPieceEncoder),
    ),
    Question(
        "part",
        message("Can a part of a word be [UNK]?"),
        ("result",),
        unknown.explain_part,
        replace(TOY_EXAMPLE, text="mug", bpe="none", encoder=BPEEncoder.from_timeline),
        fits=_cuts_parts_out,
    ),
    Question(
        "bytes",
        message("Why does byte-level BPE need no [UNK]?"),
        ("result",),
        unknown.explain_bytes,
        Example(TOY, 0, encoder=lambda timeline, step: BPEEncoder.byte_level(())),
        fits=lambda c: isinstance(c.encoder, BPEEncoder) and c.encoder.unk_token is None,
    ),
    Question(
        "characters",
        message("Does a word that is not in the corpus always become [UNK]?"),
        ("result",),
        unknown.explain_characters,
        fits=lambda c: c.encoder.unk_token is not None,
    ),
    Question(
        "limit",
        message("Why is a very long word [UNK]?"),
        ("result",),
        unknown.explain_limit,
        fits=lambda c: isinstance(c.encoder, WordPieceEncoder),
    ),
    Question(
        "prefix",
        message("What does ## mean? Is a character the same token with and without ##?"),
        ("words", "vocabulary", "result"),
        marks.explain_prefix,
        Example((*TOY, ("thug", 1)), 3),
        fits=lambda c: bool(c.timeline.marking.prefix),
    ),
    Question(
        "suffix",
        message("What does the mark at the end of words mean?"),
        ("words", "vocabulary", "result"),
        marks.explain_suffix,
        replace(_LOW_EXAMPLE, step=3, text=""),
        fits=lambda c: bool(c.timeline.marking.suffix),
    ),
    Question(
        "space",
        message("What does Ġ mean?"),
        ("words", "vocabulary", "result"),
        marks.explain_space,
        Example(
            (("a", 1), ("Ġhug", 1), ("Ġa", 1), ("Ġpug", 1)),
            2,
            bpe=LEADING_SPACE.name,
        ),
        fits=lambda c: c.timeline.marking == LEADING_SPACE or c.pre_tokenizer == "gpt2",
    ),
    Question(
        "morphology",
        message("Are words split into stem and ending?"),
        ("trace",),
        encoding.explain_stems,
        replace(_LOW_EXAMPLE, encoder=WordPieceEncoder.from_timeline),
        fits=lambda c: isinstance(c.encoder, WordPieceEncoder | Segmenter),
    ),
    Question(
        "merges",
        message("Would merge replay give the same tokens?"),
        ("trace",),
        encoding.compare_with_merges,
        # The third merge is the one that the course prints.
        Example(TOY, 3, "hugs", forced=((3, ("hu", "##g")),)),
        fits=lambda c: isinstance(c.encoder, WordPieceEncoder),
    ),
    Question(
        "order",
        message("In which order are the merges replayed?"),
        ("trace",),
        encoding.explain_order,
        replace(_LOW_EXAMPLE, text="nest", bpe=NONE.name),
        fits=lambda c: any(isinstance(one, BPEEncoder) for one in c.encoders or [c.bpe_encoder()]),
    ),
    Question(
        "longest",
        message("In which order are tokens cut out of a word?"),
        ("trace",),
        encoding.explain_longest_first,
        replace(_LOW_EXAMPLE, encoder=_with_longest_first),
        fits=lambda c: isinstance(c.encoder, LongestTokenFirst),
    ),
    Question(
        "decoding",
        message("Is the decoded text always the text that I typed?"),
        ("decoded",),
        encoding.explain_decoding,
    ),
)
"""The order is the order on screen."""
