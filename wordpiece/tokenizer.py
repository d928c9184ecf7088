"""`Tokenizer`: a normalizer, a pre-tokenizer, a model, a decoder and special tokens in one object.

    text  --normalizer-->  text  --pre-tokenizer-->  words  --encoder-->  tokens  --decoder-->  text

>>> tokenizer = Tokenizer.train("hug pug pun bun hugs hug hug pun", max_merges=3)
>>> tokenizer.tokenize("hugs bun")
['hu', '##gs', 'b', '##u', '##n']
>>> tokenizer.decode(token.id for token in tokenizer.encode("hugs bun"))
'hugs bun'
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any

from wordpiece.arguments import (
    check_choice,
    check_decodable,
    check_integer,
    check_text,
    check_texts,
    short_repr,
)
from wordpiece.encoding.added import AddedToken, encode_with_added, normalize_with_added
from wordpiece.encoding.decoders import Decoder, decoder_of
from wordpiece.encoding.encoders import (
    BPEEncoder,
    Encoder,
    Offsets,
    UnigramEncoder,
    WordPieceEncoder,
)
from wordpiece.errors import ArgumentError, CorpusError, VocabularyError, half_a_character
from wordpiece.files.common import UNKNOWN
from wordpiece.files.readers import File, VocabularyFile, encoder_of, read_merges, read_vocabulary
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.files.writers import tokenizer_json_of, vocab_txt_of
from wordpiece.marking import CONTINUATION_PREFIX, Marking
from wordpiece.message import Message, message
from wordpiece.recipes import (
    ALL_RECIPES,
    AnyRecipe,
    Recipe,
    SomeRecipe,
    TopDownRecipe,
    UnigramRecipe,
)
from wordpiece.records import EncodedToken
from wordpiece.scoring import TieBreak
from wordpiece.text.corpus import count_by_language, from_text
from wordpiece.text.normalizers import Normalizer, compose, unchanged
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer, split_words
from wordpiece.trainer import BERT_SPECIAL_TOKENS
from wordpiece.training.slots import no_count
from wordpiece.training.steps import Steps

_VOCAB_SIZE = 30_000
"""The default, as in the `tokenizers` library."""

Corpus = str | Iterable[str] | Mapping[str, int]
"""A text, several texts, or word to count."""


class Tokenizer:
    """A normalizer, a pre-tokenizer, a model, a decoder and special tokens in one object.

    Attributes:
        encoder: the model, which splits words into tokens.
        normalizer: a function that changes a text first.
        pre_tokenizer: a name in `PRE_TOKENIZERS`, or a function from a text to its words.
        marking: the marking of the tokens; by default that of the encoder.
        decoder: a function from tokens to a text; by default the one for the marking.
        added: the tokens that are found as a whole in a text, such as ``[MASK]``.
        notes: remarks on a file and its differences from this tokenizer.
        timeline: the training; None if the tokenizer was read from a file.
    """

    def __init__(
        self,
        encoder: Encoder,
        *,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
        marking: Marking | None = None,
        decoder: Decoder | None = None,
        added: Iterable[AddedToken] = (),
        notes: Iterable[Message] = (),
        timeline: Steps | None = None,
    ):
        if not isinstance(encoder, Encoder):
            raise ArgumentError(
                message(
                    "A Tokenizer is made of an encoder, not of {value}; use Tokenizer.from_file "
                    "for a file and Tokenizer.train for a corpus.",
                    value=short_repr(encoder),
                )
            )
        if not callable(normalizer):
            raise ArgumentError(
                message(
                    "normalizer is {value}; it must be a function, such as one that "
                    "wordpiece.text.normalizers.compose makes from names.",
                    value=short_repr(normalizer),
                )
            )
        if pre_tokenizer is not None and not callable(pre_tokenizer):
            check_choice(pre_tokenizer, "pre_tokenizer", PRE_TOKENIZERS)
        self.encoder = encoder
        self.normalizer = normalizer
        self.pre_tokenizer = pre_tokenizer or encoder.pre_tokenizer
        self.marking = marking or encoder.marking
        self.decoder = decoder or decoder_of(self.marking, self.pre_tokenizer)
        self.added = tuple(added)
        self.notes = tuple(notes)
        self.timeline = timeline

    @classmethod
    def train(
        cls,
        corpus: Corpus,
        *,
        recipe: str = "wordpiece",
        vocab_size: int | None = None,
        max_merges: int | None = None,
        normalizer: Sequence[str] | None = None,
        pre_tokenizer: str | None = None,
        special_tokens: Iterable[str] | None = None,
        min_pair_count: int | None = None,
        tie_break: TieBreak | None = None,
        seed: int = 0,
    ) -> Tokenizer:
        """Train a tokenizer. An option that is None has the value of the recipe.

        >>> Tokenizer.train(toy, recipe="bpe", max_merges=3).tokenize("hugs mug")
        ['hug', 's', '[UNK]', 'ug']

        Args:
            corpus: a text, several texts, or word to count. Parity-aware BPE needs one text; see
                `wordpiece.text.corpus.count_by_language`.
            recipe: a name in `wordpiece.recipes.ALL_RECIPES`. Those that make no merges have
                neither ``max_merges`` nor ``min_pair_count``.
            vocab_size, max_merges: limits of the training. Without any, also in the recipe, the
                vocabulary gets 30,000 entries; a top-down recipe has a threshold.
            normalizer: names in `NORMALIZERS`, in order.
            pre_tokenizer: a name in `PRE_TOKENIZERS`; "bert" if the recipe has none.
            special_tokens: the first entries of the vocabulary. If the recipe has none, these are
                BERT's for a vocabulary with ## and [UNK] for any other. An [UNK] that is needed
                but missing here becomes the last entry, in addition to ``vocab_size``.
            min_pair_count: the training stops when all pairs are rarer.
            tie_break: the rule for pairs with the same score.
            seed: for the random tie-break.

        Raises:
            CorpusError: the corpus has no words, or a count is not a whole number above 0.
            VocabularySizeError: ``vocab_size`` is smaller than special tokens and alphabet.
            ValueError: an unknown name, or a negative limit.
        """
        chosen = ALL_RECIPES[check_choice(recipe, "recipe", ALL_RECIPES)]
        names = check_texts(chosen.normalizer if normalizer is None else normalizer, "normalizer")
        split = pre_tokenizer or chosen.pre_tokenizer or "bert"
        check_choice(split, "pre_tokenizer", PRE_TOKENIZERS)
        if chosen.shape == "gpt2" and split != "gpt2":
            raise ArgumentError(
                message(
                    "The recipe {recipe} needs the pre-tokenizer gpt2; leave pre_tokenizer out.",
                    recipe=short_repr(recipe),
                )
            )
        if special_tokens is None:
            special_tokens = chosen.special_tokens or (
                BERT_SPECIAL_TOKENS
                if isinstance(chosen, TopDownRecipe)
                or (isinstance(chosen, Recipe) and chosen.marking == CONTINUATION_PREFIX)
                else (UNKNOWN,)
            )
        special_tokens = check_texts(special_tokens, "special_tokens")
        if not isinstance(chosen, Recipe):
            if max_merges is not None or min_pair_count is not None:
                raise ArgumentError(
                    message(
                        "The recipe {recipe} makes no merges; leave max_merges and min_pair_count "
                        "out.",
                        recipe=short_repr(recipe),
                    )
                )
            size = vocab_size or chosen.vocab_size
            adapted = replace(chosen, vocab_size=size, special_tokens=special_tokens)
            if isinstance(adapted, UnigramRecipe):
                rule = tie_break or adapted.tie_break
                adapted = replace(adapted, vocab_size=size or _VOCAB_SIZE, tie_break=rule)
            return cls._trained(adapted, corpus, names, split, seed)
        if vocab_size is None and max_merges is None:
            vocab_size, max_merges = chosen.vocab_size, chosen.max_merges
            if vocab_size is None and max_merges is None:
                vocab_size = _VOCAB_SIZE
        fewest = chosen.min_pair_count
        if min_pair_count is not None:
            fewest = check_integer(min_pair_count, "min_pair_count", 0)
        changed = replace(
            chosen,
            vocab_size=vocab_size,
            max_merges=max_merges,
            special_tokens=special_tokens,
            min_pair_count=fewest,
            score=chosen.score.without_rarer(fewest),
            tie_break=tie_break or chosen.tie_break,
        )
        return cls._trained(changed, corpus, names, split, seed)

    @classmethod
    def _trained(
        cls,
        recipe: SomeRecipe,
        corpus: Corpus,
        normalizer: Sequence[str],
        pre_tokenizer: str,
        seed: int,
    ) -> Tokenizer:
        """Return a tokenizer, trained by a recipe."""
        words = _words(corpus, recipe, compose(normalizer), pre_tokenizer)
        more: dict[str, Any] = {}
        if recipe.by_language:
            text = corpus if isinstance(corpus, str) else ""
            normalize = compose(normalizer)
            more["languages"] = count_by_language(text, words, normalize, pre_tokenizer)
        # The words have the shape of the recipe already.
        trainer = replace(recipe, shape="").trainer(words, seed=seed, **more)
        trainer.run()
        return cls.from_timeline(
            trainer.timeline(),
            recipe=recipe.id,
            normalizer=normalizer,
            pre_tokenizer=pre_tokenizer,
        )

    @classmethod
    def from_timeline(
        cls,
        timeline: Steps,
        step: int | None = None,
        *,
        recipe: str | None = None,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str | None = None,
    ) -> Tokenizer:
        """Return the tokenizer of a training after a step, by default the last.

        An unknown token that the vocabulary lacks gets the next free id, as in the file that
        `save` writes.

        >>> Tokenizer.from_timeline(timeline, 2).tokenize("hugs")
        ['hu', '##gs']

        Args:
            timeline, step: the state of the training.
            recipe: a name in `ALL_RECIPES` of the training's kind, whose encoder to use. None takes
                that of the training (`Steps.encodes_by`), but longest match if there is a ``##``.
            normalizer, pre_tokenizer: names, as for `train`.

        Raises:
            IndexError: the step does not exist.
            ValueError: an unknown name.
        """
        step = len(timeline) if step is None else step
        own = [it.id for it in ALL_RECIPES.values() if it.kind == timeline.kind]
        by_match = timeline.encodes_by == "bpe" and timeline.marking.prefix
        usual = "wordpiece" if by_match else timeline.encodes_by
        known = check_choice(recipe or (usual if usual in own else own[0]), "recipe", own)
        chosen: AnyRecipe = ALL_RECIPES[known]
        encoder = chosen.encoder(timeline, step, number_unknown=True)
        return cls(
            encoder,
            normalizer=compose(check_texts(normalizer, "normalizer")),
            pre_tokenizer=pre_tokenizer,
            marking=timeline.marking,
            added=[AddedToken(it) for it in timeline.special_tokens if it != UNKNOWN],
            timeline=timeline,
        )

    @classmethod
    def from_file(
        cls, file: File, *, lowercase: bool | None = None
    ) -> Tokenizer | LibraryTokenizer:
        """Read a vocabulary file; for a ``tokenizer.json`` the `tokenizers` library is used.

        >>> Tokenizer.from_file(b"[UNK]\\nhug\\n##s\\n").tokenize("Hugs")
        ['hug', '##s']

        Args:
            file: its path, or its bytes.
            lowercase: as for `wordpiece.files.readers.read_vocabulary`.

        Raises:
            VocabularyError: the file is of another kind or inconsistent, or it is a
                tokenizer.json and the Python package tokenizers is not installed.
            OSError: the file cannot be read.
        """
        found = read_vocabulary(file, lowercase=lowercase)
        return found if isinstance(found, LibraryTokenizer) else cls.from_vocabulary(found)

    @classmethod
    def from_files(cls, vocab: File, merges: File, *, marking: Marking | None = None) -> Tokenizer:
        """Read a ``vocab.json`` and a ``merges.txt``.

        >>> Tokenizer.from_files(b'{"h": 0, "u": 1, "hu": 2}', b"h u").tokenize("huh")
        ['hu', 'h']

        Args:
            vocab, merges: their paths, or their bytes.
            marking: the marking of words; None infers it from the merges.

        Raises:
            VocabularyError: a file is of another kind, or they are not of the same training.
            OSError: a file cannot be read.
        """
        return cls.from_vocabulary(read_merges(merges, vocab, marking=marking))

    @classmethod
    def from_vocabulary(cls, found: VocabularyFile) -> Tokenizer:
        """Return the tokenizer that a vocabulary file describes."""
        return cls(
            encoder_of(found),
            normalizer=found.normalizer,
            pre_tokenizer=found.pre_tokenizer,
            decoder=found.decoder,
            added=found.added,
            notes=found.notes,
        )

    @cached_property
    def _token_of(self) -> dict[int, str]:
        """Id to token."""
        return {number: token for token, number in self.encoder.ids.items()}

    @property
    def ids(self) -> Mapping[str, int]:
        """Token to id."""
        return self.encoder.ids

    @property
    def vocabulary(self) -> list[str]:
        """The tokens in the order of their ids."""
        return [self._token_of[number] for number in sorted(self._token_of)]

    @property
    def unk_token(self) -> str | None:
        """The unknown token, or None."""
        return self.encoder.unk_token

    def __len__(self) -> int:
        return len(self.encoder.ids)

    def __repr__(self) -> str:
        special = f", {len(self.added)} of them special" if self.added else ""
        return (
            f"<Tokenizer: {type(self.encoder).__name__}, {len(self)} tokens{special}, "
            f"words by {self.pre_tokenizer}>"
        )

    def encode(
        self, text: str, *, special: bool = True, offsets: Offsets = "given"
    ) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and offsets.

        >>> tokenizer = Tokenizer.from_file(b"[UNK]\\n[MASK]\\nhug\\n##s\\n")
        >>> [(token.id, token.start, token.end) for token in tokenizer.encode("[MASK] hugs")]
        [(1, 0, 6), (2, 7, 10), (3, 10, 11)]

        Args:
            text: any text.
            special: whether special tokens in the text are tokens. False splits them like any
                other word, which is wise for the texts of strangers.
            offsets: "given" counts the characters of ``text``, "normalized" those of the text
                that `normalize` returns.
        """
        if not isinstance(text, str):
            raise ArgumentError(
                message(
                    "encode takes one string, not {value}; encode_batch takes several.",
                    value=short_repr(text),
                )
            )
        return encode_with_added(
            text,
            self.encoder,
            self.added,
            self.normalizer,
            self.pre_tokenizer,
            special=special,
            offsets=offsets,
        )

    def normalize(self, text: str, *, special: bool = True) -> str:
        """Return the normalized text, with special tokens unchanged; arguments as for `encode`."""
        return normalize_with_added(text, self.added, self.normalizer, special=special)

    def encode_batch(
        self, texts: Iterable[str], *, special: bool = True, offsets: Offsets = "given"
    ) -> list[list[EncodedToken]]:
        """Return the tokens of each text; see `encode`."""
        if isinstance(texts, str):
            raise ArgumentError(
                message("encode_batch takes a list of strings; for one string, call encode.")
            )
        return [self.encode(text, special=special, offsets=offsets) for text in texts]

    def tokenize(self, text: str, *, special: bool = True) -> list[str]:
        """Return the tokens of a text as plain strings; see `encode`."""
        if isinstance(text, str) and not any(token.content in text for token in self.added):
            return self.encoder.tokenize(text, self.normalizer, self.pre_tokenizer)
        return [token.token for token in self.encode(text, special=special)]

    def decode(
        self, ids_or_tokens: Iterable[int | str | EncodedToken], *, skip_special: bool = True
    ) -> str:
        """Return the text of tokens; some decoders are lossy, see `wordpiece.encoding.losses`.

        >>> Tokenizer.from_file(b"[UNK]\\nhug\\n##s\\n").decode([1, 2, 1])
        'hugs hug'

        Args:
            ids_or_tokens: ids, tokens, or records from `encode`.
            skip_special: whether special tokens are left out.

        Raises:
            ArgumentError: an id does not belong to a token.
        """
        tokens = [self._token(each) for each in check_decodable(ids_or_tokens)]
        skip = [token.content for token in self.added] if skip_special else ()
        return self.decoder(tokens, skip=skip)

    def _token(self, each: int | str | EncodedToken) -> str:
        if isinstance(each, str):
            return each
        if isinstance(each, EncodedToken):
            return each.token
        try:
            return self._token_of[index(each)]
        except (KeyError, TypeError):
            raise ArgumentError(
                message(
                    "No token has the id {id}; decode only ids that encode returned.",
                    id=short_repr(each),
                )
            ) from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tokenizer to a file that `from_file` and other tools read.

        A path that ends in ``.txt`` is written as BERT's ``vocab.txt``, only the tokens. Any other
        is written as a ``tokenizer.json``, with which the `tokenizers` library encodes and decodes
        as this tokenizer does; there an unknown token without an id gets the next free one.

        Raises:
            VocabularyError: the format cannot represent this tokenizer.
            OSError: the file cannot be written.
        """
        found = self._as_file()
        is_text = Path(path).suffix.lower() == ".txt"
        content = vocab_txt_of(found) if is_text else tokenizer_json_of(found)
        try:
            written = content.encode("utf-8")
        except UnicodeEncodeError as error:
            raise VocabularyError(half_a_character(short_repr(content[error.start]))) from None
        Path(path).write_bytes(written)

    def _as_file(self) -> VocabularyFile:
        encoder = self.encoder
        found = VocabularyFile(
            kind="wordpiece",
            ids=encoder.ids,
            unk_token=encoder.unk_token,
            prefix=encoder.marking.prefix,
            suffix=encoder.marking.suffix,
            normalizer=self.normalizer,
            pre_tokenizer=self.pre_tokenizer,
            decoder=self.decoder,
            added=self.added,
        )
        if isinstance(encoder, WordPieceEncoder):
            return replace(found, max_input_chars_per_word=encoder.max_input_chars_per_word)
        if isinstance(encoder, UnigramEncoder):
            scores = encoder.model.log_probabilities
            return replace(found, kind="unigram", log_probabilities=scores)
        if isinstance(encoder, BPEEncoder):
            merges = tuple(dict.fromkeys(encoder.merges))
            return replace(found, kind="bpe", merges=merges, attach_suffix=encoder.attach_suffix)
        raise VocabularyError(
            message(
                "The encoder {name} cannot be saved; only longest match, merge replay and the best "
                "split can.",
                name=type(encoder).__name__,
            )
        )


def _words(
    corpus: Corpus, recipe: SomeRecipe, normalizer: Normalizer, pre_tokenizer: str
) -> dict[str, int]:
    """Return the words of a corpus, as the recipe needs them, and their counts."""
    if isinstance(corpus, Mapping):
        counts: Counter[str] = Counter()
        for word, count in corpus.items():
            if not isinstance(word, str):
                raise CorpusError(
                    message("The word {word} is not a string.", word=short_repr(word))
                )
            normalized = normalizer(word)
            try:
                if normalized or not word:  # a normalizer may drop all of a word
                    counts[normalized] += check_integer(count, "count", 1)
            except ArgumentError:
                raise CorpusError(no_count(short_repr(word), short_repr(count))) from None
        if not counts:
            raise CorpusError(message("The corpus contains no words; give it at least one."))
        return recipe.words(counts)
    if isinstance(corpus, bytes | os.PathLike) or not isinstance(corpus, Iterable):
        raise ArgumentError(
            message(
                "A corpus must be a string, a list of strings, or a mapping from words to counts, "
                "not {value}.",
                value=short_repr(corpus),
            )
        )
    if isinstance(corpus, str):
        words = dict(from_text(corpus, normalizer, pre_tokenizer).word_frequencies)
    else:
        lines = (normalizer(check_text(text, "Each text of the corpus")) for text in corpus)
        words = Counter(word for line in lines for word in split_words(line, pre_tokenizer))
        if not words:
            raise CorpusError(message("The corpus contains no words; give it at least one."))
    # The pre-tokenizer has already given the words of a text GPT-2's shape.
    return words if recipe.shape == "gpt2" else recipe.words(words)
