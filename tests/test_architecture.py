"""docs/architecture.md: its pictures of the rooms are what the imports say."""

import re
from pathlib import Path

import pytest

from tests.test_house import imports

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

FRONT = {
    "recipes": "recipes", "tokenizer": "tokenizer", "cli": "cli", "trainer": "training",
    "scoring": "front",
}  # fmt: skip
"""Files right in `wordpiece/` that are not of the node ``front``, and a folder that is."""


def node_of(module: str) -> str | None:
    """The node of the pictures that a module is in; None for what they leave out."""
    package, _, rest = module.partition(".")
    name = rest.partition(".")[0]
    if package not in ("wordpiece", "pages"):
        return None
    if package == "wordpiece" and name in FRONT:
        return FRONT[name]
    if (ROOT / package / name).is_dir() and name:
        return name
    if package == "pages" or name in ("", "__init__", "__main__"):
        return "engine" if module == "wordpiece" else None
    return "front" if (ROOT / "wordpiece" / f"{name}.py").exists() else "engine"


def drawn(package: str) -> set[tuple[str, str]]:
    """The arrows of a package's picture."""
    _, _, rest = TEXT.partition(f"<!-- rooms of {package} -->")
    picture = re.search(r"```mermaid\n(.*?)```", rest, re.DOTALL)
    assert picture
    return {
        (line.split("-->")[0].strip(), target.strip())
        for line in picture[1].splitlines()
        if "-->" in line
        for target in line.split("-->")[1].split("&")
    }


def real(package: str) -> set[tuple[str, str]]:
    """Which node of a package imports which; the pages see the engine as one node."""
    arrows = set()
    for path in sorted((ROOT / package).rglob("*.py")):
        here = node_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name in imports(path):
            there = node_of(name)
            if package == "pages" and name.startswith("wordpiece"):
                there = "engine"
            if here and there and there != here:
                arrows.add((here, there))
    return arrows


@pytest.mark.parametrize("package", ["wordpiece", "pages"])
def test_the_picture_is_what_the_imports_say(package):
    assert drawn(package) == real(package)


def test_every_file_it_names_is_there():
    names = set(re.findall(r"`((?:wordpiece|pages|tests|docs|bench|deploy)/[\w./-]+)`", TEXT))
    assert len(names) > 20
    assert [name for name in sorted(names) if not (ROOT / name).exists()] == []
