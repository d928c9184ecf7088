"""Test rules of imports that `.importlinter` lacks."""

import sys
from functools import cache
from graphlib import TopologicalSorter

import grimp


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
