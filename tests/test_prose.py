"""Test that docstrings, comments and documents avoid phrases that are hard to read."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOTS = """
README.md CONTRIBUTING.md Makefile .ci docs deploy bench sample_corpora serve.py app.py tests
wordpiece
"""
COMMENT = {".js": "//|/?\\*", ".css": "/?\\*", ".html": "{#|<!--", ".jinja2": "{#", ".md": ""}
"""The start of a line of prose, by the suffix of the file; "#" in all others."""
KINDS = {*COMMENT, "", ".py", ".lua", ".yaml", ".toml", ".cfg", ".pxd"}

PHRASES = re.compile(
    r"\b(anew|beside|gone|nobody|somebody|anybody|whoever|therein|thereof)\b"
    r"|\b(is|are|be|was) (none|had)\b|\b(of|for|by) so (many|much)\b|\bin (its|their) stead\b"
    r"|\b(told|tells?|telling) (of|apart|by|what|how|which|otherwise|it|them|whom|the|nothing)\b"
    r"|\bof (its|their|one's|our) own\b|\bstands? (still|in|on|at|for|out|next|where|there)\b"
    r"|\b(goes|go|went) on\b|(?:^|[.:;] )What (is|has|was|stands|comes|cannot)\b(?!.*\?)"
)
"""Use the plain word: show, again, next to, separate, continue, and a named subject."""

QUOTED = re.compile(r'`+[^`]*`+|"[^"]*"|_\(.*\)')
"""Code, values and messages within a line."""


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of documents, docstrings and comments, with their numbers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":  # without generated parts and output of programs
        hidden = re.compile(r"<!-- plans:.*?<!-- end of plans -->|```.*?```", re.DOTALL)
        text = hidden.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines = text.splitlines()
    if path.suffix == ".py":
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
                first = node.body[0]
                for number in range(first.lineno, (first.end_lineno or 0) + 1):
                    yield number, lines[number - 1].strip(' "')
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")
    else:
        mark = re.compile(rf"\s*({COMMENT.get(path.suffix, '#')})\s*(.*)")
        yield from ((n, found[2]) for n, line in enumerate(lines, 1) if (found := mark.match(line)))


@pytest.mark.parametrize("root", [*ROOTS.split(), "pages"])
def test_prose_is_plain(root: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {text}"
        for path in [ROOT / root, *(ROOT / root).rglob("*")]
        if path.is_file() and path.suffix in KINDS and "node_modules" not in path.parts
        if not re.search(r"\.(fr|pt|ru|zh-Han[st])\.md$", path.name)
        for number, text in prose_of(path)
        if PHRASES.search(QUOTED.sub("", text)) and not text.startswith((">>>", "b'"))
    ]
    assert not found, "\n".join(found)
