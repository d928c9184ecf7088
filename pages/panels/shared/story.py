"""The story of a token: the tree of merges that made it, its words, and later merges with it.

The kinds of training that do not merge have subclasses of `StorySource`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from markupsafe import Markup

from pages.panels.actions import Go, encode
from pages.panels.html import pieces, shorten
from pages.panels.layout import step_of
from wordpiece.files.common import UNKNOWN
from wordpiece.message import Message, Token, message
from wordpiece.text.pre_tokenizers import are_bytes
from wordpiece.training.story import Node, TokenStory

_piece = pieces("panels/shared/story.html")

LEAVES = 12
"""The most leaves of a tree."""

WORDS = 6
"""The most listed words."""

LABEL = 24
"""The most characters of a token in the tree and in lists."""


@dataclass(frozen=True, slots=True)
class StorySource:
    """A training as a source of token stories.

    Attributes:
        title: its title on screen.
        timeline: its merges, or the steps of its kind.
        step: the step on screen.
        until: the last step that a story may show, at least ``step``.
        goes_to: returns the page's step for a step; None if the page cannot go to steps.
    """

    title: Message
    timeline: Any
    step: int
    until: int
    goes_to: Callable[[int], int] | None = None

    @property
    def vocabulary(self) -> list[str]:
        """The vocabulary that gives a token its id."""
        return cast(list[str], self.timeline.vocabulary(self.until))

    def has(self, token: str) -> bool:
        """Return whether the training has a token up to ``until``."""
        return token in self.vocabulary

    def describe(self, token: str) -> dict[str, Any]:
        """Return what the template needs: the sentences, the words, and for merges their tree.

        Raises:
            UnknownTokenError: the training does not have the token.
        """
        found: TokenStory = self.timeline.story(token, self.until)
        tree = found.tree(LEAVES) if found.origin == "merge" else None
        gone = found.out_of_use
        merged_on = {merge.token: merge for merge in reversed(found.merged_on)}  # the first of each
        return {
            "life": [*_life(found, self)],
            "tree": tree,
            "is_cut": bool(tree and _is_cut(tree)),
            "merges": [*found.merges()] if tree else [],
            "score": self.timeline.score,
            "on": sorted(merged_on.values(), key=lambda merge: merge.index),
            "holders": [holder.position for holder in found.holders(self.step)],
            "acts": {} if gone is None else {gone: message("Go to merge {step}", step=gone)},
        }


class StoryAtStep(StorySource):
    """A source whose vocabulary may lose entries, so that a step's own one gives the ids."""

    __slots__ = ()

    @property
    def vocabulary(self) -> list[str]:
        return cast(list[str], self.timeline.vocabulary(self.step))


StorySources = Mapping[str, StorySource]
"""Trainings by name, that of the page first."""


def find_source(sources: StorySources, token: str, training: str = "") -> str | None:
    """Return the name of the training with a token: the requested one, else the first.

    Return None if no training has the token. The unknown token is that of the first.
    """
    names = sorted(sources, key=lambda name: name != training)
    if token == UNKNOWN:
        names = names[:1]
    return next((name for name in names if sources[name].has(token)), None)


def story(sources: StorySources, name: str, token: str) -> Markup:
    """Draw the story of a token in the training with a name.

    Raises:
        UnknownTokenError: the training does not have the token.
    """
    source = sources[name]
    timeline, step, vocabulary = source.timeline, source.step, source.vocabulary
    described = source.describe(token)
    holders = described.pop("holders")
    return _piece(
        "story",
        training=name,
        token=token,
        title=source.title,
        id=vocabulary.index(token) if token in vocabulary else None,
        width=_width,
        pick=partial(_go, source),
        holders=len(holders),
        where=step_of(step, len(timeline)),
        words=[timeline.word(step, position) for position in holders[:WORDS]],
        words_more=max(0, len(holders) - WORDS),
        **described,
    )


def unknown(token: str, sources: StorySources) -> Message:
    """Return the sentence about a token that no training has so far."""
    title = next(iter(sources.values())).title
    if token == UNKNOWN:
        return message(
            "{training}: training makes no token {token}. An encoder writes it for what the "
            "vocabulary cannot spell.",
            training=title,
            token=Token(token),
        )
    return message(
        "{training}: the vocabulary does not have the token {token} at this point.",
        training=title,
        token=Token(shorten(token, LABEL)),
    )


def always(words: Sequence[str]) -> Message:
    """Return why a training that does not merge never removes a single symbol."""
    if are_bytes(words):
        return message("A single byte always stays in the vocabulary.")
    return message("A single character always stays in the vocabulary.")


def _life(found: TokenStory, source: StorySource) -> Iterator[Message]:
    """Yield the sentences of a story."""
    if found.origin == "special":
        yield message("This special token was in the vocabulary before training. No merge made it.")
        return
    if found.origin == "alphabet":
        yield message(
            "Before training, this symbol of the alphabet occurs {n} {n:time|times} in the corpus.",
            n=found.count(0),
        )
        if not found.count(0):
            return
    for i, merge in enumerate(found.made_by):
        left, right = (Token(shorten(part, LABEL)) for part in merge.pair)
        if i or found.origin == "alphabet":
            yield message(
                "Merge {step} makes the same token from {left} and {right}.",
                step=merge.index,
                left=left,
                right=right,
            )
            continue
        yield message(
            "Merge {step} made this token from {left} and {right}, {n} {n:time|times} in the "
            "corpus.",
            step=merge.index,
            left=left,
            right=right,
            n=merge.replaced_count,
        )
    hidden = found.until < len(source.timeline)
    if found.out_of_use is not None:
        yield message(
            "After merge {step} the token is no longer a symbol of any word, but it stays in "
            "the vocabulary.",
            step=found.out_of_use,
        )
    elif not hidden and len(source.timeline):
        yield message(
            "At the last step the token occurs {n} {n:time|times} in the corpus.",
            n=found.count(found.until),
        )
    if hidden:
        yield message("Later merges are still hidden.")


def _width(node: Node) -> int:
    return sum(map(_width, node.parts)) or max(2, min(len(node.token), 6))


def _is_cut(node: Node) -> bool:
    return bool(node.merge and not node.parts) or any(map(_is_cut, node.parts))


def _go(source: StorySource, step: int) -> str:
    return encode(Go(source.goes_to(step))) if source.goes_to else ""
