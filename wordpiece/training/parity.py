"""Parity-aware BPE: the language that needs the most tokens chooses the next merge.

BPE on texts in several languages merges the most frequent pair of all texts, so the languages with
the most, or the most repetitive, text gain most. Here each merge is the most frequent pair of the
language whose text has the most tokens at that moment; it is made in all languages (Foroutan et al.
2025, https://arxiv.org/abs/2508.04796). The texts should say the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wordpiece.scoring import PAIR_COUNT
from wordpiece.trainer import Trainer
from wordpiece.training.score_table import ScoreTable


def parity_merges(
    trainer: Trainer, languages: Sequence[Mapping[str, int]], merges: int | None = None
) -> list[int]:
    """Force merges of a trainer that even out the numbers of tokens of several languages.

    Among languages with equally many tokens the first one chooses, and among equally frequent
    pairs it chooses the greatest, compared as strings; so does ``ParityBpeTrainer`` of the
    `tokenizers` library. A language whose words are single symbols cannot choose.

    >>> trainer = BPETrainer({"hug": 10, "bun": 2, "buns": 3})
    >>> parity_merges(trainer, [{"hug": 10}, {"bun": 2, "buns": 3}], 3)
    [0, 0, 1]
    >>> [step.token for step in trainer.timeline().steps()]
    ['ug', 'hug', 'un']

    Args:
        trainer: the trainer; its words are those of all languages, or more.
        languages: the words of each language with their counts.
        merges: the most merges; None makes all.

    Returns:
        For each merge the index of the language that chose it.

    Raises:
        CorpusError: an empty word, or a frequency that is not a whole number above 0.
    """
    each = [
        Trainer(words, score=PAIR_COUNT, marking=trainer.marking, max_merges=merges)
        for words in languages
    ]
    tables = [*map(_scores, each)]
    chosen: list[int] = []
    while (merges is None or len(chosen) < merges) and trainer.stop_reason is None:
        able = [i for i, table in enumerate(tables) if len(table)]
        if not able:
            break
        worst = max(able, key=lambda i: _tokens(each[i]))
        table = tables[worst]
        pair = max(row.pair for row in table.rows(0, table.ties))
        for i, language in enumerate(each):
            if tables[i].find(pair):
                language.step(pair)
                tables[i] = _scores(language)
        trainer.step(pair)
        chosen.append(worst)
    return chosen


def _scores(trainer: Trainer) -> ScoreTable:
    """Return the score table from which a trainer chooses its next merge."""
    return trainer.timeline().scores(trainer.steps_made)


def _tokens(trainer: Trainer) -> int:
    """Return the number of tokens of the words of a trainer."""
    return trainer.timeline().growth(trainer.steps_made).corpus_tokens
