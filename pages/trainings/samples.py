"""The sample corpora: what they are called, and what their catalogue suggests for each."""

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
        message(
            "Five words, small enough to check by hand: WordPiece begins with ##gs, BPE with ##ug."
        ),
    ),
    "course": (
        message("Course sentences"),
        message(
            "Thirty words of four sentences: 25 WordPiece merges, from ab to ##ut, nine "
            "of them won on a tie-break."
        ),
    ),
    "low": (
        message("low, lower, newest, …"),
        message(
            "The end-of-word BPE example: es, est, est</w>. In 15 merges the symbols in "
            "use go from 11 to 4."
        ),
    ),
    "blog": (
        message("Words ending in _"),
        message(
            "The underscore ends each word. The WordPiece score merges g+s first; h+u "
            "then wins among nine tied pairs."
        ),
    ),
    "story": (
        message("English: Unlockable Gate"),
        message(
            "BPE soon finds ##ed, ##ing, walk, lock, ##able; WordPiece prefers letters "
            "that rarely occur apart."
        ),
    ),
    "french": (
        message("French: Le péché du père"),
        message(
            "Accents tell words apart (pêche, péché, pêché; sur, sûr). Strip accents "
            "and watch 155 words become 144."
        ),
    ),
    "russian": (
        message("Russian: Письмо"),
        message(
            "One noun in all its cases, one verb with many prefixes: BPE learns письм "
            "early and ##писала soon after."
        ),
    ),
    "turkish": (
        message("Turkish: Kedilerin Evi"),
        message(
            "Endings pile up on ev: BPE finds ##ler, ##leri, evlerimiz. Lowercase it "
            "and see what becomes of İ and I."
        ),
    ),
    "chinese": (
        message("Chinese: 蜘蛛的咖啡馆"),
        message(
            "Lines kept whole: merges find words such as 咖啡 and 蜘蛛. BERT splits every "
            "character, so nothing can merge."
        ),
    ),
    "python": (
        message("Python: a tea shop"),
        message(
            "BPE learns the indentation first, then item, price, self; WordPiece begins "
            "with rare digits and brackets."
        ),
    ),
    "social": (
        message("Social posts with emoji"),
        message(
            "Text from the wild: WordPiece soon joins flags and emoji families; BPE "
            "begins with bread, invented, otter."
        ),
    ),
    "shakespeare": (
        message("Shakespeare's words"),
        message(
            "Counts from old plays: BPE begins with th, ##er, the; WordPiece begins "
            "with ex, ##bj, up. For long runs."
        ),
    ),
}
"""What each sample is called, in at most 25 characters so that the sidebar does not cut it off, and
what can be seen in it, in at most 110. These are messages, so they can be translated; the rest is
in ``sample_corpora/catalogue.json``."""

FOLDER = Path(__file__).parents[2] / "sample_corpora"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample corpus, as ``sample_corpora/catalogue.json`` and `TEXTS` describe it.

    Attributes:
        id: its name in links.
        file: its file in ``sample_corpora/``.
        title: what it is called.
        shows: what can be seen in it.
        kind: whether the file is a text or a table of words.
        normalizer, pre_tokenizer, vocab_size: the settings to begin with.
    """

    id: str
    file: str
    title: Message
    shows: Message
    kind: Kind
    normalizer: tuple[str, ...]
    pre_tokenizer: str
    vocab_size: int | None

    def text(self) -> str:
        """Return the file's content."""
        return decode((FOLDER / self.file).read_bytes())


@cache
def samples() -> dict[str, Sample]:
    """Return the samples by their id, in the order to offer them."""
    entries = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Sample(
            id=entry["id"],
            file=entry["file"],
            title=TEXTS[entry["id"]][0],
            shows=TEXTS[entry["id"]][1],
            kind=entry["kind"],
            normalizer=tuple(entry["normalizer"]),
            pre_tokenizer=entry["pre_tokenizer"],
            vocab_size=entry["vocab_size"],
        )
        for entry in entries
    }
