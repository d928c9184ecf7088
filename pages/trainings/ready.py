"""The vocabulary that is ready for any English text: 8,000 entries from the words of Shakespeare.

It is WordPiece's training on that sample, made on first use in a tenth of a second.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from threading import Lock

from pages.trainings.job import sample_source, train
from pages.trainings.settings import suggest_settings
from wordpiece import Tokenizer

ENTRIES, LEAST = 8_000, 6
"""The size of the vocabulary, and the minimum pair count. Without a minimum WordPiece would merge
pairs that occur once before those of "the", which would be cut into th and ##e."""

SETTINGS = replace(suggest_settings("shakespeare"), vocab_size=ENTRIES, min_pair_count=LEAST)


_making = Lock()


def tokenizer() -> Tokenizer:
    """Return the tokenizer with this vocabulary."""
    with _making:  # a class that comes at once waits for one training
        return _tokenizer()


@cache
def _tokenizer() -> Tokenizer:
    made = train(SETTINGS, sample_source(SETTINGS))
    return Tokenizer.from_timeline(
        made.timeline,
        recipe=SETTINGS.recipe,
        normalizer=SETTINGS.normalizer,
        pre_tokenizer=made.pre_tokenizer,
    )
