"""A view is equal to another only if all its inputs are; the browser keeps boards by its hash."""

import pytest

from pages import locale
from pages.panels.compare.view import CompareView
from pages.panels.encode.view import EncodeView
from pages.panels.train.view import TrainView
from pages.trainings.settings import Settings
from wordpiece.message import Language


@pytest.mark.parametrize("kind", [TrainView, CompareView, EncodeView])
def test_views_that_differ_in_one_input_are_not_equal(kind):
    others: dict[str, object] = {"settings": Settings(recipe="bpe"), "language": Language()}
    view = kind(settings=Settings(), language=locale.language())
    assert view == view.replace() and hash(view) == hash(view.replace())
    changed = [view.replace(**{name: others.get(name, "vut")}) for name in kind.inputs]
    assert view not in changed and len({hash(each) for each in (view, *changed)}) > len(changed)
    with pytest.raises(AttributeError):
        view.step = 3
