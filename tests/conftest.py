"""Set up what all tests share."""

import os
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

os.environ["OFFLINE"] = "1"  # no test downloads anything from the Hub

settings.register_profile(
    "merge-by-merge", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# For `make quick`; the first examples find most faults.
settings.register_profile("quick", settings.get_profile("merge-by-merge"), max_examples=15)
settings.load_profile("merge-by-merge")


LONG = {"test_axe", "test_escape", "test_keyboard", "test_room", "test_translated"}
"""Browser tests that take longest; the last one to begin would run alone for a while."""


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run quick tests first: the engine, pages, the server, then the browser.

    The tests of a file run in one process, because they share computed values. Browser tests are
    distributed one by one, so that all processes end at the same time. Browser tests that share a
    server of their file, which they may kill, run first and in one process.
    """

    def in_browser(item: pytest.Item) -> bool:
        return item.path.parent.name == "browser"

    def stage(item: pytest.Item) -> int:
        if in_browser(item):
            return 3 if _shares_with_its_file(item) else 4 + (item.path.stem not in LONG)
        folder = item.nodeid.removeprefix("tests/").partition("/")[0]
        return {"wordpiece": 0, "pages": 1}.get(folder, 2)

    items.sort(key=stage)
    for item in items:
        if not in_browser(item) or _shares_with_its_file(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def _shares_with_its_file(item: pytest.Item) -> bool:
    """Return whether a test uses a fixture of module scope."""
    info = getattr(item, "_fixtureinfo", None)
    made = info.name2fixturedefs.values() if info else ()
    return any(fixtures[-1].scope == "module" for fixtures in made)


@pytest.fixture(scope="session", autouse=True)
def app_tests_share_scan_and_scripts() -> Iterator[None]:
    """Let AppTests share the scan of installed packages and the compiled scripts.

    The scan takes four fifths of the time of a new AppTest, compiling a tenth of each run.
    """
    from streamlit.components.v2 import manifest_scanner
    from streamlit.runtime.scriptrunner.script_cache import ScriptCache
    from streamlit.testing.v1 import app_test

    scripts = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        patch.setattr(app_test, "ScriptCache", lambda: scripts)
        yield
