"""The questions below the merges, with their answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from pages.worksheet.merges import ratio_steps
from pages.worksheet.planning import PAIRS, Plan
from pages.worksheet.words import known_words, unknown_words
from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Listed, Message, Part, Spaced, Token, message
from wordpiece.recipes import Encoding
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE, times
from wordpiece.teaching.grading import grade, grade_tokens
from wordpiece.teaching.quiz import UNK, PairQuestion, questions
from wordpiece.teaching.wording import plus
from wordpiece.training.timeline import Timeline

MOST_WORDS = 2
"""Words without and words with something unknown to tokenize by hand, of each at most this many."""

SOME_TOKENS, FEW_OTHERS = 12, 3
"""How many tokens to offer at least, and how many of them at least that do not fit in the word."""


@dataclass(frozen=True)
class Question:
    """A question and its answer, in sentences.

    Attributes:
        ask: the question.
        answer: the answer.
        tokens: tokens to choose from.
        merges: merges to choose from, in the order learned.
        pairs: pairs to choose from.
        rows: pairs to choose from, with their counts.
        words: words to tokenize, each with space for its tokens.
    """

    ask: tuple[Message, ...]
    answer: tuple[Message | Part, ...]
    tokens: tuple[str, ...] = ()
    merges: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rows: tuple[PairScore, ...] = ()
    words: tuple[str, ...] = ()


def questions_on(plan: Plan) -> list[Question]:
    """Return the questions below the merges, with their answers.

    >>> from wordpiece.recipes import RECIPES
    >>> from pages.worksheet import plan
    >>> for asked in questions_on(plan(timeline, RECIPES["wordpiece"])):
    ...     print(str(asked.ask[0])[:30], *asked.words)
    How are these words tokenized? pugs bugs mug thug
    BPE does not divide: it merges
    At the start the vocabulary ha
    """
    words = _tokenize_by_hand(plan) if plan.by_hand else _tokenize(plan)
    other = _by_ratio(plan) if plan.timeline.score.ranks_by_count else _by_count(plan)
    last = _entries(plan) if plan.by_hand else _change(plan)
    return [*words, other, *([last] if last else [])]


HOW: dict[Encoding, Message] = {
    "longest-match": message(
        "From the left, always take the longest token that fits (greedy longest-match-first). If "
        "none fits, the whole word is {unknown}.",
        unknown=Token(UNK),
    ),
    "replay": message(
        "Split the word into single symbols and replay the merges in order. An unknown character "
        "is {unknown}.",
        unknown=Token(UNK),
    ),
    "segmenter": message(
        "From the left, always take the longest token that fits. If none fits, {unknown} stands "
        "for the rest.",
        unknown=Token(UNK),
    ),
    "longest-token": message(
        "Cut out the longest token found anywhere in the word, then do the same to its left and "
        "to its right. What holds no token is {unknown}.",
        unknown=Token(UNK),
    ),
}
"""How a word is tokenized."""


def _tokenize_by_hand(plan: Plan) -> list[Question]:
    """Ask about words that the new tokens change, and about words with something unknown."""
    last = plan.exercises[-1].merge.index
    encoder = plan.encoder(last)
    words = (*known_words(plan, last, MOST_WORDS), *unknown_words(plan, last, MOST_WORDS))
    if not words:
        return []
    ask = (
        message("How are these words tokenized?"),
        message("Use the starting symbols and the {n} {n:token|tokens} you have made.", n=last),
        HOW[plan.encoding],
    )
    answer = tuple(said for word in words for said in _tokens_of(encoder, word))
    return [Question(ask, answer, words=words)]


def _tokenize(plan: Plan) -> list[Question]:
    """Ask the same at a later step of a larger corpus, and give the tokens or merges to use."""
    step = max(len(plan.exercises), len(plan.timeline) // 2)
    encoder = plan.encoder(step)
    asked: list[Question] = []
    for word in (*known_words(plan, step, 1), *unknown_words(plan, step, 1)):
        tokens: tuple[str, ...] = _tokens_near(plan, word, step)
        merges: tuple[Pair, ...] = ()
        which = message("Use these tokens; not all are needed:")
        if plan.encoding == "replay":
            tokens, merges = (), _possible(plan.timeline, word, step)
            which = message("Of the merges only these can apply, in this order:")
        if not tokens and not merges:
            continue
        how: tuple[Message, ...] = ()
        if not asked:
            how = message("After {n} merge.", "After {n} merges.", n=step), HOW[plan.encoding]
        question = message("How is {word} tokenized?", word=Token(word))
        answer = _tokens_of(encoder, word)
        asked.append(Question((question, *how, which), answer, tokens=tokens, merges=merges))
    return asked


def _tokens_near(plan: Plan, word: str, step: int) -> tuple[str, ...]:
    """Return the tokens that fit somewhere in a word, and some others with a character of it."""
    timeline, specials = plan.timeline, plan.timeline.special_tokens
    entries = [t for t in timeline.vocabulary(step) if t not in specials and t.isprintable()]
    inside = _inside(timeline, word)
    others = [t for t in entries if t not in inside and {*t} & {*word} and len(t) < len(word)]
    more = {*others[-max(FEW_OTHERS, SOME_TOKENS - sum(t in inside for t in entries)) :]}
    return (*(t for t in entries if t in inside or t in more), UNK)


def _possible(timeline: Timeline, word: str, step: int) -> tuple[Pair, ...]:
    """Return the merges whose token fits somewhere in a word, in the order learned."""
    inside = _inside(timeline, word)
    merges = (timeline.pair(k) for k in range(1, step + 1))
    return tuple(dict.fromkeys(p for p in merges if timeline.marking.join(*p) in inside))


def _inside(timeline: Timeline, word: str) -> set[str]:
    """Return every symbol that can be merged from neighbours in a word."""
    symbols, join = timeline.marking.split(word), timeline.marking.join
    return {made for i in range(len(symbols)) for made in accumulate(symbols[i:], join)}


def _tokens_of(encoder: Encoder, word: str) -> tuple[Message | Part, ...]:
    tokens = encoder.encode_word(word)
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        return grade_tokens(encoder, word, " ".join(tokens)).feedback
    word_, tokens_ = Token(word), Spaced(tuple(tokens))
    return (message("{word} becomes {tokens}.", word=word_, tokens=tokens_),)


def _by_count(plan: Plan) -> Question:
    """Ask which pair BPE would merge first, a common mistake about WordPiece."""
    table = plan.timeline.scores(0)
    most, equals = table.most_frequent()
    pair, met = plus(most.pair), times(most.pair_count)
    if equals == 1:
        answer = message("{pair}: it occurs {times}.", pair=pair, times=met)
    elif equals > PAIRS:
        answer = message(
            "{pair}: it occurs {times}. {equals} pairs have that count; any of them is right.",
            pair=pair,
            times=met,
            equals=equals,
        )
    else:
        others = [row.pair for row in table.rows(0, equals, by="count") if row.pair != most.pair]
        answer = message(
            "{pair}: it occurs {times}. {equals} pairs have that count, also {others}; any of "
            "them is right.",
            pair=pair,
            times=met,
            equals=equals,
            others=Listed(tuple(map(plus, others)), "commas"),
        )
    is_best = message("It does not have the best score.")
    if most.pair in plan.exercises[0].best:
        is_best = message("It also has the best score.")
    ask = message(
        "BPE does not divide: it merges the pair that occurs most often. Which pair of step 1 is "
        "that? Does it also have the best score?"
    )
    return Question((ask,), (answer, is_best))


def _by_ratio(plan: Plan) -> Question:
    """Ask which pair WordPiece would merge first, a common mistake about BPE."""
    rows = plan.exercises[0].rows
    ratios = [Fraction(row.pair_count, row.left_count * row.right_count) for row in rows]
    winners = [row for row, ratio in zip(rows, ratios, strict=True) if ratio == max(ratios)]
    answer = [
        message("{pair}: {score}.", pair=plus(row.pair), score=ratio_steps(row, WORDPIECE))
        for row in winners
    ]
    if len(winners) > 1:
        answer.append(message("Any of them is right."))
    ask = message(
        "WordPiece divides the count of a pair by the counts of its left and right part, "
        "multiplied. Which pair of step 1 would have the best score then?"
    )
    return Question((ask,), tuple(answer), rows=() if plan.by_hand else rows)


def _entries(plan: Plan) -> Question | None:
    """Ask for the size of the vocabulary, which is not the number of symbols in the words."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    ask = message(
        "At the start the vocabulary has {symbols} symbols. How many entries does it have after "
        "step {step}, and how many different symbols do the words have then?",
        symbols=start.in_use,
        step=last,
    )
    answer = message(
        "{entries} entries, as nothing is ever removed from it; the words have {symbols} different "
        "symbols.",
        entries=end.vocabulary - len(timeline.special_tokens),
        symbols=end.in_use,
    )
    return Question((ask,), (answer,))


def _change(plan: Plan) -> Question | None:
    """Ask which score a later merge changes, if the quiz has such a question."""
    found = questions(plan.timeline, plan.timeline, kind="change", seed=1, count=6)
    later = [q for q in found if isinstance(q, PairQuestion) and q.step >= len(plan.exercises)]
    if not later:
        return None
    question = later[0]
    ask = message(
        "Later, after {n} {n:merge|merges}, {pair} merges. The score of exactly one of these "
        "pairs changes. Which, and why?",
        n=question.step,
        pair=plus(question.merge.pair),
    )
    right = question.right.row.pair
    answer = (message("{pair}.", pair=plus(right)), *grade(question, right).feedback)
    return Question((ask,), answer, pairs=tuple(c.row.pair for c in question.candidates))
