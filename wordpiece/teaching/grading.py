"""Grade answers: find out what is right, and say why with the figures of both sides.

`grade` grades the questions of `wordpiece.teaching.quiz`; the functions after it grade questions
about any step, as lessons and worksheets ask them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, takewhile

from wordpiece.encoding.encoders import BPEEncoder, Encoder, Segmenter, WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.message import Listed, Message, Spaced, Token, fill_all, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score, TieBreak, times
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    PairCounts,
    PairQuestion,
    Question,
    ReplayQuestion,
    SplitQuestion,
    TypedQuestion,
    change_in_use,
    exact_score,
)
from wordpiece.teaching.wording import (
    formula,
    join_phrases,
    plus,
    tie,
    unknown_characters,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade of an answer.

    >>> for said in grade_next(timeline, 0, ("##u", "##g")).feedback:
    ...     print(said)
    ##u + ##g: 20 / (36 × 20) = 1/36.
    No pair occurs more often, but another pair has a better score.
    ##g + ##s: 5 / (20 × 5) = 1/20, which is more.

    Attributes:
        reason: why, a message for each sentence.
        comparison: the figures of the answer and of the right one, if they are not in the reason;
            it names the right answer.
        skipped: whether the question was skipped; then the answer is not right.
    """

    right: bool
    reason: tuple[Message, ...]
    comparison: tuple[Message, ...] = ()
    skipped: bool = False

    @property
    def feedback(self) -> tuple[Message, ...]:
        """Reason and figures."""
        return self.reason + self.comparison


# --- Questions of a quiz -----------------------------------------------------------------------


def grade(question: Question, answer: Pair | str | Sequence[str]) -> Verdict:
    """Grade an answer to a question of a quiz.

    Args:
        question: the question.
        answer: one of the candidates' pairs; for "split" and "replay" the tokens, or a text in
            which they are separated by whitespace.

    Raises:
        ValueError: the pair is not one of the candidates.
    """
    if not isinstance(question, PairQuestion):
        return _grade_typed(question, tuple(answer.split() if isinstance(answer, str) else answer))
    left, right = tuple(answer)
    chosen = question.candidate((left, right))
    return (_grade_moved if question.kind == "change" else _grade_merge)(question, chosen)


def skipped(question: Question) -> Verdict:
    """Return the verdict on a question that was skipped: not right, and what would be."""
    if isinstance(question, PairQuestion):
        best = grade(question, question.right.row.pair)
        return Verdict(False, best.reason, best.comparison, skipped=True)
    unknown = unknown_word(question.trace) if isinstance(question, SplitQuestion) else None
    return Verdict(False, fill_all(unknown, _right_answer(question)), skipped=True)


# Which pair merges next.


def _grade_merge(question: PairQuestion, chosen: Candidate) -> Verdict:
    merge, score = question.merge, question.score
    tied, winner = tie(merge, question.tie_break), plus(merge.pair)
    if chosen.right and chosen.row.pair != merge.pair:
        shares = message("It shares the best score.")
        return Verdict(True, fill_all(shares, tied, message("Here that is {pair}."), pair=winner))
    merges = fill_all(
        message("{pair} merges next."),
        *(score.together_and_apart(merge) or (message("They occur together {times}."),)),
        tied,
        pair=winner,
        times=times(merge.pair_count),
    )
    if chosen.right:
        return Verdict(True, merges)
    comparison = message(
        "{pair}: {formula}, against {best_formula} for {best}.",
        pair=plus(chosen.row.pair),
        formula=formula(chosen.row, score),
        best_formula=formula(merge, score),
        best=winner,
    )
    return Verdict(False, (*_why_not(chosen, score), *merges), (comparison,))


def _why_not(chosen: Candidate, score: Score) -> tuple[Message, ...]:
    """Return why a candidate does not merge next, by its role."""
    match chosen.role:
        case "frequent":
            return (score.texts.against_frequent,)
        case "exclusive":
            return (message("WordPiece's score ranks it above the winner; BPE only counts."),)
        case "rare":
            rarest = message("No pair occurs less often than yours.")
            return fill_all(rarest, score.texts.against_rare)
        case "near":
            return (message("Close: its score is among the next best."),)
    return (message("Its score is lower."),)


# Which score changes.


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
    return Verdict(False, (alone, because), (kept, moved))


def _why_it_moves(pair: Pair, before: PairCounts, after: PairCounts, score: Score) -> Message:
    """Return which counts of a pair the merge changes: its own, those of its parts, or both."""
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
    if before.pair_count == after.pair_count:
        said = message("{pair} still occur together {times}, but {parts}.")
    elif parts:
        said = message("{pair} now occur together {times}, not {before}, and {parts}.")
    else:
        said = message("{pair} now occur together {times}, not {before}.")
    return said.fill(
        pair=plus(pair),
        times=times(after.pair_count),
        before=before.pair_count,
        parts=join_phrases(parts) if parts else "",
    )


# Which tokens a word has.


def _grade_typed(question: TypedQuestion, given: tuple[str, ...]) -> Verdict:
    right = given == question.tokens
    why: tuple[Message, ...]
    if not given and not right:
        why = (message("This answer has no tokens."),)
    elif isinstance(question, SplitQuestion):
        why = (_why_split(question) if right else _split_mistake(question, given),)
    else:
        why = _why_replayed(question) if right else (_replay_mistake(question, given),)
    return Verdict(right, why if right else (*why, _right_answer(question)))


_GIVES = {
    "split": message("Longest match gives {tokens}."),
    "replay": message("Merge replay gives {tokens}."),
}


def _right_answer(question: TypedQuestion) -> Message:
    return _GIVES[question.kind].fill(tokens=Spaced(question.tokens))


def _why_split(question: SplitQuestion) -> Message:
    """Return what longest match does with the word."""
    if unknown := unknown_word(question.trace):
        return unknown
    if question.replayed != question.tokens:
        return vocabulary_or_merges(question.word, question.tokens, question.replayed)
    return message("At each position, the longest token that fits is taken.")


def _why_replayed(question: ReplayQuestion) -> tuple[Message, ...]:
    """Return what merge replay does with the word."""
    ranks = tuple(replay.rank + 1 for replay in question.trace.replays)
    return fill_all(
        message("From single characters, these merges apply, in this order: {merges}.")
        if len(ranks) > 1
        else message("From single characters, only merge {merge} applies."),
        unknown_characters(question.trace),
        message("Longest match with the same vocabulary would give {tokens}.")
        if question.matched != question.tokens
        else None,
        merges=Listed(ranks, "commas"),
        merge=ranks[0],
        tokens=Spaced(question.matched),
    )


def _split_mistake(question: SplitQuestion, given: tuple[str, ...]) -> Message:
    """Return the first mistake in an answer that differs from longest match."""
    tokens, marking = question.tokens, question.marking
    if unknown := unknown_word(question.trace):
        return unknown
    if UNK in given:
        return message("At each position some token fits, so nothing is unknown here.")
    text = question.word + marking.suffix
    pieces = _characters(given, text, marking)
    if "".join(pieces) != text:
        return _other_text(pieces)
    expected = [token[len(marking.prefix) if i else 0 :] for i, token in enumerate(tokens)]
    for i, (ours, theirs) in enumerate(zip(expected, pieces, strict=False)):
        if len(theirs) < len(ours):
            said = (
                message("After {before}, {token} also fits and is longer.")
                if i
                else message("At the beginning, {token} also fits and is longer.")
            )
            return said.fill(before=Spaced(tokens[:i]), token=Token(tokens[i]))
        if ours != theirs:
            return message(
                "{token} is not in the vocabulary after {n} {n:merge|merges}.",
                n=question.step,
                token=Token((marking.prefix if i else "") + theirs),
            )
    # The cuts are right, so one token has a mark too many or too few.
    i = next(i for i, token in enumerate(tokens) if given[i] != token)
    said = (
        message(
            "The split is right, but {prefix} is missing: inside a word it is {token}, not {given}."
        )
        if i
        else message("The split is right, but {token} begins the word, so it has no {prefix}.")
    )
    return said.fill(prefix=Token(marking.prefix), token=Token(tokens[i]), given=Token(given[i]))


def _replay_mistake(question: ReplayQuestion, given: tuple[str, ...]) -> Message:
    """Return the first mistake in an answer that differs from merge replay."""
    trace, marking = question.trace, question.marking
    unknown = unknown_characters(trace)
    if UNK in given and not unknown:
        return message("Training saw every character, so none is unknown.")
    if unknown and given.count(UNK) != question.tokens.count(UNK):
        return unknown
    known = [piece for piece in trace.pieces if not piece.unknown]
    text = "".join(question.word[p.start : p.end] for p in known)
    text += marking.suffix if known and known[-1].end == len(question.word) else ""
    pieces = _characters([token for token in given if token != UNK], text, marking)
    if "".join(pieces) != text:
        return _other_text(pieces)
    if given == question.matched:
        return message(
            "That is longest match. Replay follows the order learned: merge {merge}, {pair}, "
            "applies first.",
            merge=trace.replays[0].rank + 1,
            pair=plus(trace.replays[0].pair),
        )
    return _wrong_merge(question, given, pieces)


def _wrong_merge(
    question: ReplayQuestion, given: tuple[str, ...], pieces: Sequence[str]
) -> Message:
    """Return which merge is missing from an answer that spells the word, or which is too many.

    ``pieces`` are the characters of the given tokens, unknown ones left out.
    """
    lengths = map(len, pieces)
    theirs = {*accumulate(1 if token == UNK else next(lengths) for token in given)}
    ours = _ends(question.tokens, question)
    missed = theirs - ours
    for replay in question.trace.replays:
        if missed & (_ends(replay.before, question) - _ends(replay.after, question)):
            return message(
                "Merge {merge}, {pair}, applies too: {symbols}.",
                merge=replay.rank + 1,
                pair=plus(replay.pair),
                symbols=Spaced(replay.after),
            )
    for token, end in zip(given, sorted(theirs), strict=False):
        if token not in question.tokens and end in ours:
            return message(
                "No merge makes {token} here: its parts never become neighbours.",
                token=Token(token),
            )
    return message("The split is right, but the tokens are marked differently.")


def _ends(symbols: Sequence[str], question: ReplayQuestion) -> set[int]:
    """Return where symbols end in the word; each unknown character is one token."""
    prefix = question.marking.prefix
    bare = (symbol.removeprefix(prefix) if i else symbol for i, symbol in enumerate(symbols))
    return {*accumulate(1 if symbol == UNK else len(symbol) for symbol in bare)}


def _other_text(pieces: Sequence[str]) -> Message:
    """Return a sentence on tokens that do not spell the word."""
    joined = Token("".join(pieces))
    return message("These tokens spell {joined}, which is not the word.", joined=joined)


def _characters(given: Sequence[str], text: str, marking: Marking) -> list[str]:
    """Return the characters of each token without its mark, even if the mark is wrong.

    A text may itself contain ``##``, so a mark is one only where the text continues without it.
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

    Raises:
        ValueError: no word has the pair then.
    """
    table, score = timeline.scores(step), timeline.score
    chosen, best = _find(timeline, step, pair), table.rows(0, 1)[0]
    own = message("{pair}: {formula}.", pair=plus(pair), formula=formula(chosen, score))
    right = pair in table.tied
    figures = {"pair": plus(best.pair), "formula": formula(best, score)}
    if not right:
        less = message("Another pair has a better score.")
        if not score.ranks_by_count and chosen.count_rank == 1:
            less = message("No pair occurs more often, but another pair has a better score.")
        more = message("{pair}: {formula}, which is more.")
        return Verdict(False, (own, less), (more.fill(**figures),))
    if table.ties == 1:
        said = [message("{pair}: {formula}, the best score.")]
    else:
        shared = message(
            "{n} {n:pair shares|pairs share} this best score. {pair} merges first: {rule}."
        )
        said = [own, shared.fill(n=table.ties, rule=_TIE_RULES[timeline.tie_break])]
    return Verdict(True, fill_all(*said, **figures))


def grade_score(timeline: Timeline, step: int, pair: Pair, answer: Fraction) -> Verdict:
    """Grade the score of a pair after ``step``.

    Raises:
        ValueError: no word has the pair then, or scores are not fractions.
    """
    row = _find(timeline, step, pair)
    right = answer == exact_score(row, timeline.score)
    said = message("{pair}: {formula}.", pair=plus(pair), formula=formula(row, timeline.score))
    together = message("The pair occurs {times}.", times=times(row.pair_count))
    return Verdict(right, (said,)) if right else Verdict(False, (together,), (said,))


def _find(timeline: Timeline, step: int, pair: Pair) -> PairScore:
    """Return the row of a pair in the score table after a step.

    Raises:
        ValueError: no word has the pair then.
    """
    row = timeline.scores(step).find(pair)
    if row is None:
        raise ValueError(f"{pair!r} is in no word after step {step}.")
    return row


def grade_change(timeline: Timeline, step: int, answer: int) -> Verdict:
    """Grade by how much merge ``step`` changes the number of symbols in use.

    >>> print(*grade_change(timeline, 1, 0).feedback)
    ##gs is new. ##g is still in hug. ##s is in no word any more. So the change is 0.
    """
    truth, merge = change_in_use(timeline, step), timeline.merge(step)
    said = [
        message("{token} was already in use.")
        if merge.token in timeline.in_use(step - 1)
        else message("{token} is new.")
    ]
    for symbol in dict.fromkeys(merge.pair):
        if words := timeline.words_with(step, symbol):
            word = Token(timeline.words[words[0]])
            said.append(message("{symbol} is still in {word}.", symbol=Token(symbol), word=word))
        else:
            said.append(message("{symbol} is in no word any more.", symbol=Token(symbol)))
    change = message("So the change is {change:signed}.", change=truth)
    return Verdict(answer == truth, fill_all(*said, token=Token(merge.token)), (change,))


NO_TOKENS = message("Type the tokens with spaces between them.")
"""The answer to an empty field."""


def grade_tokens(encoder: Encoder, word: str, typed: str, *, prefix: str = "") -> Verdict:
    """Grade which tokens a word is encoded to; ``typed`` has them with spaces between.

    ``prefix`` is the encoder's continuation prefix, to recognise an answer that lacks it.

    >>> print(*grade_tokens(WordPieceEncoder(["hug", "##s"]), "hugs", "hug s", prefix="##").reason)
    The split is right. Every token but the first needs ##.
    """
    answer, tokens = typed.split(), encoder.encode_word(word)
    if answer == tokens:
        becomes = message(
            "{word} becomes {tokens}.", word=Token(word), tokens=Spaced(tuple(tokens))
        )
        return Verdict(True, (becomes, *_how(encoder, word)))
    if not answer:
        return Verdict(False, (NO_TOKENS,))
    if prefix and answer == [token.removeprefix(prefix) for token in tokens]:
        cuts = message("The split is right.")
        mark = message("Every token but the first needs {prefix}.", prefix=Token(prefix))
        return Verdict(False, (cuts, mark))
    strange = [token for token in answer if token not in encoder.ids and token != encoder.unk_token]
    missing = (
        message("{token} is not in the vocabulary.", token=Token(strange[0])) if strange else None
    )
    return Verdict(False, fill_all(missing, *_hint(encoder, word, answer, tokens)))


def _hint(encoder: Encoder, word: str, answer: list[str], tokens: list[str]) -> tuple[Message, ...]:
    """Return where a wrong answer leaves the rule, without giving all of the right one away."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        return (unknown_word(encoder.trace(word)) or _first_wrong(answer, tokens),)
    assert isinstance(encoder, BPEEncoder)
    trace = encoder.trace(word)
    unknown = unknown_characters(trace)
    if not trace.replays:
        return fill_all(message("No merge applies to this word."), unknown)
    first, *more = trace.replays
    return fill_all(
        message("First {pair} merges: {symbols}."),
        message("Then more merges apply.") if more else message("No other merge applies."),
        unknown,
        pair=plus(first.pair),
        symbols=Spaced(first.after),
    )


def _first_wrong(answer: list[str], tokens: list[str]) -> Message:
    """Return what follows the tokens at the beginning of an answer that are right."""
    right = count_right(answer, tokens)
    if not tokens:
        return message("The word has no characters.")
    if right == len(tokens):
        return message("After {token}, no characters are left.", token=Token(tokens[-1]))
    said = (
        message("After {token}, the longest entry that fits is {longest}.")
        if right
        else message("At the beginning, the longest entry that fits is {longest}.")
    )
    return said.fill(token=Token(tokens[right - 1]), longest=Token(tokens[right]))


def count_right(answer: Sequence[str], tokens: Sequence[str]) -> int:
    """Return how many tokens at the beginning of an answer are right."""
    equal = (a == b for a, b in zip(answer, tokens, strict=False))
    return sum(takewhile(bool, equal))


def _how(encoder: Encoder, word: str) -> tuple[Message, ...]:
    """Return what the rule did with the word."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        match = encoder.trace(word)
        found = Spaced(tuple(probe.candidate for probe in match.probes if probe.found))
        longest = message("From the left, the longest entry that fits each time: {found}.")
        return (unknown_word(match) or longest.fill(found=found),)
    assert isinstance(encoder, BPEEncoder)
    trace = encoder.trace(word)
    applied = message("No merge applies.")
    if trace.replays:
        applied = message(
            "Starting from single characters, merges apply {times}, the earliest learned first."
        )
    return fill_all(applied, unknown_characters(trace), times=times(len(trace.replays)))
