"""Texts of all kinds of characters, and a search for those that two functions treat differently.

Python and the `tokenizers` library have tables of different versions. So texts consist of
characters that both know since 2002, and of some newer ones.
"""

import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import chain

from hypothesis import strategies as st

RECLASSIFIED = "\u166d\u1734\u1885\u1886"
"""Characters of Unicode 3.2 that are of another category now than in the library's tables: a sign
that was punctuation, and three that became marks or ceased to be."""


def is_old(char: str) -> bool:
    """Return whether both sides know a character: Unicode 3.2 of 2002 has it, as it is now."""
    return unicodedata.ucd_3_2_0.category(char) != "Cn" and char not in RECLASSIFIED


SPACES = [*"\t\n\x0b\x0c\x1c\x1f \x85\xa0\u1680\u180e\u2003\u2028\u2029\u3000", "\r\n", "  "]
UNSEEN = list("\x00\x7f\xad\u200b\u200d\ufeff\ufffd\ue000\u0378\U000e0001\U0010ffff")
ENGLISH = "a Z don't 's 't 're 've 'm 'll 'd 'S ' ’s ''s _ ## . ... !?".split()
NUMBERS = "1 42 ² ½ Ⅷ ٣ १ 〇 𞥐".split()
SYMBOLS = "$ € ± + < = > ^ ` | ~ - — « ¿ 、 。 । ㊀ 👍 𝒳 𐄀".split()
ACCENTS = "é e\u0301 \u0301 \u0323 \u0345 Å \u212b й ё ñ Ñ İ ı ø ß ẞ ǅ ﬁ Σ ς ΑΣ ΟΔΟΣ Ж".split()
SCRIPTS = "字 東京 か が カ 한국 각 \u1100 \u1161 שָׁלוֹם العَرَبِيَّة हिन्दी ไทย".split()
ASIAN = "ๆ \u0e34 ພາສາ ភាសា မြန်မာ 𐎀".split()
JAPANESE = "々 〇 〆 タワー ー ﾊﾟﾝ はきれい ・ ゝ ヶ 〻 〱".split()
MODIFIERS = "ʻ ªº ـ \u0374".split()
EMOJI = "👍🏽 👩\u200d👩\u200d👧 🇫🇷 🇫🇷\u200d 🇩 ❤\ufe0f 1\ufe0f\u20e3 👍\u200d🇩🇪".split()
IDEOGRAPHS = list("\U00020000\U0002b820\U0002b920\uf900")

PIECES = [*SPACES, *UNSEEN, *ENGLISH, *NUMBERS, *SYMBOLS, *ACCENTS, *SCRIPTS, *IDEOGRAPHS]
PIECES += [*ASIAN, *JAPANESE, *MODIFIERS, *EMOJI]
"""What texts are made of, next to any old character."""


old_characters = st.characters(exclude_categories=["Cs", "Cn"]).filter(is_old)


@cache
def characters(kind: str) -> list[str]:
    """Return old "marks", which may change places, or "letters", which decompose into several."""
    wanted: Callable[[str], object] = unicodedata.combining
    if kind == "letters":
        wanted = unicodedata.decomposition
    return [char for char in map(chr, [*range(0xAC00), *range(0xF900, 0x20000)])
            if wanted(char) and is_old(char)]  # fmt: skip


texts = st.lists(
    st.sampled_from(PIECES)
    | old_characters
    | st.deferred(lambda: st.sampled_from(characters("marks")))
    | st.deferred(lambda: st.sampled_from(characters("letters"))),
    max_size=20,
).map("".join)


STEPS = {
    0x3500: 1, 0x4D00: 13, 0x4F00: 1, 0x9F00: 13, 0xAD00: 1, 0xD700: 13, 0xD800: 1, 0x20100: 1,
    0x2A600: 13, 0x40000: 1, 0xE0000: 251, 0xE1000: 1, 0x110000: 251,
}  # fmt: skip
"""Up to which code point each, or one of how many, is tried: where there are only ideographs, only
syllables, only private characters or none at all, a few will do."""


@cache
def every_character(old: bool) -> list[str]:
    """Return all characters but surrogates, or only the old ones; see `STEPS`."""
    points = chain.from_iterable(map(range, [0, *STEPS], STEPS, STEPS.values()))
    chars = [chr(point) for point in points if not 0xD800 <= point < 0xE000]
    return [char for char in chars if not old or is_old(char)]


def differing(
    differ: Callable[[str], bool], probe: Callable[[str], str], *, old: bool = True
) -> list[str]:
    """Return the characters whose probe the two sides treat differently.

    Args:
        differ: returns whether they treat a text differently.
        probe: puts a character into a text, so that it shows how it is treated.
        old: whether to try only old characters.
    """
    found: list[str] = []
    chars = every_character(old)
    for first in range(0, len(chars), 64):
        block = chars[first : first + 64]
        if differ("\n".join(map(probe, block))):
            found += [char for char in block if differ(probe(char))] or block
    return found
