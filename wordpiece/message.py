"""Messages: whole sentences with named places, and the facts that go there.

    message("{left} never occurs without {right} after it.", left=Token("q"), right=Token("##u"))
    message("{n} {n:pair is|pairs are} left.", n=3)

The engine returns messages; the caller that shows them chooses the language and how tokens are
drawn. `text` gives plain text, for a terminal or a notebook; `parts` gives text and tokens one
after the other, for a page. A template is a whole sentence, or at least a whole phrase, so that it
can be translated. Words that depend on the number ``n`` are written as ``{n:one|other}``. A catalog
has such a sentence in both forms; see `forms`.

A place may say how its number is written: ``{share:percent}``, ``{value:decimal}``,
``{change:signed}``; see `Language.number`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from string import Formatter
from typing import Literal
from unicodedata import east_asian_width


@dataclass(frozen=True, slots=True)
class Token:
    """A symbol of a vocabulary inside a sentence.

    >>> message("{left} wins.", left=Token("##u")).facts
    (('left', Token(text='##u')),)
    """

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or phrase.

    >>> said = message("{n} {n:pair is|pairs are} left.", n=3)
    >>> str(said), said.template
    ('3 pairs are left.', '{n} pair is left.')

    Attributes:
        template: in English, with ``{name}`` where a fact goes.
        plural: the template for any ``n`` but 1; empty if no number decides.
        facts: name and value of each fact.
        context: distinguishes two templates of the same words that other languages translate
            differently, such as "none" of tokens and "none" of rules.
    """

    template: str
    plural: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()
    context: str = ""

    def __str__(self) -> str:
        return text(self)

    def fill(self, **facts: Fact) -> Message:
        """Return the sentence with facts in its empty places; it leaves out facts it does not name.

        >>> str(message("{n} {n:pair is|pairs are} left.").fill(n=3, steps=9))
        '3 pairs are left.'
        """
        templates = (self.template, self.plural)
        places = {name for template in templates for _, name, _ in _pieces(template)}
        places |= {"n"} if self.plural else set()
        named = {name: fact for name, fact in facts.items() if name in places}
        return _checked(
            Message(*templates, tuple((named | dict(self.facts)).items()), self.context)
        )


@dataclass(frozen=True, slots=True)
class Spaced:
    """Tokens with spaces between them.

    >>> str(message("The word is {split}.", split=Spaced(("hug", "##s"))))
    'The word is hug ##s.'
    """

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """Several facts, one after the other.

    >>> for style in "last", "commas":
    ...     str(message("{letters}", letters=Listed(("a", "b", "c"), style)))
    'a, b and c'
    'a, b, c'
    >>> str(message("Lines {lines}", lines=Listed((980, 1230, 1450), "commas")))
    'Lines 980; 1,230; 1,450'

    Attributes:
        facts: what is listed.
        style: "last" puts a word before the last, "a, b and c"; "commas" does not, "a, b, c".
    """

    facts: tuple[Fact, ...]
    style: Literal["last", "commas"] = "last"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """The fact of a sentence that matters most; a page sets it in bold type.

    >>> parts(message("The score is {value}.", value=Emphasis(5)))
    ('The score is ', '5', '.')
    """

    fact: Fact


class Strong(str):
    """Text of an `Emphasis`, a part by itself.

    >>> [type(part).__name__ for part in parts(message("It is {value}.", value=Emphasis(5)))]
    ['str', 'Strong', 'str']
    """

    __slots__ = ()


Fact = str | int | float | Fraction | Token | Message | Spaced | Listed | Emphasis
"""What may stand in a place of a template."""

Part = str | Token
"""What a message is made of for whoever shows it: plain text, and tokens."""


def message(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> Message:
    """Make a message; see the top of this file.

    Args:
        template: the sentence, with ``{name}`` or ``{name:style}`` where a fact goes, and
            ``{n:one|other}`` where words depend on ``n``.
        plural: the sentence for any ``n`` but 1, if it has little in common with ``template``.
        context: as in `Message`.
        facts: what goes into the places, by name; `Message.fill` adds those that are not known yet.

    >>> str(message("{n} {n:merge|merges}", n=1200)), str(message("once", "{n} times", n=1))
    ('1,200 merges', 'once')

    Raises:
        ValueError: the sentence depends on ``n``, and ``n`` is not a whole number.
    """
    return _checked(Message(*forms(template, plural), tuple(facts.items()), context))


def unworded(template: str, /, **facts: Fact) -> Message:
    """Make a message without words, which is the same in every language.

    >>> str(unworded("{left} + {right}", left="h", right="u"))
    'h + u'
    """
    return Message(template, facts=tuple(facts.items()))


def _checked(said: Message) -> Message:
    """Return a message whose ``n``, if it is known and decides between two templates, is an int."""
    if said.plural and not isinstance(dict(said.facts).get("n", 0), int):
        raise ValueError(
            f"No whole number n decides between {said.template!r} and {said.plural!r}."
        )
    return said


def fill_all(*several: Message | None, **facts: Fact) -> tuple[Message, ...]:
    """Return the messages that are not None, each with its empty places filled; see `Message.fill`.

    >>> [str(said) for said in fill_all(message("{a} left."), None, message("{b} made."), a=2, b=3)]
    ['2 left.', '3 made.']
    """
    return tuple(said.fill(**facts) for said in several if said is not None)


@lru_cache(maxsize=4096)
def forms(template: str, plural: str = "") -> tuple[str, str]:
    """Return a template for one and for any other number; the second is empty if they are equal.

    >>> forms("{n} {n:pair is|pairs are} left.")
    ('{n} pair is left.', '{n} pairs are left.')
    >>> forms("once", "{n} times"), forms("never")
    (('once', '{n} times'), ('never', ''))
    """
    if plural or not _CHOICE.search(template):
        return template, plural
    return _CHOICE.sub(r"\1", template), _CHOICE.sub(r"\2", template)


_CHOICE = re.compile(r"\{n:([^{}|]*)\|([^{}|]*)\}")


class Language:
    """How messages are said in English; another language overrides what differs.

    >>> class German(Language):
    ...     def template(self, said):
    ...         return {"{n} merges": "{n} Merges"}.get(super().template(said), said.template)
    >>> text(message("{n} merge", "{n} merges", n=3), German())
    '3 Merges'
    """

    code = "en"
    """The language as in ``<html lang>``."""
    name = "English"
    """The language as it calls itself."""
    direction = "ltr"
    """Which way it is written."""
    gap = " "
    """What stands between two sentences. If nothing does, nor does it between wide characters."""
    point = "."
    """What stands before the decimals of a number."""
    group = ","
    """What stands between the thousands of a number."""
    fewest_grouped = 4
    """The fewest digits of a whole number that get separators of thousands."""

    def template(self, said: Message) -> str:
        """Return the template to fill in, of this language."""
        if not said.plural:
            return said.template
        return said.template if dict(said.facts)["n"] == 1 else said.plural

    def number(self, value: int | float | Fraction, style: str = "") -> str:
        """Write a number in digits; the only place where one is written.

        Args:
            value: whole numbers get separators of thousands, fractions a bar, and others four
                significant digits.
            style: "decimal" four significant digits; "fixed1", "fixed2" or "fixed4" so many
                digits after the point; "digits6" and "brief6" so many significant digits, the
                second with a short exponent; "percent", where only nothing is 0% and only all
                is 100%; "signed", with its sign;
                "gain", a gain in log-likelihood, and "gain3" with so many digits after the
                point; "plain", without separators.

        >>> [ENGLISH.number(value) for value in (1200, Fraction(5, 75), Fraction(3), 1 / 3e6)]
        ['1,200', '1/15', '3', '3.333e-7']
        >>> ENGLISH.number(0.256, "percent"), ENGLISH.number(1 / 15, "fixed4")
        ('26%', '0.0667')
        >>> [ENGLISH.number(share, "percent") for share in (0, 0.004, 0.996, 1)]
        ['0%', '<1%', '>99%', '100%']
        >>> ENGLISH.number(-3, "signed"), ENGLISH.number(28.0178, "gain")
        ('−3', '+28.02')
        >>> ENGLISH.number(-28.0178, "gain3"), ENGLISH.number(1 / 3e6, "brief6")
        ('−28.018', '3.33333e-7')
        """
        if not style and type(value) is int:  # most numbers are
            return f"{value:,}"
        if style == "plain":
            return str(value)
        if style == "percent":
            share = float(value)
            rounded = f"{share:.0%}"
            if rounded == "0%" and share > 0:
                return "<1%"
            return ">99%" if rounded == "100%" and share < 1 - 1e-9 else rounded
        if style.startswith("fixed"):
            return f"{float(value):,.{style.removeprefix('fixed')}f}"
        if style == "signed":
            return f"{value:+,}".replace("-", "−") if value else "0"
        if style == "gain":
            gain = float(value)
            digits = f"{gain:+,.2f}" if abs(gain) >= 1 else f"{gain:+.4g}"
            return digits.replace("-", "−") if gain else "0"
        if style.startswith("gain"):
            return f"{float(value):+,.{style.removeprefix('gain')}f}".replace("-", "−")
        if style.startswith("digits"):
            return f"{float(value):.{style.removeprefix('digits')}g}"
        if style.startswith("brief"):
            return self.number(value, f"digits{style.removeprefix('brief')}").replace("e-0", "e-")
        if isinstance(value, Fraction) and style != "decimal":
            below = "" if value.denominator == 1 else f"/{value.denominator:,}"
            return f"{value.numerator:,}{below}"
        if isinstance(value, int) and style != "decimal":
            return f"{value:,}"
        value = float(value)
        if value and abs(value) < 1e-4:
            mantissa, exponent = f"{value:.3e}".split("e")
            return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
        return f"{value:.4g}"

    def joints(self, count: int) -> tuple[str, str]:
        """Return the separators between the parts of a list, and before the last part."""
        return ", ", " and "


ENGLISH = Language()
"""The language of the templates."""


def parts(said: Message, language: Language = ENGLISH) -> tuple[Part, ...]:
    """Return a message as text and tokens, one after the other.

    >>> parts(message("{left} wins {n} times.", left=Token("##u"), n=1200))
    (Token(text='##u'), ' wins 1,200 times.')

    Raises:
        KeyError: the template names a fact that the message has not.
    """
    found: list[Part] = []
    _tell(said, "", language, found)
    if not language.gap:
        _close_up(found)
    return tuple(_joined(found))


def text(said: Message, language: Language = ENGLISH) -> str:
    """Return a message as plain text.

    >>> text(message("{left} never occurs without {right}.", left=Token("q"), right=Token("##u")))
    'q never occurs without ##u.'
    """
    return "".join(map(_text_of, parts(said, language)))


def _text_of(part: Part) -> str:
    return part if isinstance(part, str) else part.text


def paragraph(several: Iterable[Message], language: Language = ENGLISH) -> str:
    """Return several messages as one plain text, with the language's space between two.

    >>> paragraph([message("It merges."), message("{n} {n:pair is|pairs are} left.", n=1)])
    'It merges. 1 pair is left.'
    """
    return language.gap.join(text(said, language) for said in several)


def _tell(fact: Fact, style: str, language: Language, found: list[Part]) -> None:
    """Append the parts of a fact to those found so far."""
    if isinstance(fact, str | Token):
        found.append(fact)
    elif isinstance(fact, Message):
        facts = dict(fact.facts)
        for before, name, its_style in _pieces(language.template(fact)):
            found.append(before)
            if name is not None:
                _tell(facts[name], its_style, language, found)
    elif isinstance(fact, Emphasis):
        inner: list[Part] = []
        _tell(fact.fact, style, language, inner)
        found.append(Strong("".join(map(_text_of, inner))))
    elif isinstance(fact, Spaced):
        found += [part for token in fact.tokens for part in (" ", Token(token))][1:]
    elif isinstance(fact, Listed):
        comma, before_last = language.joints(len(fact.facts))
        if fact.style == "commas":
            if any(type(each) is int and comma[0] in language.number(each) for each in fact.facts):
                comma = comma.replace(",", ";")  # a comma also separates the thousands
            before_last = comma
        for i, each in enumerate(fact.facts):
            if i:
                found.append(before_last if i == len(fact.facts) - 1 else comma)
            _tell(each, style, language, found)
    else:
        found.append(language.number(fact, style))


def _close_up(found: list[Part]) -> None:
    """Remove the space next to a place where two wide characters meet, such as Chinese ones."""
    found[:] = filter(None, found)
    for at in range(1, len(found)):
        left, right = found[at - 1], found[at]
        if not (isinstance(left, str) and isinstance(right, str)):
            continue
        if left.endswith(" ") and _is_wide(left[-2:-1]) and _is_wide(right[:1]):
            found[at - 1] = left[:-1]
        elif right.startswith(" ") and _is_wide(left[-1:]) and _is_wide(right[1:2]):
            found[at] = right[1:]


def _is_wide(char: str) -> bool:
    return char != "" and east_asian_width(char) in "WF"


def _joined(found: Iterable[Part]) -> list[Part]:
    """Join neighbours of plain text and drop empty parts; `Strong` and HTML stay by themselves."""
    joined: list[Part] = []
    for plain, run in groupby((part for part in found if part != ""), _is_plain):
        several = list(run)
        joined += ["".join(map(_text_of, several))] if plain else several
    return joined


def _is_plain(part: Part) -> bool:
    return type(part) is str


@lru_cache(maxsize=2048)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple(
        (before, name, style or "") for before, name, style, _ in Formatter().parse(template)
    )
