"""Each script that waits in a page goes through `bench.waits`, which gives every wait an end."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests", "bench", "docs")
HELPERS = "bench/waits.py"

SCRIPT = re.compile(r"=>|\bfunction\b|\bwindow\.|\bdocument\.|\bnavigator\.")
WAITS = re.compile(
    r"\bawait\b|\basync\b|\bnew Promise\b|\bPromise\.a|\bwhile\s*\(|\bfor\s*\(;;|\.then\("
    r"|\bfetch\(|postTask\(|readText\(|writeText\(|\.finished\b|fonts\.ready\b"
)


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def called(node: ast.Call) -> str:
    """The name of the function or method that a call calls."""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def imports(node: ast.AST, module: str, name: str) -> bool:
    """Whether a statement imports a name from a module."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == module
        and name in [alias.name for alias in node.names]
    )


def unbounded(sources: dict[str, str]) -> list[str]:
    """The places of scripts that wait, but not through `wait_for_promise`, as "file:line".

    A script may have a name, which other files may import. Then each use of the name counts.
    """
    trees = {
        file: ast.parse(source)
        for file, source in sources.items()
        if "evaluate" in source or (SCRIPT.search(source) and WAITS.search(source))
    }
    above = {file: parents(tree) for file, tree in trees.items()}

    def ways(file: str, node: ast.expr, known: frozenset[str]) -> Iterator[str]:
        """The places where a text is used other than as the script of `wait_for_promise`."""
        here: ast.AST = node
        while not isinstance(here, ast.stmt):
            here, below = above[file][here], here
            if isinstance(here, ast.Call) and called(here) != "replace":
                if called(here) == "wait_for_promise" and below in here.args:
                    return
                break
        if isinstance(here, ast.Assign) and isinstance(here.targets[0], ast.Name):
            name = here.targets[0].id
            if name not in known:
                yield from uses(file, name, known | {name})
        else:
            yield f"{file}:{node.lineno}"

    def uses(defined: str, name: str, known: frozenset[str]) -> Iterator[str]:
        module = defined.removesuffix(".py").replace("/", ".")
        for file in trees:
            if name not in sources[file]:
                continue
            nodes = [*above[file]]
            if file == defined or any(imports(node, module, name) for node in nodes):
                for node in nodes:
                    if isinstance(node, ast.Name) and (node.id, type(node.ctx)) == (name, ast.Load):
                        yield from ways(file, node, known)

    found: set[str] = set()
    for file, over in above.items():
        for node in over:
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            is_docstring = isinstance(over[node], ast.Expr)
            if not is_docstring and SCRIPT.search(node.value) and WAITS.search(node.value):
                found.update(ways(file, node, frozenset()))
    return sorted(found)


def test_every_wait_in_a_page_has_an_end():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}
    del sources[HELPERS], sources[str(Path(__file__).relative_to(ROOT))]
    assert unbounded(sources) == []
    assert [file for file, text in sources.items() if ".wait_for_function(" in text] == []


MOTION = "async () => { while (!moving().length) await new Promise(requestAnimationFrame); }"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (f"page.evaluate('{MOTION}')", ["it.py:1"]),
        (f"PAUSED = '{MOTION}'\npage.evaluate(PAUSED, 3)", ["it.py:2"]),
        (f"PAUSED = '{MOTION}'\nTEN = PAUSED.replace('a', 'b')\nbox.evaluate(TEN)", ["it.py:3"]),
        ("page.evaluate('navigator.clipboard.readText()')", ["it.py:1"]),
        (f"wait_for_promise(page, '{MOTION}', what='a motion')", []),
        ("page.evaluate('() => document.title')", []),
    ],
)
def test_what_the_rule_finds(source: str, found: list[str]):
    assert unbounded({"it.py": source}) == found
