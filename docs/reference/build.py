"""Make the reference pages with pdoc: one for each module, from its docstrings.

The docstrings are written to be read in an editor, with three things that Markdown does not know:
tables with `====` rules, `::` before a block of code, and modules called by their last name.
"""

from __future__ import annotations

import inspect
import re
import warnings
from functools import partial
from pathlib import Path
from typing import get_type_hints

import pdoc
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pdoc.render_helpers import format_signature, relative_link, to_markdown_with_context

from docs.reference.markdown import as_markdown
from docs.reference.modules import bases_of, home_of, pages, places_of, public

HERE = Path(__file__).parent


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
        places=places_of(shown),
        home_of=partial(home_of, shown),
        bases_of=lambda page: [*bases_of(page.obj)],
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
