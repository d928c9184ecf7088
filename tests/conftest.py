"""Settings that every test shares."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "merge-by-merge", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# `make quick` asks for it: a property that fails at all mostly does so on one of the first.
settings.register_profile("quick", settings.get_profile("merge-by-merge"), max_examples=15)
settings.load_profile("merge-by-merge")

LONGEST_FIRST = (
    *("replicas", "secure", "faults", "axe", "keyboard", "train", "escape", "share", "media"),
    *("compare", "teach", "predict", "refused", "encode", "lessons", "screen_reader"),
    *("take_home", "glossary", "choose", "rescue"),
)
"""Files in browser/ that take longest; begun last, one of them would leave a core with no work."""

LONG = "test_forged.py"
"""The one file without a browser that takes as long."""


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser first, each on its own; all others by file.

    Tests of a file may share what they have worked out. In a browser they share a server, one in
    each process. Where a file has servers of its own, which its tests may kill, it stays together.
    """
    places = {f"test_{name}.py": place for place, name in enumerate(LONGEST_FIRST)}

    def in_browser(item: pytest.Item) -> bool:
        return item.path.parent.name == "browser"

    def place(item: pytest.Item) -> int:
        if item.path.name == LONG:
            return -1
        return places.get(item.path.name, -1) if in_browser(item) else len(places)

    items.sort(key=place)
    for item in items:
        if not in_browser(item) or _shares_with_its_file(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def _shares_with_its_file(item: pytest.Item) -> bool:
    """Whether a test uses a fixture that is made once for its file."""
    info = getattr(item, "_fixtureinfo", None)
    made = info.name2fixturedefs.values() if info else ()
    return any(fixtures[-1].scope == "module" for fixtures in made)


@pytest.fixture(scope="session", autouse=True)
def app_tests_share_what_stays_the_same() -> Iterator[None]:
    """Each new AppTest looks for components in all installed packages, four fifths of its time.

    Each run of one compiles the scripts anew, another tenth.
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
