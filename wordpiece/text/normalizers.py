"""Normalizers: functions that change a text before it is split into words.

    text  --nfd-->  text  --strip-accents-->  text  --lowercase-->  text

The normalizers of this module return what those of the Hugging Face `tokenizers` library return;
the tests compare them. They can differ only for characters that are newer than one of the Unicode
tables. The tables here are those of the running Python (`unicodedata.unidata_version`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from unicodedata import category, combining, normalize

Normalizer = Callable[[str], str]
"""A function from a text to a text."""

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The 25 characters with Unicode's property White_Space.

`str.isspace` also accepts the separators U+001C to U+001F; neither accepts U+200B and U+FEFF."""

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
"""First and last code points of the blocks that BERT calls Chinese.

The seventh block starts at U+2B920, as in the `tokenizers` library. In BERT's code and in Unicode
it starts at U+2B820; so 256 rare ideographs are not separated."""

_LONG_RUN = 30
"""The most combining marks in a row that a text of any language needs.

Source: the stream-safe text format of Unicode Standard Annex 15."""


def unchanged(text: str) -> str:
    """Return the text unchanged."""
    return text


def nfc(text: str) -> str:
    """Compose: replace a letter and its combining marks by one code point where one exists.

    Source: Unicode Standard Annex 15, form C.
    """
    return normalize("NFC", sort_marks(text))


def nfd(text: str) -> str:
    """Decompose: separate a letter from its combining marks.

    >>> [len(form("é")) for form in (nfc, nfd)]
    [1, 2]

    Source: Unicode Standard Annex 15, form D.
    """
    return normalize("NFD", sort_marks(text))


def nfkc(text: str) -> str:
    """Compose, and replace variants of a character by that character.

    >>> nfkc("Ⅷ ﬁ ２ ①")
    'VIII fi 2 1'

    Source: Unicode Standard Annex 15, form KC.
    """
    return normalize("NFKC", sort_marks(text))


def nfkd(text: str) -> str:
    """Decompose, and replace variants of a character by that character.

    Source: Unicode Standard Annex 15, form KD.
    """
    return normalize("NFKD", sort_marks(text))


def sort_marks(text: str) -> str:
    """Sort long runs of combining marks into canonical order, which does not change a normal form.

    `unicodedata.normalize` uses insertion sort: a million marks would take hours, during which no
    other thread of Python could run. A sorted run takes it one pass.

    Source: Unicode Standard, section 3.11, canonical ordering algorithm.
    """
    if text.isascii():
        return text
    marks = "".join(char for char in set(text) if _is_mark(char))
    if not marks:
        return text
    return re.sub(f"(?s:.)[{re.escape(marks)}]{{{_LONG_RUN},}}", _sorted_run, text)


def _is_mark(char: str) -> bool:
    # A few marks have no combining class but decompose into marks that have one.
    return combining(normalize("NFD", char)[0]) > 0


def _sorted_run(run: re.Match[str]) -> str:
    parts = {char: normalize("NFD", char) for char in set(run[0])}
    # Marks that the character before the run decomposes into belong to the run.
    before = [combining(char) for char in parts[run[0][0]]]
    bare = len(before) - before[::-1].index(0) if 0 in before else 0
    chars = "".join(parts[char] for char in run[0])
    return chars[:bare] + "".join(sorted(chars[bare:], key=combining))


def lowercase(text: str) -> str:
    """Lowercase each character, independently of its neighbours.

    This differs from `str.lower` in one letter: Greek capital sigma always becomes σ, while
    `str.lower` writes ς at the end of a word. One character may become two: İ becomes i and a dot.

    >>> lowercase("ΟΔΟΣ"), "ΟΔΟΣ".lower()
    ('οδοσ', 'οδος')

    Source: `Lowercase` of the `tokenizers` library.
    """
    # Sigma is the only letter whose lowercase depends on its neighbours.
    return text.replace("Σ", "σ").lower()


def strip_accents(text: str) -> str:
    """Decompose (NFD) and drop the combining marks (category Mn). The rest stays decomposed.

    A letter without a decomposition is unchanged: for Unicode, ø and ł have no accent.

    >>> strip_accents("Crème brûlée, smørrebrød")
    'Creme brulee, smørrebrød'

    Source: `BertNormalizer` of the `tokenizers` library.
    """
    if text.isascii():
        return text
    text = nfd(text)
    # A text has few distinct characters, so each is looked up once.
    return text.translate({ord(char): None for char in set(text) if category(char) == "Mn"})


def clean_text(text: str) -> str:
    """Drop invisible characters and replace each white space by a plain space.

    Dropped are U+FFFD and the categories Cc (control, but not tab, line feed and carriage return,
    which are white space), Cf (format, such as the joiners in an emoji), Co (private use) and Cs
    (half of a surrogate pair). Unassigned code points are kept.

    >>> clean_text("one\\ttwo\\x00\\u200b\\u3000three")
    'one two three'

    Source: `BertNormalizer` of the `tokenizers` library. Google's BERT code keeps category Co.
    """
    return text.translate({ord(char): _cleaned(char) for char in set(text)})


def _cleaned(char: str) -> str:
    if char in "\t\n\r":
        return " "
    # U+000B, U+000C and U+0085 are also white space, but are dropped.
    if char == "\ufffd" or category(char) in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    return " " if char in WHITE_SPACE else char


def space_out_cjk(text: str) -> str:
    """Put a space on each side of every CJK ideograph, so that each becomes a word.

    Kana and Hangul are not ideographs.

    >>> space_out_cjk("東京 Tokyo")
    ' 東  京  Tokyo'

    Source: `BertNormalizer` of the `tokenizers` library.
    """
    if text.isascii():
        return text
    return text.translate({ord(char): f" {char} " for char in set(text) if _is_cjk(char)})


def _is_cjk(char: str) -> bool:
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
    """Return a normalizer that applies the named ones in order; it can be pickled.

    >>> compose(["strip-accents", "lowercase"])("Émile Zola")
    'emile zola'

    Raises:
        ValueError: a name is not in `NORMALIZERS`.
    """
    steps: list[Normalizer] = []
    for name in names:
        if name not in NORMALIZERS:
            known = ", ".join(NORMALIZERS)
            raise ValueError(f"There is no normalizer named {name!r}; the known ones are {known}.")
        steps.append(NORMALIZERS[name])
    return partial(_apply, tuple(steps))


def steps_of(normalizer: Normalizer) -> tuple[Normalizer, ...]:
    """Return the steps of a normalizer from `compose` or `bert_normalizer`.

    Any other function is a single step.

    >>> [step.__name__ for step in steps_of(bert_normalizer(cjk=False))]
    ['clean_text', 'strip_accents', 'lowercase']
    """
    if not (isinstance(normalizer, partial) and normalizer.func is _apply):
        return (normalizer,)
    steps: tuple[Normalizer, ...] = normalizer.args[0]
    return steps


def _apply(steps: tuple[Normalizer, ...], text: str) -> str:
    for step in steps:
        text = step(text)
    return text


def bert_normalizer(
    *, clean: bool = True, cjk: bool = True, strip: bool | None = None, lower: bool = True
) -> Normalizer:
    """Return BERT's normalizer: clean, space out ideographs, strip accents, lowercase.

    ``strip=None`` means "as ``lower``": an uncased model drops accents, a cased one keeps them.

    >>> bert_normalizer()("Héllo\\tWörld"), bert_normalizer(lower=False)("Héllo\\tWörld")
    ('hello world', 'Héllo Wörld')

    Source: `BertNormalizer(clean_text, handle_chinese_chars, strip_accents, lowercase)` of the
    `tokenizers` library, with its defaults.
    """
    chosen = {
        "clean-text": clean,
        "space-out-cjk": cjk,
        "strip-accents": lower if strip is None else strip,
        "lowercase": lower,
    }
    return compose(name for name, wanted in chosen.items() if wanted)
