"""The view and the scene of Compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pages.panels.view import Field, View
from pages.trainings.job import Training
from pages.trainings.parameters import FLAG, PAGE_NUMBER, free_text, one_of
from pages.trainings.settings import ALGORITHMS, Algorithm
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES
from wordpiece.training.comparison import Axis, Comparison
from wordpiece.training.timeline import Timeline

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}
"""The names of the trainings by merges."""

_SHOWN = one_of(("columns", "parting", "sentence", "growth", "prune"))


class CompareView(View):
    """The input of Compare's panels.

    ``hugging_face`` says whether Hugging Face style is compared, too.
    """

    PAGE = "compare"

    by = Field("step", one_of(("step", "size")), in_link=True)
    sentence = Field("", free_text(message("the text to encode")), in_link=True)
    find = Field("", free_text(message("the text to find")), in_link=True)
    hugging_face = Field(False, FLAG, in_link=True, name="library")
    # In old links, "words" is a separate panel.
    show = Field(
        "columns",
        replace(_SHOWN, parse=lambda text: _SHOWN.parse("columns" if text == "words" else text)),
        in_link=True,
    )
    read = Field("words", one_of(("words", "text")), in_link=True, name="reading")
    words_page = Field(1, PAGE_NUMBER, of_step=True)
    text_page = Field(1, PAGE_NUMBER)

    def at(self, position: int) -> CompareView:
        """Return the view after a move to a step."""
        return self.replace(step=position, **self.at_new_step)


def make_comparison(
    timelines: Sequence[Timeline], names: Sequence[str], by: Axis, is_byte_level: bool
) -> Comparison:
    """Compare some trainings by name."""
    byte_level = names if is_byte_level else ()
    return Comparison(dict(zip(names, timelines, strict=True)), by=by, byte_level=byte_level)


@dataclass(frozen=True)
class CompareScene:
    """The position on screen in three trainings.

    Attributes:
        view: the view.
        trainings: the compared trainings, by name.
        comparison: their comparison.
        others: trainings of other kinds, by recipe, if they are shown.
    """

    view: CompareView
    trainings: Mapping[Algorithm, Training]
    comparison: Comparison
    others: Mapping[str, Training] = field(default_factory=dict)

    @property
    def in_text(self) -> bool:
        """Whether words are shown in the text itself; a word table has no text."""
        return self.view.read == "text" and self.trainings["wordpiece"].kind == "text"
