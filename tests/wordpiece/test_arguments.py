"""Wrong arguments of public functions fail at once, with one sentence; numpy's integers do not."""

import pickle
import re
from typing import Any

import numpy as np
import pytest

import wordpiece
import wordpiece.files.readers
from tests import golden
from tests.wordpiece.trainings import trained
from wordpiece import NONE, WordPieceTrainer, textbook_merges
from wordpiece.errors import (
    CorpusError,
    UnknownPairError,
    UnknownSymbolError,
    VocabularyError,
    VocabularySizeError,
    WordPieceError,
)
from wordpiece.message import Message, message
from wordpiece.scoring import PAIR_COUNT

TOY = golden.TOY


TIMELINE = trained(WordPieceTrainer, TOY, special_tokens=["[UNK]"])

# Typed as Any, since the arguments below have wrong types.
wp: Any = wordpiece
timeline: Any = TIMELINE
readers: Any = wordpiece.files.readers

WRONG = [
    # The textbook.
    (lambda: wp.textbook_merges(TOY, 1, algorithm="x"),
     "Unknown algorithm 'x'; choose wordpiece or bpe."),
    # Words and their counts.
    (lambda: wp.WordPieceTrainer("text"),
     "Training takes words and their counts, as in {'hug': 10}, not 'text'; Tokenizer.train "
     "counts the words of a text."),
    (lambda: wp.BPETrainer({7: 1}), "The word 7 is not a string"),
    (lambda: wp.BPETrainer({"": 1}), "One of the words is empty"),
    (lambda: wp.BPETrainer({"a": 0}), "The count of 'a' is 0; it must be a whole number above 0."),
    (lambda: wp.BPETrainer({"a": 2.5}), "The count of 'a' is 2.5; it must be a whole number"),
    (lambda: wp.Trainer({"ab": 2**51}, score=wp.scoring.BLOG_CODE, marking=NONE),
     "4,503,599,627,370,496 or more symbols cannot be counted exactly."),
    (lambda: wp.BPETrainer({"hug": 2**53 // 3 + 1}),
     "The counts are too large: the corpus would have 9,007,199,254,740,993 symbols, but "
     "9,007,199,254,740,992 or more symbols cannot be counted exactly. Divide all counts by "),
    # The trainer's options.
    (lambda: wp.WordPieceTrainer(TOY, special_tokens="[UNK]"),
     "special_tokens is the string '[UNK]'; it must be a list, as in ['[UNK]']."),
    (lambda: wp.BPETrainer(TOY, tie_break="x"),
     "Unknown tie-break 'x'; choose one of first-seen, alphabetical, greatest, random."),
    (lambda: wp.BPETrainer(TOY, marking=["##"]), "Unknown marking ['##']"),
    (lambda: wp.BPETrainer(TOY, vocab_size="30k"), "vocab_size is '30k'"),
    (lambda: wp.BPETrainer(TOY, max_merges=2.5), "max_merges is 2.5; it must"),
    (lambda: wp.BPETrainer(TOY, min_pair_count=-1), "min_pair_count is -1"),
    (lambda: wp.BPETrainer(TOY, seed="x"), "seed is 'x'"),
    (lambda: wp.Trainer(TOY, score="bpe", marking=NONE), "score is 'bpe'"),
    # Steps and pairs.
    (lambda: wp.BPETrainer(TOY).step("hu"), "pair is 'hu'; it must be two symbols"),
    (lambda: wp.BPETrainer(TOY).run(-1), "merges is -1"),
    (lambda: timeline.splits(1.5), "step is 1.5; it must be a whole number."),
    # Encoders.
    (lambda: wp.WordPieceEncoder([7]), "Each token of a vocabulary must be a string, not 7."),
    (lambda: wp.WordPieceEncoder("vocab.txt"),
     "A vocabulary must be a list of tokens or a mapping from tokens to ids, not 'vocab.txt'; "
     "to read a file, use Tokenizer.from_file."),
    (lambda: wp.BPEEncoder([], vocabulary="vocab.json"), "not 'vocab.json'"),
    (lambda: wp.BPEEncoder("merges.txt"), "use Tokenizer.from_files."),
    (lambda: wp.BPEEncoder(["u g"]), "Merge 1 is 'u g'; it must be two symbols"),
    (lambda: wp.BPEEncoder([("u", "g", "s")]), "Merge 1 is ('u', 'g', 's'); it must be two"),
    (lambda: wp.WordPieceEncoder({0: "a"}), "The id of 0 is 'a'"),
    (lambda: wp.WordPieceEncoder(["a"], None), "unk_token must be a string"),
    (lambda: wp.WordPieceEncoder(["a"], prefix=None), "prefix must be a string"),
    (lambda: wp.WordPieceEncoder(["a"], max_input_chars_per_word=-1), "max_input_chars_per_w"),
    (lambda: wp.WordPieceEncoder(["a"]).encode_word(7), "word must be a string, not 7."),
    (lambda: wp.WordPieceEncoder(["a"]).encode(["a"]), "text must be a string"),
    (lambda: wp.Trainer({"a": 1}, score=wp.scoring.WORDPIECE, marking="##", alphabet=[1]),
     "alphabet contains 1"),
    (lambda: wp.Tokenizer(wp.WordPieceEncoder(["a"], prefix="\ud800")).save("tokenizer.json"),
     "half of a surrogate pair"),
    # Decoders and readers.
    *((lambda decode=decode: decode("hugs"), "tokens is the string 'hugs'")
      for decode in (wp.decode_wordpiece, wp.decode_bpe, wp.decode_byte_level)),
    (lambda: wp.decode_plain([1]), "tokens contains 1, which is not a string."),
    (lambda: wp.decode_plain(["a"], skip="[SEP]"), "skip is the string '[SEP]'"),
    (lambda: readers.read_vocabulary("[UNK]\nhug"), "not as '[UNK]"),
    # `Tokenizer`.
    (lambda: wp.Tokenizer.train("hug", recipe="word-piece"), "recipe is 'word-piece'; choose one"),
    (lambda: wp.Tokenizer.from_timeline(timeline, recipe="unigram"), "recipe is 'unigram'; choose"),
    (lambda: wp.Tokenizer.train(""), "There is no visible text,"),
    (lambda: wp.Tokenizer.train(["", " "]), "The corpus contains no words"),
    (lambda: wp.Tokenizer.train(b"hug"), "A corpus must be"),
    (lambda: wp.Tokenizer.train(["hug", 7]), "Each text of the corpus must be"),
    (lambda: wp.Tokenizer.train("hug", normalizer=["nfx"]), "no normalizer named 'nfx'"),
    (lambda: wp.Tokenizer.train("hug", pre_tokenizer="words"), "pre_tokenizer is 'words'; choose"),
    (lambda: wp.Tokenizer.train("a", recipe="course-bpe", pre_tokenizer="bert"), "needs the pre"),
    (lambda: wp.Tokenizer("vocab.txt"), "A Tokenizer is made of an encoder"),
    (lambda: wp.Tokenizer(wp.WordPieceEncoder([]), normalizer="nfc"), "normalizer is 'nfc'"),
    (lambda: wp.Tokenizer.train("hug").encode(["hug"]), "encode_batch"),
    (lambda: wp.Tokenizer.train("hug").encode_batch("hug"), "encode_batch takes a list of strings"),
    (lambda: wp.Tokenizer.train("hug").encode("hug", offsets="x"), "not 'x'"),
    (lambda: wp.Tokenizer.train("hug").decode("hug"), "decode takes"),
    (lambda: wp.Tokenizer.train("hug").decode([99]), "No token has the id 99"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_a_wrong_argument_fails_at_once_with_one_sentence(call, said):
    with pytest.raises(ValueError, match=re.escape(said)) as error:
        call()
    assert "\n" not in str(error.value) and str(error.value).endswith(".")


def test_integers_of_numpy_are_whole_numbers():
    words = {word: np.int64(count) for word, count in TOY.items()}
    size, two = np.int32(13), np.uint8(2)
    trainer = wp.WordPieceTrainer(words, vocab_size=size, seed=two, min_pair_count=two)
    plain = WordPieceTrainer(TOY, vocab_size=13, seed=2, min_pair_count=2)
    assert [*trainer] == [*plain]
    assert wp.BPETrainer(TOY, max_merges=two).run(np.int64(5)) == 2
    assert timeline.splits(two) == TIMELINE.splits(2)
    assert trainer.timeline().frequencies.tolist() == TIMELINE.frequencies.tolist()
    assert wp.textbook_merges(words, 2) == textbook_merges(TOY, 2)
    encoder = wp.WordPieceEncoder({"hug": np.int64(3)}, max_input_chars_per_word=np.int64(9))
    assert type(encoder.ids["hug"]) is int and encoder.max_input_chars_per_word == 9
    forced = wp.Trainer(TOY, score=PAIR_COUNT, marking=None).step(["h", "u"])
    assert forced.pair == ("h", "u")  # a list of two symbols is accepted
    assert wp.BPEEncoder([["h", "u"]]).merges == (("h", "u"),)


# Errors have a message that can be translated, and can be pickled.

EMPTY = message("The file is empty.")
ERRORS = [
    (CorpusError(EMPTY), "The file is empty."),
    (CorpusError(EMPTY, line=1200, text="hug"), "Line 1,200: The file is empty."),
    (VocabularyError(EMPTY, line=3), "Line 3: The file is empty."),
    (VocabularySizeError(1200, 3400), "3,400"),
    (UnknownPairError(("p", "##\n"), 1200), "Step 1,200 cannot merge 'p' with '##\\n'"),
    (UnknownSymbolError("mug", "m"), "mug"),
]


@pytest.mark.parametrize(("error", "said"), ERRORS)
def test_an_error_is_its_message_in_english_and_survives_pickling(error, said):
    assert isinstance(error, WordPieceError) and isinstance(error, ValueError)
    assert isinstance(error.message, Message)
    assert said in str(error) and str(error) == str(error.message)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(error, protocol=protocol))
        assert type(copy) is type(error) and vars(copy) == vars(error)
        assert str(copy) == str(error) and copy.args == error.args
