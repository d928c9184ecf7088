"""Grading: what is right and the figures against `tests.oracle`; each sentence once as it reads."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests import golden
from tests.facts import facts_of, recounted
from tests.oracle import Oracle
from tests.wordpiece.test_quiz import asked
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer, Trainer, WordPieceTrainer
from wordpiece.encoding.encoders import BPEEncoder, Segmenter, WordPieceEncoder
from wordpiece.message import paragraph
from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, TIE_BREAKS, WORDPIECE
from wordpiece.teaching.grading import (
    Verdict,
    _why_it_moves,
    grade,
    grade_next,
    grade_tokens,
    skipped,
)
from wordpiece.teaching.quiz import UNK, PairCounts, candidates, merge_question

LETTERS = {"abab": 3, "hugab": 5, "bag": 2, "gub": 7, "hub": 1, "aaa": 4, "bub": 1}
CORPORA = {"toy": golden.TOY, "course": golden.COURSE, "letters": LETTERS}


@cache
def trainings(name: str, rule: Any = "first-seen", marking: str = "none") -> tuple[Any, ...]:
    """WordPiece and BPE on a corpus: their timelines, and the same made plainly."""
    timelines = (
        trained(WordPieceTrainer, CORPORA[name], tie_break=rule),
        trained(BPETrainer, CORPORA[name], tie_break=rule, marking=marking),
    )
    return timelines, tuple(map(recounted, timelines))


FORMULAS = {"formula": "pair", "best_formula": "best", "before": "pair", "after": "pair"}
"""The name of a formula in a sentence, and that of its pair."""


def said(verdict: Verdict, plain: Oracle, k: int) -> str:
    """Return the sentences of a verdict after step ``k``, once their formulas are recounted."""
    for sentence in verdict.feedback:
        facts = facts_of(sentence)
        for name in FORMULAS.keys() & facts.keys():
            assert facts[name] == plain.formula(k + (name == "after"), facts[FORMULAS[name]])
    return paragraph(verdict.feedback)


def check_why(why: str, plain: Oracle, k: int, pair: Any, winner: Any) -> None:
    """Check that each reason against a pair is given exactly if it holds."""
    counts, scores, symbols = plain.pairs(k), plain.scores(k), plain.symbols(k)
    own, best = (symbols[a] * symbols[b] for a, b in (pair, winner))
    ratio = plain.rule == "ratio"
    ahead = counts[pair] / own > counts[winner] / best
    for claim, holds in {
        "has the second-best score": scores[pair] == sorted({*scores.values()})[-2],
        "No pair occurs more often": ratio and counts[pair] == max(counts.values()),
        "Your pair occurs less often": counts[pair] < counts[winner],
        "is divided by a larger number than for": ratio and own > best,
        "would rank above": not ratio and ahead,
    }.items():
        assert (claim in why) == holds, claim


@pytest.mark.slow
@pytest.mark.parametrize("rule", TIE_BREAKS)
@pytest.mark.parametrize("name", CORPORA)
def test_every_pair_of_every_question(name, rule):
    timelines, plains = trainings(name, rule)
    roles = set()
    for kind in ("next", "bpe", "change"):
        for question in asked(timelines, range(6 if name == "course" else 12), kind):
            k, plain = question.step, plains[kind == "bpe"]
            for candidate in question.candidates:
                pair = candidate.row.pair
                verdict = grade(question, pair)
                right = candidate.role == "moves" if kind == "change" else pair in plain.tied(k)
                assert (verdict.right, verdict.skipped) == (right, False)
                why = said(verdict, plain, k)
                if kind != "change" and not right:
                    check_why(why, plain, k, pair, question.merge.pair)
                roles.add(candidate.role)
            passed, best = skipped(question), grade(question, question.right.row.pair)
            assert (passed.right, passed.skipped) == (False, True)
            assert passed.feedback == best.feedback
            with pytest.raises(ValueError, match="not one of the candidates"):
                grade(question, ("x", "no such symbol"))
    assert roles >= {"best", "frequent", "rare", "moves", "keeps"}


@pytest.mark.slow
def test_every_answer_to_a_typed_question():
    for name, marking, kind in (
        ("toy", "none", "split"), ("toy", "none", "replay"), ("course", "none", "replay"),
        ("letters", "##", "split"), ("letters", "##", "replay"),
    ):  # fmt: skip
        timelines, plains = trainings(name, marking=marking)
        for question in asked(timelines, range(4 if name == "course" else 20), kind):
            k, word, plain = question.step, question.word, plains[kind == "replay"]
            tokens = tuple(plain.match(k, word) if kind == "split" else plain.replay(k, word)[0])
            known = [token for token in question.choices if token != UNK]
            tries = (
                *((), (UNK,), (word,), (word, "x"), tokens, (*word,), (*tokens[:-1], UNK)),
                *((known[0], *word[1:]), question.marking.split(word), ("##" + tokens[0],)),
                *((word[:i], question.marking.prefix + word[i:]) for i in range(1, len(word))),
                *((*tokens[:i], known[-1], *tokens[i + 1 :]) for i in range(len(tokens))),
            )
            for each in map(tuple, tries):
                verdict = grade(question, each)
                assert verdict.right == (each == tokens) and verdict.feedback
                assert grade(question, " ".join(each)) == verdict
            passed = skipped(question)
            assert (passed.right, passed.skipped) == (False, True)
            assert str(passed.feedback[-1]).endswith(f" gives {' '.join(tokens)}.")


FIRST = "the pair seen first in the corpus wins."
APART = "The whole word is unknown, and every token found so far is dropped."
SECOND = "Your pair has the second-best score."
AT_FIRST = "No entry fits at the beginning: not even"
UNKNOWN = "is in the vocabulary. The whole word is unknown."
LEFT = "From the left, longest match always takes the longest entry that fits:"
FREQUENT = "No pair occurs more often than yours, but the score does not depend on the count alone."
LACKS = "The alphabet lacks {}, so this symbol is unknown."
MOVED = (
    "The merge changes counts on which the score of hu + ##g depends: hu from 15 to 10. "
    "hu + ##g before the merge: 10 / (15 × 15) = 2/45; after it: 10 / (10 × 15) = 1/15."
)
ENTRY = "The longest entry that fits as token"
SENTENCES = [
    ("toy bpe 0: u g", "u + g merges next. The two parts occur together 20 times."),
    ("toy bpe 4: hug s",
     f"Your pair shares the best score. 2 pairs share the best score; {FIRST} p + ug merges next."),
    ("toy bpe 3: p ug", f"{SECOND} Your pair occurs less often than p + un. By WordPiece's score, "
     "your pair would rank above p + un. p + un merges next. The two parts occur together 12 times."
     " p + ug: 5 times, against 12 times for p + un."),
    ("toy next 0: ##u ##g", f"{SECOND} {FREQUENT} For your pair, the count is divided by a larger "
     "number than for ##g + ##s. ##g + ##s merges next. The two parts occur together "
     "5 times, and ##s occurs nowhere else. "
     "##u + ##g: 20 / (36 × 20) = 1/36, against 5 / (20 × 5) = 1/20 for ##g + ##s."),
    ("toy next 3: ##u ##g", "Your pair occurs less often than hu + ##g. For your pair, the count "
     "is divided by a larger number than for hu + ##g. hu + ##g merges next."),
    ("toy next 3: hu ##g", "10 times, and hu occurs nowhere else."),
    ("toy next 5: b ##u", "The two parts occur together 4 times, and never apart."),
    ("letters next 3: hu ##g", "Counts of the parts: hu 6 times, ##g 7 times."),
    ("toy change 2: hu ##g", MOVED),
    ("toy change 2: b ##u", "The merge changes no count of your pair or of its parts. "
     + MOVED.replace(". hu + ##g before", ". b + ##u before the merge: 4 / (4 × 21) = 1/21; "
     "after it: 4 / (4 × 21) = 1/21. hu + ##g before")),
    ("toy replay 1: hvpug / h [UNK] p ug", "Merge replay first splits the word into the "
     f"shortest symbols. Then merge 1 applies. {LACKS.format('v')} Longest match gives [UNK]."),
    ("toy replay 2: hugbun / h ug b un",
     "Merge replay first splits the word into the shortest symbols. "
     "Then merges 1, 2 apply, in this order."),
    ("toy replay 1: hvpug /", "Your answer has no tokens. Type tokens with spaces between them. "
     "Merge replay gives h [UNK] p ug."),
    ("toy replay 1: hvpug / [UNK]", f"{LACKS.format('v')} Merge replay gives h [UNK] p ug."),
    ("toy replay 1: hvpug / [UNK] h p ug", f"{LACKS.format('v')} Merge replay gives h [UNK] p ug."),
    ("toy replay 1: hvpug / ug [UNK]", "ug [UNK] does not spell the word hvpug."),
    ("toy replay 1: hvpug / [UNK] v p ug",
     f"{LACKS.format('v')} Merge replay gives h [UNK] p ug."),
    ("toy replay 2: hugbun / [UNK]", "No part of this word is unknown."),
    ("toy replay 2: hugbun / hugbun", "No merge that applies to this word makes hugbun."),
    ("toy replay 2: hugbun / h u g b u n",
     "Merge 1, u + g, applies to this word and gives h ug b u n."),
    ("letters replay 5: hubbab / hu ##b ##b ##ab", "These are the tokens of longest match, not of "
     "merge replay. Merge replay applies the merges in the order in which they were learned. The "
     "first merge that applies to this word is merge 1, ##u + ##b. Merge replay gives "
     "h ##ub ##b ##ab."),
    ("letters replay 5: hubbab / h ub b ab", "The split is right, but the marks are wrong."),
    ("letters replay 11: abñab / ab [UNK] ab", "The split is right, but the marks are wrong."),
    ("course replay 107: abll / a b ll </w>",
     ", a + b, applies to this word and gives ab l l </w>."),
    ("course replay 107: abll / ab l l", "Your answer lacks </w> at the end."),
    ("course replay 107: abll / ab l", "ab l does not spell the word abll."),
    ("course replay 18: aboutée / ab ou t [UNK] e </w>", ", e + </w>, applies to this word"),
    ("toy split 1: hbgpun / [UNK]",
     f"No entry fits after h: not even ##b is in the vocabulary. {APART}"),
    ("toy split 4: zugun / [UNK]", f"{AT_FIRST} z {UNKNOWN}"),
    ("toy split 1: hbgpun / hbgpun", f"{APART} Longest match gives [UNK]."),
    ("toy split 2: hugsug / hu ##gs ##u ##g",
     f"{LEFT} hu ##gs ##u ##g."),
    ("toy split 8: pugs / pug ##s", "pugs becomes pug ##s by longest match and pu ##gs by merge "
     "replay. Longest match uses only the vocabulary; merge replay uses the merges, in the order "
     "in which they were learned."),
    ("toy split 2: hugsug /", "Type tokens with spaces between them. Longest match gives hu ##gs "),
    ("toy split 2: hugsug / [UNK]", "No part of this word is unknown."),
    ("toy split 2: hugsug / hugsug", "The token hugsug is not in the vocabulary. Longest match"),
    ("toy split 2: hugsug / hugsug x", "hugsug x does not spell the word hugsug."),
    ("toy split 2: hugsug / h u g s u g", f"{ENTRY} 1 is hu."),
    ("toy split 1: pugs / p u g s", f"{ENTRY} 3 is ##gs."),
    ("toy split 2: hugsug / hu gs u g", "The split is right, but the marks are wrong."),
]  # fmt: skip


@cache
def many(name: str, kind: str) -> list[Any]:
    marking = {"letters": "##", "course": "</w>"}.get(name, "none")
    return asked(trainings(name, marking=marking)[0], range(20), kind)


@pytest.mark.parametrize(("question", "expected"), SENTENCES)
def test_each_sentence_of_a_verdict(question, expected):
    """A question is named by its corpus, kind, step and word."""
    place, _, answer = question.partition(": ")
    name, kind, step = place.split()
    word, _, typed = answer.rpartition(" /")
    found = next(
        q for q in many(name, kind)
        if q.step == int(step) and getattr(q, "word", "") == word
        and (word or typed.split() in [[*c.row.pair] for c in q.candidates])
    )  # fmt: skip
    assert expected in paragraph(grade(found, typed.split()).feedback)


def test_a_pair_that_is_too_rare_is_not_called_second():
    timeline = trained(Trainer, golden.TOY, score=WORDPIECE.without_rarer(17), marking="##")
    question = merge_question(timeline, 0)
    assert question
    for candidate in question.candidates:
        if candidate.row.pair_count < 17:
            why = paragraph(grade(question, candidate.tokens).reason)
            assert why.startswith("Pairs that occur fewer than 17 times get the score 0.")


def test_why_a_pair_with_a_lower_gain_does_not_merge():
    timeline = trained(Trainer, golden.TOY, score=LIKELIHOOD_GAIN, marking="##")
    question = merge_question(timeline, 0)
    assert question
    reason = grade(question, ("p", "##u")).reason[:2]
    assert paragraph(reason) == f"{SECOND} ##u + ##g merges next."


def test_why_a_pair_does_not_merge_by_a_rule_that_counts_neighbours():
    words = Counter({f"{word}_": count for word, count in golden.COURSE.items()})
    timeline = trained(Trainer, words, score=BLOG_CODE, marking="none")
    question, symbols = merge_question(timeline, 1), Counter("".join(words.elements()))
    assert question and symbols["h"] * symbols["m"] < symbols["F"] * symbols["a"]
    reason, against = grade(question, ("h", "m")).reason[:2], "is divided by a larger number than"
    assert paragraph(reason) == f"{SECOND} For your pair, the count {against} for F + a."


@pytest.mark.parametrize("algorithm", [0, 1], ids=["wordpiece", "bpe"])
@pytest.mark.parametrize("rule", TIE_BREAKS)
@pytest.mark.parametrize("name", ["toy", "letters"])
def test_every_pair_and_score_at_every_step(name, rule, algorithm):
    timelines, plains = trainings(name, rule)
    timeline, plain = timelines[algorithm], plains[algorithm]
    for k, winner in enumerate(plain.merges):
        tied, pairs = plain.tied(k), plain.pairs(k)
        assert {*candidates(timeline, k)} <= {*pairs}
        for pair in pairs:
            verdict = grade_next(timeline, k, pair)
            why = said(verdict, plain, k)
            assert verdict.right == (pair in tied)
            assert (f"{len(tied)} pairs share" in why) == (verdict.right and len(tied) > 1)
            most = plain.rule == "ratio" and pairs[pair] == max(pairs.values())
            assert ("No pair occurs more often" in why) == (most and not verdict.right)
            if not verdict.right:
                assert facts_of(verdict.comparison[0])["pair"] == winner
    nowhere = ("h", "no such symbol")
    with pytest.raises(ValueError, match="is in no word after step 1"):
        grade_next(timeline, 1, nowhere)


@pytest.mark.parametrize(
    ("step", "pair", "expected"),
    [
        (0, ("##g", "##s"), "##g + ##s: 5 / (20 × 5) = 1/20. Your pair has the best score."),
        (1, ("p", "##u"), f"1/36. 6 pairs share the best score; {FIRST} h + ##u merges next."),
        (2, ("p", "##u"), f"{FREQUENT} hu + ##gs has the best score: 5 / (15 × 5) = 1/15."),
        (
            2,
            ("##u", "##n"),
            "1/21. Another pair has a better score. hu + ##gs has the best score: ",
        ),
    ],
)
def test_each_sentence_on_a_pair_at_a_step(step, pair, expected):
    assert expected in paragraph(grade_next(trainings("toy")[0][0], step, pair).feedback)


ENCODERS: dict[str, Any] = {
    "match": WordPieceEncoder.from_timeline,
    "keep": lambda timeline, k: Segmenter(timeline.vocabulary(k)),
    "replay": BPEEncoder.from_timeline,
}
NEW_WORDS = ("pugs", "mug", "xyx", "hugx", "ubab", "nb", "ugh", "ugun", "xug", "gx", "gh")


@pytest.mark.parametrize("way", ENCODERS)
@pytest.mark.parametrize("name", CORPORA)
def test_any_tokens_typed_for_any_encoder(name, way):
    # A segmenter knows no marks, so it has the tokens of BPE.
    timeline, plain = (both[way != "match"] for both in trainings(name))
    for k in range(0, len(timeline) + 1, 1 + len(timeline) // 5):
        encoder = ENCODERS[way](timeline, k)
        for word in (*plain.words, *NEW_WORDS):
            keep = way == "keep"
            tokens = plain.replay(k, word)[0] if way == "replay" else plain.match(k, word, keep)
            for answer in (tokens, [], tokens[:1], [*tokens, "x"], [*word], [UNK]):
                verdict = grade_tokens(encoder, word, " ".join(answer), prefix=plain.prefix)
                assert verdict.right == (answer == tokens) and verdict.feedback


BEGINS = "## marks a symbol that continues a word; a symbol without ## begins a word."
NO_X = "The token x is not in the vocabulary."
KEPT = "This encoder keeps h u g and writes [UNK] for the rest."


@pytest.mark.parametrize(
    ("way", "k", "word", "typed", "expected"),
    [
        ("match", 0, "hug", "h ##u ##g", f"hug becomes h ##u ##g. {LEFT} h ##u ##g."),
        ("match", 0, "mug", "##u [UNK]", f"{AT_FIRST} m {UNKNOWN}"),
        ("match", 0, "hugx", "[UNK]", "hugx becomes [UNK]. No entry fits after h ##u ##g: not "
         f"even ##x is in the vocabulary. {APART}"),
        ("match", 0, "hug", "", "Your answer has no tokens. Type tokens with spaces between them."),
        ("match", 0, "hug", "h u g",
         f"The split is right, but the marks are wrong. {BEGINS}"),
        ("match", 2, "hug", "h u g",
         f"The token u is not in the vocabulary. {ENTRY} 1 is hu."),
        ("match", 0, "hug", "h", f"{ENTRY} 2 is ##u."),
        ("match", 0, "hug", "h ##u ##g x", f"{NO_X} Your answer has too many tokens."),
        ("keep", 0, "hugx", "h",
         f"No entry fits after h u g: not even x is in the vocabulary. {KEPT}"),
        ("replay", 0, "hug", "h u g", "hug becomes h u g. No merge applies to this word."),
        ("replay", 2, "mug", "[UNK] ug", "mug becomes [UNK] ug. Merge replay first splits "
         f"the word into the shortest symbols. Then merge 1 applies. {LACKS.format('m')}"),
        ("replay", 0, "mug", "[UNK] u g x",
         f"{NO_X} No merge applies to this word. {LACKS.format('m')}"),
        ("replay", 2, "ugun", "ug", "First, u + g merges: the word becomes ug u n. "
         "Then 1 more merge applies."),
        ("replay", 2, "hug", "h ug x", f"{NO_X} Only u + g merges: the word becomes h ug."),
    ],
)  # fmt: skip
def test_each_sentence_on_typed_tokens(way, k, word, typed, expected):
    encoder = ENCODERS[way](trainings("toy")[0][way != "match"], k)
    prefix = "##" if way == "match" else ""
    assert paragraph(grade_tokens(encoder, word, typed, prefix=prefix).feedback) == expected


def test_why_a_pair_moves():
    moved = _why_it_moves(("h", "##u"), PairCounts(5, 9, 7), PairCounts(4, 8, 7), WORDPIECE)
    assert str(moved) == (
        "The merge changes counts on which the score of h + ##u depends: h + ##u from 5 to 4, "
        "h from 9 to 8."
    )
