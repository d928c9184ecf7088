"""Unigram: the published figures, the textbook, brute force, and the `tokenizers` library."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from itertools import product
from math import isclose, log

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import counts, examples
from wordpiece import StopReason, Tokenizer, UnigramEncoder, UnigramTrainer, VocabularySizeError
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import ArgumentError
from wordpiece.files.writers import FORMATS, scores_csv, steps_csv, steps_jsonl
from wordpiece.recipes import UNIGRAM_RECIPES
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.unigram.log import REMOVAL_TIES
from wordpiece.unigram.model import UnigramModel
from wordpiece.unigram.start import frequent_substrings
from wordpiece.unigram.textbook import (
    best_split,
    expected_counts,
    likelihood,
    probabilities,
    start_pieces,
    textbook_removals,
)

short_words = st.dictionaries(
    st.text(alphabet="abc", min_size=1, max_size=7), counts, min_size=1, max_size=6
)


def trained(words=golden.TOY, **options):
    trainer = UnigramTrainer(words, **options)
    trainer.run()
    return trainer.timeline()


def course():
    trainer = UNIGRAM_RECIPES["course-unigram"].trainer(golden.COURSE_SPACES)
    trainer.run()
    return trainer.timeline()


def test_the_toys_pieces_and_best_splits():
    timeline = trained()
    assert timeline.counts(0) == golden.TOY_UNIGRAM_COUNTS
    assert [*timeline.counts(0)] == [*golden.TOY_UNIGRAM_COUNTS]
    assert timeline.total(0) == 210
    assert round(timeline.loss(0), 4) == 169.8028
    for word, (probability, splits) in golden.TOY_UNIGRAM_SPLITS.items():
        found = timeline.n_best(0, word, len(splits))
        assert [" ".join(split.pieces) for split in found] == splits
        assert {round(split.probability, 6) for split in found} == {probability}
        following = timeline.n_best(0, word, len(splits) + 1)[len(splits) :]
        assert all(round(split.probability, 6) < probability for split in following)


@pytest.mark.parametrize("ties", ["first-seen", "last-seen"])
def test_the_toys_removals(ties):
    timeline = trained(tie_break=ties)
    removals = [timeline.step(k) for k in range(1, 9)]
    assert [(it.piece, round(it.cost, 4)) for it in removals] == golden.TOY_UNIGRAM_REMOVALS[ties]
    assert round(timeline.loss(8), 4) == 198.5343
    assert timeline.pieces(8) == [*"hugpnbs"]
    assert timeline.stop_reason is StopReason.CHARACTERS
    if ties == "first-seen":
        assert round(timeline.loss(5), 4) == 148.5268
        assert [len(it.tied) for it in removals] == [7, 6, 4, 2, 1, 1, 1, 1]
    first = {row.piece: row.cost for row in timeline.costs(0)}
    assert round(first.pop("hug"), 3) == 23.514
    assert [*first.values()] == [0.0] * 7


def test_the_course():
    timeline = course()
    assert len(timeline.pieces(0)) == 300
    assert sum(len(piece) == 1 for piece in timeline.pieces(0)) == 30
    frequent = [(p, n) for p, n in timeline.counts(0).items() if len(p) > 1][:10]
    assert frequent == golden.COURSE_UNIGRAM_FREQUENT
    costs = timeline.costs(0)
    for piece, cost in {"ll": 6.3764, "his": 0}.items():
        row = costs.row(piece)
        assert row
        assert round(row.cost, 4) == cost
    assert len(timeline.round_starts) - 1 == 11
    assert len(timeline.pieces(len(timeline))) == 98
    encoder = UNIGRAM_RECIPES["course-unigram"].encoder(timeline, len(timeline))
    text = "This is the Hugging Face course."
    assert " ".join(encoder.tokenize(text)) == golden.COURSE_UNIGRAM_ENCODED


@given(short_words, st.integers(1, 40))
@examples(150)
def test_the_most_frequent_substrings_are_those_of_a_full_count(words, size):
    chars: Counter[str] = Counter()
    longer: Counter[str] = Counter()
    for word, count in words.items():
        chars.update(dict.fromkeys(word, 0))
        for start in range(len(word)):
            chars[word[start]] += count
            for end in range(start + 2, len(word) + 1):
                longer[word[start:end]] += count
    ranked = sorted(longer.items(), key=lambda item: -item[1])  # stable
    expected = [*chars.items(), *ranked[: max(0, size - len(chars))]]
    assert [*frequent_substrings(words, size).items()] == expected


def test_em_raises_the_likelihood_as_the_textbook_does():
    p = {piece: float(each) for piece, each in probabilities(start_pieces(golden.TOY)).items()}
    found = []
    for rounds in range(7):
        following, plain = expected_counts(golden.TOY, p)
        fast = UnigramTrainer(golden.TOY, em_rounds=rounds)
        fast.run_for(1, 0)
        timeline = fast.timeline()
        assert isclose(timeline.log_likelihood(0), plain, rel_tol=1e-12)
        for piece, probability in p.items():
            assert isclose(timeline.probability(0, piece), probability, abs_tol=1e-12)
        found.append(plain)
        total = sum(following.values())
        p = {piece: count / total for piece, count in following.items()}
    assert found == sorted(found)
    assert (round(found[0], 2), round(found[6], 2)) == (-145.55, -115.65)


@given(
    st.dictionaries(
        st.text(alphabet="abc", min_size=1, max_size=5),
        st.integers(1, 9),
        min_size=1,
        max_size=5,
    ),
    st.booleans(),
)
@examples(80)
def test_the_trainer_removes_what_the_textbook_removes(words, last):
    """The textbook compares exact fractions, so equal costs are equal there."""
    timeline = trained(words, tie_break="last-seen" if last else "first-seen")
    plain = textbook_removals(words, 10**6, last=last)
    assert [timeline.piece(k) for k in range(1, len(timeline) + 1)] == [p for p, _ in plain]
    for step, (_, cost) in enumerate(plain, 1):
        assert isclose(timeline.step(step).cost, cost, rel_tol=1e-9, abs_tol=1e-7)
    for step in {0, len(timeline) // 2, len(timeline)}:
        exact = probabilities({piece: int(n) for piece, n in timeline.counts(step).items()})
        assert dict(timeline.splits(step)) == {w: best_split(w, exact)[0] for w in words}
        loss = likelihood(words, exact)
        plain_loss = log(loss.denominator) - log(loss.numerator)
        assert isclose(timeline.loss(step), plain_loss, rel_tol=1e-9, abs_tol=1e-9)
        positions = range(len(words))
        states = [timeline.word(step, at) for at in positions]
        assert [at for at in positions if states[at].made] == timeline.changed_words(step)
        for state in states:
            assert "".join(state.symbols) == state.word
        growth = timeline.growth(step)
        assert growth.corpus_tokens == sum(s.frequency * len(s.symbols) for s in states)
        assert timeline.in_use(step) == {piece for state in states for piece in state.symbols}
        assert growth.in_use == len(timeline.in_use(step))
        assert growth.vocabulary == len(timeline.pieces(step))


@given(short_words, st.text(alphabet="abcd", max_size=9), st.integers(0, 2), st.data())
@examples(80)
def test_the_pieces_of_a_word_split_it_as_the_whole_model_does(words, word, em_rounds, data):
    """The character d is unknown."""
    timeline = trained(words, em_rounds=em_rounds)
    step = data.draw(st.integers(0, len(timeline)))
    whole = timeline.model(step)
    both = timeline.n_best(step, word, 5), whole.n_best(word, 5)
    for ours, theirs in zip(*both, strict=True):
        assert ours.pieces == theirs.pieces
        assert isclose(ours.probability, theirs.probability) and isclose(ours.share, theirs.share)
    arcs = timeline.lattice(step, word).arcs, whole.lattice(word).arcs
    for mine, other in zip(*arcs, strict=True):
        assert isclose(mine.probability, other.probability)
        assert mine._replace(probability=other.probability) == other


def every_split(word, pieces):
    """Yield all splits of a word into pieces."""
    for cuts in product([False, True], repeat=len(word) - 1):
        parts, at = [], 0
        for end, is_cut in enumerate((*cuts, True), 1):
            if is_cut:
                parts.append(word[at:end])
                at = end
        if all(part in pieces for part in parts):
            yield tuple(parts)


models = st.dictionaries(
    st.text(alphabet="ab", min_size=1, max_size=4), st.integers(1, 30), min_size=1
).map(lambda found: {"a": 2, "b": 3} | found)


@given(models, st.text(alphabet="ab", min_size=1, max_size=8), st.integers(1, 12))
@examples(200)
def test_the_best_splits_are_those_of_brute_force(model, word, n):
    total = sum(model.values())
    found = UnigramModel(model).n_best(word, n)
    weights = {}
    for split in every_split(word, model):
        weight = 1.0
        for piece in split:
            weight *= model[piece] / total
        weights[split] = weight
    assert len({split.pieces for split in found}) == len(found) == min(n, len(weights))
    best = sorted(weights.values(), reverse=True)
    for rank, (pieces, probability, share) in enumerate(found):
        assert isclose(weights[pieces], probability)
        assert isclose(best[rank], probability)
        assert isclose(share, probability / sum(weights.values()))
    lattice = UnigramModel(model).lattice(word)
    assert tuple(arc.piece for arc in lattice.arcs if arc.best) == found[0].pieces
    arcs = {(arc.start, arc.end) for arc in lattice.arcs}
    ranges = [(i, j) for i in range(len(word)) for j in range(i + 1, len(word) + 1)]
    assert arcs == {(i, j) for i, j in ranges if word[i:j] in model}


@given(models, st.text(alphabet="abxy", min_size=1, max_size=10))
@examples(200)
def test_the_library_takes_an_equally_probable_split(model, word):
    total = sum(model.values())
    scores = {piece: log(count / total) for piece, count in model.items()}
    library = tokenizers.models.Unigram([*scores.items(), ("[UNK]", 0.0)], len(scores), False)
    theirs = [token.value for token in library.tokenize(word)]
    unknown = min(scores.values()) - 10
    pieces = UnigramModel(model).best_split(word).pieces
    ours = UnigramEncoder(model).encode_word(word)
    assert ours.count("[UNK]") == sum(token not in scores for token in theirs)
    score = sum(scores.get(piece, unknown) for piece in pieces)
    their_score = sum(scores.get(token, unknown * len(token)) for token in theirs)
    assert isclose(score, their_score, abs_tol=1e-6)


@given(
    short_words,
    st.sampled_from([None, 0.2, 0.9]),
    st.sampled_from([0, 2]),
    st.lists(st.sampled_from(["[UNK]", "a", "ab", "abc"]), unique=True),
    st.integers(3, 20),
)
@examples(100)
def test_a_training_ends_at_its_limit_with_any_settings(words, share, em_rounds, special, size):
    options = {"share": share, "em_rounds": em_rounds, "special_tokens": special}
    characters = {*"".join(words)} | {*special}
    if size < len(characters):
        with pytest.raises(VocabularySizeError) as caught:
            trained(words, vocab_size=size, **options)
        assert caught.value.minimum == len(characters)
        return
    timeline = trained(words, vocab_size=size, **options)
    last = len(timeline)
    for step in range(last + 1):
        entries = timeline.vocabulary(step)
        assert len({*entries}) == len(entries) == timeline.growth(step).vocabulary
        assert characters <= {*entries}
    assert len(entries) <= size or timeline.stop_reason is StopReason.CHARACTERS
    if last:  # the last round is the first that leaves so few
        begun = max(step for step in timeline.round_starts if step < last)
        assert len(timeline.vocabulary(begun)) > size
    fewer = timeline.growth_of([0, last])["loss"]
    assert fewer.tolist() == [timeline.loss(0), timeline.loss(last)]


@given(short_words, st.sampled_from(REMOVAL_TIES), st.integers(0, 9))
@examples(60)
def test_every_tie_rule_removes_one_of_the_cheapest(words, ties, seed):
    timeline = trained(words, tie_break=ties, seed=seed)
    for step in range(1, len(timeline) + 1):
        removal = timeline.step(step)
        assert removal.piece in removal.tied
        assert len(removal.tied) == timeline.costs(step - 1).ties
        rows = [*timeline.costs(step - 1)]
        assert rows[0].piece == removal.piece
        assert [row.rank for row in rows] == [*range(1, len(rows) + 1)]
        listed = timeline.costs(step - 1).rows(0, len(rows), "list")
        assert [row.piece for row in listed] == [p for p in timeline.pieces(step - 1) if len(p) > 1]
        assert timeline.removed_at(removal.piece) == step
        cheapest = [row for row in rows if row.piece in removal.tied]
        assert rows[: len(cheapest)] == cheapest
        names = {"alphabetical": min, "greatest": max}
        if ties in names:
            assert removal.piece == names[ties](removal.tied)
    assert timeline.pieces(len(timeline)) == [p for p in timeline.pieces(0) if len(p) == 1]


def test_a_piece_can_be_removed_out_of_turn():
    trainer = UnigramTrainer(golden.TOY)
    forced = trainer.step("hug")
    assert forced
    assert (forced.piece, forced.forced, forced.best_piece) == ("hug", True, "hu")
    assert round(forced.cost, 3) == 23.514
    for piece in ("hug", "h", "ring"):
        with pytest.raises(ArgumentError, match="Step 2 cannot remove"):
            trainer.step(piece)
    following = trainer.step()
    assert following
    assert not following.forced


def test_a_round_removes_a_share_by_the_costs_at_its_beginning():
    timeline = course()
    first = timeline.round_starts[1]
    assert first == 30
    at_once = [row.piece for row in timeline.costs(0).rows(0, first)]
    assert [timeline.piece(k) for k in range(1, first + 1)] == at_once
    assert {timeline.step(k).round for k in (1, first)} == {1}
    assert timeline.step(first + 1).round == 2
    assert timeline.costs(5).rows(0, 1)[0].piece == timeline.piece(6)


def test_a_timeline_keeps_its_steps_when_training_goes_on():
    trainer = UnigramTrainer(golden.TOY)
    trainer.run(3)
    timeline = trainer.timeline()
    before = timeline.counts(3), dict(timeline.splits(3)), timeline.loss(3)
    trainer.run()
    assert (timeline.counts(3), dict(timeline.splits(3)), timeline.loss(3)) == before
    with pytest.raises(IndexError, match="no step 4"):
        timeline.pieces(4)
    copy = pickle.loads(pickle.dumps(trainer.timeline()))
    assert copy.step(6) == trainer.timeline().step(6)
    assert copy.growth_of([0, 8])["loss"].tolist() == [copy.loss(0), copy.loss(8)]


def test_the_size_counts_special_tokens_and_has_room_for_all_characters():
    timeline = trained(vocab_size=10, special_tokens=["[UNK]"])
    assert len(timeline.vocabulary(len(timeline))) == 10
    assert timeline.stop_reason is StopReason.FEW_PIECES
    with pytest.raises(VocabularySizeError) as caught:
        UnigramTrainer(golden.TOY, vocab_size=7, special_tokens=["[UNK]"])
    assert caught.value.minimum == 8
    assert trained(vocab_size=10**6).pieces(0) == trained().pieces(0)


def test_words_begin_with_a_mark_for_the_space_before_them():
    recipe = UNIGRAM_RECIPES["course-unigram"]
    text = " ".join(golden.COURSE_SPACES)
    assert split_words(text, "metaspace") == [*recipe.words(golden.COURSE_SPACES)]
    timeline = course()
    encoder = recipe.encoder(timeline, len(timeline))
    spans = [(token.token, token.start, token.end) for token in encoder.encode("This course")]
    assert spans[:3] == [("▁This", 0, 4), ("▁", 5, 6), ("c", 5, 6)]


@pytest.mark.parametrize("words", [{}, {"a": 1}, {"\ud800": 2, "aa": 1}])
def test_few_words(words):
    timeline = trained(words, em_rounds=2)
    assert timeline.stop_reason is StopReason.CHARACTERS
    assert timeline.pieces(len(timeline)) == sorted({*"".join(words)}, key="".join(words).index)
    assert dict(timeline.splits(0)).keys() == words.keys()
    assert timeline.growth_of([0])["vocabulary"].tolist() == [len(timeline.pieces(0))]


@pytest.mark.parametrize("name", UNIGRAM_RECIPES)
@pytest.mark.parametrize("special", [(), ("[UNK]", "[CLS]")])
def test_the_library_reads_the_file_and_encodes_as_we_do(name, special):
    words = golden.TOY if name == "unigram" else golden.COURSE_SPACES
    recipe = replace(UNIGRAM_RECIPES[name], special_tokens=special)
    trainer = recipe.trainer(words)
    trainer.run()
    timeline = trainer.timeline()
    split = recipe.pre_tokenizer or "bert"
    for step in (0, 3, len(timeline)):
        data = FORMATS["tokenizer"].data(timeline, step, pre_tokenizer=split)
        library = tokenizers.Tokenizer.from_str(data.decode())
        encoder = recipe.encoder(timeline, step, number_unknown=True)
        for text in [*words, " ".join(words), "Hugs  and 東 hugs, z bunz zzz", "tokenizing"]:
            encoded, ours = library.encode(text), encoder.encode(text)
            ids = encoded.ids
            theirs = [library.id_to_token(each) or "" for each in ids]
            assert [it == "[UNK]" for it in theirs] == [token.unknown for token in ours]
            score = encoder.model.log_probabilities | {"[UNK]": 0.0}
            expected = sum(score[token.token] for token in ours)
            assert isclose(sum(map(score.__getitem__, theirs)), expected, abs_tol=1e-6)
            assert [*map(library.token_to_id, (t.token for t in ours))] == [t.id for t in ours]
            text = decoder_of(timeline.marking, split)(theirs, skip=special[1:])
            assert library.decode(ids) == text


def test_the_tables_of_steps_and_of_costs():
    timeline = trained()
    lines = steps_jsonl(timeline, 8).splitlines()
    assert json.loads(lines[5]) == {
        "index": 6, "round": 6, "piece": "bu", "count": 4, "probability": 4 / 149,
        "cost": timeline.step(6).cost, "forced": False, "best_piece": "bu", "tied": 1,
    }  # fmt: skip
    assert (
        steps_csv(timeline, 8).splitlines()[1]
        == '1,1,"hu",15,0.07142857142857142,0.0,"false","hu",7'
    )
    assert scores_csv(timeline, 5).count("\n") == 1 + 3
    with pytest.raises(IndexError):
        steps_csv(timeline, 9)
    fitting = [name for name, each in FORMATS.items() if each.applies(timeline)]
    assert fitting == ["tokenizer", "steps-csv", "steps-jsonl", "scores-csv"]


def test_a_tokenizer_trains_saves_and_decodes(tmp_path):
    text = "This is a test. This is the text of a test."
    tokenizer = Tokenizer.train(text, recipe="course-unigram", vocab_size=20)
    assert tokenizer.decode(tokenizer.encode(text)) == text
    tokenizer.save(tmp_path / "tokenizer.json")
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert library.encode(text).tokens == tokenizer.tokenize(text)
    assert Tokenizer.train(golden.TOY, recipe="unigram").tokenize("pug") == ["p", "ug"]
    with pytest.raises(ArgumentError, match="makes no merges"):
        Tokenizer.train(text, recipe="unigram", max_merges=3)


@pytest.mark.slow
def test_large_lattices_are_split_in_parts(monkeypatch):
    whole = {em: trained(golden.COURSE_SPACES, em_rounds=em, share=0.2) for em in (0, 2)}
    monkeypatch.setattr("wordpiece.unigram.log._ARCS", 40)
    for em_rounds, timeline in whole.items():
        parts = trained(golden.COURSE_SPACES, em_rounds=em_rounds, share=0.2)
        for step in (0, 1, 50, len(timeline)):
            assert dict(parts.splits(step)) == dict(timeline.splits(step))
            assert isclose(parts.loss(step), timeline.loss(step), rel_tol=1e-12)
            assert isclose(parts.log_likelihood(step), timeline.log_likelihood(step))
        assert parts.pieces(len(timeline)) == timeline.pieces(len(timeline))


def test_a_large_corpus_starts_with_the_most_frequent_pieces_and_loses_a_share_in_each_round(
    monkeypatch,
):
    trainer = UNIGRAM_RECIPES["unigram"].trainer(golden.TOY)
    trainer.run(3)
    assert trainer.timeline().round_starts == (0, 1, 2, 3)
    monkeypatch.setattr("wordpiece.unigram.start.MOST", 11)
    few = UnigramTrainer(golden.TOY, share=0.2, single_below=11)
    assert few.timeline().pieces(0) == "h u g hu ug p pu n un b s".split()
    few.run()
    assert few.timeline().round_starts == (0, 2, 3, 4)
