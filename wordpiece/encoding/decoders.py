"""Decoders: from tokens back to text, and what was lost on the way.

    hug ##s          --decode_wordpiece-->   hugs
    hu gs</w> a</w>  --decode_bpe-------->   hugs a
    hug s Ġa         --decode_byte_level->   hugs a
    hug s a          --decode_plain------>   hugsa

Decoding reads marks off the tokens' spelling, as it has only strings. So a word that itself
begins with ``##``, or holds ``</w>``, comes back wrong. Only the byte level loses nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import category, normalize

from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, Marking
from wordpiece.message import Listed, Message, message
from wordpiece.records import EncodedToken, Loss
from wordpiece.text.normalizers import WHITE_SPACE
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, text_to_bytes

# --- Tokens to text ----------------------------------------------------------------------------


def decode_wordpiece(
    tokens: Iterable[str], prefix: str = CONTINUATION_PREFIX.prefix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens that have the prefix to the one before, the others with a space.

    >>> decode_wordpiece(["[CLS]", "hug", "##s", "!", "[SEP]"], skip=["[CLS]", "[SEP]"])
    'hugs !'

    The first token begins a word, however it is spelled. ``skip`` lists tokens to leave out.

    Source: the `WordPiece(cleanup=False)` decoder of the `tokenizers` library.
    """
    parts: list[str] = []
    for token in _kept(tokens, skip):
        if not parts:
            parts.append(token)
        elif prefix and token.startswith(prefix):
            parts.append(token[len(prefix) :])
        else:
            parts.append(" " + token)
    return "".join(parts)


def decode_bpe(
    tokens: Iterable[str], suffix: str = END_OF_WORD.suffix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens; a suffix at the end of one is a space, at the end of the last nothing.

    >>> decode_bpe(["hu", "gs</w>", "a", "</w>"])
    'hugs a'

    Like the `BPEDecoder` of the `tokenizers` library, except that the library also replaces a
    suffix in the middle of a token, which only a text that spells it out can have, and fails
    when there are no tokens.
    """
    if not suffix:
        return "".join(_kept(tokens, skip))
    spaced = (
        token.removesuffix(suffix) + " " * token.endswith(suffix) for token in _kept(tokens, skip)
    )
    *parts, last = [*spaced] or [""]
    return "".join(parts) + last.removesuffix(" ")


def decode_byte_level(tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
    """Read tokens as the bytes their characters stand for, and these as UTF-8.

    Bytes that are not UTF-8, such as half of a character, become U+FFFD. A token with a
    character that stands for no byte is taken as written.

    >>> decode_byte_level(["d", "Ã©", "j", "Ãł", "Ġvu"])
    'déjà vu'

    Source: the `ByteLevel` decoder of the `tokenizers` library.
    """
    raw = bytearray()
    for token in _kept(tokens, skip):
        spelled = token if all(char in CHAR_TO_BYTE for char in token) else text_to_bytes(token)
        raw += bytes(CHAR_TO_BYTE[char] for char in spelled)
    return raw.decode("utf-8", errors="replace")


def decode_plain(tokens: Iterable[str], separator: str = "", *, skip: Collection[str] = ()) -> str:
    """Join tokens that carry no mark. Nothing tells where a word ended, so words run together.

    >>> decode_plain(["hug", "s", "a"]), decode_plain(["hug", "s", "a"], " ")
    ('hugsa', 'hug s a')

    The `tokenizers` library puts a space between all tokens if no decoder is set.
    """
    return separator.join(_kept(tokens, skip))


def decode(tokens: Iterable[str], marking: Marking, *, skip: Collection[str] = ()) -> str:
    """Decode by the marking the tokens were made with.

    >>> decode(["hug", "##s"], CONTINUATION_PREFIX)
    'hugs'
    """
    if marking.suffix:
        # With both marks, as some files have it, the prefix must go as well.
        if marking.prefix:
            tokens = (token.removeprefix(marking.prefix) for token in _kept(tokens, skip))
        return decode_bpe(tokens, marking.suffix, skip=skip)
    if marking.prefix:
        return decode_wordpiece(tokens, marking.prefix, skip=skip)
    if marking == LEADING_SPACE:
        return decode_byte_level(tokens, skip=skip)
    return decode_plain(tokens, skip=skip)


def decode_encoded(
    tokens: Iterable[EncodedToken], marking: Marking, *, byte_level: bool = False
) -> str:
    """Decode what an encoder's `encode` gave.

    ``byte_level`` tells that the words were spelled as GPT-2 does it, whatever the marking: then
    spaces and bytes are in the tokens, and a prefix only says that a token does not begin a word.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["h", "Ġh", "##ug"])
    >>> decode_encoded(encoder.encode("hug hug", pre_tokenizer="gpt2"), CONTINUATION_PREFIX,
    ...                byte_level=True)
    'hug hug'
    """
    if not byte_level:
        return decode([token.token for token in tokens], marking)
    plain, word = [], -1
    for token in tokens:
        begins = token.unknown or token.word != word
        plain.append(token.token if begins else token.token[len(marking.prefix) :])
        word = token.word
    return decode_byte_level(plain)


def _kept(tokens: Iterable[str], skip: Collection[str]) -> list[str]:
    left_out = frozenset(skip)
    return [token for token in tokens if token not in left_out]


# --- What was lost -----------------------------------------------------------------------------


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
        normalized: the text that the tokens' offsets count in.
        tokens: what an encoder's `encode` gave.
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
    >>> tokens = WordPieceEncoder(["hug", "!"]).encode("hug! mug")
    >>> for loss in losses("Hug! mug", "hug! mug", tokens, "hug ! [UNK]"):
    ...     str(sentence(loss))
    '1 letter changed its case: “H” became “h”.'
    '“mug” is unknown; nothing is left of it but [UNK].'
    'White space came in at 1 place where there was none.'
    """
    before, end_gap = _letters(original)
    after, _ = _letters(normalized)
    stretches = list(_unknown_stretches(tokens))
    if [_folded(letter) for letter in before] != [_folded(letter) for letter in after]:
        found = [Loss("other", original, normalized, 1)]
        before, end_gap = _letters(normalized)  # go on from where the two meet again
    else:
        found = [*_letter_losses(before, after)]

    counts: dict[tuple[str, str], int] = {}
    for start, end, token in stretches:
        key = normalized[start:end], token
        counts[key] = counts.get(key, 0) + 1
    found += [Loss("unknown", what, token, count) for (what, token), count in counts.items()]

    # What the decoded text should look like but for its gaps.
    expected = _masked(before, after, stretches)
    came_back, decoded_end_gap = _letters(decoded)
    gaps = [gap for _, gap in expected] + [end_gap]
    decoded_gaps = [letter.gap for letter in came_back[1:]] + [decoded_end_gap]
    if [base for base, _ in expected] == [letter.base for letter in came_back[1:]]:
        found += _gap_losses(gaps, decoded_gaps)
    else:
        found.append(Loss("other", normalized, decoded, 1))
    if not found and original != decoded:
        found.append(Loss("other", original, decoded, 1))
    return found


def _folded(letter: _Letter) -> str:
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
) -> list[tuple[str, str]]:
    """Return the visible characters that decoding should give, each with the gap before it.

    The characters are the normalized ones, with unknown stretches replaced by their token; the
    gaps are the original's.
    """
    expected: list[tuple[str, str]] = []
    todo = deque(stretches)
    covered = 0
    for a, b in zip(before[1:], after[1:], strict=True):
        while todo and todo[0][0] <= b.start:
            _, covered, token = todo.popleft()
            expected += _shown(token, a.gap if b.start < covered else "")
        if b.start >= covered:
            expected.append((b.base, a.gap))
    for _, _, token in todo:
        expected += _shown(token, "")
    return expected


def _shown(token: str, gap: str) -> Iterator[tuple[str, str]]:
    """Yield the characters of a token that stands for a stretch, after the gap of that stretch."""
    letters, _ = _letters(token)
    for letter in letters[1:]:
        yield letter.base, gap + letter.gap
        gap = ""


def _gap_losses(gaps: list[str], decoded: list[str]) -> Iterator[Loss]:
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


def sentence(loss: Loss) -> Message:
    """Describe a loss in one sentence.

    >>> str(sentence(Loss("accents", "é", "e", 3)))
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
                "{n} character that cannot be seen is gone.",
                "{n} characters that cannot be seen are gone.",
                n=n,
            )
        case "form":
            return message(
                "{n} letter is written with other code points now, which look the same.",
                "{n} letters are written with other code points now, which look the same.",
                n=n,
            )
        case "unknown":
            return message(
                "“{before}” is unknown; nothing is left of it but {after}.",
                "“{before}” ({n} times) is unknown; nothing is left of it but {after}.",
                n=n,
                before=before,
                after=after,
            )
        case "spaces lost":
            return message(
                "White space is gone from {n} place.", "White space is gone from {n} places.", n=n
            )
        case "spaces added":
            return message(
                "White space came in at {n} place where there was none.",
                "White space came in at {n} places where there was none.",
                n=n,
            )
        case "spaces changed":
            return message(
                "White space is different at {n} place: {before} became {after}.",
                "White space is different at {n} places: {before} became {after}, for example.",
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
