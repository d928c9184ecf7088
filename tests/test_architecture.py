"""Test rules of imports that `.importlinter` lacks, and the pictures of docs/architecture.md."""

import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@cache
def imports() -> dict[str, set[str]]:
    """Return the modules that each module imports, also in functions and for types only."""
    graph = grimp.build_graph(
        "wordpiece", "pages", "pages.screens", include_external_packages=True, cache_dir=None
    )
    return {each: graph.find_modules_directly_imported_by(each) for each in sorted(graph.modules)}


def test_the_engine_needs_only_the_standard_library_and_numpy():
    """The optional package tokenizers reads a tokenizer.json."""
    needed = {
        (module, package)
        for module, names in imports().items()
        if module.startswith("wordpiece")
        for package in {name.partition(".")[0] for name in names}
        if package not in {*sys.stdlib_module_names, "numpy", "wordpiece"}
    }
    of_the_compiler = {("wordpiece.training._compile", name) for name in ("Cython", "setuptools")}
    assert needed == {("wordpiece.files.tokenizer_json", "tokenizers")} | of_the_compiler


def test_no_two_modules_import_each_other():
    """So each file can be read after the files that it imports."""
    TopologicalSorter(imports()).prepare()  # the error names the cycle


def drawn(package: str) -> set[tuple[str, str]]:
    """Return the arrows of a package's picture."""
    picture = re.search(rf"<!-- \w+ of {package} -->\n```mermaid\n(.*?)```", TEXT, re.DOTALL)
    assert picture
    arrows = re.findall(r"(\w+) --> (.+)", picture[1])
    return {(source, target) for source, targets in arrows for target in targets.split(" & ")}


def node_of(module: str) -> str:
    """Return the node of a picture for a module; "" if the picture leaves it out."""
    package, _, rest = module.partition(".")
    name = rest.partition(".")[0]
    if package == "pages" or name in ("", "__main__"):
        return name.removeprefix("__main__")
    return "training" if name == "trainer" else name if name in NODES else "base"


NODES = "cli teaching tokenizer files recipes encoding topdown unigram training text".split()


@pytest.mark.parametrize("package", ["wordpiece", "pages"])
def test_the_picture_shows_the_imports(package):
    arrows = set()
    for module, names in imports().items():
        for name in names:
            if module.startswith(f"{package}.") and name.startswith(("wordpiece", "pages")):
                engine = package == "pages" and name.startswith("wordpiece")
                arrows.add((node_of(module), "engine" if engine else node_of(name)))
    assert {(a, b) for a, b in arrows if a and b and a != b} == drawn(package)
