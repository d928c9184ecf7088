"""Every figure in the sentences of the lessons, recounted without the trainer.

`tests.oracle` trains and encodes as the textbook does. These tests use only the words and the
recipe of each training from the pages, and the sentences on screen. The functions below fill in the
placeholders of a sentence, such as ``{count u g @0 of toy-bpe}``.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from html import unescape
from itertools import accumulate

import pytest

from pages.lessons import LESSONS
from pages.lessons.model import Lesson, Shown, Texted
from pages.lessons.panels import Printed, Work
from pages.lessons.prose import Prose, drawn, fill, plain
from pages.trainings.named import TRAININGS, Named
from tests.oracle import RULES, Oracle
from tests.sentences import formula, fraction, plus
from wordpiece.message import Message
from wordpiece.records import Pair
from wordpiece.textbook import longest_match
from wordpiece.unigram.textbook import best_split, probabilities, start_pieces

TO_THE_END = next(each.default for each in fields(Named) if each.name == "train")
"""The ``train`` of a training that makes only the merges of its recipe."""


def shaped(words: dict[str, int], shape: str, begin: tuple[str, ...]) -> dict[str, int]:
    """Return words in the shape of a recipe: with the space before them, or with an end mark."""
    if shape == "underscore":
        return {word if word.endswith("_") else word + "_": n for word, n in words.items()}
    if shape == "gpt2":
        assert "".join(words).isascii()  # so a byte is written as its character
        bare = {word for word in words if word in begin or not word.isalnum()}
        return {word if word in bare else "Ġ" + word: n for word, n in words.items()}
    assert not shape
    return words


@cache
def trained(name: str) -> Oracle:
    """Return the plain training with a name in the lessons."""
    named, recipe = TRAININGS[name], TRAININGS[name].recipe
    made = Oracle(
        shaped(dict(named.words()), recipe.shape, recipe.begin),
        recipe.marking,
        rule=RULES[recipe.score.name],
        tie_break=recipe.tie_break,
        special=len(recipe.special_tokens),
        most=10**9 if recipe.max_merges is None else recipe.max_merges,
        room=10**9 if recipe.vocab_size is None else recipe.vocab_size,
        least=recipe.min_pair_count,
        given=recipe.alphabet,
    )
    if named.train is TO_THE_END:
        return made.run()
    named.train(made)  # type: ignore[arg-type]  # it has `step` and `run`, too
    return made


def whole(n: int) -> str:
    return f"{n:,}"


def signed(n: int) -> str:
    return f"{n:+,}".replace("-", "−") if n else "0"


def nats(likelihood: Fraction) -> str:
    """Format the logarithm of a likelihood, with a sign."""
    value = math.log(likelihood.numerator) - math.log(likelihood.denominator)
    assert abs(value) >= 1
    return f"{value:+,.4f}".replace("-", "−")


def met(made: Oracle, k: int, a: str, b: str) -> int:
    """Return how often a pair occurs, which must occur."""
    count = made.pairs(k)[a, b]
    assert count
    return count


def exact(made: Oracle, k: int, pair: Pair) -> Fraction:
    """Return a score, which must be a fraction."""
    assert made.rule in ("ratio", "count")
    return made.score(k, pair)


def rounded(made: Oracle, k: int, pair: Pair) -> str:
    """Format a score with all digits of its float."""
    return str(float(made.score(k, pair)))


def in_use(made: Oracle, k: int) -> int:
    return len(made.symbols(k))


def top_down(made: Oracle, round: int, token: str, threshold: str, reading: str) -> tuple[int, int]:
    """Return the count of a substring at the beginning of a round, and when it is decided."""
    alphabet = {mark + char for char in "".join(made.words) for mark in ("", "##")}
    lengths = {word: [1] * len(word) for word in made.words}
    for _ in range(round):
        counted: Counter[tuple[bool, str]] = Counter()
        for word, each in lengths.items():
            for start in [0, *accumulate(each)][:-1]:
                for end in range(start + 2, len(word) + 1):
                    counted[start > 0, word[start:end]] += made.words[word]
        decided: dict[tuple[bool, str], int] = {}
        takes: dict[tuple[bool, str], int] = {}
        for inside, text in sorted(counted, key=lambda each: -len(each[1])):
            longer = [n for (i, t), n in takes.items() if i == inside and t.startswith(text)]
            count = decided[inside, text] = counted[inside, text] - sum(longer)
            takes[inside, text] = count if reading == "code" or count >= int(threshold) else 0
        kept = {"##" * i + text for (i, text), n in decided.items() if n >= int(threshold)}
        splits = {word: longest_match(word, alphabet | kept) for word in made.words}
        lengths = {
            word: [len(token) - 2 * (i > 0) for i, token in enumerate(tokens)]
            for word, tokens in splits.items()
        }
    wanted = token.startswith("##"), token.removeprefix("##")
    return counted[wanted], decided[wanted]


@cache
def unigram(training: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the words of a Unigram training, and the pieces of its start with their counts.

    The toy has all substrings shorter than their word, the course the characters and the most
    frequent longer substrings, 300 in all.
    """
    words = dict(TRAININGS[training].words())
    if training == "toy":
        return words, dict(start_pieces(words))
    words = {"▁" + word.removeprefix("▁"): n for word, n in words.items()}
    counts: Counter[str] = Counter()
    for word, n in words.items():
        for i in range(len(word)):
            for j in range(i + 1, len(word) + 1):
                counts[word[i:j]] += n
    longer = sorted((piece for piece in counts if len(piece) > 1), key=lambda it: -counts[it])
    kept = [piece for piece in counts if len(piece) == 1]
    kept += longer[: 300 - len(kept)]
    return words, {piece: counts[piece] for piece in kept}


def loss(training: str, without: str = "") -> float:
    """Return the loss of a Unigram training before its first removal."""
    words, counts = unigram(training)
    p = probabilities(counts)
    each = (n * -math.log(best_split(word, p, without)[1]) for word, n in words.items())
    return sum(each)


UNIGRAM: dict[str, Callable[..., str]] = {
    "pieces": lambda t: whole(len(unigram(t)[1])),
    "removals": lambda t: whole(sum(len(piece) > 1 for piece in unigram(t)[1])),
    "piece-count": lambda t, piece: whole(unigram(t)[1][piece]),
    "piece-probability": lambda t, piece: f"{unigram(t)[1][piece]}/{sum(unigram(t)[1].values())}",
    "split-probability": lambda t, *pieces: (
        f"{math.prod(map(float, (probabilities(unigram(t)[1])[it] for it in pieces))):.4g}"
    ),
    "word-loss": lambda t, word: (
        f"{-math.log(best_split(word, probabilities(unigram(t)[1]))[1]):.3f}"
    ),
    "loss": lambda t: f"{loss(t):.2f}",
    "removal-cost": lambda t, piece: f"{loss(t, piece) - loss(t):.2f}",
    "occurrences": lambda t: whole(sum(unigram(t)[0].values())),
}
"""The figures of a Unigram training before its first removal; see `RECOUNT`."""

RECOUNT: dict[str, Callable[..., str]] = {
    # The corpus.
    "words": lambda t, k: whole(len(t.words)),
    "frequency": lambda t, k, word: whole(t.words[word]),
    "occurrences": lambda t, k: whole(sum(t.words.values())),
    "alphabet": lambda t, k: whole(len(t.alphabet)),
    "special": lambda t, k: whole(t.special),
    # The state after step k.
    "entries": lambda t, k: whole(t.special + len(t.vocabulary(k))),
    "in-use": lambda t, k: whole(in_use(t, k)),
    "most-in-use": lambda t, k: whole(max(in_use(t, i) for i in range(len(t.states)))),
    "corpus-tokens": lambda t, k: whole(sum(t.symbols(k).values())),
    "split": lambda t, k, word: " ".join(t.states[k][word]),
    # Pairs after step k.
    "count": lambda t, k, a, b: whole(met(t, k, a, b)),
    "met": lambda t, k, a, b: whole(t.pairs(k)[a, b]),
    "formula": lambda t, k, a, b: formula(t, k, (a, b)) if met(t, k, a, b) else "",
    "score": lambda t, k, a, b: fraction(exact(t, k, (a, b))),
    "float": lambda t, k, a, b: rounded(t, k, (a, b)),
    "frequent": lambda t, k: plus(t.top_by_count(k)[0]),
    "tied-now": lambda t, k: whole(len(t.tied(k))),
    # Merge k, and all of them.
    "pair": lambda t, k: plus(t.merges[k - 1]),
    "token": lambda t, k: t.join(*t.merges[k - 1]),
    "merge-float": lambda t, k: rounded(t, k - 1, t.merges[k - 1]),
    "merge-score": lambda t, k: fraction(exact(t, k - 1, t.merges[k - 1])),
    "change": lambda t, k: signed(in_use(t, k) - in_use(t, k - 1)),
    "merges": lambda t, k: whole(len(t.merges)),
    "ties-broken": lambda t, k: whole(sum(len(t.tied(i)) > 1 for i in range(len(t.merges)))),
    "learned": lambda t, k: " ".join(t.join(*pair) for pair in t.merges),
    "made": lambda t, k, a, b: whole(t.merges.index((a, b)) + 1),
    # The benefits and costs of a vocabulary.
    "fertility": lambda t, k: f"{sum(t.symbols(k).values()) / sum(t.words.values()):.2f}",
    "unused": lambda t, k: whole(len(t.vocabulary(k) - {*t.symbols(k)})),
    # The likelihood of the corpus.
    "log-likelihood": lambda t, k: nats(t.likelihood(k)),
    # Top-down.
    "counted": lambda t, k, *how: whole(top_down(t, k, *how)[0]),
    "stands": lambda t, k, *how: whole(top_down(t, k, *how)[1]),
    # Encoding.
    "match": lambda t, k, word: " ".join(t.match(k, word)),
    "replay": lambda t, k, word: " ".join(t.replay(k, word)[0]),
    "own": lambda t, k, word: " ".join(t.match(k, word, keep=True)),
}
"""The figures of a training; each function gets the training, the step and the next words."""

OF_NO_TRAINING: dict[str, Callable[..., str]] = {
    # The values of eight bits.
    "byte-values": lambda: whole(2**8),
    # The number of bytes in UTF-8 follows from a character's code point.
    "utf8": lambda text: whole(
        sum(1 + sum(ord(char) >= first for first in (0x80, 0x800, 0x10000)) for char in text)
    ),
    # A lesson chose it.
    "given": lambda n: whole(int(n)),
    "product": lambda a, b: whole(int(a) * int(b)),
    # BERT's `max_input_chars_per_word` in Hugging Face's library.
    "longest-word": lambda: "100",
    # A source prints it.
    "printed": lambda *words: " ".join(words),
}
"""Figures without a training; each function gets the next words."""


def unseen(verb: str, training: str, k: int) -> str:
    """Recount the half of a sample that a training does not see."""
    made, words = trained(training), TRAININGS[training].unseen_words()
    if verb == "unseen-tokens":
        return whole(sum(n * len(made.replay(k, word)[0]) for word, n in words.items()))
    return whole(sum(n for word, n in words.items() if verb == "unseen" or word not in made.words))


PLACE = re.compile(r"\{([^}]*)\}")


def recount(asked: str, training: str) -> str:
    """Compute the figure of a placeholder."""
    verb, *words = asked.split()
    if verb in OF_NO_TRAINING:
        return OF_NO_TRAINING[verb](*words)
    if "of" in words:
        *words, of, training = words
        assert of == "of"
    if verb in UNIGRAM and (verb != "occurrences" or training == "course-spaces"):
        return UNIGRAM[verb](training, *words)
    made, k = trained(training), 0
    if words and words[-1].startswith("@"):
        step = words.pop()
        k = len(made.merges) if step == "@end" else int(step[1:])
    return unseen(verb, training, k) if "unseen" in verb else RECOUNT[verb](made, k, *words)


def expected(template: str, training: str) -> str:
    """Return a sentence with its figures recounted, as plain text."""
    parts = [
        recount(part, training) if i % 2 else part.replace("`", "")
        for i, part in enumerate(PLACE.split(template))
    ]
    return folded("".join(parts))


def folded(text: str, gap: str = " ") -> str:
    """Return a text with all white space replaced by ``gap``."""
    return re.sub(r"\s+", gap, text).strip()


def untagged(html: object) -> str:
    """Return the visible text of HTML, without white space."""
    visible = re.sub(r'<i class="sr">[^<]*</i>', "", str(html))
    return folded(unescape(re.sub(r"<[^>]+>", "", visible)), "")


def inside(thing: object) -> Iterator[object]:
    """Yield all parts of a lesson, recursively."""
    yield thing
    if isinstance(thing, tuple):
        for each in thing:
            yield from inside(each)
    elif is_dataclass(thing) and not isinstance(thing, Message | Prose):
        for field in fields(thing):
            yield from inside(getattr(thing, field.name))


def sentences(lesson: Lesson) -> list[str | Prose]:
    """Return the sentences of a lesson that may have figures."""
    found: list[str | Prose] = []
    for each in inside(lesson):
        if isinstance(each, Prose):
            found.append(each)
        elif isinstance(each, Texted):
            found.append(each.text)
        elif isinstance(each, Work) and "{" in str(each.what):
            found.append(each.what)
        elif isinstance(each, Printed):
            found += [cell for row in each.rows for cell in row if isinstance(cell, str)]
    return found


def template(text: str | Prose) -> str:
    """Return the template of a sentence."""
    return text if isinstance(text, str) else text.template


def check(text: str | Prose, training: str) -> list[str]:
    """Check a sentence on screen; return its placeholders."""
    filled, ours = fill(text, training), expected(template(text), training)
    assert folded(plain(filled)) == ours
    assert untagged(drawn(filled)) == folded(ours, "")
    return PLACE.findall(template(text))


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_every_figure_in_a_lesson(lesson: Lesson) -> None:
    checked = [asked for each in sentences(lesson) for asked in check(each, lesson.training)]
    # The number of all opening braces in the lesson, except that of the link's query.
    assert len(checked) == len(re.findall(r"\{(?!')", repr(lesson)))
    for scene in lesson.scenes:  # a table has printed figures next to recounted ones
        if isinstance(scene.panel, Printed):
            columns = scene.panel.draw(Shown(lesson.training)).columns
            shown = untagged("".join(str(part) for column in columns for part in column))
            for row in scene.panel.rows:
                cells = [expected(template(cell), lesson.training) for cell in row]
                assert folded("".join(cells), "") in shown
