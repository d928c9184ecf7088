"""Settings that every test shares."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "merge-by-merge", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("merge-by-merge")

LONGEST_FIRST = (
    *("axe", "replicas", "faults", "escape", "train", "compare", "secure", "encode", "lessons"),
    *("teach", "media", "predict", "share", "take_home", "choose"),
)
"""Files in browser/ that take longest; begun last, one of them would leave a core with no work."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a browser first; within a file the order stays."""
    places = {f"test_{name}.py": place for place, name in enumerate(LONGEST_FIRST)}

    def place(item: pytest.Item) -> int:
        in_browser = item.path.parent.name == "browser"
        return places.get(item.path.name, -1) if in_browser else len(places)

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def components_are_looked_for_once() -> Iterator[None]:
    """Each new AppTest looks for components in all installed packages, four fifths of its time."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield
