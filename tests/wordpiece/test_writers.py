"""Files for other tools: the `tokenizers` library reads them and encodes as our encoders."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from unicodedata import category

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests import golden
from tests.strategies import TRICKY, examples, words
from tests.wordpiece.trainings import merges_of, trained, trainings
from wordpiece import (
    BERT_SPECIAL_TOKENS,
    BPEEncoder,
    BPETrainer,
    Timeline,
    WordPieceEncoder,
    WordPieceTrainer,
)
from wordpiece.errors import VocabularyError
from wordpiece.files.writers import (
    FORMATS,
    merges_txt,
    scores_csv,
    steps_csv,
    tokenizer_json,
    vocab_json,
    vocab_txt,
)
from wordpiece.marking import Marking
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS


@pytest.fixture(scope="module")
def toy() -> Timeline:
    return trained(WordPieceTrainer, golden.TOY)


def library(timeline: Timeline, step: int, **settings) -> Tokenizer:
    return Tokenizer.from_str(tokenizer_json(timeline, step, **settings))


def ours(timeline: Timeline, step: int) -> WordPieceEncoder | BPEEncoder:
    kind = BPEEncoder if timeline.score.ranks_by_count else WordPieceEncoder
    return kind.from_timeline(timeline, step)


def rows_of(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text, newline=""))]


# The content of files.


def test_files_of_the_published_walkthrough(toy):
    tokens = "##g ##n ##s ##u b h p ##gs hu hugs".split()
    assert vocab_txt(toy, 3) == "\n".join([*BERT_SPECIAL_TOKENS, *tokens, ""])
    assert json.loads(vocab_json(toy, 3))["hugs"] == 14
    assert merges_txt(toy, 3) == "#version: 0.2\n##g ##s\nh ##u\nhu ##gs\n"
    assert merges_txt(toy, 0) == "#version: 0.2\n"
    with_suffix = trained(BPETrainer, golden.LOW_LOWER, marking="</w>")
    lines = merges_txt(with_suffix, 15).split("\n")
    assert lines[0] == "#version: 0.1"  # in 0.2 the suffix would belong to the last character
    assert [tuple(line.split(" ")) for line in lines[1:-1]] == golden.LOW_LOWER_BPE


def test_a_pair_merged_twice_has_the_rank_of_its_first_time():
    """If a word contains ##, one string can be two symbols, and a pair can be merged twice."""
    timeline = trained(BPETrainer, {"####": 1}, marking="##")
    pairs = merges_of(timeline)
    assert len(set(pairs)) < len(pairs)
    written = [tuple(line.split(" ")) for line in merges_txt(timeline, len(pairs)).split("\n")]
    assert written[1:-1] == [*dict.fromkeys(pairs)]
    theirs = library(timeline, len(pairs), pre_tokenizer="whitespace")
    assert theirs.encode("####").tokens == ours(timeline, len(pairs)).encode_word("####")


def test_the_toy_step_log(toy):
    rows = rows_of(steps_csv(toy, 9))
    for index, (row, printed) in enumerate(zip(rows, golden.TOY_WORDPIECE, strict=True), 1):
        left, right, token, count, left_count, right_count, tied = printed
        assert row["index"] == str(index)
        assert (row["left"], row["right"], row["token"]) == (left, right, token)
        assert row["fraction"] == f"{count}/{left_count * right_count}"
        assert float(row["score"]) == count / (left_count * right_count)
        assert (row["tied"], row["forced"], row["is_new_token"]) == (str(tied), "false", "true")
        assert (row["best_left"], row["best_right"]) == (left, right)
    assert rows[0]["fraction"] == "5/100" and rows[0]["score"] == "0.05"
    bpe = rows_of(steps_csv(trained(BPETrainer, golden.TOY), 7))
    assert [(row["left"], row["right"], int(row["score"])) for row in bpe] == golden.TOY_BPE
    assert bpe[0]["fraction"] == "20"


def test_cells_that_a_spreadsheet_would_run_are_made_harmless():
    signs = "=+-@\t\r\n＝＋－＠"
    words = {f"{sign}{i}": 1 + i for i, sign in enumerate(signs)} | {"a,b": 20, 'say "x"': 1}
    timeline = trained(BPETrainer, words)
    step = len(timeline)
    for text in (steps_csv(timeline, step), scores_csv(timeline, 0)):
        cells = [value for row in rows_of(text) for value in row.values()]
        assert [cell for cell in cells if cell.startswith((*signs,))] == []
    made = [timeline.merge(k).token for k in range(1, step + 1)]
    assert [row["token"] for row in rows_of(steps_csv(timeline, step))] == [
        "'" * token.startswith((*signs,)) + token for token in made
    ]


@examples(40)
@given(trainings())
def test_the_step_log_says_what_the_records_say(timeline):
    lines = FORMATS["steps-jsonl"].data(timeline, len(timeline)).decode().split("\n")
    for line, step in zip(lines[:-1], timeline.steps(), strict=True):
        row = json.loads(line)
        assert (row["left"], row["right"]) == step.pair
        assert (row["best_left"], row["best_right"]) == step.best_pair
        assert row["tied"] == len(step.tied)
        assert Fraction(row["fraction"]) == (
            step.pair_count
            if timeline.score.ranks_by_count
            else Fraction(step.pair_count, step.left_count * step.right_count)
        )
        names = "index token is_new_token pair_count left_count right_count score forced".split()
        for name in [*names, "replaced_count"]:
            assert row[name] == getattr(step, name)
    assert len(rows_of(steps_csv(timeline, len(timeline)))) == len(timeline)


@examples(40)
@given(trainings(), st.integers(0, 5))
def test_the_score_table_says_what_the_records_say(timeline, step):
    step = min(step, len(timeline))
    rows = rows_of(scores_csv(timeline, step))
    for row, record in zip(rows, timeline.scores(step).rows(), strict=True):
        assert (int(row["rank"]), int(row["count_rank"])) == (record.rank, record.count_rank)
        assert row["tied"] == str(record.tied).lower()
        assert float(row["score"]) == record.score
        assert row["fraction"] == timeline.score.formula(record).unreduced


# The library as referee.


def test_special_tokens_and_the_unknown():
    timeline = trained(WordPieceTrainer, golden.TOY)
    theirs = library(timeline, 4, pre_tokenizer="bert")
    assert theirs.encode("[CLS] hugs bum[SEP]").tokens == "[CLS] hugs [UNK] [SEP]".split()
    assert theirs.decode([2, *theirs.encode("hugs pug").ids, 3]) == "hugs pug"
    # A training without special tokens does not have the [UNK] that the library needs.
    bare = trained(BPETrainer, golden.TOY)
    theirs = library(bare, 3, pre_tokenizer="bert")
    assert theirs.encode("mug").tokens == ["[UNK]", "ug"]
    assert theirs.token_to_id("[UNK]") == len(bare.vocabulary(3)) == theirs.get_vocab_size() - 1


texts = st.one_of(words, st.text(alphabet=TRICKY + " 東,\t", max_size=30))


@given(trainings(), st.lists(texts, max_size=4), st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_any_training_goes_into_the_library_or_is_refused(timeline, others, cut):
    step = len(timeline)
    vocabulary = timeline.vocabulary(step)
    text = " ".join([*timeline.words, *others]).replace("\ud800", "")
    suffix = timeline.marking.suffix
    surrogate = any("\ud800" <= char <= "\udfff" for char in "".join(vocabulary))
    if surrogate or (suffix and cut in ("gpt2", "scripts", "metaspace")):
        reason = "surrogate" if surrogate else "chosen pre-tokenizer"
        with pytest.raises(VocabularyError, match=reason):
            tokenizer_json(timeline, step, pre_tokenizer=cut)
        return
    try:
        written = tokenizer_json(timeline, step, pre_tokenizer=cut)
    except VocabularyError:
        # Only for longest match is a part of a suffix of several characters ambiguous.
        assert not timeline.score.ranks_by_count and any("<" in token[1:] for token in vocabulary)
        return
    # An unassigned character may be a letter for one side only.
    assume("Cn" not in map(category, text))
    theirs = Tokenizer.from_str(written).encode(text)
    assert theirs.tokens == ours(timeline, step).tokenize(text, compose(()), cut)
    found = ours(timeline, step).encode(text, compose(()), cut)
    assert [(token.start, token.end) for token in found] == theirs.offsets


# Tokens that a format cannot represent.


@pytest.mark.parametrize(
    ("write", "word", "says"),
    [
        (vocab_txt, "a\nb", r"the token '##\\n' because of its character U\+000A"),
        (vocab_txt, "a\0b", "because of its character U\\+0000"),
        (vocab_txt, "a b", "the token '## ' because of its character U\\+0020"),
        (vocab_txt, "a\u3000b", "because of its character U\\+3000"),
        (merges_txt, "a b", "the token '## ' because of its character U\\+0020"),
        (merges_txt, "a\ud800", "surrogate"),
        (vocab_json, "a\ud800", "surrogate"),
        (lambda *state: tokenizer_json(*state, pre_tokenizer="bert"), "a\ud800", "surrogate"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(write, word, says):
    timeline = trained(WordPieceTrainer, {word: 1})
    with pytest.raises(VocabularyError, match=says) as error:
        write(timeline, len(timeline))
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("marking", "word", "says"),
    [
        (Marking("both", "##", "</w>"), "hug", "with the continuation prefix '##'. Use only one"),
        ("</w>", "a<b", "with the token 'a<', which ends with the beginning of '</w>'"),
    ],
)
def test_a_suffix_that_the_library_cannot_have_is_refused(marking, word, says):
    timeline = trained(WordPieceTrainer, {word: 1}, marking=marking)
    with pytest.raises(VocabularyError, match=re.escape(says)):
        tokenizer_json(timeline, len(timeline), pre_tokenizer="bert")


def test_spaces_and_line_breaks_fit_into_json():
    timeline = trained(BPETrainer, {"a b\n\0c": 3})
    assert list(json.loads(vocab_json(timeline, 5))) == timeline.vocabulary(5)
    merges = json.loads(tokenizer_json(timeline, 5, pre_tokenizer="bert"))["model"]["merges"]
    assert [tuple(pair) for pair in merges] == merges_of(timeline)


def test_names_and_steps_that_do_not_exist(toy):
    with pytest.raises(ValueError, match="no normalizer named 'x'"):
        tokenizer_json(toy, 0, normalizer=["x"], pre_tokenizer="bert")
    with pytest.raises(ValueError, match="no pre-tokenizer named 'x'"):
        tokenizer_json(toy, 0, pre_tokenizer="x")
    for entry in FORMATS.values():
        for step in (-1, 10):
            with pytest.raises(IndexError, match=f"no step {step}"):
                entry.data(toy, step)


# As bytes.


def test_files_end_with_a_line_feed_and_a_byte_order_mark_begins_those_for_spreadsheets():
    timeline = trained(BPETrainer, golden.TOY, marking="##")
    for entry in FORMATS.values():
        data = entry.data(timeline, 3, pre_tokenizer="bert")
        assert data.startswith(b"\xef\xbb\xbf") == (entry.mime == "text/csv")
        assert data.endswith(b"\n") and b"\r" not in data


@pytest.mark.slow
def test_the_same_state_gives_the_same_bytes():
    """Also in another process, in which sets of strings may have another order."""
    script = (
        "import hashlib, sys; from tests import golden; from wordpiece import BPETrainer;"
        "from wordpiece.files.writers import FORMATS;"
        "trainer = BPETrainer(golden.COURSE, marking='##', special_tokens=['[UNK]', '[PAD]']);"
        "trainer.run(); timeline = trainer.timeline();"
        "data = [f.data(timeline, 30, pre_tokenizer='bert') for f in FORMATS.values()];"
        "sys.stdout.write(hashlib.sha256(b''.join(data)).hexdigest())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(hashes) == 1 and "" not in hashes
