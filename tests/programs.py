"""Require programs of the system that some tests need."""

import os

import pytest


def require(program: object, package: str) -> None:
    """Fail in CI, and skip the test elsewhere, if a program is None because it is not installed."""
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(f"{package} is missing; .ci/run installs it")
        pytest.skip(f"{package} is missing: apt-get install {package}")
