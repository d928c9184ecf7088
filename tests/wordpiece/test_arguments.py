"""Wrong arguments of public functions fail at once, with one sentence; numpy's integers do not."""

import re
from pathlib import Path

import numpy as np
import pytest

import wordpiece
from tests import golden
from wordpiece import (
    NONE,
    BPEEncoder,
    BPETrainer,
    LongestTokenFirst,
    Segmenter,
    Trainer,
    WordPieceEncoder,
    WordPieceTrainer,
    decode_bpe,
    decode_byte_level,
    decode_plain,
    decode_wordpiece,
    marking_of,
    textbook_merges,
    what_if,
)
from wordpiece.files.readers import read_merges, read_vocabulary
from wordpiece.files.writers import merges_txt, vocab_json, vocab_txt
from wordpiece.scoring import PAIR_COUNT

TOY = golden.TOY


def trained():
    trainer = WordPieceTrainer(TOY, special_tokens=["[UNK]"])
    trainer.run()
    return trainer.timeline()


TIMELINE = trained()

WRONG = {
    "the name of an algorithm": (
        lambda: textbook_merges(TOY, 1, algorithm="x"),
        "Unknown algorithm 'x'; choose one of wordpiece, bpe, likelihood, blog-code.",
    ),
    "a text in the textbook": (lambda: textbook_merges("hug", 1), "counts are expected, not 'hug'"),
    "less than no merge": (lambda: textbook_merges(TOY, -1), "n is -1; it must be 0 or more."),
    "a tie-break in the textbook": (lambda: textbook_merges(TOY, 1, tie_break="x"), "Unknown tie"),
    "special tokens in the textbook": (
        lambda: textbook_merges(TOY, 1, special_tokens="[UNK]"), "as in ['[UNK]']",
    ),
    "a text as words": (
        lambda: WordPieceTrainer("text"),
        "Training takes words and their counts, as in {'hug': 10}, not 'text'; Tokenizer.train "
        "counts the words of a text.",
    ),
    "a list as words": (lambda: BPETrainer(["hug"]), "not ['hug']"),
    "a number as a word": (lambda: BPETrainer({7: 1}), "The word 7 is no text"),
    "half a count": (lambda: BPETrainer({"a": 0.5}), "The count of 'a' is 0.5"),
    "half a count of numpy": (lambda: BPETrainer({"a": np.float64(1)}), "whole number above 0"),
    "yes as a count": (lambda: BPETrainer({"a": True}), "The count of 'a' is True"),
    "one special token": (
        lambda: WordPieceTrainer(TOY, special_tokens="[UNK]"),
        "special_tokens is the text '[UNK]'; it must be a list, as in ['[UNK]'].",
    ),
    "no special tokens": (lambda: BPETrainer(TOY, special_tokens=None), "special_tokens is None"),
    "a number as special token": (
        lambda: BPETrainer(TOY, special_tokens=[0]), "special_tokens holds 0, which is no text.",
    ),
    "a tie-break": (lambda: BPETrainer(TOY, tie_break="x"), "Unknown tie-break 'x'"),
    "a marking": (lambda: BPETrainer(TOY, marking=["##"]), "Unknown marking ['##']"),
    "a marking's name": (lambda: marking_of("###"), "Unknown marking '###'"),
    "a negative size": (lambda: BPETrainer(TOY, vocab_size=-3), "A vocabulary of -3 is too small"),
    "a size in words": (lambda: BPETrainer(TOY, vocab_size="30k"), "vocab_size is '30k'"),
    "half a merge": (lambda: BPETrainer(TOY, max_merges=2.5), "max_merges is 2.5; it must"),
    "a negative count": (lambda: BPETrainer(TOY, min_pair_count=-1), "min_pair_count is -1"),
    "a seed": (lambda: BPETrainer(TOY, seed="x"), "seed is 'x'"),
    "a score's name": (lambda: Trainer(TOY, score="bpe", marking=NONE), "score is 'bpe'"),
    "half a pair": (lambda: BPETrainer(TOY).step("hu"), "pair is 'hu'; it must be two symbols"),
    "three symbols": (lambda: BPETrainer(TOY).step(("h", "u", "g")), "it must be two symbols"),
    "less than no merges": (lambda: BPETrainer(TOY).run(-1), "merges is -1"),
    "half a step": (lambda: TIMELINE.splits(1.5), "step is 1.5; it must be a whole number."),
    "a step's name": (lambda: TIMELINE.scores("1"), "step is '1'"),
    "an order of rows": (lambda: TIMELINE.scores(0).rows(by="rank"), "by is 'rank'; choose one of"),
    "half a pair to find": (lambda: TIMELINE.scores(0).find("##u"), "pair is '##u'"),
    "half a pair to try": (lambda: what_if(TIMELINE, 0, "h"), "pair is 'h'"),
    "a path as vocabulary": (
        lambda: WordPieceEncoder("vocab.txt"),
        "A vocabulary is a list of tokens, or token to id, not 'vocab.txt'; Tokenizer.from_file "
        "reads a file.",
    ),
    "another path": (lambda: Segmenter(Path("vocab.txt")), "Tokenizer.from_file reads a file"),
    "a path as table": (lambda: LongestTokenFirst("vocab.txt"), "not 'vocab.txt'"),
    "a path as ids": (lambda: BPEEncoder([], vocabulary="vocab.json"), "not 'vocab.json'"),
    "a path as merges": (lambda: BPEEncoder("merges.txt"), "Tokenizer.from_files reads files."),
    "lines as merges": (lambda: BPEEncoder(["u g"]), "Merge 1 is 'u g'; it must be two symbols"),
    "ids as tokens": (lambda: WordPieceEncoder({0: "a"}), "the id of 0 is 'a'"),
    "numbers as tokens": (lambda: WordPieceEncoder([1, 2]), "has texts as tokens, not 1."),
    "no unknown token": (lambda: WordPieceEncoder(["a"], None), "unk_token is None"),
    "no prefix": (lambda: WordPieceEncoder(["a"], prefix=None), "prefix is None"),
    "a negative length": (
        lambda: WordPieceEncoder(["a"], max_input_chars_per_word=-1),
        "max_input_chars_per_word is -1",
    ),
    "a word that is none": (lambda: WordPieceEncoder(["a"]).encode_word(7), "word is 7"),
    "a text that is none": (lambda: WordPieceEncoder(["a"]).encode(["a"]), "text is ['a']"),
    "bytes as text": (lambda: WordPieceEncoder(["a"]).tokenize(b"a"), "text is b'a'"),
    "one text as tokens": (lambda: decode_wordpiece("hugs"), "tokens is the text 'hugs'"),
    "one text for BPE": (lambda: decode_bpe("hugs"), "tokens is the text 'hugs'"),
    "one text for bytes": (lambda: decode_byte_level("hugs"), "tokens is the text 'hugs'"),
    "ids to decode": (lambda: decode_plain([1]), "tokens holds 1, which is no text."),
    "one token to skip": (lambda: decode_plain(["a"], skip="[SEP]"), "skip is the text '[SEP]'"),
    "the text of a file": (lambda: read_vocabulary("[UNK]\nhug"), "not by its text"),
    "no file": (lambda: read_merges(None), "by its path or its bytes, not by None."),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_fails_at_once_with_one_sentence(name):
    call, said = WRONG[name]
    with pytest.raises(ValueError, match=re.escape(said)) as error:
        call()
    assert "\n" not in str(error.value) and str(error.value).endswith(".")


def test_integers_of_numpy_are_whole_numbers():
    words = {word: np.int64(count) for word, count in TOY.items()}
    size, two = np.int32(13), np.uint8(2)
    trainer = WordPieceTrainer(words, vocab_size=size, seed=two, min_pair_count=two)
    plain = WordPieceTrainer(TOY, vocab_size=13, seed=2, min_pair_count=2)
    assert [*trainer] == [*plain]
    assert BPETrainer(TOY, max_merges=two).run(np.int64(5)) == 2
    assert TIMELINE.splits(two) == TIMELINE.splits(2)
    assert TIMELINE.frequencies.tolist() == WordPieceTrainer(words).timeline().frequencies.tolist()
    assert textbook_merges(words, 2) == textbook_merges(TOY, 2)
    encoder = WordPieceEncoder({"hug": np.int64(3)}, max_input_chars_per_word=np.int64(9))
    assert type(encoder.ids["hug"]) is int and encoder.max_input_chars_per_word == 9
    forced = Trainer(TOY, score=PAIR_COUNT, marking=None)
    assert forced.step(["h", "u"]).pair == ("h", "u")  # two symbols, if not as a tuple


def test_what_objects_look_like_is_short():
    trainer = WordPieceTrainer(TOY, special_tokens=["[UNK]"], max_merges=3)
    assert repr(trainer) == "<WordPieceTrainer: 5 words, 0 merges, 8 tokens>"
    trainer.run()
    stopped = "stopped: number of merges reached"
    assert repr(trainer) == f"<WordPieceTrainer: 5 words, 3 merges, 11 tokens, {stopped}>"
    assert repr(trainer.timeline()) == f"<Timeline: 5 words, 3 merges, {stopped}>"
    assert repr(trainer.splits) == "<Splits: 5 words after step 3>"
    scores = TIMELINE.scores(0)
    assert repr(scores) == "<ScoreTable: 6 pairs, the best ('##g', '##s')>"
    assert repr(TIMELINE.scores(len(TIMELINE))) == "<ScoreTable: 0 pairs>"
    assert repr(WordPieceEncoder(["a"])) == "<WordPieceEncoder: 1 tokens, marked with ##>"
    assert repr(BPEEncoder([("a", "b")])) == "<BPEEncoder: 3 tokens>"
    read = read_merges(b"#version: 0.2\na b\n")
    assert repr(read) == "<VocabularyFile: bpe, 3 tokens, 1 merges>"


def test_readers_take_paths_and_bytes(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text(vocab_txt(TIMELINE, 9), encoding="utf-8")
    expected = read_vocabulary(path.read_bytes())
    for file in (path, str(path), memoryview(path.read_bytes())):
        assert read_vocabulary(file).ids == expected.ids
    (tmp_path / "merges.txt").write_text(merges_txt(TIMELINE, 9), encoding="utf-8")
    (tmp_path / "vocab.json").write_text(vocab_json(TIMELINE, 9), encoding="utf-8")
    read = read_merges(tmp_path / "merges.txt", str(tmp_path / "vocab.json"))
    assert read.merges[0] == ("##g", "##s") and read.ids == expected.ids
    with pytest.raises(FileNotFoundError):
        read_vocabulary(tmp_path / "nothing.txt")


def test_every_public_class_says_what_it_is_in_a_line():
    """An object of the engine never shows a whole vocabulary."""
    words = {f"w{i}": 1 for i in range(500)}
    trainer = BPETrainer(words)
    trainer.run()
    timeline = trainer.timeline()
    objects = [
        trainer, timeline, timeline.scores(0), timeline.splits(0), trainer.splits,
        BPEEncoder.from_timeline(timeline, 9), LongestTokenFirst(timeline.vocabulary(9)),
        wordpiece.Tokenizer.from_timeline(timeline), what_if(timeline, 0, ("w", "1")),
    ]  # fmt: skip
    assert all(len(repr(each)) < 120 for each in objects)
