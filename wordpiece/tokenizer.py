"""`Tokenizer`: a normalizer, a pre-tokenizer, a model, a decoder and special tokens in one object.

    text  --normalizer-->  text  --pre-tokenizer-->  words  --encoder-->  tokens  --decoder-->  text

>>> tokenizer = Tokenizer.train("hug pug pun bun hugs hug hug pun", max_merges=3)
>>> tokenizer.tokenize("hugs bun")
['hu', '##gs', 'b', '##u', '##n']
>>> tokenizer.decode(token.id for token in tokenizer.encode("hugs bun"))
'hugs bun'

Where each part comes from: `wordpiece.text`, `wordpiece.encoding`, `wordpiece.files`; a training is
that of `wordpiece.recipes`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import index
from pathlib import Path

from wordpiece.arguments import one_of, shown, texts, to_decode, whole
from wordpiece.arguments import text as checked
from wordpiece.encoding.added import AddedToken, encode_with_added, normalize_with_added
from wordpiece.encoding.decoders import Decoder, decoder_of
from wordpiece.encoding.encoders import (
    BPEEncoder,
    Encoder,
    LongestTokenFirst,
    Offsets,
    Segmenter,
    WordPieceEncoder,
)
from wordpiece.errors import ArgumentError, CorpusError, VocabularyError
from wordpiece.files.common import UNKNOWN
from wordpiece.files.readers import File, VocabularyFile, encoder_of, read_merges, read_vocabulary
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.files.writers import tokenizer_json_of, vocab_txt_of
from wordpiece.marking import CONTINUATION_PREFIX, Marking
from wordpiece.message import Listed, Message, message
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.records import EncodedToken, Pair
from wordpiece.scoring import TieBreak
from wordpiece.text.corpus import from_text
from wordpiece.text.normalizers import Normalizer, compose, in_turn, space_out_cjk, unchanged
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer, split_words
from wordpiece.trainer import BERT_SPECIAL_TOKENS
from wordpiece.training.timeline import Timeline

VOCAB_SIZE = 30_000
"""Entries at which a training ends if nobody says when, as in the `tokenizers` library."""

Corpus = str | Iterable[str] | Mapping[str, int]
"""A text, several texts, or word to count."""


class Tokenizer:
    """A normalizer, a pre-tokenizer, a model, a decoder and special tokens in one object.

    Attributes:
        encoder: the model: from a word to tokens.
        normalizer: what is done to a text first.
        pre_tokenizer: how a text is cut into words, a name in `PRE_TOKENIZERS` or a function.
        marking: how tokens show where in a word they stand.
        decoder: what makes a text of tokens again; by default the one that suits the marking.
        added: the tokens that are found as a whole wherever they are typed, such as ``[MASK]``.
        notes: remarks on what a file has and this package has not.
        timeline: the training; None if the tokenizer came from a file.
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
        timeline: Timeline | None = None,
    ):
        if not isinstance(encoder, Encoder):
            raise ArgumentError(
                message(
                    "A Tokenizer is made of an encoder, not of {value}; Tokenizer.from_file reads "
                    "a file, Tokenizer.train trains.",
                    value=shown(encoder),
                )
            )
        if not callable(normalizer):
            raise ArgumentError(
                message(
                    "normalizer is {value}; it must be a function, such as one that "
                    "wordpiece.text.normalizers.compose makes of names.",
                    value=shown(normalizer),
                )
            )
        if pre_tokenizer is not None and not callable(pre_tokenizer):
            one_of(pre_tokenizer, "pre_tokenizer", PRE_TOKENIZERS)
        self.encoder = encoder
        self.normalizer = normalizer
        self.pre_tokenizer = pre_tokenizer or encoder.pre_tokenizer
        self.marking = marking or encoder.marking
        self.decoder = decoder or decoder_of(self.marking, self.pre_tokenizer)
        self.added = tuple(added)
        self.notes = tuple(notes)
        self.timeline = timeline
        # In the library's files, which `save` writes, spaces around ideographs are put in before
        # these tokens are looked for.
        spaced = self.pre_tokenizer == "bert" and any(token.normalized for token in self.added)
        self._normalizer = in_turn((normalizer, space_out_cjk)) if spaced else normalizer

    # Where a tokenizer comes from.

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
        """Train one.

        >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
        >>> Tokenizer.train(toy, recipe="bpe", max_merges=3).tokenize("hugs mug")
        ['hug', 's', '[UNK]', 'ug']

        Args:
            corpus: a text, several texts, or word to count.
            recipe: the name of a system in `wordpiece.recipes.RECIPES`.
            vocab_size, max_merges: when to stop. If neither is given the recipe says it, or
                `VOCAB_SIZE` does.
            normalizer: names in `NORMALIZERS`, in order. None is the recipe's own, or none.
            pre_tokenizer: a name in `PRE_TOKENIZERS`. None is the recipe's own, or "bert".
            special_tokens: put in front of the vocabulary. None is the recipe's own; if it has
                none, BERT's for a vocabulary with ##, and [UNK] for another. If [UNK] is needed and
                is not among them, it comes last, after ``vocab_size`` entries.
            min_pair_count: stop when all pairs are rarer. None is the recipe's own.
            tie_break: which of several pairs with the best score wins. None is the recipe's own.
            seed: for the random tie-break.

        Raises:
            CorpusError: there is no word in the corpus, or a count is no whole number above 0.
            VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
            ValueError: an unknown name, or a negative limit.
        """
        chosen = _recipe(recipe)
        names = texts(chosen.normalizer or () if normalizer is None else normalizer, "normalizer")
        split = pre_tokenizer or chosen.pre_tokenizer or "bert"
        one_of(split, "pre_tokenizer", PRE_TOKENIZERS)
        if chosen.shape == "gpt2" and split != "gpt2":
            raise ArgumentError(
                message(
                    "The recipe {recipe} needs the words of GPT-2; leave pre_tokenizer out.",
                    recipe=shown(recipe),
                )
            )
        if special_tokens is None:
            special_tokens = chosen.special_tokens or (
                BERT_SPECIAL_TOKENS if chosen.marking == CONTINUATION_PREFIX else (UNKNOWN,)
            )
        if vocab_size is None and max_merges is None:
            vocab_size, max_merges = chosen.vocab_size, chosen.max_merges
            if vocab_size is None and max_merges is None:
                vocab_size = VOCAB_SIZE
        fewest = chosen.min_pair_count
        if min_pair_count is not None:
            fewest = whole(min_pair_count, "min_pair_count", 0)
        set_up = replace(
            chosen,
            vocab_size=vocab_size,
            max_merges=max_merges,
            special_tokens=texts(special_tokens, "special_tokens"),
            min_pair_count=fewest,
            score=chosen.score.without_rarer(fewest),
            tie_break=tie_break or chosen.tie_break,
        )
        words = _words(corpus, set_up, compose(names), split)
        trainer = replace(set_up, shape="").trainer(words, seed=seed)
        trainer.run()
        return cls.from_timeline(
            trainer.timeline(), recipe=recipe, normalizer=names, pre_tokenizer=split
        )

    @classmethod
    def from_timeline(
        cls,
        timeline: Timeline,
        step: int | None = None,
        *,
        recipe: str | None = None,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str | None = None,
    ) -> Tokenizer:
        """Make the tokenizer of a training after a step; None is the last.

        The unknown token gets the next free id if the vocabulary lacks it, as in the file that
        `save` writes.

        >>> trained = Tokenizer.train({"hug": 10, "pug": 5, "hugs": 5})
        >>> Tokenizer.from_timeline(trained.timeline, 1).tokenize("hugs")
        ['hu', '##g', '##s']

        Args:
            timeline, step: the state of the training.
            recipe: whose encoder to take, a name in `RECIPES`. None replays merges if they were
                chosen by count and there is no ``##``, and takes the longest match otherwise.
            normalizer, pre_tokenizer: names, as for `train`.

        Raises:
            IndexError: there is no such step.
            ValueError: an unknown name.
        """
        step = len(timeline) if step is None else step
        encoder = _encoder(timeline, step, _recipe(recipe) if recipe else None)
        return cls(
            encoder,
            normalizer=compose(texts(normalizer, "normalizer")),
            pre_tokenizer=pre_tokenizer,
            marking=timeline.marking,
            added=[AddedToken(it) for it in timeline.special_tokens if it != UNKNOWN],
            timeline=timeline,
        )

    @classmethod
    def from_file(
        cls, file: File, *, lowercase: bool | None = None
    ) -> Tokenizer | LibraryTokenizer:
        """Read a vocabulary file; a ``tokenizer.json`` is read and run by the `tokenizers` library.

        >>> Tokenizer.from_file(b"[UNK]\\nhug\\n##s\\n").tokenize("Hugs")
        ['hug', '##s']

        Args:
            file: its path, or its bytes.
            lowercase: as for `wordpiece.files.readers.read_vocabulary`.

        Raises:
            VocabularyError: the file is of another kind, or contradicts itself; says where. A
                tokenizer.json needs the Python package tokenizers.
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
            vocab, merges: the path of each, or its bytes.
            marking: how words are marked; None reads it off the merges.

        Raises:
            VocabularyError: one of them is no such file, or they contradict each other.
            OSError: a file cannot be read.
        """
        return cls.from_vocabulary(read_merges(merges, vocab, marking=marking))

    @classmethod
    def from_vocabulary(cls, found: VocabularyFile) -> Tokenizer:
        """Make the tokenizer that a vocabulary file describes.

        >>> from wordpiece.files.readers import read_merges
        >>> Tokenizer.from_vocabulary(read_merges(b"u g\\nh ug\\n")).tokenize("hugs")
        ['hug', 's']
        """
        return cls(
            encoder_of(found),
            normalizer=found.normalizer,
            pre_tokenizer=found.pre_tokenizer,
            decoder=found.decoder,
            added=found.added,
            notes=found.notes,
        )

    # What it is.

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
        """What stands for the unknown; None if nothing is unknown."""
        return self.encoder.unk_token

    def __len__(self) -> int:
        return len(self.encoder.ids)

    def __repr__(self) -> str:
        special = f", {len(self.added)} of them special" if self.added else ""
        return (
            f"<Tokenizer: {type(self.encoder).__name__}, {len(self)} tokens{special}, "
            f"words by {self.pre_tokenizer}>"
        )

    # From a text to tokens, and back.

    def encode(
        self, text: str, *, special: bool = True, offsets: Offsets = "given"
    ) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and offsets.

        >>> tokenizer = Tokenizer.from_file(b"[UNK]\\n[MASK]\\nhug\\n##s\\n")
        >>> [(token.id, token.start, token.end) for token in tokenizer.encode("[MASK] hugs")]
        [(1, 0, 6), (2, 7, 10), (3, 10, 11)]

        Args:
            text: any text.
            special: whether special tokens that are typed stand for themselves. If not they are
                split like any other word, which is wise for texts that strangers have written.
            offsets: "given" counts the characters of ``text``, "normalized" those of what
                `normalize` makes of it.
        """
        if not isinstance(text, str):
            raise ArgumentError(
                message(
                    "A text is expected, not {value}; encode_batch takes several.",
                    value=shown(text),
                )
            )
        return encode_with_added(
            text,
            self.encoder,
            self.added,
            self._normalizer,
            self.pre_tokenizer,
            special=special,
            offsets=offsets,
        )

    def normalize(self, text: str, *, special: bool = True) -> str:
        """Return what the normalizer makes of a text; special tokens stay as they were typed.

        >>> Tokenizer.from_file(b"[UNK]\\n[MASK]\\nhug\\n").normalize("A [MASK] HUG")
        'a [MASK] hug'

        Args:
            text, special: as for `encode`.
        """
        return normalize_with_added(text, self.added, self._normalizer, special=special)

    def encode_batch(
        self, texts: Iterable[str], *, special: bool = True, offsets: Offsets = "given"
    ) -> list[list[EncodedToken]]:
        """Return the tokens of each text; see `encode`.

        >>> batch = Tokenizer.from_file(b"[UNK]\\nhug\\n##s\\n").encode_batch(["hug", "hugs"])
        >>> [[token.id for token in encoded] for encoded in batch]
        [[1], [1, 2]]
        """
        if isinstance(texts, str):
            raise ArgumentError(message("encode_batch takes several texts; for one, call encode."))
        return [self.encode(text, special=special, offsets=offsets) for text in texts]

    def tokenize(self, text: str, *, special: bool = True) -> list[str]:
        """Return the tokens of a text as plain strings; see `encode`."""
        if isinstance(text, str) and not self._may_find_added(text):
            return self.encoder.tokenize(text, self.normalizer, self.pre_tokenizer)
        return [token.token for token in self.encode(text, special=special)]

    def _may_find_added(self, text: str) -> bool:
        return any(token.normalized or token.content in text for token in self.added)

    def decode(
        self, ids_or_tokens: Iterable[int | str | EncodedToken], *, skip_special: bool = True
    ) -> str:
        """Return the text that tokens stand for, as far as they tell.

        >>> Tokenizer.from_file(b"[UNK]\\nhug\\n##s\\n").decode([1, 2, 1])
        'hugs hug'

        Args:
            ids_or_tokens: ids, or tokens, or what `encode` gave.
            skip_special: whether special tokens are left out.

        Raises:
            ArgumentError: no token has that id.
        """
        tokens = [self._named(each) for each in to_decode(ids_or_tokens)]
        skip = {token.content for token in self.added if token.special} if skip_special else ()
        return self.decoder(tokens, skip=skip)

    def _named(self, each: int | str | EncodedToken) -> str:
        if isinstance(each, str):
            return each
        if isinstance(each, EncodedToken):
            return each.token
        try:
            return self._token_of[index(each)]
        except (KeyError, TypeError):
            raise ArgumentError(
                message("No token has the id {id}; decode ids that encode gave.", id=shown(each))
            ) from None

    # As a file.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tokenizer to a file that `from_file` and other tools read.

        A path that ends in ``.txt`` gets a ``vocab.txt``: the tokens alone, as BERT has them. Any
        other gets a ``tokenizer.json``, from which the `tokenizers` library encodes and decodes as
        this tokenizer does; an unknown token without an id gets the next free one there.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Tokenizer.train("hug hugs", max_merges=1).save(f"{folder}/tokenizer.json")
        ...     Tokenizer.from_file(f"{folder}/tokenizer.json").tokenize("hugs")
        ['hu', '##g', '##s']

        Raises:
            VocabularyError: the format cannot hold this tokenizer; says why.
            OSError: the file cannot be written.
        """
        found = self._as_file()
        is_text = Path(path).suffix.lower() == ".txt"
        content = vocab_txt_of(found) if is_text else tokenizer_json_of(found)
        try:
            written = content.encode("utf-8")
        except UnicodeEncodeError as error:
            raise VocabularyError(
                message(
                    "A marking or a setting holds half of a surrogate pair, {character}, which "
                    "UTF-8 cannot write; leave that character out.",
                    character=shown(content[error.start]),
                )
            ) from None
        Path(path).write_bytes(written)

    def _as_file(self) -> VocabularyFile:
        encoder, longest, attach_suffix = self.encoder, 0, False
        merges: tuple[Pair, ...] = ()
        if isinstance(encoder, BPEEncoder):
            merges, attach_suffix = tuple(dict.fromkeys(encoder.merges)), encoder.attach_suffix
        elif isinstance(encoder, WordPieceEncoder):
            longest = encoder.max_input_chars_per_word
        else:
            raise VocabularyError(
                message(
                    "No file holds the encoder {name}; only longest match and merge replay can be "
                    "written.",
                    name=type(encoder).__name__,
                )
            )
        return VocabularyFile(
            kind="bpe" if isinstance(encoder, BPEEncoder) else "wordpiece",
            ids=encoder.ids,
            merges=merges,
            unk_token=encoder.unk_token,
            prefix=encoder.marking.prefix,
            suffix=encoder.marking.suffix,
            max_input_chars_per_word=longest,
            normalizer=self.normalizer,
            pre_tokenizer=self.pre_tokenizer,
            notes=(),
            decoder=self.decoder,
            attach_suffix=attach_suffix,
            added=self.added,
        )


def _recipe(name: str) -> Recipe:
    if not isinstance(name, str) or name not in RECIPES:
        raise ArgumentError(
            message(
                "There is no recipe {name}; choose one of {known}.",
                name=shown(name),
                known=Listed(tuple(RECIPES), "commas"),
            )
        )
    return RECIPES[name]


def _words(
    corpus: Corpus, recipe: Recipe, normalizer: Normalizer, pre_tokenizer: str
) -> dict[str, int]:
    """Return the words that a recipe trains on."""
    if isinstance(corpus, Mapping):
        counts: Counter[str] = Counter()
        for word, count in corpus.items():
            if not isinstance(word, str):
                raise CorpusError(message("The word {word} is no text.", word=shown(word)))
            normalized = normalizer(word)
            try:
                if normalized or not word:  # a normalizer may leave nothing of a word
                    counts[normalized] += whole(count, "count", 1)
            except ArgumentError:
                raise CorpusError(
                    message(
                        "The count of {word} is {count}; it must be a whole number above 0.",
                        word=shown(word),
                        count=shown(count),
                    )
                ) from None
        if not counts:
            raise CorpusError(message("There is no word; pass some with their counts."))
        return recipe.words(counts)
    if isinstance(corpus, bytes | os.PathLike) or not isinstance(corpus, Iterable):
        raise ArgumentError(
            message(
                "A corpus is a text, several texts, or words with their counts, not {value}.",
                value=shown(corpus),
            )
        )
    if isinstance(corpus, str):
        words = dict(from_text(corpus, normalizer, pre_tokenizer).word_frequencies)
    else:
        lines = (normalizer(checked(text, "A text of the corpus")) for text in corpus)
        words = Counter(word for line in lines for word in split_words(line, pre_tokenizer))
        if not words:
            raise CorpusError(message("There is no word in these texts; pass some with words."))
    # The words of a text come out of the pre-tokenizer as GPT-2 has them.
    return words if recipe.shape == "gpt2" else recipe.words(words)


def _encoder(
    timeline: Timeline, step: int, recipe: Recipe | None
) -> WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst:
    if recipe is None:
        replays = timeline.score.ranks_by_count and not timeline.marking.prefix
        recipe = RECIPES["bpe" if replays else "wordpiece"]
    return recipe.encoder(timeline, step, number_unknown=True)
