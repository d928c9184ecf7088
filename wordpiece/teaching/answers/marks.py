"""Questions about marks: what ``##``, ``</w>`` and ``Ġ`` say about a token."""

from __future__ import annotations

from typing import Any

from wordpiece.marking import END_OF_WORD, LEADING_SPACE
from wordpiece.message import Token, message
from wordpiece.teaching.answers.model import (
    MERGES,
    TOY,
    Answer,
    Context,
    Example,
    Question,
)
from wordpiece.teaching.wording import plus

THUG = Example(message("the toy words with thug added"), (*TOY, ("thug", 1)), 3)
"""With h both at the beginning of a word and inside one."""

SPACE = LEADING_SPACE.name


def _prefix(c: Context) -> Answer | None:
    """Answer with a character that is in the alphabet with and without its mark.

    Figures: ``character``, a word that ``begins`` with it and one that has it ``inside``, its
    ``ids``; ``merge`` of two symbols with the prefix, if there is one.
    """
    prefix = c.timeline.marking.prefix
    if not prefix:
        return None
    # A starting symbol is one character, with or without the prefix, so this is no guess.
    alphabet = set(c.timeline.alphabet)
    both = {char for char in alphabet if len(char) == 1 and prefix + char in alphabet}
    begins: dict[str, str] = {}
    inside: dict[str, str] = {}
    for word in c.timeline.words if both else ():
        begins.setdefault(word[0], word)
        for char in word[1:]:
            inside.setdefault(char, word)
        ready = sorted(both & begins.keys() & inside.keys())
        if ready:
            break
    else:
        return None
    char = ready[0]
    ids = tuple(map(c.timeline.vocabulary(0).index, (char, prefix + char)))
    figures: dict[str, Any] = {
        "character": char,
        "begins": begins[char],
        "inside": inside[char],
        "ids": ids,
    }
    sentences = [
        message(
            "The continuation prefix {prefix} says that a token continues a word. A token without "
            "it begins one.",
            prefix=Token(prefix),
        ),
        message(
            "{char} begins {begins}; {marked} is inside {inside}. They are two entries, ids {id} "
            "and {marked_id}, and they are counted apart.",
            char=Token(char),
            begins=Token(begins[char]),
            marked=Token(prefix + char),
            inside=Token(inside[char]),
            id=ids[0],
            marked_id=ids[1],
        ),
    ]
    conts = {prefix + char for char in (a[len(prefix) :] for a in alphabet if len(a) > 1)}
    last = min(c.horizon, MERGES)
    merge = next((c.timeline.merge(k) for k in range(1, last + 1)
                  if c.timeline.pair(k)[0] in conts), None)  # fmt: skip
    if merge:
        figures["merge"] = merge
        sentences.append(
            message(
                "In a merge, the right part loses its {prefix}: {pair} become {token}.",
                prefix=Token(prefix),
                pair=plus(merge.pair),
                token=Token(merge.token),
            )
        )
    return Answer(tuple(sentences), figures)


PREFIX = Question(
    "prefix",
    message("What does ## mean? Is v the same as ##v?"),
    ("words", "vocabulary", "result"),
    _prefix,
    THUG,
    lambda c: bool(c.timeline.marking.prefix),
)


def _suffix(c: Context) -> Answer | None:
    """Answer with a token that ends words and the same without the suffix.

    Figures: ``suffix``, the ``words`` of the corpus, and, if a token is there both with the suffix
    and without it, the ``token``.
    """
    suffix = c.timeline.marking.suffix
    if not suffix or not c.timeline.words:
        return None
    words = c.timeline.occurrences
    first = c.timeline.words[0]
    sentences = [
        message(
            "{suffix} is an extra symbol after the last character of each word, so it occurs "
            "{words} times here. {word} begins as {symbols}.",
            suffix=Token(suffix),
            words=words,
            word=Token(first),
            symbols=Token(" ".join(c.timeline.marking.split(first))),
        )
    ]
    learned = set(c.timeline.vocabulary(min(c.step, c.horizon)))
    ending = min((t for t in learned if t.endswith(suffix) and t != suffix
                  and t.removesuffix(suffix) in learned), default=None)  # fmt: skip
    figures: dict[str, Any] = {"suffix": suffix, "words": words, "token": ending}
    if ending:
        sentences.append(
            message(
                "{ending} can only end a word; {inside} is a token of its own, for other places.",
                ending=Token(ending),
                inside=Token(ending.removesuffix(suffix)),
            )
        )
    sentences.append(
        message("Decoding turns it into a space, so words stay apart.")
        if suffix == END_OF_WORD.suffix
        else message("It keeps the ends of words apart from their insides.")
    )
    return Answer(tuple(sentences), figures)


SUFFIX = Question(
    "suffix",
    message("What does the mark at the end of words mean?"),
    ("words", "vocabulary", "result"),
    _suffix,
    Example(
        message("the words low, lower, newest, widest"),
        (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)),
        3,
        bpe=END_OF_WORD.name,
    ),
    lambda c: bool(c.timeline.marking.suffix),
)


def _space(c: Context) -> Answer | None:
    """Answer with how many words carry a space.

    Figures: how many words of the corpus are ``spaced``, and the ``first`` of them.
    """
    words = [word for word in c.timeline.words if word.startswith("Ġ")]
    if not words:
        return None
    sentences = (
        message(
            "{mark} is how GPT-2 writes the space before a word: it belongs to the word.",
            mark=Token("Ġ"),
        ),
        message(
            "{n} of {total} distinct words {n:carries|carry} it here, such as {word}.",
            n=len(words),
            total=len(c.timeline.words),
            word=Token(words[0]),
        ),
        message("A word without it, such as one at the beginning of a text, is another word."),
    )
    return Answer(sentences, {"spaced": len(words), "first": words[0]})


SPACING = Question(
    "space",
    message("What does Ġ mean?"),
    ("words", "vocabulary", "result"),
    _space,
    Example(
        message("the words of “a hug a pug”"),
        (("a", 1), ("Ġhug", 1), ("Ġa", 1), ("Ġpug", 1)),
        2,
        bpe=SPACE,
    ),
    lambda c: c.timeline.marking == LEADING_SPACE or c.pre_tokenizer == "gpt2",
)
