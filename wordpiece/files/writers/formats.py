"""`FORMATS`: the kinds of files that a training can be written as, for pages and command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from wordpiece.files.writers.hugging_face import tokenizer_json
from wordpiece.files.writers.tables import scores_csv, steps_csv, steps_jsonl
from wordpiece.files.writers.vocabulary import merges_txt, vocab_json, vocab_txt
from wordpiece.training.steps import Steps


def _always(timeline: Steps) -> bool:
    return True


def _has_prefix(timeline: Steps) -> bool:
    return timeline.marking.prefix == "##"


def _replays(timeline: Steps) -> bool:
    return timeline.encodes_by == "bpe"


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file.

    Attributes:
        id: its name in links and code.
        title: what it contains, in the help of the command line.
        ending: the end of its file name, such as ``vocab.txt``.
        mime: its media type.
        write: returns the text of the file for a timeline and a step, and for a tokenizer.json
            also for normalizers and a pre-tokenizer.
        applies: returns whether a training can be written in this format.
    """

    id: str
    title: str
    ending: str
    mime: str
    write: Callable[..., str]
    applies: Callable[[Steps], bool] = _always

    def data(
        self,
        timeline: Steps,
        step: int,
        *,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "whitespace",
    ) -> bytes:
        """Return the content of the file in UTF-8 with line feeds.

        CSV begins with a byte order mark, without which a spreadsheet reads é as Ã©.

        Raises:
            IndexError: the step does not exist.
            VocabularyError: the format cannot represent this training.
        """
        if self.ending.endswith("tokenizer.json"):
            text = self.write(timeline, step, normalizer=normalizer, pre_tokenizer=pre_tokenizer)
        else:
            text = self.write(timeline, step)
        mark = "\ufeff" if self.mime == "text/csv" else ""
        return (mark + text).encode("utf-8", "backslashreplace")


FORMATS: dict[str, Format] = {
    entry.id: entry
    for entry in (
        Format(
            "tokenizer",
            "Tokenizer for the Hugging Face tokenizers library",
            "tokenizer.json",
            "application/json",
            tokenizer_json,
        ),
        Format(
            "tokenizer-longest-match",
            "The same vocabulary with BERT's encoder, longest match",
            "wordpiece-tokenizer.json",
            "application/json",
            partial(tokenizer_json, model="wordpiece"),
            lambda timeline: _has_prefix(timeline) and _replays(timeline),
        ),
        Format(
            "vocab-txt",
            "Vocabulary as for BERT, one token per line",
            "vocab.txt",
            "text/plain",
            vocab_txt,
            _has_prefix,
        ),
        Format(
            "vocab-json",
            "Vocabulary as for GPT-2, with ids",
            "vocab.json",
            "application/json",
            vocab_json,
            _replays,
        ),
        Format(
            "merges-txt",
            "Merges as for GPT-2, in the order in which they were learned",
            "merges.txt",
            "text/plain",
            merges_txt,
            _replays,
        ),
        Format(
            "steps-csv",
            "Step log for spreadsheets",
            "steps.csv",
            "text/csv",
            steps_csv,
        ),
        Format(
            "steps-jsonl",
            "Step log for programs",
            "steps.jsonl",
            "application/x-ndjson",
            steps_jsonl,
        ),
        Format(
            "scores-csv",
            "Score table of this step for spreadsheets",
            "scores.csv",
            "text/csv",
            scores_csv,
        ),
    )
}
"""Every format by its id, in the order in which to offer them."""
