"""The kinds of mistakes."""

from __future__ import annotations

from enum import Enum

from wordpiece.message import message


class Slip(str, Enum):
    """A kind of mistake. The values are in result codes and links."""

    OTHER_RULE = "other-rule"
    OLD_COUNTS = "old-counts"
    WORDS_ONCE = "words-once"
    NO_TIE = "no-tie"
    OTHER_PAIR = "other-pair"
    MISCOUNTED = "miscounted"
    PARTLY_JOINED = "partly-joined"
    WRONGLY_JOINED = "wrongly-joined"
    SHOWN = "shown"

    def __str__(self) -> str:
        return self.value


OF_MERGES = {
    Slip.OTHER_RULE: message("the rules of WordPiece and BPE mixed up"),
    Slip.OLD_COUNTS: message("numbers taken from the previous step"),
    Slip.WORDS_ONCE: message("each word counted only once"),
    Slip.NO_TIE: message("an equal count taken for an equal score"),
    Slip.OTHER_PAIR: message("a wrong choice"),
    Slip.MISCOUNTED: message("a mistake in counting or calculating"),
    Slip.PARTLY_JOINED: message("pair left unmerged in at least one word"),
    Slip.WRONGLY_JOINED: message("another pair merged"),
    Slip.SHOWN: message("answer shown"),
}
"""Each mistake in merges, as a phrase."""

OF_REMOVALS = {
    **OF_MERGES,  # a link can ask to practise any of them
    Slip.OTHER_RULE: message("a piece chosen by its count instead of its cost"),
    Slip.WRONGLY_JOINED: message("a wrong split"),
}
"""Each mistake in removals, as a phrase."""
