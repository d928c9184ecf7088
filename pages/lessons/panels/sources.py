"""Panels on sources: what they print next to what the app computes, and works with links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pages.lessons.model import Drawn, Panel, Shown, column
from pages.lessons.prose import Filled, draw_text, fill, plain
from pages.locale import say, to_text
from pages.panels.html import pieces
from wordpiece.message import Message

_piece = pieces("lessons/panels/sources.html")


@dataclass(frozen=True)
class Printed(Panel):
    """Printed figures of a source next to computed ones: rows of (label, printed, computed).

    ``corner`` is the head of the labels.
    """

    rows: tuple[tuple[str, str, str], ...]
    corner: Message | None = None

    def draw(self, shown: Shown) -> Drawn:
        rows = []
        for row in self.rows:
            what, printed, found = (fill(cell, shown.training) for cell in row)
            rows.append(
                (draw_text(what), draw_text(printed), draw_text(found), _same(printed, found))
            )
        corner = to_text(self.corner) if self.corner else ""
        heads = [corner, say("in the source"), say("this app computes")]
        return column(_piece("in_print", heads=heads, rows=rows))


def _same(ours: Filled, theirs: Filled) -> bool:
    """Return whether two texts are equal, apart from line breaks."""
    return plain(ours).split() == plain(theirs).split()


class Source(NamedTuple):
    """A publication.

    Attributes:
        name: its name, which is not translated.
        url: its address.
        program: the address of the program that it describes; empty without one.
    """

    name: str
    url: str
    program: str = ""


GAGE = Source(
    "A New Algorithm for Data Compression, 1994", "https://dl.acm.org/doi/10.5555/177910.177914"
)
SCHUSTER = Source(
    "Japanese and Korean Voice Search, 2012",
    "https://research.google/pubs/japanese-and-korean-voice-search/",
)
SENNRICH = Source(
    "Neural Machine Translation of Rare Words with Subword Units, 2016",
    "https://aclanthology.org/P16-1162",
)
WU = Source("Google’s Neural Machine Translation System, 2016", "https://arxiv.org/abs/1609.08144")
GPT = Source(
    "Improving Language Understanding by Generative Pre-Training, 2018",
    "https://cdn.openai.com/research-covers/language-unsupervised/language_understanding_paper.pdf",
)
SENTENCEPIECE = Source("SentencePiece, 2018", "https://aclanthology.org/D18-2012")
BERT = Source(
    "BERT: Pre-training of Deep Bidirectional Transformers, 2019",
    "https://aclanthology.org/N19-1423",
)
BERT_CODE = Source(
    "google-research/bert", "https://github.com/google-research/bert#pre-trained-models"
)
GPT_2 = Source(
    "Language Models are Unsupervised Multitask Learners, 2019",
    "https://cdn.openai.com/better-language-models/"
    "language_models_are_unsupervised_multitask_learners.pdf",
)
TENSORFLOW_TEXT = Source(
    "Subword tokenizers",
    "https://www.tensorflow.org/text/guide/subwords_tokenizer",
    "https://github.com/tensorflow/text/blob/master/tensorflow_text/tools/wordpiece_vocab/"
    "wordpiece_tokenizer_learner_lib.py",
)
XLM_R = Source(
    "Unsupervised Cross-lingual Representation Learning at Scale, 2020",
    "https://aclanthology.org/2020.acl-main.747",
)
COURSE = Source("LLM Course, 6.6", "https://huggingface.co/learn/llm-course/chapter6/6")


@dataclass(frozen=True)
class Works(Panel):
    """Publications, models or libraries: rows of (name, description, its source, code).

    The name is not translated; neither is a description without words. The code says whether
    the program is published, if ``heads`` has a title for that, and links to it.
    """

    heads: tuple[Message, ...]
    rows: tuple[tuple[str, str, Source] | tuple[str, str, Source, str], ...]

    def draw(self, shown: Shown) -> Drawn:
        rows = [
            (name, source, [draw_text(fill(text, shown.training)) for text in (what, *code)])
            for name, what, source, *code in self.rows
        ]
        return column(_piece("works", heads=[to_text(head) for head in self.heads], rows=rows))
