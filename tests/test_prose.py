"""Phrases that readers stumble over are not used in docstrings, comments and documents."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

PHRASES = (
    r"\b(told|tells?|telling)\b",
    r"\banew\b",
    r"\b(is|are|be|was) (none|no [a-z]+)\b",
    r"\b(of|at most|for|by) so (many|much|long)\b",
    r"\b(who(so)?ever|for who|who (comes|has|is|goes|reads|opens))\b",
    r"(^|[.:;(] )What (is|has|comes|was|can|cannot|it|they|a|the|stands|must|may)\b",
    r"\bstands?\b",
    r"\bbeside\b",
    r"\bgone\b",
    r"\b(nobody|somebody|anybody)\b",
    r"\bof (its|their|one's|our) own\b",
    r"\b(is|are|be) had\b",
    r"\b(goes on|go on|comes? back|went on)\b",
    r"\bthere(in|by|of)\b",
    r"\b(made|done|drawn|begun|begins?) (with|of|anew|by itself)\b",
)
ALLOWED = 20
"""Places per 1,000 lines of prose where one of the phrases may be the plain word."""

COMMENT = re.compile(r"\s*(?://|/\*+|\*|<!--|--|\{#)\s*(.*)")


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings, comments and documents, each with its number."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".md":
        yield from enumerate(text.splitlines(), 1)
    elif path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0] if node.body else None
                if isinstance(first, ast.Expr) and ast.get_docstring(node, clean=False) is not None:
                    for i, line in enumerate(str(ast.literal_eval(first.value)).splitlines()):
                        if not line.strip().startswith((">>>", "...")):
                            yield first.lineno + i, line.strip()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")
    elif path.suffix in {".js", ".css", ".html", ".lua"}:
        for i, line in enumerate(text.splitlines(), 1):
            if found := COMMENT.match(line):
                yield i, found[1]
    elif path.name in {"Makefile", "run"} or path.suffix in {".toml", ".yaml", ".pxd"}:
        for i, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("#"):
                yield i, line.lstrip("# \t")


def test_the_prose_of_the_project_is_plain():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    paths = [ROOT / name for name in listed.stdout.splitlines()] or [*ROOT.rglob("*.py")]
    translated = re.compile(r"\.(fr|ru|zh-Hant)\.md$")
    lines, found = 0, []
    for path in paths:
        if path.is_file() and not (translated.search(path.name) or "sample_corpora" in path.parts):
            for number, text in prose_of(path):
                lines += 1
                if any(re.search(phrase, text) for phrase in PHRASES):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {text}")
    assert len(found) * 1000 <= ALLOWED * lines, "\n".join(found)
