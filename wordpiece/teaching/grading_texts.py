"""Grade answers about whole texts: what a model reads for them, and what tokens decode to."""

from __future__ import annotations

from collections.abc import Sequence

from wordpiece.encoding.decoders import decode
from wordpiece.encoding.encoders import Encoder
from wordpiece.encoding.model_input import CLS, SEP, is_special, model_input
from wordpiece.marking import CONTINUES, ENDS, Marking
from wordpiece.message import Message, Spaced, Token, message
from wordpiece.teaching.grading import NO_TOKENS, TOO_MANY, Verdict, count_right
from wordpiece.teaching.wording import NO_WORD_ENDS
from wordpiece.text.normalizers import Normalizer


def grade_model_input(
    encoder: Encoder, texts: Sequence[str], normalizer: Normalizer, typed: str
) -> Verdict:
    """Grade which tokens a model reads for texts, special tokens included.

    Args:
        encoder: makes the tokens of each text.
        texts: one or two.
        normalizer: applied to each text first.
        typed: the answer, tokens with spaces between them.
    """
    answer = typed.split()
    encoded = model_input([encoder.encode(text, normalizer) for text in texts], encoder)
    tokens = [token.token for token in encoded]
    frame = message(
        "{cls} begins the input, and {sep} ends each text.", cls=Token(CLS), sep=Token(SEP)
    )
    if answer == tokens:
        return Verdict(True, (frame,))
    if not answer:
        return Verdict(False, (NO_TOKENS,))
    bare = [token.token for token in encoded if not is_special(token)]
    if [token for token in answer if token not in (CLS, SEP)] == bare:
        return Verdict(False, (message("All tokens except the special tokens are right."), frame))
    return Verdict(False, (_first_wrong(answer, tokens), frame))


def _first_wrong(answer: Sequence[str], tokens: Sequence[str]) -> Message:
    """Return how far a wrong answer is right, and what is wrong after that."""
    right = count_right(answer, tokens)
    if right == len(tokens):
        return TOO_MANY
    if right == len(answer):
        return message("Tokens are missing at the end.")
    return message("Token {n} is not {token}.", n=right + 1, token=Token(answer[right]))


def grade_decoded(tokens: Sequence[str], marking: Marking, typed: str) -> Verdict:
    """Grade which text tokens decode to; the number of spaces between two words does not matter.

    >>> print(*grade_decoded(("low", "est</w>", "new", "</w>"), END_OF_WORD, "lowestnew").reason)
    The letters are right, but the spaces are wrong. </w> marks the end of every word.
    """
    text, answer = decode(tokens, marking), typed.split()
    if answer == text.split():
        becomes = message("{tokens} decode to “{text}”.", tokens=Spaced(tuple(tokens)), text=text)
        return Verdict(True, (becomes,))
    if "".join(answer) == "".join(text.split()):
        wrong = message("The letters are right, but the spaces are wrong.")
    elif any(mark and mark in typed for mark in (marking.prefix, marking.suffix)):
        wrong = message("A decoded text has no marks.")
    else:
        wrong = message("Write the letters of all tokens, in order.")
    return Verdict(False, (wrong, _rule(marking)))


def _rule(marking: Marking) -> Message:
    """Return how a marking shows where words begin or end."""
    if marking.suffix:
        return ENDS.fill(suffix=Token(marking.suffix))
    if marking.prefix:
        return CONTINUES.fill(prefix=Token(marking.prefix))
    return NO_WORD_ENDS
