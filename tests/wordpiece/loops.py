"""The two loops that make merges: the compiled one, and Python's."""

import os
from collections.abc import Iterator

import pytest

from wordpiece.training import pair_index


@pytest.fixture(scope="module", params=["compiled", "python"], autouse=True)
def loop(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run every test of a module that imports this fixture once over each loop."""
    if request.param == "compiled" and not pair_index.is_compiled():
        assert not os.environ.get("CI"), "CI has a compiler; see .venv/compiled.log"
        pytest.skip("the loop is not compiled; see pair_index")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.setattr(pair_index, "_quick", None)
        yield request.param
