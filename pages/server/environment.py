"""Numbers from the environment, which whoever runs the server may set."""

from __future__ import annotations

import os
import re

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
