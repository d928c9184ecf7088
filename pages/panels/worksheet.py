"""A worksheet for paper: the first merges with blanks, a few questions, and the answers apart.

One HTML document that needs nothing else. A corpus of few words is worked out in full, counts
included; of a larger one the counts are given and the scores are asked for. All figures are the
engine's. `plan` says what is asked, `worksheet` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pages.locale import told
from pages.panels.chips import chip
from pages.panels.encode_views import readable
from pages.panels.html import EMPTY, counted, decimal, join, number, sentence, visible
from pages.panels.markup import Markup
from wordpiece import BPEEncoder, Timeline, WordPieceEncoder
from wordpiece.encoding.encoders import Encoder
from wordpiece.message import Token
from wordpiece.recipes import Encoding, Recipe
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import WORDPIECE, Score
from wordpiece.teaching.exercises import candidates, grade_tokens
from wordpiece.teaching.quiz import UNK, PairQuestion, SplitQuestion, grade, questions
from wordpiece.teaching.wording import Sentence, merges_in_words, plus, spaced, times

STEPS = 3
"""Merges to work out; in a quarter of an hour."""

FEW_WORDS, FEW_SYMBOLS, FEW_PAIRS = 8, 70, 14
"""Up to so many a class can count by hand."""

ROWS = 24
"""Pairs counted by hand in all steps together; twice as many where nothing is divided."""

PAIRS = 6
"""Pairs of a larger corpus shown for one step."""

SOME_WORDS = 12
"""Words of a larger corpus to rewrite."""

SHORT, GOOD = 12, 5
"""Characters of a word that is easy to rewrite, and of one that is good to tokenize."""

FEW_LETTERS = 5
"""Characters of a word whose symbols need only a short line to write them on."""

SEEDS = (1, 2, 3)
"""The quizzes that words to tokenize come from."""


# --- What is asked -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """One merge to find.

    Attributes:
        merge: the merge that the training makes.
        rows: the pairs asked about, in an order that does not give the winner away.
        pairs: how many pairs there are.
        best: those of the best score; one, or several that are tied.
    """

    merge: MergeStep
    rows: tuple[PairScore, ...]
    pairs: int
    best: frozenset[Pair]

    @property
    def symbols(self) -> dict[str, int]:
        """Each symbol in the rows with its count, as the score counts."""
        return dict(
            entry
            for row in self.rows
            for entry in zip(row.pair, (row.left_count, row.right_count), strict=True)
        )


@dataclass(frozen=True)
class Plan:
    """What a worksheet asks.

    Attributes:
        timeline: the training.
        recipe: what it was trained by; None for a merges file that was replayed.
        by_hand: whether counts are asked for, too, as all the words are there.
        exercises: the first merges.
        words: positions of the words shown.
    """

    timeline: Timeline
    recipe: Recipe | None
    by_hand: bool
    exercises: tuple[Exercise, ...]
    words: tuple[int, ...]

    @property
    def encoding(self) -> Encoding:
        """How words become tokens."""
        return self.recipe.encoding if self.recipe else "replay"

    def encoder(self, step: int) -> Encoder:
        """The encoder after a step."""
        if self.recipe:
            return self.recipe.encoder(self.timeline, step)
        return BPEEncoder.from_timeline(self.timeline, step)


def reason_against(timeline: Timeline) -> str:
    """Why there is no worksheet for a training; empty if there is one."""
    if timeline.score.against_paper:
        return told(timeline.score.against_paper)
    if not len(timeline):
        return "There is no merge to find: this training ends where it starts."
    return ""


def plan(timeline: Timeline, recipe: Recipe | None) -> Plan:
    """What to ask about a training that has at least one merge; see `Plan`."""
    words = timeline.words
    by_hand = (
        len(words) <= FEW_WORDS
        and sum(map(len, words)) <= FEW_SYMBOLS
        and len(timeline.scores(0)) <= FEW_PAIRS
    )
    most = 2 * ROWS if timeline.score.ranks_by_count else ROWS
    exercises: list[Exercise] = []
    for step in range(min(STEPS, len(timeline))):
        exercise = _exercise(timeline, step, by_hand)
        total = sum(len(e.rows) for e in exercises) + len(exercise.rows)
        if by_hand and exercises and total > most:
            break
        exercises.append(exercise)
    shown = range(len(words)) if len(words) <= SOME_WORDS else _telling(timeline, exercises)
    return Plan(timeline, recipe, by_hand, tuple(exercises), tuple(shown))


def _exercise(timeline: Timeline, step: int, by_hand: bool) -> Exercise:
    table = timeline.scores(step)
    if by_hand:
        splits = timeline.splits(step)
        seen = dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))
        pairs = [*seen]
    else:
        pairs = candidates(timeline, step, PAIRS)
    rows = tuple(row for pair in pairs if (row := table.find(pair)))
    return Exercise(timeline.step(step + 1), rows, len(table), frozenset(table.tied))


def _telling(timeline: Timeline, exercises: Sequence[Exercise]) -> list[int]:
    """Words that hold the pairs asked about, short and frequent ones, in corpus order."""
    found: dict[int, None] = {}
    asked = [(e.merge.index - 1, e.merge.pair) for e in exercises]
    asked += [(e.merge.index - 1, row.pair) for e in exercises for row in e.rows]
    for step, pair in asked:
        if len(found) == SOME_WORDS:
            break
        positions = [i for i, _ in timeline.counted_in(step, pair)]
        if positions and not found.keys() & set(positions):
            best = min(
                positions,
                key=lambda i: (len(timeline.words[i]) > SHORT, -int(timeline.frequencies[i]), i),
            )
            found[best] = None
    return sorted(found)


# --- The document ------------------------------------------------------------------------------


def worksheet(timeline: Timeline, recipe: Recipe | None, *, corpus: str) -> Markup:
    """The worksheet of a training as an HTML document.

    Args:
        timeline: the training; see `reason_against`.
        recipe: what it was trained by; None for a merges file that was replayed.
        corpus: what the words are called.

    Raises:
        ValueError: there is no worksheet for this training.
    """
    if reason := reason_against(timeline):
        raise ValueError(reason)
    asked = plan(timeline, recipe)
    steps, answers = [], []
    for i, exercise in enumerate(asked.exercises):
        before = asked.exercises[i - 1].merge if i else None
        steps.append(_step(asked, exercise, before))
        answers.append(_step_answer(asked, exercise))
    pairs = _questions(asked)
    ask = join(Markup("<li>{}</li>").format(question) for question, _ in pairs)
    solve = join(Markup("<li>{}</li>").format(answer) for _, answer in pairs)
    return _DOCUMENT.format(
        style=_STYLE,
        corpus=readable(corpus),
        rule=recipe.title if recipe else "A merges file, replayed",
        intro=_intro(asked),
        words=_words(asked),
        formula=_rule(asked),
        steps=join(steps),
        questions=Markup("<h2>Questions</h2><ol>{}</ol>").format(ask) if pairs else EMPTY,
        answers=join(answers),
        solved=Markup("<h2>Questions</h2><ol>{}</ol>").format(solve) if pairs else EMPTY,
    )


_DOCUMENT = Markup("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Worksheet: {corpus}</title>
<style>{style}</style>
</head>
<body>
<aside class="hint">Print this page, on A4 or Letter. The answers begin on a page of their own.
</aside>
<main>
<header><h1>Which pair merges?</h1>
<p class="who"><span>Name <i></i></span> <span>Date <i></i></span></p></header>
<p>{rule}, on <bdi>{corpus}</bdi>: {intro}</p>
<section><h2>The words</h2>{words}</section>
<section><h2>The rule</h2>{formula}</section>
{steps}
{questions}
</main>
<section class="answers" aria-label="Answers">
<h1>Answers</h1>
<p>{rule}, on <bdi>{corpus}</bdi></p>
{answers}
{solved}
</section>
</body>
</html>
""")


def _intro(asked: Plan) -> str:
    steps = len(asked.exercises)
    what = "the first merge" if steps == 1 else f"the first {steps} merges"
    return f"find {what}, then answer the questions: about 15 minutes."


def _words(asked: Plan) -> Markup:
    timeline = asked.timeline
    splits, total = timeline.splits(0), len(timeline.words)
    rows = join(
        Markup("<tr><td>{}</td><td><bdi>{}</bdi></td><td>{}</td><td>{}</td></tr>").format(
            at,
            visible(timeline.words[i]),
            number(int(timeline.frequencies[i])),
            _chips(splits[timeline.words[i]]),
        )
        for at, i in enumerate(asked.words, 1)
    )
    note = EMPTY
    if len(asked.words) < total:
        note = Markup("<p>{}</p>").format(
            f"{number(len(asked.words))} of {counted(total, 'different word')}. "
            "The counts below are those of all of them. A calculator helps."
        )
    return Markup(
        '<table class="words"><thead><tr><td></td><th scope="col">word</th>'
        '<th scope="col">times</th><th scope="col">starting symbols</th></tr></thead>'
        "<tbody>{}</tbody></table>{}{}"
    ).format(rows, note, _marks(asked))


def _marks(asked: Plan) -> Markup:
    marking = asked.timeline.marking
    parts: list[Markup] = []
    if marking.prefix:
        parts.append(sentence((Token(marking.prefix), " marks a symbol that begins no word. ")))
        parts.append(sentence(("It goes away inside a merge: ", *_example(asked.timeline), ". ")))
    if marking.suffix:
        parts.append(sentence((Token(marking.suffix), " ends each word and is one symbol. ")))
    return Markup("<p>{}</p>").format(join(parts)) if parts else EMPTY


def _example(timeline: Timeline) -> Sentence:
    """What joining does, on letters that are in no exercise by themselves."""
    prefix = timeline.marking.prefix
    parts = (f"{prefix}x", f"{prefix}y")
    return (*plus(parts), " becomes ", Token(timeline.marking.join(*parts)))


def _rule(asked: Plan) -> Markup:
    timeline = asked.timeline
    score = timeline.score
    formula = Markup("score = {}").format("together" if score.ranks_by_count else _FRACTION)
    counts = told(score.counting)
    weight = " A word counts as often as it occurs." if asked.by_hand else ""
    ties = {
        "first-seen": "Of equal scores the pair that is met first wins, reading the words from "
        "the top.",
        "alphabetical": "Of equal scores the pair that is first in the alphabet wins.",
        "random": "Among equal scores a draw decides; here any of them counts.",
    }[timeline.tie_break]
    if not asked.by_hand:
        ties = "Where several pairs share the best score, any of them counts."
    return Markup(
        '<p class="rule">{}</p><p>{}{} The pair with the best score becomes one symbol, in every '
        "word. {}</p>"
    ).format(formula, counts, weight, ties)


_FRACTION = Markup(
    '<span class="frac"><span>together</span><span class="under">left × right</span></span>'
)


# Steps.


def _step(asked: Plan, exercise: Exercise, before: MergeStep | None) -> Markup:
    """One merge to find. Only the first says which pairs there are; then they are looked for."""
    index = exercise.merge.index
    boxes = EMPTY
    if asked.by_hand and not before and not asked.timeline.score.ranks_by_count:
        boxes = Markup('<p>Count the symbols first.</p><p class="boxes">{}</p>').format(
            join(Markup("<span>{}<i></i></span>").format(chip(s)) for s in exercise.symbols)
        )
    there = ""
    if not asked.by_hand:
        there = f"Shown are {number(len(exercise.rows))} of {counted(exercise.pairs, 'pair')}."
        if len(exercise.rows) == exercise.pairs:
            there = f"These are all {number(exercise.pairs)} pairs."
        there += " The best of all is among them."
    elif before:
        there = f"Which pairs are there now? You should find {number(exercise.pairs)}."
    write = "Write the words that change."
    if asked.by_hand:
        length = asked.timeline.growth(index).corpus_tokens
        write += f" To check: the whole corpus now has {number(length)} symbols."
    return Markup(
        '<section class="step"><h2>Step {}</h2>{}<p>{}</p>{}'
        '<p class="merge">Merges: <i></i> + <i></i> → <i></i></p>'
        '<p class="ask">{}</p>{}</section>'
    ).format(
        index,
        boxes,
        sentence((*_agreed(asked, before), there)),
        _table(asked, exercise, blank_pairs=asked.by_hand and before is not None),
        write,
        _lines(asked),
    )


def _agreed(asked: Plan, before: MergeStep | None) -> Sentence:
    """What was merged before, where the rule alone does not tell it."""
    if before is None:
        return ()
    if before.forced and before.pair != before.best_pair:
        return ("In this training ", *plus(before.pair), " was merged by choice; go on with it. ")
    drawn = not asked.by_hand or asked.timeline.tie_break == "random"
    if len(before.tied) > 1 and drawn:
        return ("Several pairs were tied; go on with ", *plus(before.pair), ". ")
    return ()


def _table(
    asked: Plan, exercise: Exercise, *, blank_pairs: bool = False, answers: bool = False
) -> Markup:
    """The pairs with what is asked for left blank, or with the answers."""
    score = asked.timeline.score
    given = answers or not asked.by_hand
    shown = ["pair", "together", *["left × right", "score"] * (not score.ranks_by_count)]
    example = _example_row(asked, exercise) if not answers else None
    body = []
    for row in exercise.rows:
        full = answers or row == example
        cells = {
            "pair": EMPTY if blank_pairs else _pair(row.pair),
            "together": number(row.pair_count) if given or full else EMPTY,
            "left × right": _product(row) if given or full else EMPTY,
            "score": _score(row, score) if full else EMPTY,
        }
        wins = answers and row.pair in exercise.best
        mark = Markup("<td>{}</td>").format("✓ best" if wins else "")
        body.append(
            Markup("<tr{}>{}{}</tr>").format(
                Markup(' class="best"') if wins else EMPTY,
                join(Markup("<td>{}</td>").format(cells[name]) for name in shown),
                mark if answers else EMPTY,
            )
        )
    head = join(
        Markup('<th scope="col" class="{}">{}</th>').format(CSS.get(name, name), name)
        for name in shown
    )
    return Markup(
        '<table class="pairs{}"><thead><tr>{}{}</tr></thead><tbody>{}</tbody></table>'
    ).format(
        ("" if answers else " blank") + (" two" if score.ranks_by_count else ""),
        head,
        Markup('<td class="mark"></td>') if answers else EMPTY,
        join(body),
    )


CSS = {"left × right": "product"}


def _example_row(asked: Plan, exercise: Exercise) -> PairScore | None:
    """The first row of the first step is done as an example, if that gives nothing away."""
    first = exercise.rows[0]
    shown = asked.by_hand and exercise.merge.index == 1 and len(exercise.rows) > 2
    return first if shown and first.pair not in exercise.best else None


def _product(row: PairScore) -> str:
    return f"{number(row.left_count)} × {number(row.right_count)}"


def _score(row: PairScore, score: Score) -> str:
    """The score as an exact fraction and a decimal."""
    formula, bottom = score.formula(row), row.left_count * row.right_count
    assert formula.fraction is not None  # as in every score that is worked out on paper
    exact = f"{number(row.pair_count)}/{number(bottom)}"
    reduced = number(formula.fraction)
    if exact != reduced and len(reduced) <= 8:
        exact = f"{exact} = {reduced}"
    if formula.fraction.denominator == 1:
        return exact
    if formula.is_rounded:
        return f"{exact}, rounded {decimal(row.score)}"
    return f"{exact} {'=' if formula.is_decimal else '≈'} {decimal(formula.value)}"


def _pair(pair: Pair) -> Markup:
    return Markup("{}+ {}").format(chip(pair[0]), chip(pair[1]))


def _chips(symbols: Iterable[str]) -> Markup:
    return join(chip(symbol) for symbol in symbols)


def _lines(asked: Plan) -> Markup:
    """Lines to write on: one for each word, by its number, or a few for some words of many."""
    longest = max(len(asked.timeline.words[i]) for i in asked.words)
    size = " short" if longest <= FEW_LETTERS else ""
    numbers: list[int | str] = [n + 1 for n in range(len(asked.words))]
    if not asked.by_hand:
        numbers = [""] * max(3, *(len(_changed(asked, e.merge)) for e in asked.exercises))
    lines = (Markup("<span>{}<i></i></span>").format(number) for number in numbers)
    return Markup('<p class="lines{}">{}</p>').format(size, join(lines))


def _changed(asked: Plan, merge: MergeStep) -> list[tuple[int, tuple[str, ...]]]:
    """The words shown that a merge changes, by their number, with their symbols after it."""
    states = ((at, asked.timeline.word(merge.index, i)) for at, i in enumerate(asked.words, 1))
    return [(at, state.symbols) for at, state in states if state.changed]


def _step_answer(asked: Plan, exercise: Exercise) -> Markup:
    timeline, merge = asked.timeline, exercise.merge
    parts: list[str | Token] = [*plus(merge.pair), " → ", Token(merge.token), " merges. "]
    if merge.forced and merge.pair != merge.best_pair:
        parts.append("It was chosen; by the rule it would have been ")
        parts += [*plus(merge.best_pair), ". "]
    if len(exercise.best) > 1:
        why = {
            "first-seen": "met first",
            "alphabetical": "first in the alphabet",
            "random": "drawn",
        }[timeline.tie_break]
        parts.append(f"{number(len(exercise.best))} pairs share the best score, and any of them ")
        unseen = len(exercise.best - {row.pair for row in exercise.rows})
        parts.append(f"({number(unseen)} not shown) counts" if unseen else "counts")
        parts.append(". " if merge.forced else f"; the training takes the one {why}. ")
    changed = [
        Markup("<span>{} {}</span>").format(at, _chips(symbols))
        for at, symbols in _changed(asked, merge)
    ]
    total = len(timeline.changed_words(merge.index))
    more = EMPTY
    if len(changed) < total:
        more = Markup(" {}").format(f"In the whole corpus {counted(total, 'word')} change.")
    symbols = EMPTY
    if asked.by_hand and merge.index == 1 and not timeline.score.ranks_by_count:
        symbols = Markup('<p class="boxes">{}</p>').format(
            join(
                Markup("<span>{}{}</span>").format(chip(s), number(n))
                for s, n in exercise.symbols.items()
            )
        )
    return Markup(
        '<section class="step"><h2>Step {}</h2>{}{}<p>{}</p>'
        '<p class="changed">Changed: {}{}</p></section>'
    ).format(
        merge.index, symbols, _table(asked, exercise, answers=True), sentence(tuple(parts)),
        join(changed), more,
    )  # fmt: skip


# Questions. Each is what is asked and the answer.

Asked = tuple[Markup, Markup]


def _questions(asked: Plan) -> list[Asked]:
    words = _tokenize_by_hand(asked) if asked.by_hand else _tokenize(asked)
    other = _other_rule(asked)
    last = _entries(asked) if asked.by_hand else _change(asked)
    return [*words, *([other] if other else []), *([last] if last else [])]


def _split_questions(timeline: Timeline) -> list[SplitQuestion]:
    """Words to tokenize, those of a good length first."""
    found = {
        question.word: question
        for seed in SEEDS
        for question in questions(timeline, timeline, kind="split", seed=seed, count=12)
        if isinstance(question, SplitQuestion)
    }
    return sorted(found.values(), key=lambda question: abs(len(question.word) - GOOD))


HOW: dict[Encoding, Sentence] = {
    "longest-match": (
        "From the left, always take the longest token that fits; where none does, the whole word "
        "is ", Token(UNK), ". ",
    ),
    "replay": (
        "Split it into single symbols and replay the merges in order; an unknown character is ",
        Token(UNK), ". ",
    ),
    "segmenter": (
        "From the left, always take the longest token that fits; where none does, ", Token(UNK),
        " stands for the rest. ",
    ),
    "longest-token": (
        "Cut out the longest token that stands anywhere in it, then do the same on its left and "
        "on its right; where nothing is found, it is ", Token(UNK), ". ",
    ),
}  # fmt: skip


def _tokenize_by_hand(asked: Plan) -> list[Asked]:
    """One word that the new tokens change and one with something unknown, after the last step."""
    timeline, last = asked.timeline, asked.exercises[-1].merge.index
    encoder = asked.encoder(last)
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
    vocabulary: Sentence = (
        f"Use the starting symbols and the {counted(last, 'token')} you have made. ",
    )
    chosen = [min(words, key=lambda entry: entry[0])[1] for words in (known, unknown) if words]
    return [
        _tokenize_one(asked, encoder, word, (*vocabulary, *HOW[asked.encoding]) if not i else ())
        for i, word in enumerate(chosen)
    ]


def _tokenize(asked: Plan) -> list[Asked]:
    """The same of a larger corpus, further on, with the tokens or merges to use given."""
    timeline = asked.timeline
    found: dict[bool, Asked] = {}
    for question in _split_questions(timeline):
        encoder = asked.encoder(question.step)
        unknown = any(piece.unknown for piece in encoder.pieces(question.word))
        if unknown in found:
            continue
        after = f"Now {merges_in_words(question.step)} have been made. "
        hint = HOW[asked.encoding] if not found else ()
        given: Sequence[Markup] = [chip(token) for token in question.choices]
        which = "Of the vocabulary take these tokens; some are of no use:"
        if asked.encoding == "replay":
            given = [_pair(pair) for pair in _possible(timeline, question)]
            which = "Only these merges can apply, in this order:"
        if given:
            tokens = Markup("<p>{}</p>").format(join(given, " "))
            how = (after, *hint, which)
            found[unknown] = _tokenize_one(asked, encoder, question.word, how, tokens)
    return [found[unknown] for unknown in sorted(found)]


def _possible(timeline: Timeline, question: SplitQuestion) -> list[Pair]:
    """The merges whose result can stand in the word, in the order learned."""
    marking = timeline.marking
    symbols = marking.split(question.word)
    inside = {
        "".join(symbols[i:j]) for i in range(len(symbols)) for j in range(i + 1, len(symbols) + 1)
    }
    merges = (timeline.pair(k) for k in range(1, question.step + 1))
    return [*dict.fromkeys(p for p in merges if marking.join(*p) in inside)]


def _tokenize_one(
    asked: Plan, encoder: Encoder, word: str, how: Sentence, given: Markup = EMPTY
) -> Asked:
    tokens = encoder.encode_word(word)
    why: Sentence = (Token(word), " becomes ", *spaced(tokens), ". ")
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        why = grade_tokens(encoder, word, " ".join(tokens)).why
    question = Markup('{} {}{}<p class="write"><i></i></p>').format(
        sentence(("How is ", Token(word), " tokenized? ")), sentence(how), given
    )
    return question, sentence(why)


def _other_rule(asked: Plan) -> Asked | None:
    """Which pair of step 1 the other algorithm would merge; the mix-up of the field."""
    timeline, first = asked.timeline, asked.exercises[0]
    if not timeline.score.ranks_by_count:
        most, equals = timeline.scores(0).most_frequent()
        asks = sentence(
            ("BPE does not divide: it merges the pair that stands together most often. Which pair "
             "of step 1 is that? Does it also have the best score?",)
        )  # fmt: skip
        same = most.pair in first.best
        said: Sentence = (*plus(most.pair), f", met {times(most.pair_count)}")
        if equals > 1:
            ranked = timeline.scores(0).rows(0, equals, by="count")
            also = [
                part for row in ranked if row.pair != most.pair for part in (*plus(row.pair), ", ")
            ]
            said = (*said, f"; {number(equals)} pairs have that count")
            if equals <= PAIRS:
                said = (*said, ", also ", *also[:-1])
            said = (*said, ", and any of them counts")
        verdict = (
            ". It has the best score, too. " if same else ". It does not have the best score. "
        )
        blank = Markup('{}<p class="write"><i></i></p>').format(asks)
        return blank, sentence((*said, verdict))
    rows = first.rows
    value = {r.pair: Fraction(r.pair_count, r.left_count * r.right_count) for r in rows}
    best = max(value.values())
    winners = [row for row in rows if value[row.pair] == best]
    asks = sentence(
        ("WordPiece divides by how often the two parts stand anywhere. Which pair of step 1 would "
         "have the best score then?",)
    )  # fmt: skip
    given = EMPTY
    if not asked.by_hand:
        given = Markup("<p>{}</p>").format(
            join(
                (
                    Markup("<span>{}: {} / ({})</span>").format(
                        _pair(row.pair), number(row.pair_count), _product(row)
                    )
                    for row in rows
                ),
                "; ",
            )
        )
    said = tuple(
        part
        for row in winners
        for part in (*plus(row.pair), f": {_score(row, WORDPIECE)}. ")
    )  # fmt: skip
    if len(winners) > 1:
        said = (*said, "Any of them counts. ")
    return Markup('{}{}<p class="write"><i></i></p>').format(asks, given), sentence(said)


def _entries(asked: Plan) -> Asked | None:
    """The vocabulary is not what stands in the words; the parts of merges vanish from those."""
    timeline, last = asked.timeline, asked.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    special = len(timeline.special_tokens)
    question = sentence(
        (f"At the start the vocabulary has {number(start.in_use)} symbols. How many entries has "
         f"it after step {last}, and how many different symbols stand in the words then?",)
    )  # fmt: skip
    answer: Sentence = (
        f"{number(end.vocabulary - special)} entries, as nothing is ever taken out; "
        f"{number(end.in_use)} different symbols stand in the words. ",
    )
    return Markup('{}<p class="write"><i></i></p>').format(question), sentence(answer)


def _change(asked: Plan) -> Asked | None:
    """Whose score moves when another pair merges; of a step that is no exercise."""
    timeline = asked.timeline
    if not timeline.score.is_local:
        return None
    for question in questions(timeline, timeline, kind="change", seed=1, count=6):
        if isinstance(question, PairQuestion) and question.step >= len(asked.exercises):
            break
    else:
        return None
    pairs = join(
        (Markup("<span>{}</span>").format(_pair(c.row.pair)) for c in question.candidates), "; "
    )
    ask = Markup('{}<p>{}</p><p class="write"><i></i></p>').format(
        sentence(
            (f"Later, after {merges_in_words(question.step)}, ", *plus(question.merge.pair),
             " merges. The score of exactly one of these pairs changes. Which, and why?")
        ),
        pairs,
    )  # fmt: skip
    verdict = grade(question, question.right.row.pair)
    answer = (*plus(question.right.row.pair), ". ", *verdict.feedback)
    return ask, sentence(answer)


_STYLE = Markup("""
@page { margin: 13mm 16mm 14mm; @bottom-right { content: counter(page); font: 9pt sans-serif; } }
* { box-sizing: border-box; }
body {
  max-width: 178mm; margin: 0 auto; padding: 0 1em; color: #000; background: #fff;
  font: 10.5pt/1.3 "Source Sans 3", "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif;
}
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 2em; }
h1 { margin: 0; font-size: 19pt; }
h2 { margin: .7em 0 .2em; font-size: 12.5pt; break-after: avoid; }
main, .answers { padding: 0 1px; }
p { margin: .25em 0; overflow-wrap: anywhere; }
i { font-style: normal; }
.hint { margin: 1em 0; padding: .5em 1em; border: 1px solid #999; border-radius: 6px; }
.who { display: flex; flex: 1; gap: 1.5em; justify-content: flex-end; }
.who i, .merge i { display: inline-block; width: 7em; border-bottom: .75pt solid #000; }
.who span:last-child i { width: 5em; }
.merge { font-size: 12pt; font-weight: 600; }
.merge i { height: 1.7em; }
table { width: 100%; border-collapse: collapse; margin: .35em 0; }
th, td { padding: .1em .6em; border: .5pt solid #777; text-align: left; overflow-wrap: anywhere; }
th { font-size: 9.5pt; font-weight: 600; }
tr, li, table.pairs, .boxes, .lines, .changed { break-inside: avoid; }
.step > p:first-of-type, .boxes { break-after: avoid; }
.merge, .ask { break-before: avoid; break-after: avoid; }
table.words { table-layout: fixed; }
table.words td { vertical-align: top; }
table.words thead td { width: 6%; }
table.words th:nth-child(2) { width: 24%; }
table.words th:nth-child(3) { width: 11%; }
table.words :is(td, th):is(:first-child, :nth-child(3)) { text-align: right; }
table.pairs { table-layout: fixed; font-variant-numeric: tabular-nums; }
table.pairs .together { width: 14%; }
table.pairs .product { width: 20%; }
table.pairs .mark { width: 11%; }
table.pairs .score { width: 32%; }
table.blank td { height: 6.8mm; }
table.two { width: 55%; }
table.two .together { width: 30%; }
table.two .mark { width: 22%; }
tr.best td { font-weight: 700; border-width: 1.25pt .5pt; border-color: #000 #777; }
.tok, .t {
  font-family: "Source Code Pro", "Noto Sans Mono", "DejaVu Sans Mono", Consolas, monospace;
  font-size: .95em; white-space: pre-wrap; overflow-wrap: anywhere;
}
.tok {
  display: inline-block; max-width: 100%; margin: .08em .35em .08em 0; padding: 0 .3em;
  border: .5pt solid #777; border-radius: 3pt; font-weight: 400;
}
.best .tok { font-weight: 700; }
.t {
  direction: ltr; unicode-bidi: isolate; padding: 0 .2em;
  background: #eee; border-radius: 2pt; print-color-adjust: exact;
}
.ctl { padding: 0 .2em; border: .5pt solid #000; font-size: .75em; }
.rule { font-size: 13pt; }
.frac { display: inline-grid; vertical-align: middle; text-align: center; line-height: 1.2; }
.frac .under { border-top: .75pt solid #000; }
.frac span { padding: 0 .4em; }
.boxes { display: flex; flex-wrap: wrap; gap: .3em 1.2em; }
.boxes span { max-width: 100%; }
.boxes i {
  display: inline-block; width: 3em; height: 1.4em; vertical-align: bottom;
  border-bottom: .75pt solid #000;
}
.lines {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(52mm, 1fr)); gap: .1em 1.5em;
}
.lines.short { grid-template-columns: repeat(auto-fill, minmax(30mm, 1fr)); }
.lines span { display: flex; align-items: end; gap: .4em; height: 1.9em; font-size: 9.5pt; }
.lines i, .write i { flex: 1; border-bottom: .5pt solid #000; }
.write { display: flex; height: 1.8em; align-items: end; }
.changed { display: flex; flex-wrap: wrap; gap: .1em 1.2em; }
ol { margin: .3em 0; padding-left: 1.4em; }
li { margin-bottom: .3em; }
.answers { break-before: page; font-size: 9.5pt; }
@media print { body { max-width: none; padding: 0; } .hint { display: none; } }
""")
