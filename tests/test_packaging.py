"""Test the package of the engine: build it, and install it next to numpy alone."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import numpy
import pytest
import setuptools

import wordpiece
from tests import golden

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
NAME = f"merge_by_merge-{wordpiece.__version__}"

# Builds as `pip` and `build` do, without the network; requirements.txt installs setuptools.
BUILD = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"


def build(what: str, source: Path, to: Path) -> Path:
    before = set(to.iterdir())
    command = [sys.executable, "-c", BUILD.format(what), str(to)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [made] = set(to.iterdir()) - before
    return made


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    """Build in a copy, because building leaves files behind."""
    folder = tmp_path_factory.mktemp("checkout")
    left_out = shutil.ignore_patterns(
        ".*", "node_modules", "__pycache__", "*.egg-info", "build", "dist", "test-artifacts"
    )
    shutil.copytree(ROOT, folder / "copy", ignore=left_out)
    return build("sdist", folder / "copy", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory) -> Path:
    """Build from the sdist, to show that it is complete."""
    folder = tmp_path_factory.mktemp("source")
    shutil.unpack_archive(sdist, folder)
    return build("wheel", folder / NAME, tmp_path_factory.mktemp("wheel"))


def modules() -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for path in (ROOT / "wordpiece").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".c", ".so")
    }


def test_the_sdist_contains_only_the_engine(sdist):
    with tarfile.open(sdist) as packed:
        files = {member.name.removeprefix(f"{NAME}/") for member in packed if member.isfile()}
    made = {file for file in files if "egg-info" in file} | {"PKG-INFO", "setup.cfg"}
    about = {"LICENSE", "MANIFEST.in", "README.md", "pyproject.toml"}
    assert files == modules() | about | made


def test_the_wheel_contains_the_engine_and_its_metadata(wheel):
    assert wheel.name == f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        files = set(packed.namelist())
        about = HeaderParser().parsestr(packed.read(f"{NAME}.dist-info/METADATA").decode())
    info = {file for file in files if file.startswith(f"{NAME}.dist-info/")}
    assert files - info == modules()
    assert about["Version"] == wordpiece.__version__
    assert about["License-Expression"] == "MIT" and about["License-File"] == "LICENSE"
    assert f"{NAME}.dist-info/licenses/LICENSE" in files
    assert about["Provides-Extra"] == "files"
    [needed, extra] = about.get_all("Requires-Dist", [])
    assert re.fullmatch(r"numpy>=[\d.]+", needed)
    assert re.fullmatch(r'tokenizers<0.24,>=0.23; extra == "files"', extra)


def test_the_installed_package_works(wheel, tmp_path):
    """Install into a new environment that has only numpy, by links, and no pip."""
    venv.create(tmp_path / "env", symlinks=True)
    base = {"base": str(tmp_path / "env")}
    packages = Path(sysconfig.get_path("purelib", "venv", base))
    here = Path(numpy.__file__).parents[1]
    for name in ("numpy", "numpy.libs"):
        if (here / name).exists():
            (packages / name).symlink_to(here / name)
    bin = tmp_path / "env" / "bin"
    elsewhere = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def run(*command: object, **more: str) -> str:
        done = subprocess.run(
            [*map(str, command)], cwd=tmp_path, env=elsewhere | more, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.stdout

    # pip needs setuptools from here, because the new environment has none.
    pip = (sys.executable, "-m", "pip", "--python", bin / "python", "--disable-pip-version-check")
    said = run(
        *pip, "install", "--no-deps", "--no-index", "--no-build-isolation", wheel,
        PYTHONPATH=str(Path(setuptools.__file__).parents[1]),
    )  # fmt: skip
    assert f"Successfully installed {NAME.replace('_', '-')}" in said, said
    assert run(bin / "wordpiece", "--version") == f"wordpiece {wordpiece.__version__}\n"
    (tmp_path / "toy.tsv").write_text("".join(f"{w}\t{n}\n" for w, n in golden.TOY.items()))
    vocabulary = run(bin / "wordpiece", "train", "toy.tsv", "--merges", "3").split()
    assert vocabulary[-3:] == ["##gs", "hu", "hugs"]
    about = "import wordpiece, importlib.metadata as m; print(wordpiece.__file__, m.version({!r}))"
    file, version = run(bin / "python", "-c", about.format("merge-by-merge")).split()
    assert file == str(packages / "wordpiece" / "__init__.py")
    assert version == wordpiece.__version__
