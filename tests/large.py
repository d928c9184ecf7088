"""Corpora that take their time."""

from functools import cache
from random import Random


@cache
def large_table(words: int) -> str:
    """A word table whose training takes long: thousands of characters make many different pairs."""
    random = Random(0)
    characters = [chr(0x4E00 + i) for i in range(3000)]
    lines = (
        f"{''.join(random.choices(characters, k=12))}\t{random.randint(1, 9)}" for _ in range(words)
    )
    return "\n".join(lines)
