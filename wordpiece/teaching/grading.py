"""Grade answers: find out what is right, and say why with the figures of both sides.

`grade` grades the questions of `wordpiece.teaching.quiz`; the functions after it grade questions
about any step, as lessons and worksheets ask them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from wordpiece.encoding.encoders import BPEEncoder, Encoder, Segmenter, WordPieceEncoder
from wordpiece.errors import no_such_token
from wordpiece.marking import CONTINUES, Marking
from wordpiece.message import Listed, Message, Spaced, Token, fill_all, message, unworded
from wordpiece.records import MergeStep, Pair, PairScore, ReplayTrace
from wordpiece.scoring import WORDPIECE, Score, times
from wordpiece.teaching.decisions import decided, decisions_of_round
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    DecisionQuestion,
    PairCounts,
    PairQuestion,
    PieceCandidate,
    Question,
    ReplayQuestion,
    SplitQuestion,
    TypedQuestion,
    UnigramQuestion,
)
from wordpiece.teaching.removals import LOWEST_COUNT, against_the_least
from wordpiece.teaching.wording import (
    becomes,
    before_and_after,
    formula,
    from_to,
    longest_match_gives,
    merge_replay_gives,
    plus,
    shared_score,
    tie,
    unknown_symbols,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade of an answer.

    >>> for said in grade_next(timeline, 0, ("##u", "##g")).feedback:
    ...     print(said)
    ##u + ##g: 20 / (36 × 20) = 1/36.
    No pair occurs more often than yours, but the score does not depend on the count alone.
    ##g + ##s has the best score: 5 / (20 × 5) = 1/20.

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


def grade(question: Question, answer: str | Sequence[str]) -> Verdict:
    """Grade an answer to a question of a quiz.

    Args:
        question: the question.
        answer: the tokens of one of the candidates; for "split" and "replay" the tokens, or a text
            in which they are separated by whitespace.

    Raises:
        ValueError: these are not the tokens of a candidate.
    """
    if isinstance(question, TypedQuestion):
        return _grade_typed(question, tuple(answer.split() if isinstance(answer, str) else answer))
    if isinstance(question, UnigramQuestion):
        piece = question.candidate(tuple(answer))
        return (_grade_removal if question.kind == "cheapest" else _grade_best_split)(
            question, piece
        )
    chosen = question.candidate(tuple(answer))
    return (_grade_moved if question.kind == "change" else _grade_merge)(question, chosen)


def skipped(question: Question | DecisionQuestion) -> Verdict:
    """Return the verdict on a question that was skipped: not right, and what would be."""
    if isinstance(question, DecisionQuestion):
        return Verdict(False, decided(question.decision), skipped=True)
    if not isinstance(question, TypedQuestion):
        best = grade(question, question.right.tokens)
        return Verdict(False, best.reason, best.comparison, skipped=True)
    unknown = unknown_word(question.trace) if isinstance(question, SplitQuestion) else None
    return Verdict(False, fill_all(unknown, _right_answer(question)), skipped=True)


# Which pair merges next.


def _grade_merge(question: PairQuestion, chosen: Candidate) -> Verdict:
    merge, score = question.merge, question.score
    tied, winner = tie(merge, question.tie_order), plus(merge.pair)
    if chosen.right and chosen.row.pair != merge.pair:
        shares = message("Your pair shares the best score.")
        return Verdict(True, fill_all(shares, tied, _MERGES_NEXT, pair=winner))
    merges = fill_all(
        _MERGES_NEXT,
        *(score.together_and_apart(merge) or (_SCORE if score.by_language else _TOGETHER,)),
        tied,
        pair=winner,
        times=times(merge.pair_count),
        formula=formula(merge, score),
    )
    if chosen.right:
        return Verdict(True, merges)
    why = _why_not(chosen, PairCounts.of(merge), score)
    return Verdict(
        False,
        fill_all(*why, *merges, best=winner),
        (against(chosen.row, merge, score),),
    )


_SCORE = message("{pair}: {formula}.")
_TOGETHER = message("The two parts occur together {times}.")
_IS_BEST = message("Your pair has the best score.")
_MERGES_NEXT = message("{pair} merges next.")
RARER = message("Your pair occurs less often than {best}.")
"""A reason against a pair, if counts matter."""
MOST_FREQUENT = message(
    "No pair occurs more often than yours, but the score does not depend on the count alone."
)
"""The reason against the most frequent pair."""
PRODUCT_IS_HIGHER = message(
    "For your pair, the count is divided by a larger number than for {best}."
)
"""The reason against a pair that occurs as often as the best."""
LOWER = message("Another pair has a better score.")
"""That a pair does not merge next, without a reason."""


def against(row: PairScore, best: PairScore | MergeStep, score: Score) -> Message:
    """Return the figures of a pair next to those of the pair that merges."""
    return message(
        "{pair}: {formula}, against {best_formula} for {best}.",
        pair=plus(row.pair),
        formula=formula(row, score),
        best_formula=formula(best, score),
        best=plus(best.pair),
    )


def _why_not(chosen: Candidate, best: PairCounts, score: Score) -> tuple[Message, ...]:
    """Return why a candidate does not merge next; each sentence follows from its figures.

    It may be second, have the highest count, be too rare, or be ahead by WordPiece's score. And its
    count is lower than that of the winner, or the product of its parts' counts is higher, or both.
    """
    counts = PairCounts.of(chosen.row)
    second = message("Your pair has the second-best score.") if chosen.is_second else None
    if score.by_language:
        return fill_all(second) or (LOWER,)
    if score.needs_merging:
        return fill_all(second, MOST_FREQUENT if chosen.row.count_rank == 1 else None) or (LOWER,)
    if score.ranks_by_count:
        ahead = counts.score(WORDPIECE) > best.score(WORDPIECE)
        higher = message("By WordPiece's score, your pair would rank above {best}.")
        return fill_all(second, RARER, higher if ahead else None)
    if counts.pair_count < score.least:
        return fill_all(score.about_rare)  # all such pairs share the score 0
    return fill_all(
        second,
        MOST_FREQUENT if chosen.row.count_rank == 1 else None,
        RARER if counts.pair_count < best.pair_count else None,
        PRODUCT_IS_HIGHER if counts.product > best.product else None,
    )


# Which score changes.


def _grade_moved(question: PairQuestion, chosen: Candidate) -> Verdict:
    score, right = question.score, question.right
    before, after = PairCounts.of(right.row), right.after
    assert after is not None  # as in every "change"
    moved = before_and_after(right.row.pair, formula(before, score), formula(after, score))
    because = _why_it_moves(right.row.pair, before, after, score)
    if chosen.right:
        return Verdict(True, (because,), (moved,))
    alone = message("The merge changes no count of your pair or of its parts.")
    same = formula(PairCounts.of(chosen.row), score)
    return Verdict(False, (alone, because), (before_and_after(chosen.row.pair, same, same), moved))


def _why_it_moves(pair: Pair, before: PairCounts, after: PairCounts, score: Score) -> Message:
    """Return which counts of a pair the merge changes: its own, those of its parts, or both."""
    left, right = pair
    counts: dict[Message | Token, tuple[int, int]] = {
        plus(pair): (before.pair_count, after.pair_count)
    }
    if not score.ranks_by_count:
        counts[Token(left)] = before.left_count, after.left_count
        counts[Token(right)] = before.right_count, after.right_count
    changes = [from_to(what, *both) for what, both in counts.items() if both[0] != both[1]]
    return message(
        "The merge changes counts on which the score of {pair} depends: {changes}.",
        pair=plus(pair),
        changes=Listed(tuple(changes), "commas"),
    )


# Which removal costs least, and which split is most probable.


def _grade_removal(question: UnigramQuestion, chosen: PieceCandidate) -> Verdict:
    best = chosen if chosen.right else question.right
    why = fill_all(
        against_the_least(chosen.tokens[0], chosen.value, best.tokens[0], best.value),
        LOWEST_COUNT if chosen.role == "rare" else None,
        best.why,
        piece=Token(chosen.tokens[0]),
    )
    return Verdict(chosen.right, why)


def _grade_best_split(question: UnigramQuestion, chosen: PieceCandidate) -> Verdict:
    if chosen.right:
        most = message("No other split of {word} is more probable.", word=Token(question.word))
        return Verdict(True, (most,))
    ratio = question.right.value / chosen.value
    longest = message(
        "Longest match always takes the longest piece that fits. Unigram compares the "
        "probabilities of whole splits."
    )
    why = fill_all(
        longest if chosen.role == "longest" else None,
        message("The split {best} is {ratio} times as probable as your split."),
        best=Spaced(question.right.tokens),
        ratio=ratio if ratio < 100 else round(ratio),
    )
    return Verdict(False, why)


def product(split: PieceCandidate) -> Message:
    """Return the probability of a split, as the product of the probabilities of its pieces."""
    each = {f"p{i}": probability for i, probability in enumerate(split.factors)}
    said = " × ".join(f"{{{name}:brief3}}" for name in each)
    said += " = {product:brief3}" * (len(each) > 1)
    return unworded(said, **each, product=split.value)


# Which tokens a word has.


def _grade_typed(question: TypedQuestion, given: tuple[str, ...]) -> Verdict:
    right = given == question.tokens
    why: tuple[Message, ...]
    if not given and not right:
        why = (NO_TOKENS,)
    elif isinstance(question, SplitQuestion):
        why = (_why_split(question) if right else _split_mistake(question, given),)
    else:
        why = _why_replayed(question) if right else (_replay_mistake(question, given),)
    return Verdict(right, why if right else (*why, _right_answer(question)))


def _right_answer(question: TypedQuestion) -> Message:
    gives = longest_match_gives if question.kind == "split" else merge_replay_gives
    return gives(question.tokens)


def _why_split(question: SplitQuestion) -> Message:
    """Return what longest match does with the word."""
    if unknown := unknown_word(question.trace):
        return unknown
    if question.replayed != question.tokens:
        return vocabulary_or_merges(question.word, question.tokens, question.replayed)
    return _FROM_THE_LEFT.fill(found=Spaced(question.tokens))


_FROM_THE_LEFT = message(
    "From the left, longest match always takes the longest entry that fits: {found}."
)
_NOT_UNKNOWN = message("No part of this word is unknown.")
_CUTS_ARE_RIGHT = message("The split is right, but the marks are wrong.")


def _why_replayed(question: ReplayQuestion) -> tuple[Message, ...]:
    """Return what merge replay does with the word."""
    return fill_all(
        _replayed(question.trace),
        unknown_symbols(question.trace),
        longest_match_gives(question.matched) if question.matched != question.tokens else None,
    )


def _replayed(trace: ReplayTrace) -> Message:
    """Return which merges apply to a word, by their numbers."""
    ranks = tuple(replay.rank + 1 for replay in trace.replays)
    if not ranks:
        return _NO_MERGE
    return message(
        "Merge replay first splits the word into the shortest symbols. Then {n:merge|merges} "
        "{merges} {n:applies|apply, in this order}.",
        n=len(ranks),
        merges=Listed(ranks, "commas"),
    )


_NO_MERGE = message("No merge applies to this word.")


def _split_mistake(question: SplitQuestion, given: tuple[str, ...]) -> Message:
    """Return the first mistake in an answer that differs from longest match."""
    tokens, marking = question.tokens, question.marking
    if unknown := unknown_word(question.trace):
        return unknown
    if UNK in given:
        return _NOT_UNKNOWN
    text = question.word + marking.suffix
    pieces = _characters(given, text, marking)
    if "".join(pieces) != text:
        return _other_text(question, given, pieces, text)
    expected = [token[len(marking.prefix) if i else 0 :] for i, token in enumerate(tokens)]
    for i, (ours, theirs) in enumerate(zip(expected, pieces, strict=False)):
        if len(theirs) < len(ours):
            return _longest_fits(tokens, i)
        if ours != theirs:
            return no_such_token(Token((marking.prefix if i else "") + theirs))
    return _CUTS_ARE_RIGHT


def _longest_fits(tokens: Sequence[str], i: int) -> Message:
    """Return which entry longest match takes as the token after the first ``i``."""
    return message(
        "The longest entry that fits as token {n} is {longest}.", n=i + 1, longest=Token(tokens[i])
    )


def _replay_mistake(question: ReplayQuestion, given: tuple[str, ...]) -> Message:
    """Return the first mistake in an answer that differs from merge replay."""
    trace, marking = question.trace, question.marking
    unknown = unknown_symbols(trace)
    if UNK in given and not unknown:
        return _NOT_UNKNOWN
    # An answer of unknown tokens alone has no text to compare.
    only_unknown = all(token == UNK for token in given)
    if unknown and (only_unknown or given.count(UNK) != question.tokens.count(UNK)):
        return unknown
    spelled = [(question.word[p.start : p.end], p.unknown) for p in trace.pieces]
    text = "".join(part for part, is_unknown in spelled if not is_unknown) + marking.suffix
    pieces = _characters([token for token in given if token != UNK], text, marking)
    if "".join(pieces) != text:
        if unknown and {part for part, is_unknown in spelled if is_unknown} & {*"".join(pieces)}:
            return unknown  # the answer has a character that is unknown, and [UNK] for another
        return _other_text(question, given, pieces, text)
    if given == question.matched:
        return message(
            "These are the tokens of longest match, not of merge replay. Merge replay applies "
            "the merges in the order in which they were learned. The first merge that applies "
            "to this word is merge {merge}, {pair}.",
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
                "Merge {merge}, {pair}, applies to this word and gives {symbols}.",
                merge=replay.rank + 1,
                pair=plus(replay.pair),
                symbols=Spaced(replay.after),
            )
    for token, end in zip(given, sorted(theirs), strict=False) if theirs != ours else ():
        if token not in question.tokens and end in ours:
            return message("No merge that applies to this word makes {token}.", token=Token(token))
    unknown = unknown_symbols(question.trace)
    if unknown and [token == UNK for token in given] != [it == UNK for it in question.tokens]:
        return unknown
    return _CUTS_ARE_RIGHT


def _ends(symbols: Sequence[str], question: ReplayQuestion) -> set[int]:
    """Return where symbols end in the word; each unknown character is one token."""
    prefix = question.marking.prefix
    bare = (symbol.removeprefix(prefix) if i else symbol for i, symbol in enumerate(symbols))
    return {*accumulate(1 if symbol == UNK else len(symbol) for symbol in bare)}


def _other_text(
    question: TypedQuestion, given: Sequence[str], pieces: Sequence[str], text: str
) -> Message:
    """Return a sentence on tokens, at least one, that do not spell the word and its suffix."""
    suffix = question.marking.suffix
    if "".join(pieces) + suffix == text:
        said = message("Your answer lacks {suffix} at the end.")
    else:
        said = message("{given} does not spell the word {word}.")
    return said.fill(suffix=Token(suffix), given=Spaced(tuple(given)), word=Token(question.word))


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


def grade_next(timeline: Timeline, step: int, pair: Pair) -> Verdict:
    """Grade which pair merges after ``step``. Every pair tied for the best score is right.

    Raises:
        ValueError: no word has the pair then.
    """
    table, score = timeline.scores(step), timeline.score
    chosen, best = _find(timeline, step, pair), table.rows(0, 1)[0]
    own = _SCORE.fill(pair=plus(pair), formula=formula(chosen, score))
    if pair in table.tied:
        ties = shared_score(table.tied, timeline.tie_order(), best.pair)
        why = (ties, _MERGES_NEXT) if ties else (_IS_BEST,)
        return Verdict(True, fill_all(own, *why, pair=plus(best.pair)))
    frequent = not score.ranks_by_count and chosen.count_rank == 1
    lower = MOST_FREQUENT if frequent else LOWER
    more = message(
        "{pair} has the best score: {formula}.", pair=plus(best.pair), formula=formula(best, score)
    )
    return Verdict(False, (own, lower), (more,))


def grade_kept(timeline: TopDownTimeline, round: int, token: str) -> Verdict:
    """Grade the answer that a round keeps a token.

    >>> grade_kept(top_down, 1, "hug").right, grade_kept(top_down, 1, "##ug").right
    (False, True)

    Raises:
        KeyError: the round decides no such token.
    """
    decision = decisions_of_round(timeline, round)[token]
    return Verdict(decision.kept, decided(decision)[:1])


def grade_cheapest(timeline: UnigramTimeline, step: int, piece: str) -> Verdict:
    """Grade the answer that the removal of a piece costs least after a step.

    >>> grade_cheapest(unigram_timeline, 5, "bu").right
    True
    >>> print(grade_cheapest(unigram_timeline, 5, "hug").comparison[0])
    Removing hug costs 51.43, but removing bu costs only 5.68.

    Raises:
        KeyError: the piece cannot be removed.
    """
    table = timeline.costs(step)
    row, best = table.row(piece), table.rows(0, 1)[0]
    if row is None:
        raise KeyError(piece)
    # Equal costs may differ in the last digits.
    cost = best.cost if piece in table.cheapest else row.cost
    said = (against_the_least(piece, cost, best.piece, best.cost),)
    return Verdict(True, said) if cost <= best.cost else Verdict(False, (), said)


def _find(timeline: Timeline, step: int, pair: Pair) -> PairScore:
    """Return the row of a pair in the score table after a step.

    Raises:
        ValueError: no word has the pair then.
    """
    row = timeline.scores(step).find(pair)
    if row is None:
        raise ValueError(f"{pair!r} is in no word after step {step}.")
    return row


NO_TOKENS = message("Your answer has no tokens. Type tokens with spaces between them.")
"""The answer to an empty field."""

TOO_MANY = message("Your answer has too many tokens.")
"""What is wrong with an answer that goes on after all tokens."""


def grade_tokens(encoder: Encoder, word: str, typed: str, *, prefix: str = "") -> Verdict:
    """Grade which tokens a word is encoded to; ``typed`` has them with spaces between.

    ``prefix`` is the encoder's continuation prefix, to recognise an answer that lacks it.

    >>> print(*grade_tokens(WordPieceEncoder(["hug", "##s"]), "hugs", "hug s", prefix="##").reason)
    The split is right, but the marks are wrong. ## marks a symbol that continues a word; a symbol \
without ## begins a word.
    """
    answer, tokens = typed.split(), encoder.encode_word(word)
    if answer == tokens:
        return Verdict(True, (becomes(word, tokens), *_how(encoder, word)))
    if not answer:
        return Verdict(False, (NO_TOKENS,))
    if prefix and answer == [token.removeprefix(prefix) for token in tokens]:
        return Verdict(False, fill_all(_CUTS_ARE_RIGHT, CONTINUES, prefix=Token(prefix)))
    strange = [token for token in answer if token not in encoder.ids and token != encoder.unk_token]
    missing = no_such_token(Token(strange[0])) if strange else None
    return Verdict(False, fill_all(missing, *_hint(encoder, word, answer, tokens)))


def _hint(encoder: Encoder, word: str, answer: list[str], tokens: list[str]) -> tuple[Message, ...]:
    """Return where a wrong answer leaves the rule, without giving all of the right one away."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        return (unknown_word(encoder.trace(word)) or _first_wrong(answer, tokens),)
    assert isinstance(encoder, BPEEncoder)
    trace = encoder.trace(word)
    unknown = unknown_symbols(trace)
    if not trace.replays:
        return fill_all(_NO_MERGE, unknown)
    first, *more = trace.replays
    said = [message("Only {pair} merges: the word becomes {symbols}.")]
    if more:
        said = [
            message("First, {pair} merges: the word becomes {symbols}."),
            message("Then {n} {n:more merge applies|more merges apply}.", n=len(more)),
        ]
    return fill_all(
        *said,
        unknown,
        pair=plus(first.pair),
        symbols=Spaced(first.after),
    )


def _first_wrong(answer: list[str], tokens: list[str]) -> Message:
    """Return what follows the tokens at the beginning of an answer that are right."""
    right = count_right(answer, tokens)
    return TOO_MANY if right == len(tokens) else _longest_fits(tokens, right)


def count_right(answer: Sequence[str], tokens: Sequence[str]) -> int:
    """Return how many tokens at the beginning of an answer are right."""
    equal = (a == b for a, b in zip(answer, tokens, strict=False))
    return sum(takewhile(bool, equal))


def _how(encoder: Encoder, word: str) -> tuple[Message, ...]:
    """Return what the rule did with the word."""
    if isinstance(encoder, WordPieceEncoder | Segmenter):
        match = encoder.trace(word)
        found = Spaced(tuple(probe.candidate for probe in match.probes if probe.found))
        return (unknown_word(match) or _FROM_THE_LEFT.fill(found=found),)
    assert isinstance(encoder, BPEEncoder)
    trace = encoder.trace(word)
    return fill_all(_replayed(trace), unknown_symbols(trace))
