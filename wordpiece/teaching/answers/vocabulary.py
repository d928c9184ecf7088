"""Questions about the entries of the vocabulary: their marks, and those that no word uses."""

from __future__ import annotations

from typing import Any

from wordpiece.message import Token, message
from wordpiece.teaching.answers.model import (
    MERGES,
    TOY,
    Answer,
    Context,
    Example,
    Question,
    some,
    toy_at,
)
from wordpiece.teaching.wording import plus

THUG = Example(message("the toy words with thug added"), (*TOY, ("thug", 1)), 3)
"""With h both at the beginning of a word and inside one."""


def _prefix(c: Context) -> Answer | None:
    """Answer with a character that is in the alphabet with and without its mark.

    Figures: ``character``, a word that ``begins`` with it and one that has it ``inside``, its
    ``ids``; ``merge`` of two symbols with the prefix, if there is one.
    """
    prefix = c.timeline.marking.prefix
    if not prefix:
        return None
    # A starting symbol is one character, with or without the prefix, so this is no guess.
    alphabet = set(c.timeline.alphabet)
    both = {char for char in alphabet if len(char) == 1 and prefix + char in alphabet}
    begins: dict[str, str] = {}
    inside: dict[str, str] = {}
    for word in c.timeline.words if both else ():
        begins.setdefault(word[0], word)
        for char in word[1:]:
            inside.setdefault(char, word)
        ready = sorted(both & begins.keys() & inside.keys())
        if ready:
            break
    else:
        return None
    char = ready[0]
    ids = tuple(map(c.timeline.vocabulary(0).index, (char, prefix + char)))
    figures: dict[str, Any] = {
        "character": char,
        "begins": begins[char],
        "inside": inside[char],
        "ids": ids,
    }
    sentences = [
        message(
            "The mark ## says that a token goes on with a word; without it, the token begins one."
        ),
        message(
            "{char} begins {begins}, {marked} stands inside {inside}. They are two entries, ids "
            "{id} and {marked_id}, and counted apart.",
            char=Token(char),
            begins=Token(begins[char]),
            marked=Token(prefix + char),
            inside=Token(inside[char]),
            id=ids[0],
            marked_id=ids[1],
        ),
    ]
    conts = {prefix + char for char in (a[len(prefix) :] for a in alphabet if len(a) > 1)}
    last = min(len(c.timeline), MERGES)
    merge = next((c.timeline.merge(k) for k in range(1, last + 1)
                  if c.timeline.pair(k)[0] in conts), None)  # fmt: skip
    if merge:
        figures["merge"] = merge
        sentences.append(
            message(
                "Joined, only the first mark stays: {pair} make {token}.",
                pair=plus(merge.pair),
                token=Token(merge.token),
            )
        )
    return Answer(tuple(sentences), figures)


PREFIX = Question(
    "prefix",
    message("What does ## mean? Is v the same as ##v?"),
    ("words", "vocabulary", "result"),
    _prefix,
    THUG,
)


def _unused(c: Context) -> Answer | None:
    """Answer with the tokens that stand in no word at the nearest step that has any.

    Figures: ``step``, ``unused`` tokens, how many ``tokens`` there are without the special ones;
    ``token`` and ``merge``: one of them and the last merge that used it up.
    """
    timeline, special = c.timeline, len(c.timeline.special_tokens)

    def unused_at(step: int) -> list[str]:
        in_use = timeline.in_use(step)
        return [token for token in timeline.vocabulary(step)[special:] if token not in in_use]

    step = c.step
    if not (unused := unused_at(step)):
        later = range(step + 1, len(timeline) + 1)
        sizes = map(timeline.growth, later)
        step = next((g.step for g in sizes if g.vocabulary - special > g.in_use), -1)
        if step < 0 or not (unused := unused_at(step)):
            return None
    # The last merge that has a token as a part took its last places; look at the newest ones.
    back = range(step, max(0, step - MERGES), -1)
    gone = set(unused)
    found = ((k, part) for k in back for part in timeline.pair(k) if part in gone)
    merge, token = next(found, (0, ""))
    tokens = len(timeline.vocabulary(step)) - special
    listed = some([Token(one) for one in reversed(unused)])
    if step == c.step:
        sentences = [
            message("Merging changes how words are split; it takes nothing out of the vocabulary."),
            message(
                "{n} of {total} tokens, special ones aside, is in no word now: {tokens}.",
                "{n} of {total} tokens, special ones aside, are in no word now: {tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    else:
        sentences = [
            message(
                "Now every one of them is in some word. After {n} merge that ends.",
                "Now every one of them is in some word. After {n} merges that ends.",
                n=step,
            ),
            message(
                "{n} of {total} tokens, special ones aside, is in no word then: {tokens}.",
                "{n} of {total} tokens, special ones aside, are in no word then: {tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    if merge:
        sentences.append(
            message(
                "The last of {token} went into {made} at merge {merge}.",
                token=Token(token),
                made=Token(timeline.merge(merge).token),
                merge=merge,
            )
        )
    sentences.append(message("They stay, because a new word may need them."))
    figures = {"step": step, "unused": unused, "tokens": tokens, "token": token, "merge": merge}
    return Answer(tuple(sentences), figures)


UNUSED = Question(
    "unused",
    message("Why are there tokens that no word uses?"),
    ("vocabulary", "growth"),
    _unused,
    toy_at(3),
)
