"""Where words stand in the text as it was given, and the steps that remove their boundaries."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import algorithms, examples, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import NORMALIZERS, compose
from wordpiece.text.passage import MARGIN, passage
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, split_words

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}
CHARS = "aAbİéÉe\u0301\u0323 \n.,'한\u1161東🎉\u200dẞﬁΣ\ufffd\t"
TEXTS = st.text(alphabet=CHARS, max_size=30) | st.text(max_size=20)
STEPS = st.lists(st.sampled_from(sorted(NORMALIZERS)), unique=True, max_size=4)


@given(words=word_frequencies, algorithm=algorithms, marking=markings, tie_break=tie_breaks)
def test_boundary_steps_give_every_split_of_every_step(words, algorithm, marking, tie_break):
    trainer = TRAINERS[algorithm](words, marking=marking, tie_break=tie_break, seed=3)
    splits = [dict(trainer.splits), *(dict(trainer.splits) for _ in trainer)]
    timeline = trainer.timeline()
    for number, word in enumerate(words):
        assert timeline.position_of(word) == number
        start, *others = trainer.marking.split(word)
        steps = timeline.boundary_steps(number)
        assert len(steps) == len(others)
        for k, split in enumerate(splits):
            joined = [start]
            for step, symbol in zip(steps, others, strict=True):
                if 0 < step <= k:
                    joined[-1] = trainer.marking.join(joined[-1], symbol)
                else:
                    joined.append(symbol)
            assert tuple(joined) == split[word]


def test_boundary_steps_end_with_the_timeline():
    trainer = WordPieceTrainer({"hugs": 5, "hug": 10, "pug": 5})
    trainer.step()
    early = trainer.timeline()
    trainer.run()
    assert set(early.boundary_steps(0)) == {0, 1}
    assert set(trainer.timeline().boundary_steps(0)) == {1, 3, 5}
    assert trainer.timeline().tokens_made([1, 2]) == [
        trainer.timeline().merge(step).token for step in (1, 2)
    ]
    assert early.position_of("cat") is None
    with pytest.raises(IndexError):
        early.tokens_made([2])


@given(text=TEXTS, names=STEPS)
def test_an_alignment_has_the_normal_text_and_places_in_order(text, names):
    normalizer = compose(names)
    aligned = align(text, normalizer)
    assert aligned.text == normalizer(text)
    assert len(aligned.origin) == len(aligned.text) + 1
    assert aligned.origin[-1] == len(text)
    known = [place for place in aligned.origin if place != UNKNOWN]
    assert known == sorted(known)
    for here, place in enumerate(aligned.origin):
        if place != UNKNOWN:  # what comes before it became what comes before it
            assert normalizer(text[:place]).strip(" ") == aligned.text[:here].strip(" ")


@given(text=TEXTS, names=STEPS, name=st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_the_words_of_a_passage_are_those_that_training_counts(text, names, name):
    normalizer = compose(names)
    found = passage(text, 0, len(text) + 1, normalizer, name)
    assert (found.start, found.end) == (0, len(text))
    words = split_words(normalizer(text), name)
    if UNKNOWN not in align(text, normalizer).origin:
        assert [word.word for word in found.words] == words
    at = 0
    for word in found.words:
        assert word.word in words
        assert at <= word.start < word.end <= len(text)
        at = word.end
        places = word.inner or range(1, len(word.word))
        assert len(places) == len(word.word) - 1
        known = [place for place in places if place != UNKNOWN]
        assert known == sorted(known)
        assert all(0 <= place <= word.end - word.start for place in known)
        if name != "gpt2":
            for i, place in enumerate(places, 1):
                if place != UNKNOWN:
                    before = text[word.start : word.start + place]
                    assert normalizer(before).strip(" ") == word.word[:i]


def test_a_boundary_within_a_character_has_no_place():
    lower = compose(["lowercase"])
    (word,) = passage("İs", 0, 9, lower, "bert").words
    assert (word.word, word.inner) == ("i\u0307s", (UNKNOWN, 1))
    (word,) = passage("é!é", 0, 9, compose([]), "gpt2").words[:1]
    assert (word.word, word.start, word.end, word.inner) == ("Ã©", 0, 1, (UNKNOWN,))


def test_a_mark_stays_with_its_letter():
    (word,) = passage("e\u0301te\u0301", 0, 9, compose(["nfc"]), "bert").words
    assert (word.word, word.start, word.end, word.inner) == ("été", 0, 5, (2, 3))


def test_an_ideograph_that_was_set_apart_keeps_its_place():
    words = passage("東京 x", 0, 9, compose(["space-out-cjk"]), "bert").words
    assert [(word.word, word.start, word.end) for word in words] == [
        ("東", 0, 1), ("京", 1, 2), ("x", 3, 4),
    ]  # fmt: skip


LONG = {
    "prose": "It’s the e\u0301te\u0301, isn't it?  The pugs’ 42 hugs…\n\n" * 200,
    "one line": "他说：“我们3点去see猫。”真的吗？" * 600,
    "spaces": "a" + " " * 3 * MARGIN + "b",
}


@cache
def words_of(text, name):
    return passage(text, 0, len(text), compose(["nfc", "lowercase"]), name).words


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PRE_TOKENIZERS))
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@examples(8)
@given(size=st.integers(300, 5_000))
def test_passages_follow_each_other_and_lose_no_word(text, name, size):
    normalizer = compose(["nfc", "lowercase"])
    whole = words_of(text, name)
    if max(len(word.word) for word in whole) > MARGIN:
        return  # no corpus has such words
    at, words = 0, []
    while at < len(text):
        part = passage(text, at, size, normalizer, name)
        assert part.start == at < part.end
        words += part.words
        at = part.end
    assert tuple(words) == whole


def test_a_word_longer_than_what_is_read_is_whole():
    text = "a " + "b" * 9 * MARGIN + " c"
    for start in (0, 2, 5 * MARGIN, len(text) - 1):
        found = passage(text, start, 100, compose([]), "bert")
        longest = max(found.words, key=lambda word: len(word.word), default=None)
        if 0 < start < len(text) - 1:
            assert longest and (longest.start, longest.end) == (2, len(text) - 2)
            assert (found.start, found.end) == (2, len(text) - 2)


def test_no_text_breaks_a_passage():
    for text in ("", " ", "\u0301", "\u0301\u0301 a"):
        found = passage(text, 5, 10, compose(["strip-accents"]), "bert")
        assert found.start <= found.end <= len(text)
    with pytest.raises(ValueError, match="no pre-tokenizer named 'x'"):
        passage("a", 0, 1, compose([]), "x")
