"""What is lost when a text is encoded and decoded again: case, accents, spaces, unknown words.

`losses` compares the text before and after, letter by letter; `loss_in_words` describes one loss.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import category, normalize

from wordpiece.message import Listed, Message, message
from wordpiece.records import EncodedToken, Loss
from wordpiece.text.normalizers import WHITE_SPACE


@dataclass(slots=True)
class _Letter:
    """A visible character with the accents and invisible characters that follow it.

    Attributes:
        base: the character, without accents.
        marks, invisible: the accents, and the characters that cannot be seen, that follow it.
        source: the characters of the text it came from.
        start: where the first of them stands.
        gap: the white space before it.
    """

    base: str
    marks: str
    invisible: str
    source: str
    start: int
    gap: str


@lru_cache(maxsize=10_000)
def _parts(char: str) -> tuple[tuple[str, str], ...]:
    """Decompose a character into parts, each a "letter", a "mark" or "invisible"."""
    kinds = {"Mn": "mark"} | dict.fromkeys(("Cc", "Cf", "Co", "Cs"), "invisible")
    return tuple(
        (part, "invisible" if part == "\ufffd" else kinds.get(category(part), "letter"))
        for part in normalize("NFD", char)
    )


def _letters(text: str) -> tuple[list[_Letter], str]:
    """Return a text as letters, and the white space after the last.

    Unicode's decomposed form sets base and accents apart, however the text is written.
    """
    letters = [_Letter("", "", "", "", 0, "")]  # takes the marks that follow no letter
    gap = ""
    for at, char in enumerate(text):
        if char in WHITE_SPACE:
            gap += char
            continue
        source = char
        for part, kind in _parts(char):
            if kind == "invisible":
                letters[-1].invisible += part
            elif kind == "mark":
                letters[-1].marks += part
                letters[-1].source += source
            else:
                letters.append(_Letter(part, "", "", source, at, gap))
                gap = ""
            source = ""
    return letters, gap


def losses(
    original: str, normalized: str, tokens: Sequence[EncodedToken], decoded: str
) -> list[Loss]:
    """List what encoding and decoding a text has changed; empty only if nothing.

    Args:
        original: the text as it was typed.
        normalized: what the normalizer made of it.
        tokens: what an encoder's `encode` gave, with ``offsets="normalized"``.
        decoded: what a decoder made of them.

    Returns:
        At most one `Loss` of each kind, except one for each different unknown stretch, in this
        order:

        ==================  ======================================================  ============
        kind                example                                                 counted
        ==================  ======================================================  ============
        "case"              ``H`` became ``h``                                      letters
        "accents"           ``é`` became ``e``                                      letters
        "invisible"         a zero-width joiner is gone                             characters
        "form"              ``é`` is now ``e`` and an accent, which look the same   letters
        "unknown"           ``mug`` became ``[UNK]``                                stretches
        "spaces lost"       ``hug pug`` became ``hugpug``                           gaps
        "spaces added"      ``hug!`` became ``hug !``                               gaps
        "spaces changed"    a line end became a space                               gaps
        "other"             anything that cannot be matched letter by letter        1
        ==================  ======================================================  ============

        A gap is the white space between two letters, or before the first or after the last; gaps
        are those of the original against those of the decoded text, or those of the normalized
        text if it cannot be matched with the original. White space inside an unknown stretch is
        not counted apart.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> tokens = WordPieceEncoder(["hug", "!"]).encode("hug! mug", offsets="normalized")
    >>> for loss in losses("Hug! mug", "hug! mug", tokens, "hug ! [UNK]"):
    ...     str(loss_in_words(loss))
    '1 letter changed its case: “H” became “h”.'
    '“mug” is unknown; only [UNK] is left of it.'
    'One space was added.'
    """
    before, end_gap = _letters(original)
    after, after_end = (before, end_gap) if normalized == original else _letters(normalized)
    stretches = list(_unknown_stretches(tokens))
    if [_folded(letter) for letter in before] != [_folded(letter) for letter in after]:
        found = [Loss("other", original, normalized, 1)]
        before, end_gap = after, after_end  # compare the rest from there
    else:
        found = [*_letter_losses(before, after)]

    counts: dict[tuple[str, str], int] = {}
    for start, end, token in stretches:
        key = normalized[start:end], token
        counts[key] = counts.get(key, 0) + 1
    found += [Loss("unknown", what, token, count) for (what, token), count in counts.items()]

    # What the decoded text should look like but for its gaps.
    expected, gaps = _masked(before, after, stretches)
    came_back, decoded_gaps = _bases(decoded)
    if expected == came_back:
        found += _gap_losses([*gaps, end_gap], decoded_gaps)
    else:
        found.append(Loss("other", normalized, decoded, 1))
    if not found and original != decoded:
        found.append(Loss("other", original, decoded, 1))
    return found


def _bases(text: str) -> tuple[list[str], list[str]]:
    """Return the visible characters of a text, and the white space before each and at the end."""
    bases: list[str] = []
    gaps = [""]
    for char in text:
        if char in WHITE_SPACE:
            gaps[-1] += char
            continue
        for part, kind in _parts(char):
            if kind == "letter":
                bases.append(part)
                gaps.append("")
    return bases, gaps


def _folded(letter: _Letter) -> str:
    """Return the letter without case and accents, by which letters are matched."""
    return letter.base.casefold()


def _letter_losses(before: list[_Letter], after: list[_Letter]) -> Iterator[Loss]:
    """Yield the differences between the same letters before and after normalization."""
    pairs = [*zip(before, after, strict=True)]
    kinds = {
        "case": [(a, b) for a, b in pairs if a.base != b.base],
        "accents": [(a, b) for a, b in pairs if a.marks != b.marks],
        "invisible": [(a, b) for a, b in pairs if a.invisible != b.invisible],
        "form": [
            (a, b)
            for a, b in pairs
            if (a.base, a.marks) == (b.base, b.marks) and a.source != b.source
        ],
    }
    for kind, places in kinds.items():
        if places:
            a, b = places[0]
            if kind == "invisible":
                count = sum(max(1, len(a.invisible) - len(b.invisible)) for a, b in places)
                yield Loss(kind, a.invisible, b.invisible, count)
            elif kind == "case":
                yield Loss(kind, a.base, b.base, len(places))
            else:
                yield Loss(kind, a.source, b.source, len(places))


def _unknown_stretches(tokens: Sequence[EncodedToken]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and decoded string of each unknown stretch.

    Unknown tokens of the same characters, which are bytes of one, make one stretch.
    """
    unknown = (token for token in tokens if token.unknown)
    for (start, end), group in groupby(unknown, key=lambda token: (token.start, token.end)):
        yield start, end, "".join(token.token for token in group)


def _masked(
    before: list[_Letter], after: list[_Letter], stretches: list[tuple[int, int, str]]
) -> tuple[list[str], list[str]]:
    """Return the visible characters that decoding should give, and the gap before each.

    The characters are the normalized ones, with unknown stretches replaced by their token; the
    gaps are the original's.
    """
    bases: list[str] = []
    gaps: list[str] = []

    def show(token: str, gap: str) -> None:
        """Take the characters of a token in the place of a stretch, after a gap."""
        if token not in shown:
            shown[token] = _bases(token)
        found, within = shown[token]
        bases.extend(found)
        gaps.extend([gap + within[0], *within[1:-1]] if found else [])

    shown: dict[str, tuple[list[str], list[str]]] = {}
    todo = deque(stretches)
    covered = 0
    for a, b in zip(before[1:], after[1:], strict=True):
        while todo and todo[0][0] <= b.start:
            _, covered, token = todo.popleft()
            show(token, a.gap if b.start < covered else "")
        if b.start >= covered:
            bases.append(b.base)
            gaps.append(a.gap)
    for _, _, token in todo:
        show(token, "")
    return bases, gaps


def _gap_losses(gaps: list[str], decoded: list[str]) -> Iterator[Loss]:
    """Yield the differences between the gaps of a text and those of the decoded text."""
    places = [(a, b) for a, b in zip(gaps, decoded, strict=True) if a != b]
    kinds: dict[str, list[tuple[str, str]]] = {
        "spaces lost": [(a, b) for a, b in places if not b],
        "spaces added": [(a, b) for a, b in places if not a],
        "spaces changed": [(a, b) for a, b in places if a and b],
    }
    for kind, found in kinds.items():
        if found:
            original, decoded_as = found[0]
            yield Loss(kind, original, decoded_as, len(found))


def loss_in_words(loss: Loss) -> Message:
    """Describe a loss in one sentence.

    >>> str(loss_in_words(Loss("accents", "é", "e", 3)))
    '3 letters changed their accents: “é” became “e”, for example.'
    """
    n, before, after = loss.count, loss.original, loss.decoded_as
    match loss.kind:
        case "case":
            return message(
                "{n} letter changed its case: “{before}” became “{after}”.",
                "{n} letters changed their case: “{before}” became “{after}”, for example.",
                n=n,
                before=before,
                after=after,
            )
        case "accents":
            return message(
                "{n} letter changed its accents: “{before}” became “{after}”.",
                "{n} letters changed their accents: “{before}” became “{after}”, for example.",
                n=n,
                before=before,
                after=after,
            )
        case "invisible":
            return message(
                "{n} invisible character is gone.",
                "{n} invisible characters are gone.",
                n=n,
            )
        case "form":
            return message(
                "{n} letter now has other code points, which look the same.",
                "{n} letters now have other code points, which look the same.",
                n=n,
            )
        case "unknown":
            return message(
                "“{before}” is unknown; only {after} is left of it.",
                "“{before}” ({n} times) is unknown; only {after} is left of it.",
                n=n,
                before=before,
                after=after,
            )
        case "spaces lost":
            return message(
                "Whitespace is missing in {n} place.", "Whitespace is missing in {n} places.", n=n
            )
        case "spaces added":
            return message(
                "One space was added.",
                "{n} spaces were added.",
                n=n,
            )
        case "spaces changed":
            return message(
                "Whitespace changed in {n} place: {before} became {after}.",
                "Whitespace changed in {n} places: {before} became {after}, for example.",
                n=n,
                before=_spelled(before),
                after=_spelled(after),
            )
    return message("The text changed in a way that cannot be matched letter by letter.")


def _spelled(gap: str) -> Listed:
    """Return white space in words.

    >>> [str(message("{gap}", gap=_spelled(gap))) for gap in ("\\n", "   ", " \\t")]
    ['a line end', '3 spaces', 'a space and a tab']
    """
    runs = groupby(gap.replace("\r\n", "\n"))
    return Listed(tuple(_spaces(char, len([*run])) for char, run in runs), "all")


def _spaces(char: str, n: int) -> Message:
    """Return ``n`` equal white space characters in words; those without a name by code point."""
    match char:
        case " ":
            return message("a space", "{n} spaces", n=n)
        case "\n":
            return message("a line end", "{n} line ends", n=n)
        case "\t":
            return message("a tab", "{n} tabs", n=n)
        case "\xa0":
            return message("a no-break space", "{n} no-break spaces", n=n)
        case "\u3000":
            return message("a wide space", "{n} wide spaces", n=n)
    return message("a {code}", "{n} {code}s", n=n, code=f"U+{ord(char):04X}")
