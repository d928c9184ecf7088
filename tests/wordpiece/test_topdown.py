"""Top-down WordPiece: the figures of the published program, and the stepwise trainer."""

import pickle

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import counts, examples, word_frequencies
from wordpiece import (
    CONTINUATION_PREFIX,
    Decision,
    StopReason,
    Tokenizer,
    TopDownTimeline,
    TopDownTrainer,
    WordPieceEncoder,
)
from wordpiece.errors import CorpusError, VocabularySizeError, WordPieceError
from wordpiece.files.writers import FORMATS
from wordpiece.recipes import TOP_DOWN_RECIPES
from wordpiece.topdown.textbook import textbook_rounds
from wordpiece.topdown.trainer import READINGS

small_words = st.dictionaries(
    st.one_of(st.text("ab", min_size=1, max_size=6), st.text("abc#", min_size=1, max_size=5)),
    counts,
    max_size=8,
)


def trained(words, threshold=1, **settings) -> TopDownTimeline:
    trainer = TopDownTrainer(words, threshold=threshold, **settings)
    trainer.run()
    return trainer.timeline()


def kept_by_rounds(timeline: TopDownTimeline) -> list[dict[str, int]]:
    return [dict(timeline.kept(end)) for end in timeline.round_ends]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("words", "threshold"), golden.TOP_DOWN)
def test_the_published_figures(words, threshold, reading):
    """The column "code" is what the program of TensorFlow Text learns."""
    first, last = golden.TOP_DOWN[words, threshold][reading]
    table = golden.TOY if words == "toy" else golden.PREFIXES
    for rounds in (
        textbook_rounds(table, threshold, reading=reading),
        kept_by_rounds(trained(table, threshold, reading=reading)),
    ):
        assert ({*rounds[0]}, {*rounds[-1]}) == ({*first.split()}, {*last.split()})
        assert len(rounds) == 4


@given(words=small_words, threshold=st.integers(1, 30), rounds=st.integers(1, 4))
@pytest.mark.parametrize("reading", READINGS)
def test_each_round_keeps_what_the_textbook_keeps(words, threshold, rounds, reading):
    timeline = trained(words, threshold, rounds=rounds, reading=reading)
    wanted = textbook_rounds(words, threshold, rounds=rounds, reading=reading)
    found = kept_by_rounds(timeline) if len(timeline) else [{} for _ in wanted]
    assert found == wanted
    assert timeline.stop_reason is StopReason.ROUNDS


@examples(40)
@given(words=word_frequencies, threshold=st.integers(1, 30), reading=st.sampled_from(READINGS))
def test_decisions_move_counts_from_prefixes_to_longer_substrings(words, threshold, reading):
    timeline = trained(words, threshold, reading=reading)
    decisions = [*timeline.steps()]
    assert [each.index for each in decisions] == [*range(1, len(timeline) + 1)]
    for before, decision in enumerate(decisions):
        remaining = timeline.remaining(before)
        assert (remaining[0].token, remaining[0].counted, remaining[0].count) == (
            decision.token, decision.counted, decision.count
        )  # fmt: skip
        assert 0 <= decision.count <= decision.counted
        assert decision.kept == (decision.count >= threshold)
        assert not decision.lowered or decision.kept or reading == "code"
        longer = timeline.longer(decision.index)
        taken = [each.count for each in longer if decision.token in each.lowered]
        assert decision.counted - sum(taken) == decision.count
        assert decision in timeline.decisions_on(decision.token)
        if "#" not in "".join(words):
            start, bare = decision.token.startswith("##"), decision.token.removeprefix("##")
            having = [at for at, word in enumerate(words) if word.find(bare, start) >= start]
            exact = having if start else [at for at in having if [*words][at].startswith(bare)]
            assert timeline.words_with(decision.index) == exact
        if decision.ends_round:
            assert before + 1 in timeline.round_ends
            continue
        lengths = [each.length for each in remaining]
        assert lengths == sorted(lengths, reverse=True)
        for old, new in zip(remaining[1:], timeline.remaining(before + 1), strict=True):
            lost = decision.count if old.token in decision.lowered else 0
            assert (old.token, old.counted) == (new.token, new.counted)
            # With # in a word, the ##a that begins it and the a that continues one are one token.
            assert old.count - new.count == lost or "#" in "".join(words)
    assert timeline.remaining(len(timeline)) == []


@given(words=word_frequencies, threshold=st.integers(1, 30), reading=st.sampled_from(READINGS))
def test_words_are_cut_by_longest_match_at_the_end_of_each_round(words, threshold, reading):
    timeline = trained(words, threshold, reading=reading)
    assert dict(timeline.splits(0)) == {word: CONTINUATION_PREFIX.split(word) for word in words}
    for step in timeline.round_ends:
        encoder = WordPieceEncoder(timeline.vocabulary(step), max_input_chars_per_word=1000)
        for position, word in enumerate(words):
            state = timeline.word(step, position)
            assert [*state.symbols] == encoder.encode_word(word)
            assert (state.before != state.symbols) == (position in timeline.changed_words(step))
        splits = timeline.splits(step)
        growth = timeline.growth(step)
        assert growth.vocabulary == len(timeline.vocabulary(step))
        assert growth.in_use == len({token for tokens in splits.values() for token in tokens})
        assert growth.corpus_tokens == sum(n * len(splits[word]) for word, n in words.items())
    if len(timeline) > 1:
        middle = len(timeline) // 2
        assert timeline.growth(middle).vocabulary == len(timeline.vocabulary(middle))


def test_one_step_at_a_time_is_the_same_as_all_at_once():
    trainer = TopDownTrainer(golden.TOY, threshold=12, reading="guide")
    assert trainer.stop_reason is None and trainer.progress < 1
    one_by_one = [*trainer]
    whole = trained(golden.TOY, 12, reading="guide")
    assert one_by_one == [*whole.steps()] and trainer.progress == 1
    assert one_by_one[1] == Decision(2, 1, "hug", 15, 15, 12, True, ("hu",), False)
    assert [whole.step(step).round for step in (1, 12, 13)] == [1, 1, 2]
    partial = TopDownTrainer(golden.TOY, threshold=12, reading="guide")
    assert partial.run(20) == 20 and [*partial.timeline().steps()] == one_by_one[:20]
    copy = pickle.loads(pickle.dumps(whole))
    assert [*copy.steps()] == one_by_one and copy.nbytes > 0
    with pytest.raises(IndexError):
        whole.step(len(whole) + 1)


def searched(words, entries, lower, upper):
    """Return the threshold that the published program's search finds."""
    threshold = (lower + upper) // 2
    alphabet = {mark + char for char in "".join(words) for mark in ("", "##")}
    size = len({*textbook_rounds(words, threshold)[-1], *alphabet})
    if 0.95 * entries <= size <= entries or lower >= upper or threshold <= 1:
        return threshold
    if size > entries:
        return searched(words, entries, threshold + 1, upper)
    return searched(words, entries, lower, threshold - 1)


@given(words=small_words.filter(len), entries=st.integers(1, 60))
def test_the_threshold_for_a_size_is_searched_by_halves(words, entries):
    entries = max(entries, 2 * len({*"".join(words)}))
    timeline = trained(words, vocab_size=entries)
    assert timeline.threshold == searched(words, entries, min(words.values()), max(words.values()))


def test_a_tokenizer_is_trained_by_either_recipe():
    for recipe, tokens in (("top-down-guide", "hug ##s"), ("top-down-code", "h ##ug ##s")):
        tokenizer = Tokenizer.train(golden.TOY, recipe=recipe)
        assert tokenizer.tokenize("hugs mug") == [*tokens.split(), "[UNK]"]
    sized = Tokenizer.train(golden.TOY, recipe="top-down-code", vocab_size=24)
    assert len(sized.encoder.ids) <= 24
    with pytest.raises(WordPieceError, match="makes no merges"):
        Tokenizer.train(golden.TOY, recipe="top-down-code", max_merges=3)


@given(small_words, st.integers(1, 30), st.data())
def test_the_library_reads_the_file_and_encodes_as_we_do(words, threshold, data):
    timeline = trained(words, threshold, reading=data.draw(st.sampled_from(READINGS)))
    step = data.draw(st.integers(0, len(timeline)))
    file = FORMATS["tokenizer"].data(timeline, step, pre_tokenizer="whitespace")
    library = tokenizers.Tokenizer.from_str(file.decode())
    encoder = TOP_DOWN_RECIPES["top-down-code"].encoder(timeline, step, number_unknown=True)
    for text in [*words, " ".join(words), data.draw(st.text("abcd# ", max_size=20))]:
        found = encoder.encode(text, pre_tokenizer="whitespace")
        encoded = library.encode(text)
        assert encoded.tokens == [token.token for token in found]
        assert encoded.ids == [token.id for token in found]


def test_wrong_arguments():
    for settings in ({"threshold": 0}, {"rounds": 0}, {"reading": "both"}, {"threshold": 1.5}):
        with pytest.raises(WordPieceError):
            TopDownTrainer(golden.TOY, **settings)
    with pytest.raises(CorpusError):
        TopDownTrainer({"hug": 0})
    with pytest.raises(VocabularySizeError, match="has 14 entries"):
        TopDownTrainer(golden.TOY, vocab_size=13)
    assert trained({}).stop_reason is trained({"a": 3}).stop_reason is StopReason.ROUNDS
    assert len(trained({"a": 3})) == 0 and trained({"a": 3}).growth(0).vocabulary == 2
