"""The field's terms in plain words: the one place where a term is defined.

    TERMS                       the terms, in alphabetical order
    found("longest")            those that contain a text

Each has one or two sentences and, where it helps, an example that the engine works out: on the toy
words hug, pug, pun, bun and hugs unless it names others. `docs/sources.md` says where each idea is
taught at length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from wordpiece.encoding.decoders import decode_wordpiece
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD
from wordpiece.message import ENGLISH, Language, Message, Spaced, Token, message, text
from wordpiece.recipes import RECIPES
from wordpiece.scoring import times
from wordpiece.teaching.wording import formula, plus
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS
from wordpiece.training.timeline import Timeline

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The words of the examples, and how often each occurs."""

Example = Callable[[], Message]
"""Makes the sentence with which a term is shown on the toy words."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term.

    >>> term = found("pair frequency")[0]
    >>> print(*term.sentences, sep="\\n")
    How often a pair occurs; each word counts as often as it occurs.
    ##u + ##g occurs 20 times on the toy words, most of all.

    Attributes:
        id: its name in code; it never changes.
        name: the term.
        meaning: one or two sentences.
        also: other names of the same thing.
        example: makes a sentence with figures or tokens from the engine; None if there is none.
    """

    id: str
    name: Message
    meaning: tuple[Message, ...]
    also: tuple[Message, ...] = ()
    example: Example | None = None

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The meaning, and the example behind it."""
        return (*self.meaning, self.example()) if self.example else self.meaning


def found(
    typed: str, terms: Sequence[Term] | None = None, language: Language = ENGLISH
) -> list[Term]:
    """Return the terms that contain a text; those that contain it in a name come first.

    >>> [term.id for term in found("longest")]
    ['longest-match', 'unigram', 'wordpiece']

    Args:
        typed: what to look for, whatever its case; all terms contain the empty text.
        terms: where to look; by default in all of them.
        language: in which the terms are read.
    """
    wanted = " ".join(typed.casefold().split())

    def holds(messages: Sequence[Message]) -> bool:
        return any(wanted in text(said, language).casefold() for said in messages)

    all_ = TERMS if terms is None else terms
    by_name = [term for term in all_ if holds((term.name, *term.also))]
    return by_name + [term for term in all_ if term not in by_name and holds(term.sentences)]


# --- Examples ----------------------------------------------------------------------------------


@cache
def _toy(recipe: str) -> Timeline:
    """Train a recipe on the toy words, to the end."""
    trainer = RECIPES[recipe].trainer(TOY)
    trainer.run()
    return trainer.timeline()


def _alphabet() -> Message:
    symbols = Spaced(_toy("wordpiece").alphabet)
    return message("On the toy words it is {symbols}.", symbols=symbols)


def _bpe() -> Message:
    first = _toy("bpe").step(1)
    return message(
        "On the toy words {pair} merges first, as it occurs {times}.",
        pair=plus(first.pair),
        times=times(first.pair_count),
    )


def _bytes() -> Message:
    char = "é"
    return message(
        "{char} is {n} {n:byte|bytes}, which GPT-2 writes as {bytes}.",
        n=len(char.encode()),
        char=Token(char),
        bytes=Spaced(tuple(text_to_bytes(char))),
    )


def _prefix() -> Message:
    symbols = Spaced(CONTINUATION_PREFIX.split("word"))
    return message("{word} begins as {symbols}.", word=Token("word"), symbols=symbols)


def _decoding() -> Message:
    tokens = _longest_match().encode_word("pugs")
    return message(
        "{tokens} becomes {word} again.",
        tokens=Spaced(tuple(tokens)),
        word=Token(decode_wordpiece(tokens)),
    )


def _end() -> Message:
    symbols = Spaced(END_OF_WORD.split("low"))
    return message("{word} begins as {symbols}.", word=Token("low"), symbols=symbols)


def _fertility() -> Message:
    timeline, step = _toy("wordpiece"), 3
    tokens = timeline.growth(step).corpus_tokens
    return message(
        "After {step} merges on the toy words: {tokens} tokens for {words} words, "
        "{ratio:fixed2} tokens per word.",
        step=step,
        tokens=tokens,
        words=timeline.occurrences,
        ratio=tokens / timeline.occurrences,
    )


def _longest_match() -> WordPieceEncoder:
    timeline = _toy("wordpiece")
    return WordPieceEncoder.from_timeline(timeline, len(timeline))


def _greedy() -> Message:
    return message(
        "With the tokens of all toy merges {word} becomes {tokens}.",
        word=Token("pugs"),
        tokens=Spaced(tuple(_longest_match().encode_word("pugs"))),
    )


def _replay() -> Message:
    timeline = _toy("wordpiece")
    encoder = BPEEncoder.from_timeline(timeline, len(timeline))
    return message(
        "Replaying all toy merges of WordPiece makes {tokens} of {word}.",
        word=Token("pugs"),
        tokens=Spaced(tuple(encoder.encode_word("pugs"))),
    )


def _gain() -> Message:
    gain, ratio = _toy("likelihood").step(1), _toy("wordpiece").step(1)
    return message(
        "On the toy words the gain in likelihood merges {gain} first, the published formula "
        "{ratio}.",
        gain=plus(gain.pair),
        ratio=plus(ratio.pair),
    )


def _merge() -> Message:
    step = _toy("wordpiece").step(1)
    return message("{pair} becomes {token}.", pair=plus(step.pair), token=Token(step.token))


def _normalized() -> Message:
    made = compose(("nfc", "lowercase", "strip-accents"))("Épée")
    return message(
        "{text} in lower case and without accents is {made}.", text=Token("Épée"), made=Token(made)
    )


def _offsets() -> Message:
    written = "hug pun"
    last = _longest_match().encode(written)[-1]
    return message(
        "In {text} the token {token} begins at {start} and ends before {end}.",
        text=Token(written),
        token=Token(last.token),
        start=last.start,
        end=last.end,
    )


def _frequency() -> Message:
    row = _toy("wordpiece").scores(0).most_frequent()[0]
    return message(
        "{pair} occurs {times} on the toy words, most of all.",
        pair=plus(row.pair),
        times=times(row.pair_count),
    )


def _words() -> Message:
    written = "Hug me, pug!"
    words = Spaced(tuple(split_words(written, "bert")))
    return message("BERT splits {text} into {words}.", text=Token(written), words=words)


def _score() -> Message:
    timeline = _toy("wordpiece")
    step = timeline.step(1)
    return message(
        "{pair}: {formula}, the best score on the toy words.",
        pair=plus(step.pair),
        formula=formula(step, timeline.score),
    )


def _tie() -> Message:
    table = _toy("wordpiece").scores(1)
    winner = table.rows(0, 1)[0]
    return message(
        "After the first toy merge {pairs} pairs share the best score; {pair} is seen first.",
        pairs=table.ties,
        pair=plus(winner.pair),
    )


def _unknown() -> Message:
    word, timeline = "mug", _toy("bpe")
    replayed = BPEEncoder.from_timeline(timeline, 3).encode_word(word)
    return message(
        "{word} becomes {matched} by WordPiece and {replayed} by BPE.",
        word=Token(word),
        matched=Spaced(tuple(_longest_match().encode_word(word))),
        replayed=Spaced(tuple(replayed)),
    )


def _growing() -> Message:
    timeline = _toy("wordpiece")
    return message(
        "On the toy words it grows from {first} entries to {last}.",
        first=timeline.growth(0).vocabulary,
        last=timeline.growth(len(timeline)).vocabulary,
    )


# --- Terms -------------------------------------------------------------------------------------

TERMS: tuple[Term, ...] = (
    Term(
        "base-vocabulary",
        message("base vocabulary"),
        (
            message(
                "The symbols that training starts from: every character of the corpus, with its "
                "mark. All longer tokens are merged from them."
            ),
        ),
        (message("alphabet"), message("initial vocabulary")),
        _alphabet,
    ),
    Term(
        "bpe",
        message("BPE"),
        (
            message("The algorithm that merges the pair with the highest pair frequency."),
            message("It encodes by merge replay."),
        ),
        (message("byte-pair encoding"),),
        _bpe,
    ),
    Term(
        "byte-level-bpe",
        message("byte-level BPE"),
        (
            message("BPE with the 256 bytes as its base vocabulary, as in GPT-2."),
            message("Every text is made of bytes, so nothing is unknown."),
        ),
        example=_bytes,
    ),
    Term(
        "continuation-prefix",
        message("continuation prefix"),
        (
            message("The mark on symbols that do not start a word."),
            message("In BERT it is {mark}.", mark=Token("##")),
        ),
        (message("##"),),
        _prefix,
    ),
    Term(
        "corpus",
        message("corpus"),
        (
            message(
                "The text that a tokenizer learns from. Training needs only its words and how "
                "often each of them occurs."
            ),
        ),
        (message("training data"),),
    ),
    Term(
        "decoding",
        message("decoding"),
        (
            message(
                "Making text of tokens again. What encoding lost, such as capitals or an unknown "
                "word, does not come back."
            ),
        ),
        (message("detokenization"),),
        _decoding,
    ),
    Term(
        "embedding",
        message("embedding"),
        (
            message(
                "The list of numbers that a language model keeps for each token. The tokenizer "
                "gives only the id; the model learns the numbers."
            ),
        ),
    ),
    Term(
        "encoding",
        message("encoding"),
        (message("Splitting a text into tokens of a vocabulary that has been learned."),),
        (message("tokenization"), message("segmentation")),
    ),
    Term(
        "end-of-word",
        message("end-of-word symbol"),
        (
            message("A symbol put after the last character of every word."),
            message(
                "It tells an ending from the same letters inside a word, and shows decoding where "
                "a space goes."
            ),
        ),
        (message("</w>"),),
        _end,
    ),
    Term(
        "fertility",
        message("fertility"),
        (message("How many tokens a word has on average. Larger vocabularies have less of it."),),
        (message("tokens per word"),),
        _fertility,
    ),
    Term(
        "longest-match",
        message("greedy longest-match-first"),
        (
            message(
                "How WordPiece encodes: from the left, it always takes the longest token that "
                "fits, and continues after it."
            ),
        ),
        (message("longest match"), message("MaxMatch")),
        _greedy,
    ),
    Term(
        "hugging-face",
        message("Hugging Face style"),
        (
            message(
                "Training with WordPiece's {mark} and BPE's pair frequency. This is what "
                "WordPieceTrainer of the tokenizers library does.",
                mark=Token("##"),
            ),
        ),
    ),
    Term(
        "id",
        message("id"),
        (message("The number of a token in the vocabulary, from 0. Models read ids, not text."),),
        (message("token id"), message("index")),
    ),
    Term(
        "leading-space",
        message("leading-space mark"),
        (
            message(
                "GPT-2's way to write the space before a word: it belongs to the word's first "
                "token."
            ),
        ),
        (message("Ġ"),),
    ),
    Term(
        "likelihood",
        message("likelihood"),
        (
            message(
                "How probable the whole corpus is under a model. WordPiece was first described as "
                "merging the pair that raises it most (Schuster and Nakajima, 2012)."
            ),
        ),
        example=_gain,
    ),
    Term(
        "merge",
        message("merge"),
        (
            message(
                "One step of training: a pair becomes one symbol in every word, and the symbol "
                "joins the vocabulary."
            ),
        ),
        (message("merge rule"),),
        _merge,
    ),
    Term(
        "merge-replay",
        message("merge replay"),
        (
            message(
                "How BPE encodes: it splits a word into characters and makes the learned merges "
                "again, in the order learned."
            ),
        ),
        example=_replay,
    ),
    Term(
        "normalization",
        message("normalization"),
        (
            message(
                "Changes to a text before anything else, such as lower case, accents removed, or "
                "composed characters (NFC)."
            ),
        ),
        example=_normalized,
    ),
    Term(
        "offset",
        message("offset"),
        (message("Where in the text a token begins and ends, in characters from 0."),),
        example=_offsets,
    ),
    Term(
        "pair",
        message("pair"),
        (message("Two symbols next to each other in a word. No pair crosses from word to word."),),
        (message("bigram"), message("neighbours")),
    ),
    Term(
        "pair-frequency",
        message("pair frequency"),
        (message("How often a pair occurs; each word counts as often as it occurs."),),
        (message("pair count"), message("together")),
        _frequency,
    ),
    Term(
        "pre-tokenization",
        message("pre-tokenization"),
        (
            message(
                "Splitting a text into words before any merge: at whitespace, and in BERT also at "
                "punctuation. Merges stay inside these words."
            ),
        ),
        (message("splitting into words"),),
        _words,
    ),
    Term(
        "score",
        message("score"),
        (
            message(
                "The number by which the next pair is chosen. WordPiece divides the pair frequency "
                "by the frequencies of both parts, multiplied."
            ),
        ),
        example=_score,
    ),
    Term(
        "special-token",
        message("special token"),
        (
            message(
                "An entry that stands for no text: {cls} begins a text, {sep} ends a sentence, "
                "{pad} fills short texts up, {mask} hides a word to be guessed.",
                cls=Token(BERT_SPECIAL_TOKENS[2]),
                sep=Token(BERT_SPECIAL_TOKENS[3]),
                pad=Token(BERT_SPECIAL_TOKENS[0]),
                mask=Token(BERT_SPECIAL_TOKENS[4]),
            ),
        ),
        (message("[CLS]"), message("[SEP]"), message("[PAD]"), message("[MASK]")),
    ),
    Term(
        "subword",
        message("subword"),
        (message("A token that is a part of a word, between a character and the whole word."),),
        (message("word piece"),),
    ),
    Term(
        "symbol",
        message("symbol"),
        (
            message(
                "What a word is made of during training: at first a character, after merges a "
                "longer piece."
            ),
        ),
    ),
    Term(
        "symbols-in-use",
        message("symbols in use"),
        (
            message(
                "The symbols that still occur in some word. They can become fewer, while the "
                "vocabulary only grows."
            ),
        ),
    ),
    Term(
        "tie-break",
        message("tie-break"),
        (
            message(
                "The rule for pairs with the same score. Here the pair seen first in the corpus "
                "wins, unless you choose another rule."
            ),
        ),
        (message("tie"),),
        _tie,
    ),
    Term(
        "token",
        message("token"),
        (
            message(
                "An entry of the vocabulary: a character, a part of a word, a whole word or a "
                "special token. A language model reads and writes tokens."
            ),
        ),
    ),
    Term(
        "tokenizer",
        message("tokenizer"),
        (
            message(
                "A program that makes tokens of text and text of tokens. It is trained once, "
                "before the language model."
            ),
        ),
    ),
    Term(
        "unigram",
        message("Unigram"),
        (
            message(
                "Another way to learn subwords: it begins with a large vocabulary and removes what "
                "is needed least. It does not search for the longest match; it is not shown here."
            ),
        ),
        (message("ULM"), message("unigram language model")),
    ),
    Term(
        "unk",
        message("[UNK]"),
        (
            message(
                "The special token for what the vocabulary cannot spell. WordPiece gives it to the "
                "whole word, BPE to the one character."
            ),
        ),
        (message("unknown token"), message("out of vocabulary (OOV)")),
        _unknown,
    ),
    Term(
        "vocabulary",
        message("vocabulary"),
        (
            message(
                "All tokens that a tokenizer knows, each with its id: special tokens, base "
                "vocabulary, and the token of each merge."
            ),
        ),
        example=_growing,
    ),
    Term(
        "vocabulary-size",
        message("vocabulary size"),
        (
            message(
                "How many entries a vocabulary may have; training stops there. BERT (English) has "
                "{bert}, GPT-2 {gpt}.",
                bert=30_522,
                gpt=50_257,
            ),
        ),
    ),
    Term(
        "whitespace",
        message("whitespace"),
        (message("Spaces, tabs and line ends: the characters that only separate words."),),
        (message("blank characters"),),
    ),
    Term(
        "word-frequency",
        message("word frequency"),
        (message("How often a word occurs in the corpus. Training sees nothing else of it."),),
        (message("word count"),),
    ),
    Term(
        "wordpiece",
        message("WordPiece"),
        (
            message(
                "The algorithm of BERT: it merges the pair with the best score, and encodes by "
                "greedy longest-match-first."
            ),
            message(
                "Google never published its trainer; the formula shown here is the Hugging Face "
                "course's reconstruction."
            ),
        ),
        example=_score,
    ),
)
"""All terms, as the page lists them."""
