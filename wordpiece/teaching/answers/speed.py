"""A question about how fast parts of words are learned by WordPiece and by BPE."""

from __future__ import annotations

from wordpiece.message import Message, Token, message
from wordpiece.teaching.answers.model import Answer, Context
from wordpiece.teaching.size import at_entries, size
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
    wordpiece, bpe = sizes["wordpiece"], sizes["bpe"]
    return Answer.of(
        message(
            "The Hugging Face course remarks that, compared to BPE, WordPiece “learns parts of "
            "words as tokens a bit faster”."
        ),
        message(
            "{where}, the corpus takes {n} {n:token|tokens} in WordPiece, {bpe} in BPE and "
            "{hugging_face} in Hugging Face style. Per word, that is {wordpiece_each:fixed2}, "
            "{bpe_each:fixed2} and {hugging_face_each:fixed2}.",
            where=_where(c, at, moved=at > on_screen),
            n=wordpiece.tokens,
            bpe=bpe.tokens,
            hugging_face=sizes["hugging_face"].tokens,
        ),
        message(
            "The longest learned tokens are {wordpiece} in WordPiece, {bpe} in BPE and "
            "{hugging_face} in Hugging Face style: {wordpiece_length}, {bpe_length} and "
            "{hugging_face_length} characters."
        ),
        _FEWER[_sign(bpe.tokens - wordpiece.tokens)],
        _LONGER[_sign(bpe.longest_length - wordpiece.longest_length)],
        message(
            "Which one is faster depends on what one calls fast: fewer tokens, or longer ones. It "
            "also depends on the words, and on the number of merges."
        ),
        reveals=wordpiece.step,
        **{f"{name}_each": each.fertility for name, each in sizes.items()},
        **{name: Token(each.longest) for name, each in sizes.items()},
        **{f"{name}_length": each.longest_length for name, each in sizes.items()},
    )


def _first(c: Context, timelines: dict[str, Timeline]) -> int:
    """Return the first step, or vocabulary size, at which all trainings have made a merge."""
    if c.by == "step":
        return 1
    return max(each.growth(1).vocabulary for each in timelines.values())


def _where(c: Context, at: int, *, moved: bool) -> Message:
    """Return at which step or vocabulary size the figures are, and why it is not that on screen."""
    if c.by == "step" and moved:
        return message("At step {step}, the first with learned tokens", step=at)
    if c.by == "step":
        return message("At step {step}", step=at)
    if moved:
        return message(
            "At a vocabulary size of {size}, the first with tokens learned by all three", size=at
        )
    return message("At a vocabulary size of {size}", size=at)


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


_FEWER = {
    -1: message("On these words, at this point, BPE needs fewer tokens than WordPiece."),
    0: message("On these words, at this point, WordPiece and BPE need equally many tokens."),
    1: message("On these words, at this point, WordPiece needs fewer tokens than BPE."),
}
_LONGER = {
    -1: message("The longest token of WordPiece is longer than that of BPE."),
    0: message("The longest tokens of WordPiece and BPE are equally long."),
    1: message("The longest token of BPE is longer than that of WordPiece."),
}
"""How BPE differs from WordPiece, by the sign of its figure minus that of WordPiece."""
