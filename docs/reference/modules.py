"""Which modules of the engine have a page, and on which page a name is documented."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence

import pdoc

import wordpiece

INNER = ("wordpiece.__main__", "wordpiece.arguments", "wordpiece.files.common")
"""Modules without a page, if they are there: what they have is for other modules of the engine."""


def pages() -> dict[str, pdoc.doc.Module]:
    """Return the modules that have a page, in the order in which `wordpiece` says to read them.

    A package that says in `__all__` what it offers is one page, and the files it is made of have
    none; only `wordpiece` itself, the short way to the main names, has both.
    """
    found = {"wordpiece": pdoc.doc.Module(wordpiece)}
    packages = ["wordpiece"]
    while packages:
        package = importlib.import_module(packages.pop())
        for _, name, is_package in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if name.rpartition(".")[2].startswith("_") and name not in INNER:
                continue  # the compiled loop, where there is one
            module = importlib.import_module(name)
            page = pdoc.doc.Module(module)
            whole = hasattr(module, "__all__")
            if is_package and not whole:
                packages.append(name)
            if name not in INNER and (is_package or whole or public(page)):
                found[name] = page
    _lend_docstrings([*found.values()])
    return {name: found[name] for name in sorted(found, key=_place_in_order)}


def _place_in_order(name: str) -> tuple[int, str]:
    """Return what sorts modules as the docstring of `wordpiece` names them, itself first."""
    read, room = str(wordpiece.__doc__), f"`{name.partition('.')[2].partition('.')[0]}`"
    return (len(read) if room not in read else read.index(room)) if "." in name else -1, name


def _lend_docstrings(found: Sequence[pdoc.doc.Module]) -> None:
    """Give a constant that another module imports the words below its definition."""
    told: dict[tuple[str, int], str] = {}
    for name, module in sys.modules.items():
        if name.startswith("wordpiece."):
            for member in public(pdoc.doc.Module(module)):
                if member.kind == "variable" and member.docstring:
                    told[member.name, id(getattr(module, member.name))] = member.docstring
    for page in found:
        for member in public(page):
            if member.kind == "variable" and not member.docstring:
                known = member.name, id(getattr(page.obj, member.name))
                member.docstring = told.get(known, "")


def public(page: pdoc.doc.Module) -> list[pdoc.doc.Doc]:  # type: ignore[type-arg]
    """Return what a page documents: the names that do not begin with an underscore."""
    return [member for name, member in page.members.items() if not name.startswith("_")]


def home_of(shown: Mapping[str, pdoc.doc.Module], module: str, name: str) -> str | None:
    """Return the page that documents a class: its module, or the package around it."""
    while module and not (module in shown and shown[module].get(name)):
        module = module.rpartition(".")[0]
    return module or None


def bases_of(kind: type) -> Iterator[type]:
    """Yield the bases of a class; for one that is private its own."""
    for base in kind.__bases__:
        if base.__name__.startswith("_"):
            yield from bases_of(base)
        elif base is not object:
            yield base


def places_of(shown: Mapping[str, pdoc.doc.Module]) -> dict[str, tuple[str, str]]:
    """Return the page, and the place on it, of each short name, such as `MergeStep` or `timeline`.

    Names that mean different things on two pages are left out, and those of functions.
    """
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for page in reversed([*shown.values()]):  # the front page has the last word
        for member in public(page):
            for each in (member, *getattr(member, "own_members", ())):
                is_field = not each.docstring or each.docstring.startswith("Alias for field")
                place = page.modulename, (member if is_field else each).qualname
                found.setdefault(each.qualname, {})[id(each.obj)] = place
    places = {name.rpartition(".")[2]: (name, "") for name in shown}
    for name, meant in found.items():
        if len(meant) == 1 and name[0].isupper():
            places[name] = next(iter(meant.values()))
    return places
