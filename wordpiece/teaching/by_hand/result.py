"""The result of an exercise as a short code, signed so that a learner cannot invent one.

A code has no name in it. It consists of a number, which holds the whole result, and its HMAC with a
secret key (RFC 2104, with SHA-256, cut to 40 bits), both written in Base32 (RFC 4648):

    XKBQ2-AAAAD-…
"""

from __future__ import annotations

import binascii
import hmac
from base64 import b32decode, b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wordpiece.message import Message, message
from wordpiece.teaching.by_hand.exercise import LEVELS, Task
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.tables import MAX_SEED, RULES

SIGNATURE = 5
"""Bytes of the signature."""

GROUP = 5
"""Characters of a code between two hyphens."""

LONGEST = 200
"""The most characters of a code."""

SHOWN = 40
"""The most characters of a wrong code that are shown."""

_NO_CODE = message(
    "This server cannot check this code. Perhaps it is not a result code, or a character is wrong "
    "or missing. Perhaps another server made it, or this server has been restarted since."
)

_SLIPS = (None, *Slip)
_BITS = (2, 2, 20, len(Slip), 16, 5)  # rule, level, seed, focus, number, steps
_SLIP_BITS = 4


class CodeError(ValueError):
    """A text is no result code of this key.

    Attributes:
        message: what is wrong with it.
    """

    def __init__(self, said: Message):
        super().__init__(str(said))
        self.message = said


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an exercise.

    Attributes:
        task: the exercise.
        slips: the first mistake of each step, None for a step that was right at the first try.
        number: a random number of the work, 0 to 65,535, by which a copied code is recognised.
    """

    task: Task
    slips: tuple[Slip | None, ...]
    number: int = 0

    @property
    def right(self) -> int:
        """The number of steps that were right at the first try."""
        return self.slips.count(None)


def write_code(result: Result, key: bytes) -> str:
    """Return the code of a result.

    >>> result = Result(Task(7, "bpe", "alone"), (None, Slip.OLD_COUNTS, None), 99)
    >>> read_code(write_code(result, b"secret"), b"secret") == result
    True
    """
    task = result.task
    focus = sum(1 << i for i, slip in enumerate(Slip) if slip in task.focus)
    head = (
        RULES.index(task.rule), LEVELS.index(task.level), task.seed, focus, result.number,
        len(result.slips),
    )  # fmt: skip
    packed = 1  # so that leading zeros are kept
    for value, bits in zip(head, _BITS, strict=True):
        packed = packed << bits | value
    for slip in result.slips:
        packed = packed << _SLIP_BITS | _SLIPS.index(slip)
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "big")
    text = b32encode(data + _signature(data, key)).decode().rstrip("=")
    return "-".join(text[i : i + GROUP] for i in range(0, len(text), GROUP))


def read_code(code: str, key: bytes) -> Result:
    """Return the result of a code; hyphens, spaces and lowercase letters do not matter.

    Raises:
        CodeError: a character is missing or wrong, or the code was made with another key.
    """
    text = "".join(char for char in code.upper() if char not in "-– \t")
    try:
        if len(code) > LONGEST:
            raise ValueError(code)
        signed = b32decode(text + "=" * (-len(text) % 8), map01="L")
    except (binascii.Error, ValueError):
        raise CodeError(_NO_CODE) from None
    data, signature = signed[:-SIGNATURE], signed[-SIGNATURE:]
    if not data or not hmac.compare_digest(_signature(data, key), signature):
        raise CodeError(_NO_CODE)
    return _unpacked(int.from_bytes(data, "big"))


class Checked(NamedTuple):
    """A result code of a list.

    Attributes:
        code: the code as it was given, shortened if it is too long.
        result: its result; None if it is no code of this key.
        problem: why it is not; None if it is.
        again: whether the same result, number included, came before: the code was copied.
    """

    code: str
    result: Result | None
    problem: Message | None
    again: bool


def check_codes(text: str, key: bytes) -> list[Checked]:
    """Check result codes, one on a line; empty lines are left out.

    >>> code = write_code(Result(Task(), (None, None)), b"secret")
    >>> for each in check_codes(f"{code} \\n A \\n {code}", b"secret"):
    ...     each.result and each.result.right, each.problem is None, each.again
    (2, True, False)
    (None, False, False)
    (2, True, True)
    """
    checked: list[Checked] = []
    seen: set[Result] = set()
    for code in filter(None, map(str.strip, text.splitlines())):
        try:
            result = read_code(code, key)
        except CodeError as error:
            checked.append(Checked(code[:SHOWN], None, error.message, False))
            continue
        checked.append(Checked(code, result, None, result in seen))
        seen.add(result)
    return checked


def _unpacked(packed: int) -> Result:
    """Return the result that a number holds."""
    bits = f"{packed:b}"[1:]

    def numbers() -> Iterator[int]:
        at = 0
        for size in _BITS:
            yield int(bits[at : at + size], 2)
            at += size
        while at < len(bits):
            yield int(bits[at : at + _SLIP_BITS], 2)
            at += _SLIP_BITS

    rule, level, seed, focus, number, steps, *slips = numbers()
    assert steps == len(slips) and seed <= MAX_SEED
    kinds = frozenset(slip for i, slip in enumerate(Slip) if focus >> i & 1)
    task = Task(seed, RULES[rule], LEVELS[level], kinds)
    return Result(task, tuple(_SLIPS[slip] for slip in slips), number)


def _signature(data: bytes, key: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")[:SIGNATURE]
