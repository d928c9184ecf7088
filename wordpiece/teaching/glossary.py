"""The field's terms in plain words: the one place where a term is defined.

    TERMS                       the terms, in alphabetical order
    found("longest")            the terms that contain a text

Each term has one or two sentences and, where it helps, an example. The examples are computed, on
the toy words hug, pug, pun, bun and hugs unless they name others. `docs/sources.md` lists the
texts that explain each idea at length.
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
from wordpiece.teaching.size import size
from wordpiece.teaching.wording import formula, plus
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS
from wordpiece.training.timeline import Timeline

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The words of the examples, and how often each occurs."""

Example = Callable[[], Message]
"""Computes the example of a term."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term.

    >>> print(*found("pair frequency")[0].sentences, sep="\\n")
    How often a pair occurs; each word counts as often as it occurs.
    ##u + ##g occurs 20 times on the toy words, most of all.

    Attributes:
        id: its name in code, which never changes.
        name: the term.
        meaning: one or two sentences.
        also: other names of the same thing.
        example: computes a sentence with figures or tokens, if the term has an example.
    """

    id: str
    name: Message
    meaning: tuple[Message, ...]
    also: tuple[Message, ...] = ()
    example: Example | None = None

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The meaning, then the example."""
        return (*self.meaning, self.example()) if self.example else self.meaning


def found(
    typed: str, terms: Sequence[Term] | None = None, language: Language = ENGLISH
) -> list[Term]:
    """Return the terms that contain a text, those first that contain it in a name.

    >>> [term.id for term in found("longest")]
    ['longest-match', 'unigram', 'wordpiece']

    Args:
        typed: the text, in any case; every term contains the empty text.
        terms: the terms to search; by default all of them.
        language: the language in which the terms are searched.
    """
    wanted = " ".join(typed.casefold().split())

    def holds(messages: Sequence[Message]) -> bool:
        return any(wanted in text(said, language).casefold() for said in messages)

    all_ = TERMS if terms is None else terms
    by_name = [term for term in all_ if holds((term.name, *term.also))]
    return by_name + [term for term in all_ if term not in by_name and holds(term.sentences)]


@cache
def _toy(recipe: str = "wordpiece") -> Timeline:
    """Train a recipe on the toy words, to the end."""
    trainer = RECIPES[recipe].trainer(TOY)
    trainer.run()
    return trainer.timeline()


def _longest_match() -> WordPieceEncoder:
    return WordPieceEncoder.from_timeline(_toy(), len(_toy()))


def _matched(word: str) -> Spaced:
    return Spaced(tuple(_longest_match().encode_word(word)))


def _replayed(timeline: Timeline, step: int, word: str) -> Spaced:
    return Spaced(tuple(BPEEncoder.from_timeline(timeline, step).encode_word(word)))


def _best_score() -> Message:
    return message(
        "{pair}: {formula}, the best score on the toy words.",
        pair=plus(_toy().pair(1)),
        formula=formula(_toy().step(1), _toy().score),
    )


def _offsets() -> Message:
    last = _longest_match().encode("hug pun")[-1]
    return message(
        "In {text} the token {token} begins at {start} and ends before {end}.",
        text=Token("hug pun"),
        token=Token(last.token),
        start=last.start,
        end=last.end,
    )


def _term(
    id: str,
    name: Message,
    *meaning: Message,
    also: tuple[Message, ...] = (),
    example: Example | None = None,
) -> Term:
    return Term(id, name, meaning, also, example)


TERMS = (
    _term(
        "base-vocabulary",
        message("base vocabulary"),
        message(
            "The symbols that training starts from: every character of the corpus, with its "
            "mark. All longer tokens are merged from them."
        ),
        also=(message("alphabet"), message("initial vocabulary")),
        example=lambda: message(
            "On the toy words it is {symbols}.", symbols=Spaced(_toy().alphabet)
        ),
    ),
    _term(
        "bpe",
        message("BPE"),
        message("The algorithm that merges the pair with the highest pair frequency."),
        message("It encodes by merge replay."),
        also=(message("byte-pair encoding"),),
        example=lambda: message(
            "On the toy words {pair} merges first, as it occurs {times}.",
            pair=plus(_toy("bpe").pair(1)),
            times=times(_toy("bpe").step(1).pair_count),
        ),
    ),
    _term(
        "byte-level-bpe",
        message("byte-level BPE"),
        message("BPE with the 256 bytes as its base vocabulary, as in GPT-2."),
        message("Every text is made of bytes, so nothing is unknown."),
        example=lambda: message(
            "{char} is {n} {n:byte|bytes}, which GPT-2 writes as {bytes}.",
            n=len("é".encode()),
            char=Token("é"),
            bytes=Spaced(tuple(text_to_bytes("é"))),
        ),
    ),
    _term(
        "continuation-prefix",
        message("continuation prefix"),
        message("The mark on symbols that do not start a word."),
        message("In BERT it is {mark}.", mark=Token("##")),
        also=(message("##"),),
        example=lambda: message(
            "{word} begins as {symbols}.",
            word=Token("word"),
            symbols=Spaced(CONTINUATION_PREFIX.split("word")),
        ),
    ),
    _term(
        "corpus",
        message("corpus"),
        message(
            "The text that a tokenizer learns from. Training needs only its words and how "
            "often each of them occurs."
        ),
        also=(message("training data"),),
    ),
    _term(
        "decoding",
        message("decoding"),
        message(
            "Making text of tokens again. What encoding lost, such as capitals or an unknown "
            "word, does not come back."
        ),
        also=(message("detokenization"),),
        example=lambda: message(
            "{tokens} becomes {word} again.",
            tokens=_matched("pugs"),
            word=Token(decode_wordpiece(_matched("pugs").tokens)),
        ),
    ),
    _term(
        "embedding",
        message("embedding"),
        message(
            "The list of numbers that a language model keeps for each token. The tokenizer "
            "gives only the id; the model learns the numbers."
        ),
    ),
    _term(
        "encoding",
        message("encoding"),
        message("Splitting a text into tokens of a vocabulary that has been learned."),
        also=(message("tokenization"), message("segmentation")),
    ),
    _term(
        "end-of-word",
        message("end-of-word symbol"),
        message("A symbol put after the last character of every word."),
        message(
            "It tells an ending from the same letters inside a word, and shows decoding where "
            "a space goes."
        ),
        also=(message("</w>"),),
        example=lambda: message(
            "{word} begins as {symbols}.",
            word=Token("low"),
            symbols=Spaced(END_OF_WORD.split("low")),
        ),
    ),
    _term(
        "fertility",
        message("fertility"),
        message("How many tokens a word has on average. Larger vocabularies have less of it."),
        also=(message("tokens per word"),),
        example=lambda: message(
            "After {step} merges on the toy words: {tokens} tokens for {words} words, "
            "{ratio:fixed2} tokens per word.",
            step=3,
            tokens=size(_toy(), 3).tokens,
            words=size(_toy(), 3).words,
            ratio=size(_toy(), 3).fertility,
        ),
    ),
    _term(
        "longest-match",
        message("greedy longest-match-first"),
        message(
            "How WordPiece encodes: from the left, it always takes the longest token that "
            "fits, and continues after it."
        ),
        also=(message("longest match"), message("MaxMatch")),
        example=lambda: message(
            "With the tokens of all toy merges {word} becomes {tokens}.",
            word=Token("pugs"),
            tokens=_matched("pugs"),
        ),
    ),
    _term(
        "hugging-face",
        message("Hugging Face style"),
        message(
            "Training with WordPiece's {mark} and BPE's pair frequency. This is what "
            "WordPieceTrainer of the tokenizers library does.",
            mark=Token("##"),
        ),
    ),
    _term(
        "id",
        message("id"),
        message("The number of a token in the vocabulary, from 0. Models read ids, not text."),
        also=(message("token id"), message("index")),
    ),
    _term(
        "leading-space",
        message("leading-space mark"),
        message(
            "GPT-2's way to write the space before a word: it belongs to the word's first token."
        ),
        also=(message("Ġ"),),
    ),
    _term(
        "likelihood",
        message("likelihood"),
        message(
            "How probable the whole corpus is under a model. WordPiece was first described as "
            "merging the pair that raises it most (Schuster and Nakajima, 2012)."
        ),
        example=lambda: message(
            "On the toy words the gain in likelihood merges {gain} first, the published formula "
            "{ratio}.",
            gain=plus(_toy("likelihood").pair(1)),
            ratio=plus(_toy().pair(1)),
        ),
    ),
    _term(
        "merge",
        message("merge"),
        message(
            "One step of training: a pair becomes one symbol in every word, and the symbol "
            "joins the vocabulary."
        ),
        also=(message("merge rule"),),
        example=lambda: message(
            "{pair} becomes {token}.", pair=plus(_toy().pair(1)), token=Token(_toy().step(1).token)
        ),
    ),
    _term(
        "merge-replay",
        message("merge replay"),
        message(
            "How BPE encodes: it splits a word into characters and makes the learned merges "
            "again, in the order learned."
        ),
        example=lambda: message(
            "Replaying all toy merges of WordPiece makes {tokens} of {word}.",
            word=Token("pugs"),
            tokens=_replayed(_toy(), len(_toy()), "pugs"),
        ),
    ),
    _term(
        "normalization",
        message("normalization"),
        message(
            "Changes to a text before anything else, such as lower case, accents removed, or "
            "composed characters (NFC)."
        ),
        example=lambda: message(
            "{text} in lower case and without accents is {made}.",
            text=Token("Épée"),
            made=Token(compose(("nfc", "lowercase", "strip-accents"))("Épée")),
        ),
    ),
    _term(
        "offset",
        message("offset"),
        message("Where in the text a token begins and ends, in characters from 0."),
        example=_offsets,
    ),
    _term(
        "pair",
        message("pair"),
        message("Two symbols next to each other in a word. No pair crosses from word to word."),
        also=(message("bigram"), message("neighbours")),
    ),
    _term(
        "pair-frequency",
        message("pair frequency"),
        message("How often a pair occurs; each word counts as often as it occurs."),
        also=(message("pair count"), message("together")),
        example=lambda: message(
            "{pair} occurs {times} on the toy words, most of all.",
            pair=plus(_toy().scores(0).most_frequent()[0].pair),
            times=times(_toy().scores(0).most_frequent()[0].pair_count),
        ),
    ),
    _term(
        "pre-tokenization",
        message("pre-tokenization"),
        message(
            "Splitting a text into words before any merge: at whitespace, and in BERT also at "
            "punctuation. Merges stay inside these words."
        ),
        also=(message("splitting into words"),),
        example=lambda: message(
            "BERT splits {text} into {words}.",
            text=Token("Hug me, pug!"),
            words=Spaced(tuple(split_words("Hug me, pug!", "bert"))),
        ),
    ),
    _term(
        "score",
        message("score"),
        message(
            "The number by which the next pair is chosen. WordPiece divides the pair frequency "
            "by the frequencies of both parts, multiplied."
        ),
        example=_best_score,
    ),
    _term(
        "special-token",
        message("special token"),
        message(
            "An entry that stands for no text: {cls} begins a text, {sep} ends a sentence, "
            "{pad} fills short texts up, {mask} hides a word to be guessed.",
            cls=Token(BERT_SPECIAL_TOKENS[2]),
            sep=Token(BERT_SPECIAL_TOKENS[3]),
            pad=Token(BERT_SPECIAL_TOKENS[0]),
            mask=Token(BERT_SPECIAL_TOKENS[4]),
        ),
        also=(message("[CLS]"), message("[SEP]"), message("[PAD]"), message("[MASK]")),
    ),
    _term(
        "subword",
        message("subword"),
        message("A token that is a part of a word, between a character and the whole word."),
        also=(message("word piece"),),
    ),
    _term(
        "symbol",
        message("symbol"),
        message(
            "What a word is made of during training: at first a character, after merges a "
            "longer piece."
        ),
    ),
    _term(
        "symbols-in-use",
        message("symbols in use"),
        message(
            "The symbols that still occur in some word. They can become fewer, while the "
            "vocabulary only grows."
        ),
    ),
    _term(
        "tie-break",
        message("tie-break"),
        message(
            "The rule for pairs with the same score. Here the pair seen first in the corpus "
            "wins, unless you choose another rule."
        ),
        also=(message("tie"),),
        example=lambda: message(
            "After the first toy merge {pairs} pairs share the best score; {pair} is seen first.",
            pairs=_toy().scores(1).ties,
            pair=plus(_toy().pair(2)),
        ),
    ),
    _term(
        "token",
        message("token"),
        message(
            "An entry of the vocabulary: a character, a part of a word, a whole word or a "
            "special token. A language model reads and writes tokens."
        ),
    ),
    _term(
        "tokenizer",
        message("tokenizer"),
        message(
            "A program that makes tokens of text and text of tokens. It is trained once, "
            "before the language model."
        ),
    ),
    _term(
        "unigram",
        message("Unigram"),
        message(
            "Another way to learn subwords: it begins with a large vocabulary and removes what "
            "is needed least. It does not search for the longest match; it is not shown here."
        ),
        also=(message("ULM"), message("unigram language model")),
    ),
    _term(
        "unk",
        message("[UNK]"),
        message(
            "The special token for what the vocabulary cannot spell. WordPiece gives it to the "
            "whole word, BPE to the one character."
        ),
        also=(message("unknown token"), message("out of vocabulary (OOV)")),
        example=lambda: message(
            "{word} becomes {matched} by WordPiece and {replayed} by BPE.",
            word=Token("mug"),
            matched=_matched("mug"),
            replayed=_replayed(_toy("bpe"), 3, "mug"),
        ),
    ),
    _term(
        "vocabulary",
        message("vocabulary"),
        message(
            "All tokens that a tokenizer knows, each with its id: special tokens, base "
            "vocabulary, and the token of each merge."
        ),
        example=lambda: message(
            "On the toy words it grows from {first} entries to {last}.",
            first=_toy().growth(0).vocabulary,
            last=_toy().growth(len(_toy())).vocabulary,
        ),
    ),
    _term(
        "vocabulary-size",
        message("vocabulary size"),
        message(
            "How many entries a vocabulary may have; training stops there. BERT (English) has "
            "{bert}, GPT-2 {gpt}.",
            bert=30_522,
            gpt=50_257,
        ),
    ),
    _term(
        "whitespace",
        message("whitespace"),
        message("Spaces, tabs and line ends: the characters that only separate words."),
        also=(message("blank characters"),),
    ),
    _term(
        "word-frequency",
        message("word frequency"),
        message("How often a word occurs in the corpus. Training sees nothing else of it."),
        also=(message("word count"),),
    ),
    _term(
        "wordpiece",
        message("WordPiece"),
        message(
            "The algorithm of BERT: it merges the pair with the best score, and encodes by "
            "greedy longest-match-first."
        ),
        message(
            "Google never published its trainer; the formula shown here is the Hugging Face "
            "course's reconstruction."
        ),
        example=_best_score,
    ),
)
"""All terms, as the page lists them."""
