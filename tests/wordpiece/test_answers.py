"""Answers to learners: every fact of every sentence is compared with `tests.oracle`.

A check gets the facts of one sentence by name, and is found by a piece of the sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.facts import Recount, facts_of, recounted
from tests.oracle import Oracle, to_bytes
from tests.sentences import mark_decides
from tests.strategies import algorithms, examples, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, Timeline, Tokenizer, Trainer, WordPieceTrainer
from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter
from wordpiece.marking import MARKINGS, NONE
from wordpiece.message import paragraph
from wordpiece.recipes import RECIPES
from wordpiece.records import Pair
from wordpiece.scoring import PARITY, WORDPIECE, break_tie
from wordpiece.teaching.answers import QUESTIONS, WAITS, Context, answer, asked_at
from wordpiece.teaching.answers.steps import answers_on_removal
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.training.replay import replay
from wordpiece.unigram.trainer import UnigramTrainer

IDS = [question.id for question in QUESTIONS]
EXAMPLES = {question.id: question.example for question in QUESTIONS}
TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


def trained(trainer: Trainer) -> Timeline:
    trainer.run()
    return trainer.timeline()


def context(words: dict[str, int], step: int = 0, text: str = "", **options: Any) -> Context:
    """The three trainings of some words."""
    first, bpe, library = (
        trained(WordPieceTrainer(words, **options)),
        trained(BPETrainer(words, **options)),
        trained(BPETrainer(words, marking="##", **options)),
    )
    return Context(first, min(step, len(first)), bpe, library, text, seed=options.get("seed", 0))


def on_screen(recipe: str, words: dict[str, int], text: str, step: int | None = None) -> Context:
    """A recipe's own encoder, at the end of its training or after a step."""
    its = RECIPES[recipe]
    timeline = trained(its.trainer(words))
    step = len(timeline) if step is None else step
    shape = its.pre_tokenizer or "whitespace"
    encoders = (its.encoder(timeline, step),)
    return Context(timeline, step, text=text, pre_tokenizer=shape, encoders=encoders)


def said(id: str, at: Context) -> str:
    return paragraph(answer(id, at).sentences)


check = Recount()


def last_step(plain: Oracle, by: str, value: int) -> int:
    """Return the last step at or before a step, or with at most that many entries."""
    if by == "step":
        return min(value, len(plain.merges))
    steps = range(len(plain.merges) + 1)
    return max((k for k in steps if plain.special + len(plain.vocabulary(k)) <= value), default=0)


def characters(plain: Oracle, token: str) -> int:
    """Count the characters of a token without its marks."""
    bare = token.removeprefix(plain.prefix)
    return len(bare.removesuffix(plain.suffix) if plain.suffix else bare)


def unused(plain: Oracle, k: int) -> set[str]:
    return plain.vocabulary(k) - {*plain.symbols(k)}


LOST = """encoding and decoding “{text}” gives “{decoded}”
Whitespace was added\nWhitespace is missing\nWhitespace changed
is unknown; in the decoded text it is {after}
changed its case\nchanged its accents or other marks\ninvisible or �\nanother sequence"""


def longest_in(symbols: list[str], plain: Oracle, k: int) -> tuple[int, int] | None:
    """Return where the longest entry is in some symbols; of equally long ones the lowest id."""
    places = [(i, j) for i in range(len(symbols)) for j in range(i + 1, len(symbols) + 1)]
    ids = {(i, j): plain.id(k, "".join(symbols[i:j])) for i, j in places}
    found = [(i - j, id, i, j) for (i, j), id in ids.items() if id is not None]
    return min(found)[2:] if found else None


def cut_out(symbols: list[str], plain: Oracle, k: int) -> list[str]:
    """Return the tokens of symbols: the longest entry, and the tokens left and right of it."""
    if not (found := longest_in(symbols, plain, k)):
        return ["[UNK]"] * bool(symbols)
    i, j = found
    left, right = cut_out(symbols[:i], plain, k), cut_out(symbols[j:], plain, k)
    return [*left, "".join(symbols[i:j]), *right]


def listed(found: Any) -> tuple[list[Any], int]:
    """Return what a sentence lists, and how many more there are."""
    return (found["first"], found["more"]) if isinstance(found, dict) else (found, 0)


@dataclass
class At:
    """The trainings on screen, repeated by the oracle, and the facts of the answer so far."""

    context: Context
    plain: Oracle
    bpe: Oracle | None
    library: Oracle | None
    said: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, c: Context) -> "At":
        others = (c.bpe, c.hugging_face)
        bpe, library = (None if each is None else recounted(each) for each in others)
        return cls(c, recounted(c.timeline), bpe, library)

    @property
    def step(self) -> int:
        return self.context.step

    @property
    def last(self) -> int:
        return len(self.plain.merges)

    @property
    def words(self) -> int:
        return sum(self.plain.words.values())

    def three(self) -> list[Oracle]:
        assert self.bpe and self.library
        return [self.plain, self.bpe, self.library]

    def tokens(self, word: str) -> list[str]:
        """Return what the first encoder on screen makes of a word."""
        encoder = self.context.encoder
        if isinstance(encoder, BPEEncoder):
            return self.plain.replay(self.step, word)[0]
        if isinstance(encoder, LongestTokenFirst):
            return cut_out(self.plain.split(word), self.plain, self.step)
        return self.plain.match(self.step, word, keep=isinstance(encoder, Segmenter))

    def replay(self, word: str, backwards: bool = False) -> tuple[list[str], list[Any]]:
        """Replay merges on a word: those of BPE if its training is on screen too."""
        plain = self.plain if self.context.encoders or self.bpe is None else self.bpe
        return plain.replay(min(self.step, len(plain.merges)), word, backwards)

    # Questions about training.

    @check.says("rule (Hugging Face style) chooses {pair}, which occurs {times}")
    def _(self, step: int, pair: Pair, times: int) -> None:
        n = self.said["common"] = step - 1
        assert self.library
        ours, theirs = self.plain, self.library
        assert ours.merges[:n] == theirs.merges[:n]
        assert ours.merges[n] != pair == theirs.merges[n]
        assert times == theirs.pairs(n)[pair]

    @check.says("WordPiece's rule chooses {pair}")
    def _(self, pair: Pair, formula: object) -> None:
        k = self.said["common"]
        assert pair == self.plain.merges[k] and formula == self.plain.formula(k, pair)

    @check.says("BPE without ## chooses")
    def _(self, pair: Pair, times: int) -> None:
        k = self.said["common"]
        assert self.bpe and pair == self.bpe.merges[k] and times == self.bpe.pairs(k)[pair]

    @check.says("the corpus has {n} token in WordPiece")
    def _(self, where: dict[str, int], n: int, bpe: int, hugging_face: int, **each: float) -> None:
        ((name, value),) = where.items()
        by = "step" if name == "n" else name
        ends = min(len(it.merges) for it in self.three())
        assert (name == "n") == (by == "step" and value > ends)
        shown = self.step if self.context.at is None else self.context.at
        assert by == self.context.by and value >= shown
        if value > shown:  # before it, some training has learned nothing
            assert not all(last_step(it, by, value - 1) for it in self.three())
        steps = [last_step(it, by, value) for it in self.three()]
        tokens = [sum(it.symbols(k).values()) for it, k in zip(self.three(), steps, strict=True)]
        assert [n, bpe, hugging_face] == tokens
        assert [*each] == ["wordpiece_each", "bpe_each", "hugging_face_each"]
        assert [*each.values()] == [count / self.words for count in tokens]
        self.said["steps"] = steps

    @check.says("The longest tokens learned, such as")
    def _(self, wordpiece: str, bpe: str, hugging_face: str, **lengths: int) -> None:
        assert [*lengths] == ["wordpiece_length", "bpe_length", "hugging_face_length"]
        if set("#<_") & set("".join(self.plain.words)):
            return  # a character of a word may look like a part of a mark
        tokens = (wordpiece, bpe, hugging_face)
        figures = zip(self.three(), self.said["steps"], tokens, lengths.values(), strict=True)
        for it, k, token, length in figures:
            made = {it.join(*pair): characters(it, it.join(*pair)) for pair in it.merges[:k]}
            assert made[token] == length == max(made.values())

    @check.says("there is no tie: only")
    def _(self, pair: Pair, score: object, merge: int) -> None:
        k = merge - 1
        assert self.plain.tied(k) == [pair] and score == self.plain.score(k, pair)

    @check.says("{n} pair has the best score")
    def _(self, n: int, score: object, pairs: Any, merge: int) -> None:
        k = self.said["tie"] = merge - 1
        tied, (first, more) = self.plain.tied(k), listed(pairs)
        assert n == len(tied) > 1
        assert first == tied[: len(first)] and more == n - len(first)
        assert score == self.plain.score(k, tied[0])

    @check.says("In a tie, {rule}.")
    def _(self, rule: Any) -> None:
        named = {"first-seen": "first in the corpus", "alphabetical": "comes first",
                 "greatest": "comes last", "random": "seed"}  # fmt: skip
        by = self.context.timeline.tie_break
        order = "by bytes" if self.plain.spells_bytes else "by code points"
        if "mark" in rule:  # the first in alphabetical order, and ## decides it
            assert rule["mark"] == "##" and f"({order})" in rule["first"]
            tied = self.plain.tied(self.said["tie"])
            assert by == "alphabetical" and mark_decides(self.plain.break_tie(tied, 0, by), tied)
        else:
            assert named[by] in rule
            assert by not in ("alphabetical", "greatest") or f"({order})" in rule

    @check.says("In this tie, {pair} wins.")
    def _(self, pair: Pair) -> None:
        tied, rule = self.plain.tied(self.said["tie"]), self.context.timeline.tie_break
        assert pair in tied
        if rule != "random":
            key = to_bytes if self.plain.spells_bytes else str
            assert pair == break_tie(tied, rule, seed=0, index=1, key=key)
            decides = rule == "alphabetical" and mark_decides(pair, tied)
            assert ("mark" in self.said["rule"]) == decides
        self.said["winner"] = pair

    @check.says("At this step the Hugging Face course merges {pair}")
    def _(self, pair: Pair, score: Fraction) -> None:
        assert (pair, score) == (("hu", "##g"), Fraction(1, 15)) and pair != self.plain.merges[2]

    @check.says("By the course's own formula, this pair's score is")
    def _(self, formula: object) -> None:
        assert formula == self.plain.formula(2, ("hu", "##g"))

    @check.says("so the counts of its parts fall")
    def _(self, step: int, pair: Pair, changes: list[dict[str, Any]]) -> None:
        assert pair == self.plain.merges[step - 1]
        before, after = self.plain.symbols(step - 1), self.plain.symbols(step)
        fallen = [part for part in dict.fromkeys(pair) if after[part] < before[part]]
        assert [change["what"] for change in changes] == fallen
        for change in changes:
            assert change["before"] == before[change["what"]]
            assert change["after"] == after[change["what"]]

    @check.says("so pairs that overlap this pair in a word occur less often")
    def _(self, step: int, pair: Pair) -> None:
        assert pair == self.plain.merges[step - 1]
        assert self.context.timeline.score.ranks_by_count

    @check.says("{pair} before the merge: {before}; after it: {after}")
    def _(self, pair: Pair, before: object, after: object) -> None:
        k = self.said["step"]
        assert (before, after) == (self.plain.formula(k - 1, pair), self.plain.formula(k, pair))
        assert self.plain.score(k - 1, pair) != self.plain.score(k, pair)

    @check.says("Another rule for ties: {other_rule}. By this rule, {other} would win.")
    def _(self, other_rule: str, other: Pair) -> None:
        plain = self.plain
        first = plain.tie_break == "alphabetical"
        assert ("first in the corpus" if first else "comes first in alpha") in other_rule
        tied = plain.tied(self.said["tie"])
        by = plain.break_tie(tied, 0, "first-seen" if first else "alphabetical")
        assert other == by != self.said["winner"]

    @check.says("Another rule for ties: {other_rule}. By this rule, merge {merge} would be {other}")
    def _(self, other_rule: str, merge: int, other: Pair) -> None:
        plain = self.plain
        first = plain.tie_break == "alphabetical"
        assert ("first in the corpus" if first else "comes first in alpha") in other_rule
        again = Oracle(
            plain.words, plain.marking, plain.rule, "first-seen" if first else "alphabetical"
        )
        for k in range(1, merge + 1):
            chosen = self.context.timeline.merge(k).forced
            again.step(plain.merges[k - 1]) if chosen else again.run(1)
        assert again.merges[:-1] == plain.merges[: merge - 1]
        assert again.merges[-1] == other != plain.merges[merge - 1]

    @check.says("At the end the vocabulary has {total} entries")
    def _(self, total: int, special: int, alphabet: int, learned: int) -> None:
        assert (special, alphabet) == (self.plain.special, len(self.plain.alphabet))
        assert learned == len(self.plain.vocabulary(self.last)) - alphabet
        assert total == special + alphabet + learned

    @check.says("{n} pair is left, ")
    def _(self, n: int, pair: Pair, formula: object) -> None:
        assert n == len(self.plain.pairs(self.last)) and pair in self.plain.tied(self.last)
        assert formula == self.plain.formula(self.last, pair)

    @check.says("so the corpus has as many tokens as word occurrences: {tokens}")
    def _(self, tokens: int) -> None:
        assert not self.plain.pairs(self.last)
        assert self.words == tokens == sum(self.plain.symbols(self.last).values())

    # Questions about counts and the vocabulary.

    @check.says("the count of {pair} is {count}")
    def _(self, step: int, pair: Pair, count: int, places: list[dict[str, Any]]) -> None:
        pairs, state = self.plain.pairs(step), self.plain.states[step]
        assert count == pairs[pair] == max(pairs.values()) == sum(p["count"] for p in places)
        self.said["counted"] = pair
        for place in places:
            if word := place.get("word"):
                inside = sum(each == pair for each in pairwise(state[word]))
                assert place["count"] == inside * self.plain.words[word] > 0

    @check.says("Counts of the parts: {counts}")
    @check.says("Count of both parts: {counts}")
    def _(self, counts: list[dict[str, Any]]) -> None:
        symbols = self.plain.symbols(self.said["step"])
        assert [each["symbol"] for each in counts] == [*dict.fromkeys(self.said["counted"])]
        assert all(each["times"] == symbols[each["symbol"]] for each in counts)

    @check.says("its pairs overlap: {pair} is counted {counted}")
    def _(self, pair: Pair, counted: int, replaced: int) -> None:
        merges = enumerate(self.plain.merges, 1)
        runs = [(p, self.plain.pairs(k - 1)[p], self.plain.replaced(k)) for k, p in merges]
        assert (pair, counted, replaced) in [run for run in runs if run[2] < run[1]]

    @check.says("its pairs overlap: in the word {word}, {pair} would be counted {counted}")
    def _(self, word: str, pair: Pair, counted: int, replaced: int) -> None:
        split = self.plain.split(word)
        assert word not in self.plain.words and counted == [*pairwise(split)].count(pair) == 2
        assert replaced == 1 and f"{pair[0]} {pair[0]} {pair[0]}" in " ".join(split)

    @check.says("A pair is two neighbouring symbols of one word")
    def _(self, first: str, second: str, left: str, right: str) -> None:
        state = self.plain.states[self.step]
        assert [first, second] == ([*state] * 2)[:2] if len(state) == 1 else [*state][:2]
        assert (left, right) == (state[first][-1], state[second][0])

    @check.says("is not a symbol of any word: {tokens}")
    def _(self, n: int, total: int, step: int, tokens: Any) -> None:
        k = self.said["k"] = step
        assert k >= self.step and not any(unused(self.plain, i) for i in range(self.step, k))
        none, (first, more) = unused(self.plain, k), listed(tokens)
        assert n == len(none) > 0 and total == len(self.plain.vocabulary(k))
        # Those learned last come first.
        places = [self.plain.id(k, token) or 0 for token in none]
        assert [self.plain.id(k, token) for token in first] == sorted(places)[::-1][: len(first)]
        assert more == n - len(first)

    @check.says("At merge {merge}, every remaining {token} in the words became")
    def _(self, token: str, made: str, merge: int) -> None:
        pair = self.plain.merges[merge - 1]
        assert merge <= self.said["k"] and token in pair and made == self.plain.join(*pair)
        assert self.plain.symbols(merge - 1)[token] and not self.plain.symbols(merge)[token]

    # Questions about marks.

    @check.says("{char} begins {begins}, and {marked} is inside {inside}")
    def _(self, char: str, begins: str, marked: str, inside: str, id: int, marked_id: int) -> None:
        assert begins[0] == char and char in inside[1:] and {begins, inside} <= {*self.plain.words}
        assert marked == "##" + char
        assert (id, marked_id) == (self.plain.id(0, char), self.plain.id(0, marked))

    @check.says("A merge removes the {prefix} of its right part")
    def _(self, prefix: str, pair: Pair, token: str) -> None:
        assert pair in self.plain.merges and pair[0].startswith(prefix)
        assert token == pair[0] + pair[1].removeprefix("##") and prefix == "##"

    @check.says("{ending} can only end a word")
    def _(self, ending: str, inside: str) -> None:
        assert ending == inside + self.plain.suffix
        assert {ending, inside} <= self.plain.vocabulary(self.step)

    @check.says("of {total} different words begins with {mark}")
    def _(self, n: int, total: int, mark: str, word: str) -> None:
        assert mark == "Ġ"
        spaced = [word for word in self.plain.words if word[0] == "Ġ"]
        assert (n, total, word) == (len(spaced), len(self.plain.words), spaced[0])

    # Questions about encoding.

    @check.says("No entry fits at the beginning", "No entry fits after {found}")
    def _(self, missing: str, found: Sequence[str] = (), unknown: str = "[UNK]") -> None:
        word, prefix = self.said["word"], self.plain.prefix
        assert [*found, unknown] == self.plain.match(self.step, word, keep=True)
        assert unknown == "[UNK]" and missing not in self.plain.vocabulary(self.step)
        marks = [prefix * (i > 0) for i in range(len(found) + 1)]
        done = "".join(token[len(mark) :] for token, mark in zip(found, marks, strict=False))
        rest = missing[len(marks[-1]) :]
        assert missing == marks[-1] + rest and rest
        assert (word + self.plain.suffix).startswith(done + rest)

    @check.says("{word} becomes {tokens}.")
    def _(self, word: str, tokens: list[str]) -> None:
        assert tokens == self.tokens(word)

    @check.says("the first {n} characters")
    def _(self, n: int) -> None:
        assert len(self.context.text) > n

    @check.says("{word} is split into {symbols} at the start of training")
    def _(self, word: str, symbols: list[str]) -> None:
        assert symbols == [*self.plain.states[0][word]] and self.plain.suffix

    @check.says("The alphabet lacks {symbols}, so")
    def _(self, n: int, symbols: list[str]) -> None:
        starting = self.context.marks.split(self.said["word"])
        unknown = [symbol for symbol in starting if symbol not in self.plain.alphabet]
        assert symbols == [*dict.fromkeys(unknown)] and n == len(symbols)

    @check.says("A part in which no entry occurs")
    def _(self, stretches: list[str]) -> None:
        table = self.plain.vocabulary(self.step)
        assert stretches and all(stretch in self.said["word"] for stretch in stretches)
        assert not any(token in stretch for token in table for stretch in stretches)

    @check.says("For example, {character} is {n} byte in UTF-8")
    def _(self, n: int, character: str, symbols: list[str], pieces: list[str]) -> None:
        assert n == len(symbols) == len(character.encode())
        assert "".join(pieces) == "".join(symbols)

    @check.says("{word} is not one of the words of the corpus")
    def _(self, word: str, tokens: list[str], n: int, total: int) -> None:
        assert not {word, f"Ġ{word}", word.removeprefix("Ġ")} & {*self.plain.words}
        assert tokens == self.tokens(word)
        marked = [piece[len(self.plain.prefix) * (i > 0) :] for i, piece in enumerate(tokens)]
        marked[-1] = marked[-1][: len(marked[-1]) - len(self.plain.suffix)]
        assert total == len(tokens) > 1 and n == [len(piece) for piece in marked].count(1) > 0

    @check.says("{word} begins with {stem}, a word of the corpus")
    def _(self, word: str, stem: str, pieces: list[str], token: str) -> None:
        assert stem in self.plain.words and word.startswith(stem) and word not in self.plain.words
        assert pieces == self.tokens(word)
        ends = [0]
        for i, piece in enumerate(pieces):
            ends.append(ends[-1] + len(piece) - len(self.plain.prefix) * (i > 0))
        assert ends[-1] == len(word + self.plain.suffix) and len(stem) not in ends
        assert token == next(t for t, end in zip(pieces, ends[1:], strict=True) if end > len(stem))

    @check.says("Merge replay gives {tokens}.")
    def _(self, tokens: list[str]) -> None:
        word = self.said["word"]
        if "pieces" in self.said:  # another way than that of the tokens before it
            assert tokens == self.plain.replay(self.step, word)[0] != self.said["pieces"]
        else:
            assert tokens == self.replay(word)[0]

    @check.says("by longest match and {by_replay} by merge replay")
    def _(self, word: str, by_match: list[str], by_replay: list[str]) -> None:
        state = self.plain.states[self.step]
        assert by_match == self.plain.match(self.step, word) != by_replay
        assert by_replay == (state.get(word) or self.plain.replay(self.step, word)[0])

    @check.says("Words of the corpus that this app compared: {total}")
    def _(self, n: int, total: int) -> None:
        state = self.plain.states[self.step]
        assert total == len(state)
        assert n == sum(self.plain.match(self.step, word) != state[word] for word in state)

    @check.says("The first merge that applies is merge")
    def _(self, word: str, tokens: list[str], merge: int, pair: Pair) -> None:
        plain = self.plain if self.context.encoders or not self.bpe else self.bpe
        replayed, applied = self.replay(word)
        assert (tokens, merge) == (replayed, applied[0][0]) and pair == plain.merges[merge - 1]

    @check.says("in the opposite order, the word would become")
    def _(self, tokens: list[str]) -> None:
        assert tokens == self.replay(self.said["word"], backwards=True)[0] != self.said["tokens"]

    @check.says("Longest match gives {tokens}.")
    def _(self, tokens: list[str]) -> None:
        assert tokens == self.plain.match(self.step, self.said["word"]) != self.said["tokens"]


def has_mark(at: At, prefix: str) -> bool:
    return prefix == at.plain.prefix == "##"


check.holds({
    "was not chosen by the rule": lambda at, merge: at.context.timeline.merge(merge).forced,
    "This app has just trained again": lambda at, n, same: same == n == min(50, at.last),
    "Training stopped after {n} ": lambda at, n: n == at.last,
    "Training ended after {n} merge": lambda at, n: n == at.last,
    "made a token that was in the voc": lambda at, n: n == at.last - at.said["learned"],
    "{prefix} marks a symbol that continues": has_mark,
    "{suffix} marks the end of every word": lambda at, suffix: suffix == at.plain.suffix,
    "Decoding turns {suffix} into a space": lambda at, suffix: suffix == at.plain.suffix,
    "Without {mark}, as at the beginning of a": lambda at, mark: mark == "Ġ",
    "has no form with {prefix} in the alphabet": has_mark,
    "Training twice with the WordPieceTrainer": has_mark,
    "Here the longest word of the corpus has": lambda at, n: n == max(map(len, at.plain.words)),
    # Facts that are the same on any corpus.
    "In a text, the pre-tokenizer decides before training": lambda at, **facts: (
        facts == {"text": "don't!", "whitespace": 1, "bert": 4, "gpt2": 3}
    ),
    "{mark} stands for a space": lambda at, mark: mark == "Ġ",
    "is the {bytes} values of a byte": lambda at, bytes: bytes == 256,
    "By default the tokenizers library allows": lambda at, **of: [*of.values()] == [100, 200],
    "A word of more than {n} ": lambda at, n, unknown: (n, unknown) == (100, ["[UNK]"]),
})  # fmt: skip


@check.says("Here is an example:", *LOST.split("\n"))
def _(at: At, **facts: object) -> None:
    assert facts  # test_decoders recounts what is lost; an example names the step on screen


def recount(id: str, c: Context) -> set[str]:
    """Check all facts of an answer; return the sentences found, by their pieces."""
    found = answer(id, c)
    at = At.of(EXAMPLES[id].context() if found.example else c)
    return {piece for sentence in found.sentences for piece in check(sentence, at)}


RUNS = {"aaaa": 3, "baaab": 2, "aab": 1, "ab": 1}
ON_SCREEN = {
    "toy": lambda: context(golden.TOY, text="mug hugs"),
    "toy, alphabetical": lambda: context(golden.TOY, tie_break="alphabetical"),
    "course, drawn": lambda: context(golden.COURSE, tie_break="random", seed=2),
    "course, of a size": lambda: context(golden.COURSE, text="Hugging HOgging", vocab_size=60),
    "cs336": lambda: on_screen("cs336-bpe", golden.CS336, "lowest"),
    "low, alphabetical": lambda: context(golden.LOW_LOWER, text="lowest", tie_break="alphabetical"),
    "runs": lambda: context(RUNS),
    "runs, BPE": lambda: replace(context(RUNS), timeline=trained(BPETrainer(RUNS, max_merges=3))),
    "without a merge": lambda: Context(BPETrainer({"ab": 2, "b": 1}).timeline(), 0),
    "marks in words": lambda: context({"##a": 1, "b#": 1, "ba": 1}),
    "bpe": lambda: on_screen("bpe", golden.TOY, "mug hugs thug"),
    "end-of-word-bpe": lambda: on_screen("end-of-word-bpe", golden.LOW_LOWER, "nest slower"),
    "longest-token-first": lambda: on_screen("longest-token-first", golden.LOW_LOWER, "lowest xl"),
    "blog-wordpiece": lambda: on_screen("blog-wordpiece", golden.BLOG, "hum hubun pugsun"),
    "words with spaces": lambda: Context(
        trained(BPETrainer(golden.COURSE_GPT2, marking="Ġ")), 0, text="déjà  vu ☃",
        pre_tokenizer="gpt2",
    ),
}  # fmt: skip


@cache
def recounted_on(name: str) -> set[str]:
    """Recount the answers on a training at all steps, or at a few of a long one."""
    whole, found = ON_SCREEN[name](), set()
    last = len(whole.timeline)
    for step in range(0, last + 1, 1 + last // 16):
        encoders = (RECIPES[name].encoder(whole.timeline, step),) if name in RECIPES else ()
        at = replace(whole, step=step, encoders=encoders)
        for id in IDS:
            found |= recount(id, at)
        if step:
            found |= recount("ties", replace(at, merge=step))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_SCREEN)
def test_every_fact_of_every_answer(name):
    assert len(recounted_on(name)) > 20


@pytest.mark.slow
def test_every_sentence_with_facts_is_met():
    seldom = {"was not chosen by the rule", "the first {n} characters", *LOST.split("\n")}
    assert not {*check.checks}.difference(seldom, *map(recounted_on, ON_SCREEN))


contexts = {
    "words": word_frequencies, "algorithm": algorithms, "marking": markings,
    "tie_break": tie_breaks, "chosen": st.lists(st.integers(0, 99), max_size=2),
    "step": st.integers(0, 12), "at": st.none() | st.integers(0, 40), "text": st.text(max_size=12),
    
}  # fmt: skip


@given(**contexts)
@examples(30)
def test_every_fact_on_any_words(words, algorithm, marking, tie_break, chosen, step, at, text):
    rules = {"tie_break": tie_break, "seed": 3}
    trainer = TRAINERS[algorithm](words, marking=marking, **rules)
    for place in chosen:  # some of the first merges by hand
        rows = trainer.timeline().scores(trainer.steps_made).rows()
        if rows:
            trainer.step(rows[place % len(rows)].pair)
    timeline = trained(trainer)
    bpe, library = (trained(BPETrainer(words, marking=m, **rules)) for m in ("none", "##"))
    here = Context(
        timeline, min(step, len(timeline)), bpe, library, text, seed=3,
        by="step" if at is None else "size", at=at,
    )  # fmt: skip
    for id in IDS:
        recount(id, here)


def tied_at(at: Context) -> int:
    """Return the step of the tie that an answer is about, or -1."""
    facts = map(facts_of, answer("ties", at).sentences)
    return next((each.get("merge", at.step + 1) - 1 for each in facts if "pairs" in each), -1)


def test_the_answer_is_about_the_tie_on_screen_or_an_earlier_one():
    for step in range(10):
        at = context(golden.TOY, step)
        if at.timeline.scores(step).ties > 1:
            assert tied_at(at) == step
        if step:
            on_card, is_tie = (
                tied_at(replace(at, merge=step)),
                at.timeline.scores(step - 1).ties > 1,
            )
            assert on_card == step - 1 if is_tie else on_card < step - 1


@pytest.mark.parametrize("words", [golden.TOY, golden.COURSE], ids=["toy", "course"])
def test_no_answer_gives_a_hidden_merge_away(words):
    whole = context(words)
    for step in range(min(len(whole.timeline), 9)):
        for id in IDS:
            found = answer(id, replace(whole, step=step, known=step))
            assert found.reveals <= step
            for sentence in () if found.example else found.sentences:
                facts = facts_of(sentence)
                assert {"ties": 0, **facts}.get("merge", 0) <= step, sentence
                assert id != "rescoring" or facts.get("step", 0) <= step
    hidden = replace(context(golden.TOY), known=0)
    assert all(answer(id, hidden).sentences == WAITS for id in ("rescoring", "unused"))
    ended = on_screen("bpe", golden.TOY, "")
    assert answer("rescoring", replace(ended, known=ended.step)).sentences != WAITS


def test_scores_of_two_languages_are_not_compared():
    words = {"abab": 4, "abc": 4, "xyxy": 3, "xyz": 4}
    trainer = Trainer(words, score=PARITY, marking=None, languages=[[4, 4, 0, 0], [0, 0, 3, 4]])
    whole = Context(trained(trainer), 0)
    chose = [whole.timeline.scores(k).language for k in range(len(whole.timeline) + 1)]
    assert {*chose} >= {0, 1}
    for step in range(len(chose)):
        found = answer("rescoring", replace(whole, step=step))
        assert found.example or chose[found.reveals - 1] == chose[found.reveals]


def test_an_end_symbol_is_no_space_where_words_contain_their_space():
    at = on_screen("end-of-word-bpe", golden.LOW_LOWER, "", 3)
    assert "Decoding turns </w> into a space" in said("suffix", at)
    for shape in ("gpt2", "metaspace"):
        assert "Decoding" not in said("suffix", replace(at, pre_tokenizer=shape))


PANELS = sorted({panel for question in QUESTIONS for panel in question.panels})


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_each_panel_has_one_to_five_questions_that_fit(name):
    at = on_screen(name, golden.COURSE, "", 3)
    for panel in PANELS:
        asked = asked_at(panel, at)
        assert 1 <= len(asked) <= 5 and {*asked} <= {*asked_at(panel)}


def test_every_question_has_a_panel_an_example_and_a_short_answer():
    assert len(IDS) == len(set(IDS)) and all(question.panels for question in QUESTIONS)
    for id, example in EXAMPLES.items():
        assert answer(id, example.context()).example is None
        found = answer(id, context(golden.COURSE, 10))
        assert 2 <= len(found.sentences) <= 6
        assert len(paragraph(found.sentences).split()) < 130  # under a minute
    with pytest.raises(KeyError):
        answer("meaning of life", context(golden.TOY))


@pytest.mark.parametrize(
    ("recipe", "words", "panels", "asked"),
    [
        ("end-of-word-bpe", golden.LOW_LOWER, "result trace", "part characters suffix order"),
        ("byte-level-bpe", golden.COURSE, "result trace", "bytes space order"),
        ("longest-token-first", golden.LOW_LOWER, "result trace", "part characters suffix longest"),
        ("blog-code", golden.BLOG, "result", "part characters"),
        ("wordpiece", golden.TOY, "trace", "morphology merges"),
        ("bpe", golden.TOY, "columns", "stop again"),
    ],
)
def test_questions_follow_the_encoder_and_the_trainings(recipe, words, panels, asked):
    at = on_screen(recipe, words, "mug")
    ids = [q.id for panel in panels.split() for q in asked_at(panel, at)]
    assert {*ids} >= {*asked.split()} and (panels == "columns" or ids == asked.split())
    assert "faster" not in ids  # no BPE on the same words


def toy(step: int, **options: Any) -> Context:
    return replace(context(golden.TOY, step), **options)


@pytest.mark.parametrize(
    ("id", "at", "expected"),
    [  # sentences without facts, and where a training is looked at
        ("ties", toy(0), "In a tie, the pair seen first in the corpus wins."),
        ("characters", toy(3), "so a word that is not in the corpus can usually still"),
        ("morphology", toy(9),
         "End-of-word BPE on the words low, lower, newest, widest, after 15 merges."),
        ("faster", toy(9),
         "At step 9, or at the end of a training with fewer merges, the corpus has 36 tokens"),
        ("merges", toy(3), "the Hugging Face course's training on the words hug, pug, pun, bun,"),
        ("prefix", toy(3), "WordPiece on the words hug, pug, pun, bun, hugs, thug, after 3"),
        ("faster", replace(context(golden.COURSE, vocab_size=70), by="size", at=45),
         "At a vocabulary size of at most 46, the corpus has"),
        ("part", on_screen("blog-code", golden.BLOG, "hum"), "This encoder keeps hu and writes"),
        ("part", on_screen("blog-code", golden.BLOG, "hum"), "By BERT's rule, the whole word"),
        ("part", on_screen("end-of-word-bpe", golden.LOW_LOWER, "mug"),
         "By BERT's rule, the whole word"),
        ("part", on_screen("longest-token-first", golden.LOW_LOWER, "mug"),
         "no entry occurs becomes one [UNK"),
        ("decoding", on_screen("byte-level-bpe", golden.COURSE, "naïve ☃"),
         "Here the decoded text is the same"),
        ("again", on_screen("hugging-face", golden.TOY, ""), "Training twice with the WordPiec"),
        ("again", on_screen("bpe", golden.TOY, ""), "BpeTrainer of the tokenizers library merg"),
    ],
)  # fmt: skip
def test_sentences_without_facts(id, at, expected):
    assert expected in said(id, at)


def test_what_a_pre_tokenizer_changes_in_words_is_not_taken_for_text():
    words = {"▁hug": 10, "▁hugs": 5}
    marked = replace(on_screen("bpe", words, ""), pre_tokenizer="metaspace")
    assert "encoding and decoding “hug  hugs” gives “hug hugs”" in said("decoding", marked)
    spelled = on_screen("wordpiece", {"Ġ" + text_to_bytes("слово"): 2}, "")
    spelled = replace(spelled, pre_tokenizer="gpt2")
    assert "the longest word of the corpus has 11 bytes" in said("limit", spelled)
    # Each byte of é, which begins a word, is inside a word, too.
    words = {"Ġ" + text_to_bytes("école"): 2, "Ġx": 1}
    spelled = replace(context(words, 2), text=" xé", pre_tokenizer="gpt2")
    assert "single bytes" in said("characters", spelled)
    assert "only begins words" not in said("characters", spelled)
    assert "style, have 3, 3 and 3 bytes (## not counted)." in said("faster", spelled)
    removals = UnigramTrainer(words)
    removals.run()
    question, why = answers_on_removal(removals.timeline(), 1)["characters"]
    assert "single bytes" in str(question) and "single bytes" in paragraph(why)


@pytest.mark.parametrize("recipe", ["wordpiece", "bpe"])
def test_a_made_up_word_is_one_word_for_the_pre_tokenizer(recipe):
    at = replace(on_screen(recipe, {"@": 2, "invented": 1}, "", 0), pre_tokenizer="bert")
    asked = ["characters", "unknown" if recipe == "wordpiece" else "part"]
    made_up = [facts_of(each).get("word") for id in asked for each in answer(id, at).sentences]
    assert all(split_words(word, "bert") == [word] for word in made_up if word)


@pytest.mark.parametrize("recipe", ["end-of-word-bpe", "blog-wordpiece"])
def test_the_library_is_not_named_for_what_it_does_not_train(recipe):
    text = said("again", on_screen(recipe, golden.LOW_LOWER, ""))
    assert "trained again" in text and "tokenizers library" not in text


def test_a_merge_chosen_by_hand_is_not_blamed_on_the_score():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(("h", "##u"))
    trainer.step(("p", "##u"))
    forced = trained(trainer)
    at = Context(forced, 2, hugging_face=context(golden.TOY).hugging_face, merge=2)
    assert str(answer("library", at).example) == "hug, pug, pun, bun, hugs"
    library = BPETrainer(golden.TOY, marking="##")
    library.step(("p", "##u"))
    by_hand = replace(context(golden.TOY, 1), hugging_face=trained(library))
    assert answer("library", by_hand).example
    assert "BPE without ##" in said("library", context(golden.TOY, 1))
    by_hand = replace(context(golden.TOY, 1), bpe=trained(library))
    assert "BPE without ##" not in said("library", by_hand)
    assert said("ties", at).startswith("Merge 2 was not chosen by the rule of the training, so")
    n = len(forced)
    assert f"Merges that are the same: {n}. Merges chosen by hand were chosen again." in said(
        "again", at
    )


@pytest.mark.parametrize("id", ["again", "ties"])
def test_a_replay_of_a_file_is_not_called_a_training_with_a_rule(id):
    timeline, _ = replay(golden.TOY, [("u", "g"), ("h", "ug")], marking=NONE)
    assert answer(id, Context(timeline, 1)).example


def test_only_the_course_s_words_after_its_first_merges_are_compared_with_print():
    other = WordPieceTrainer(golden.TOY)
    other.step(("p", "##u"))
    few = trained(WordPieceTrainer(golden.TOY, max_merges=1))
    trainings = [toy(3, merge=3), context(golden.COURSE, 2), Context(few, 1), toy(3)]
    trainings += [Context(trained(other), 2), context(golden.TOY | {"hug": 11}, 2)]
    asked = ["printed" in {q.id for q in asked_at("card", at)} for at in trainings]
    assert asked == [True, *[False] * 5]


def test_a_part_whose_count_stays_the_same_is_not_said_to_fall():
    """The merge of `##` and `####` (`##` with the continuation prefix) makes the token `####`."""
    text = said("rescoring", on_screen("wordpiece", {"##aa": 3, "a##": 1, "####a": 1}, "", 5))
    assert "joins ## + ####, so the counts of its parts fall: ## from 4 to 3. ## + ##a" in text


def test_a_made_up_word_with_a_run_is_not_in_the_corpus():
    assert "in the word hmmm, ##m + ##m would be counted 2" in said("counts", context({"baaa": 5}))


def test_another_rule_for_ties_may_have_led_elsewhere_before():
    """By alphabetical order, merge 5 of the toy corpus is h + ##ug."""
    text = said("ties", toy(4))
    assert "In this tie, p + ##u wins. Another rule for ties: the pair that comes first" in text
    assert text.endswith("wins. By this rule, ##u + ##g would win.")


def test_a_replay_ends_with_its_file():
    timeline, _ = replay(golden.TOY, [("u", "g"), ("h", "ug")], marking=NONE)
    text = said("stop", Context(timeline, 2))
    assert text.startswith("Training ended after 2 merges: every merge of the file that applies")
    assert "pairs are left. None has a better score than" in text


def test_pairs_below_the_minimum_are_not_compared_by_their_score_of_0():
    rule = replace(RECIPES["wordpiece"], score=WORDPIECE.without_rarer(6), min_pair_count=6)
    timeline = trained(rule.trainer(golden.TOY))
    text = said("stop", Context(timeline, len(timeline)))
    assert text.endswith("4 pairs are left. Each of them occurs fewer than 6 times.")


@pytest.mark.parametrize("pre_tokenizer", ["whitespace", "bert", "gpt2", "metaspace"])
@pytest.mark.parametrize("marking", ["##", "</w>", "none"])
def test_the_answer_on_decoding_decodes_as_the_tokenizer(marking, pre_tokenizer):
    text, words = "the walk.  a", split_words("the walk. a walk", pre_tokenizer)
    trained_on = trained(BPETrainer(dict.fromkeys(words, 1), marking=MARKINGS[marking]))
    encoder = BPEEncoder.from_timeline(trained_on, 2)
    at = Context(trained_on, 2, text=text, pre_tokenizer=pre_tokenizer, encoders=(encoder,))
    ours = Tokenizer(encoder, pre_tokenizer=pre_tokenizer)
    decoded = ours.decode(ours.encode(text))
    assert decoded == text or f"“{text}” gives “{decoded}”" in said("decoding", at)


@pytest.mark.parametrize(("n", "counted", "is_cut"), [(250, 250, False), (400, 250, True)])
def test_the_answer_on_decoding_says_how_much_of_a_long_text_it_compares(n, counted, is_cut):
    at = replace(toy(9), text=("Hug " * n).strip(), normalizer=str.lower)
    assert f"{counted} letters changed their case" in said("decoding", at)
    assert ("only the first 1,000 characters" in said("decoding", at)) == is_cut


def test_decoding_turns_the_mark_of_a_space_into_a_space():
    words = dict.fromkeys(split_words("the walk", "metaspace"), 1)
    at = replace(context(words, text="the  walk"), pre_tokenizer="metaspace")
    assert said("decoding", at).startswith("Decoding turns each ▁ into one space, except at the")
