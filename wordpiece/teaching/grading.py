"""Grade answers: the engine works out what is right, and says so with the figures of both sides.

`grade` grades the questions of `wordpiece.teaching.quiz`; the functions after it grade questions
about any step, as lessons and worksheets ask them.

>>> from wordpiece import BPETrainer, WordPieceTrainer
>>> from wordpiece.message import paragraph
>>> from wordpiece.teaching.quiz import questions
>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
>>> for trainer in trainers:
...     _ = trainer.run()
>>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
>>> question = next(q for q in questions(wordpiece, bpe, kind="next") if q.step == 0)
>>> verdict = grade(question, ("##u", "##g"))
>>> verdict.right, paragraph(verdict.comparison)
(False, '##u + ##g: 20 / (36 × 20) = 1/36, against 5 / (20 × 5) = 1/20 for ##g + ##s.')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from wordpiece.encoding.encoders import BPEEncoder, Encoder, Segmenter, WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.message import Listed, Message, Spaced, Token, message
from wordpiece.records import Pair
from wordpiece.scoring import Score, TieBreak, times
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    PairCounts,
    PairQuestion,
    Question,
    ReplayQuestion,
    SplitQuestion,
    change_in_use,
    exact_score,
    survivors,
)
from wordpiece.teaching.wording import (
    formula,
    plus,
    tie,
    unknown_characters,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.training.timeline import Timeline

Slip = Literal[
    "", "pair", "nothing", "text", "marks", "unknown", "not unknown", "no token", "not longest",
    "longest match", "not merged", "no merge", "skipped",
]  # fmt: skip
"""The kinds of mistakes; see `Verdict`."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine says to an answer.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> verdict = grade_next(timeline, 0, ("##u", "##g"))
    >>> verdict.right
    False
    >>> for said in verdict.feedback:
    ...     print(said)
    ##u + ##g: 20 / (36 × 20) = 1/36.
    ##g + ##s: 5 / (20 × 5) = 1/20, which is more.
    By count, ##u + ##g is the top pair here.

    Attributes:
        right: whether the answer is right.
        reason: why, a message for each sentence.
        comparison: the figures of the answer and of the right one, if they are not in the reason.
        slip: for a question of a quiz the kind of mistake; "" if there is none.
    """

    right: bool
    reason: tuple[Message, ...]
    comparison: tuple[Message, ...] = ()
    slip: Slip = ""

    @property
    def feedback(self) -> tuple[Message, ...]:
        """Reason and figures."""
        return self.reason + self.comparison


def _told(*sentences: Message | None) -> tuple[Message, ...]:
    """Return the sentences that are not None."""
    return tuple(said for said in sentences if said is not None)


# --- Questions of a quiz -----------------------------------------------------------------------


def grade(question: Question, answer: Pair | str | Sequence[str]) -> Verdict:
    """Grade an answer to a question of a quiz.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="split")[0]
    >>> question.word, grade(question, question.tokens).right, grade(question, "[UNK]").slip
    ('pugs', True, 'not unknown')

    Args:
        question: the question.
        answer: one of the candidates' pairs; for "split" and "replay" the tokens, or a text in
            which they are separated by whitespace.

    Raises:
        ValueError: the pair is not one of the candidates.
    """
    if isinstance(question, SplitQuestion | ReplayQuestion):
        tokens = tuple(answer.split() if isinstance(answer, str) else answer)
        if isinstance(question, SplitQuestion):
            return _grade_split(question, tokens)
        return _grade_replay(question, tokens)
    left, right = tuple(answer)
    chosen = question.candidate((left, right))
    return (_grade_moved if question.kind == "change" else _grade_merge)(question, chosen)


def skipped(question: Question) -> Verdict:
    """Return the verdict on a question that was skipped: not answered right, and what is right.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> verdict = skipped(questions(wordpiece, bpe, kind="next")[0])
    >>> verdict.right, verdict.slip
    (False, 'skipped')
    """
    if isinstance(question, SplitQuestion):
        unknown = unknown_word(question.trace)
        result = message("Longest match gives {tokens}.", tokens=Spaced(question.tokens))
        return Verdict(False, _told(unknown, result), slip="skipped")
    if isinstance(question, ReplayQuestion):
        result = message("Merge replay gives {tokens}.", tokens=Spaced(question.tokens))
        return Verdict(False, (result,), slip="skipped")
    best = grade(question, question.right.row.pair)
    return Verdict(False, best.reason, best.comparison, "skipped")


def _grade_merge(question: PairQuestion, chosen: Candidate) -> Verdict:
    merge, score = question.merge, question.score
    tied = tie(merge, question.tie_break)
    if chosen.right and chosen.row.pair != merge.pair:
        shares = message("It shares the best score.")
        winner = message("Here that is {pair}.", pair=plus(merge.pair))
        return Verdict(True, _told(shares, tied, winner))
    met = score.together_and_apart(merge) or (
        message("They occur together {times}.", times=times(merge.pair_count)),
    )
    merges = _told(message("{pair} merges next.", pair=plus(merge.pair)), *met, tied)
    if chosen.right:
        return Verdict(True, merges)
    comparison = message(
        "{pair}: {formula}, against {best_formula} for {best}.",
        pair=plus(chosen.row.pair),
        formula=formula(chosen.row, score),
        best_formula=formula(merge, score),
        best=plus(merge.pair),
    )
    return Verdict(False, (*_why_not(chosen, score), *merges), (comparison,), "pair")


def _why_not(chosen: Candidate, score: Score) -> tuple[Message, ...]:
    """Say why a candidate does not merge next, by its role."""
    match chosen.role:
        case "frequent":
            return (score.texts.against_frequent,)
        case "exclusive":
            return (message("WordPiece's score ranks it above the winner; BPE only counts."),)
        case "rare":
            return _told(message("No pair occurs less often than yours."), score.texts.against_rare)
        case "near":
            return (message("Close: its score is among the next best."),)
    return (message("Its score is lower."),)


def _grade_moved(question: PairQuestion, chosen: Candidate) -> Verdict:
    score, right = question.score, question.right
    before, after = PairCounts.of(right.row), right.after
    assert after is not None  # as in every "change"
    moved = message(
        "{pair}: {before} before, {after} after.",
        pair=plus(right.row.pair),
        before=formula(before, score),
        after=formula(after, score),
    )
    because = _why_it_moves(right.row.pair, before, after, score)
    if chosen.right:
        return Verdict(True, (because,), (moved,))
    alone = message("The merge changes neither this pair's count nor those of its parts.")
    kept = message(
        "{pair}: {formula}, before and after.",
        pair=plus(chosen.row.pair),
        formula=formula(PairCounts.of(chosen.row), score),
    )
    return Verdict(False, (alone, because), (kept, moved), "pair")


def _why_it_moves(pair: Pair, before: PairCounts, after: PairCounts, score: Score) -> Message:
    """Say which counts of a pair the merge changes: its own, those of its parts, or both."""
    left, right = pair
    counts = {
        left: (before.left_count, after.left_count),
        right: (before.right_count, after.right_count),
    }
    parts = [
        message(
            "{part} now occurs {times}, not {before}",
            part=Token(part),
            times=times(now),
            before=was,
        )
        for part, (was, now) in counts.items()
        if not score.ranks_by_count and was != now
    ]
    if len(parts) == 2:
        parts = [message("{first}; {second}", first=parts[0], second=parts[1])]
    together, met = plus(pair), times(after.pair_count)
    if before.pair_count == after.pair_count:
        return message(
            "{pair} still occur together {times}, but {parts}.",
            pair=together,
            times=met,
            parts=parts[0],
        )
    if parts:
        return message(
            "{pair} now occur together {times}, not {before}, and {parts}.",
            pair=together,
            times=met,
            before=before.pair_count,
            parts=parts[0],
        )
    return message(
        "{pair} now occur together {times}, not {before}.",
        pair=together,
        times=met,
        before=before.pair_count,
    )


def _grade_split(question: SplitQuestion, given: tuple[str, ...]) -> Verdict:
    tokens, marking = question.tokens, question.marking
    unknown = unknown_word(question.trace)
    if given == tokens:
        if unknown:
            return Verdict(True, (unknown,))
        if question.replayed != tokens:
            differs = vocabulary_or_merges(question.word, tokens, question.replayed)
            return Verdict(True, (differs,))
        longest = message("At each position, the longest token that fits is taken.")
        return Verdict(True, (longest,))

    def wrong(slip: Slip, reason: Message) -> Verdict:
        result = message("Longest match gives {tokens}.", tokens=Spaced(tokens))
        return Verdict(False, (reason, result), slip=slip)

    if not given:
        return wrong("nothing", message("This answer has no tokens."))
    if unknown:
        return wrong("unknown", unknown)
    if UNK in given:
        return wrong(
            "not unknown",
            message("At each position some token fits, so nothing is unknown here."),
        )
    text = question.word + marking.suffix
    pieces = _characters(given, text, marking)
    joined = "".join(pieces)
    if joined != text:
        return wrong(
            "text",
            message("These tokens spell {joined}, which is not the word.", joined=Token(joined)),
        )
    expected = [token[len(marking.prefix) if i else 0 :] for i, token in enumerate(tokens)]
    for i, (ours, theirs) in enumerate(zip(expected, pieces, strict=False)):
        if len(theirs) < len(ours):
            return wrong("not longest", _longer(tokens, i))
        if ours != theirs:
            return wrong(
                "no token",
                message(
                    "{token} is not in the vocabulary after {n} {n:merge|merges}.",
                    n=question.step,
                    token=Token((marking.prefix if i else "") + theirs),
                ),
            )
    # The cuts are right, so a mark is missing, or there is one too many.
    i = next(i for i, token in enumerate(tokens) if given[i] != token)
    prefix = Token(marking.prefix)
    if not i:
        return wrong(
            "marks",
            message(
                "The split is right, but {token} begins the word, so it has no {prefix}.",
                token=Token(tokens[0]),
                prefix=prefix,
            ),
        )
    return wrong(
        "marks",
        message(
            "The split is right, but {prefix} is missing: inside a word it is {token}, not "
            "{given}.",
            prefix=prefix,
            token=Token(tokens[i]),
            given=Token(given[i]),
        ),
    )


def _grade_replay(question: ReplayQuestion, given: tuple[str, ...]) -> Verdict:
    tokens, trace, marking = question.tokens, question.trace, question.marking
    unknown = unknown_characters(trace)
    if given == tokens:
        ranks = tuple(replay.rank + 1 for replay in trace.replays)
        if len(ranks) > 1:
            order = message(
                "From single characters, these merges apply, in this order: {merges}.",
                merges=Listed(ranks, "commas"),
            )
        else:
            order = message("From single characters, only merge {merge} applies.", merge=ranks[0])
        other = None
        if question.matched != tokens:
            other = message(
                "Longest match with the same vocabulary would give {tokens}.",
                tokens=Spaced(question.matched),
            )
        return Verdict(True, _told(order, unknown, other))

    def wrong(slip: Slip, *reasons: Message) -> Verdict:
        result = message("Merge replay gives {tokens}.", tokens=Spaced(tokens))
        return Verdict(False, (*reasons, result), slip=slip)

    first = trace.replays[0]
    if not given:
        return wrong("nothing", message("This answer has no tokens."))
    if UNK in given and not unknown:
        return wrong("not unknown", message("Training saw every character, so none is unknown."))
    if unknown and given.count(UNK) != tokens.count(UNK):
        return wrong("unknown", unknown)
    known = [piece for piece in trace.pieces if not piece.unknown]
    end = len(question.word)
    text = "".join(question.word[p.start : p.end] for p in known)
    text += marking.suffix if known and known[-1].end == end else ""
    pieces = _characters([token for token in given if token != UNK], text, marking)
    if "".join(pieces) != text:
        spelled = Token("".join(pieces))
        return wrong(
            "text", message("These tokens spell {joined}, which is not the word.", joined=spelled)
        )
    if given == question.matched:
        return wrong(
            "longest match",
            message(
                "That is longest match. Replay follows the order learned: merge {merge}, {pair}, "
                "applies first.",
                merge=first.rank + 1,
                pair=plus(first.pair),
            ),
        )
    return wrong(*_not_replayed(question, given, pieces))


def _not_replayed(
    question: ReplayQuestion, given: tuple[str, ...], pieces: Sequence[str]
) -> tuple[Slip, Message]:
    """Say which merge is missing from an answer that spells the word, or which is too many.

    ``pieces`` are the characters of the given tokens, unknown ones left out.
    """
    lengths = map(len, pieces)
    theirs = {*accumulate(1 if token == UNK else next(lengths) for token in given)}
    ours = _ends(question.tokens, question)
    missed = theirs - ours
    for replay in question.trace.replays:
        if missed & (_ends(replay.before, question) - _ends(replay.after, question)):
            return "not merged", message(
                "Merge {merge}, {pair}, applies too: {symbols}.",
                merge=replay.rank + 1,
                pair=plus(replay.pair),
                symbols=Spaced(replay.after),
            )
    for token, end in zip(given, sorted(theirs), strict=False):
        if token not in question.tokens and end in ours:
            return "no merge", message(
                "No merge makes {token} here: its parts never become neighbours.",
                token=Token(token),
            )
    return "marks", message("The split is right, but the tokens are marked differently.")


def _ends(symbols: Sequence[str], question: ReplayQuestion) -> set[int]:
    """Return where symbols end in the word; each unknown character is one token."""
    cut, at, ends = len(question.marking.prefix), 0, set[int]()
    for i, symbol in enumerate(symbols):
        marked = i and cut and symbol.startswith(question.marking.prefix)
        at += 1 if symbol == UNK else len(symbol) - (cut if marked else 0)
        ends.add(at)
    return ends


def _longer(tokens: tuple[str, ...], i: int) -> Message:
    """Say that the right token number ``i`` fits and is longer than the one given."""
    if not i:
        return message("At the beginning, {token} also fits and is longer.", token=Token(tokens[0]))
    return message(
        "After {before}, {token} also fits and is longer.",
        before=Spaced(tokens[:i]),
        token=Token(tokens[i]),
    )


def _characters(given: Sequence[str], text: str, marking: Marking) -> list[str]:
    """Return the characters each token stands for, whether or not it is marked as it should be.

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


# --- Questions about a step --------------------------------------------------------------------


_TIE_RULES: dict[TieBreak, Message] = {
    "first-seen": message("it is the one seen first"),
    "alphabetical": message("it is the first in alphabetical order"),
    "random": message("a draw decided so"),
}


def grade_next(timeline: Timeline, step: int, pair: Pair) -> Verdict:
    """Grade which pair merges after ``step``. Every pair tied for the best score is right.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> grade_next(timeline, 0, ("##g", "##s")).right, grade_next(timeline, 0, ("h", "##u")).right
    (True, False)

    Raises:
        ValueError: the pair stands in no word then.
    """
    table, score = timeline.scores(step), timeline.score
    chosen, best = table.find(pair), table.rows(0, 1)
    if chosen is None or not best:
        raise ValueError(f"{pair!r} stands in no word after step {step}.")
    figures, winner = formula(chosen, score), plus(best[0].pair)
    own = message("{pair}: {formula}.", pair=plus(pair), formula=figures)
    if pair not in table.tied:
        more = message(
            "{pair}: {formula}, which is more.", pair=winner, formula=formula(best[0], score)
        )
        if not score.ranks_by_count and chosen.count_rank == 1:
            bpe = message("By count, {pair} is the top pair here.", pair=plus(pair))
            return Verdict(False, (own, more, bpe))
        return Verdict(False, (own, more))
    if table.ties == 1:
        alone = message("{pair}: {formula}, the best score.", pair=winner, formula=figures)
        return Verdict(True, (alone,))
    first = message(
        "{n} {n:pair shares|pairs share} this best score. {pair} merges first: {rule}.",
        n=table.ties,
        pair=winner,
        rule=_TIE_RULES[timeline.tie_break],
    )
    return Verdict(True, (own, first))


def grade_score(timeline: Timeline, step: int, pair: Pair, answer: Fraction) -> Verdict:
    """Grade what the pair's score is after ``step``.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> from fractions import Fraction
    >>> print(grade_score(timeline, 0, ("##u", "##g"), Fraction(1, 20)).reason[0])
    ##u + ##g: 20 / (36 × 20) = 1/36, not 1/20.

    Raises:
        ValueError: the pair stands in no word then, or scores are no fractions.
    """
    row = timeline.scores(step).find(pair)
    if row is None:
        raise ValueError(f"{pair!r} stands in no word after step {step}.")
    figures = formula(row, timeline.score)
    if answer == exact_score(row, timeline.score):
        return Verdict(True, (message("{pair}: {formula}.", pair=plus(pair), formula=figures),))
    wrong = message(
        "{pair}: {formula}, not {answer}.", pair=plus(pair), formula=figures, answer=answer
    )
    return Verdict(False, (wrong,))


def grade_change(timeline: Timeline, step: int, answer: int) -> Verdict:
    """Grade by how much merge ``step`` changes the number of symbols in use.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> verdict = grade_change(timeline, 1, 0)
    >>> verdict.right, " ".join(map(str, verdict.reason))
    (True, '##gs is new. ##g is still in hug. ##s is in no word any more. So the change is 0.')
    """
    truth = change_in_use(timeline, step)
    merge = timeline.merge(step)
    token = Token(merge.token)
    told = [
        message("{token} was already in use.", token=token)
        if merge.token in timeline.in_use(step - 1)
        else message("{token} is new.", token=token)
    ]
    stay = survivors(timeline, step)
    for symbol in dict.fromkeys(merge.pair):
        if symbol in stay:
            word = timeline.words[timeline.words_with(step, symbol)[0]]
            told.append(
                message("{symbol} is still in {word}.", symbol=Token(symbol), word=Token(word))
            )
        else:
            told.append(message("{symbol} is in no word any more.", symbol=Token(symbol)))
    told.append(message("So the change is {change:signed}.", change=truth))
    return Verdict(answer == truth, tuple(told))


def grade_tokens(encoder: Encoder, word: str, typed: str, *, prefix: str = "") -> Verdict:
    """Grade which tokens a word is encoded to; ``typed`` has them with spaces between.

    ``prefix`` is the encoder's continuation prefix, so that an answer without it can be told so.

    >>> from wordpiece import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["[UNK]", "hug", "##s"])
    >>> grade_tokens(encoder, "hugs", "hug ##s").right
    True
    >>> for said in grade_tokens(encoder, "hugs", "hug s", prefix="##").reason:
    ...     print(said)
    The split is right.
    Every token but the first needs ##.
    """
    answer, tokens = typed.split(), encoder.encode_word(word)
    if answer == tokens:
        becomes = message(
            "{word} becomes {tokens}.", word=Token(word), tokens=Spaced(tuple(tokens))
        )
        return Verdict(True, (becomes, *_how(encoder, word)))
    if not answer:
        return Verdict(False, (message("Type the tokens with spaces between them."),))
    bare = [token.removeprefix(prefix) for token in tokens]
    if prefix and answer == bare:
        cuts = message("The split is right.")
        mark = message("Every token but the first needs {prefix}.", prefix=Token(prefix))
        return Verdict(False, (cuts, mark))
    told = _hint(encoder, word, answer, tokens)
    strange = [token for token in answer if token not in encoder.ids and token != encoder.unk_token]
    if strange:
        told = (
            message("{token} is not in the vocabulary.", token=Token(strange[0])),
            *told,
        )
    return Verdict(False, told)


def _hint(encoder: Encoder, word: str, answer: list[str], tokens: list[str]) -> tuple[Message, ...]:
    """Say where a wrong answer departs from the rule, without giving all of the right one away."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        return (unknown_word(encoder.trace(word)) or _first_wrong(answer, tokens),)
    assert isinstance(encoder, BPEEncoder)
    replay = encoder.trace(word)
    if not replay.replays:
        return _told(message("No merge applies to this word."), unknown_characters(replay))
    first = replay.replays[0]
    merges = message(
        "First {pair} merges: {symbols}.", pair=plus(first.pair), symbols=Spaced(first.after)
    )
    more = (
        message("Then more merges apply.")
        if len(replay.replays) > 1
        else message("No other merge applies.")
    )
    return _told(merges, more, unknown_characters(replay))


def _first_wrong(answer: list[str], tokens: list[str]) -> Message:
    """Say what follows the tokens at the beginning of an answer that are right."""
    same = next(
        (i for i, (a, b) in enumerate(zip(answer, tokens, strict=False)) if a != b),
        min(len(answer), len(tokens)),
    )
    if same == len(tokens):
        if not same:
            return message("The word has no characters.")
        return message("After {token}, no characters are left.", token=Token(tokens[same - 1]))
    longest = Token(tokens[same])
    if not same:
        return message(
            "At the beginning, the longest entry that fits is {longest}.", longest=longest
        )
    return message(
        "After {token}, the longest entry that fits is {longest}.",
        token=Token(tokens[same - 1]),
        longest=longest,
    )


def _how(encoder: Encoder, word: str) -> tuple[Message, ...]:
    """Say what the rule did with the word."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        match = encoder.trace(word)
        found = Spaced(tuple(probe.candidate for probe in match.probes if probe.found))
        longest = message(
            "From the left, the longest entry that fits each time: {found}.", found=found
        )
        return (unknown_word(match) or longest,)
    assert isinstance(encoder, BPEEncoder)
    replay = encoder.trace(word)
    if not replay.replays:
        return _told(message("No merge applies."), unknown_characters(replay))
    applied = message(
        "Starting from single characters, merges apply {times}, the earliest learned first.",
        times=times(len(replay.replays)),
    )
    return _told(applied, unknown_characters(replay))
