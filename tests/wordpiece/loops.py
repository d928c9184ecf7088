"""The two forms of the merge loop: compiled, and plain Python."""

import os
from collections.abc import Iterator

import pytest

from wordpiece import trainer


@pytest.fixture(scope="module", params=["compiled", "python"], autouse=True)
def loop(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test of a module that imports this fixture once with each form."""
    if request.param == "compiled" and trainer.COMPILED is None:
        assert not os.environ.get("CI"), "CI has a compiler; see .venv/compiled.log"
        pytest.skip("the merge loop is not compiled; see wordpiece.training._compile")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.setattr(trainer, "COMPILED", None)
        yield request.param
