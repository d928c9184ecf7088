"""The questions below the merges, with their answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Listed, Message, Part, Spaced, Token, message
from wordpiece.recipes import Encoding
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE, times
from wordpiece.teaching.grading import grade, grade_tokens
from wordpiece.teaching.quiz import UNK, PairQuestion, SplitQuestion, questions
from wordpiece.teaching.wording import plus
from wordpiece.teaching.worksheet.merges import worked_out
from wordpiece.teaching.worksheet.planning import PAIRS, Plan
from wordpiece.training.timeline import Timeline

GOOD = 5
"""Characters of a word that is good to tokenize."""

SEEDS = (1, 2, 3)
"""The quizzes that words to tokenize come from."""


@dataclass(frozen=True)
class Asked:
    """A question and its answer, in sentences.

    Attributes:
        ask: the question.
        answer: the answer.
        tokens: tokens to choose from.
        merges: merges to choose from, in the order learned.
        pairs: pairs to choose from.
        rows: pairs to choose from, with their counts.
    """

    ask: tuple[Message, ...]
    answer: tuple[Message | Part, ...]
    tokens: tuple[str, ...] = ()
    merges: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rows: tuple[PairScore, ...] = ()


def questions_on(plan: Plan) -> list[Asked]:
    """Return what is asked below the merges, with the answers."""
    words = _tokenize_by_hand(plan) if plan.by_hand else _tokenize(plan)
    other = _other_rule(plan)
    last = _entries(plan) if plan.by_hand else _change(plan)
    return [*words, *([other] if other else []), *([last] if last else [])]


def _split_questions(timeline: Timeline) -> list[SplitQuestion]:
    """Return words to tokenize, those of a good length first."""
    found = {
        question.word: question
        for seed in SEEDS
        for question in questions(timeline, timeline, kind="split", seed=seed, count=12)
        if isinstance(question, SplitQuestion)
    }
    return sorted(found.values(), key=lambda question: abs(len(question.word) - GOOD))


HOW: dict[Encoding, Message] = {
    "longest-match": message(
        "From the left, always take the longest token that fits; where none does, the whole word "
        "is {unknown}.",
        unknown=Token(UNK),
    ),
    "replay": message(
        "Split it into single symbols and replay the merges in order; an unknown character is "
        "{unknown}.",
        unknown=Token(UNK),
    ),
    "segmenter": message(
        "From the left, always take the longest token that fits; where none does, {unknown} "
        "stands for the rest.",
        unknown=Token(UNK),
    ),
    "longest-token": message(
        "Cut out the longest token that stands anywhere in it, then do the same on its left and "
        "on its right; where nothing is found, it is {unknown}.",
        unknown=Token(UNK),
    ),
}
"""How a word is tokenized."""


def _tokenize_by_hand(plan: Plan) -> list[Asked]:
    """Ask for a word that the new tokens change, and for one with something unknown in it."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    encoder = plan.encoder(last)
    learned = {timeline.merge(k).token for k in range(1, last + 1)}
    seen = {char for word in timeline.words for char in word}
    known: list[tuple[int, str]] = []
    unknown: list[tuple[bool, str]] = []
    for word in (question.word for question in _split_questions(timeline)):
        pieces = encoder.pieces(word)
        if any(piece.unknown for piece in pieces):
            # Best is a character that was seen, but never in this place.
            unknown.append((not {*word} <= seen, word))
        elif len(pieces) > 1:
            known.append((-sum(piece.token in learned for piece in pieces), word))
    use = message(
        "Use the starting symbols and the {n} token you have made.",
        "Use the starting symbols and the {n} tokens you have made.",
        n=last,
    )
    chosen = [min(words, key=lambda entry: entry[0])[1] for words in (known, unknown) if words]
    return [
        Asked(
            (_how_tokenized(word), *(() if i else (use, HOW[plan.encoding]))),
            _tokens_of(encoder, word),
        )
        for i, word in enumerate(chosen)
    ]


def _tokenize(plan: Plan) -> list[Asked]:
    """Ask the same of a larger corpus, further on, with the tokens or merges to use given."""
    timeline = plan.timeline
    found: dict[bool, Asked] = {}
    for question in _split_questions(timeline):
        encoder = plan.encoder(question.step)
        unknown = any(piece.unknown for piece in encoder.pieces(question.word))
        if unknown in found:
            continue
        tokens: tuple[str, ...] = question.choices
        merges: tuple[Pair, ...] = ()
        which = message("Of the vocabulary take these tokens; some are of no use:")
        if plan.encoding == "replay":
            tokens, merges = (), _possible(timeline, question)
            which = message("Only these merges can apply, in this order:")
        if not tokens and not merges:
            continue
        after = message(
            "Now {n} merge has been made.", "Now {n} merges have been made.", n=question.step
        )
        how = () if found else (HOW[plan.encoding],)
        found[unknown] = Asked(
            (_how_tokenized(question.word), after, *how, which),
            _tokens_of(encoder, question.word),
            tokens=tokens,
            merges=merges,
        )
    return [found[unknown] for unknown in sorted(found)]


def _possible(timeline: Timeline, question: SplitQuestion) -> tuple[Pair, ...]:
    """Return the merges whose result can stand in the word, in the order learned."""
    marking = timeline.marking
    symbols = marking.split(question.word)
    inside = {
        "".join(symbols[i:j]) for i in range(len(symbols)) for j in range(i + 1, len(symbols) + 1)
    }
    merges = (timeline.pair(k) for k in range(1, question.step + 1))
    return tuple(dict.fromkeys(p for p in merges if marking.join(*p) in inside))


def _how_tokenized(word: str) -> Message:
    return message("How is {word} tokenized?", word=Token(word))


def _tokens_of(encoder: Encoder, word: str) -> tuple[Message | Part, ...]:
    tokens = encoder.encode_word(word)
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        return grade_tokens(encoder, word, " ".join(tokens)).feedback
    word_, tokens_ = Token(word), Spaced(tuple(tokens))
    return (message("{word} becomes {tokens}.", word=word_, tokens=tokens_),)


def _other_rule(plan: Plan) -> Asked:
    """Ask which pair of step 1 the other algorithm would merge; the mix-up of the field."""
    return _by_ratio(plan) if plan.timeline.score.ranks_by_count else _by_count(plan)


def _by_count(plan: Plan) -> Asked:
    table, first = plan.timeline.scores(0), plan.exercises[0]
    most, equals = table.most_frequent()
    pair, met = plus(most.pair), times(most.pair_count)
    if equals == 1:
        answer = message("{pair}, met {times}.", pair=pair, times=met)
    elif equals > PAIRS:
        answer = message(
            "{pair}, met {times}; {equals} pairs have that count, and any of them counts.",
            pair=pair,
            times=met,
            equals=equals,
        )
    else:
        ranked = table.rows(0, equals, by="count")
        also = tuple(plus(row.pair) for row in ranked if row.pair != most.pair)
        answer = message(
            "{pair}, met {times}; {equals} pairs have that count, also {others}, and any of them "
            "counts.",
            pair=pair,
            times=met,
            equals=equals,
            others=Listed(also, "commas"),
        )
    is_best = message("It does not have the best score.")
    if most.pair in first.best:
        is_best = message("It has the best score, too.")
    ask = message(
        "BPE does not divide: it merges the pair that stands together most often. Which pair of "
        "step 1 is that? Does it also have the best score?"
    )
    return Asked((ask,), (answer, is_best))


def _by_ratio(plan: Plan) -> Asked:
    rows = plan.exercises[0].rows
    value = {r.pair: Fraction(r.pair_count, r.left_count * r.right_count) for r in rows}
    best = max(value.values())
    winners = [row for row in rows if value[row.pair] == best]
    answer = [
        message("{pair}: {score}.", pair=plus(row.pair), score=worked_out(row, WORDPIECE))
        for row in winners
    ]
    if len(winners) > 1:
        answer.append(message("Any of them counts."))
    ask = message(
        "WordPiece divides by how often the two parts stand anywhere. Which pair of step 1 would "
        "have the best score then?"
    )
    return Asked((ask,), tuple(answer), rows=() if plan.by_hand else rows)


def _entries(plan: Plan) -> Asked | None:
    """Ask for the size of the vocabulary, which is not what stands in the words."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    ask = message(
        "At the start the vocabulary has {symbols} symbols. How many entries has it after step "
        "{step}, and how many different symbols stand in the words then?",
        symbols=start.in_use,
        step=last,
    )
    answer = message(
        "{entries} entries, as nothing is ever taken out; {symbols} different symbols stand in "
        "the words.",
        entries=end.vocabulary - len(timeline.special_tokens),
        symbols=end.in_use,
    )
    return Asked((ask,), (answer,))


def _change(plan: Plan) -> Asked | None:
    """Ask whose score changes when another pair merges, in a step that is no exercise."""
    timeline = plan.timeline
    if not timeline.score.is_local:
        return None
    for question in questions(timeline, timeline, kind="change", seed=1, count=6):
        if isinstance(question, PairQuestion) and question.step >= len(plan.exercises):
            break
    else:
        return None
    ask = message(
        "Later, after {n} merge, {pair} merges. The score of exactly one of these pairs changes. "
        "Which, and why?",
        "Later, after {n} merges, {pair} merges. The score of exactly one of these pairs changes. "
        "Which, and why?",
        n=question.step,
        pair=plus(question.merge.pair),
    )
    right = question.right.row.pair
    answer = (message("{pair}.", pair=plus(right)), *grade(question, right).feedback)
    return Asked((ask,), answer, pairs=tuple(c.row.pair for c in question.candidates))
