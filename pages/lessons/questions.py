"""The kinds of questions. Each is a class: its options or its field, its grading, its panel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pages.lessons.model import Panel, Question
from pages.lessons.panels.others import BestSplits, Decisions
from pages.lessons.panels.scores import Gains
from pages.lessons.panels.training import CountTable, Entries, Words
from pages.locale import message, number, say, to_text
from pages.trainings.named import How, encoder, normalizer, timeline, top_down, unigram
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.message import Fact, Message, Spaced, Token
from wordpiece.records import Pair
from wordpiece.teaching.grading import Verdict, grade_cheapest, grade_kept, grade_next, grade_tokens
from wordpiece.teaching.quiz import UNK, candidates
from wordpiece.teaching.wording import formula, plus, shared_score
from wordpiece.topdown.textbook import Reading


@dataclass(frozen=True)
class Next(Question):
    """Ask for the pair that merges after the step."""

    def options(self) -> list[str]:
        return [f"{left}  +  {right}" for left, right in candidates(self.timeline, self.now)]

    def grade(self, given: int | str) -> Verdict:
        pair = candidates(self.timeline, self.now)[int(given)]
        return grade_next(self.timeline, self.now, pair)

    def material(self) -> Panel:
        return CountTable(self.training, self.step)


@dataclass(frozen=True)
class Kept(Question):
    """Ask which substring the first round of a top-down training keeps."""

    threshold: int
    reading: Reading
    tokens: tuple[str, ...]

    def options(self) -> list[str]:
        return [*self.tokens]

    def grade(self, given: int | str) -> Verdict:
        trained = top_down(self.training, self.threshold, self.reading)
        return grade_kept(trained, 1, self.tokens[int(given)])

    def material(self) -> Panel:
        return Decisions(self.training, self.threshold, self.reading, slides=False)


@dataclass(frozen=True)
class CheapestRemoval(Question):
    """Ask which removal of a Unigram training costs least at the step."""

    pieces: tuple[str, ...]

    def options(self) -> list[str]:
        return [*self.pieces]

    def grade(self, given: int | str) -> Verdict:
        return grade_cheapest(unigram(self.training), self.step, self.pieces[int(given)])

    def material(self) -> Panel:
        return BestSplits(self.training, self.step)


@dataclass(frozen=True)
class NextChanges(Question):
    """Ask what the next merge changes: the size of the embeddings, and the tokens of the corpus.

    ``width`` is how many numbers the model keeps for each entry.
    """

    width: int

    def changes(self) -> list[tuple[int, int]]:
        """Return changes of both to choose from, the right one first.

        The others count a word once, give each place a row, or lengthen the texts.
        """
        before, after = (self.timeline.growth(self.now + i) for i in (0, 1))
        numbers = (after.vocabulary - before.vocabulary) * self.width
        tokens = after.corpus_tokens - before.corpus_tokens
        words = len(self.timeline.words_with(self.now + 1, self.timeline.merge(self.now + 1).token))
        by_place = -numbers * tokens
        return [(numbers, tokens), (numbers, -words), (by_place, tokens), (numbers, -tokens)]

    def sorted_changes(self) -> list[tuple[int, int]]:
        """Return the changes in the order of the options."""
        return sorted(self.changes(), key=lambda change: (change[1], -change[0]))

    def options(self) -> list[str]:
        return [to_text(_word_changes(*change)) for change in self.sorted_changes()]

    def grade(self, given: int | str) -> Verdict:
        right, *_ = self.changes()
        chosen = self.sorted_changes()[int(given)]
        rule = message(
            "The merge adds one entry, so the model keeps {width} more numbers. Wherever the pair "
            "occurs, two tokens become one, and each word counts as often as it occurs."
        ).fill(width=self.width)
        return Verdict(chosen == right, (rule,), (_word_changes(*right),))

    def material(self) -> Panel:
        return Words(self.training, self.step, marks=False)


def _word_changes(numbers: int, tokens: int) -> Message:
    return message("numbers: {numbers:signed}; tokens: {tokens:signed}").fill(
        numbers=numbers, tokens=tokens
    )


@dataclass(frozen=True)
class Slip(Question):
    """Ask which of some scores at the step is wrong; each is a pair and a fraction."""

    claims: tuple[tuple[Pair, str], ...]

    def options(self) -> list[str]:
        return [
            say("{name}: {why}", name=" + ".join(pair), why=number(Fraction(score)))
            for pair, score in self.claims
        ]

    def grade(self, given: int | str) -> Verdict:
        found = [self._check(*claim) for claim in self.claims]
        is_slip, said = found[int(given)]
        if is_slip:
            return Verdict(True, (said,))
        return Verdict(False, (said,), tuple(slip for is_slip, slip in found if is_slip))

    def _check(self, pair: Pair, claimed: str) -> tuple[bool, Message]:
        """Return whether a score is wrong, and the computed one."""
        score, row = self.timeline.score, self.timeline.scores(self.now).find(pair)
        assert row
        exact = score.formula(row)
        facts: dict[str, Fact] = {"pair": plus(pair), "formula": formula(row, score)}
        if exact.fraction == Fraction(claimed):
            return False, message("{pair}: {formula}. This score is right.").fill(**facts)
        slip = message("{pair}: {formula}, not {printed}.")
        return True, slip.fill(printed=Fraction(claimed), **facts)

    def material(self) -> Panel:
        return CountTable(self.training, self.step)


Rule = tuple[str, str | None, str]
"""Who describes a rule, a training by it (None: it merges no pairs), and the rule in words."""


@dataclass(frozen=True)
class WhoseRule(Question):
    """Ask by whose rule a pair merges first.

    Attributes:
        pairs: the pairs in the material, whose gains are those of the question's training.
        asked: the training whose first pair is asked for.
        rules: the rules.
    """

    pairs: tuple[Pair, ...]
    asked: str
    rules: tuple[Rule, ...]

    def options(self) -> list[str]:
        return [who for who, _, _ in self.rules]

    def grade(self, given: int | str) -> Verdict:
        asked = timeline(self.asked).pair(1)
        found = [self._apply(*rule) for rule in self.rules]
        first, said = found[int(given)]
        if first == asked:
            return Verdict(True, said)
        return Verdict(False, said, next(said for first, said in found if first == asked))

    def _apply(
        self, who: str, training: str | None, rule: str
    ) -> tuple[Pair | None, tuple[Message, ...]]:
        """Return the pair that merges first by a rule, if any, and the rule with its figures."""
        said = message("{who}: {rule}.").fill(who=who, rule=Message(rule))
        if training is None:
            return None, (said,)
        trained = timeline(training)
        table = trained.scores(0)
        best = table.rows(0, 1)[0]
        tie = shared_score(table.tied, trained.tie_order(), best.pair)
        first = message("So {pair} merges first: {formula}.").fill(
            pair=plus(best.pair), formula=formula(best, trained.score)
        )
        return best.pair, (said, *([tie] if tie else []), first)

    def material(self) -> Panel:
        return Gains(self.training, self.step, self.pairs)


@dataclass(frozen=True)
class Unit(Question):
    """Ask which kind of token writes a text without unknown words, in the fewest tokens."""

    text: str

    def options(self) -> list[str]:
        return [say("whole words"), say("characters"), say("subwords")]

    def tokens(self) -> list[list[str]]:
        """Return the tokens of the text by each kind, in the order of the options."""
        how: list[tuple[int, How]] = [(0, "words"), (0, "replay"), (self.step, "replay")]
        return [encoder(self.training, *each).tokenize(self.text) for each in how]

    def grade(self, given: int | str) -> Verdict:
        tokens = self.tokens()
        own, known = tokens[int(given)], [each for each in tokens if UNK not in each]
        right = own in known and len(own) == min(map(len, known))
        return Verdict(right, (_becomes(self.text, own),))

    def material(self) -> Panel:
        return Entries(self.training, self.step)


@dataclass(frozen=True)
class HowMany(Question):
    """Ask how many tokens a text becomes, by the method of the training's recipe.

    ``pre_tokenizer`` splits the text into words; None is that of the encoder.
    """

    text: str
    pre_tokenizer: str | None = None

    def options(self) -> list[str]:
        return [number(n) for n in range(1, len(self.tokens()) + 3)]

    def tokens(self) -> list[str]:
        """Return the tokens of the text."""
        one = encoder(self.training, self.step, "own")
        return [each.token for each in one.encode(self.text, pre_tokenizer=self.pre_tokenizer)]

    def grade(self, given: int | str) -> Verdict:
        tokens = self.tokens()
        right = int(given) + 1 == len(tokens)
        becomes = _becomes(self.text, tokens)
        if right:
            return Verdict(True, (becomes,))
        in_bytes = message("In UTF-8 the text has {n} {n:byte|bytes}.", n=len(self.text.encode()))
        hint = () if self.pre_tokenizer else (in_bytes,)
        return Verdict(False, hint, (becomes,))


def _becomes(text: str, tokens: list[str]) -> Message:
    return message(
        "{text} becomes {tokens}: {n} {n:token|tokens}.",
        text=Token(text),
        tokens=Spaced(tuple(tokens)),
        n=len(tokens),
    )


@dataclass(frozen=True)
class Tokens(Question):
    """Ask for the tokens of a word, which are typed."""

    word: str
    how: How = "match"

    def typed_answer(self) -> str:
        return say("Your tokens, with spaces between them")

    def grade(self, given: int | str) -> Verdict:
        one = encoder(self.training, self.step, self.how)
        return grade_tokens(one, self.word, str(given), prefix=self.timeline.marking.prefix)

    def material(self) -> Panel | None:
        return Entries(self.training, self.step) if self.step else None


@dataclass(frozen=True)
class Restored(Question):
    """Ask for the text that the ids of a text are decoded to, by longest match."""

    text: str

    def options(self) -> list[str]:
        """Return the text, the text in small letters, normalized, and decoded."""
        normalized, decoded = normalizer(self.training)(self.text), self.decode()
        return [*dict.fromkeys((self.text, self.text.lower(), normalized, decoded))]

    def decode(self) -> str:
        """Return the decoded text."""
        one = encoder(self.training, self.step, "match")
        tokens = one.encode(self.text, normalizer(self.training))
        return decode_encoded(tokens, self.timeline.marking)

    def grade(self, given: int | str) -> Verdict:
        chosen, decoded = self.options()[int(given)], self.decode()
        changes = losses(self.text, decoded, (), decoded)
        if chosen == decoded:
            return Verdict(True, tuple(map(loss_in_words, changes)))
        shown = losses(self.text, chosen, (), chosen)
        first, *more = (loss_in_words(loss) for loss in changes if loss not in shown)
        return Verdict(False, (first,), tuple(more))
