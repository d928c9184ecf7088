"""`View`: the input of the panels of a screen.

A view is a small value that identifies everything on screen. A scene has a view and its trainings.
Panels are pure functions of a scene, so two visitors with equal views see the same. Each page's
package defines its view and its scene.

A view declares each of its values once:

    class TrainView(View):
        PAGE = "train"
        pace = Field("merge", one_of(("merge", "reveal", "slow")), in_link=True)
        rows = Field(6, one_of((6, 12)))

    view.pace               # the value, in a view
    TrainView.pace          # its declaration; `pages.state.fields` reads and sets it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, NoReturn, TypeVar, cast, overload

from pages.trainings.parameters import BY_APP, Rule
from pages.trainings.settings import Settings
from wordpiece.message import ENGLISH, Language, Message, unworded

T = TypeVar("T")
Declared = TypeVar("Declared", bound="Input[Any]")
V = TypeVar("V", bound="View")


class Input(Generic[T]):
    """A value of a view, which the screen sets.

    Attributes:
        default: the value until another is set.
    """

    def __init__(self, default: T) -> None:
        self.default = default

    @overload
    def __get__(self: Declared, view: None, owner: type) -> Declared: ...

    @overload
    def __get__(self, view: object, owner: type) -> T: ...

    def __get__(self, view: object, owner: type) -> Any:
        """Return the declaration, from the class; a view has the value in its ``__dict__``."""
        return self


class Field(Input[T]):
    """A value that a page remembers.

    Attributes:
        valid: the values that links and widgets may set.
        make: makes the first value in a session, in place of the default.
        in_link: whether links carry it.
        of_step: whether a move to another step sets it to its default.
        name: its name, in links that of its query parameter; by default that of the attribute.
        page: the page's name.
    """

    page: str

    def __init__(
        self,
        default: T | None = None,
        valid: Rule[T] = BY_APP,
        *,
        make: Callable[[], T] | None = None,
        in_link: bool = False,
        of_step: bool = False,
        name: str = "",
    ) -> None:
        super().__init__(cast(T, default))
        self.valid = valid
        self.make = make
        self.in_link = in_link
        self.of_step = of_step
        self.name = name

    def __set_name__(self, owner: Any, attribute: str) -> None:
        """Take over the page of the class that declares it, and by default the name."""
        self.page = owner.PAGE
        self.name = self.name or attribute

    @property
    def key(self) -> str:
        """The key of its value in the session, and of its widget."""
        return f"{self.page}_{self.name}"

    @property
    def title(self) -> Message:
        """Its name in sentences."""
        return self.valid.title or unworded("{name}", name=self.name)


class View:
    """The values that all screens have in common. A view never changes.

    Attributes:
        settings: the settings of the training on screen.
        digest: the digest of its source; empty for a sample corpus.
        step: the step on screen.
        presenting: whether presenter mode is on.
        language: the visitor's language.
    """

    PAGE: ClassVar[str] = ""
    inputs: ClassVar[dict[str, Input[Any]]] = {}
    at_new_step: ClassVar[dict[str, Any]] = {}
    """The values that a move to another step sets, by the input."""

    settings = Input(Settings())
    digest = Input("")
    step = Input(0)
    presenting = Input(False)
    language: Input[Language] = Input(ENGLISH)

    def __init_subclass__(cls) -> None:
        """Collect the inputs, in the order of their declaration; a subclass may add some."""
        cls.inputs = {
            name: each
            for owner in reversed(cls.__mro__)
            for name, each in vars(owner).items()
            if isinstance(each, Input)
        }
        cls.at_new_step = {
            name: each.default
            for name, each in cls.inputs.items()
            if isinstance(each, Field) and each.of_step
        }

    @classmethod
    def fields(cls) -> list[Field[Any]]:
        """Return the fields of a page's view."""
        return [each for each in cls.inputs.values() if isinstance(each, Field)]

    def __init__(self, **values: Any) -> None:
        unknown = values.keys() - self.inputs.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {unknown}.")
        vars(self).update({name: each.default for name, each in self.inputs.items()} | values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A view never changes; see `{type(self).__name__}.replace`.")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def replace(self: V, **changes: Any) -> V:
        """Return the view with other values."""
        return type(self)(**vars(self) | changes)
