"""Panels with a field: a text or a word that the learner types, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from markupsafe import Markup

from pages.lessons.model import (
    END,
    AtStep,
    Drawn,
    Panel,
    Shown,
    Slider,
    TextField,
    column,
)
from pages.locale import capital, say, to_text
from pages.panels.html import element, join_with_spaces, nothing, pieces, readable, stack
from pages.panels.shared import chips
from pages.panels.shared.trace import draw_trace
from pages.trainings.named import Encoder, How, encoder, normalizer
from wordpiece.encoding.added import AddedToken, encode_with_added, is_special
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.encoders import LongestTokenFirst, Segmenter
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.records import EncodedToken
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS

_piece = pieces("lessons/panels/texts.html")


BERT_TOKENS = [*map(AddedToken, BERT_SPECIAL_TOKENS)]
"""The special tokens of BERT, to find in a text."""


def draw_tokens(encoded: Sequence[EncodedToken], *, ids: bool = True) -> Markup:
    """Draw the tokens of a text, word by word, with their ids if ``ids``."""
    words = groupby(encoded, key=lambda token: token.word)
    return _draw_words(
        join_with_spaces(_chip(token, id=ids) for token in word) for _, word in words
    )


def _draw_words(words: Iterable[Markup]) -> Markup:
    """Draw words, each already drawn as chips."""
    return _piece("tokens", words=[*words])


def _chip(token: EncodedToken, *, id: bool = True) -> Markup:
    unknown = [chips.UNKNOWN] * token.unknown
    return chips.chip(token.token, *unknown, id=token.id if id else None)


@dataclass(frozen=True)
class TextPanel(Panel):
    """A panel with a field for a text."""

    text: str

    def field(self) -> TextField:
        return TextField(say("Text"), self.text)

    def draw(self, shown: Shown) -> Drawn:
        if shown.typed.strip():
            return self.draw_text(shown)
        return column(nothing(say("Type a word or a text to see the result.")))

    def draw_text(self, shown: Shown) -> Drawn:
        """Draw what becomes of the typed text, which is not empty."""
        raise NotImplementedError


@dataclass(frozen=True)
class EditableText(TextPanel, AtStep):
    """An editable text, as tokens with ids; with ``slide`` at any step.

    ``pre_tokenizer`` splits it into words; None is that of the encoder.
    """

    how: How = "match"
    slide: bool = False
    pre_tokenizer: str | None = None

    def slider(self) -> Slider | None:
        return Slider(0, self.at(END), self.now) if self.slide else None

    def draw_text(self, shown: Shown) -> Drawn:
        step = shown.step if self.slide else self.now
        one = encoder(self.training, step, self.how)
        tokens = one.encode(shown.typed, pre_tokenizer=self.pre_tokenizer)
        count = say("{n} token", "{n} tokens", n=len(tokens))
        return column(draw_tokens(tokens), nothing(count))


@dataclass(frozen=True)
class Trace(TextPanel, AtStep):
    """An editable word, and each vocabulary look-up or merge that its encoding takes.

    If the text has several words, only their tokens are drawn.
    """

    how: tuple[How, ...] = ("match",)

    def field(self) -> TextField:
        return TextField(capital(say("word")), self.text)

    def draw_text(self, shown: Shown) -> Drawn:
        columns = []
        for how in self.how:
            one = encoder(self.training, self.step, how)
            tokens = draw_tokens(one.encode(shown.typed, pre_tokenizer="whitespace"))
            columns.append((stack([tokens, *_steps(one, shown.typed)]),))
        return Drawn(tuple(columns))


def _steps(one: Encoder, text: str) -> list[Markup]:
    """Draw the steps of the encoding of a text, if it is one word."""
    word, *more = text.split()
    return [] if more else [part for part in draw_trace(one.trace(word)) if part]


@dataclass(frozen=True)
class Pipeline(TextPanel, AtStep):
    """An editable text, and the result of each stage from a text to ids."""

    def draw_text(self, shown: Shown) -> Drawn:
        one, normalize = encoder(self.training, self.now, "replay"), normalizer(self.training)
        normalized, tokens = normalize(shown.typed), one.encode(shown.typed, normalize)
        words, split = split_words(normalized, one.pre_tokenizer), self.timeline.marking.split
        symbols = _draw_words(join_with_spaces(map(chips.chip, split(word))) for word in words)
        stages = [
            (capital(say("normalization")), element("bdi", "as-text", readable(normalized))),
            (capital(say("pre-tokenization")), _draw_words(map(chips.chip, words))),
            (capital(say("symbols")), symbols),
            (say("Merges"), draw_tokens(tokens, ids=False)),
            (say("Ids"), _piece("ids", ids=[token.id for token in tokens])),
        ]
        return column(_piece("stages", stages=stages))


@dataclass(frozen=True)
class Decoding(TextPanel, AtStep):
    """An editable text, its tokens, the text that they decode to, and what is lost."""

    how: How = "match"

    def draw_text(self, shown: Shown) -> Drawn:
        text, one = shown.typed, encoder(self.training, self.now, self.how)
        normalize = normalizer(self.training)
        encoded = one.encode(text, normalize, offsets="normalized")
        marking, byte_level = self.timeline.marking, one.pre_tokenizer == "gpt2"
        back = decode_encoded(encoded, marking, byte_level=byte_level)
        stages = [
            (say("Tokens"), draw_tokens(encoded, ids=False)),
            (say("Text"), element("bdi", "as-text", readable(back))),
        ]
        lost = losses(text, normalize(text), encoded, back)
        said = [to_text(loss_in_words(loss)) for loss in lost] or [say("Nothing is lost.")]
        remarks = _piece("remarks", said=map(readable, said))
        return column(stack([_piece("stages", stages=stages), remarks]))


@dataclass(frozen=True)
class SpecialTokens(TextPanel, AtStep):
    """An editable text, and its tokens, among them the special tokens typed in it."""

    def draw_text(self, shown: Shown) -> Drawn:
        one, normalize = encoder(self.training, self.now, "match"), normalizer(self.training)
        tokens = encode_with_added(shown.typed, one, BERT_TOKENS, normalize)
        return column(_piece("row", tokens=[(_chip(token), is_special(token)) for token in tokens]))


class Bytes(TextPanel):
    """An editable text, and the bytes of each of its characters."""

    def draw_text(self, shown: Shown) -> Drawn:
        rows = [
            (
                chips.chip(char),
                [format(byte, "02X") for byte in char.encode("utf-8", "replace")],
                join_with_spaces(map(chips.chip, text_to_bytes(char))),
            )
            for char in shown.typed
        ]
        return column(_piece("bytes", rows=rows))


@dataclass(frozen=True)
class Given(TextPanel):
    """An editable text, encoded with a vocabulary from a source.

    "segmenter" matches from the left, without a continuation prefix; "table" matches the longest
    entry first. If the text is one word, every step is shown.
    """

    vocabulary: tuple[str, ...]
    how: tuple[Literal["segmenter", "table"], ...]

    def draw_text(self, shown: Shown) -> Drawn:
        columns = tuple(tuple(self._column(how, shown.typed)) for how in self.how)
        return Drawn(columns)

    def _column(self, how: str, text: str) -> Iterator[Markup]:
        one: LongestTokenFirst | Segmenter
        if how == "table":
            ends = any("</w>" in each for each in self.vocabulary)
            one = LongestTokenFirst(self.vocabulary, attach_suffix=ends)
            listed = one.table
        else:
            one = Segmenter(self.vocabulary)
            listed = self.vocabulary
        title = Markup("<small>{}</small> ").format(say("Vocabulary"))
        yield element("p", "given", title, join_with_spaces(map(chips.chip, listed)))
        yield draw_tokens(one.encode(text, pre_tokenizer="whitespace"), ids=False)
        if steps := _steps(one, text):
            yield stack(steps)
