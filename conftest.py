"""The names that every example of a docstring may use without setting them up."""

from functools import cache
from typing import Any

import pytest

import wordpiece


@cache
def example_names() -> dict[str, Any]:
    """Return the public names of `wordpiece`, the toy words, and four trainings on them.

    ``toy`` is the word table of the Hugging Face course; ``timeline``, ``bpe_timeline`` and
    ``top_down`` and ``unigram_timeline`` are the timelines of WordPiece, of BPE, of top-down
    WordPiece with the threshold 12, and of Unigram on it, trained to the end.
    """
    toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    names: dict[str, Any] = {name: getattr(wordpiece, name) for name in wordpiece.__all__}
    trainers: dict[str, Any] = {
        "timeline": wordpiece.WordPieceTrainer(toy),
        "bpe_timeline": wordpiece.BPETrainer(toy),
        "unigram_timeline": wordpiece.UnigramTrainer(toy),
        "top_down": wordpiece.TopDownTrainer(toy, threshold=12),
    }
    for name, trainer in trainers.items():
        trainer.run()
        names[name] = trainer.timeline()
    return names | {"toy": toy}


@pytest.fixture(autouse=True)
def _examples(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace.update(example_names())
