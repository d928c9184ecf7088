"""Normalizers: what happens to a text before it is cut into words.

A normalizer is any function from a text to a text. The ones here behave as those of the Hugging
Face `tokenizers` library, which is also what the tests compare them with.

    text  --nfd-->  text  --strip-accents-->  text  --lowercase-->  text

Characters newer than a library's Unicode tables are the one thing two implementations can disagree
on. Here the tables are those of the running Python (`unicodedata.unidata_version`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from unicodedata import category, combining, normalize

__all__ = [
    "CJK_RANGES",
    "NORMALIZERS",
    "WHITE_SPACE",
    "Normalizer",
    "bert_normalizer",
    "clean_text",
    "compose",
    "in_turn",
    "is_cjk",
    "lowercase",
    "nfc",
    "nfd",
    "nfkc",
    "nfkd",
    "sort_marks",
    "space_out_cjk",
    "steps_of",
    "strip_accents",
    "unchanged",
]

Normalizer = Callable[[str], str]
"""A function from a text to a text."""

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The 25 characters with Unicode's White_Space property.

`str.isspace` also accepts the separators U+001C to U+001F, which are not White_Space. The
zero-width U+200B and U+FEFF are in neither."""

CJK_RANGES = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)
"""First and last code points of the blocks BERT calls Chinese.

BERT's own code starts the seventh block at U+2B820, as Unicode does. The `tokenizers` library has
U+2B920 there, so 256 rare ideographs are not set apart; the library is followed."""

LONG_RUN = 30
"""Combining marks in a row that every implementation must keep apart from the next.

Source: the stream-safe text format of Unicode Standard Annex 15. No language needs more."""


def unchanged(text: str) -> str:
    """Return the text as it is: the normalizer that does nothing.

    >>> unchanged("Été")
    'Été'
    """
    return text


def nfc(text: str) -> str:
    """Compose: a letter and its combining marks become one code point where one exists.

    >>> nfc("e\\N{COMBINING ACUTE ACCENT}") == "\\N{LATIN SMALL LETTER E WITH ACUTE}"
    True

    Source: Unicode Standard Annex 15, form C.
    """
    return normalize("NFC", sort_marks(text))


def nfd(text: str) -> str:
    """Decompose: a letter and its combining marks become separate code points.

    >>> [len(form("é")) for form in (nfc, nfd)]
    [1, 2]

    Source: Unicode Standard Annex 15, form D.
    """
    return normalize("NFD", sort_marks(text))


def nfkc(text: str) -> str:
    """Compose, and replace what is only another shape of a character by that character.

    >>> nfkc("Ⅷ ﬁ ２ ①")
    'VIII fi 2 1'

    Source: Unicode Standard Annex 15, form KC.
    """
    return normalize("NFKC", sort_marks(text))


def nfkd(text: str) -> str:
    """Decompose, and replace what is only another shape of a character by that character.

    >>> nfkd("½") == "1\N{FRACTION SLASH}2"
    True

    Source: Unicode Standard Annex 15, form KD.
    """
    return normalize("NFKD", sort_marks(text))


def sort_marks(text: str) -> str:
    """Put long runs of combining marks into canonical order, which changes no normal form.

    `unicodedata.normalize` sorts a run by insertion: a million marks would take hours, and no
    other thread of Python would run meanwhile. What is sorted already costs it one pass.

    >>> run = "a" + "\N{COMBINING ACUTE ACCENT}\N{COMBINING DOT BELOW}" * 20
    >>> sort_marks(run) == "a" + "\N{COMBINING DOT BELOW}" * 20 + "\N{COMBINING ACUTE ACCENT}" * 20
    True

    Source: Unicode Standard, section 3.11, canonical ordering algorithm.
    """
    if text.isascii():
        return text
    marks = "".join(char for char in set(text) if _is_mark(char))
    if not marks:
        return text
    return re.sub(f"(?s:.)[{re.escape(marks)}]{{{LONG_RUN},}}", _sorted_run, text)


def _is_mark(char: str) -> bool:
    # A few have no combining class themselves and yet decompose into marks.
    return combining(normalize("NFD", char)[0]) > 0


def _sorted_run(run: re.Match[str]) -> str:
    parts = {char: normalize("NFD", char) for char in set(run[0])}
    # Marks that the character before the run decomposes into belong to the run.
    before = [combining(char) for char in parts[run[0][0]]]
    bare = len(before) - before[::-1].index(0) if 0 in before else 0
    chars = "".join(parts[char] for char in run[0])
    return chars[:bare] + "".join(sorted(chars[bare:], key=combining))


def lowercase(text: str) -> str:
    """Lowercase each character on its own, whatever its neighbours.

    That differs from `str.lower` in one letter: Greek capital sigma becomes σ everywhere, while
    `str.lower` writes ς at the end of a word. One character may become two: İ is i and a dot above.

    >>> lowercase("ΟΔΟΣ"), "ΟΔΟΣ".lower()
    ('οδοσ', 'οδος')

    Source: `Lowercase` of the `tokenizers` library.
    """
    # Sigma is the only letter whose lowercase depends on what surrounds it.
    return text.replace("Σ", "σ").lower()


def strip_accents(text: str) -> str:
    """Decompose (NFD) and drop the combining marks, category Mn. The rest stays decomposed.

    A letter with no decomposition keeps its shape: ø and ł are not accented letters to Unicode.

    >>> strip_accents("Crème brûlée, smørrebrød")
    'Creme brulee, smørrebrød'

    Source: `BertNormalizer` of the `tokenizers` library.
    """
    if text.isascii():
        return text
    text = nfd(text)
    # A text has few distinct characters: ask about each once, then replace in one pass.
    return text.translate({ord(char): None for char in set(text) if category(char) == "Mn"})


def clean_text(text: str) -> str:
    """Drop what cannot be seen; turn every white space into a plain space.

    Dropped: U+FFFD, and the categories Cc (NUL and other controls), Cf (format, such as the joiners
    inside an emoji), Co (private use) and Cs (half of a surrogate pair). Tab, line feed and
    carriage return are controls too, but count as white space. Unassigned code points stay.

    >>> clean_text("one\\ttwo\\x00\\u200b\\u3000three")
    'one two three'

    Source: `BertNormalizer` of the `tokenizers` library. Google's BERT code keeps category Co.
    """
    return text.translate({ord(char): _cleaned(char) for char in set(text)})


def _cleaned(char: str) -> str:
    if char in "\t\n\r":
        return " "
    # Before the test for white space: U+000B, U+000C and U+0085 are both, and are dropped.
    if char == "\ufffd" or category(char) in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    return " " if char in WHITE_SPACE else char


def space_out_cjk(text: str) -> str:
    """Put a space on each side of every CJK ideograph, so that each becomes a word.

    Chinese and Japanese are written without spaces. Kana and Hangul are not ideographs and stay
    together.

    >>> space_out_cjk("東京 Tokyo")
    ' 東  京  Tokyo'

    Source: `BertNormalizer` of the `tokenizers` library.
    """
    if text.isascii():
        return text
    return text.translate({ord(char): f" {char} " for char in set(text) if is_cjk(char)})


def is_cjk(char: str) -> bool:
    """Say whether one character is an ideograph that BERT sets apart (see `CJK_RANGES`).

    >>> [is_cjk(char) for char in "字かa"]
    [True, False, False]

    Raises TypeError if `char` is not a single character.
    """
    point = ord(char)
    return any(first <= point <= last for first, last in CJK_RANGES)


NORMALIZERS: Mapping[str, Normalizer] = MappingProxyType(
    {
        "nfc": nfc,
        "nfd": nfd,
        "nfkc": nfkc,
        "nfkd": nfkd,
        "lowercase": lowercase,
        "strip-accents": strip_accents,
        "clean-text": clean_text,
        "space-out-cjk": space_out_cjk,
    }
)
"""Every normalizer by name; read-only."""


def compose(names: Iterable[str]) -> Normalizer:
    """Make one normalizer that applies the named ones in the order given.

    Order matters: `strip-accents` leaves a text decomposed, so `nfc` belongs after it. With no
    names at all the text stays as it is.

    >>> compose(["strip-accents", "lowercase"])("Émile Zola")
    'emile zola'

    Raises ValueError for a name that is not in `NORMALIZERS`.
    """
    steps: list[Normalizer] = []
    for name in names:
        if name not in NORMALIZERS:
            known = ", ".join(NORMALIZERS)
            raise ValueError(f"There is no normalizer named {name!r}; the known ones are {known}.")
        steps.append(NORMALIZERS[name])

    return in_turn(steps)


def in_turn(steps: Iterable[Normalizer]) -> Normalizer:
    """Make one normalizer of several; it can be pickled if they can.

    >>> in_turn([nfd, lowercase])("É") == "e\N{COMBINING ACUTE ACCENT}"
    True
    """
    return partial(_in_turn, tuple(steps))


def steps_of(normalizer: Normalizer) -> tuple[Normalizer, ...]:
    """Return the normalizers that one of `compose`, `in_turn` or `bert_normalizer` is made of.

    Any other function is its own only step.

    >>> [step.__name__ for step in steps_of(in_turn([bert_normalizer(cjk=False), nfc]))]
    ['clean_text', 'strip_accents', 'lowercase', 'nfc']
    """
    if not (isinstance(normalizer, partial) and normalizer.func is _in_turn):
        return (normalizer,)
    return tuple(single for step in normalizer.args[0] for single in steps_of(step))


def _in_turn(steps: tuple[Normalizer, ...], text: str) -> str:
    for step in steps:
        text = step(text)
    return text


def bert_normalizer(
    *, clean: bool = True, cjk: bool = True, strip: bool | None = None, lower: bool = True
) -> Normalizer:
    """Make BERT's normalizer: clean, space out ideographs, strip accents, lowercase, in that order.

    `strip=None` means "as `lower`": an uncased model loses its accents, a cased one keeps them.

    >>> bert_normalizer()("Héllo\\tWörld")
    'hello world'
    >>> bert_normalizer(lower=False)("Héllo\\tWörld")
    'Héllo Wörld'

    Source: `BertNormalizer(clean_text, handle_chinese_chars, strip_accents, lowercase)` of the
    `tokenizers` library, with its defaults.
    """
    if strip is None:
        strip = lower
    chosen = {
        "clean-text": clean,
        "space-out-cjk": cjk,
        "strip-accents": strip,
        "lowercase": lower,
    }
    return compose(name for name, wanted in chosen.items() if wanted)
