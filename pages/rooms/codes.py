"""Codes, keys and voter ids: their format, creation and comparison.

A code is short enough to type from the back row, so it could be guessed by trying; docs/security.md
has the odds. Keys and voter ids cannot be guessed.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

ALPHABET = "CDFGHJKMNPQRTVWXY3479"
"""Characters that are not mistaken for one another. It has no vowels, so that codes are not words,
and none of 0, 1, 2, 5, 6, 8, B, L, S and Z, which look like each other or like vowels."""

LENGTH = 6


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read(typed: object) -> str:
    """Normalize a typed code; return "" if it is not a code.

    >>> read(" hjk-4tw "), read("hjk4t"), read(7)
    ('HJK4TW', '', '')
    """
    if not isinstance(typed, str) or len(typed) > 40:
        return ""
    code = re.sub(r"[\s·.–-]+", "", typed).upper()
    return code if re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code) else ""


def in_groups(code: str) -> str:
    """Return a code in two groups, for display.

    >>> in_groups("HJK4TW")
    'HJK 4TW'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def new_secret() -> str:
    """Return 128 random bits as text: a key, or a voter id.

    >>> len(new_secret())
    22
    """
    return secrets.token_urlsafe(16)


def is_secret(given: object) -> bool:
    """Return whether a value has the form of a key or a voter id."""
    return isinstance(given, str) and bool(re.fullmatch("[A-Za-z0-9_-]{22}", given, re.ASCII))


def hash_key(key: object) -> str:
    """Return the hash of a key; the store contains hashes only."""
    return sha256(key.encode("utf-8", "replace") if isinstance(key, str) else b"").hexdigest()


def fits(key: object, kept: str) -> bool:
    """Return whether a key has the stored hash, in constant time."""
    return is_secret(key) and hmac.compare_digest(hash_key(key), kept)
