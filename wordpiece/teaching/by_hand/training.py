"""`Training`, a training that follows a learner; `merges` and `removals` implement it.

The base class grades. The methods that an algorithm implements say which answers are right, and
which mistake leads to a wrong one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import ClassVar, Literal

from wordpiece.message import Message, fill_all, message
from wordpiece.records import Pair
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.grading import Verdict
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline

Choice = Pair | str
"""What a learner chooses in a step: the pair that merges, or the piece that is removed."""

Place = tuple[int, int]
"""A place between two parts of a word: the position of the word, and that of the left part."""

Number = Literal["pair", "left", "right", "uses", "cost"]
"""A number that a learner types: the count of a pair, of its left part, of its right part; how
often the best splits of the words use a piece; what the removal of the piece costs."""

NEAR: Mapping[Number, float] = {"cost": 0.1 + 1e-9}
"""How far a typed number may be off: a cost has one decimal place, rounded up or down."""

CHOICE_IS_RIGHT = message("The choice is right.")
"""What to say first if a learner chose right, but typed a wrong number."""

NOT_THE_COUNT = message("The count of {what} is not {count}.")
"""That a count is wrong."""

ADD_UP = message("Add up the counts of the words whose split contains {what}.")
"""What to do about a wrong count that no mistake explains."""

_WHY_WRONG: dict[Slip, Message] = {
    Slip.OLD_COUNTS: message(
        "Your answer fits the numbers of the previous step, not those of this step."
    ),
    Slip.WORDS_ONCE: message(
        "Each word is counted as many times as it occurs. The number after × is the count of "
        "the word."
    ),
}
"""Why a number is wrong, by the mistake that leads to it."""

_WHY_NOT: dict[Slip, Message] = {
    Slip.OLD_COUNTS: message(
        "By the numbers of the previous step, no choice that is left would be better than yours."
    ),
    Slip.WORDS_ONCE: message(
        "No choice would be better than yours if each word were counted only once. But each "
        "word is counted as many times as it occurs."
    ),
}
"""Why a choice is wrong, by the mistake that leads to it."""

_TIED = message("{n} choices are equally good, and each of them is right.")


class Training(ABC):
    """A training that follows the choices of a learner.

    A step is the number of choices made before. Words are given by their positions.

    Attributes:
        timeline: the steps made.
        asks: the numbers that decide a choice.
        needed: the sentence for a learner who has not chosen.
    """

    timeline: Timeline | UnigramTimeline
    needed: ClassVar[Message]

    def __len__(self) -> int:
        return len(self.timeline)

    @property
    @abstractmethod
    def asks(self) -> tuple[Number, ...]: ...

    @property
    @abstractmethod
    def is_suitable(self) -> bool:
        """Whether the table of words suits an exercise; the training has been run to its end."""

    @abstractmethod
    def right(self, step: int) -> tuple[Choice, ...]:
        """Return all right choices, the one seen first at the beginning; none at the end."""

    @abstractmethod
    def has(self, step: int, choice: Choice) -> bool:
        """Return whether a choice is possible."""

    @abstractmethod
    def mistaken(self, step: int) -> dict[Slip, set[Choice]]:
        """Return the wrong choices to which a mistake leads, for each mistake that the step allows.

        The first mistake that leads to a choice explains it.
        """

    @abstractmethod
    def number(self, step: int, choice: Choice, name: Number, *, once: bool = False) -> float:
        """Return a number of a choice; with ``once`` as if each word occurred once."""

    @abstractmethod
    def wrong_number(
        self, step: int, choice: Choice, name: Number, typed: float, slip: Slip
    ) -> tuple[Message, ...]:
        """Return what is wrong with a number, and what to do if no mistake explains it."""

    @abstractmethod
    def score(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the figures of a choice."""

    @abstractmethod
    def why_not(self, step: int, choice: Choice, slip: Slip) -> tuple[Message, ...]:
        """Return why a choice is wrong, if the reason depends on the algorithm."""

    @abstractmethod
    def against(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the figures of a wrong choice and of a right one."""

    @abstractmethod
    def parts(self, step: int, choice: Choice) -> dict[int, tuple[str, ...]]:
        """Return the words that the learner changes after a choice, with the parts of each.

        The learner joins or separates them.
        """

    @abstractmethod
    def grade_places(
        self, step: int, choice: Choice, places: Collection[Place]
    ) -> tuple[Slip | None, Verdict]:
        """Grade the places between `parts` that the learner has clicked."""

    def other_slip(self, step: int, choice: Choice) -> Slip:
        """Return the kind of a wrong choice to which no mistake of `mistaken` leads."""
        return Slip.OTHER_PAIR

    def slip_of_number(self, step: int, choice: Choice, name: Number, typed: float) -> Slip | None:
        """Return the mistake in a number of a choice; None if it is right."""

        def is_near(number: float) -> bool:
            return abs(typed - number) <= NEAR.get(name, 0)

        if is_near(self.number(step, choice, name)):
            return None
        if step and is_near(self.number(step - 1, choice, name)):
            return Slip.OLD_COUNTS
        is_once = is_near(self.number(step, choice, name, once=True))
        return Slip.WORDS_ONCE if is_once else Slip.MISCOUNTED

    def slip_of_choice(self, step: int, choice: Choice) -> Slip | None:
        """Return the mistake of a choice; None if it is right."""
        if choice in self.right(step):
            return None
        found = (slip for slip, choices in self.mistaken(step).items() if choice in choices)
        return next(found, None) or self.other_slip(step, choice)

    def grade(
        self, step: int, choice: Choice, numbers: Mapping[Number, float]
    ) -> tuple[Slip | None, Verdict]:
        """Grade a choice and its numbers, or some of them. The first that is wrong decides.

        A wrong number explains a wrong choice better than the choice itself does.

        Returns:
            The mistake, None if choice and numbers are right; and the verdict. That on a wrong
            choice has the figures of the choice and of a right one.
        """
        slip, reason = None, self._said(step, choice)
        for name, typed in numbers.items():
            slip = self.slip_of_number(step, choice, name, typed)
            if slip:
                why = fill_all(_WHY_WRONG.get(slip))
                reason = (*self.wrong_number(step, choice, name, typed, slip), *why)
                break
        mistake = self.slip_of_choice(step, choice)
        if mistake is None:
            return slip, Verdict(slip is None, reason)
        if slip is None:
            reason = fill_all(_WHY_NOT.get(mistake), *self.why_not(step, choice, mistake))
        return slip or mistake, Verdict(False, reason, self.against(step, choice))

    def shown(self, step: int, choice: Choice) -> Verdict:
        """Return the verdict for a learner who had the answer shown."""
        return Verdict(False, self._said(step, choice), skipped=True)

    def _said(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the figures of a choice and, if it is right, how many are as good."""
        right = self.right(step)
        tied = _TIED if len(right) > 1 and choice in right else None
        return fill_all(*self.score(step, choice), tied, n=len(right))
