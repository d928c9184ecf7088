"""Test that `make` sets up .venv, also after it was killed during the setup."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LOCK = "deploy/constraints.txt"
SOURCES = ("wordpiece/training/pair_index.py", "wordpiece/training/_pair_index.pxd")

# Replaces python: makes a .venv and installs without doing any work. A file in the folder `die` or
# `fail`, named after a step, kills it and make at this step, or makes the step fail. Like pip, it
# takes a partial installation for a complete one.
STAND_IN = """#!/bin/sh
at() {
    echo "$1" >>log
    if [ -e "die/$1" ]; then rm "die/$1"; kill -9 0; fi
    if [ -e "fail/$1" ]; then rm "fail/$1"; exit 1; fi
}
case "$*" in
"-m venv --clear .venv")
    rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python
    at venv && echo >.venv/pip ;;
"-m pip install "*)
    [ -e .venv/pip ] || { echo "No module named pip"; exit 1; }
    [ -e .venv/half ] || { touch .venv/half; at install; touch .venv/whole; }
    rm .venv/half ;;
"-m wordpiece.training._compile")
    at compile ;;
"serve.py "*)
    [ -e .venv/whole ] && echo "serving" ;;
*)
    echo "not known: $*"; exit 1 ;;
esac
"""


class Folder:
    """Copy the Makefile, with the files that it needs, into a separate folder."""

    def __init__(self, path: Path, python: str):
        self.path, self.python = path, python
        shutil.copy(ROOT / "Makefile", path)
        for name in ("requirements.txt", "requirements-dev.txt", LOCK, "log", *SOURCES):
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).touch()
        (path / "serve.py").write_text("print('serving')")

    def make(self, target: str = "run") -> tuple[int, str]:
        # Without the variables of the make that runs the tests.
        clean = {name: value for name, value in os.environ.items() if "MAKE" not in name}
        done = subprocess.run(
            ["make", target, f"PYTHON={self.python}"], cwd=self.path, env=clean, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        return done.returncode, done.stdout

    def serves(self) -> bool:
        code, said = self.make()
        return code == 0 and said.endswith("serving\n")

    def prepare(self, what: str, step: str) -> None:
        (self.path / what).mkdir(exist_ok=True)
        (self.path / what / step).touch()

    @property
    def steps(self) -> list[str]:
        """The steps since the last call."""
        log = (self.path / "log").read_text().split()
        (self.path / "log").write_text("")
        return log


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    python = tmp_path / "python"
    python.write_text(STAND_IN)
    python.chmod(0o755)
    return Folder(tmp_path, str(python))


@pytest.mark.parametrize("step", ["venv", "install"])
def test_make_recovers_after_it_was_killed(folder: Folder, step: str):
    folder.prepare("die", step)
    assert folder.make()[0] == -9 and folder.steps[-1] == step
    assert folder.serves() and folder.steps == ["venv", "install", "compile"]
    assert folder.serves() and folder.steps == []


def test_without_a_network_the_installed_packages_are_used(folder: Folder):
    assert folder.serves() and folder.steps == ["venv", "install", "compile"]
    os.utime(folder.path / ".venv" / "run.done", (0, 0))
    folder.prepare("fail", "install")
    (folder.path / ".venv" / "mine").touch()
    assert folder.make()[0] == 2 and folder.steps == ["install"]
    assert folder.serves() and (folder.path / ".venv" / "mine").exists()


def test_without_a_compiler_the_pure_python_version_runs(folder: Folder):
    old = folder.path / "wordpiece/training/_pair_index.cpython-old.so"
    old.touch()
    folder.prepare("fail", "compile")
    code, said = folder.make()
    assert code == 0 and "could not be compiled (.venv/compiled.log says why)" in said
    assert said.endswith("serving\n") and not old.exists()
    assert folder.serves() and folder.steps == ["venv", "install", "compile"]
    os.utime(folder.path / ".venv" / "compiled.log", (0, 0))
    assert folder.serves() and folder.steps == ["compile"]
