"""The vocabulary that is ready for any English text: 8,000 entries from the words of Shakespeare.

It is WordPiece's training on that sample. A worker makes it on first use.
"""

from __future__ import annotations

from dataclasses import replace

from pages.trainings.job import sample_source
from pages.trainings.queue import CANCELLED, BrokenOffError, Task
from pages.trainings.settings import suggested
from pages.trainings.training_cache import UnderWay, get_training
from wordpiece import Tokenizer
from wordpiece.errors import CorpusError

ENTRIES, LEAST = 8_000, 6
"""The size of the vocabulary, and the minimum pair count. Without a minimum WordPiece would merge
pairs that occur once before those of "the", which would be cut into th and ##e."""

SETTINGS = replace(suggested("shakespeare"), vocab_size=ENTRIES, min_pair_count=LEAST)

SECONDS = 1
"""The longest wait for the training, which takes a fraction of a second."""

_under_way = UnderWay()
"""One for all visitors: those who come at once wait for the same training."""


def tokenizer() -> Tokenizer | None:
    """Return the tokenizer with this vocabulary; None while it is not ready."""
    try:
        made = get_training(SETTINGS, sample_source(SETTINGS), "", _under_way, _wait)
    except CorpusError:
        _under_way.failed = None  # so that the next call tries again
        return None
    return Tokenizer.from_timeline(
        made.timeline,
        recipe=SETTINGS.recipe,
        normalizer=SETTINGS.normalizer,
        pre_tokenizer=made.pre_tokenizer,
    )


def _wait(task: Task) -> None:
    """Wait for a short time, since the visitor's clicks have to wait as well."""
    if not task.wait(SECONDS):
        raise BrokenOffError(CANCELLED)
