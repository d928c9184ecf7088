"""Questions about a training, as `grading` can grade them. Nothing is looked up in a key.

====== ============================================ ===========================================
kind   question                                     right is
====== ============================================ ===========================================
next   Which pair merges next?                      any pair with the best score, tied or not
bpe    Which pair does BPE merge next?              the same, on BPE's own training
split  How is this word tokenized?                  the longest match, and nothing else
change If this pair merges now, whose score moves?  the one pair offered whose score changes
====== ============================================ ===========================================

`questions` chooses instructive steps and words. The same training, kind and seed give the same
questions in every process. "change" is asked under WordPiece's and BPE's score only: the
likelihood gain changes for every pair at every merge, and the blog's code does not count symbols.

A lesson asks about steps of its own choice; `candidates`, `score_choices` and `survivors` say what
there is to choose from.

>>> from wordpiece import BPETrainer, WordPieceTrainer
>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
>>> for trainer in trainers:
...     _ = trainer.run()
>>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
>>> question = next(q for q in questions(wordpiece, bpe, kind="next") if q.step == 0)
>>> [candidate.role for candidate in question.candidates if candidate.row.pair == ("##u", "##g")]
['frequent']
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, cycle, islice, pairwise, repeat, zip_longest
from typing import Literal

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore
from wordpiece.scoring import WORDPIECE, Score, TieBreak
from wordpiece.textbook import merge as merge_pair
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline

QuestionKind = Literal["next", "split", "bpe", "change"]
PairKind = Literal["next", "bpe", "change"]
KINDS: tuple[QuestionKind, ...] = ("next", "split", "bpe", "change")
"""All kinds, in the order in which a mixed quiz asks them."""

Role = Literal["best", "tied", "frequent", "exclusive", "rare", "near", "other", "moves", "keeps"]

CANDIDATES = 4
UNK = "[UNK]"

TRIES = 60
"""Steps tried for one kind of question; a score table takes milliseconds."""

LONGEST = 12
"""Characters of a word to tokenize."""

POOL = 40
"""Words of the corpus that new words are made from, and new words to choose from."""

ALL_TOKENS, SOME_TOKENS = 24, 16
"""A vocabulary of up to the first is offered whole, of a larger one at least the second."""

FLAVOURS = ("new", "unknown", "known", "new")
"""The kinds of words asked about in turn: new words, words with an unseen character, and words of
the corpus that longest match splits otherwise than training did."""

STRANGERS = "mzqxjkvwéñßø"
"""Characters to try where a word needs one that training never saw in that place."""


# --- Records -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The counts that a pair's score is made of."""

    pair_count: int
    left_count: int
    right_count: int

    @classmethod
    def of(cls, row: PairScore | MergeStep) -> PairCounts:
        """Return the counts in a record."""
        return cls(row.pair_count, row.left_count, row.right_count)

    def score(self, score: Score) -> float:
        """Return the score of these counts by a rule."""
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
    after: PairCounts | None = None


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


# --- Asking ------------------------------------------------------------------------------------


def questions(
    timeline: Timeline,
    bpe: Timeline,
    *,
    kind: QuestionKind | Literal["mixed"] = "mixed",
    seed: int = 1,
    count: int = 10,
) -> tuple[Question, ...]:
    """Make questions about a training; fewer than ``count``, or none, if there are no more.

    Args:
        timeline: the training asked about.
        bpe: BPE's training on the same words.
        kind: one kind of question, or "mixed" for all in turn.
        seed: decides the steps, words and candidates.
        count: how many questions.

    Raises:
        ValueError: there is no such kind.
    """
    if kind != "mixed" and kind not in KINDS:
        raise ValueError(f"Unknown kind {kind!r}; choose mixed or one of {', '.join(KINDS)}.")
    steps = [*islice(_spread(len(timeline), random.Random(f"{seed}/steps")), TRIES)]
    used: set[int] = set()
    sources: dict[QuestionKind, Iterator[Question]] = {}
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
    """Yield the numbers below ``n`` once each, in an order in which the first few lie far apart.

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
    """Ask which pair merges next; None where every pair is tied, or the merge was forced."""
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
    top = max(rows, key=lambda row: PairCounts.of(row).score(WORDPIECE))
    beats = PairCounts.of(top).score(WORDPIECE) > PairCounts.of(best).score(WORDPIECE)
    return [top] if beats and top.score < best.score else []


def _what_changes(
    kind: PairKind, timeline: Timeline, step: int, rng: random.Random
) -> PairQuestion | None:
    """Ask whose score the next merge would change; None where no two candidates differ in that.

    The words that the merge changes are counted before and after it.
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

    def after(row: PairScore) -> PairCounts:
        left, right = row.pair
        return PairCounts(
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
        if then == PairCounts.of(row):
            keeps.append(row)
        elif then.pair_count and then.score(timeline.score) != row.score:
            moves.append(row)
    if not moves or not keeps:
        return None
    # Prefer a score that moves although the pair's own count does not, and scores that stay
    # although the merge happens in the same word.
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
    """Ask about words of each of the FLAVOURS in turn."""
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
        # Prefer words that the merges would split otherwise, of several tokens, not all characters.
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
    """Return positions of up to ``most`` words that hold the question's pairs, in corpus order.

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


# --- Questions of lessons ----------------------------------------------------------------------


def candidates(timeline: Timeline, step: int, count: int = 4) -> list[Pair]:
    """Return pairs to choose from after a step, in an order that does not give the winner away.

    Among them are the winner, up to one pair tied with it, the most frequent pair, and then the
    next by score.
    """
    table = timeline.scores(step)
    if not len(table):
        return []
    rows = table.rows(0, min(2, table.ties))
    rows += [table.most_frequent()[0], *table.rows(table.ties, table.ties + count)]
    rows += table.rows(0, count)
    return sorted([*dict.fromkeys(row.pair for row in rows)][:count])


def score_choices(timeline: Timeline, step: int) -> list[Fraction]:
    """Return the different scores in the table after a step, the smallest first.

    Raises:
        ValueError: scores are no fractions.
    """
    return sorted({exact_score(row, timeline.score) for row in timeline.scores(step).rows()})


def exact_score(row: PairScore, score: Score) -> Fraction:
    """Return a score as an exact fraction.

    Raises:
        ValueError: a gain in log-likelihood is no fraction.
    """
    formula = score.formula(row)
    if formula.fraction is None:
        raise ValueError("This score is no fraction to ask for.")
    return Fraction(str(formula.value)) if formula.is_rounded else formula.fraction


def change_in_use(timeline: Timeline, step: int) -> int:
    """Return how merge ``step`` changes the number of symbols in use.

    The new token comes into use (+1, unless it is already), and each part that then occurs nowhere
    goes out of use (-1), so it is +1, 0 or -1 where no token is made twice.
    """
    return timeline.growth(step).in_use - timeline.growth(step - 1).in_use


def survivors(timeline: Timeline, step: int) -> tuple[str, ...]:
    """Return the parts of merge ``step`` that still occur in some word after it."""
    return tuple(dict.fromkeys(s for s in timeline.pair(step) if s in timeline.in_use(step)))
