"""A question about the entries of the vocabulary: those that no word uses."""

from __future__ import annotations

from wordpiece.message import Token, message
from wordpiece.teaching.answers.model import MERGES, Answer, Context, list_some


def explain_unused(c: Context) -> Answer | None:
    """Answer with the tokens that no word has at the first step from now on with such tokens."""
    timeline, special = c.timeline, len(c.timeline.special_tokens)
    step, unused = c.step, _unused(c, c.step)
    if not unused:
        sizes = map(timeline.growth, range(step + 1, c.horizon + 1))
        step = next((g.step for g in sizes if g.vocabulary - special > g.in_use), step)
        unused = _unused(c, step)
    if not unused:
        return None
    # The last merge that has a token as a part took its last places; look at the newest ones.
    parts = set(unused)
    back = range(step, max(0, step - MERGES), -1)
    last = next(((k, part) for k in back for part in timeline.pair(k) if part in parts), None)
    now = step == c.step
    return Answer.of(
        message("A merge changes how words are split. It takes nothing out of the vocabulary.")
        if now
        else message(
            "Now every token is in some word. From merge {merge} on, some tokens are unused.",
            merge=step,
        ),
        message(
            "Not counting special tokens, {n} of {total} tokens {n:is|are} in no word now: "
            "{tokens}."
        )
        if now
        else message(
            "Not counting special tokens, {n} of {total} tokens {n:is|are} in no word then: "
            "{tokens}."
        ),
        message(
            "The last {token} became part of {made} at merge {merge}.",
            token=Token(last[1]),
            made=Token(timeline.merge(last[0]).token),
            merge=last[0],
        )
        if last
        else None,
        message("They stay in the vocabulary, because a new word may need them."),
        reveals=step,
        n=len(unused),
        total=len(timeline.vocabulary(step)) - special,
        tokens=list_some([Token(one) for one in reversed(unused)]),
    )


def _unused(c: Context, step: int) -> list[str]:
    """Return the tokens, special ones aside, that no word has after a step."""
    in_use = c.timeline.in_use(step)
    entries = c.timeline.vocabulary(step)[len(c.timeline.special_tokens) :]
    return [token for token in entries if token not in in_use]
