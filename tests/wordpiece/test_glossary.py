"""The glossary: every term once, in few words, with examples that counting anew gives."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.golden import TOY
from wordpiece.message import ENGLISH, Token, paragraph, parts, text
from wordpiece.teaching.glossary import TERMS, found
from wordpiece.teaching.glossary import TOY as WORDS
from wordpiece.textbook import longest_match, replay_merges, textbook_merges

BY_ID = {term.id: term for term in TERMS}

WANTED = """
token, pair, pair frequency, merge, vocabulary, vocabulary size, base vocabulary, alphabet,
pre-tokenization, normalization, continuation prefix, greedy longest-match-first, merge replay,
[UNK], special token, [CLS], fertility, tokens per word, tie-break, byte-level BPE,
end-of-word symbol, likelihood, WordPiece, BPE, byte-pair encoding, Unigram, embedding, whitespace,
offset, encoding, decoding, symbol, score, corpus, subword, Ġ, </w>, out of vocabulary (OOV)
"""


def example(id: str) -> str:
    return text(BY_ID[id].example())


def test_the_fields_terms_are_there_in_order():
    names = [text(term.name) for term in TERMS]
    called = {*names, *(text(also) for term in TERMS for also in term.also)}
    assert {*" ".join(WANTED.split()).split(", ")} <= called
    assert len(BY_ID) == len(TERMS) == len({*names})
    assert names == sorted(names, key=lambda name: re.sub(r"\W", "", name.casefold()))


def test_no_name_means_two_things():
    also = [text(name) for term in TERMS for name in (term.name, *term.also)]
    assert [name for name, times in Counter(also).items() if times > 1] == []


@pytest.mark.parametrize("term", TERMS, ids=[term.id for term in TERMS])
def test_a_meaning_is_a_sentence_or_two(term):
    said = paragraph(term.meaning)
    assert 1 <= len(re.findall(r"[.;](?=\s|$)", said)) <= 3
    assert said[0].isupper() or said[0] == "["
    assert said.endswith(".") and len(said.split()) <= 45
    for sentence in term.sentences:
        assert text(sentence).endswith(".")
        assert len(text(sentence).split()) <= 45


def test_searching():
    assert found("") == [*TERMS]
    assert [term.id for term in found("OOV")] == ["unk"]
    assert found("  Longest ")[0].id == "longest-match"
    assert found("pair  Frequency")[0].id == "pair-frequency"
    assert "pair-frequency" in [term.id for term in found("occurs 20 times")]  # in an example
    assert found("no such term") == []


# --- Figures, counted anew ---------------------------------------------------------------------


def counted(prefix: str) -> tuple[Counter, Counter]:
    symbols: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for word, times in TOY.items():
        split = [word[0], *(prefix + char for char in word[1:])]
        for symbol in split:
            symbols[symbol] += times
        for pair in pairwise(split):
            pairs[pair] += times
    return symbols, pairs


def test_examples_with_counts():
    assert WORDS == TOY
    symbols, pairs = counted("##")
    best = max(pairs, key=lambda pair: pairs[pair])
    assert example("pair-frequency").startswith(f"{best[0]} + {best[1]} occurs {pairs[best]} times")
    scores = {p: Fraction(n, symbols[p[0]] * symbols[p[1]]) for p, n in pairs.items()}
    a, b = winner = max(scores, key=lambda pair: scores[pair])
    fraction = f"{pairs[winner]} / ({symbols[a]} × {symbols[b]}) = {scores[winner]}"
    assert example("score").startswith(f"{a} + {b}: {fraction}")
    assert example("merge") == f"{a} + {b} becomes {a}{b.removeprefix('##')}."
    assert example("base-vocabulary") == f"On the toy words it is {' '.join(sorted(symbols))}."
    _, bare = counted("")
    first = max(bare, key=lambda pair: bare[pair])
    assert f"{first[0]} + {first[1]} merges first, as it occurs {bare[first]} times" in example(
        "bpe"
    )


def test_examples_after_merges():
    merges = textbook_merges(TOY, 99)
    vocabulary = {*counted("##")[0], *(merge.token for merge in merges)}
    matched = " ".join(longest_match("pugs", vocabulary))
    assert f"pugs becomes {matched}." in example("longest-match")
    assert example("decoding") == f"{matched} becomes pugs again."
    symbols = ["p", "##u", "##g", "##s"]
    for merge in merges:  # in the order learned
        for at in range(len(symbols) - 1, 0, -1):
            if (symbols[at - 1], symbols[at]) == merge.pair:
                symbols[at - 1 : at + 1] = [merge.token]
    assert f"makes {' '.join(symbols)} of pugs." in example("merge-replay")
    splits = {word: [word[0], *("##" + char for char in word[1:])] for word in TOY}
    for merge in merges[:3]:
        for split in splits.values():
            for at in range(len(split) - 1, 0, -1):
                if (split[at - 1], split[at]) == merge.pair:
                    split[at - 1 : at + 1] = [merge.token]
    tokens, words = sum(len(splits[w]) * n for w, n in TOY.items()), sum(TOY.values())
    assert f"{tokens} tokens for {words} words, {tokens / words:.2f}" in example("fertility")
    assert f"After the first toy merge {len(merges[1].tied)} pairs" in example("tie-break")
    grown = f"from {len(counted('##')[0])} entries to {len(vocabulary)}."
    assert example("vocabulary").endswith(grown)
    bpe = replay_merges("mug", [merge.pair for merge in textbook_merges(TOY, 3, algorithm="bpe")])
    assert bpe == ["m", "ug"]  # and m was never seen
    assert example("unk") == "mug becomes [UNK] by WordPiece and [UNK] ug by BPE."
    gain = textbook_merges(TOY, 1, algorithm="likelihood")[0].pair
    assert f"merges {gain[0]} + {gain[1]} first, the published formula ##g + ##s" in example(
        "likelihood"
    )


def test_other_examples():
    assert example("continuation-prefix") == "word begins as w ##o ##r ##d."
    assert example("end-of-word") == "low begins as l o w </w>."
    assert example("pre-tokenization").endswith("into Hug me , pug !.")
    assert example("normalization").endswith("is epee.")
    assert example("offset").endswith(f"begins at {'hug pun'.index('pun')} and ends before 7.")
    # é is two bytes, which GPT-2 writes as the characters of the same numbers in Latin-1.
    written = " ".join("é".encode().decode("latin-1"))
    assert example("byte-level-bpe") == f"é is 2 bytes, which GPT-2 writes as {written}."


def test_the_caveat_is_there():
    said = paragraph(BY_ID["wordpiece"].meaning)
    assert "Google never published its trainer" in said and "reconstruction" in said


def test_tokens_in_sentences_are_tokens():
    """So that a page sets them in code type, and nothing in them can be HTML."""
    tokens = [
        part.text
        for term in TERMS
        for said in term.sentences
        for part in parts(said, ENGLISH)
        if isinstance(part, Token)
    ]
    assert {"##", "[CLS]", "##gs", "</w>"} <= {*tokens}
