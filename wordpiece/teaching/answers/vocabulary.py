"""Questions about the entries of the vocabulary: those that no word uses."""

from __future__ import annotations

from wordpiece.message import Token, message
from wordpiece.teaching.answers.model import MERGES, Answer, Context, Question, some, toy_at


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
        later = range(step + 1, c.horizon + 1)
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
            message("A merge changes how words are split. It takes nothing out of the vocabulary."),
            message(
                "Not counting special tokens, {n} of {total} tokens {n:is|are} in no word now: "
                "{tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    else:
        sentences = [
            message(
                "Now every token is in some word. From merge {merge} on, some tokens are unused.",
                merge=step,
            ),
            message(
                "Not counting special tokens, {n} of {total} tokens {n:is|are} in no word "
                "then: {tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    if merge:
        sentences.append(
            message(
                "The last {token} became part of {made} at merge {merge}.",
                token=Token(token),
                made=Token(timeline.merge(merge).token),
                merge=merge,
            )
        )
    sentences.append(message("They stay in the vocabulary, because a new word may need them."))
    figures = {"step": step, "unused": unused, "tokens": tokens, "token": token, "merge": merge}
    return Answer(tuple(sentences), figures, tells=step)


UNUSED = Question(
    "unused",
    message("Why are there tokens that no word uses?"),
    ("vocabulary", "growth"),
    _unused,
    toy_at(3),
)
