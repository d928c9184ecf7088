"""Make a corpus whose training takes seconds."""

from functools import cache
from random import Random


@cache
def large_table(words: int) -> str:
    """Return a word table with thousands of characters, and so with many different pairs."""
    random = Random(0)
    characters = [chr(0x4E00 + i) for i in range(3000)]
    lines = (
        f"{''.join(random.choices(characters, k=12))}\t{random.randint(1, 9)}" for _ in range(words)
    )
    return "\n".join(lines)
