"""Questions about a training, and their answers graded by the engine itself.

====== ============================================ ===========================================
kind   question                                     right is
====== ============================================ ===========================================
next   Which pair merges next?                      any pair with the best score, tied or not
bpe    Which pair does BPE merge next?              the same, on BPE's own training
split  How is this word tokenized?                  the longest match, and nothing else
change If this pair merges now, whose score moves?  the one pair offered whose score changes
====== ============================================ ===========================================

`questions` picks steps and words that tell something; `grade` answers an answer. The same
training, kind and seed give the same questions in every process. "change" is asked under
WordPiece's and BPE's score only: the likelihood gain changes for every pair at every merge, and
the blog's code does not count symbols.

>>> from wordpiece import BPETrainer, WordPieceTrainer
>>> from wordpiece.teaching.wording import plain
>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
>>> for trainer in trainers:
...     _ = trainer.run()
>>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
>>> question = next(q for q in questions(wordpiece, bpe, kind="next") if q.step == 0)
>>> verdict = grade(question, ("##u", "##g"))
>>> verdict.right, plain(verdict.comparison)
(False, '##u + ##g: 20 / (36 × 20) = 1/36, against 5 / (20 × 5) = 1/20 for ##g + ##s. ')
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice, pairwise, repeat, zip_longest
from typing import Literal

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.message import Token
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore
from wordpiece.scoring import WORDPIECE, Score, TieBreak
from wordpiece.teaching.wording import (
    Sentence,
    company,
    formula,
    merges_in_words,
    plus,
    spaced,
    tie,
    times,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.textbook import merge as merge_pair
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline

Kind = Literal["next", "split", "bpe", "change"]
PairKind = Literal["next", "bpe", "change"]
KINDS: tuple[Kind, ...] = ("next", "split", "bpe", "change")
"""In the order in which a mixed set goes through them."""

Role = Literal["best", "tied", "frequent", "exclusive", "rare", "near", "other", "moves", "keeps"]
Slip = Literal[
    "", "pair", "nothing", "text", "marks", "unknown", "not unknown", "no token", "not longest"
]

CANDIDATES = 4
UNK = "[UNK]"

TRIES = 60
"""Steps looked at for one kind of question before giving up; a table takes milliseconds."""

LONGEST = 12
"""Characters of a word to tokenize."""

POOL = 40
"""Words of the corpus that new words are put together from, and new words to choose from."""

ALL_TOKENS, SOME_TOKENS = 24, 16
"""A vocabulary up to the first is offered whole; of a larger one at least the second."""

FLAVOURS = ("new", "unknown", "known", "new")
"""Words put together anew, words with a stranger in them, and words of the corpus that longest
match cuts otherwise than training did."""

STRANGERS = "mzqxjkvwéñßø"
"""Characters to try where a word needs one that training never saw there."""


# --- Records -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counts:
    """What a pair's score is made of: times together, and times of each part."""

    pair_count: int
    left_count: int
    right_count: int

    @classmethod
    def of(cls, row: PairScore | MergeStep) -> Counts:
        """The counts in a record."""
        return cls(row.pair_count, row.left_count, row.right_count)

    def score(self, score: Score) -> float:
        """What a rule makes of them."""
        return score.value(self.pair_count, self.left_count, self.right_count)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One pair to choose from.

    Attributes:
        row: the pair's row in the score table at the question's step.
        role: "best" is the winner and "tied" shares its score. Of the others, "frequent" has
            the highest count, "exclusive" would win by WordPiece's score but not by count,
            "rare" the lowest count, "near" a good score. To "change" belong "moves", "keeps".
        right: whether it is a right answer.
        after: for "change" the counts once the merge is made.
    """

    row: PairScore
    role: Role
    right: bool
    after: Counts | None = None


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """A question answered by choosing a pair.

    Attributes:
        kind: "next", "bpe" or "change".
        step: the merges made so far.
        candidates: two to four different pairs, at least one right, at least one wrong. In a
            "change" exactly one is right.
        merge: the merge that comes next; for "change" the one that is supposed.
        score, tie_break: the training's.
    """

    kind: PairKind
    step: int
    candidates: tuple[Candidate, ...]
    merge: MergeStep
    score: Score
    tie_break: TieBreak

    @property
    def right(self) -> Candidate:
        """The right candidate; among tied ones that which the tie-break takes."""
        return next(c for c in self.candidates if c.right and c.role != "tied")

    def candidate(self, pair: Pair) -> Candidate:
        """The candidate with this pair.

        Raises:
            ValueError: it is not one of the candidates.
        """
        for candidate in self.candidates:
            if candidate.row.pair == pair:
                return candidate
        raise ValueError(f"{pair!r} is not one of the candidates.")


@dataclass(frozen=True, slots=True)
class SplitQuestion:
    """How is a word tokenized with the vocabulary after a step?

    Attributes:
        step: the merges made so far.
        word: no white space in it, nothing unprintable, at most LONGEST characters.
        trace: how longest match takes it apart.
        replayed: the tokens that replaying the merges would give.
        choices: tokens to put the answer together from, in id order and the unknown token
            last: all that fit into the word, and others.
        vocabulary: how many entries the vocabulary has, special tokens left out.
        marking: how tokens are written.
    """

    step: int
    word: str
    trace: MatchTrace
    replayed: tuple[str, ...]
    choices: tuple[str, ...]
    vocabulary: int
    marking: Marking
    kind: Literal["split"] = "split"

    @property
    def tokens(self) -> tuple[str, ...]:
        """The right answer."""
        return tuple(piece.token for piece in self.trace.pieces)


Question = PairQuestion | SplitQuestion


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine says to an answer.

    Attributes:
        right: whether the answer is right.
        slip: what kind of mistake it is; "" if it is right.
        reason: why, without figures.
        comparison: the figures of the answer and of the right one; empty for "split".
    """

    right: bool
    slip: Slip
    reason: Sentence
    comparison: Sentence = ()

    @property
    def feedback(self) -> Sentence:
        """Reason and figures."""
        return self.reason + self.comparison


# --- Asking ------------------------------------------------------------------------------------


def questions(
    timeline: Timeline,
    bpe: Timeline,
    *,
    kind: Kind | Literal["mixed"] = "mixed",
    seed: int = 1,
    count: int = 10,
) -> tuple[Question, ...]:
    """Questions about a training; fewer than ``count``, or none, if it has no more to ask.

    Args:
        timeline: the training asked about.
        bpe: BPE's training on the same words.
        kind: one kind of question, or "mixed" for all in turn.
        seed: another seed, other steps, words and candidates.
        count: how many.

    Raises:
        ValueError: there is no such kind.
    """
    if kind != "mixed" and kind not in KINDS:
        raise ValueError(f"Unknown kind {kind!r}; choose mixed or one of {', '.join(KINDS)}.")
    steps = [*islice(_spread(len(timeline), random.Random(f"{seed}/steps")), TRIES)]
    used: set[int] = set()
    sources: dict[Kind, Iterator[Question]] = {}
    for name in KINDS if kind == "mixed" else (kind,):
        rng = random.Random(f"{seed}/{name}")
        if name == "split":
            sources[name] = _splits(timeline, rng)
        elif name == "bpe":
            its_steps = islice(_spread(len(bpe), rng), TRIES)
            sources[name] = _pairs(name, bpe, its_steps, set(), rng)
        else:
            # A supposed merge gives away what comes next, so the two keep to different steps.
            first = name == "change"
            order = steps[first::2] + steps[not first :: 2]
            sources[name] = _pairs(name, timeline, order, used, rng)
    asked: list[Question] = []
    while sources and len(asked) < count:
        for name in [*sources]:
            question = next(sources[name], None)
            if question is None:
                del sources[name]
            else:
                asked.append(question)
    return tuple(asked[:count])


def _spread(n: int, rng: random.Random) -> Iterator[int]:
    """The numbers below ``n`` once each, so that the first few lie far apart.

    Steps of the golden ratio around a circle: any stretch of them covers it evenly.
    """
    at, seen = rng.random(), set[int]()
    while len(seen) < n:
        at = (at + 0.6180339887498949) % 1
        number = int(at * n)
        if number not in seen:
            seen.add(number)
            yield number


def _pairs(
    kind: PairKind, timeline: Timeline, steps: Iterable[int], used: set[int], rng: random.Random
) -> Iterator[Question]:
    """Questions of one kind at these steps, those with all four candidates first."""
    shorter: list[PairQuestion] = []
    ask = _what_changes if kind == "change" else _what_merges
    for step in steps:
        if step in used:
            continue
        question = ask(kind, timeline, step, rng)
        if question is None:
            continue
        if len(question.candidates) < CANDIDATES:
            shorter.append(question)
            continue
        used.add(step)
        yield question
    for question in shorter:
        if question.step not in used:
            used.add(question.step)
            yield question


def _what_merges(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Which pair merges next? None where every pair is tied, or where the merge was forced."""
    table = timeline.scores(step)
    ties, size = table.ties, len(table)
    if timeline.merge(step + 1).forced or size == ties:
        return None
    best = table.rows(0, 1)[0]
    offered: list[tuple[Role, PairScore]] = [("best", best)]
    if not timeline.score.ranks_by_count:
        offered.append(("frequent", table.most_frequent()[0]))
    else:
        offered += [("exclusive", row) for row in _exclusive(table, best)]
    rows = table.rows(max(0, size - POOL), size, by="count")
    rare = [row for row in rows if row.pair_count == rows[-1].pair_count]
    offered += [("rare", rng.choice(rare)), ("near", rng.choice(table.rows(ties, ties + 5)))]
    if ties > 1 and rng.random() < 1 / 3:
        offered.insert(2, ("tied", rng.choice(table.rows(1, min(ties, POOL)))))
    others = rng.sample(range(ties, size), min(size - ties, 2 * CANDIDATES))
    offered += [("other", table.rows(row, row + 1)[0]) for row in others]
    offered += [("tied", row) for row in table.rows(1, min(ties, CANDIDATES))]

    chosen: dict[Pair, Candidate] = {}
    for role, row in offered:
        right = row.score == best.score
        shown = "tied" if right and row.pair != best.pair else role
        if row.pair not in chosen and len(chosen) < CANDIDATES:
            chosen[row.pair] = Candidate(row, shown, right)
    candidates = [*chosen.values()]
    if all(candidate.right for candidate in candidates):
        return None
    rng.shuffle(candidates)
    merge = timeline.step(step + 1)
    return PairQuestion(kind, step, tuple(candidates), merge, timeline.score, timeline.tie_break)


def _exclusive(table: ScoreTable, best: PairScore) -> list[PairScore]:
    """The pair whose WordPiece score is best, if that beats the one merged by count.

    Of a very large table the middle is left out.
    """
    size, part = len(table), 10 * POOL
    rows = table.rows(0, part) + table.rows(max(part, size - part), size)
    top = max(rows, key=lambda row: Counts.of(row).score(WORDPIECE))
    beats = Counts.of(top).score(WORDPIECE) > Counts.of(best).score(WORDPIECE)
    return [top] if beats and top.score < best.score else []


def _what_changes(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Whose score would the next merge change? None where there is nothing to tell apart.

    The merge is really made: the words it changes are counted before and after it.
    """
    merge = timeline.merge(step + 1)
    if not timeline.score.is_local:
        return None
    if merge.left_count == merge.right_count == merge.pair_count:
        return None  # its parts are nowhere else, so no other pair that stays is touched
    symbols: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    for sign, at in ((-1, step), (1, step + 1)):
        for split, frequency in _some_words(timeline, at, timeline.changed_words(step + 1)):
            for symbol in split:
                symbols[symbol] += sign * frequency
            for pair in pairwise(split):
                pairs[pair] += sign * frequency

    def after(row: PairScore) -> Counts:
        left, right = row.pair
        return Counts(
            row.pair_count + pairs[row.pair],
            row.left_count + symbols[left],
            row.right_count + symbols[right],
        )

    table = timeline.scores(step)
    rows = {row.pair: row for row in table.rows(0, POOL) + table.rows(0, POOL, by="count")}
    for pair in _with_a_part_of(merge.pair, timeline, step, rng):
        if pair not in rows and (row := table.find(pair)):
            rows[pair] = row
    rows.pop(merge.pair, None)
    moves, keeps = [], []
    for row in rows.values():
        then = after(row)
        if then == Counts.of(row):
            keeps.append(row)
        elif then.pair_count and then.score(timeline.score) != row.score:
            moves.append(row)
    if not moves or not keeps:
        return None
    # Most telling: a score that moves though the pair itself is left alone, and scores that do
    # not although the merge happens in the same word.
    alone = [row for row in moves if not pairs[row.pair]]
    right = rng.choice(alone or moves)
    rng.shuffle(keeps)
    keeps.sort(key=lambda row: row.pair not in pairs)
    candidates = [Candidate(right, "moves", True, after(right))]
    candidates += [Candidate(row, "keeps", False, after(row)) for row in keeps[: CANDIDATES - 1]]
    rng.shuffle(candidates)
    return PairQuestion(kind, step, tuple(candidates), merge, timeline.score, timeline.tie_break)


def _some_words(
    timeline: Timeline, step: int, positions: Iterable[int]
) -> Iterator[tuple[tuple[str, ...], int]]:
    splits, words = timeline.splits(step), timeline.words
    for i in positions:
        yield splits[words[i]], int(timeline.frequencies[i])


def _with_a_part_of(pair: Pair, timeline: Timeline, step: int, rng: random.Random) -> list[Pair]:
    """A few pairs that share a part with this one, in words that keep that part."""
    found: dict[Pair, None] = {}
    for part in dict.fromkeys(pair):
        positions = timeline.words_with(step + 1, part)
        some = rng.sample(positions, min(len(positions), POOL))
        for split, _ in _some_words(timeline, step, some):
            found |= dict.fromkeys(p for p in pairwise(split) if part in p and p != pair)
    return rng.sample([*found], min(len(found), CANDIDATES))


# Words to tokenize.


def _splits(timeline: Timeline, rng: random.Random) -> Iterator[Question]:
    """Words that are new, unknown, or seen in training and yet cut otherwise than there."""
    ranks = {timeline.pair(k): k for k in range(len(timeline), 0, -1)}
    positions = rng.sample(range(len(timeline.words)), min(len(timeline.words), 4 * POOL))
    pool = [timeline.words[i] for i in positions if _can_be_typed(timeline.words[i])][:POOL]
    if not ranks or not pool:
        return
    steps = chain.from_iterable(_spread(len(timeline), rng) for _ in repeat(None))
    asked: set[str] = set()
    for flavour, step in zip(cycle(FLAVOURS), islice(steps, TRIES), strict=False):
        question = _split(timeline, step + 1, flavour, pool, ranks, rng)
        if question and question.word not in asked:
            asked.add(question.word)
            yield question


def _can_be_typed(text: str) -> bool:
    return bool(text) and text.isprintable() and not any(char.isspace() for char in text)


def _split(
    timeline: Timeline,
    step: int,
    flavour: str,
    pool: Sequence[str],
    ranks: Mapping[Pair, int],
    rng: random.Random,
) -> SplitQuestion | None:
    encoder = WordPieceEncoder.from_timeline(timeline, step, unk_token=UNK)
    marking, seen = timeline.marking, timeline.splits(step)
    if flavour == "known":
        words = [w for w in pool if tuple(encoder.encode_word(w)) != seen[w]]
    else:
        words = [w for w in (_new_word(pool, rng) for _ in range(POOL)) if w not in seen]
    if flavour == "unknown":
        words = [_with_a_stranger(w, timeline, encoder, rng) for w in words or pool]

    best: tuple[float, str] | None = None
    for word in dict.fromkeys(w for w in words if len(w) <= LONGEST):
        pieces = encoder.pieces(word)
        if not pieces or any(piece.unknown for piece in pieces) != (flavour == "unknown"):
            continue
        if any(p.token in timeline.special_tokens and not p.unknown for p in pieces):
            continue  # a word spelled like [CLS]: special tokens are not among the choices
        # Telling: the merges would cut it otherwise; several tokens; not only characters.
        tokens = tuple(piece.token for piece in pieces)
        differs = flavour != "unknown" and tokens != _replay(word, marking, ranks, step)
        telling = 2 * differs + (2 <= len(tokens) <= 5) + (len(tokens) < len(word))
        worth = telling + rng.random()
        if best is None or worth > best[0]:
            best = (worth, word)
    if best is None:
        return None
    word = best[1]
    entries = [t for t in timeline.vocabulary(step) if t not in timeline.special_tokens]
    return SplitQuestion(
        step=step,
        word=word,
        trace=encoder.trace(word),
        replayed=_replay(word, marking, ranks, step),
        choices=_choices(word, entries, marking, rng),
        vocabulary=len(entries),
        marking=marking,
    )


def _new_word(pool: Sequence[str], rng: random.Random) -> str:
    """The beginning of one word and the end of another."""
    a, b = rng.choice(pool), rng.choice(pool)
    return a[: rng.randint(1, len(a))] + b[rng.randrange(len(b)) :]


def _with_a_stranger(
    word: str, timeline: Timeline, encoder: WordPieceEncoder, rng: random.Random
) -> str:
    """A word with one character that was never seen in that place, if there is one."""
    at = rng.randrange(len(word))
    prefix = timeline.marking.prefix
    bare = [symbol.removeprefix(prefix) for symbol in timeline.alphabet]
    chars = dict.fromkeys([*timeline.alphabet, *bare, *STRANGERS])
    mark = prefix if at else ""
    strangers = [
        c for c in chars if len(c) == 1 and mark + c not in encoder.ids and _can_be_typed(c)
    ]
    letters = [c for c in strangers if c.isalpha()] or strangers
    return word[:at] + rng.choice(letters) + word[at + 1 :] if letters else word


def _replay(word: str, marking: Marking, ranks: Mapping[Pair, int], step: int) -> tuple[str, ...]:
    """The symbols of a word after replaying the first ``step`` merges."""
    symbols = marking.split(word)
    while known := [(ranks[p], p) for p in pairwise(symbols) if ranks.get(p, step + 1) <= step]:
        pair = min(known)[1]
        symbols = merge_pair(symbols, pair, marking.join(*pair))
    return symbols


def _choices(
    word: str, entries: Sequence[str], marking: Marking, rng: random.Random
) -> tuple[str, ...]:
    """Tokens to put an answer together from; see `SplitQuestion.choices`."""
    typed = [token for token in entries if _can_be_typed(token)]
    if len(typed) > ALL_TOKENS:
        text = word + marking.suffix
        fits = {
            (marking.prefix if i else "") + text[i:j]
            for i in range(len(text))
            for j in range(i + 1, len(text) + 1)
        }
        others = [token for token in typed if token not in fits]
        missing = max(4, SOME_TOKENS - (len(typed) - len(others)))
        fits.update(rng.sample(others, min(missing, len(others))))
        typed = [token for token in typed if token in fits]
    return (*typed, UNK)


# --- What to look at ---------------------------------------------------------------------------


def words_to_show(timeline: Timeline, question: PairQuestion, most: int = 8) -> tuple[int, ...]:
    """Positions of up to ``most`` words that hold the question's pairs, in corpus order.

    Args:
        timeline: the training the question is about.
        question: the question.
        most: if there are no more words, all are returned.
    """
    total = len(timeline.words)
    if total <= most:
        return tuple(range(total))
    rows = [candidate.row for candidate in question.candidates]
    pairs = [(row.pair, row.left_count, row.right_count) for row in rows]
    if question.kind == "change":
        merge = question.merge
        pairs.insert(0, (merge.pair, merge.left_count, merge.right_count))
    splits = timeline.splits(question.step)
    holding: list[list[int]] = []
    for pair, left, right in pairs:
        positions = timeline.words_with(question.step, pair[0] if left <= right else pair[1])
        words = (i for i in positions if pair in pairwise(splits[timeline.words[i]]))
        holding.append([*islice(words, most)])
    # The first word of each pair, then the second of each, and so on.
    found = dict.fromkeys(i for row in zip_longest(*holding) for i in row if i is not None)
    return tuple(sorted(islice(found, most)))


# --- Grading -----------------------------------------------------------------------------------


def grade(question: Question, answer: Pair | str | Sequence[str]) -> Verdict:
    """What the engine says to an answer.

    Args:
        question: the question.
        answer: one of the candidates' pairs; for "split" the tokens, or a text in which they
            are set apart by white space.

    Raises:
        ValueError: the pair is not one of the candidates.
    """
    if isinstance(question, SplitQuestion):
        tokens = answer.split() if isinstance(answer, str) else answer
        return _grade_split(question, tuple(tokens))
    left, right = tuple(answer)
    chosen = question.candidate((left, right))
    return (_grade_change if question.kind == "change" else _grade_merge)(question, chosen)


def _grade_merge(question: PairQuestion, chosen: Candidate) -> Verdict:
    merge, score = question.merge, question.score
    tied = tie(merge, question.tie_break)
    met = company(merge, score) or (f"They are met {times(merge.pair_count)}. ",)
    if chosen.right and chosen.row.pair != merge.pair:
        takes: Sentence = ("It shares the best score. ", *tied, "Here that is ")
        return Verdict(True, "", (*takes, *plus(merge.pair), ". "))
    winner: Sentence = (*plus(merge.pair), " merges next. ", *met)
    if chosen.right:
        return Verdict(True, "", winner + tied)
    why = {
        "frequent": f"{score.against_frequent} ",
        "exclusive": "WordPiece's score would put it before the winner; BPE only counts. ",
        "rare": "No pair is met less often than yours. "
        + (f"{score.against_rare} " if score.against_rare else ""),
        "near": "Close: its score is among the next best. ",
    }.get(chosen.role, "Its score is lower. ")
    comparison: Sentence = (
        *plus(chosen.row.pair), f": {formula(chosen.row, score)}, against "
        f"{formula(merge, score)} for ", *plus(merge.pair), ". ",
    )  # fmt: skip
    return Verdict(False, "pair", (why, *winner, *tied), comparison)


def _grade_change(question: PairQuestion, chosen: Candidate) -> Verdict:
    score, right = question.score, question.right
    before, after = Counts.of(right.row), right.after
    assert after is not None  # as in every "change"
    reason: list[str | Token] = []
    comparison: list[str | Token] = []
    if not chosen.right:
        reason.append("The merge leaves this pair and the counts of its parts alone. ")
        kept = formula(Counts.of(chosen.row), score)
        comparison += [*plus(chosen.row.pair), f": {kept}, before and after. "]
    still = before.pair_count == after.pair_count
    instead = ", as before" if still else f" instead of {before.pair_count:,}"
    reason += [*plus(right.row.pair), f" stand together {times(after.pair_count)}{instead}"]
    left, other = right.row.pair
    moved = [
        (left, before.left_count, after.left_count),
        (other, before.right_count, after.right_count),
    ]
    for part, was, now in () if score.ranks_by_count else dict.fromkeys(moved):
        if was != now:
            reason += [", but " if still else ", and ", Token(part)]
            reason.append(f" is left {times(now)} instead of {was:,}")
            still = False
    comparison += [
        *plus(right.row.pair),
        f": {formula(before, score)} before, {formula(after, score)} after. ",
    ]  # fmt: skip
    slip: Slip = "" if chosen.right else "pair"
    return Verdict(chosen.right, slip, (*reason, ". "), tuple(comparison))


def _grade_split(question: SplitQuestion, given: tuple[str, ...]) -> Verdict:
    tokens, marking = question.tokens, question.marking
    if given == tokens:
        if question.trace.unknown:
            return Verdict(True, "", unknown_word(question.trace))
        if question.replayed != tokens:
            return Verdict(True, "", vocabulary_or_merges(question.word, tokens, question.replayed))
        return Verdict(True, "", ("From each place on, the longest token that fits is taken. ",))
    result: Sentence = ("Longest match gives ", *spaced(tokens), ". ")

    def wrong(slip: Slip, *reason: str | Token) -> Verdict:
        return Verdict(False, slip, (*reason, *result))

    if not given:
        return wrong("nothing", "There is no token in this answer. ")
    if question.trace.unknown:
        return wrong("unknown", *unknown_word(question.trace))
    if UNK in given:
        return wrong(
            "not unknown", "From each place on some token fits, so nothing is unknown here. "
        )
    text = question.word + marking.suffix
    pieces = _characters(given, text, marking)
    joined = "".join(pieces)
    if joined != text:
        return wrong("text", "These tokens join to ", Token(joined), ", which is not the word. ")
    expected = [token[len(marking.prefix) if i else 0 :] for i, token in enumerate(tokens)]
    for i, (ours, theirs) in enumerate(zip(expected, pieces, strict=False)):
        if ours == theirs:
            continue
        where = ("After ", *spaced(tokens[:i]), ", ") if i else ("At the beginning, ",)
        if len(theirs) < len(ours):
            return wrong("not longest", *where, Token(tokens[i]), " fits too and is longer. ")
        token = (marking.prefix if i else "") + theirs
        after = f" is not in the vocabulary after {merges_in_words(question.step)}. "
        return wrong("no token", Token(token), after)
    i = next(i for i, token in enumerate(tokens) if given[i] != token)
    prefix = Token(marking.prefix)
    if not i:
        return wrong(
            "marks", "The cuts are right, but ", Token(tokens[0]), " begins the word, so it "
            "stands without ", prefix, ". ",
        )  # fmt: skip
    return wrong(
        "marks", "The cuts are right, but ", prefix, " is missing: inside a word it is ",
        Token(tokens[i]), ", not ", Token(given[i]), ". ",
    )  # fmt: skip


def _characters(given: Sequence[str], text: str, marking: Marking) -> list[str]:
    """The characters each token stands for, whether or not it is marked as it should be.

    A text may itself hold ``##``, so a mark is one only where the text goes on without it.
    """
    pieces: list[str] = []
    at, cut = 0, len(marking.prefix)
    for i, token in enumerate(given):
        marked = cut and token.startswith(marking.prefix) and len(token) > cut
        plain_first = not i and text.startswith(token)
        bare = token[cut:] if marked and not plain_first else token
        if i and marked and not text.startswith(bare, at) and text.startswith(token, at):
            bare = token
        pieces.append(bare)
        at += len(bare)
    return pieces
