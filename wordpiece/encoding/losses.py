"""The differences between a text and the text decoded from its tokens: case, accents, spaces, ...

`losses` compares the two texts letter by letter; `loss_in_words` describes one difference.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import category, normalize

from wordpiece.message import Fact, Listed, Message, message
from wordpiece.records import EncodedToken, Loss
from wordpiece.text.normalizers import WHITE_SPACE


@dataclass(slots=True)
class _Letter:
    """A visible character with the accents and invisible characters that follow it."""

    base: str  # the character without accents
    marks: str
    invisible: str
    source: str  # its characters in the text, and their start
    start: int
    gap: str  # the white space before it


@lru_cache(maxsize=10_000)
def _parts(char: str) -> tuple[tuple[str, str], ...]:
    """Return the decomposed parts of a character, each with "letter", "mark" or "invisible"."""
    kinds = {"Mn": "mark"} | dict.fromkeys(("Cc", "Cf", "Cs"), "invisible")
    if _VISIBLE.match(char):
        return ((char, "letter"),)
    return tuple(
        (part, "invisible" if _INVISIBLE.match(part) else kinds.get(category(part), "letter"))
        for part in normalize("NFD", char)
    )


_INVISIBLE = re.compile("[\ufffd\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""U+FFFD, and the marks (category Mn) that are invisible: a joiner and variation selectors."""

_VISIBLE = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
"""The visible characters of category Cf: those with Unicode's Prepended_Concatenation_Mark."""


def _letters(text: str) -> tuple[list[_Letter], str]:
    """Return the letters of a text, and the white space after the last."""
    letters = [_Letter("", "", "", "", 0, "")]  # for marks at the beginning of the text
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
    """Return the differences between a text and the decoded text; empty only if they are equal.

    Args:
        original: the text that was encoded.
        normalized: the normalized text.
        tokens: the tokens from `Encoder.encode` with ``offsets="normalized"``.
        decoded: the text decoded from them.

    Returns:
        One `Loss` of each kind that occurs, but of "unknown" and "partly unknown" one for each
        distinct stretch, in this order:

        ==================  ======================================================  ============
        kind                example                                                 counted
        ==================  ======================================================  ============
        "case"              ``H`` became ``h``                                      letters
        "accents"           ``é`` became ``e``                                      letters
        "invisible"         a zero-width joiner was dropped                         characters
        "form"              ``é`` is now ``e`` and an accent, which look the same   letters
        "unknown"           ``mug`` became ``[UNK]``                                stretches
        "partly unknown"    only the second byte of ``ñ`` became ``[UNK]``          stretches
        "spaces lost"       ``hug pug`` became ``hugpug``                           gaps
        "spaces added"      ``hug!`` became ``hug !``                               gaps
        "spaces changed"    a line break became a space                             gaps
        "other"             texts that cannot be matched letter by letter           1
        ==================  ======================================================  ============

        A gap is the white space between two letters, before the first or after the last. Gaps of
        the decoded text are compared with those of the original, or with those of the normalized
        text if the letters of these two differ. White space in an unknown stretch is not counted.

    >>> tokens = WordPieceEncoder(["hug", "!"]).encode("hug! mug", offsets="normalized")
    >>> for loss in losses("Hug! mug", "hug! mug", tokens, "hug ! [UNK]"):
    ...     loss
    Loss(kind='case', original='H', decoded_as='h', count=1)
    Loss(kind='unknown', original='mug', decoded_as='[UNK]', count=1)
    Loss(kind='spaces added', original='', decoded_as=' ', count=1)
    """
    before, end_gap = _letters(original)
    after, after_end = (before, end_gap) if normalized == original else _letters(normalized)
    stretches = list(_unknown_stretches(tokens))
    read, read_end = _letters(decoded)
    if [_folded(letter) for letter in before] != [_folded(letter) for letter in after]:
        found = [Loss("other", original, normalized, 1)]
        before, end_gap = after, after_end
    else:
        # Decoding loses no letter, but may lose an invisible character: U+200B separates words.
        is_whole = [letter.base for letter in read] == [letter.base for letter in after]
        found = [*_letter_losses(before, read if is_whole else after)]

    counts: dict[tuple[str, str, str], int] = {}
    known = set()
    # Bytes that are not a whole character become U+FFFD, which the text may have, too.
    if decoded.count("\ufffd") > normalized.count("\ufffd"):
        known = {at for it in tokens if not it.unknown for at in range(it.start, it.end)}
    for start, end, token in stretches:
        kind = "unknown" if known.isdisjoint(range(start, end)) else "partly unknown"
        key = kind, normalized[start:end], token
        counts[key] = counts.get(key, 0) + 1
    found += [Loss(*key, count) for key, count in counts.items()]

    expected, gaps = _masked(before, after, end_gap, normalized, stretches)
    decoded_bases, decoded_gaps = _bases(read, read_end)
    if expected == decoded_bases:
        found += _gap_losses(gaps, decoded_gaps)
    elif not found or found[0].kind != "other":
        found.append(Loss("other", normalized, decoded, 1))
    if not found and original != decoded:
        found.append(Loss("other", original, decoded, 1))
    return found


def _bases(letters: list[_Letter], end_gap: str) -> tuple[list[str], list[str]]:
    """Return the visible characters of a text, and the gaps before each and at the end.

    Args:
        letters, end_gap: the text, as `_letters` returns it.
    """
    found = letters[1:]  # the first is for marks at the beginning
    return [letter.base for letter in found], [*(letter.gap for letter in found), end_gap]


def _folded(letter: _Letter) -> str:
    """Return the letter without case and accents.

    `str.casefold` would change other characters, too, such as the micro sign to a Greek mu.
    """
    return letter.base.lower().replace("ς", "σ")


def _letter_losses(before: list[_Letter], after: list[_Letter]) -> Iterator[Loss]:
    """Yield the differences between the same letters before and after normalization."""
    pairs = [*zip(before, after, strict=True)]

    def accents(letter: _Letter) -> str:
        """Return the marks in canonical order: U+0651 U+064E and U+064E U+0651 look the same."""
        return normalize("NFD", letter.marks)

    kinds = {
        "case": [(a, b) for a, b in pairs if a.base != b.base],
        "accents": [(a, b) for a, b in pairs if accents(a) != accents(b)],
        "invisible": [(a, b) for a, b in pairs if a.invisible != b.invisible],
        "form": [
            (a, b)
            for a, b in pairs
            if (a.base, accents(a)) == (b.base, accents(b))
            and a.source != b.source
            # In a Korean syllable only the first letter has a source, so a syllable counts once.
            and a.source
            and b.source
        ],
    }
    for kind, places in kinds.items():
        if places:
            a, b = places[0]
            if kind == "invisible":
                count = sum(max(1, len(a.invisible) - len(b.invisible)) for a, b in places)
                yield Loss(kind, a.invisible, b.invisible, count)
            elif kind == "case" and a.marks != b.marks:
                yield Loss(kind, a.base, b.base, len(places))
            else:
                yield Loss(kind, a.source, b.source, len(places))


def _unknown_stretches(tokens: Sequence[EncodedToken]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and decoded string of each unknown stretch.

    Unknown tokens with the same range, the bytes of one character, are one stretch.
    """
    unknown = (token for token in tokens if token.unknown)
    for (start, end), group in groupby(unknown, key=lambda token: (token.start, token.end)):
        yield start, end, "".join(token.token for token in group)


def _masked(
    before: list[_Letter],
    after: list[_Letter],
    end_gap: str,
    normalized: str,
    stretches: list[tuple[int, int, str]],
) -> tuple[list[str], list[str]]:
    """Return the visible characters of a text decoded without loss, and the gaps; see `_bases`.

    They are the normalized characters, with unknown stretches replaced by their tokens. The gaps
    are those of the original.
    """
    bases: list[str] = []
    gaps: list[str] = []

    def add(token: str, gap: str) -> None:
        """Add the characters of a token, which replaces a stretch, after a gap."""
        found, within = _bases(*_letters(token))
        bases.extend(found)
        gaps.extend([gap + within[0], *within[1:-1]] if found else [])

    todo = deque(stretches)
    gap = ""
    covered = at = 0
    end = _Letter("", "", "", "", len(normalized), end_gap)
    for a, b in zip([*before[1:], end], [*after[1:], end], strict=True):
        gap = a.gap
        while todo and todo[0][0] <= b.start:
            start, covered, token = todo.popleft()
            size = _spaces(normalized[at:start])
            add(token, gap[:size])
            # An invisible stretch may have white space after it.
            gap, at = gap[size + _spaces(normalized[start:covered]) :], covered
        if b.start >= covered and b is not end:
            bases.append(b.base)
            gaps.append(gap)
        at = max(b.start, covered)
    return bases, [*gaps, gap]


def _spaces(text: str) -> int:
    """Return the number of white space characters in a text."""
    return sum(char in WHITE_SPACE for char in text)


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
    """Return a sentence that describes a loss.

    >>> str(loss_in_words(Loss("accents", "é", "e", 3)))
    '3 characters changed their accents or other marks: “é” became “e”, for example.'
    """
    before: Fact = loss.original
    after: Fact = loss.decoded_as
    if loss.kind == "spaces changed":
        before, after = _spelled(loss.original), _spelled(loss.decoded_as)
    return _SENTENCES[loss.kind].fill(n=loss.count, before=before, after=after)


_SENTENCES = {
    "case": message(
        "{n} {n:letter|letters} changed {n:its|their} case: “{before}” became "
        "“{after}”{n:.|, for example.}"
    ),
    "accents": message(
        "{n} {n:character|characters} changed {n:its|their} accents or other marks: “{before}” "
        "became “{after}”{n:.|, for example.}"
    ),
    "invisible": message(
        "{n} {n:character is|characters are} missing; {n:it|each} was invisible or �."
    ),
    "form": message(
        "{n} {n:character now consists of another sequence|characters now consist of other "
        "sequences} of code points, which Unicode treats as the same {n:character|characters}."
    ),
    "unknown": message(
        "“{before}” is unknown; in the decoded text it is {after}.",
        "“{before}” ({n} times) is unknown; in the decoded text it is {after} each time.",
    ),
    "partly unknown": message(
        "Not all bytes of “{before}” are known; the decoded text has {after} in place of the rest.",
        "Not all bytes of “{before}” ({n} times) are known; the decoded text has {after} in place "
        "of the rest each time.",
    ),
    "spaces lost": message("Whitespace is missing in {n} {n:place|places}."),
    "spaces added": message("Whitespace was added in {n} {n:place|places}."),
    "spaces changed": message(
        "Whitespace changed in {n} {n:place|places}: {before} became {after}{n:.|, for example.}"
    ),
    "other": message(
        "The decoded text differs from the original in a way that this app does not describe."
    ),
}
"""The sentence for each kind of loss."""


def _spelled(gap: str) -> Listed:
    """Return white space in words, such as "a space and a tab"."""
    runs = ((char, len([*run])) for char, run in groupby(gap.replace("\r\n", "\n")))
    return Listed(
        tuple(
            _SPACES.get(char, _OTHER_SPACE).fill(n=n, code=f"U+{ord(char):04X}") for char, n in runs
        )
    )


_SPACES = {
    " ": message("a space", "{n} spaces"),
    "\n": message("a line break", "{n} line breaks"),
    "\t": message("a tab", "{n} tabs"),
    "\xa0": message("a no-break space", "{n} no-break spaces"),
    "\u3000": message("a full-width space", "{n} full-width spaces"),
}

_OTHER_SPACE = message("a {code} character", "{n} {code} characters")
