"""Test that files and commands in documents exist, and that docs/notebook.ipynb is up to date.

After a change of the notebook, `python -m tests.test_docs` writes its outputs again. Read the diff
before you commit it.
"""

import ast
import contextlib
import io
import json
import os
import re
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "deploy/README.md"])
FOLDERS = "wordpiece|pages|tests|docs|bench|deploy|sample_corpora"


@cache
def names_of_tests() -> set[str]:
    """Return the names of all tests."""
    sources = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r"def (test_\w+)", source)}


@pytest.mark.parametrize(
    "path",
    [
        path for path in DOCUMENTS if path.name != "CHANGELOG.md"
    ],  # it also names files that no longer exist
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_files_and_commands_that_a_document_names_exist(path):
    text = path.read_text(encoding="utf-8")
    files = set(re.findall(rf"(?<![\w/.])((?:{FOLDERS})/[\w./-]*\w)", text))
    files -= {"deploy/.env"}  # the reader creates it
    assert [file for file in sorted(files) if not (ROOT / file).exists()] == []
    assert set(re.findall(r"`(test_\w+)`", text)) <= names_of_tests()
    modules = set(re.findall(r"python\d? -m ((?:wordpiece|bench|tests)[\w.]*\w)", text))
    assert [name for name in sorted(modules) if find_spec(name) is None] == []
    targets = set(re.findall(r"(?:^    |`)make (\w+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [name for name in sorted(targets) if f"\n{name}:" not in makefile] == []
    for command in re.findall(r"python -m bench\.\w+[^\n`]*", text):
        script = ROOT / f"{command.split()[2].replace('.', '/')}.py"
        options = set(re.findall(r"--[\w-]+", command)) - {"--help"}
        source = script.read_text(encoding="utf-8")
        assert [name for name in sorted(options) if f'"{name}"' not in source] == [], command


def read() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return content


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell, and return its outputs as Jupyter stores them."""
    *body, last = ast.parse(source).body
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(body, []), "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(compile(source, "cell", "exec"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        outputs.append(
            {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_readmes_example_gives_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    *steps, result = run(example, {})
    said = example.splitlines()[-1].partition("  # ")[2].partition(" ; ")[0]
    assert steps and result["data"]["text/plain"] == [said]
    assert (tmp_path / "tokenizer.json").exists()


def test_the_notebook_prints_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    notebook = read()
    assert notebook["nbformat"] == 4 and len(cells(notebook)) >= 10
    for cell in cells(notebook):
        source = "".join(cell["source"])
        assert cell["outputs"], source
        assert run(source, names) == cell["outputs"], source
    assert (tmp_path / "tokenizer.json").exists()
    assert (tmp_path / "vocab.txt").read_text().splitlines()[:2] == ["[UNK]", "##g"]


if __name__ == "__main__":
    content = read()
    shared: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for made in cells(content):
            made["outputs"] = run("".join(made["source"]), shared)
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    NOTEBOOK.write_text(text, encoding="utf-8")
