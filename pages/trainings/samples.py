"""The sample corpora, with their titles and suggested settings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wordpiece.message import Message, message
from wordpiece.text.corpus import Kind, decode

TEXTS = {
    "toy": (
        message("Toy words: hug, pug, pun"),
        message("Five words. WordPiece begins with ##gs, BPE with ug."),
    ),
    "course": (
        message("Course sentences"),
        message(
            "30 different words. Up to 70 entries WordPiece makes 25 merges, from ab to ##ut; "
            "at 9 of them, pairs tie."
        ),
    ),
    "low": (
        message("low, lower, newest, …"),
        message(
            "Words that share parts: WordPiece begins with wi. The recipe End-of-word BPE "
            "begins with es, est, est</w>."
        ),
    ),
    "blog": (
        message("Words ending in _"),
        message("An underscore ends each word. WordPiece begins with ##gs; then 9 pairs tie."),
    ),
    "story": (
        message("English: Unlockable Gate"),
        message(
            "Stems and endings: BPE soon finds ed, ing, lock and walk. WordPiece begins with "
            "ev, of, off and du."
        ),
    ),
    "french": (
        message("French: Le péché du père"),
        message(
            "Accents distinguish words: pêche, péché, pêché. Without them the 155 different "
            "words become 144."
        ),
    ),
    "russian": (
        message("Russian: Письмо"),
        message(
            "A noun in all its cases, a verb with many prefixes: BPE makes письм at merge 6, "
            "писала at merge 17."
        ),
    ),
    "turkish": (
        message("Turkish: Kedilerin Evi"),
        message(
            "Many endings follow ev: BPE soon finds ler, leri, evleri. Lowercasing turns I into i, "
            "but in Turkish it is ı."
        ),
    ),
    "chinese": (
        message("Chinese: 蜘蛛的咖啡館"),
        message(
            "Each line is one word: BPE begins with 咖啡 and 蜘蛛. By BERT's rule each character "
            "is a word, so nothing merges."
        ),
    ),
    "python": (
        message("Python: a tea shop"),
        message(
            "BPE begins with the indentation and soon finds item, price and self. WordPiece "
            "begins with ##84 and ##34."
        ),
    ),
    "social": (
        message("Social posts with emoji"),
        message(
            "Unedited text: WordPiece begins with HT, HTM, HTML and soon joins 🎉🎉. BPE makes "
            "bread at merge 10."
        ),
    ),
    "shakespeare": (
        message("Shakespeare's words"),
        message(
            "Word counts of old plays, for long trainings: BPE begins with th, ou, an; WordPiece "
            "with ex, ##bj, up."
        ),
    ),
}
"""Title and description of each sample, as messages to translate. A title has at most 25
characters, so that the sidebar does not cut it off, a description at most 110. All else is in
``sample_corpora/catalogue.json``."""

FOLDER = Path(__file__).parents[2] / "sample_corpora"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample corpus, from ``sample_corpora/catalogue.json`` and `TEXTS`.

    Attributes:
        title: its name on screen.
        shows: a description of what it demonstrates.
        id: its name in links.
        file: its file in ``sample_corpora/``.
        kind: whether the file is a text or a table of words.
        language: the language of its words.
        normalizer, pre_tokenizer, vocab_size: the suggested settings.
    """

    title: Message
    shows: Message
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
def samples() -> dict[str, Sample]:
    """Return the samples by id, in the order of the list on screen."""
    entries = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Sample(
            *TEXTS[entry["id"]], **entry | {"normalizer": tuple(entry["normalizer"])}
        )
        for entry in entries
    }
