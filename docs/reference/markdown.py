"""Docstrings as Markdown has them."""

from __future__ import annotations

import re


def as_markdown(docstring: str) -> str:
    """Return a docstring with its tables, and the colons before code, as Markdown has them.

    >>> print(as_markdown("====  ====\\na     b\\n====  ====\\nc     d and\\n      e\\n====  ===="))
    | a | b |
    | --- | --- |
    | c | d and e |
    """
    # With the space pdoc takes no sentence for the heading of a section.
    docstring = re.sub(r":?:\n(?=\n {4})", ": \n", docstring)
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
        else:  # the row above continues
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    heading = [found[2][span].strip() for span in spans] if found[2] else [""] * len(spans)
    lines = [heading, ["---"] * len(spans), *rows]
    return "\n".join(f"{indent}| {' | '.join(cells)} |" for cells in lines)
