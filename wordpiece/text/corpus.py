"""Read a corpus: word frequencies from bytes, a text or a word table.

Training needs only the words, in order of first occurrence, and their counts. So a corpus of any
size can be given as a table that was counted elsewhere:

    hug<TAB>10            word,count
    pug<TAB>5       or    hug,10
    ,<TAB>4               ",",4
"""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import mul
from types import MappingProxyType
from typing import Literal
from unicodedata import category

from wordpiece.errors import CorpusError, expected, quoted, too_large
from wordpiece.message import Fact, Listed, Message, message
from wordpiece.scoring import EXACT
from wordpiece.text.normalizers import WHITE_SPACE, Normalizer, unchanged
from wordpiece.text.pre_tokenizers import bytes_to_text, is_byte_level, split_words

Kind = Literal["text", "table"]
"""The content of a file: a text, or a table of words and counts."""

_MAX_WORD_LENGTH = 1_000
"""In characters, or in bytes if words are spelled as bytes. A longer "word" is nearly always a text
that was not split at all."""

csv.field_size_limit(2**31 - 1)  # a longer word raises a CorpusError, not a csv.Error

_MAX_QUOTED = 30
"""In characters, of a text in an error."""

_MAX_LANGUAGES = 50

_MAX_LISTED = 5
"""Words or lines in a remark."""

_REMOVED = message("After normalization, no word is left. Try other words.")

_UNSEEN = frozenset(("Cc", "Cf", "Zs", "Zl", "Zp"))
"""Unicode categories of invisible characters."""

_OTHER_FILES = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF89a": "GIF",
    b"%PDF-": "PDF",
    b"PK\x03\x04": "ZIP (.docx, .xlsx)",
    b"\x1f\x8b": "gzip",
    b"{\\rtf": "RTF",
    b"\xd0\xcf\x11\xe0": "OLE (.doc, .xls)",
}
"""The first bytes of files that are not plain text, and the names of their formats."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Word frequencies, and remarks on how they were read.

    Attributes:
        word_frequencies: word to count, in order of first occurrence; read-only.
        notes: remarks for the user, such as that the counts of repeated words were added.
        languages: how often each word occurs in each language, in the order of the words, if this
            was asked for; see `build`.
    """

    word_frequencies: Mapping[str, int]
    notes: tuple[Message, ...] = ()
    languages: tuple[tuple[int, ...], ...] = ()


def decode(data: bytes) -> str:
    """Decode a text file in UTF-8, with or without byte order mark, or in UTF-16.

    Raises:
        CorpusError: the file is empty or is not text; has the line.
    """
    for beginning, format in _OTHER_FILES.items():
        if data.startswith(beginning):
            raise CorpusError(
                message(
                    "The format of this file is {format}, not plain text. Choose a text file that "
                    "was saved as UTF-8.",
                    format=format,
                )
            )
    encoding = _encoding_of(data)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise CorpusError(
            message(
                "The file is not valid {encoding} at the byte {byte}. Perhaps it has another "
                "encoding, or is not complete. Save the file as UTF-8 text and choose it again.",
                byte=f"0x{data[error.start]:02X}",
                encoding=error.encoding.upper(),
            ),
            line=data[: error.start].decode(encoding, "ignore").count("\n") + 1,
        ) from None
    if not text:
        raise CorpusError(message("The file is empty. Choose a file with text in it."))
    before, nul, _ = text.partition("\0")
    if nul:
        raise CorpusError(
            message(
                "This file has a NUL byte. Perhaps it is not a text file, or its encoding is not "
                "UTF-8. Choose a text file that was saved as UTF-8."
            ),
            line=before.count("\n") + 1,
        )
    return text


def _encoding_of(data: bytes) -> str:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    # UTF-16 without a byte order mark: every second byte of Western text is NUL; UTF-8 has no NUL.
    sample = data[:4096]
    low, high = sample[0::2].count(0), sample[1::2].count(0)
    if len(data) % 2 == 0 and max(low, high) * 5 > len(sample) and not min(low, high):
        return "utf-16-le" if high else "utf-16-be"
    return "utf-8"


def from_text(text: str, normalizer: Normalizer = unchanged, pre_tokenizer: str = "bert") -> Corpus:
    """Normalize a text, split it into words and count them.

    >>> dict(from_text("A hug, a pug!", str.lower).word_frequencies)
    {'a': 2, 'hug': 1, ',': 1, 'pug': 1, '!': 1}

    Args:
        text: any text.
        normalizer: see `wordpiece.text.normalizers`.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`.

    Raises:
        CorpusError: the text has no words, no pair to merge, or a word of more than 1,000
            characters, or bytes if words are spelled as bytes.
    """
    if all(char.isspace() or category(char) in _UNSEEN for char in set(text)):
        raise CorpusError(
            message("There is no visible text, but training needs at least one word.")
        )
    counts = Counter(split_words(normalizer(text), pre_tokenizer))
    if not counts:
        raise CorpusError(_REMOVED)
    if max(map(len, counts)) > _MAX_WORD_LENGTH:
        too_long = _HAS_BYTES if is_byte_level(pre_tokenizer) else _HAS_CHARACTERS
        for number, line in enumerate(_lines(text), 1):
            words = split_words(normalizer(line), pre_tokenizer)
            _check_length(max(words, key=len, default=""), number, too_long)
        _check_length(max(counts, key=len), None, too_long)
    return _make_corpus(counts, (), _SPLIT_OTHERWISE)


def from_table(text: str, normalizer: Normalizer) -> Corpus:
    """Read a word table; see the top of this module for the two formats.

    The normalizer is applied to each word; the counts of words that become equal are added.

    >>> dict(from_table("Hug\\t10\\npug\\t5\\nhug\\t1\\n", str.lower).word_frequencies)
    {'hug': 11, 'pug': 5}

    Raises:
        CorpusError: a line is not a word and a count; has the first such line. Or the table is
            empty or has no pair to merge.
    """
    counts: dict[str, int] = {}
    written: dict[str, str] = {}
    repeated: dict[str, None] = {}
    became_equal = False
    emptied: set[str] = set()
    for line, word, count in _rows(text):
        normalized = normalizer(word)
        if not normalized:
            emptied.add(word)
            continue
        _check_length(normalized, line, _IS_LONG)
        if normalized in counts:
            repeated[normalized] = None
            became_equal |= not word == written[normalized] == normalized
        written.setdefault(normalized, word)
        counts[normalized] = counts.get(normalized, 0) + count
    if not counts and emptied:
        raise CorpusError(_REMOVED)
    if not counts:
        raise CorpusError(
            message(
                "The table has no words. Write on each line a word, a tab and the count of the "
                "word: hug<TAB>10. If the first line is “word,count”, write a comma instead of "
                "the tab."
            )
        )
    notes = []
    if repeated:
        words = _first_few([*map(_quoted, repeated)])
        said = _NORMALIZED_ON_LINES if became_equal else _ON_LINES
        notes.append(said.fill(n=len(repeated), words=words))
    if emptied:
        notes.append(
            message(
                "{n} {n:word was|words were} left out, because the normalizer removes all "
                "{n:its|their} characters.",
                n=len(emptied),
            )
        )
    return _make_corpus(counts, tuple(notes), _ADD_WORDS)


_ON_LINES = message(
    "{n} {n:word is|words are each} on two or more lines of the table; {n:its counts|the counts of "
    "each} were added up. {n:The word|The words}: {words}."
)
_NORMALIZED_ON_LINES = message(
    "After normalization, {n} {n:word is|words are each} on two or more lines of the table; "
    "{n:its counts|the counts of each} were added up. {n:The word|The words}: {words}."
)


def _first_few(facts: Sequence[Fact]) -> Listed:
    """Return the first facts, with an ellipsis if there are more."""
    more: tuple[Fact, ...] = ("…",) if len(facts) > _MAX_LISTED else ()
    return Listed((*facts[:_MAX_LISTED], *more), "commas")


def _lines(text: str) -> list[str]:
    """Split a text at line ends; `str.splitlines` would also split at U+2028 and others."""
    return io.StringIO(text, newline=None).read().split("\n")


def _rows(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield line number, word and count of each row.

    Raises:
        CorpusError: some rows are wrong; has the first, and lists the lines of the others.
    """
    lines = _lines(text)
    first = next((line for line in lines if line.strip()), "")
    is_csv = "\t" not in first and first.replace(" ", "").lower() == "word,count"
    fields = _csv_fields(text) if is_csv else enumerate((s.split("\t") for s in lines), 1)
    bad: list[int] = []
    problem: CorpusError | None = None
    is_first = True
    for line, row in fields:
        cells = [cell.strip(WHITE_SPACE) for cell in row]
        if not any(cells):
            continue
        is_header = is_first and [cell.lower() for cell in cells] == ["word", "count"]
        is_first = False
        if is_header:
            continue
        complaint = _complaint(cells, is_csv)
        if complaint is None:
            yield line, cells[0], int(cells[1].lstrip("0"))
            continue
        bad.append(line)
        problem = problem or CorpusError(complaint, line=line, text="\t".join(row)[:_MAX_QUOTED])
    if problem and len(bad) > 1:
        also = message(
            "{reason} ({n:Line|Lines} {lines} {n:is|are} wrong, too.)",
            n=len(bad) - 1,
            reason=problem.reason,
            lines=_first_few(bad[1:]),
        )
        raise CorpusError(also, line=problem.line, text=problem.text)
    if problem:
        raise problem


def _csv_fields(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the line on which each begins; a quoted word may span several lines."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        is_open = str(error) == "unexpected end of data"
        raise CorpusError(_OPEN_QUOTE if is_open else _AFTER_QUOTE, line=line) from None


_OPEN_QUOTE = message(
    "This is not valid CSV: a quote is never closed. Put double quotes around a word that "
    "contains a comma or a quote, and write each quote in the word twice. The word , is "
    'written ",", and the word " is written """".'
)
_AFTER_QUOTE = message(
    "This is not valid CSV: something other than a comma follows a closing quote. Put double "
    "quotes around a word that contains a comma or a quote, and write each quote in the word "
    'twice. The word , is written ",", and the word " is written """".'
)


def _complaint(cells: list[str], is_csv: bool) -> Message | None:
    """Return the problem of a row, or None."""
    example = "hug,10" if is_csv else "hug<TAB>10"
    what = message("a word and its count, as in {example}", example=example)
    if len(cells) == 1 and not is_csv and "," in cells[0]:
        return message(
            "Expected {expected}; found {found}. To use commas, begin the table with the line "
            "“word,count”.",
            expected=what,
            found=_quoted(cells[0]),
        )
    if len(cells) != 2 or not cells[0]:
        return expected(what, _quoted(" | ".join(cells)))
    word, count = cells
    if not count:
        return message(
            "The count of {word} is missing; write a whole number above 0.", word=_quoted(word)
        )
    if not (count.isascii() and count.isdigit()) or not count.strip("0"):
        return message(
            "The count of {word} is {count}; write a whole number above 0 in the digits 0 to 9.",
            word=_quoted(word),
            count=_quoted(count),
        )
    # int() rejects more than 4,300 digits, leading zeros included.
    digits = count.lstrip("0")
    if len(digits) > len(str(EXACT)) or int(digits) >= EXACT:
        return message(
            "The count of {word} is too large; it must be below {limit}.",
            word=_quoted(word),
            limit=EXACT,
        )
    return None


def _quoted(text: str) -> str:
    return quoted(text, _MAX_QUOTED)


_HAS_CHARACTERS = message(
    "The word that begins with {word} has {n} {n:character|characters}, but a word may have at "
    "most {limit}. Put spaces into the word, or split the text in another way."
)
_HAS_BYTES = message(
    "The word that begins with {word} has {n} {n:byte|bytes}, but a word may have at most {limit}. "
    "Put spaces into the word, or split the text in another way."
)


_IS_WHITESPACE = message(
    "GPT-2 makes one word of {n} {n:byte|bytes} from a run of whitespace in the text, but a word "
    "may have at most {limit} bytes. Shorten the run, or split the text in another way."
)

_IS_LONG = message(
    "The word that begins with {word} has {n} {n:character|characters}, but a word may have at "
    "most {limit}. Shorten the word."
)
"""What is wrong with a word of a table."""


def _check_length(word: str, line: int | None, too_long: Message) -> None:
    if len(word) > _MAX_WORD_LENGTH:
        shown = bytes_to_text(word) if too_long is _HAS_BYTES else word
        if not shown.strip():
            too_long = _IS_WHITESPACE
        raise CorpusError(
            too_long.fill(n=len(word), word=_quoted(shown), limit=_MAX_WORD_LENGTH),
            line=line,
            text=shown[:_MAX_QUOTED],
        )


_ADD_WORDS = message("Every word is a single character. Add at least one longer word.")
_SPLIT_OTHERWISE = message(
    "Every word is a single character. Add at least one longer word, or split the text in another "
    "way."
)


def _make_corpus(counts: dict[str, int], notes: tuple[Message, ...], too_short: Message) -> Corpus:
    """Return a corpus, after a check that it has a pair to merge and can be counted exactly."""
    if max(map(len, counts)) == 1:
        raise CorpusError(too_short)
    symbols = sum(map(mul, map(len, counts), counts.values()))
    if symbols >= EXACT:
        raise CorpusError(too_large(symbols, EXACT))
    return Corpus(MappingProxyType(dict(counts)), notes)


def build(
    text: str,
    kind: Kind,
    normalizer: Normalizer,
    pre_tokenizer: str,
    *,
    by_language: bool = False,
) -> Corpus:
    """Read a text with `from_text` or a word table with `from_table`, depending on ``kind``.

    With ``by_language``, also `count_by_language`.

    >>> corpus = build("a hug\\n\\nun hug", "text", str.lower, "bert", by_language=True)
    >>> [*corpus.word_frequencies], corpus.languages
    (['a', 'hug', 'un'], ((1, 1, 0), (0, 1, 1)))

    Raises:
        CorpusError: see `from_text`, `from_table` and `count_by_language`.
    """
    if kind == "table":
        corpus = from_table(text, normalizer)
    else:
        corpus = from_text(text, normalizer, pre_tokenizer)
    if not by_language:
        return corpus
    given = text if kind == "text" else ""
    languages = count_by_language(given, corpus.word_frequencies, normalizer, pre_tokenizer)
    return replace(corpus, languages=languages)


def count_by_language(
    text: str, words: Iterable[str], normalizer: Normalizer, pre_tokenizer: str
) -> tuple[tuple[int, ...], ...]:
    """Return how often each word occurs in each language of a text, shape (languages, words).

    An empty line ends a language, and all languages have the same number of lines.

    Raises:
        CorpusError: the text is not in several languages.
    """
    grouped = groupby(_lines(text), key=lambda line: bool(line.strip()))
    languages = [[*lines] for has_text, lines in grouped if has_text]
    if not 2 <= len(languages) <= _MAX_LANGUAGES or len({*map(len, languages)}) > 1:
        raise CorpusError(
            message(
                "Parity-aware BPE needs a text in several languages: 2 to {most} parts with an "
                "empty line between them, each with the same number of lines. This corpus is "
                "not such a text. Choose another corpus or another rule.",
                most=_MAX_LANGUAGES,
            )
        )
    counts = (
        Counter(word for line in lines for word in split_words(normalizer(line), pre_tokenizer))
        for lines in languages
    )
    return tuple(tuple(each[word] for word in words) for each in counts)
