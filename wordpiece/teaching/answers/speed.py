"""A question about how fast parts of words are learned by WordPiece and by BPE."""

from __future__ import annotations

from wordpiece.message import Message, Token, message
from wordpiece.teaching.answers.model import Answer, Context
from wordpiece.teaching.size import Size, at_entries, size
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
    wordpiece, bpe, library = (sizes[name] for name in timelines)
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
            hugging_face=library.tokens,
        ),
        message(
            "The longest learned tokens are {wordpiece} in WordPiece, {bpe} in BPE and "
            "{hugging_face} in Hugging Face style: {wordpiece_length}, {bpe_length} and "
            "{hugging_face_length} characters."
        ),
        _compare_tokens(wordpiece, bpe),
        _compare_lengths(wordpiece, bpe),
        message(
            "Which one is faster depends on what one calls fast: fewer tokens, or longer ones. It "
            "also depends on the words, and on the number of merges."
        ),
        reveals=wordpiece.step,
        wordpiece_each=wordpiece.fertility,
        bpe_each=bpe.fertility,
        hugging_face_each=library.fertility,
        wordpiece=Token(wordpiece.longest),
        bpe=Token(bpe.longest),
        hugging_face=Token(library.longest),
        wordpiece_length=wordpiece.longest_length,
        bpe_length=bpe.longest_length,
        hugging_face_length=library.longest_length,
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


def _compare_tokens(wordpiece: Size, bpe: Size) -> Message:
    """Return a sentence on which of the two needs fewer tokens."""
    if bpe.tokens < wordpiece.tokens:
        return message("On these words, at this point, BPE needs fewer tokens than WordPiece.")
    if wordpiece.tokens < bpe.tokens:
        return message("On these words, at this point, WordPiece needs fewer tokens than BPE.")
    return message("On these words, at this point, WordPiece and BPE need equally many tokens.")


def _compare_lengths(wordpiece: Size, bpe: Size) -> Message:
    """Return a sentence on which of the two has the longer longest token."""
    if bpe.longest_length < wordpiece.longest_length:
        return message("The longest token of WordPiece is longer than that of BPE.")
    if wordpiece.longest_length < bpe.longest_length:
        return message("The longest token of BPE is longer than that of WordPiece.")
    return message("The longest tokens of WordPiece and BPE are equally long.")
