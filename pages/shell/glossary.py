"""The glossary of the field's terms, which every page can open.

`terms.html` is the one place where a term is defined, in one or two sentences and, where it helps,
an example. `docs/sources.md` lists the texts that explain each idea at length.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from pages.locale import code, comma
from pages.panels.html import render
from wordpiece.encoding.decoders import decode_wordpiece
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD
from wordpiece.message import Spaced, Token
from wordpiece.recipes import RECIPES
from wordpiece.scoring import times
from wordpiece.teaching.size import size
from wordpiece.teaching.wording import formula, plus
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.training.timeline import Timeline

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The words of the examples, and how often each occurs."""


ENCODINGS = {"zh-Hans": "gb2312", "zh-Hant": "big5"}
"""Encodings whose order of characters is that of the dictionaries, by language."""


@dataclass(frozen=True)
class Term:
    """A term in the language of the screen.

    Attributes:
        names: the term, then other names of the same thing.
        sentences: its meaning, then an example.
    """

    names: Sequence[Markup]
    sentences: Sequence[Markup]


def draw_terms() -> Markup:
    """Return the terms as HTML."""
    return render("shell/glossary.html", terms=terms(), comma=comma())


def terms() -> list[Term]:
    """Return all terms, sorted by the alphabet of the visitor's language."""
    found: list[Term] = []

    def term(names: Sequence[Markup], *sentences: Markup) -> str:
        found.append(Term(names, sentences))
        return ""

    render("shell/terms.html", term=term, same=Markup.escape, **_facts())
    return sorted(found, key=lambda each: _sort_key(each.names[0].striptags()))


def _sort_key(name: str) -> tuple[bool, bytes]:
    """Return a key that sorts without case and accents, and Chinese as its dictionaries do.

    Names in Latin letters follow those in Cyrillic or Chinese. The encodings GB 2312 and Big5 have
    the common characters by pronunciation and by strokes.
    """
    letters = unicodedata.normalize("NFD", name.casefold())
    plain = "".join(char for char in letters if char.isalnum())
    encoded = plain.encode(ENCODINGS.get(code(), "utf-8"), "replace")
    return plain[:1].isascii(), encoded


@cache
def _facts() -> dict[str, Any]:
    """Return what the examples are computed from."""
    toy, bpe, likelihood = map(_train, ("wordpiece", "bpe", "likelihood"))
    encoder = WordPieceEncoder.from_timeline(toy, len(toy))

    def replay_word(timeline: Timeline, step: int, word: str) -> list[str]:
        return BPEEncoder.from_timeline(timeline, step).encode_word(word)

    return {
        "toy": toy,
        "bpe": bpe,
        "likelihood": likelihood,
        "matched": encoder.encode_word,
        "replayed": replay_word,
        "last": encoder.encode("hug pun")[-1],
        "prefix": CONTINUATION_PREFIX,
        "suffix": END_OF_WORD,
        "decode": decode_wordpiece,
        "compose": compose,
        "split_words": split_words,
        "text_to_bytes": text_to_bytes,
        "size": size,
        "token": Token,
        "spaced": lambda tokens: Spaced(tuple(tokens)),
        "plus": plus,
        "times": times,
        "formula": formula,
    }


def _train(recipe: str) -> Timeline:
    """Train a recipe on the toy words, to the end."""
    trainer = RECIPES[recipe].trainer(TOY)
    trainer.run()
    return trainer.timeline()
