"""The sample corpora, with their titles and suggested settings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wordpiece.message import Message, message
from wordpiece.text.corpus import Kind, decode

TEXTS: dict[str, tuple[Message, Message | None]] = {
    "toy": (
        message("Toy words: hug, pug, pun"),
        message("Five words with their counts, the example of the Hugging Face course."),
    ),
    "course": (
        message("Course sentences"),
        message(
            "30 different words. WordPiece reaches 70 entries with 25 merges. Pairs tie at 9 "
            "of these merges."
        ),
    ),
    "course-spaces": (
        message("Course, split at spaces"),
        message(
            "The words that the course uses for Unigram: punctuation marks stay part of "
            "the words before them."
        ),
    ),
    "low": (
        message("low, lower, newest, …"),
        message("Four words that share beginnings and endings, from the program in the BPE paper."),
    ),
    "cs336": (
        message("CS336: low, widest, …"),
        message(
            "The example of a course at Stanford. In a tie, the course's rule chooses the last "
            "pair in alphabetical order."
        ),
    ),
    "blog": (
        message("Words ending in _"),
        message(
            "An underscore ends each word. At merge 2, WordPiece's best score is shared by 9 pairs."
        ),
    ),
    "story": (
        message("English: Unlockable Gate"),
        message("A story with recurring stems and endings: walked, walking, unlocked, unlockable."),
    ),
    "french": (
        message("French: Le péché du père"),
        message(
            "Accents distinguish words: pêche, péché, pêché. In lowercase: 155 different words, "
            "144 without accents."
        ),
    ),
    "russian": (
        message("Russian: Письмо"),
        message("A story with a noun in all its cases and a verb with many prefixes."),
    ),
    "turkish": (
        message("Turkish: Kedilerin Evi"),
        message(
            "Stems take many endings. Lowercasing turns I into i, but the Turkish lower "
            "case of I is ı."
        ),
    ),
    "chinese": (
        message("Chinese: 蜘蛛的咖啡館"),
        message(
            "Split at whitespace, the text has one word a line. By BERT's rule each character is "
            "a word, so nothing merges."
        ),
    ),
    "languages": (
        message("Sentences in 7 languages"),
        message(
            "The same eight sentences in English, French, Russian, Chinese, Turkish, Arabic "
            "and Hindi."
        ),
    ),
    "python": (message("Python: a tea shop"), None),
    "social": (message("Social posts with emoji"), None),
    "shakespeare": (
        message("Shakespeare's words"),
        message("Word counts of old plays, for long trainings."),
    ),
}
"""Title of each sample, and a description if it shows more than its title says. A title has at
most 25 characters, so that the sidebar does not cut it off, a description at most 110. All else is
in ``sample_corpora/catalogue.json``."""

FOLDER = Path(__file__).parents[2] / "sample_corpora"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample corpus, from ``sample_corpora/catalogue.json`` and `TEXTS`.

    Attributes:
        title: its name on screen.
        shows: a description of what it demonstrates, if its title does not say it.
        id: its name in links.
        file: its file in ``sample_corpora/``.
        kind: whether the file is a text or a table of words.
        language: the language of its words.
        normalizer, pre_tokenizer, vocab_size: the suggested settings.
    """

    title: Message
    shows: Message | None
    id: str
    file: str
    kind: Kind
    language: str
    normalizer: tuple[str, ...]
    pre_tokenizer: str
    vocab_size: int | None

    def text(self) -> str:
        """Return the file's content."""
        return decode((FOLDER / self.file).read_bytes())


@cache
def parallel_sentences() -> dict[str, tuple[str, ...]]:
    """Return the sentences of the sample in several languages, by BCP 47 code, English first."""
    blocks = samples()["languages"].text().strip().split("\n\n")
    codes = ("en", "fr", "ru", "zh-Hant", "tr", "ar", "hi")
    return {code: (*block.split("\n"),) for code, block in zip(codes, blocks, strict=True)}


@cache
def samples() -> dict[str, Sample]:
    """Return the samples by id, in the order of the list on screen."""
    entries = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Sample(
            *TEXTS[entry["id"]], **entry | {"normalizer": tuple(entry["normalizer"])}
        )
        for entry in entries
    }
