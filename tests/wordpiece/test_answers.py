"""Answers to learners: every figure in them is recounted here, the plain way."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples, tie_breaks, word_frequencies
from wordpiece import (
    BPETrainer,
    StopReason,
    Timeline,
    Trainer,
    WordPieceEncoder,
    WordPieceTrainer,
    textbook_merges,
)
from wordpiece.message import Message, paragraph
from wordpiece.recipes import RECIPES
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.answers import QUESTIONS, WAITS, Context, answer, asked_at, example
from wordpiece.teaching.wording import formula
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.textbook import merge

IDS = [question.id for question in QUESTIONS]


def trained(trainer: Trainer) -> Timeline:
    trainer.run()
    return trainer.timeline()


def context(words: dict[str, int], step: int = 0, text: str = "", **options) -> Context:
    """The three trainings of some words."""
    seed = options.get("seed", 0)
    wordpiece = trained(WordPieceTrainer(words, **options))
    bpe = trained(BPETrainer(words, **options))
    hugging_face = trained(BPETrainer(words, marking="##", **options))
    return Context(wordpiece, min(step, len(wordpiece)), bpe, hugging_face, text, seed=seed)


def said(id: str, at: Context) -> str:
    return paragraph(answer(id, at).sentences)


def splits(at: Context, step: int) -> dict[str, tuple[str, ...]]:
    """The words after some merges, merged here one by one."""
    marking = at.timeline.marking
    split = {word: marking.split(word) for word in at.timeline.words}
    for k in range(1, step + 1):
        pair = at.timeline.pair(k)
        split = {w: merge(s, pair, marking.join(*pair)) for w, s in split.items()}
    return split


def frequencies(at: Context) -> dict[str, int]:
    return dict(zip(at.timeline.words, at.timeline.frequencies.tolist(), strict=True))


def counts(at: Context, step: int) -> tuple[Counter, Counter]:
    """How often each symbol and each pair stands after a step."""
    symbols, pairs = Counter(), Counter()
    times = frequencies(at)
    for word, split in splits(at, step).items():
        for symbol in split:
            symbols[symbol] += times[word]
        for pair in pairwise(split):
            pairs[pair] += times[word]
    return symbols, pairs


def score(at: Context, step: int, pair) -> Fraction:
    symbols, pairs = counts(at, step)
    return Fraction(pairs[pair], symbols[pair[0]] * symbols[pair[1]])


# The toy, by heart.


@pytest.mark.parametrize(
    ("id", "step", "text", "expected"),
    [
        ("library", 0, "", "Here that rule takes ##u + ##g, which occur together 20 times."),
        ("library", 0, "", "WordPiece's own score takes ##g + ##s: 5 / (20 × 5) = 1/20."),
        ("faster", 3, "", "At step 3, the corpus takes 88 tokens in WordPiece, 62 in BPE and 62"),
        ("ties", 1, "", "6 pairs share the best score now, 1/36: h + ##u, ##u + ##g, p + ##u"),
        ("ties", 1, "", "the pair seen first wins: h + ##u, in hug."),
        ("ties", 1, "", "In alphabetical order it would be ##u + ##g, as ## sorts before ever"),
        ("ties", 0, "", "There is no tie now: only ##g + ##s has the best score, 1/20."),
        ("ties", 0, "", "Had other pairs shared it, the one seen first would have won."),
        ("ties", 3, "", "There is no tie now: only hu + ##g has the best score, 1/15. At merge 2,"),
        ("again", 0, "", "Trained again just now: 9 of the first 9 merges came out the same."),
        ("again", 0, "", "merge 2 would be ##u + ##g instead of h + ##u."),
        ("rescoring", 2, "", "Merge 2 joins h + ##u"),
        ("rescoring", 2, "", "h 15 before and 0 after; ##u 36 before and 21 after."),
        ("rescoring", 2, "", "The score of p + ##u is 17 / (17 × 36) = 1/36 before it and 17"),
        ("order", 3, "", "nest becomes n est. The first merge that applies is merge 1, e + s."),
        ("order", 3, "", "With the newest merge first, it would become ne s t."),
        ("unknown", 9, "", "Take hugx. ##x is not in the vocabulary, so nothing fits after hug"),
        ("unknown", 3, "mug", "Take mug. m is not in the vocabulary, so nothing fits at the begin"),
        ("unknown", 3, "mug", "marks only the characters it never saw: [UNK] ug."),
        ("characters", 3, "bug", "bug was not in the training corpus. It becomes b ##u ##g: 3"),
        ("characters", 3, "", "the base vocabulary (alphabet) of 7 symbols"),
        ("merges", 9, "", "pugs becomes pug ##s by longest match and pu ##gs by replaying"),
        ("merges", 1, "", "hugs becomes hug ##s by longest match and hu ##gs by replaying"),
        ("morphology", 9, "", "here are the words low, lower, newest, widest, after 15 merges."),
        ("morphology", 9, "", "begins with low, a word of the corpus, and still becomes lowe s t"),
        ("morphology", 9, "", "Replaying the merges of this training gives low est</w>."),
        ("prefix", 3, "", "h begins hug; ##h is inside thug."),
        ("prefix", 3, "", "the right part loses its ##: ##g + ##s become ##gs."),
        ("unused", 3, "", "special tokens, 3 of 10 tokens are in no word now: ##gs, h, ##s."),
        ("unused", 0, "", "From merge 1 on, some tokens are unused."),
        ("stop", 3, "", "after 9 merges: every word is one symbol, so no pair is left. Merge 3 is"),
        ("stop", 9, "", "The vocabulary now has 21 entries: 5 special, 7 in the alphabet and 9 le"),
        ("counts", 0, "", "pair frequency of ##u + ##g is now 20: 10 in hug, 5 in pug, 5 in hugs."),
        ("counts", 0, "", "##u 36 times, ##g 20 times"),
        ("counts", 0, "", "BPE counts a + a twice and replaces it once."),
        ("decoding", 3, "hug  pug", "“hug  pug” comes back as “hug pug”."),
        ("pairs", 0, "", "##g at the end of hug and p at the beginning of pug are not a pair"),
        ("pairs", 0, "", "113 symbols in 36 words, so there are 113 − 36 = 77 places for pairs."),
        ("limit", 3, "", "A word of more than 100 characters becomes [UNK] without a look"),
        ("limit", 3, "", "the longest word here has 4 characters."),
    ],
)  # fmt: skip
def test_the_toy(id, step, text, expected):
    assert expected in said(id, context(golden.TOY, step, text))


PANELS = sorted({panel for question in QUESTIONS for panel in question.panels})


def test_every_question_is_beside_some_panel():
    assert len(IDS) == len(set(IDS))
    assert all(question.panels for question in QUESTIONS)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("name", sorted(RECIPES))
def test_beside_each_panel_are_one_to_five_questions_that_fit(name, panel):
    recipe = RECIPES[name]
    timeline = trained(recipe.trainer(golden.COURSE))
    at = Context(timeline, 3, pre_tokenizer=recipe.pre_tokenizer or "whitespace",
                 encoders=(recipe.encoder(timeline, 3),))  # fmt: skip
    assert 1 <= len(asked_at(panel, at)) <= 5
    assert set(asked_at(panel, at)) <= set(asked_at(panel))


@pytest.mark.parametrize("id", IDS)
def test_every_example_shows_its_case_by_itself(id):
    _, small = example(id)
    assert answer(id, small).example is None


def test_answers_are_short():
    for id in IDS:
        sentences = answer(id, context(golden.COURSE, 10)).sentences
        assert 2 <= len(sentences) <= 6
        assert len(said(id, context(golden.COURSE, 10)).split()) < 130  # under a minute


def test_the_course_corpus_answers_on_its_own():
    at = context(golden.COURSE, 10, vocab_size=70)
    assert "merge 1 would be ##f + ##u instead of a + ##b" in said("again", at)
    assert "i begins is; ##i is inside This." in said("prefix", at)
    assert "70 entries: 5 special, 40 in the alphabet and 25 learned." in said("stop", at)
    where = answer("order", at).example
    assert where is None or "low" in str(where)


def test_a_chosen_merge_is_not_blamed_on_the_score():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(("h", "##u"))
    forced = trained(trainer)
    at = Context(forced, 1, hugging_face=context(golden.TOY).hugging_face)
    assert str(answer("library", at).example) == "the toy words"
    again = answer("again", at).figures
    assert again["same"] == again["merges"] == len(forced)


def test_a_training_stopped_by_hand():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    text = said("stop", Context(trainer.timeline(), 2))
    assert text.startswith("It was stopped by hand after 2 merges.")
    assert "could still be merged" in text


def test_runs_of_the_same_symbol():
    runs = answer("counts", Context(trained(BPETrainer({"aaa": 2, "aaaa": 1})), 0)).figures
    assert runs["own_run"] and runs["run"].pair_count == 7 and runs["run"].replaced_count == 4


def test_an_unknown_question():
    with pytest.raises(KeyError):
        answer("meaning of life", context(golden.TOY))


def test_words_in_bytes():
    words = dict(Counter(split_words("hug pug hugs déjà vu vu", "gpt2")))
    timeline = trained(WordPieceTrainer(words))
    for id in IDS:
        for text in ("", "déjà  vu ☃"):
            at = Context(timeline, 2, text=text, pre_tokenizer="gpt2")
            assert answer(id, at).sentences


# The encoder on screen.


def on_screen(recipe: str, words: dict[str, int], text: str, step: int | None = None) -> Context:
    """A recipe's own encoder at the end of its training."""
    its = RECIPES[recipe]
    timeline = trained(its.trainer(words))
    step = len(timeline) if step is None else step
    shape = its.pre_tokenizer or "whitespace"
    encoders = (its.encoder(timeline, step),)
    return Context(timeline, step, text=text, pre_tokenizer=shape, encoders=encoders)


def test_the_blogs_segmenter_keeps_what_it_has_found():
    at = on_screen("blog-code", golden.BLOG, "hum")
    assert "unknown" not in [q.id for q in asked_at("result", at)]
    text = said("part", at)
    assert text.startswith("hum becomes hu [UNK]. m is not in the vocabulary, so nothing fits aft")
    assert "keeps what it has found" in text and "even the pieces already found" not in text
    assert text.endswith("give the pieces up and make the whole word [UNK].")


def test_end_of_word_bpe_is_explained_by_merge_replay():
    at = on_screen("end-of-word-bpe", golden.LOW_LOWER, "mug")
    ids = [q.id for panel in ("result", "trace") for q in asked_at(panel, at)]
    assert ids == ["part", "characters", "suffix", "order"]
    assert "mug becomes [UNK] [UNK] [UNK] </w>." in said("part", at)
    assert "Only m u g are unknown: training never saw them." in said("part", at)
    assert "longest match would make the whole word [UNK]" in said("part", at)
    assert len(at.encoder.encode_word("low" * 40)) > 30  # no limit of 100 characters here


def test_bytes_leave_nothing_unknown():
    at = on_screen("byte-level-bpe", golden.COURSE, "naïve ☃")
    ids = [q.id for panel in ("result", "trace") for q in asked_at(panel, at)]
    assert ids == ["bytes", "space", "order"]
    text = said("bytes", at)
    assert "the 256 values of a byte" in text and "ï is 2 bytes in UTF-8" in text
    assert not any("[UNK]" in said(id, at) for id in ids)
    assert "It is. Byte-level tokens carry every byte" in said("decoding", at)


def test_the_table_sorted_by_length_is_explained_as_such():
    at = on_screen("longest-token-first", golden.LOW_LOWER, "lowest mug")
    ids = [q.id for panel in ("result", "trace") for q in asked_at(panel, at)]
    assert ids == ["part", "characters", "suffix", "longest"]
    assert "lowest becomes low est</w>: est</w> is cut out first." in said("longest", at)
    assert "which no entry occurs becomes one [UNK]" in said("part", at)


def test_both_encoders_on_screen_are_spoken_of():
    at = context(golden.TOY, 9, "mug")
    both = (at.encoder, at.bpe_encoder())
    at = Context(at.timeline, 9, at.bpe, text="mug", encoders=both)
    asked = [q.id for q in asked_at("trace", at)]
    assert asked == ["morphology", "merges", "order"]
    alone = Context(at.timeline, 9, at.bpe, text="mug", encoders=both[:1])
    assert [q.id for q in asked_at("trace", alone)] == ["morphology", "merges"]
    assert "marks only the characters it never saw: [UNK] ug." in said("unknown", at)


def test_the_course_shows_its_own_unknown_word():
    at = context(golden.COURSE, 25, "This is the Hugging Face course!", vocab_size=70)
    at = replace(at, pre_tokenizer="bert")
    assert "Take HOgging. ##O is not in the vocabulary, so nothing fits after H." in said(
        "unknown", at
    )


def test_a_word_that_training_never_saw_need_not_be_unknown():
    text = said("characters", context(golden.TOY, 3, "bug"))
    assert text.startswith("A word that training never saw need not be unknown")
    assert context(golden.TOY, 3).encoder.encode_word("mug") == ["[UNK]"]


def test_the_limit_is_that_of_hugging_faces_library():
    text = said("limit", context(golden.TOY, 3))
    assert "100 is the default in Hugging Face's library." in text
    assert "Google's code for BERT has allowed 200 since November 2018." in text
    assert "web address" not in text and "BERT's" not in text


@pytest.mark.parametrize(
    ("marking", "expected", "not_said"),
    [
        ("##", "The WordPieceTrainer of the tokenizers library is not repeatable", "BpeTrainer"),
        ("none", "BpeTrainer of the tokenizers library is repeatable too", "hash table"),
        ("</w>", "came out the same", "tokenizers library"),
    ],
)
def test_the_librarys_ties_are_told_of_the_right_trainer(marking, expected, not_said):
    text = said("again", Context(trained(BPETrainer(golden.TOY, marking=marking)), 3))
    assert expected in text and not_said not in text


def test_the_blogs_wordpiece_is_in_no_library():
    at = on_screen("blog-wordpiece", golden.BLOG, "")
    assert "tokenizers library" not in said("again", at)


def test_code_points_are_told_where_they_decide():
    at = context(golden.TOY, 1, tie_break="alphabetical")
    assert "##u + ##g, as ## sorts before every letter." in said("ties", at)
    plain = Context(trained(BPETrainer({"ab": 1, "cd": 1}, tie_break="alphabetical")), 0)
    assert "sorts before" not in said("ties", plain)


# The trainings side by side.


@pytest.mark.parametrize(
    ("words", "step", "fewer", "longer"),
    [
        (golden.COURSE, 10, "BPE needs fewer tokens than WordPiece", "of WordPiece is longer"),
        (golden.COURSE, 25, "BPE needs fewer tokens than WordPiece", "of BPE is longer"),
        (golden.TOY, 1, "BPE needs fewer tokens than WordPiece", "are equally long"),
        (golden.TOY, 9, "WordPiece and BPE need equally many tokens", "are equally long"),
    ],
)
def test_what_the_figures_show_is_said(words, step, fewer, longer):
    text = said("faster", context(words, step))
    assert fewer in text and longer in text


def test_the_figures_are_those_of_the_vocabulary_size_on_screen():
    at = replace(context(golden.COURSE, vocab_size=70), by="size")
    text = said("faster", replace(at, at=60))
    assert "At a vocabulary size of 60, the corpus takes" in text
    assert "153 tokens in WordPiece, 97 in BPE and 117 in Hugging Face style" in text
    # At 45 entries, BPE has many merges, and WordPiece has only its alphabet.
    early = said("faster", replace(at, at=45))
    assert "At a vocabulary size of 46, the first with tokens learned by all three" in early


@given(words=word_frequencies, size=st.integers(0, 40))
@examples(25)
def test_figures_at_equal_size_are_true(words, size):
    at = replace(context(words), by="size", at=size)
    found = answer("faster", at)
    if not found.example:
        check_faster(at, found.figures)


def test_nothing_is_compared_without_bpe_on_the_same_words():
    alone = replace(context(golden.TOY, 3), bpe=None)
    assert "faster" not in [question.id for question in asked_at("columns", alone)]


# The merge on screen, and those that are hidden.


def test_ties_are_those_of_the_merge_on_the_card():
    for step in range(1, 10):
        at = context(golden.TOY, step)
        figures = answer("ties", replace(at, merge=step)).figures
        assert figures["step"] <= step - 1
        if at.timeline.scores(step - 1).ties > 1:
            assert figures["step"] == step - 1
    third = said("ties", replace(context(golden.TOY, 3), merge=3))
    assert third.startswith("Merge 3 was no tie: only hu + ##gs had the best score, 1/15. At merge")
    assert "pu" not in third.replace("p + ##u", "")  # merge 5, pu, is still to come


def test_a_forced_merge_breaks_no_tie():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step()
    trainer.step(("p", "##u"))
    text = said("ties", Context(trained(trainer), 2, merge=2))
    assert text.startswith("Merge 2 was chosen by hand, so no tie was broken.")


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("words", [golden.TOY, golden.COURSE], ids=["toy", "course"])
def test_no_answer_tells_a_hidden_merge(id, words):
    whole = context(words)
    last = len(whole.timeline)
    for step in range(min(last, 9)):
        at = replace(whole, step=step, known=step)
        found = answer(id, at)
        assert found.tells <= step
        text = paragraph(found.sentences)
        later = re.findall(r"[Mm]erge (\d+)", text)
        assert found.example or all(int(k) <= step for k in later if "on screen" not in text), text
    at_first = replace(context(golden.TOY, 0), known=0)
    assert all(said(id, at_first) == str(paragraph(WAITS)) for id in ("rescoring", "unused"))


# Any corpus at any step.

corpora = st.tuples(word_frequencies, st.integers(0, 12), st.text(max_size=12), tie_breaks)


def check_library(at, figures):
    words, step = frequencies(at), figures["step"]
    ours = textbook_merges(words, step, tie_break=at.timeline.tie_break, seed=at.seed)
    theirs = textbook_merges(
        words, step, algorithm="bpe", marking="##", tie_break=at.timeline.tie_break, seed=at.seed
    )
    assert [s.pair for s in ours[:-1]] == [s.pair for s in theirs[:-1]]
    assert ours[-1].pair == figures["wordpiece"].pair != figures["hugging_face"].pair
    assert theirs[-1].pair_count == figures["hugging_face"].pair_count
    said = str(formula(ours[-1], WORDPIECE)).replace(",", "")
    assert said.endswith(str(Fraction(*_parts(ours[-1]))))


def _parts(step):
    return step.pair_count, step.left_count * step.right_count


def check_faster(at, figures):
    """The tokens, words and lengths are counted in words that are merged here one by one."""
    trainings = {"wordpiece": at.timeline, "bpe": at.bpe, "hugging-face": at.hugging_face}
    assert list(figures["sizes"]) == list(trainings)
    shown = at.step if at.at is None else at.at
    assert figures["at"] >= shown
    if figures["at"] > shown:  # some training has learned nothing before it
        before = figures["at"] - 1
        assert not all(last_step(t, at.by, before) for t in trainings.values())
    for name, found in figures["sizes"].items():
        timeline = trainings[name]
        step = last_step(timeline, at.by, figures["at"])
        symbols, _ = counts(replace(at, timeline=timeline), step)
        assert found.tokens == sum(symbols.values())
        assert found.fertility == found.tokens / sum(frequencies(at).values())
        if "#" in "".join(timeline.words):
            continue  # a character there may look like a mark
        made = {"".join(timeline.pair(k)).replace("##", "") for k in range(1, step + 1)}
        assert found.longest_length == max(map(len, made))
        assert found.longest.replace("##", "") in made
        assert len(found.longest.replace("##", "")) == found.longest_length


def last_step(timeline, by, at):
    """The last step at or before a step, or with at most so many entries."""
    steps = range(len(timeline) + 1)
    if by == "step":
        return min(at, steps[-1])
    return max((k for k in steps if len(timeline.vocabulary(k)) <= at), default=0)


def check_ties(at, figures):
    step, tied = figures["step"], figures["tied"]
    _, pairs = counts(at, step)
    best = max(score(at, step, pair) for pair in pairs)
    assert str(best) == str(figures["score"]).replace(",", "")
    assert set(tied) == {pair for pair in pairs if score(at, step, pair) == best}
    assert figures["winner"] in pairwise(splits(at, step)[figures["word"]])
    if step < len(at.timeline):
        assert at.timeline.pair(step + 1) == figures["winner"]


def check_again(at, figures):
    assert figures["same"] == figures["merges"]
    if "step" in figures:
        other = "first-seen" if at.timeline.tie_break == "alphabetical" else "alphabetical"
        steps = textbook_merges(frequencies(at), figures["step"], tie_break=other)
        assert steps[-1].pair == figures["other"] != figures["pair"]
        assert figures["pair"] == at.timeline.pair(figures["step"])


def check_rescoring(at, figures):
    step = figures["merge"].index
    symbols, _ = counts(at, step)
    assert all(symbols[symbol] == left for symbol, left in figures["left"].items())
    assert figures["changes"]
    for was, now in figures["changes"]:
        assert was.pair == now.pair
        assert Fraction(*_parts(was)) == score(at, step - 1, was.pair)
        assert Fraction(*_parts(now)) == score(at, step, was.pair) != score(at, step - 1, was.pair)


def by_rank(at, word, ranks):
    """Merges of BPE on a word, one place at a time, lowest rank first."""
    known = set(at.bpe.vocabulary(0))
    symbols = [s if s in known else None for s in word]
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks]:
        _, i = min(found)
        symbols[i : i + 2] = [symbols[i] + symbols[i + 1]]
    return ["[UNK]" if s is None else s for s in symbols]


def check_order(at, figures):
    merges = [at.bpe.pair(k) for k in range(1, min(at.step, len(at.bpe)) + 1)]
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    word = figures["word"]
    assert by_rank(at, word, ranks) == figures["pieces"]
    newest = by_rank(at, word, {pair: -rank for pair, rank in ranks.items()})
    assert newest == figures["newest_first"] != figures["pieces"]
    assert merges[figures["rank"]] == figures["pair"]


def check_unknown(at, figures):
    trace = figures["trace"]
    assert trace.missing not in at.timeline.vocabulary(at.step)
    assert WordPieceEncoder.from_timeline(at.timeline, at.step).encode_word(trace.word) == ["[UNK]"]
    assert len(figures["bpe"]) >= 1


def check_characters(at, figures):
    assert figures["word"] not in at.timeline.words
    vocabulary = set(at.timeline.vocabulary(at.step))
    assert vocabulary.issuperset(figures["pieces"]) and len(figures["pieces"]) > 1
    lengths = [len(p) - 2 * (i > 0) for i, p in enumerate(figures["pieces"])]
    assert sum(lengths) == len(figures["word"])
    assert lengths.count(1) == figures["single"] >= 1
    assert figures["alphabet"] == len(at.timeline.alphabet)


def check_morphology(at, figures):
    word, stem = figures["word"], figures["stem"]
    assert stem in at.timeline.words and word.startswith(stem) and word not in at.timeline.words
    encoder = WordPieceEncoder.from_timeline(at.timeline, at.step)
    assert encoder.encode_word(word) == figures["pieces"]
    marking, ends = at.timeline.marking, [0]
    for i, token in enumerate(figures["pieces"]):
        bare = token[len(marking.prefix) if i else 0 :]
        ends.append(ends[-1] + len(bare))
    assert len(stem) not in ends and ends[-1] == len(word + marking.suffix)


def check_part(at, figures):
    word, unknown = figures["word"], figures["unknown"]
    assert "[UNK]" in figures["pieces"] and figures["pieces"] != ["[UNK]"]
    assert unknown and all(stretch in word for stretch in unknown)
    assert at.encoder.encode_word(word) == figures["pieces"]


def check_bytes(at, figures):
    assert len(figures["symbols"]) == len(figures["character"].encode())
    assert "".join(figures["pieces"]) == figures["symbols"]


def check_suffix(at, figures):
    assert figures["words"] == sum(frequencies(at).values())
    if figures["token"]:
        vocabulary, token = set(at.timeline.vocabulary(at.step)), figures["token"]
        assert {token, token.removesuffix(figures["suffix"])} <= vocabulary


def check_space(at, figures):
    spaced = [word for word in at.timeline.words if word[0] == "Ġ"]
    assert (figures["spaced"], figures["first"]) == (len(spaced), spaced[0])


def check_longest(at, figures):
    left = figures["word"] + at.timeline.marking.suffix
    assert "".join(figures["by_table"]) == "".join(figures["by_match"]) == left
    inside = {left[i:j] for i in range(len(left)) for j in range(i + 1, len(left) + 1)}
    suffix = at.timeline.marking.suffix

    def length(token):
        return len(token) - (len(suffix) - 1) * (token.endswith(suffix) and bool(suffix))

    most = max(length(token) for token in inside & set(at.timeline.vocabulary(at.step)))
    assert length(figures["first"]) == most and figures["first"] in figures["by_table"]
    assert figures["by_table"] != figures["by_match"]


def check_merges(at, figures):
    encoder = WordPieceEncoder.from_timeline(at.timeline, at.step)
    merged = splits(at, at.step)
    assert encoder.encode_word(figures["word"]) == figures["by_match"] != figures["by_replay"]
    if figures["word"] in merged:
        assert list(merged[figures["word"]]) == figures["by_replay"]
    assert figures["looked_at"] == len(merged)
    unlike = [w for w, split in merged.items() if encoder.encode_word(w) != list(split)]
    assert figures["differing"] == len(unlike)


def check_prefix(at, figures):
    char = figures["character"]
    assert figures["begins"][0] == char and char in figures["inside"][1:]
    assert {figures["begins"], figures["inside"]} <= set(at.timeline.words)
    vocabulary = at.timeline.vocabulary(at.step)
    assert [vocabulary[i] for i in figures["ids"]] == [char, "##" + char]
    if "merge" in figures:
        left, right = figures["merge"].pair
        assert left.startswith("##") and left + right[2:] == figures["merge"].token


def check_unused(at, figures):
    symbols, _ = counts(at, figures["step"])
    vocabulary = at.timeline.vocabulary(figures["step"])[5:]
    assert figures["unused"] == [token for token in vocabulary if token not in symbols] != []
    assert figures["tokens"] == len(vocabulary)
    k, token = figures["merge"], figures["token"]
    assert 1 <= k <= figures["step"] and token in at.timeline.pair(k)
    assert token in counts(at, k - 1)[0] and token not in counts(at, k)[0]
    if figures["step"] > at.step:
        assert set(at.timeline.vocabulary(at.step)[5:]) <= set(counts(at, at.step)[0])


def check_stop(at, figures):
    last = len(at.timeline)
    assert figures["vocabulary"] == len(set(at.timeline.vocabulary(last)))
    total = figures["special"] + figures["alphabet"] + figures["learned"]
    assert figures["vocabulary"] == total
    _, pairs = counts(at, last)
    assert figures["pairs"] == len(pairs)
    assert (figures["reason"] is StopReason.NO_PAIRS) == (not pairs)
    if figures["best"]:
        assert Fraction(*_parts(figures["best"])) == max(score(at, last, pair) for pair in pairs)


def check_counts(at, figures):
    row, step = figures["row"], figures["step"]
    symbols, pairs = counts(at, step)
    assert row.pair_count == pairs[row.pair] == max(pairs.values())
    assert (row.left_count, row.right_count) == tuple(symbols[s] for s in row.pair)
    split, times = splits(at, step), frequencies(at)
    for word, count in figures["words"]:
        inside = sum(pair == row.pair for pair in pairwise(split[word]))
        assert count == inside * times[word] > 0
    assert row.pair_count == sum(count for _, count in figures["words"]) + figures["rest"]
    assert figures["run"].replaced_count < figures["run"].pair_count
    overlaps = [m for k in range(1, len(at.timeline) + 1)
                if (m := at.timeline.merge(k)).replaced_count < m.pair_count]  # fmt: skip
    assert figures["own_run"] == bool(overlaps)


def check_decoding(at, figures):
    assert figures["losses"]
    assert figures["text"] != figures["decoded"]


def check_pairs(at, figures):
    _, pairs = counts(at, at.step)
    assert figures["places"] == sum(pairs.values())
    split = splits(at, at.step)
    border = split[figures["left"]][-1], split[figures["right"]][0]
    assert figures["border"] == border


def check_limit(at, figures):
    word, limit = figures["word"], figures["limit"]
    assert len(word) == limit == 100 and figures["longer"] == ["[UNK]"]
    known = set(at.timeline.vocabulary(at.step))
    assert known.issuperset(figures["pieces"])
    assert sum(len(p) - 2 * (i > 0) for i, p in enumerate(figures["pieces"])) == limit
    assert figures["longest"] == max(map(len, at.timeline.words))


# Figures that must be in the sentences, too.
IN_WORDS = {
    "faster": lambda figures: [
        n for size in figures["sizes"].values() for n in (size.tokens, size.longest_length)
    ],
    "again": lambda figures: [figures["merges"], figures["same"]],
    "rescoring": lambda figures: [*figures["left"].values(), figures["changes"][0][1].pair_count],
    "order": lambda figures: [figures["rank"] + 1],
    "characters": lambda figures: [figures["single"], figures["alphabet"]],
    "unused": lambda figures: [len(figures["unused"]), figures["tokens"], figures["merge"]],
    "stop": lambda figures: [figures["vocabulary"], figures["special"], figures["learned"]],
    "pairs": lambda figures: [figures["places"]],
    "limit": lambda figures: [figures["limit"], len(figures["pieces"]), figures["longest"]],
}

CHECKS = {id: globals()[f"check_{id}"] for id in IDS}


@pytest.mark.parametrize("id", IDS)
@given(corpus=corpora)
@examples(25)
def test_every_figure_is_true(id, corpus):
    words, step, text, tie_break = corpus
    at = context(words, step, text, tie_break=tie_break, seed=3)
    found = answer(id, at)
    assert all(isinstance(said, Message) for said in found.sentences)
    where = example(id)[1] if found.example else at
    CHECKS[id](where, found.figures)
    text = paragraph(found.sentences)
    for number in IN_WORDS.get(id, lambda _: [])(found.figures):
        assert f"{number:,}" in text


def test_no_tie_is_missed_on_screen():
    for step in range(10):
        at = context(golden.TOY, step)
        if at.timeline.scores(step).ties > 1:
            assert answer("ties", at).figures["step"] == step


@pytest.mark.parametrize("id", IDS)
@given(words=word_frequencies, step=st.integers(0, 9), marking=st.sampled_from(["</w>", "none"]))
@examples(8)
def test_other_markings_and_scores_never_fail(id, words, step, marking):
    for trainer in (
        WordPieceTrainer(words, marking=marking),
        BPETrainer(words, marking=marking, max_merges=step),
    ):
        timeline = trained(trainer)
        assert answer(id, Context(timeline, min(step, len(timeline)))).sentences


@given(words=word_frequencies, data=st.data())
@examples(20)
def test_chosen_merges_never_fail(words, data):
    trainer = WordPieceTrainer(words)
    for _ in range(3):
        table = trainer.timeline().scores(trainer.steps_made)
        if trainer.stop_reason or not len(table):
            break
        row = data.draw(st.integers(0, len(table) - 1))
        trainer.step(table.rows(row, row + 1)[0].pair)
    at = Context(trained(trainer), 1 if trainer.steps_made else 0)
    for id in ("again", "counts", "unused", "rescoring", "ties"):
        found = answer(id, at)
        if id == "again" and not found.example:
            assert found.figures["same"] == found.figures["merges"]
        if id in ("counts", "unused", "rescoring") and not found.example:
            CHECKS[id](at, found.figures)
