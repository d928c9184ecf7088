"""Every figure in every card and every "Why?" answer, recounted without the engine.

`tests.plain` trains and encodes with nothing but dictionaries and fractions. The sentences are
read as a visitor reads them: `PATTERNS` has a pattern for each, and what its figures must be. A
sentence that says something and fits no pattern fails.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from tests import golden
from tests.plain import Plain
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.message import Message
from wordpiece.teaching.answers import Context, answer, asked_at
from wordpiece.teaching.wording import explain

# What the sentences say.

N, TIMES, TOKEN = r"(\d[\d,]*)", r"(once|twice|\d[\d,]* times?)", r"(\S+?)"
PAIR = rf"{TOKEN} \+ {TOKEN}"
EACH = r"(\d[\d,]*\.\d\d)"
FORMULA = r"(\d[\d,]* / \(\d[\d,]* × \d[\d,]*\) = \d[\d,/]*|once|twice|\d[\d,]* times?)"
TOKENS = r"((?:\S+ )*\S+?)"


def number(text):
    return {"once": 1, "twice": 2}.get(text) or int(text.split()[0].replace(",", ""))


@dataclass
class At:
    """Where a sentence stands: a training, the step on screen, the merge, and BPE beside it."""

    plain: Plain
    step: int
    merge: int
    bpe: Plain | None = None
    hugging_face: Plain | None = None


def formula(plain, k, pair, said):
    """Check a formula; return how many facts it has."""
    n, symbols = plain.pairs(k)[pair], plain.symbols(k)
    if " / " not in said:
        assert number(said) == n
        return 1
    found = [int(x.replace(",", "")) for x in re.findall(r"[\d,]+", said)]
    assert found[:3] == [n, symbols[pair[0]], symbols[pair[1]]]
    assert Fraction(*(found[3:] if "/" in said.split("=")[1] else [found[3], 1])) == Fraction(
        n, symbols[pair[0]] * symbols[pair[1]]
    )
    return 4


def apart(at, together, left=None, right=None):
    """Check how often the pair of the merge occurs, and its parts."""
    k = at.merge - 1
    pair = at.plain.merges[k]
    symbols, n = at.plain.symbols(k), at.plain.pairs(k)[pair]
    assert number(together) == n
    assert (symbols[pair[0]] == n, symbols[pair[1]] == n) == (bool(left), bool(right))
    assert (left or pair[0], right or pair[1]) == pair or left is right is True
    return 3


def parts_of(at, together, a, in_a, b, in_b):
    k = at.merge - 1
    symbols = at.plain.symbols(k)
    assert (a, b) == at.plain.merges[k] and number(together) == at.plain.pairs(k)[a, b]
    assert (number(in_a), number(in_b)) == (symbols[a], symbols[b])
    return 3


def same_parts(at, together, a, in_a):
    k = at.merge - 1
    assert (a, a) == at.plain.merges[k] and number(together) == at.plain.pairs(k)[a, a]
    assert number(in_a) == at.plain.symbols(k)[a]
    return 2


def shares(at, n, rule, mark=None):
    tied = at.plain.tied(at.merge - 1)
    assert number(n) == len(tied) > 1
    assert rule.startswith("first in alphabetical") == at.plain.alphabetical
    if mark:
        winner = min(tied)
        others = [next(x for x, y in zip(p, winner, strict=True) if x != y)
                  for p in tied if p != winner]  # fmt: skip
        assert any(not other.startswith("##") for other in others)
    return 2


def top(at, a, b, n, equals=None):
    k = at.merge - 1
    pair, tied = at.plain.top_by_count(k)
    assert (a, b) == pair and number(n) == at.plain.pairs(k)[pair]
    assert tied == number(equals or "1")
    return 3


def own_top(at, n):
    k = at.merge - 1
    pair, _ = at.plain.top_by_count(k)
    assert pair == at.plain.merges[k] and number(n) == at.plain.pairs(k)[pair]
    return 2


def replaced_in(plain, k):
    """How often merge ``k`` replaced its pair."""
    return sum(
        plain.words[w] * (len(before) - len(plain.states[k][w]))
        for w, before in plain.states[k - 1].items()
    )


def overlap(at, counted, replaced):
    assert number(counted) == at.plain.pairs(at.merge - 1)[at.plain.merges[at.merge - 1]]
    assert number(replaced) == replaced_in(at.plain, at.merge) < number(counted)
    return 2


def known_already(at, token):
    assert token == at.plain.join(at.plain.merges[at.merge - 1])
    assert token in at.plain.vocabulary(at.merge - 1)
    return 1


CARD = [
    (rf"They occur together {TIMES}, and never apart\.", lambda at, t: apart(at, t, True, True)),
    (rf"They occur together {TIMES}, and {TOKEN} never occurs without {TOKEN} before it\.",
     lambda at, t, b, a: apart(at, t, None, b)),
    (rf"They occur together {TIMES}, and {TOKEN} never occurs without {TOKEN} after it\.",
     lambda at, t, a, b: apart(at, t, a, None)),
    (rf"They occur together {TIMES}; {TOKEN} occurs {TIMES} in all, {TOKEN} {TIMES}\.", parts_of),
    (rf"They occur together {TIMES}; {TOKEN} occurs {TIMES} in all\.", same_parts),
    (rf"{N} pairs share this score; the (one seen first) in the corpus wins\.", shares),
    (rf"{N} pairs share this score; the (first in alphabetical) order wins(?:, and (##) sorts "
     r"before every letter)?\.", shares),
    (rf"By count, it is the top pair here too \({N}\)\.", own_top),
    (rf"By count, the top pair here is {PAIR} \({N}\)\.", top),
    (rf"By count, the top pair here is {PAIR} \({N}; {N} pairs have that count\)\.", top),
    (rf"Counted {TIMES}, replaced {TIMES}: in a run .*", overlap),
    (rf"{TOKEN} was in the vocabulary already, so .*", known_already),
]  # fmt: skip


# Answers.


def where_counted(at, a, b, n, places, merge=None):
    k = at.step if merge is None else number(merge) - 1
    pairs = at.plain.pairs(k)
    assert number(n) == pairs[a, b] == max(pairs.values())
    total = 0
    for count, word in re.findall(rf"{N} in (\S+?)(?:,|$)", places):
        if word == "other":
            continue
        inside = sum(pair == (a, b) for pair in pairwise(at.plain.states[k][word]))
        assert number(count) == inside * at.plain.words[word]
        total += number(count)
    if rest := re.search(rf"{N} in other words", places):
        total += number(rest[1])
    assert total == pairs[a, b]
    return 2 + places.count(" in ")


def counted_parts(at, said):
    k = at.step if at.plain.pairs(at.step) else at.step - 1
    found = re.findall(rf"(\S+) {TIMES}", said)
    assert found
    for symbol, count in found:
        assert number(count) == at.plain.symbols(k)[symbol]
    return len(found)


def run_at(at, merge, a, b, counted, replaced):
    k = number(merge)
    assert at.plain.merges[k - 1] == (a, b)
    assert number(counted) == at.plain.pairs(k - 1)[a, b]
    assert number(replaced) == replaced_in(at.plain, k)
    return 3


def border(at, left, first, right, second):
    split = at.plain.states[at.step]
    assert [*at.plain.words][:2] == [first, second]
    assert (split[first][-1], split[second][0]) == (left, right)
    return 2


def places(at, symbols, words, again, less, total):
    assert number(symbols) == number(again) == sum(at.plain.symbols(at.step).values())
    assert number(words) == number(less) == sum(at.plain.words.values())
    assert number(total) == sum(at.plain.pairs(at.step).values())
    return 3


def joins(at, merge, a, b, said):
    k = number(merge)
    assert at.plain.merges[k - 1] == (a, b)
    for symbol, before, after in re.findall(rf"(\S+) {N} before and {N} after", said):
        assert number(before) == at.plain.symbols(k - 1)[symbol]
        assert number(after) == at.plain.symbols(k)[symbol]
    at.merge = k
    return 1 + 2 * said.count("before")


def scored(at, a, b, before, after):
    first = formula(at.plain, at.merge - 1, (a, b), before)
    return first + formula(at.plain, at.merge, (a, b), after)


def retrained(at, same, n):
    assert number(same) == number(n) == min(50, len(at.plain.merges))
    return 2


def other_rule(at, merge, a, b, c, d):
    k = number(merge)
    plain = at.plain
    other = Plain(plain.words, plain.prefix, plain.suffix, plain.rule, not plain.alphabetical,
                  most=k).run()  # fmt: skip
    assert other.merges[: k - 1] == plain.merges[: k - 1]
    assert (other.merges[k - 1], plain.merges[k - 1]) == ((a, b), (c, d))
    return 3


def no_tie(at, merge, a, b, score):
    k = number(merge) - 1 if merge else at.step
    assert at.plain.tied(k) == [(a, b)]
    return 1 + best_score(at, k, score)


def best_score(at, k, score):
    best = at.plain.score(k, at.plain.tied(k)[0])
    assert (number(score) if at.plain.rule == "count" else Fraction(score.replace(",", ""))) == best
    return 1


def tied_now(at, merge, n, score, pairs):
    k = number(merge) - 1 if merge else at.step
    tied = at.plain.tied(k)
    assert number(n) == len(tied)
    named = re.findall(r"(\S+) \+ (\S+?)(?:,|$)", pairs)
    assert named == tied[: len(named)]
    more = re.search(rf"and {N} more", pairs)
    assert len(named) + (number(more[1]) if more else 0) == len(tied)
    at.merge = k + 1
    return len(named) + 2 + best_score(at, k, score)


def tie_winner(at, a, b, word=None):
    assert at.plain.merges[at.merge - 1] == (a, b) if at.merge <= len(at.plain.merges) else True
    assert (a, b) in at.plain.tied(at.merge - 1)
    if word:
        split = at.plain.states[at.merge - 1]
        assert word == next(w for w in split if (a, b) in pairwise(split[w]))
    return 2


def by_other_tie_break(at, a, b):
    tied = at.plain.tied(at.merge - 1)
    assert (a, b) == (tied[0] if at.plain.alphabetical else min(tied))
    return 1


def stopped_after(at, merges, now=None):
    assert number(merges) == len(at.plain.merges)
    assert now is None or number(now) == at.step
    return 1 + (now is not None)


def entries(at, n, special, alphabet, learned):
    last = len(at.plain.merges)
    assert number(special) == at.plain.special and number(alphabet) == len(at.plain.alphabet)
    assert number(learned) == len(at.plain.vocabulary(last)) - len(at.plain.alphabet)
    assert number(n) == number(special) + number(alphabet) + number(learned)
    return 4


def in_it_already(at, n):
    last = len(at.plain.merges)
    new = len(at.plain.vocabulary(last)) - len(at.plain.alphabet)
    assert number(n) == last - new
    return 1


def at_the_end(at, words, tokens):
    last = len(at.plain.merges)
    assert number(words) == sum(at.plain.words.values())
    assert number(tokens) == sum(at.plain.symbols(last).values())
    return 2


def could_go_on(at, n, a, b, said):
    last = len(at.plain.merges)
    assert number(n) == len(at.plain.pairs(last)) and (a, b) in at.plain.tied(last)
    return 2 + formula(at.plain, last, (a, b), said)


def unused_at(plain, k):
    return plain.vocabulary(k) - set(plain.symbols(k))


def unused(at, n, total, when, tokens):
    k = at.step if when == "now" else at.merge
    gone = unused_at(at.plain, k)
    assert number(n) == len(gone) and number(total) == len(at.plain.vocabulary(k))
    more = re.search(rf", and {N} more$", tokens)
    named = tokens[: more.start() if more else None].split(", ")
    assert set(named) <= gone and len(named) + (number(more[1]) if more else 0) == len(gone)
    return 2 + len(named)


def unused_from(at, merge):
    at.merge = number(merge)
    assert not any(unused_at(at.plain, k) for k in range(at.step, at.merge))
    assert unused_at(at.plain, at.merge)
    return 1


def last_one(at, token, made, merge):
    k = number(merge)
    assert token in at.plain.merges[k - 1] and at.plain.join(at.plain.merges[k - 1]) == made
    assert at.plain.symbols(k - 1)[token] and not at.plain.symbols(k)[token]
    return 2


def two_entries(at, char, begins, marked, inside, one, other):
    assert marked == at.plain.prefix + char and begins[0] == char and char in inside[1:]
    ids = sorted(at.plain.alphabet)
    assert [number(one), number(other)] == [at.plain.special + ids.index(s) for s in (char, marked)]
    return 4


def right_loses(at, a, b, token):
    assert (a, b) in at.plain.merges and at.plain.join((a, b)) == token
    return 1


def at_word_ends(at, words, word, symbols):
    assert number(words) == sum(at.plain.words.values())
    assert symbols.split() == at.plain.states[0][word]
    return 2


def both_ends(at, ending, inside):
    assert ending == inside + at.plain.suffix
    assert at.plain.vocabulary(at.step) >= {ending, inside}
    return 2


def take_unknown(at, word, missing, found):
    assert at.plain.match(at.step, word) == ["[UNK]"]
    vocabulary = at.plain.vocabulary(at.step)
    assert missing not in vocabulary and set((found or "").split()) <= vocabulary
    done = "".join(t.removeprefix("##") for t in (found or "").split())
    assert word.startswith(done) and word[len(done)] == missing.removeprefix("##")
    at.word = word
    return 3


def marks_only(at, pieces):
    plain = at.bpe or at.plain
    assert pieces.split() == plain.replay(min(at.step, len(plain.merges)), at.word)[0]
    return 1


def new_word(at, word, pieces, n, total):
    assert word not in at.plain.words
    assert pieces.split() in (at.plain.match(at.step, word), at.plain.replay(at.step, word)[0])
    lengths = [len(p.removeprefix(at.plain.prefix if i else "").removesuffix(at.plain.suffix))
               for i, p in enumerate(pieces.split())]  # fmt: skip
    assert number(total) == len(lengths) and number(n) == lengths.count(1)
    return 4


def alphabet_of(at, n):
    assert number(n) == len(at.plain.alphabet)
    return 1


def too_long(at, first, second, n, tokens):
    word = first + second * number(n)
    assert number(n) == 99 and len(at.plain.match(at.step, word)) == number(tokens)
    return 2


def longest_word(at, n):
    assert number(n) == max(map(len, at.plain.words))
    return 1


def with_stem(at, word, stem, pieces, over):
    assert stem in at.plain.words and word.startswith(stem) and word not in at.plain.words
    found = at.plain.match(at.step, word)
    assert pieces.split() == found
    end = 0
    for i, token in enumerate(found):
        begin, end = end, end + len(token.removeprefix(at.plain.prefix if i else ""))
        if begin < len(stem) < end:
            assert token == over
            break
    else:
        raise AssertionError("it is cut there")
    at.word = word
    return 3


def of_these_merges(at, pieces):
    assert pieces.split() == at.plain.replay(at.step, at.word)[0]
    return 1


def two_ways(at, word, by_match, by_replay):
    assert by_match.split() == at.plain.match(at.step, word)
    own = at.plain.states[at.step].get(word)
    assert by_replay.split() == (own or at.plain.replay(at.step, word)[0])
    assert by_match != by_replay
    return 2


def unlike_training(at, n, total):
    now = at.plain.states[at.step]
    assert number(total) == len(now)
    assert number(n) == sum(at.plain.match(at.step, word) != now[word] for word in now)
    return 2


def in_order(at, word, pieces, merge, a, b):
    plain = at.bpe or at.plain
    k = min(at.step, len(plain.merges))
    found, first = plain.replay(k, word)
    assert pieces.split() == found and number(merge) == first and plain.merges[first - 1] == (a, b)
    at.word = word
    return 3


def newest_first(at, pieces):
    plain = at.bpe or at.plain
    assert pieces.split() == plain.replay(min(at.step, len(plain.merges)), at.word, True)[0]
    return 1


def part_of(at, word, pieces):
    assert pieces.split() == at.plain.replay(at.step, word)[0]
    return 1


def strangers(at, characters):
    assert not set(characters.split()) & at.plain.alphabet
    return len(characters.split())


def ratio_takes(at, a, b, said):
    k = at.merge - 1
    assert at.plain.merges[k] == (a, b)
    return 1 + formula(at.plain, k, (a, b), said)


def rule_takes(at, merges, a, b, n):
    k = number(merges) if merges else 0
    assert at.plain.merges[:k] == at.hugging_face.merges[:k]
    assert at.hugging_face.merges[k] == (a, b) != at.plain.merges[k]
    assert number(n) == at.hugging_face.pairs(k)[a, b]
    at.merge = k + 1
    return 3


def bpe_takes(at, a, b, merge, n):
    k = number(merge) - 1
    assert at.bpe.merges[k] == (a, b) and number(n) == at.bpe.pairs(k)[a, b]
    return 2


def side_by_side(at, step, *said):
    """Check tokens and tokens per word of three trainings."""
    k, words = number(step), sum(at.plain.words.values())
    tokens = [sum(it.symbols(min(k, len(it.merges))).values()) for it in three(at)]
    assert [number(n) for n in said[:3]] == tokens
    assert [*said[3:]] == [f"{n / words:.2f}" for n in tokens]
    at.merge = k
    return 7


def three(at):
    return at.plain, at.bpe, at.hugging_face


def longest(it, k):
    return max(len("".join(pair).replace("##", "")) for pair in it.merges[:k])


def longest_three(at, *said):
    """Check the longest token of three trainings; the sentence before says at which step."""
    for it, token, length in zip(three(at), said[:3], said[3:], strict=True):
        made = [it.join(pair) for pair in it.merges[: at.merge]]
        assert token in made
        assert number(length) == longest(it, at.merge) == len(token.replace("##", ""))
    return 6


def fewer_tokens(at, winner, loser):
    tokens = {"WordPiece": at.plain, "BPE": at.bpe}
    tokens = {name: sum(it.symbols(min(at.merge, len(it.merges))).values())
              for name, it in tokens.items()}  # fmt: skip
    assert tokens[winner] < tokens[loser]
    return 1


def longer_token(at, winner, loser):
    each = {"WordPiece": at.plain, "BPE": at.bpe}
    assert longest(each[winner], at.merge) > longest(each[loser], at.merge)
    return 1


def as_many_tokens(at):
    plain, bpe = at.plain, at.bpe
    k, j = (min(at.merge, len(it.merges)) for it in (plain, bpe))
    assert sum(plain.symbols(k).values()) == sum(bpe.symbols(j).values())
    return 1


def as_long(at):
    assert longest(at.plain, at.merge) == longest(at.bpe, at.merge)
    return 1


def ok(count: int) -> Callable[..., int]:
    """Nothing to recount: a source says so, or another test does."""
    return lambda at, *_: count


ANSWERS = [
    (rf"A word counts as often as it occurs\. The pair frequency of {PAIR} is now {N}: (.*)\.",
     where_counted),
    (rf"A word counts as often as it occurs\. The pair frequency of {PAIR} before merge {N} was "
     rf"{N}: (.*)\.", lambda at, a, b, m, n, p: where_counted(at, a, b, n, p, m)),
    (r"A part is counted wherever it occurs(?:, with or without the other)?: (.*)\.",
     counted_parts),
    (rf"In a run of the same symbol, occurrences overlap: at merge {N}, {PAIR} was counted {TIMES} "
     rf"and replaced {TIMES}\.", run_at),
    (r"In a run of the same symbol, .* in aaa, BPE counts a \+ a twice and replaces it once\.",
     ok(0)),
    (rf"A pair is two neighbouring symbols inside one word\. {TOKEN} at the end of {TOKEN} and "
     rf"{TOKEN} at the beginning of {TOKEN} are not a pair: .*", border),
    (rf"The corpus now has {N} symbols in {N} words, so there are {N} − {N} = {N} places for "
     r"pairs\.", places),
    (r"Pre-tokenization, before training, decides what a word is: don't! is 1 word by whitespace, "
     r"4 words by BERT's rule, and 3 by GPT-2's\.", ok(3)),
    (rf"Yes\. Merge {N} joins {PAIR}, so the counts of its parts fall: (.*)\.", joins),
    (rf"The score of {PAIR} is {FORMULA} before it and {FORMULA} after it\.", scored),
    (rf"Trained again just now: {N} of the first {N} merges? came out the same\.", retrained),
    (rf"With alphabetical ties, merge {N} would be {PAIR} instead of {PAIR}\.", other_rule),
    (rf"With the first-seen rule for ties, merge {N} would be {PAIR} instead of {PAIR}\.",
     other_rule),
    (r"The WordPieceTrainer of the tokenizers library .* its ## symbols .* \(version 0\.23\.3\)\.",
     ok(0)),
    (rf"(There is no tie now): only {PAIR} has the best score, (\S+?|\d+ times)\.",
     lambda at, _, a, b, s: no_tie(at, None, a, b, s)),
    (rf"Merge {N} was no tie: only {PAIR} had the best score, (\S+?|\d+ times)\.", no_tie),
    (rf"{N} pairs share the best score now, (\S+?|\d+ times|once|twice): (.*)\.",
     lambda at, n, s, p: tied_now(at, None, n, s, p)),
    (rf"At merge {N}, {N} pairs shared the best score, (\S+?|\d+ times|once|twice): (.*)\.",
     tied_now),
    (rf"The score cannot choose, .* Here the pair seen first wins: {PAIR}, in {TOKEN}\.",
     tie_winner),
    (rf"The score cannot choose, .* alphabetical order wins: {PAIR}(?:, as ## sorts before every "
     r"letter)?\.", tie_winner),
    (rf"In alphabetical order it would be {PAIR}, .*", by_other_tie_break),
    (rf"By the first-seen rule it would be {PAIR}, .*", by_other_tie_break),
    (rf"Training stopped after {N} merges?: [^.]*\.(?: Merge {N} is on screen\.)?", stopped_after),
    (rf"The vocabulary (?:now|then) has {N} entr\w+: {N} special, {N} in the alphabet and {N} "
     r"learned\.", entries),
    (rf"{N} merges? made a token that was in it already\.", in_it_already),
    (rf"The corpus of {N} words is then {N} tokens, .*", at_the_end),
    (rf"{N} pairs? could still be merged\. The next would be {PAIR}(?:: | \(){FORMULA}\)?\.",
     could_go_on),
    (rf"Not counting special tokens, {N} of {N} tokens (?:is|are) in no word (now|then): (.*)\.",
     unused),
    (rf"Now every token is in some word\. From merge {N} on, some tokens are unused\.",
     unused_from),
    (rf"The last {TOKEN} became part of {TOKEN} at merge {N}\.", last_one),
    (r"The continuation prefix ## says that .*", ok(0)),
    (rf"{TOKEN} begins {TOKEN}; {TOKEN} is inside {TOKEN}\. They are two entries, ids {N} and {N}, "
     r"and they are counted apart\.", two_entries),
    (rf"In a merge, the right part loses its ##: {PAIR} become {TOKEN}\.", right_loses),
    (rf"</w> is an extra symbol .* so it occurs {N} times here\. {TOKEN} begins as (.*)\.",
     at_word_ends),
    (rf"{TOKEN} can only end a word; {TOKEN} is a token of its own, for other places\.",
     both_ends),
    (rf"Take {TOKEN}\. {TOKEN} is not in the vocabulary, so nothing fits (?:after {TOKENS}|at the "
     r"beginning)\. The whole word .*", take_unknown),
    (rf"Merge replay, as in BPE, marks only the characters it never saw: {TOKENS}\.", marks_only),
    (r"Only (.*) (?:is|are) unknown: training never saw (?:it|them)\.", strangers),
    (rf"{TOKEN} was not in the training corpus\. It becomes {TOKENS}: {N} of {N} pieces (?:is|are) "
     r"(?:a )?single characters?\.", new_word),
    (rf"\[UNK\] is for characters outside the base vocabulary \(alphabet\) of {N} symbols?\.",
     alphabet_of),
    (r"A character that only ever began words is not in it with ##\.", ok(0)),
    (r"A word of more than 100 characters becomes \[UNK\] without a look .*", ok(1)),
    (rf"{TOKEN} followed by {TOKEN} {N} times becomes {N} tokens\. With one more .*", too_long),
    (r"100 is the default in Hugging Face's library\. .* allowed 200 since November 2018\.", ok(2)),
    (rf"Training has no limit: the longest word here has {N} characters?\.", longest_word),
    (rf"{TOKEN} begins with {TOKEN}, a word of the corpus, and still becomes {TOKENS}: {TOKEN} "
     r"reaches beyond \S+\.", with_stem),
    (rf"Replaying the merges of this training gives {TOKENS}\. That .*", of_these_merges),
    (rf"{TOKEN} becomes {TOKENS} by longest match and {TOKENS} by replaying the same merges\. .*",
     two_ways),
    (rf"{N} of {N} words of the corpus (?:is|are) split differently from training\.",
     unlike_training),
    (rf"{TOKEN} becomes {TOKENS}\. The first merge that applies is merge {N}, {PAIR}\.", in_order),
    (rf"With the newest merge first, it would become {TOKENS}\.", newest_first),
    (rf"Here,? ?(?:after {N} merges? in common, )?that rule takes {PAIR}, which occur together "
     rf"{TIMES}\.", rule_takes),
    (rf"WordPiece's own score takes {PAIR}: {FORMULA}\.", ratio_takes),
    (rf"At step {N}(?:, the first with learned tokens)?, the corpus takes {N} tokens? in "
     rf"WordPiece, {N} in BPE and {N} in Hugging Face style\. Per word, that is {EACH}, {EACH} and "
     rf"{EACH}\.", side_by_side),
    (rf"The longest learned tokens are {TOKEN} in WordPiece, {TOKEN} in BPE and {TOKEN} in Hugging "
     rf"Face style: {N}, {N} and {N} characters\.", longest_three),
    (r"On these words, at this point, (\w+) needs fewer tokens than (\w+)\.", fewer_tokens),
    (r"On these words, at this point, WordPiece and BPE need equally many tokens\.",
     as_many_tokens),
    (r"The longest token of (\w+) is longer than that of (\w+)\.", longer_token),
    (r"The longest tokens of WordPiece and BPE are equally long\.", as_long),
    (rf"BPE without ## takes {PAIR} as its merge {N} \({TIMES}\)\.", bpe_takes),
    (r"“.*” comes back as “.*”\.", ok(0)),  # see test_decoders
    (r"(?:One space was|\d+ spaces were) added\.", ok(0)),
    (r"Whitespace .*|“.*” .*is unknown; .*", ok(0)),
    (rf"{TOKEN} becomes {TOKENS}\.", part_of),
]  # fmt: skip


def recount(said: Message, at: At, patterns) -> int:
    """Check a sentence; return how many facts are in it."""
    text = str(said)
    for pattern, check in patterns:
        if found := re.fullmatch(pattern, text):
            return check(at, *found.groups())
    if not said.facts:
        return 0  # it has no figure
    raise AssertionError(f"no pattern for {text!r}")


CORPORA = {"toy": golden.TOY, "course": golden.COURSE, "low": golden.LOW_LOWER,
           "runs": {"aaaa": 3, "baaab": 2, "aab": 1}}  # fmt: skip
TRAININGS = {
    "wordpiece": ({}, {"prefix": "##", "special": 5}),
    "alphabetical": ({"tie_break": "alphabetical"},
                     {"prefix": "##", "special": 5, "alphabetical": True}),
    "bpe": ({}, {"rule": "count"}),
    "end-of-word": ({"marking": "</w>"}, {"rule": "count", "suffix": "</w>"}),
}  # fmt: skip
MOST = 30


def both(corpus, name):
    """The engine's training and the plain one."""
    options, plain = TRAININGS[name]
    kind = BPETrainer if plain.get("rule") == "count" else WordPieceTrainer
    trainer = kind(CORPORA[corpus], max_merges=MOST, **options)
    trainer.run()
    return trainer.timeline(), Plain(CORPORA[corpus], most=MOST, **plain).run()


@pytest.mark.parametrize("name", TRAININGS)
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_figure_on_every_card(corpus, name):
    timeline, plain = both(corpus, name)
    merges = [timeline.pair(k) for k in range(1, len(timeline) + 1)]
    assert merges == plain.merges
    facts = 0
    for k in range(1, len(timeline) + 1):
        top_pair = timeline.scores(k - 1).most_frequent()
        for said in explain(timeline.step(k), timeline.score, timeline.tie_break, *top_pair):
            facts += recount(said, At(plain, k, k), CARD)
    assert facts >= len(merges) * (plain.rule != "count")


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAININGS)
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_figure_in_every_answer(corpus, name):
    timeline, plain = both(corpus, name)
    bpe, plain_bpe = both(corpus, "bpe")
    options = {"marking": "##", "tie_break": timeline.tie_break, "max_merges": MOST}
    trainer = BPETrainer(CORPORA[corpus], **options)
    trainer.run()
    library = trainer.timeline()
    alphabetical = plain.alphabetical
    plain_library = Plain(
        CORPORA[corpus], "##", rule="count", alphabetical=alphabetical, most=MOST
    ).run()
    panels = ("card", "scores", "words", "vocabulary", "growth", "columns", "result", "trace",
              "decoded")  # fmt: skip
    facts, asked = 0, set()
    for step in range(len(timeline) + 1):
        for panel in panels:
            at = Context(timeline, step, bpe, library, merge=step if panel == "card" else None)
            for question in asked_at(panel, at):
                found = answer(question.id, at)
                if found.example:
                    continue
                asked.add(question.id)
                place = At(plain, step, step + 1, plain_bpe, plain_library)
                for said in found.sentences:
                    facts += recount(said, place, ANSWERS)
    print(f"{corpus}, {name}: {facts} facts in the answers to {len(asked)} questions")
    assert len(asked) >= 5 and facts > 20 * len(timeline)
