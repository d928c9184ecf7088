"""Make the reference pages with pdoc: one for each module, from its docstrings.

The docstrings are written to be read in an editor, with three things that Markdown does not know:
tables with `====` rules, `::` before a block of code, and modules called by their last name.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import get_type_hints

import pdoc
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pdoc.render_helpers import format_signature, relative_link, to_markdown_with_context

import wordpiece

HERE = Path(__file__).parent


INNER = ("wordpiece.__main__", "wordpiece.files.common")
"""Modules without a page: nobody outside of their package imports them."""


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
            module = importlib.import_module(name)
            page = pdoc.doc.Module(module)
            whole = hasattr(module, "__all__")
            if is_package and not whole:
                packages.append(name)
            if name not in INNER and (is_package or whole or public(page)):
                found[name] = page
    order = [*found]
    read = str(wordpiece.__doc__)
    order.sort(key=lambda name: (read.find(f"`{name.split('.')[1]}`") if "." in name else 0, name))
    _lend_docstrings([found[name] for name in order])
    return {name: found[name] for name in order}


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


def build(folder: Path, *, source: bool = True) -> None:
    """Write the pages to a folder, which is made if it is not there.

    Args:
        folder: where to. Pages of before stay if nothing is written over them.
        source: whether to show the code of classes and functions, which takes most of the time.
    """
    pdoc.render.configure(docformat="google", template_directory=HERE, show_source=source)
    shown = pages()
    pdoc.render.env.filters.update(
        to_markdown=_to_markdown, short=_short, format_signature=_signature
    )
    pdoc.render.env.globals.update(
        places=_places(shown),
        home_of=partial(_home_of, shown),
        bases_of=lambda page: [*_bases_of(page.obj)],
        is_protocol=lambda init: init.__name__ == "_no_init_or_replace_init",
    )
    for page in shown.values():
        for member in public(page):
            if isinstance(member.obj, type) and hasattr(member.obj, "_fields"):
                # The types of a named tuple are names yet, which pdoc would look up elsewhere.
                member.obj.__new__.__annotations__ = get_type_hints(member.obj)
    with warnings.catch_warnings():
        # Up to Python 3.11 `array[int]` is a type for type checkers only.
        warnings.filterwarnings("ignore", ".*'array.array' is not subscriptable")
        for name, page in shown.items():
            file = folder / f"{name.replace('.', '/')}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(pdoc.render.html_module(page, shown), encoding="utf-8")
    (folder / "index.html").write_text(pdoc.render.html_index(shown), encoding="utf-8")
    (folder / "search.js").write_text(pdoc.render.search_index(shown), encoding="utf-8")


class _Written(str):
    """A type as it is to be written in a signature."""

    __slots__ = ()
    __repr__ = str.__str__


def _short(written: str) -> str:
    """Write the type of an array as `numpy.typing` does, without its shape, which is any."""
    array = r"numpy\.ndarray\[tuple\[(?:typing\.)?Any, \.\.\.\], numpy\.dtype\[(numpy\.\w+)\]\]"
    return re.sub(array, r"NDArray[\1]", written)


def _signature(signature: inspect.Signature, colon: bool) -> Markup:
    def written(kind: object) -> object:
        is_array = "numpy.ndarray" in repr(kind)
        return _Written(_short(inspect.formatannotation(kind))) if is_array else kind

    return format_signature(
        signature.replace(
            parameters=[
                parameter.replace(annotation=written(parameter.annotation))
                for parameter in signature.parameters.values()
            ],
            return_annotation=written(signature.return_annotation),
        ),
        colon,
    )


def _home_of(shown: Mapping[str, pdoc.doc.Module], module: str, name: str) -> str | None:
    """Return the page that documents a class: of its own module, or of the package around it."""
    while module and not (module in shown and shown[module].get(name)):
        module = module.rpartition(".")[0]
    return module or None


def _bases_of(kind: type) -> Iterator[type]:
    """Yield the bases of a class; for one that is private its own."""
    for base in kind.__bases__:
        if base.__name__.startswith("_"):
            yield from _bases_of(base)
        elif base is not object:
            yield base


def _places(shown: Mapping[str, pdoc.doc.Module]) -> dict[str, tuple[str, str]]:
    """Return the page, and the place on it, of each short name, such as `MergeStep` or `timeline`.

    Names that mean different things on two pages are left out, and those of functions.
    """
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for page in reversed(shown.values()):  # the front page has the last word
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


@pass_context
def _to_markdown(context: Context, docstring: str) -> str:
    here: pdoc.doc.Module = context["module"]
    if docstring.startswith("Create new instance of "):
        return ""  # of a named tuple; it says no more than its signature

    def link(found: re.Match[str]) -> str:
        page, name = context["places"].get(found[1], ("", ""))
        if here.get(found[1]) or not page or page == here.modulename:
            return found[0]  # pdoc finds what is on the same page
        # With its dots as they are, pdoc would look for names in the link itself.
        anchor = name and f"#{name.replace('.', '%2E')}"
        return f"[{found[0]}]({relative_link(here.modulename, page)}{anchor})"

    with_links = re.sub(r"(?<!`)`(\w[\w.]*)`(?!`)", link, as_markdown(docstring))
    return to_markdown_with_context(context, with_links)


def as_markdown(docstring: str) -> str:
    """Return a docstring with its tables, and the colons before code, as Markdown has them.

    >>> print(as_markdown("====  ====\\na     b\\n====  ====\\nc     d and\\n      e\\n====  ===="))
    | a | b |
    | --- | --- |
    | c | d and e |
    """
    docstring = re.sub(r"::(?=\n\n {4})", ":", docstring)
    rule = r" *=+(?: +=+)+\n"
    # With a heading there are three rules, without one there are two.
    table = rf"^({rule})(?:((?:(?! *=).*\n)+?){rule})?((?:(?! *=).*\n)+?) *=+(?: +=+)+$"
    return re.sub(table, _table, docstring, flags=re.MULTILINE)


def _table(found: re.Match[str]) -> str:
    starts = [part.start() for part in re.finditer("=+", found[1])]
    indent = " " * starts[0]
    spans = [slice(*span) for span in zip(starts, [*starts[1:], None], strict=True)]
    rows: list[list[str]] = []
    for line in found[3].splitlines():
        cells = [line[span].strip() for span in spans]
        if cells[0]:
            rows.append(cells)
        else:  # the row above goes on
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    heading = [found[2][span].strip() for span in spans] if found[2] else [""] * len(spans)
    lines = [heading, ["---"] * len(spans), *rows]
    return "\n".join(f"{indent}| {' | '.join(cells)} |" for cells in lines)
