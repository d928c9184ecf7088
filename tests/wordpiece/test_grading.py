"""Grading: what is right, and every sentence of a verdict, written from `tests.oracle`."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests import golden
from tests.facts import recounted
from tests.oracle import Oracle
from tests.sentences import formula, plus, tie, times, together
from tests.wordpiece.test_quiz import asked
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.encoding.encoders import BPEEncoder, Segmenter, WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, NONE
from wordpiece.message import paragraph
from wordpiece.scoring import TIE_BREAKS
from wordpiece.teaching.grading import (
    Verdict,
    grade,
    grade_next,
    grade_score,
    grade_tokens,
    skipped,
)
from wordpiece.teaching.grading_texts import grade_decoded, grade_model_input
from wordpiece.teaching.quiz import UNK, PairQuestion, candidates
from wordpiece.text.normalizers import lowercase

LETTERS = {"abab": 3, "hugab": 5, "bag": 2, "gub": 7, "hub": 1, "aaa": 4, "bub": 1}
CORPORA = {"toy": golden.TOY, "course": golden.COURSE, "letters": LETTERS}
RULES = TIE_BREAKS


@cache
def trainings(name: str, rule: Any = "first-seen", marking: str = "none") -> tuple[Any, ...]:
    """WordPiece and BPE on a corpus: their timelines, and the same made plainly."""
    timelines = (
        trained(WordPieceTrainer, CORPORA[name], tie_break=rule),
        trained(BPETrainer, CORPORA[name], tie_break=rule, marking=marking),
    )
    return timelines, tuple(map(recounted, timelines))


def said(verdict: Verdict) -> list[str]:
    return [str(sentence) for sentence in verdict.feedback]


def on_pairs(question: PairQuestion, pair: Any, plain: Oracle) -> list[str]:
    """Return the verdict on a pair chosen as the one that merges next."""
    k, winner = question.step, question.merge.pair
    tied = tie(plain, k, question.tie_break)
    if pair != winner and pair in plain.tied(k):
        return ["Your pair shares the best score.", *tied, f"{plus(winner)} merges next."]
    met = together(plain, k, winner)
    met = met or [f"The two parts occur together {times(plain.pairs(k)[winner])}."]
    merges = [f"{plus(winner)} merges next.", *met, *tied]
    if pair == winner:
        return merges
    figures = f"{formula(plain, k, pair)}, against {formula(plain, k, winner)}"
    return [
        *why_not(plain, k, pair, winner),
        *merges,
        f"{plus(pair)}: {figures} for {plus(winner)}.",
    ]


def why_not(plain: Oracle, k: int, pair: Any, winner: Any) -> list[str]:
    """Return the reasons, each of which must follow from the counts of the two pairs."""
    counts, scores = plain.pairs(k), sorted({plain.score(k, each) for each in plain.pairs(k)})
    close = ["Your pair has the second-best score."] * (plain.score(k, pair) == scores[-2])
    most = "No pair occurs more often than yours, but the score does not depend on the count alone."
    rarer = f"Your pair occurs less often than {plus(winner)}"
    symbols = plain.symbols(k)
    own, best = (symbols[a] * symbols[b] for a, b in (pair, winner))
    if plain.rule == "count":
        ahead = counts[pair] / own > counts[winner] / best
        above = f"By WordPiece's score, your pair would rank above {plus(winner)}."
        return [*close, f"{rarer}.", *[above] * ahead]
    why = (
        f"For your pair, the product of the counts of both parts is higher than for {plus(winner)}."
    )
    if counts[pair] < counts[winner]:
        product = f"the product of its parts' counts is higher than for {plus(winner)}"
        why = f"{rarer}, and {product}."
        why = why if own > best else f"{rarer}."
    return [*close, *[most] * (counts[pair] == max(counts.values())), why]


def on_change(question: PairQuestion, pair: Any, plain: Oracle) -> list[str]:
    """Return the verdict on a pair chosen as the one whose score changes."""
    k, right = question.step, question.right.row.pair
    before, after = plain.pairs(k)[right], plain.pairs(k + 1)[right]
    was, now = plain.symbols(k), plain.symbols(k + 1)
    changes = [f"{plus(right)} from {before:,} to {after:,}"] * (before != after)
    changes += [
        f"{part} from {was[part]:,} to {now[part]:,}"
        for part in dict.fromkeys(right)
        if was[part] != now[part] and plain.rule == "ratio"
    ]
    because = f"For {plus(right)}, the merge changes counts: {', '.join(changes)}."
    figures = (
        f"{formula(plain, k, right)} before the merge, {formula(plain, k + 1, right)} after it"
    )
    moved = f"{plus(right)}: {figures}."
    if pair == right:
        return [because, moved]
    alone = "The merge changes no count of your pair or of its parts."
    return [alone, because, f"{plus(pair)}: {formula(plain, k, pair)}, before and after.", moved]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", CORPORA)
def test_every_pair_of_every_question(name, rule):
    timelines, plains = trainings(name, rule)
    roles = set()
    for kind in ("next", "bpe", "change"):
        for question in asked(timelines, range(6 if name == "course" else 12), kind):
            plain = plains[kind == "bpe"]
            feedback = on_change if kind == "change" else on_pairs
            for candidate in question.candidates:
                pair = candidate.row.pair
                verdict = grade(question, pair)
                right = pair in plain.tied(question.step)
                if kind == "change":
                    right = candidate.role == "moves"
                assert (verdict.right, verdict.skipped) == (right, False)
                assert said(verdict) == feedback(question, pair, plain)
                roles.add(candidate.role)
            verdict = skipped(question)
            assert (verdict.right, verdict.skipped) == (False, True)
            assert said(verdict) == feedback(question, question.right.row.pair, plain)
            with pytest.raises(ValueError, match="not one of the candidates"):
                grade(question, ("x", "no such symbol"))
    assert roles >= {"best", "frequent", "rare", "near", "moves", "keeps"}


NO_TOKENS = "Your answer has no tokens. Type tokens with spaces between them."


def unknown_by_match(plain: Oracle, k: int, word: str, kept: bool = False) -> str:
    """Why longest match does not know a word."""
    *found, _ = plain.match(k, word, keep=True)
    at = sum(len(t) - len(plain.prefix) * (i > 0) for i, t in enumerate(found))
    missing = plain.prefix * (at > 0) + (word + plain.suffix)[at]
    if not found:
        why = "at the beginning. The whole word is unknown."
    elif kept:
        why = f"after {' '.join(found)}. This encoder keeps the tokens found so far and writes "
        why += "[UNK] for the rest."
    else:
        why = f"after {' '.join(found)}. The whole word is unknown, and the tokens already found "
        why += "are thrown away."
    return f"{missing} is not in the vocabulary, so no entry fits {why}"


def unknown_by_replay(plain: Oracle, word: str) -> list[str]:
    """Which characters of a word merge replay does not know, in a sentence; nothing if all."""
    symbols = zip(word, plain.split(word), strict=False)
    strange = dict.fromkeys(char for char, symbol in symbols if symbol not in plain.alphabet)
    be, them = ("are", "them") if len(strange) > 1 else ("is", "it")
    why = f"the alphabet does not have {them}, or not in the form needed here."
    return [f"{' '.join(strange)} {be} unknown: {why}"] * bool(strange)


def bare(tokens: Any, prefix: str) -> list[str]:
    return [t.removeprefix(prefix) if len(t) > len(prefix) else t for t in tokens]


def on_split(question: Any, given: tuple[str, ...], plain: Oracle) -> tuple[str, list[str]]:
    """The kind of mistake and the sentences for tokens given as those of longest match."""
    k, word, prefix = question.step, question.word, plain.prefix
    tokens, (replayed, _) = plain.match(k, word), plain.replay(k, word)
    result = f"Longest match gives {' '.join(tokens)}."
    if [*given] == tokens:
        both = f"{word} becomes {' '.join(tokens)} by longest match and {' '.join(replayed)}"
        uses = "Longest match uses only the vocabulary; merge replay uses the merges, in the order"
        if tokens == [UNK]:
            return "", [unknown_by_match(plain, k, word)]
        if tokens != replayed:
            return "", [f"{both} by merge replay. {uses} in which they were learned."]
        return "", [f"From the left, the longest entry that fits each time: {' '.join(tokens)}."]
    if not given:
        return "nothing", [NO_TOKENS, result]
    if tokens == [UNK]:
        return "unknown", [unknown_by_match(plain, k, word), result]
    if UNK in given:
        return "not unknown", ["No part of this word is unknown.", result]
    ours, theirs = bare(tokens, prefix), bare(given, prefix)
    if "".join(theirs) != word:
        return "text", [f"{' '.join(given)} does not spell the word {word}.", result]
    i = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
    if i is not None:
        if len(theirs[i]) > len(ours[i]):
            token = prefix * (i > 0) + theirs[i]
            return "no token", [f"The token {token} is not in the vocabulary.", result]
        where = f"After {' '.join(tokens[:i])}" if i else "At the beginning"
        return "not longest", [f"{where}, the longest entry that fits is {tokens[i]}.", result]
    return "marks", ["The split is right, but the marks are wrong.", result]


def ends(symbols: Any, prefix: str) -> set[int]:
    """Where symbols end in the word; an unknown one is a character."""
    lengths = [1 if s == UNK else len(s.removeprefix(prefix)) for s in symbols]
    return {sum(lengths[: i + 1]) for i in range(len(lengths))}


def on_replay(question: Any, given: tuple[str, ...], plain: Oracle) -> tuple[str, list[str]]:
    """The kind of mistake and the sentences for tokens given as those of merge replay."""
    k, word, prefix = question.step, question.word, plain.prefix
    tokens, applied = plain.replay(k, word)
    matched, strange = plain.match(k, word), unknown_by_replay(plain, word)
    result = f"Merge replay gives {' '.join(tokens)}."
    pair = plus(plain.merges[applied[0][0] - 1])
    if [*given] == tokens:
        other = f"Longest match gives {' '.join(matched)}."
        return "", [merges_applied(applied), *strange, *[other] * (matched != tokens)]
    if not given:
        return "nothing", [NO_TOKENS, result]
    if UNK in given and not strange:
        return "not unknown", ["No part of this word is unknown.", result]
    if given.count(UNK) != tokens.count(UNK) or {*given} == {UNK}:
        return "unknown", [*strange, result]
    known = "".join(c for c, s in zip(word, plain.split(word), strict=True) if s in plain.alphabet)
    spelled = "".join(bare([token for token in given if token != UNK], prefix))
    if spelled != known:
        return "text", [f"{' '.join(given)} does not spell the word {word}.", result]
    if [*given] == matched:
        why = "Merge replay applies the merges in the order in which they were learned"
        first = (
            f"{why}; the first one that applies to this word is merge {applied[0][0]:,}, {pair}."
        )
        return "longest match", [f"These are the tokens of longest match. {first}", result]
    kept = ends(given, prefix) - ends(tokens, prefix)
    before = [symbol if symbol in plain.alphabet else UNK for symbol in plain.split(word)]
    for number, after in applied:
        if kept & (ends(before, prefix) - ends(after, prefix)):
            merge = f"Merge {number:,}, {plus(plain.merges[number - 1])}"
            return "not merged", [f"{merge}, applies as well and gives {' '.join(after)}.", result]
        before = after
    for token, end in zip(given, sorted(ends(given, prefix)), strict=True):
        if token not in tokens and end in ends(tokens, prefix):
            none = f"No merge that applies to this word makes {token}."
            return "no merge", [none, result]
    return "marks", ["The split is right, but the marks are wrong.", result]


def merges_applied(applied: Any) -> str:
    """Which merges apply to a word, by their numbers."""
    which = "these merges apply, in this order" if len(applied) > 1 else "this merge applies"
    numbers = ", ".join(f"{number:,}" for number, _ in applied)
    return f"Starting from single characters, {which}: {numbers}."


def test_every_slip_is_met():
    found = set()
    for name, marking, kind, expect in (
        ("toy", "none", "split", on_split), ("toy", "none", "replay", on_replay),
        ("letters", "##", "split", on_split), ("letters", "##", "replay", on_replay),
        ("course", "none", "replay", on_replay),
    ):  # fmt: skip
        timelines, plains = trainings(name, marking=marking)
        for question in asked(timelines, range(4 if name == "course" else 20), kind):
            word, tokens = question.word, question.tokens
            other = question.replayed if kind == "split" else question.matched
            known = [token for token in question.choices if token != UNK]
            tries = (
                *((), (UNK,), (word,), (word, "x"), tokens, other, (*word,), (*tokens[:-1], UNK)),
                *(bare(tokens, "##"), (known[0], *word[1:]), question.marking.split(word)),
                *((word[:i], question.marking.prefix + word[i:]) for i in range(1, len(word))),
                *((*tokens[:i], known[-1], *tokens[i + 1 :]) for i in range(len(tokens))),
                *[("##" + tokens[0], *tokens[1:])] * (kind == "split"),
            )
            for each in map(tuple, tries):
                verdict = grade(question, each)
                slip, feedback = expect(question, each, plains[kind == "replay"])
                assert said(verdict) == feedback
                assert verdict.right == (each == tokens)
                assert grade(question, " ".join(each)) == verdict
                found.add((kind, slip))
            verdict = skipped(question)
            reason = "Longest match" if kind == "split" else "Merge replay"
            assert said(verdict)[-1] == f"{reason} gives {' '.join(tokens)}."
            assert (verdict.right, verdict.skipped) == (False, True)
            strange = [unknown_by_match(plains[0], question.step, word)] * (tokens == (UNK,))
            assert said(verdict)[:-1] == (strange if kind == "split" else [])
    shared = {"", "nothing", "text", "unknown", "not unknown"}
    assert found >= {(kind, slip) for kind in ("split", "replay") for slip in shared}
    assert found >= {("split", slip) for slip in ("marks", "no token", "not longest")}
    assert found >= {("replay", slip) for slip in ("longest match", "not merged", "no merge")}


@pytest.mark.parametrize("algorithm", [0, 1], ids=["wordpiece", "bpe"])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["toy", "letters"])
def test_every_pair_and_score_at_every_step(name, rule, algorithm):
    timelines, plains = trainings(name, rule)
    timeline, plain = timelines[algorithm], plains[algorithm]
    for k, winner in enumerate(plain.merges):
        tied, pairs = plain.tied(k), plain.pairs(k)
        assert {*candidates(timeline, k)} <= {*pairs}
        for pair in pairs:
            figures = f"{plus(pair)}: {formula(plain, k, pair)}"
            verdict, right = grade_next(timeline, k, pair), pair in tied
            if not right:
                most = plain.rule == "ratio" and pairs[pair] == max(pairs.values())
                better = "Another pair has a better score."
                if most:
                    alone = "but the score does not depend on the count alone."
                    better = f"No pair occurs more often than yours, {alone}"
                more = f"{plus(winner)}: {formula(plain, k, winner)}, which is more."
                expected = [f"{figures}.", better, more]
                assert [str(each) for each in verdict.comparison] == [more]
            elif len(tied) == 1:
                expected = [f"{figures}.", "This is the best score."]
            else:
                expected = [f"{figures}.", *tie(plain, k, rule), f"{plus(winner)} merges next."]
            assert (verdict.right, said(verdict)) == (right, expected)
            value = plain.score(k, pair)
            for answer in (value, value + 1, 1 / value):
                verdict, right = grade_score(timeline, k, pair, answer), answer == value
                assert (verdict.right, said(verdict)[-1]) == (right, f"{figures}.")
                assert right or figures not in paragraph(verdict.reason)
    nowhere = ("h", "no such symbol")
    with pytest.raises(ValueError, match="is in no word after step 1"):
        grade_next(timeline, 1, nowhere)
    with pytest.raises(ValueError, match="is in no word after step 1"):
        grade_score(timeline, 1, nowhere, Fraction(1))


def on_tokens(encoder: Any, plain: Oracle, k: int, word: str, answer: list[str]) -> list[str]:
    """The sentences for tokens typed as those that an encoder makes."""
    by_match = not isinstance(encoder, BPEEncoder)
    kept = isinstance(encoder, Segmenter)
    tokens = plain.match(k, word, keep=kept) if by_match else plain.replay(k, word)[0]
    strange = [unknown_by_match(plain, k, word, kept)] if UNK in tokens else []
    applied = [] if by_match else plain.replay(k, word)[1]
    if not by_match:
        strange = unknown_by_replay(plain, word)
    if answer == tokens:
        how = [f"From the left, the longest entry that fits each time: {' '.join(tokens)}."]
        if not by_match and applied:
            how = [merges_applied(applied), *strange]
        elif not by_match:
            how = ["No merge applies to this word.", *strange]
        elif strange:
            how = strange
        return [f"{word} becomes {' '.join(tokens)}.", *how]
    if not answer:
        return [NO_TOKENS]
    if plain.prefix and answer == [token.removeprefix(plain.prefix) for token in tokens]:
        every = f"Every token but the first needs {plain.prefix}."
        return ["The split is right, but the marks are wrong.", every]
    known = {*plain.vocabulary(k), UNK}
    missing = [
        f"The token {token} is not in the vocabulary." for token in answer if token not in known
    ][:1]
    if by_match:
        return [*missing, *(strange or [first_wrong(answer, tokens)])]
    if not applied:
        return [*missing, "No merge applies to this word.", *strange]
    number, after = applied[0]
    left = len(applied) - 1
    more = f"Then {left} more merge{' applies' if left == 1 else 's apply'}."
    first = f"First {plus(plain.merges[number - 1])} merges: {' '.join(after)}."
    return [*missing, first, *[more] * bool(left), *strange]


def first_wrong(answer: list[str], tokens: list[str]) -> str:
    same = 0
    while same < len(tokens) and tokens[: same + 1] == answer[: same + 1]:
        same += 1
    where = f"After {' '.join(tokens[:same])}" if same else "At the beginning"
    if same == len(tokens):
        return "Your answer has too many tokens."
    return f"{where}, the longest entry that fits is {tokens[same]}."


ENCODERS: dict[str, Any] = {
    "match": WordPieceEncoder.from_timeline,
    "keep": lambda timeline, k: Segmenter(timeline.vocabulary(k)),
    "replay": BPEEncoder.from_timeline,
}
NEW_WORDS = ("pugs", "mug", "xyx", "hugx", "ubab", "nb", "ugh", "ugun", "xug", "gx", "gh")


@pytest.mark.parametrize("way", ENCODERS)
@pytest.mark.parametrize("name", CORPORA)
def test_any_tokens_typed_for_any_encoder(name, way):
    at = way != "match"  # a segmenter knows no marks, so it has the tokens of BPE
    timeline, plain = (both[at] for both in trainings(name))
    for k in range(0, len(timeline) + 1, 1 + len(timeline) // 5):
        encoder = ENCODERS[way](timeline, k)
        for word in (*plain.words, *NEW_WORDS):
            tokens = encoder.encode_word(word)
            tries: Any = (
                tokens, [], bare(tokens, "##"), tokens[:1], [*tokens, "x"], [*word], [UNK],
                [*tokens[:-1], "no"], ["##u", *tokens],
            )  # fmt: skip
            for answer in tries:
                verdict = grade_tokens(encoder, word, " ".join(answer), prefix=plain.prefix)
                assert verdict.right == (answer == tokens)
                assert said(verdict) == on_tokens(encoder, plain, k, word, answer)


ENCODER = WordPieceEncoder(["[UNK]", "[CLS]", "[SEP]", "hug", "##s", "a", "pug"])
BUT_SPECIAL = "All tokens except the special tokens are right."
AS_FAR = "Your answer is right as far as"
FRAME = "[CLS] begins the input, and [SEP] ends each text."


@pytest.mark.parametrize(
    ("typed", "right", "expected"),
    [
        ("  [CLS]\thug ##s [SEP] a pug [SEP] ", True, FRAME),
        ("", False, NO_TOKENS),
        ("hug ##s a pug", False, f"{BUT_SPECIAL} {FRAME}"),
        ("[CLS] hug ##s a pug [SEP]", False, f"{BUT_SPECIAL} {FRAME}"),
        ("[CLS] hug s [SEP] a", False, f"{AS_FAR} [CLS] hug, but the next token is not s. {FRAME}"),
        ("[SEP] hugs", False, "The input does not begin with [SEP]. " + FRAME),
        ("[CLS] hug ##s", False, "Tokens are missing at the end. " + FRAME),
        ("[CLS] hug ##s [SEP] a pug [SEP] x", False,
         "Your answer has too many tokens. " + FRAME),
    ],
)  # fmt: skip
def test_what_a_model_reads(typed, right, expected):
    verdict = grade_model_input(ENCODER, ("Hugs", "a pug"), lowercase, typed)
    assert (verdict.right, paragraph(verdict.feedback)) == (right, expected)


TYPED = "low est</w> new </w>"
LOWEST, HUGS = tuple(TYPED.split()), ("hug", "##s", "a")
SPACES = "The letters are right, but the spaces are wrong."
EACH = "</w> marks the end of every word."
BEGINS = "## marks a symbol that continues a word; without it, a symbol begins one."
JOIN = "Write the letters of all tokens, in order."
NONE_ENDS = "Decoding puts no space between these tokens, so decoded words run together."


@pytest.mark.parametrize(
    ("tokens", "marking", "typed", "right", "expected"),
    [
        (LOWEST, END_OF_WORD, " lowest   new ", True, f"{TYPED} decode to “lowest new”."),
        (LOWEST, END_OF_WORD, "", False, "Type the text."),
        (LOWEST, END_OF_WORD, "lowestnew", False, f"{SPACES} {EACH}"),
        (LOWEST, END_OF_WORD, "low</w> new", False, f"A decoded text has no marks. {EACH}"),
        (LOWEST, END_OF_WORD, "lowe n", False, f"{JOIN} {EACH}"),
        (HUGS, CONTINUATION_PREFIX, "hugs a", True, "hug ##s a decode to “hugs a”."),
        (HUGS, CONTINUATION_PREFIX, "h ugsa", False, f"{SPACES} {BEGINS}"),
        (("hug", "s"), NONE, "hug s", False, f"{SPACES} {NONE_ENDS}"),
    ],
)  # fmt: skip
def test_what_tokens_decode_to(tokens, marking, typed, right, expected):
    verdict = grade_decoded(tokens, marking, typed)
    assert (verdict.right, paragraph(verdict.feedback)) == (right, expected)
