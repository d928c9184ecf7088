"""Codes, keys and voters: what they look like, and how they are made and compared.

A code is short enough to be typed from the back row, and so could be guessed by trying; what the
odds are is in docs/security.md. Keys and voters cannot be guessed at all.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

ALPHABET = "CDFGHJKMNPQRTVWXY3479"
"""Characters that cannot be taken for one another. No A, E, I, O or U, so that no word comes out;
none of 0, 1, 2, 5, 6, 8, B, L, S and Z, which look like each other or like those."""

LENGTH = 6


def new_code() -> str:
    """Return a code by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read(typed: object) -> str:
    """Return a code as it was given out, from what somebody typed; "" if it can be none.

    >>> read(" hjk-4tw "), read("hjk4t"), read(7)
    ('HJK4TW', '', '')
    """
    if not isinstance(typed, str) or len(typed) > 40:
        return ""
    code = re.sub(r"[\s·.–-]+", "", typed).upper()
    return code if re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code) else ""


def grouped(code: str) -> str:
    """Return a code as it is shown, in two groups.

    >>> grouped("HJK4TW")
    'HJK 4TW'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def new_secret() -> str:
    """Return 128 random bits as text: a key, or a voter.

    >>> len(new_secret())
    22
    """
    return secrets.token_urlsafe(16)


def is_secret(given: object) -> bool:
    """Return whether something has the form of a key or a voter."""
    return isinstance(given, str) and bool(re.fullmatch("[A-Za-z0-9_-]{22}", given, re.ASCII))


def hashed(key: object) -> str:
    """Return what is kept of a key: its hash, so that what is kept opens nothing."""
    return sha256(key.encode("utf-8", "replace") if isinstance(key, str) else b"").hexdigest()


def fits(key: object, kept: str) -> bool:
    """Return whether a key is the one whose hash was kept, in a time that does not tell."""
    return is_secret(key) and hmac.compare_digest(hashed(key), kept)
