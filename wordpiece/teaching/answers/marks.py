"""Questions about marks: what ``##``, ``</w>`` and ``Ġ`` mean in a token."""

from __future__ import annotations

from collections.abc import Iterable

from wordpiece.marking import CONTINUES, END_OF_WORD, ENDS, STANDS_FOR_SPACE
from wordpiece.message import Spaced, Token, message
from wordpiece.teaching.answers.model import MERGES, Answer, Context
from wordpiece.teaching.wording import AT_THE_START, SPACE, plus
from wordpiece.text.pre_tokenizers import is_byte_level


def explain_prefix(c: Context) -> Answer | None:
    """Answer with a character that is in the alphabet with and without its mark."""
    timeline, prefix = c.timeline, c.timeline.marking.prefix
    if not prefix:
        return None
    # A symbol of the alphabet is one character, with or without the prefix.
    alphabet = set(timeline.alphabet)
    both = {char for char in alphabet if len(char) == 1 and prefix + char in alphabet}
    found = _in_both_places(timeline.words, both)
    if found is None:
        return None
    char, begins, inside = found
    continuing = {prefix + symbol[len(prefix) :] for symbol in alphabet if len(symbol) > 1}
    merges = (timeline.merge(k) for k in range(1, min(c.horizon, MERGES) + 1))
    merge = next((merge for merge in merges if merge.pair[0] in continuing), None)
    ids = timeline.vocabulary(0).index
    return Answer.of(
        CONTINUES,
        message(
            "{char} begins {begins}, and {marked} is inside {inside}. {char} and {marked} are "
            "different entries with the ids {id} and {marked_id}, and each has its own count."
        ),
        message(
            "A merge removes the {prefix} of its right part: {pair} becomes {token}.",
            pair=plus(merge.pair),
            token=Token(merge.token),
        )
        if merge
        else None,
        prefix=Token(prefix),
        char=Token(char),
        begins=Token(begins),
        marked=Token(prefix + char),
        inside=Token(inside),
        id=ids(char),
        marked_id=ids(prefix + char),
    )


def _in_both_places(words: Iterable[str], chars: set[str]) -> tuple[str, str, str] | None:
    """Return a character, and the first words in which it is at the beginning and inside."""
    begins: dict[str, str] = {}
    inside: dict[str, str] = {}
    for word in words if chars else ():
        begins.setdefault(word[0], word)
        for char in word[1:]:
            inside.setdefault(char, word)
        if ready := chars & begins.keys() & inside.keys():
            char = min(ready)
            return char, begins[char], inside[char]
    return None


def explain_suffix(c: Context) -> Answer | None:
    """Answer with how often the suffix occurs, and a token that is learned with it and without."""
    suffix, words = c.timeline.marking.suffix, c.timeline.words
    if not suffix or not words:
        return None
    learned = set(c.timeline.vocabulary(min(c.step, c.horizon)))
    endings = {token: token.removesuffix(suffix) for token in learned if token.endswith(suffix)}
    ending = min((token for token, bare in endings.items() if bare in learned), default="")
    tokens_contain_spaces = is_byte_level(c.pre_tokenizer) or c.pre_tokenizer == "metaspace"
    return Answer.of(
        ENDS,
        AT_THE_START.fill(word=Token(words[0]), symbols=Spaced(c.timeline.marking.split(words[0]))),
        message("{ending} and {inside} are different tokens: {ending} can only end a word.")
        if ending
        else None,
        message("Decoding turns {suffix} into a space between words.")
        if suffix == END_OF_WORD.suffix and not tokens_contain_spaces
        else None,
        suffix=Token(suffix),
        ending=Token(ending),
        inside=Token(ending.removesuffix(suffix)),
    )


def explain_space(c: Context) -> Answer | None:
    """Answer with the share of words that begin with GPT-2's mark for a space."""
    words = [word for word in c.timeline.words if word.startswith(SPACE)]
    if not words:
        return None
    return Answer.of(
        STANDS_FOR_SPACE,
        message(
            "{n} of {total} different words {n:begins|begin} with {mark}{n::|, for example} {word}."
        ),
        message(
            "Without {mark}, as at the beginning of a text, the same characters are a "
            "different word."
        ),
        mark=Token(SPACE),
        n=len(words),
        total=len(c.timeline.words),
        word=Token(words[0]),
    )
