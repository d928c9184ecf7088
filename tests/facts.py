"""Check sentences by their facts, so that tests do not depend on wording."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVar

from tests.oracle import Oracle
from wordpiece.message import Emphasis, Fact, Listed, Message, Spaced, Token
from wordpiece.training.timeline import Timeline

BARE = {"once", "{value}", "{count}"}
"""Phrases that are replaced by their only fact."""

Check = TypeVar("Check", bound=Callable[..., None])


def plain_value(fact: Fact) -> Any:
    """Return a fact as a plain value.

    Tokens are strings, lists are lists, a pair with a plus sign is a tuple, and so is a formula
    with its counts; a phrase is a dictionary of its facts, and a sentence stays a `Message`.
    """
    match fact:
        case Token(text):
            return text
        case Emphasis(inner):
            return plain_value(inner)
        case Spaced(tokens):
            return [*tokens]
        case Listed(several):
            return [plain_value(each) for each in several]
        case Message(template) if not template.endswith("."):
            facts = facts_of(fact)
            if template in BARE:
                return next(iter(facts.values()))
            if template in ("{left} + {right}", "{pair} / ({left} × {right}) = {value}"):
                return tuple(facts.values())
            return facts or template
    return fact


def facts_of(said: Message) -> dict[str, Any]:
    """Return the facts of a message by name, as `plain_value` gives them."""
    return {name: plain_value(fact) for name, fact in said.facts}


def _assert_true(predicate: Callable[..., bool], at: Any, **facts: Any) -> None:
    assert predicate(at, **facts), facts


class Recount:
    """Check sentences, each by the function registered for a piece of its template.

    A piece that ends with a full stop is the whole template. A check gets the facts by name.
    """

    def __init__(self) -> None:
        self.checks: dict[str, Callable[..., None]] = {}

    def says(self, *pieces: str) -> Callable[[Check], Check]:
        """Register the decorated function for sentences with one of these pieces."""

        def register(check: Check) -> Check:
            assert not self.checks.keys() & {*pieces}
            self.checks.update(dict.fromkeys(pieces, check))
            return check

        return register

    def holds(self, predicates: dict[str, Callable[..., bool]]) -> None:
        """Register predicates, each for the sentences with its piece."""
        for piece, predicate in predicates.items():
            self.says(piece)(partial(_assert_true, predicate))

    def __call__(self, said: Message, at: Any) -> set[str]:
        """Check a sentence and the sentences inside it, and return the pieces that were found.

        A sentence with facts must have exactly one check, any other at most one. ``at.said`` has
        the facts of the earlier sentences of the same answer.
        """
        template = said.template
        found = {p for p in self.checks if p == template or (p[-1] != "." and p in template)}
        assert len(found) == 1 or not (found or said.facts), f"{said.template!r} has {found}"
        facts = facts_of(said)
        for piece in found:
            self.checks[piece](at, **facts)
        at.said |= facts
        for each in facts.values():
            if isinstance(each, Message):
                found |= self(each, at)
        return found


@lru_cache(maxsize=64)
def recounted(timeline: Timeline, most: int = 10**9) -> Oracle:
    """Repeat a training with the oracle, which must choose the same pair at each step.

    A merge that was chosen by hand may be any pair, one that was drawn any of the tied pairs.
    """
    plain = Oracle(
        dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True)),
        timeline.marking,
        rule="count" if timeline.score.ranks_by_count else "ratio",
        tie_break="first-seen" if timeline.tie_break == "random" else timeline.tie_break,
        special=len(timeline.special_tokens),
    )
    for k in range(min(most, len(timeline))):
        merge = timeline.merge(k + 1)
        if timeline.tie_break == "random" or merge.forced:
            assert merge.forced or merge.pair in plain.tied(k)
        else:
            assert merge.pair == plain.winner()
        plain.step(merge.pair)
    return plain
