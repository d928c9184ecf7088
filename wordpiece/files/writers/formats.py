"""`FORMATS`: every kind of file that a training can be written as, for a page to offer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wordpiece.files.writers.hugging_face import tokenizer_json
from wordpiece.files.writers.tables import scores_csv, steps_csv, steps_jsonl
from wordpiece.files.writers.vocabulary import merges_txt, vocab_json, vocab_txt
from wordpiece.message import Message, message
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file.

    >>> from wordpiece import BPETrainer
    >>> trainer = BPETrainer({"hug": 10, "pug": 5, "hugs": 5})
    >>> merges = trainer.run()
    >>> [name for name, format in FORMATS.items() if format.applies(trainer.timeline())]
    ['tokenizer', 'vocab-json', 'merges-txt', 'steps-csv', 'steps-jsonl', 'scores-csv']
    >>> FORMATS["merges-txt"].make(trainer.timeline(), 2, (), "bert").splitlines()
    ['#version: 0.2', 'u g', 'h ug']

    Attributes:
        id: its name in links and code.
        title: its name on screen.
        ending: what its file name ends in, such as ``vocab.txt``.
        mime: its media type.
        applies: tells whether a training can be written this way and it makes sense.
        make: makes the text of the file of timeline, step, normalizers and pre-tokenizer.
    """

    id: str
    title: Message
    ending: str
    mime: str
    applies: Callable[[Timeline], bool]
    make: Callable[[Timeline, int, Sequence[str], str], str]

    def data(
        self,
        timeline: Timeline,
        step: int,
        *,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "whitespace",
    ) -> bytes:
        """Return the file's content, UTF-8 with line feeds.

        CSV begins with a byte order mark: without it a spreadsheet reads é as Ã©.

        Raises:
            IndexError: there is no such step.
            VocabularyError: this training does not fit into this format; says why.
        """
        text = self.make(timeline, step, normalizer, pre_tokenizer)
        mark = "\ufeff" if self.mime == "text/csv" else ""
        return (mark + text).encode("utf-8", "backslashreplace")


def _only(
    write: Callable[[Timeline, int], str],
) -> Callable[[Timeline, int, Sequence[str], str], str]:
    """Make a writer of a function that needs no more than timeline and step."""
    return lambda timeline, step, normalizer, pre_tokenizer: write(timeline, step)


def _always(timeline: Timeline) -> bool:
    return True


def _marks_continuations(timeline: Timeline) -> bool:
    return timeline.marking.prefix == "##"


def _replays(timeline: Timeline) -> bool:
    return timeline.score.ranks_by_count


FORMATS: dict[str, Format] = {
    entry.id: entry
    for entry in (
        Format(
            "tokenizer",
            message("Tokenizer, for the Hugging Face tokenizers library"),
            "tokenizer.json",
            "application/json",
            _always,
            lambda timeline, step, normalizer, pre_tokenizer: tokenizer_json(
                timeline, step, normalizer=normalizer, pre_tokenizer=pre_tokenizer
            ),
        ),
        Format(
            "tokenizer-longest-match",
            message("The same vocabulary, encoding by longest match as BERT does"),
            "wordpiece-tokenizer.json",
            "application/json",
            lambda timeline: _marks_continuations(timeline) and _replays(timeline),
            lambda timeline, step, normalizer, pre_tokenizer: tokenizer_json(
                timeline,
                step,
                normalizer=normalizer,
                pre_tokenizer=pre_tokenizer,
                model="wordpiece",
            ),
        ),
        Format(
            "vocab-txt",
            message("Vocabulary, one token per line, as BERT has it"),
            "vocab.txt",
            "text/plain",
            _marks_continuations,
            _only(vocab_txt),
        ),
        Format(
            "vocab-json",
            message("Vocabulary with ids, as GPT-2 has it"),
            "vocab.json",
            "application/json",
            _replays,
            _only(vocab_json),
        ),
        Format(
            "merges-txt",
            message("Merges in the order of learning, as GPT-2 has them"),
            "merges.txt",
            "text/plain",
            _replays,
            _only(merges_txt),
        ),
        Format(
            "steps-csv",
            message("Step log, for spreadsheets"),
            "steps.csv",
            "text/csv",
            _always,
            _only(steps_csv),
        ),
        Format(
            "steps-jsonl",
            message("Step log, for programs"),
            "steps.jsonl",
            "application/x-ndjson",
            _always,
            _only(steps_jsonl),
        ),
        Format(
            "scores-csv",
            message("Score table at this step, for spreadsheets"),
            "scores.csv",
            "text/csv",
            _always,
            _only(scores_csv),
        ),
    )
}
"""Every format by id, in the order to offer them."""
