"""A question about how fast parts of words are learned by WordPiece and by BPE."""

from __future__ import annotations

from wordpiece.message import Message, Token, message
from wordpiece.teaching.answers.model import Answer, Context
from wordpiece.teaching.size import at_entries, size
from wordpiece.text.pre_tokenizers import is_byte_level
from wordpiece.training.timeline import Timeline


def compare_speed(c: Context) -> Answer | None:
    """Answer with the tokens and the longest token of three trainings of the same words.

    All are at the step or vocabulary size on screen, or if one of them has learned nothing there,
    at the first at which all three have learned a token.
    """
    if c.bpe is None or c.hugging_face is None:
        return None
    timelines = {"wordpiece": c.timeline, "bpe": c.bpe, "hugging_face": c.hugging_face}
    if not all(map(len, timelines.values())):
        return None
    on_screen = c.step if c.at is None else c.at
    at = max(on_screen, _first(c, timelines))
    sizes = (
        at_entries(timelines, at)
        if c.by == "size"
        else {name: size(each, min(at, len(each))) for name, each in timelines.items()}
    )
    if not all(each.learned for each in sizes.values()):
        return None
    wordpiece = sizes["wordpiece"]
    return Answer.of(
        message(
            "The Hugging Face course says that WordPiece “learns parts of words as tokens a bit "
            "faster” than BPE."
        ),
        message(
            "{where}, the corpus has {n} {n:token|tokens} in WordPiece, {bpe} in BPE and "
            "{hugging_face} in Hugging Face style. Per word, that is {wordpiece_each:fixed2}, "
            "{bpe_each:fixed2} and {hugging_face_each:fixed2} tokens.",
            where=_where(c, timelines, at),
            n=wordpiece.tokens,
            bpe=sizes["bpe"].tokens,
            hugging_face=sizes["hugging_face"].tokens,
        ),
        _LONGEST_IN_BYTES if is_byte_level(c.pre_tokenizer) else _LONGEST,
        message(
            "The answer depends on what “faster” means (fewer tokens or longer tokens), on the "
            "words and on the number of merges."
        ),
        reveals=wordpiece.step,
        **{f"{name}_each": each.fertility for name, each in sizes.items()},
        **{name: Token(each.longest) for name, each in sizes.items()},
        **{f"{name}_length": each.longest_length for name, each in sizes.items()},
    )


_LONGEST = message(
    "The longest tokens learned, such as {wordpiece} in WordPiece, {bpe} in BPE and "
    "{hugging_face} in Hugging Face style, have {wordpiece_length}, {bpe_length} and "
    "{hugging_face_length} characters (## not counted)."
)
_LONGEST_IN_BYTES = message(
    "The longest tokens learned, such as {wordpiece} in WordPiece, {bpe} in BPE and "
    "{hugging_face} in Hugging Face style, have {wordpiece_length}, {bpe_length} and "
    "{hugging_face_length} bytes (## not counted)."
)


def _where(c: Context, timelines: dict[str, Timeline], at: int) -> Message:
    """Return the step or vocabulary size of all trainings, or an upper limit if one has ended."""
    if c.by == "size":
        return message("At a vocabulary size of at most {size}", size=at)
    if at > min(map(len, timelines.values())):
        return message("At step {n}, or at the end of a training with fewer merges", n=at)
    return message("At step {step}", step=at)


def _first(c: Context, timelines: dict[str, Timeline]) -> int:
    """Return the first step, or vocabulary size, at which all trainings have made a merge."""
    if c.by == "step":
        return 1
    return max(each.growth(1).vocabulary for each in timelines.values())
