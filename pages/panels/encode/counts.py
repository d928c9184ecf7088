"""How many tokens each way to encode makes of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pages.locale import say
from pages.panels.encode.view import EncodeScene
from pages.panels.encode.ways import without_found
from pages.panels.html.elements import heading
from pages.panels.html.templates import pieces
from wordpiece.encoding.model_input import is_special
from wordpiece.records import EncodedToken

_piece = pieces("panels/encode/counts.html")


def counts_panel(scene: EncodeScene) -> Iterator[Markup]:
    """Return how many tokens each way makes of the text."""
    rows = [
        (way.name, Statistics.of(scene.text, tokens))
        for way, tokens in zip(scene.ways, scene.encoded, strict=True)
    ]
    counts = rows[0][1]
    words = say("{n} word", "{n} words", n=counts.words)
    remark = say(
        "{words}, {n} character without whitespace",
        "{words}, {n} characters without whitespace",
        words=words,
        n=counts.characters,
    )
    if counts.special:
        remark = say(
            "{counts}; {n} special token left out",
            "{counts}; {n} special tokens left out",
            counts=remark,
            n=counts.special,
        )
    yield heading(say("Counts"), remark)
    yield statistics(rows)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over an encoded text. Characters leave out whitespace, and all but ``special`` leave
    out the special tokens that were found in the text.
    """

    words: int
    characters: int
    tokens: int
    unknown: int
    special: int

    @classmethod
    def of(cls, text: str, tokens: Sequence[EncodedToken]) -> Statistics:
        """Count; the tokens of a word are known by its number."""
        plain = [token for token in tokens if not is_special(token)]
        parts = without_found(text, tokens)
        return cls(
            words=len({token.word for token in plain}),
            characters=sum(not char.isspace() for part in parts for char in part),
            tokens=len(plain),
            unknown=sum(token.unknown for token in plain),
            special=len(tokens) - len(plain),
        )

    @property
    def per_word(self) -> float:
        """Tokens per word."""
        return self.tokens / self.words if self.words else 0

    @property
    def per_token(self) -> float:
        """Characters per token."""
        return self.characters / self.tokens if self.tokens else 0

    @property
    def share(self) -> float:
        """Share of the tokens that are unknown."""
        return self.unknown / self.tokens if self.tokens else 0


def statistics(rows: Sequence[tuple[str, Statistics]]) -> Markup:
    """Draw a row of counts for each encoder."""
    return _piece("statistics", rows=rows)
