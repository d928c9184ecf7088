"""The field's terms in plain words: the one place where a term is defined.

    TERMS                       the terms, in alphabetical order
    find("longest")             the terms that contain a text

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

    >>> print(*find("pair frequency")[0].sentences, sep="\\n")
    How often a pair occurs; each word counts as often as it occurs.
    ##u + ##g occurs 20 times on the toy words, most of all.

    Attributes:
        id: its name in code, which never changes.
        names: the term, then other names of the same thing.
        meaning: one or two sentences.
        example: computes a sentence with figures or tokens, if the term has an example.
    """

    id: str
    names: tuple[Message, ...]
    meaning: tuple[Message, ...]
    example: Example | None = None

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The meaning, then the example."""
        return (*self.meaning, self.example()) if self.example else self.meaning


def find(typed: str, language: Language = ENGLISH) -> list[Term]:
    """Return the terms that contain a text, those first that contain it in a name.

    >>> [term.id for term in find("longest")]
    ['longest-match', 'unigram', 'wordpiece']

    Args:
        typed: the text, in any case; every term contains the empty text.
        language: the language in which the terms are searched.
    """
    wanted = " ".join(typed.casefold().split())

    def holds(messages: Sequence[Message]) -> bool:
        return any(wanted in text(said, language).casefold() for said in messages)

    by_name = [term for term in TERMS if holds(term.names)]
    return by_name + [term for term in TERMS if term not in by_name and holds(term.sentences)]


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


_Entry = tuple[tuple[Message, ...], tuple[Message, ...], Example | None]


def _term(names: tuple[Message, ...], *meaning: Message, example: Example | None = None) -> _Entry:
    return names, meaning, example


_TERMS: dict[str, _Entry] = {
    "base-vocabulary": _term(
        (message("base vocabulary"), message("alphabet"), message("initial vocabulary")),
        message(
            "The symbols that training starts from: every character of the corpus, with its "
            "mark. All longer tokens are merged from them."
        ),
        example=lambda: message(
            "On the toy words it is {symbols}.", symbols=Spaced(_toy().alphabet)
        ),
    ),
    "bpe": _term(
        (message("BPE"), message("byte-pair encoding")),
        message("The algorithm that merges the pair with the highest pair frequency."),
        message("It encodes by merge replay."),
        example=lambda: message(
            "On the toy words {pair} merges first, as it occurs {times}.",
            pair=plus(_toy("bpe").pair(1)),
            times=times(_toy("bpe").step(1).pair_count),
        ),
    ),
    "byte-level-bpe": _term(
        (message("byte-level BPE"),),
        message("BPE with the 256 bytes as its base vocabulary, as in GPT-2."),
        message("Every text is made of bytes, so nothing is unknown."),
        example=lambda: message(
            "{char} is {n} {n:byte|bytes}, which GPT-2 writes as {bytes}.",
            n=len("é".encode()),
            char=Token("é"),
            bytes=Spaced(tuple(text_to_bytes("é"))),
        ),
    ),
    "continuation-prefix": _term(
        (message("continuation prefix"), message("##")),
        message("The mark on symbols that do not start a word."),
        message("In BERT it is {mark}.", mark=Token("##")),
        example=lambda: message(
            "{word} begins as {symbols}.",
            word=Token("word"),
            symbols=Spaced(CONTINUATION_PREFIX.split("word")),
        ),
    ),
    "corpus": _term(
        (message("corpus"), message("training data")),
        message(
            "The text that a tokenizer learns from. Training needs only its words and how "
            "often each of them occurs."
        ),
    ),
    "decoding": _term(
        (message("decoding"), message("detokenization")),
        message(
            "Making text of tokens again. What encoding lost, such as capitals or an unknown "
            "word, does not come back."
        ),
        example=lambda: message(
            "{tokens} becomes {word} again.",
            tokens=_matched("pugs"),
            word=Token(decode_wordpiece(_matched("pugs").tokens)),
        ),
    ),
    "embedding": _term(
        (message("embedding"),),
        message(
            "The list of numbers that a language model keeps for each token. The tokenizer "
            "gives only the id; the model learns the numbers."
        ),
    ),
    "encoding": _term(
        (message("encoding"), message("tokenization"), message("segmentation")),
        message("Splitting a text into tokens of a vocabulary that has been learned."),
    ),
    "end-of-word": _term(
        (message("end-of-word symbol"), message("</w>")),
        message("A symbol put after the last character of every word."),
        message(
            "It tells an ending from the same letters inside a word, and shows decoding where "
            "a space goes."
        ),
        example=lambda: message(
            "{word} begins as {symbols}.",
            word=Token("low"),
            symbols=Spaced(END_OF_WORD.split("low")),
        ),
    ),
    "fertility": _term(
        (message("fertility"), message("tokens per word")),
        message("How many tokens a word has on average. Larger vocabularies have less of it."),
        example=lambda: message(
            "After {step} merges on the toy words: {tokens} tokens for {words} words, "
            "{ratio:fixed2} tokens per word.",
            step=3,
            tokens=size(_toy(), 3).tokens,
            words=size(_toy(), 3).words,
            ratio=size(_toy(), 3).fertility,
        ),
    ),
    "longest-match": _term(
        (message("greedy longest-match-first"), message("longest match"), message("MaxMatch")),
        message(
            "How WordPiece encodes: from the left, it always takes the longest token that "
            "fits, and continues after it."
        ),
        example=lambda: message(
            "With the tokens of all toy merges {word} becomes {tokens}.",
            word=Token("pugs"),
            tokens=_matched("pugs"),
        ),
    ),
    "hugging-face": _term(
        (message("Hugging Face style"),),
        message(
            "Training with WordPiece's {mark} and BPE's pair frequency. This is what "
            "WordPieceTrainer of the tokenizers library does.",
            mark=Token("##"),
        ),
    ),
    "id": _term(
        (message("id"), message("token id"), message("index")),
        message("The number of a token in the vocabulary, from 0. Models read ids, not text."),
    ),
    "leading-space": _term(
        (message("leading-space mark"), message("Ġ")),
        message(
            "GPT-2's way to write the space before a word: it belongs to the word's first token."
        ),
    ),
    "likelihood": _term(
        (message("likelihood"),),
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
    "merge": _term(
        (message("merge"), message("merge rule")),
        message(
            "One step of training: a pair becomes one symbol in every word, and the symbol "
            "joins the vocabulary."
        ),
        example=lambda: message(
            "{pair} becomes {token}.", pair=plus(_toy().pair(1)), token=Token(_toy().step(1).token)
        ),
    ),
    "merge-replay": _term(
        (message("merge replay"),),
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
    "normalization": _term(
        (message("normalization"),),
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
    "offset": _term(
        (message("offset"),),
        message("Where in the text a token begins and ends, in characters from 0."),
        example=_offsets,
    ),
    "pair": _term(
        (message("pair"), message("bigram"), message("neighbours")),
        message("Two symbols next to each other in a word. No pair crosses from word to word."),
    ),
    "pair-frequency": _term(
        (message("pair frequency"), message("pair count"), message("together")),
        message("How often a pair occurs; each word counts as often as it occurs."),
        example=lambda: message(
            "{pair} occurs {times} on the toy words, most of all.",
            pair=plus(_toy().scores(0).most_frequent()[0].pair),
            times=times(_toy().scores(0).most_frequent()[0].pair_count),
        ),
    ),
    "pre-tokenization": _term(
        (message("pre-tokenization"), message("splitting into words")),
        message(
            "Splitting a text into words before any merge: at whitespace, and in BERT also at "
            "punctuation. Merges stay inside these words."
        ),
        example=lambda: message(
            "BERT splits {text} into {words}.",
            text=Token("Hug me, pug!"),
            words=Spaced(tuple(split_words("Hug me, pug!", "bert"))),
        ),
    ),
    "score": _term(
        (message("score"),),
        message(
            "The number by which the next pair is chosen. WordPiece divides the pair frequency "
            "by the frequencies of both parts, multiplied."
        ),
        example=_best_score,
    ),
    "special-token": _term(
        (
            message("special token"),
            message("[CLS]"),
            message("[SEP]"),
            message("[PAD]"),
            message("[MASK]"),
        ),
        message(
            "An entry that stands for no text: {cls} begins a text, {sep} ends a sentence, "
            "{pad} fills short texts up, {mask} hides a word to be guessed.",
            cls=Token(BERT_SPECIAL_TOKENS[2]),
            sep=Token(BERT_SPECIAL_TOKENS[3]),
            pad=Token(BERT_SPECIAL_TOKENS[0]),
            mask=Token(BERT_SPECIAL_TOKENS[4]),
        ),
    ),
    "subword": _term(
        (message("subword"), message("word piece")),
        message("A token that is a part of a word, between a character and the whole word."),
    ),
    "symbol": _term(
        (message("symbol"),),
        message(
            "What a word is made of during training: at first a character, after merges a "
            "longer piece."
        ),
    ),
    "symbols-in-use": _term(
        (message("symbols in use"),),
        message(
            "The symbols that still occur in some word. They can become fewer, while the "
            "vocabulary only grows."
        ),
    ),
    "tie-break": _term(
        (message("tie-break"), message("tie")),
        message(
            "The rule for pairs with the same score. Here the pair seen first in the corpus "
            "wins, unless you choose another rule."
        ),
        example=lambda: message(
            "After the first toy merge {pairs} pairs share the best score; {pair} is seen first.",
            pairs=_toy().scores(1).ties,
            pair=plus(_toy().pair(2)),
        ),
    ),
    "token": _term(
        (message("token"),),
        message(
            "An entry of the vocabulary: a character, a part of a word, a whole word or a "
            "special token. A language model reads and writes tokens."
        ),
    ),
    "tokenizer": _term(
        (message("tokenizer"),),
        message(
            "A program that makes tokens of text and text of tokens. It is trained once, "
            "before the language model."
        ),
    ),
    "unigram": _term(
        (message("Unigram"), message("ULM"), message("unigram language model")),
        message(
            "Another way to learn subwords: it begins with a large vocabulary and removes what "
            "is needed least. It does not search for the longest match; it is not shown here."
        ),
    ),
    "unk": _term(
        (message("[UNK]"), message("unknown token"), message("out of vocabulary (OOV)")),
        message(
            "The special token for what the vocabulary cannot spell. WordPiece gives it to the "
            "whole word, BPE to the one character."
        ),
        example=lambda: message(
            "{word} becomes {matched} by WordPiece and {replayed} by BPE.",
            word=Token("mug"),
            matched=_matched("mug"),
            replayed=_replayed(_toy("bpe"), 3, "mug"),
        ),
    ),
    "vocabulary": _term(
        (message("vocabulary"),),
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
    "vocabulary-size": _term(
        (message("vocabulary size"),),
        message(
            "How many entries a vocabulary may have; training stops there. BERT (English) has "
            "{bert}, GPT-2 {gpt}.",
            bert=30_522,
            gpt=50_257,
        ),
    ),
    "whitespace": _term(
        (message("whitespace"), message("blank characters")),
        message("Spaces, tabs and line ends: the characters that only separate words."),
    ),
    "word-frequency": _term(
        (message("word frequency"), message("word count")),
        message("How often a word occurs in the corpus. Training sees nothing else of it."),
    ),
    "wordpiece": _term(
        (message("WordPiece"),),
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
}

TERMS = tuple(Term(id, *entry) for id, entry in _TERMS.items())
"""All terms, in alphabetical order."""
