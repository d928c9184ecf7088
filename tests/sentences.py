"""Write the sentences of a card in English, with figures from `tests.oracle`."""

from collections.abc import Iterable
from fractions import Fraction

from tests.oracle import Oracle
from wordpiece.records import Pair
from wordpiece.scoring import TieBreak


def times(n: int) -> str:
    """Write how often something occurs."""
    return "once" if n == 1 else f"{n:,} times"


def plus(pair: Pair) -> str:
    """Write a pair."""
    return f"{pair[0]} + {pair[1]}"


def fraction(value: Fraction) -> str:
    """Write a fraction in lowest terms."""
    return f"{value.numerator:,}" + f"/{value.denominator:,}" * (value.denominator > 1)


def formula(plain: Oracle, k: int, pair: Pair) -> str:
    """Write a score as its rule computes it."""
    score = plain.formula(k, pair)
    if isinstance(score, int):
        return times(score)
    count, left, right, value = score
    return f"{count:,} / ({left:,} × {right:,}) = {fraction(value)}"


def counted(n: int, noun: str) -> str:
    """Write a number of things."""
    return f"{n:,} {noun}" + "s" * (n != 1)


def together(plain: Oracle, k: int, pair: Pair) -> list[str]:
    """Say how often the parts of a pair occur; nothing if the score is the count."""
    score = plain.formula(k, pair)
    if isinstance(score, int):
        return []
    (a, b), (count, left, right, _) = pair, score
    said = f"The two parts occur together {times(count)}"
    if a == b:
        return [f"{said}.", f"Count of both parts: {a} {times(left)}."]
    if left == right == count:
        return [f"{said}, and never apart."]
    if count in (left, right):
        return [f"{said}, and {a if left == count else b} occurs nowhere else."]
    return [f"{said}.", f"Counts of the parts: {a} {times(left)}, {b} {times(right)}."]


def mark_decides(winner: Pair, tied: Iterable[Pair]) -> bool:
    """Return whether a pair comes first only because # sorts before letters."""
    both = (next(((a, b) for a, b in zip(winner, other, strict=True) if a != b), ("", ""))
            for other in tied)  # fmt: skip
    return any(ours[:2] == "##" and theirs[:1].isalpha() for ours, theirs in both)


def tie(plain: Oracle, k: int, rule: TieBreak) -> list[str]:
    """Say how many pairs share the best score and why this one wins; nothing without a tie."""
    tied = plain.tied(k)
    why = {
        "first-seen": "the pair seen first in the corpus wins.",
        "alphabetical": "the pair that comes first in alphabetical order (by code points) wins.",
        "greatest": "the pair that comes last in alphabetical order (by code points) wins.",
        "random": "a random choice with a fixed seed decides.",
    }[rule]
    if rule == "alphabetical" and mark_decides(plain.break_tie(tied, k, rule), tied):
        why = f"{why[:-1]}, and ## comes before every letter."
    return [f"{len(tied):,} pairs share the best score; {why}"] if len(tied) > 1 else []


def card(plain: Oracle, k: int, rule: TieBreak, forced: bool, best: Pair) -> list[str]:
    """Return the sentences of the card of merge ``k``."""
    k -= 1
    pair = plain.merges[k]
    count, replaced = plain.pairs(k)[pair], plain.replaced(k + 1)
    said = together(plain, k, pair) + ([] if forced else tie(plain, k, rule))
    if pair != best:
        said.append(f"Before this merge, another pair had rank 1: {plus(best)}.")
    if replaced < count:
        run = f"{plus(pair)} is counted {times(count)}, but merged only {times(replaced)}."
        said.append(f"Where the same symbol occurs three times in a row, its pairs overlap: {run}")
    if plain.join(*pair) in plain.vocabulary(k):
        already = "was in the vocabulary already, so the vocabulary does not grow."
        said.append(f"{plain.join(*pair)} {already}")
    if plain.rule == "count":
        return said
    top, _ = plain.top_by_count(k)
    if plain.pairs(k)[top] == count:
        return [*said, f"The pair of this merge has the highest count, {count:,}."]
    return [*said, f"No pair occurs more often than {plus(top)} ({times(plain.pairs(k)[top])})."]
