"""Settings from environment variables, which deploy/README.md explains, and the app's path."""

from __future__ import annotations

import os
import re
from secrets import token_bytes

import streamlit as st

DEFAULTS = {"TRAINING_MEMORY": 3072, "PRIVATE_MEMORY": 1024, "VOCABULARY_MEMORY": 1024}
"""Memory limits in MiB, by the name of their variable: for one training process, for all private
data that the server keeps for visitors, and for the process of one opened vocabulary."""


def memory_limit(name: str) -> int:
    """Return one of the limits in `DEFAULTS`, in bytes.

    Raises:
        ValueError: the variable is not a positive whole number of MiB.
    """
    text = os.environ.get(name, "").strip() or str(DEFAULTS[name])
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text, re.ASCII):
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise ValueError(
            f"{name} is {shown!r}; it must be a whole number of MiB, such as {DEFAULTS[name]}."
        )
    return int(text.lstrip("0")) * 2**20


def is_offline() -> bool:
    """Return whether OFFLINE is set, which forbids downloads from the Hugging Face Hub."""
    return os.environ.get("OFFLINE", "").strip() not in ("", "0")


_KEY_OF_THIS_PROCESS = token_bytes(32)


def result_key() -> bytes:
    """Return the key that signs result codes: RESULT_KEY, or one of this process alone."""
    return os.environ.get("RESULT_KEY", "").strip().encode() or _KEY_OF_THIS_PROCESS


def base_path() -> str:
    """Return the path prefix of the app, such as "/learn"; "" if it is served at the root."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
