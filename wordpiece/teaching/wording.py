"""Records and traces explained as `Message`s: one message for each sentence.

Functions that may have nothing to say return None, or an empty tuple where several sentences are
possible. `wordpiece.message.paragraph` makes plain text of several messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from wordpiece.marking import CONTINUATION_PREFIX, Marking
from wordpiece.message import Message, Spaced, Token, filled, message
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore, ReplayTrace, StopReason
from wordpiece.scoring import WORDPIECE, Counted, Score, TieBreak, times
from wordpiece.training.comparison import Divergence

Chooser = Literal["user", "file"]
"""Who chose the pair of a forced merge: somebody on the page, or a merges file."""


def in_lowest_terms(row: Counted, score: Score) -> Message:
    """Return a score by itself; see `Formula.alone`.

    >>> from wordpiece.records import PairScore
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> str(in_lowest_terms(row, WORDPIECE))
    '1/20'
    """
    return score.formula(row).alone


def formula(row: Counted, score: Score) -> Message:
    """Return a score with the counts that make it; see `Formula.text`.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> str(formula(row, WORDPIECE)), str(formula(row, PAIR_COUNT))
    ('20 / (36 × 20) = 1/36', '20 times')
    """
    return score.formula(row).text


def plus(pair: Pair) -> Message:
    """Return a pair with a plus sign between its symbols.

    >>> str(plus(("##u", "##g")))
    '##u + ##g'
    """
    return message("{left} + {right}", left=Token(pair[0]), right=Token(pair[1]))


def merges_in_words(merges: int) -> Message:
    """Return a number of merges.

    >>> str(merges_in_words(1)), str(merges_in_words(2500))
    ('1 merge', '2,500 merges')
    """
    return message("{n} merge", "{n} merges", n=merges)


# --- The start ---------------------------------------------------------------------------------


def marks(words: Sequence[str], marking: Marking, byte_level: bool = False) -> tuple[Message, ...]:
    """Say what the marks on starting symbols mean, on one of the words; nothing without marks.

    Args:
        words: the words, as training sees them.
        marking: how they are split into symbols.
        byte_level: whether each character of a word stands for a byte, as GPT-2 writes it.

    >>> from wordpiece.marking import END_OF_WORD, LEADING_SPACE
    >>> str(marks(["hug"], CONTINUATION_PREFIX)[0])
    '## marks a symbol that continues a word: hug is h ##u ##g.'
    >>> str(marks(["low"], END_OF_WORD)[0])
    '</w> is a symbol of its own that ends every word: low is l o w </w>.'
    >>> [str(said) for said in marks(["a", "Ġtoken"], LEADING_SPACE, byte_level=True)]
    ['Ġ stands for the space before a word.', 'Every other character stands for one byte.']
    """
    said: list[Message] = []
    continued = next((word for word in words if 1 < len(word) <= LONG), None)
    word, symbols = Token(continued or ""), Spaced(marking.split(continued or ""))
    if marking.prefix:
        prefix = Token(marking.prefix)
        said.append(
            message(
                "{prefix} marks a symbol that continues a word: {word} is {symbols}.",
                prefix=prefix,
                word=word,
                symbols=symbols,
            )
            if continued
            else message("{prefix} marks a symbol that continues a word.", prefix=prefix)
        )
    if marking.suffix:
        suffix = Token(marking.suffix)
        said.append(
            message(
                "{suffix} is a symbol of its own that ends every word: {word} is {symbols}.",
                suffix=suffix,
                word=word,
                symbols=symbols,
            )
            if continued
            else message("{suffix} is a symbol of its own that ends every word.", suffix=suffix)
        )
    if any(word.startswith(SPACE) for word in words):
        said.append(message("{mark} stands for the space before a word.", mark=Token(SPACE)))
    if byte_level:
        said.append(message("Every other character stands for one byte."))
    return tuple(said)


SPACE = "Ġ"
"""How GPT-2 writes a space."""

LONG = 8
"""Characters of the longest word that is taken for an example."""


# --- One merge ---------------------------------------------------------------------------------


def tie(step: MergeStep, rule: TieBreak) -> Message | None:
    """Say why this pair won and not another with the same score; None if there was no tie.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> step = list(trainer)[1]
    >>> print(tie(step, "first-seen"))
    6 pairs share this score; the one seen first in the corpus wins.
    """
    if step.forced or len(step.tied) < 2:
        return None
    n = len(step.tied)
    if rule == "alphabetical" and (mark := mark_decides(step.pair, step.tied)):
        return message(
            "{n} {n:pair shares|pairs share} this score; the first in alphabetical order wins, "
            "and {mark} sorts before every letter.",
            n=n,
            mark=Token(mark),
        )
    if rule == "first-seen":
        return message(
            "{n} {n:pair shares|pairs share} this score; the one seen first in the corpus wins.",
            n=n,
        )
    if rule == "alphabetical":
        return message(
            "{n} {n:pair shares|pairs share} this score; the first in alphabetical order wins.",
            n=n,
        )
    return message(
        "{n} {n:pair shares|pairs share} this score; a draw with a fixed seed decides.",
        n=n,
    )


HASHES = CONTINUATION_PREFIX.prefix
"""BERT's continuation prefix."""


def mark_decides(winner: Pair, tied: Iterable[Pair]) -> str:
    """Return the prefix if a pair comes first in code point order because of it; else nothing.

    Alphabetical order is that of code points, in which ``#`` comes before every letter. That
    decides where some other pair has a letter in the place in which the winner has ``##``.

    >>> mark_decides(("##u", "##g"), [("h", "##u"), ("##u", "##g")])
    '##'
    >>> mark_decides(("##u", "##g"), [("##u", "##g"), ("##u", "##n")])
    ''
    """
    for other in tied:
        ours, theirs = next(
            ((a, b) for a, b in zip(winner, other, strict=True) if a != b), ("", "")
        )
        if ours.startswith(HASHES) and theirs[:1].isalpha():
            return HASHES
    return ""


def by_count(step: MergeStep, most_frequent: PairScore, equals: int) -> Message:
    """Say which pair is on top by count at this point, which is what BPE's rule asks for.

    This is not what BPE's own training has merged: that stands at a point of its own.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> row, equals = timeline.scores(0).most_frequent()
    >>> print(by_count(timeline.step(1), row, equals))
    By count, the top pair here is ##u + ##g (20).

    Args:
        step: the merge.
        most_frequent: the top pair by count just before the merge; among equals the one that
            the training's tie-break takes.
        equals: how many pairs have that count.
    """
    top, count = plus(most_frequent.pair), most_frequent.pair_count
    if most_frequent.pair == step.pair:
        return message("By count, it is the top pair here too ({count}).", count=count)
    if equals > 1:
        return message(
            "By count, the top pair here is {pair} ({count}; {equals} pairs have that count).",
            pair=top,
            count=count,
            equals=equals,
        )
    return message("By count, the top pair here is {pair} ({count}).", pair=top, count=count)


def by_ratio(step: MergeStep, best: PairScore) -> Message:
    """Say which pair is on top by WordPiece's published ratio, where the gain decided.

    >>> from wordpiece.recipes import RECIPES
    >>> trainer = RECIPES["likelihood"].trainer({"hug": 10, "pug": 5, "pun": 12, "hugs": 5})
    >>> step = trainer.step()
    >>> print(by_ratio(step, trainer.timeline().scores(0).best_ratio()))
    By the published ratio, the top pair here is ##g + ##s: 5 / (20 × 5) = 1/20.
    """
    if best.pair == step.pair:
        return message("By the published ratio, it is the top pair here too.")
    return message(
        "By the published ratio, the top pair here is {pair}: {formula}.",
        pair=plus(best.pair),
        formula=formula(best, WORDPIECE),
    )


def oddities(step: MergeStep, forced_by: Chooser = "user") -> tuple[Message, ...]:
    """Say what is unusual about a merge; mostly nothing.

    >>> from wordpiece import WordPieceTrainer
    >>> step = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5}).step(("p", "##u"))
    >>> for said in oddities(step):
    ...     print(said)
    You chose this pair; by score, h + ##u would have won.

    Args:
        step: the merge.
        forced_by: who chose the pair, if it was forced.
    """
    found: list[Message] = []
    if step.forced and step.pair != step.best_pair:
        best = plus(step.best_pair)
        found.append(
            message("Your file merges this pair; by score, {best} would have won.", best=best)
            if forced_by == "file"
            else message("You chose this pair; by score, {best} would have won.", best=best)
        )
    if step.replaced_count < step.pair_count:
        found.append(
            message(
                "Counted {counted}, replaced {replaced}: in a run of the same symbol, occurrences "
                "overlap.",
                counted=times(step.pair_count),
                replaced=times(step.replaced_count),
            )
        )
    if not step.is_new_token:
        found.append(
            message(
                "{token} was in the vocabulary already, so the vocabulary does not grow.",
                token=Token(step.token),
            )
        )
    return tuple(found)


def explain(
    step: MergeStep,
    score: Score,
    rule: TieBreak,
    most_frequent: PairScore,
    equals: int,
    *,
    forced_by: Chooser = "user",
    ratio: PairScore | None = None,
) -> tuple[Message, ...]:
    """Explain in two to four short sentences what happened in one merge and why.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> row, equals = timeline.scores(0).most_frequent()
    >>> for said in explain(timeline.step(1), timeline.score, timeline.tie_break, row, equals):
    ...     print(said)
    They occur together 5 times, and ##s never occurs without ##g before it.
    By count, the top pair here is ##u + ##g (20).

    Args:
        step: the merge.
        score: the training's scoring rule.
        rule: the training's tie-break.
        most_frequent, equals: what `ScoreTable.most_frequent` returns just before the merge.
        forced_by: who chose a pair that was forced.
        ratio: the pair with the best ratio just before the merge, to be told beside a gain.
    """
    tied = tie(step, rule)
    told = score.together_and_apart(step) + ((tied,) if tied else ()) + oddities(step, forced_by)
    if "count" in score.rivals:
        told += (by_count(step, most_frequent, equals),)
    if "ratio" in score.rivals and ratio:
        told += (by_ratio(step, ratio),)
    return told


def spoken(step: MergeStep, total: int) -> Message:
    """Return one merge as a line for a screen reader.

    >>> pair = ("h", "##u")
    >>> step = MergeStep(2, pair, "hu", True, 15, 15, 36, 1 / 36, (pair,), False, pair, 15)
    >>> str(spoken(step, 9))
    'Step 2 of 9: h and ##u make hu.'
    """
    left, right = step.pair
    return message(
        "Step {step} of {total}: {left} and {right} make {token}.",
        step=step.index,
        total=total,
        left=Token(left),
        right=Token(right),
        token=Token(step.token),
    )


# --- The end of a training ---------------------------------------------------------------------


def stopped(reason: StopReason | None, merges: int, score: Score) -> Message | None:
    """Say why there is no next merge; None while training could go on.

    >>> from wordpiece.scoring import WORDPIECE
    >>> print(stopped(StopReason.NO_PAIRS, 9, WORDPIECE))
    Training stopped after 9 merges: every word is one symbol, so no pair is left.

    Args:
        reason: why training stopped.
        merges: the merges made.
        score: the training's scoring rule, which says itself why no merge is worth making.
    """
    match reason:
        case StopReason.VOCAB_SIZE:
            return message(
                "Training stopped after {n} {n:merge|merges}: the vocabulary has the size you "
                "asked for.",
                n=merges,
            )
        case StopReason.MAX_MERGES:
            return message(
                "Training stopped after {n} {n:merge|merges}: that is as many as you asked for.",
                n=merges,
            )
        case StopReason.NO_PAIRS:
            return message(
                "Training stopped after {n} {n:merge|merges}: every word is one symbol, so no "
                "pair is left.",
                n=merges,
            )
        case StopReason.MIN_PAIR_COUNT:
            return message(
                "Training stopped after {n} {n:merge|merges}: the best pair left occurs too "
                "rarely.",
                n=merges,
            )
        case StopReason.NO_GAIN:
            return filled(score.texts.not_worth_merging, n=merges)
    return None


# --- Encoding ----------------------------------------------------------------------------------


def unknown_word(trace: MatchTrace) -> Message | None:
    """Say why longest match found a word unknown; None if it did not.

    >>> from wordpiece import WordPieceEncoder
    >>> said = unknown_word(WordPieceEncoder(["[UNK]", "b", "##u"]).trace("bum"))
    >>> str(said).partition(". ")[0]
    '##m is not in the vocabulary, so nothing fits after b ##u'
    """
    if trace.unknown == "too-long":
        return message(
            "The word has {n} {n:character|characters}. That is over the encoder's limit, so "
            "it is unknown.",
            n=len(trace.word),
        )
    if trace.unknown != "no-match":
        return None
    missing = Token(trace.missing)
    found = tuple(probe.candidate for probe in trace.probes if probe.found)
    if not found:
        return message(
            "{missing} is not in the vocabulary, so nothing fits at the beginning. The whole word "
            "is unknown.",
            missing=missing,
        )
    if len(trace.pieces) > 1:  # what was found is kept
        return message(
            "{missing} is not in the vocabulary, so nothing fits after {found}. This segmenter "
            "keeps what it has found; {unknown} stands for the rest.",
            missing=missing,
            found=Spaced(found),
            unknown=Token(trace.pieces[-1].token),
        )
    return message(
        "{missing} is not in the vocabulary, so nothing fits after {found}. The whole word is "
        "unknown, even the pieces already found.",
        missing=missing,
        found=Spaced(found),
    )


def unknown_characters(trace: ReplayTrace) -> Message | None:
    """Say which characters merge replay did not know; None if it knew all.

    >>> from wordpiece import BPEEncoder
    >>> print(unknown_characters(BPEEncoder([("u", "g")]).trace("mug")))
    Only m is unknown: training never saw it.
    """
    unknown = [trace.word[piece.start : piece.end] for piece in trace.pieces if piece.unknown]
    characters = list(dict.fromkeys(unknown))
    if not characters:
        return None
    return message(
        "Only {characters} {n:is|are} unknown: training never saw {n:it|them}.",
        n=len(characters),
        characters=Spaced(tuple(characters)),
    )


def vocabulary_or_merges(word: str, by_match: Sequence[str], by_replay: Sequence[str]) -> Message:
    """Say why longest match and merge replay split a word differently; the splits must differ.

    >>> said = vocabulary_or_merges("pugs", ["pug", "##s"], ["pu", "##gs"])
    >>> str(said).partition(". ")[0]
    'pugs becomes pug ##s by longest match and pu ##gs by replaying the same merges'
    """
    return message(
        "{word} becomes {by_match} by longest match and {by_replay} by replaying the same merges. "
        "The vocabulary only knows which tokens exist; the merges also know in which order they "
        "were learned.",
        word=Token(word),
        by_match=Spaced(tuple(by_match)),
        by_replay=Spaced(tuple(by_replay)),
    )


# --- Two trainings -----------------------------------------------------------------------------


def explain_divergence(
    divergence: Divergence | None, titles: Mapping[str, Message]
) -> tuple[Message, ...]:
    """Say where WordPiece and BPE part, in one to three short sentences.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.message import message
    >>> from wordpiece.training.comparison import Comparison
    >>> both = Comparison({"wordpiece": wordpiece, "bpe": bpe})
    >>> titles = {"wordpiece": message("WordPiece"), "bpe": message("BPE")}
    >>> said = explain_divergence(both.divergence("wordpiece", "bpe"), titles)
    >>> print(said[0])
    BPE takes the top pair by count: u + g (20 times).
    >>> str(said[1]).split(": ")[0]
    'WordPiece takes ##g + ##s (5 times)'

    Args:
        divergence: of a training with WordPiece's score from one with BPE's, in this order.
        titles: the names of both on screen.
    """
    if divergence is None:
        return (message("They never differ: every merge is the same in both."),)
    a, b = (titles[name] for name in divergence.names)
    ours, theirs = divergence.choices
    before = divergence.step - 1
    if ours is None or theirs is None:
        ended, goes_on = (a, b) if ours is None else (b, a)
        return (
            message(
                "They do the same for {n} {n:merge|merges}. Then {ended} stops, and {goes_on} "
                "continues.",
                n=before,
                ended=ended,
                goes_on=goes_on,
            ),
        )
    told: tuple[Message, ...] = ()
    if before:
        told = (
            message(
                "After {n} {n:merge|merges} in common, they differ.",
                n=before,
            ),
        )
    our_pair, their_pair = plus(ours.chosen.pair), plus(theirs.chosen.pair)
    our_times, their_times = times(ours.chosen.pair_count), times(theirs.chosen.pair_count)
    if divergence.kind == "places":
        return (
            *told,
            message(
                "Both merge {their_pair}. {theirs} does so in all {n} {n:place|places}, as it "
                "does not mark where in a word a symbol is; {ours} merges only {our_pair}, "
                "{our_times}.",
                n=theirs.chosen.pair_count,
                ours=a,
                theirs=b,
                our_pair=our_pair,
                their_pair=their_pair,
                our_times=our_times,
            ),
        )
    if theirs.chosen.rank > 1:
        most = message(
            "You chose {pair} for {training} ({times}).",
            training=b,
            pair=their_pair,
            times=their_times,
        )
    else:
        most = message(
            "{training} takes the top pair by count: {pair} ({times}).",
            training=b,
            pair=their_pair,
            times=their_times,
        )
    if ours.chosen.rank > 1:
        exclusive = message(
            "You chose {pair} for {training} ({times}).",
            training=a,
            pair=our_pair,
            times=our_times,
        )
    else:
        exclusive = message(
            "{training} takes {pair} ({times}): divided by the counts of its parts, no other "
            "score is higher.",
            training=a,
            pair=our_pair,
            times=our_times,
        )
    return (*told, most, exclusive)
