"""The story of a token, against plain counting of every state."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.facts import recounted
from tests.golden import TOY
from tests.strategies import algorithms, examples, markings, tie_breaks, word_frequencies
from tests.wordpiece.trainings import TRAINERS, trained
from wordpiece import BPETrainer, Trainer, WordPieceTrainer
from wordpiece.errors import UnknownTokenError
from wordpiece.marking import marking_of
from wordpiece.scoring import PAIR_COUNT
from wordpiece.training.story import Holder, Node


def spelled(node: Node) -> list[str]:
    if not node.parts:
        return [node.token]
    return [symbol for part in node.parts for symbol in spelled(part)]


@given(
    words=word_frequencies, algorithm=algorithms, marking=markings, tie_break=tie_breaks,
    data=st.data(),
)  # fmt: skip
@examples(80)
def test_it_is_what_plain_counting_gives(words, algorithm, marking, tie_break, data):
    timeline = trained(
        TRAINERS[algorithm], words, marking=marking, tie_break=tie_break, max_merges=40,
        special_tokens=(),
    )  # fmt: skip
    plain = recounted(timeline)
    last = data.draw(st.integers(0, len(timeline)), label="until")
    made = [plain.join(*pair) for pair in plain.merges[:last]]
    for token in plain.alphabet | {*made}:
        story = timeline.story(token, last)
        counts = [plain.symbols(k)[token] for k in range(last + 1)]
        assert [story.count(k) for k in range(last + 1)] == counts
        steps, values = story.counts
        assert steps == [k for k in range(last + 1) if not k or counts[k] != counts[k - 1]]
        assert values == [counts[k] for k in steps]
        by = [k for k, each in enumerate(made, 1) if each == token]
        assert [step.index for step in story.made_by] == by
        assert story.origin == ("alphabet" if token in plain.alphabet else "merge")
        on = [k for k, pair in enumerate(plain.merges[:last], 1) if token in pair]
        assert [step.index for step in story.merged_on] == on
        ended = story.out_of_use
        assert (ended is not None) == (not counts[-1] and any(counts))
        if ended is not None:
            assert counts[ended - 1] and not any(counts[ended:])
        for k in {0, last // 2, last}:
            state = enumerate(plain.states[k].items())
            held = Counter({i: words[w] * s.count(token) for i, (w, s) in state})
            assert story.holders(k) == [Holder(i, n) for i, n in held.most_common() if n]
        assert story.id == plain.id(last, token)


@given(words=word_frequencies, algorithm=algorithms, marking=markings, leaves=st.integers(1, 9))
@examples(40)
def test_the_tree_spells_the_token(words, algorithm, marking, leaves):
    timeline = trained(TRAINERS[algorithm], words, marking=marking, max_merges=30)
    alphabet = {symbol for split in timeline.splits(0).values() for symbol in split}
    join = marking_of(marking).join
    first: dict[Any, int] = {}
    for step in range(1, len(timeline) + 1):
        first.setdefault(timeline.pair(step), step)
        first.setdefault(timeline.merge(step).token, step)

    def whole(token: str) -> set[int]:
        if token in alphabet:
            return set()
        step = first[token]
        return {step}.union(*map(whole, timeline.pair(step)))

    for token in {timeline.merge(step).token for step in range(1, len(timeline) + 1)}:
        story = timeline.story(token)
        tree = story.tree(leaves)
        merges = whole(token)
        ends = spelled(tree)
        assert len(ends) <= leaves
        if len(ends) < leaves:
            assert set(ends) <= alphabet
        joined = ends[0]
        for symbol in ends[1:]:
            joined = join(joined, symbol)
        assert joined == token
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            if node.token in alphabet:
                assert node.merge is None and not node.parts
                continue
            assert node.merge == timeline.merge(first[node.token])
            assert tuple(part.token for part in node.parts) in ((), node.merge.pair)
            waiting += node.parts
        assert [step.index for step in story.merges()] == sorted(merges, reverse=True)


def test_a_story_up_to_a_step_has_nothing_later():
    timeline = trained(WordPieceTrainer, TOY)
    story = timeline.story("hu", 2)
    assert (story.counts, story.out_of_use, story.merged_on) == (([0, 2], [0, 15]), None, ())
    with pytest.raises(IndexError, match="There is no step 3"):
        story.holders(3)
    with pytest.raises(UnknownTokenError, match="no token 'hugs'"):
        timeline.story("hugs", 2)
    assert timeline.story("hugs", 3).made_by[0].index == 3
    with pytest.raises(IndexError):
        timeline.story("hu", 10)


def test_special_tokens_and_symbols_that_are_in_no_word():
    trainer = Trainer(
        {"ab": 1}, score=PAIR_COUNT, marking=None, special_tokens=["[UNK]"], alphabet=["x", "a"]
    )
    trainer.run()
    timeline = trainer.timeline()
    special, given_, unused = (timeline.story(token) for token in ("[UNK]", "a", "x"))
    assert (special.origin, special.id, special.counts) == ("special", 0, ([0], [0]))
    assert special.tree(5) == Node("[UNK]", None)
    assert special.holders(0) == [] and special.merged_on == () and special.out_of_use is None
    assert given_.origin == unused.origin == "alphabet"
    assert unused.counts == ([0], [0]) and unused.out_of_use is None


def test_a_word_of_a_thousand_characters():
    """Its tree is as deep as it is long, and only the part asked for is built."""
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 1000)))
    timeline = trained(BPETrainer, {word: 1})
    story = timeline.story(word)
    assert len(list(story.merges())) == len(timeline) == 999
    tree = story.tree(12)
    assert len(spelled(tree)) == 12 and "".join(spelled(tree)) == word
