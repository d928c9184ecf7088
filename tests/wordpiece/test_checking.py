"""Someone's own merges: right programs are never blamed, and mistakes are found out.

The programs here count all words again at each step, except for what their mistake forbids.
"""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers, trainers

from tests import golden
from tests.strategies import examples
from wordpiece import BPETrainer, Trainer, WordPieceTrainer
from wordpiece.marking import marking_of
from wordpiece.message import paragraph
from wordpiece.records import Pair
from wordpiece.scoring import LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
from wordpiece.teaching import checking
from wordpiece.teaching.checking import check_merges
from wordpiece.teaching.mistakes import WINDOW
from wordpiece.textbook import count, merge

KINDS = ("unweighted", "first only", "old pairs", "new pairs", "symbols", "overlaps")

words_of = st.dictionaries(st.text("ab", min_size=1, max_size=7), st.integers(1, 9), min_size=1)
picks: Any = st.sampled_from([min, max, lambda tied: tied[0], lambda tied: tied[-1]])


def merges_by(words, kind="", *, ratio=False, marking="none", pick: Any = min, most=25):
    """Train with a mistake, and return the merges."""
    marking = marking_of(marking)
    splits = {word: marking.split(word) for word in words}
    weights = dict.fromkeys(words, 1) if kind == "unweighted" else words
    symbols, pairs = count(splits, weights)
    made: list[Pair] = []
    while len(made) < most:
        if kind == "overlaps":
            pairs = Counter(
                pair for word in words for pair in disjoint(splits[word]) * weights[word]
            )
        scores = {
            pair: n / (symbols[pair[0]] * symbols[pair[1]]) if ratio else n
            for pair, n in pairs.items()
            if n > 0 and (not ratio or symbols[pair[0]] > 0 < symbols[pair[1]])
        }
        if not scores:
            break
        best = max(scores.values())
        pair = pick([each for each in scores if scores[each] == best])
        made.append(pair)
        token, before = marking.join(*pair), splits
        step = first_only if kind == "first only" else merge
        splits = {word: step(split, pair, token) for word, split in before.items()}
        counted, recounted = count(splits, weights)
        if kind == "symbols":
            symbols.setdefault(token, counted[token])
        else:
            symbols = counted
        if kind in ("old pairs", "new pairs"):
            for word, weight in weights.items():
                was, now = (Counter(pairwise(each[word])) for each in (before, splits))
                change = now - was if kind == "old pairs" else was - now
                for each, n in change.items():
                    pairs[each] += n * weight if kind == "old pairs" else -n * weight
            del pairs[pair]
        else:
            pairs = recounted
    return made


def first_only(symbols, pair, token):
    found = [*symbols]
    for i, each in enumerate(pairwise(symbols)):
        if each == pair:
            found[i : i + 2] = [token]
            break
    return tuple(found)


def disjoint(symbols):
    """Return the pairs of a word, with (a, a) once in a a a, as a merge would find them."""
    found: list[Pair] = []
    at = -2
    for i, (a, b) in enumerate(pairwise(symbols)):
        if a == b and at == i - 1 and found[-1] == (a, b):
            continue
        found, at = [*found, (a, b)], i
    return found


def trained(words, ratio=False, marking="none", **limits):
    score = WORDPIECE if ratio else PAIR_COUNT
    trainer = Trainer(words, score=score, marking=marking, **limits)
    trainer.run()
    return trainer.timeline()


@given(words_of, st.booleans(), st.sampled_from(["none", "##", "</w>"]), picks)
@examples(150)
def test_a_right_program_is_never_blamed(words, ratio, marking, pick):
    timeline = trained(words, ratio, marking)
    theirs = merges_by(words, ratio=ratio, marking=marking, pick=pick, most=10**6)
    check = check_merges(timeline, theirs)
    assert [finding.cause for finding in check.findings] in ([], ["tie"])
    for finding in check.findings:
        assert {finding.ours, finding.theirs} <= {*timeline.scores(finding.step - 1).tied}
        assert finding.explained == len(theirs)


@given(words_of, st.sampled_from(KINDS), st.booleans(), st.sampled_from(["none", "##"]), picks)
@examples(300)
def test_each_mistake_is_explained_to_the_end(words, kind, ratio, marking, pick):
    timeline = trained(words, ratio, marking)
    theirs = merges_by(words, kind, ratio=ratio, marking=marking, pick=pick)
    check = check_merges(timeline, theirs)
    ours = [timeline.pair(step) for step in range(1, len(timeline) + 1)]
    assert (check.kind == "different") == (theirs[: len(ours)] != ours[: len(theirs)])
    assert theirs[: check.same] == ours[: check.same]
    if check.kind == "different" and not (kind == "symbols" and not ratio):
        last = check.findings[-1]
        assert last.cause and last.explained >= min(len(theirs), last.step + WINDOW)


@given(words_of, st.lists(st.tuples(st.text("ab#x", min_size=1), st.text("ab#", min_size=1))))
@examples(100)
def test_any_list_gets_sentences(words, theirs):
    for score in (PAIR_COUNT, WORDPIECE.without_rarer(2), LIKELIHOOD_GAIN):
        trainer = Trainer(words, score=score, marking="##", tie_break="random")
        trainer.run()
        assert paragraph(check_merges(trainer.timeline(), theirs).said)


RUNS = {"abab": 3, "abba": 1, "ba": 1, "abc": 2}
AAA = {"aaa": 5, "ab": 7, "ca": 4}


@pytest.mark.parametrize(
    ("words", "kind", "ratio", "cause"),
    [
        (golden.TOY, "unweighted", False, "unweighted"),
        (golden.TOY, "unweighted", True, "unweighted"),
        (RUNS, "first only", False, "first only"),
        (golden.TOY, "old pairs", False, "old pairs"),
        (golden.COURSE, "new pairs", True, "new pairs"),
        (golden.COURSE, "symbols", True, "symbols"),
        (AAA, "overlaps", False, "overlaps"),
    ],
)
def test_mistakes_are_named(words, kind, ratio, cause):
    marking = "##" if ratio else "none"
    theirs = merges_by(words, kind, ratio=ratio, marking=marking, pick=lambda tied: tied[0])
    findings = check_merges(trained(words, ratio, marking), theirs).findings
    assert findings[-1].cause == cause and findings[-1].explained >= len(theirs) - 1


def test_a_mistake_must_give_all_merges_up_to_the_difference():
    often = {chr(0x4E00 + 2 * i) + chr(0x4E01 + 2 * i): 900 - 30 * i for i in range(29)}
    words = often | {"ccc": 380, "de": 700, "fff": 4, "gh": 5}
    ours = trained(words)
    right = [ours.pair(step) for step in range(1, len(ours) + 1)]
    at = right.index(("f", "f"))
    theirs = [*right[:at], ("g", "h"), ("f", "f")]
    # A program that counts c + c once in ccc would have merged d + e before c + c.
    assert 3 < right.index(("c", "c")) < right.index(("d", "e")) < at - WINDOW
    assert [finding.cause for finding in check_merges(ours, theirs).findings] == [""]


def test_only_some_merges_after_the_difference_are_compared():
    theirs = merges_by(golden.COURSE, most=60)
    timeline = trained(golden.COURSE, True, "##")
    for n in (1 + WINDOW, 2 + WINDOW):
        said = paragraph(check_merges(timeline, theirs[:n]).said)
        assert f"The next {WINDOW} merges of your list fit this explanation, too." in said
        assert ("Later merges were not compared." in said) == (n > 1 + WINDOW)


def test_other_rules_are_named():
    bpe, wordpiece = trained(golden.TOY), trained(golden.TOY, True, "##")
    library = [step.pair for step in BPETrainer(golden.TOY, marking="##")]
    said = paragraph(check_merges(wordpiece, library).said)
    assert "##u + ##g: 20 / (36 × 20) = 1/36; ##g + ##s: 5 / (20 × 5) = 1/20." in said
    assert "another score: count of the pair." in said and "a word is split into" not in said
    unmarked = [(a.strip("#"), b.strip("#")) for a, b in map(wordpiece.pair, range(1, 10))]
    said = paragraph(check_merges(wordpiece, unmarked).said)
    assert "at the start, a word is split into h u g instead of h ##u ##g." in said
    assert "another score" not in said
    both = paragraph(check_merges(wordpiece, merges_by(golden.TOY)).said)
    assert "That training also uses another score: count of the pair." in both
    assert "a word is split into h u g" in both and "fit another score" not in both
    words = {"a": 5, "abcdefghijk": 3}  # no short word shows the marks
    said = paragraph(check_merges(trained(words, True, "##"), merges_by(words)).said)
    assert "a word is split into a b c d e f g h i j k instead of a ##b" in said
    ends = [step.pair for step in BPETrainer(golden.LOW_LOWER, marking="</w>", max_merges=9)]
    assert "a word is split into l o w </w>" in paragraph(
        check_merges(trained(golden.LOW_LOWER), ends).said
    )
    rare = Trainer(golden.COURSE, score=WORDPIECE.without_rarer(2), marking="##", min_pair_count=2)
    rare.run()
    theirs = [step.pair for step in WordPieceTrainer(golden.COURSE, max_merges=9)]
    assert "minimum pair count of 2" in paragraph(check_merges(rare.timeline(), theirs).said)
    assert check_merges(bpe, [*map(bpe.pair, range(1, 8))]).kind == "equal"


@pytest.mark.parametrize(
    ("pick", "rule"),
    [
        (min, "the pair that comes first in alphabetical order (by code points) wins"),
        (max, "the pair that comes last in alphabetical order (by code points) wins"),
        (lambda tied: tied[-1], "the pair whose first occurrence comes last in the corpus wins"),
    ],
)
def test_the_rule_of_ties_is_named(pick, rule):
    theirs = merges_by(golden.COURSE, ratio=True, marking="##", pick=pick, most=40)
    check = check_merges(trained(golden.COURSE, True, "##"), theirs)
    assert [finding.cause for finding in check.findings] == ["tie"]
    assert f"The ties in your list fit this rule: {rule} (ties compared: " in paragraph(check.said)


def test_the_ties_of_the_tokenizers_library_are_by_ids():
    library = tokenizers.Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    texts = [f"{word} " * n for word, n in golden.COURSE.items()]
    library.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=500, show_progress=False))
    theirs = [tuple(pair) for pair in json.loads(library.to_str())["model"]["merges"]]
    check = check_merges(trained(golden.COURSE), theirs)
    assert [finding.cause for finding in check.findings] == ["tie"]
    assert (
        "the pair whose left symbol has the lowest id wins; if these ids are equal, the id of the "
        "right symbol decides, as in the tokenizers library"
    ) in paragraph(check.said)


def test_ties_by_no_rule():
    timeline = trained({"ba": 1, "ab": 1, "cd": 1})
    said = paragraph(check_merges(timeline, [("a", "b"), ("c", "d"), ("b", "a")]).said)
    assert "Of this app’s rules for ties, only the random rule could" in said
    assert said.endswith("break the ties as your list does (ties compared: 2).")


def test_what_is_lacking_repeated_or_unknown():
    timeline = trained(golden.COURSE, max_merges=30)
    ours = [timeline.pair(step) for step in range(1, 31)]
    check = check_merges(timeline, ours[:4] + ours[5:])
    assert [(f.step, f.cause, f.explained) for f in check.findings] == [(5, "missing", 29)]
    said = "If you insert this merge, your own merge 5 becomes merge 6 and is then right."
    said = f"At this point your list lacks {' + '.join(ours[4])}, merge 5 of the training. {said}"
    assert said in paragraph(check.said)
    late = check_merges(timeline, [*ours[:4], *ours[5:8], ours[4], *ours[8:]])
    assert said in paragraph(late.said) and late.findings[0].explained == 7  # it comes later
    for theirs, says in (
        ([*ours[:4], ours[1]], "this pair is already merge 2 of your list."),
        ([*ours[:4], ("H", "q")], "no word has the symbol q."),
        ([*ours[:4], ("h", "T")], "has the symbol h directly followed by the symbol T."),
    ):
        found = check_merges(timeline, theirs)
        assert says in paragraph(found.said) and found.findings[-1].cause == "absent"
    assert check_merges(timeline, ours[:3]).kind == "shorter"
    longer = check_merges(timeline, [*ours, ("a", "b")])
    assert longer.kind == "longer"
    assert "the number of merges that was set is reached" in str(longer.verdict)


def test_a_merge_that_was_chosen_by_hand_is_not_a_mistake_of_the_list():
    trainer = BPETrainer(golden.TOY)
    trainer.step(("h", "u"))
    trainer.run()
    ours = trainer.timeline()
    check = check_merges(ours, merges_by(golden.TOY))
    assert [finding.cause for finding in check.findings] == ["choice"]
    same = [ours.pair(step) for step in range(1, len(ours) + 1)]
    assert check_merges(ours, same).kind == "equal"
    assert check_merges(ours, [*same[:2], *same[3:]]).findings[0].step == 3


def test_a_pair_chosen_among_the_best_did_not_win_a_tie():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(1)
    trainer.step(("p", "##u"))  # the rule for ties would choose h + ##u
    trainer.run()
    check = check_merges(trainer.timeline(), merges_by(golden.TOY, ratio=True, marking="##"))
    assert [(finding.step, finding.cause) for finding in check.findings] == [(2, "choice")]
    assert "In a tie" not in paragraph(check.said)


def test_only_scores_are_compared_on_a_corpus_that_is_too_large(monkeypatch):
    monkeypatch.setattr(checking, "explain_merges", None)
    timeline = trained(golden.TOY)
    check = check_merges(timeline, merges_by(golden.TOY, "unweighted"), most=10)
    assert [(f.step, f.cause) for f in check.findings] == [(2, "")]
    assert paragraph(check.said).endswith(
        "h + ug: 15 times; u + n: 16 times. The corpus is too large to search for the cause of "
        "this difference. Compare these counts with your own."
    )
    tied = check_merges(timeline, [*map(timeline.pair, range(1, 5)), ("hug", "s")], most=10)
    assert [(f.step, f.cause, f.explained) for f in tied.findings] == [(5, "tie", 5)]
