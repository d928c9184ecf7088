"""Numbers from the environment, which whoever runs the server may set."""

from __future__ import annotations

import os
import re
import sys

USUAL = {"TRAINING_MEMORY": 3072, "PRIVATE_MEMORY": 512}
"""MiB for one training, and for all that is visitors' own; see deploy/README.md."""


def mebibytes(name: str) -> int:
    """How much memory one of `USUAL` says, in bytes.

    Raises:
        ValueError: it makes no sense; the message is for whoever set it.
    """
    text = os.environ.get(name, "").strip() or str(USUAL[name])
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text, re.ASCII):
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise ValueError(
            f"{name} is {shown!r}; it must be a whole number of MiB, such as {USUAL[name]}."
        )
    return int(text.lstrip("0")) * 2**20


def use_system_malloc() -> None:
    """Start this program anew with Python's objects in the C library's malloc, if on Linux.

    What is free there goes back to the system page by page (see `pages.server.memory`). Python's
    own allocator returns whole megabytes only, and of those that a class has used, most still hold
    some small object.
    """
    if sys.platform == "linux" and MALLOC not in os.environ:
        os.environ[MALLOC] = "malloc"
        os.execv(sys.executable, sys.orig_argv)


MALLOC = "PYTHONMALLOC"
