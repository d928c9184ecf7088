"""`LibraryTokenizer`: a ``tokenizer.json``, which the `tokenizers` library reads and runs.

The library defines these files, so tokens, ids, offsets and decoded texts are the library's. For a
word that the encoders of this package encode to the same tokens, they add the steps.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from operator import index
from types import ModuleType
from typing import Any

from wordpiece.arguments import check_decodable, check_text, short_repr
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.errors import (
    ArgumentError,
    UnknownSymbolError,
    VocabularyError,
    no_such_token,
    quoted,
)
from wordpiece.marking import Marking
from wordpiece.message import Message, message
from wordpiece.records import EncodedToken, MatchTrace, ReplayTrace

_LONG_REPLACEMENT = 20
"""In characters. A `Replace` with a longer content is noted."""

_HEADS = 12
"""Tokens that `LibraryTokenizer.unreachable` tries before and after another."""

_SURROGATE = re.compile("[\ud800-\udfff]")

_BYTE = re.compile("^<0x([0-9A-F]{2})>$")
"""A token of `byte_fallback`."""

_LISTS = {"normalizers", "pretokenizers", "processors", "decoders"}
"""The names of the members of a Sequence, for each kind of part."""

UNSPLIT = {"ByteLevel": "bytes", "Metaspace": "spaces as ▁"}
"""The names of parts that only replace characters and split nothing, by their types."""


class LibraryTokenizer:
    """A ``tokenizer.json``, which the `tokenizers` library reads and runs.

    Half of a surrogate pair in a text is replaced by U+FFFD, as the library needs whole characters.

    >>> from wordpiece.files.writers import tokenizer_json
    >>> LibraryTokenizer(tokenizer_json(timeline, 3, pre_tokenizer="bert")).tokenize("hugs")
    ['hugs']

    Args:
        content: the text of the file.

    Attributes:
        model: "WordPiece", "BPE", "Unigram" or "WordLevel".
        notes: remarks on the file.
        unk_token: the unknown token, or None.
        special_tokens: the special tokens, in the order of their ids.
        normalizer: the names of the parts of the normalizer, in the order in which they run. A
            ``BertNormalizer`` has the names of those functions in `wordpiece.text.normalizers` that
            do what its options say.
        pre_tokenizer: the names of the parts of the pre-tokenizer. A ``ByteLevel`` or ``Metaspace``
            that splits nothing has a name of `UNSPLIT`.
        byte_level: whether the symbols are bytes.

    Raises:
        VocabularyError: the library refuses the file, or is not installed.
    """

    def __init__(self, content: str):
        tokenizers = _library()
        with _reasons():
            library = tokenizers.Tokenizer.from_str(content)
            truncation, padding = library.truncation, library.padding
            library.no_truncation()
            library.no_padding()
        self._library, self._truncation, self._padding = library, truncation, padding
        self.model: str = type(library.model).__name__
        self._added: dict[int, Any] = library.get_added_tokens_decoder()
        normalizers = _parts(library.normalizer)
        self.normalizer = tuple(chain.from_iterable(map(_steps, normalizers)))
        self.pre_tokenizer = tuple(map(_rule, _parts(library.pre_tokenizer)))
        parts = {*self.normalizer, *self.pre_tokenizer}
        self.byte_level = not parts.isdisjoint({"ByteLevel", UNSPLIT["ByteLevel"]})
        self._has_metaspace = not parts.isdisjoint({"Metaspace", UNSPLIT["Metaspace"]})
        self.unk_token: str | None = getattr(library.model, "unk_token", None)
        if self.model == "Unigram" and (unk_id := self._state["unk_id"]) is not None:
            self.unk_token = self._state["vocab"][unk_id][0]
        self.special_tokens = tuple(
            token.content for _, token in sorted(self._added.items()) if token.special
        )
        self.notes = tuple(self._remarks(normalizers, _parts(library.post_processor)))

    def _remarks(
        self, normalizers: list[dict[str, Any]], processors: list[dict[str, Any]]
    ) -> Iterator[Message]:
        longest = max((len(part.get("content") or "") for part in normalizers), default=0)
        if longest > _LONG_REPLACEMENT:
            yield message(
                "The normalizer inserts a string of more than {limit} characters, so a text can "
                "become much longer.",
                limit=_LONG_REPLACEMENT,
            )
        for part in processors:
            if part.get("trim_offsets"):
                yield message(
                    "The file sets trim_offsets, so the offsets of a token leave out spaces at "
                    "the beginning and at the end of the token."
                )
            if part["type"] != "ByteLevel":
                yield message(
                    "This app does not use the post-processor {kind} to add special tokens.",
                    kind=quoted(part["type"]),
                )
        settings = {"truncation": self._truncation, "padding": self._padding}
        for setting, its in settings.items():
            if its is not None:
                yield message(
                    "The file sets {setting}, which this app does not apply.", setting=setting
                )

    @cached_property
    def _state(self) -> dict[str, Any]:
        """The model as the library saves it: vocabulary, merges and settings."""
        state: dict[str, Any] = json.loads(self._library.model.__getstate__())
        return state

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token to id, added tokens included."""
        ids: dict[str, int] = self._library.get_vocab(with_added_tokens=True)
        return ids

    @cached_property
    def vocabulary(self) -> list[str]:
        """The tokens in the order of their ids."""
        return sorted(self.ids, key=self.ids.__getitem__)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<LibraryTokenizer: {self.model}, {len(self)} tokens>"

    def encode(self, text: str, *, special: bool = True) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and offsets.

        `EncodedToken.word` is an index in `words`, or -1 for an added token.

        Args:
            text: any text.
            special: whether special tokens in the text are tokens.

        Raises:
            VocabularyError: the library fails on this text.
        """
        found = self._encoding(text, special)
        unknown = None if self.unk_token is None else self._library.token_to_id(self.unk_token)
        in_word = Counter(found.word_ids)
        encoded: list[EncodedToken] = []
        added = 0
        for token, number, word, (start, end) in zip(
            found.tokens, found.ids, found.word_ids, found.offsets, strict=True
        ):
            is_added = (
                number in self._added
                and in_word[word] == 1
                and (special or not self._added[number].special)
                and self._is_typed(number, text, start, end)
            )
            added += is_added
            place = -1 if is_added or word is None else word - added
            is_unknown = number == unknown and not is_added
            encoded.append(EncodedToken(token, number, place, start, end, is_unknown))
        return encoded

    def _encoding(self, text: str, special: bool) -> Any:
        self._library.encode_special_tokens = not special
        with _reasons(on_text=True):
            return self._library.encode(_whole(text), add_special_tokens=False)

    def _is_typed(self, number: int, text: str, start: int, end: int) -> bool:
        """Return whether a range of a text is an added token, not a word with the same id."""
        token, place = self._added[number], text[start:end].strip()
        around = text[:start][-1:] + text[end:][:1]
        if token.single_word and re.search(r"\w", around):
            return False
        content = token.content.strip()
        return content == place or (
            token.normalized and self.normalize(content).strip() == self.normalize(place).strip()
        )

    def normalize(self, text: str) -> str:
        """Return a text as the normalizer changes it."""
        text = _whole(text)
        normalizer = self._library.normalizer
        return text if normalizer is None else str(normalizer.normalize_str(text))

    def tokenize(self, text: str, *, special: bool = True) -> list[str]:
        """Return the tokens of a text as plain strings; see `encode`."""
        tokens: list[str] = self._encoding(text, special).tokens
        return tokens

    def decode(
        self, ids_or_tokens: Iterable[int | str | EncodedToken], *, skip_special: bool = True
    ) -> str:
        """Return the text of tokens.

        Args:
            ids_or_tokens: ids, tokens, or records from `encode`.
            skip_special: whether special tokens are left out.

        Raises:
            ArgumentError: the vocabulary does not have an id or a token.
        """
        numbers = [self._id(each) for each in check_decodable(ids_or_tokens)]
        with _reasons(on_text=True):
            text: str = self._library.decode(numbers, skip_special_tokens=skip_special)
        return text

    def _id(self, each: int | str | EncodedToken) -> int:
        number: int | None = None
        if isinstance(each, EncodedToken):
            number = each.id
        elif isinstance(each, str):
            number = self._library.token_to_id(_whole(each))
            if number is None:
                raise ArgumentError(no_such_token(short_repr(each)))
        else:
            try:
                number = index(each)
                if number < 0 or self._library.id_to_token(number) is None:
                    number = None
            except (TypeError, OverflowError):
                number = None
        if number is None:
            raise ArgumentError(
                message(
                    "No token has the id {id}; decode only ids that encode returned.",
                    id=short_repr(each),
                )
            )
        return number

    def words(
        self, text: str, encoded: Sequence[EncodedToken] | None = None, *, special: bool = True
    ) -> list[str]:
        """Return the words that the model encodes: normalized and pre-tokenized.

        Args:
            text, special: as for `encode`.
            encoded: the tokens from `encode`, if the caller has them.

        Raises:
            VocabularyError: the library fails on this text.
        """
        encoded = self.encode(text, special=special) if encoded is None else encoded
        typed = [token for token in encoded if token.word < 0]
        early: list[EncodedToken] = []
        late: list[EncodedToken] = []
        for token in typed:
            added = self._added[token.id or 0]
            (late if added.normalized else early).append(token)
        library = self._library
        with _reasons(on_text=True):
            whole = _library().PreTokenizedString(_whole(text))
            if early:
                places = [(token.start, token.end) for token in early]
                whole.split(lambda _, part: _between(part, places))
            if library.normalizer is not None:
                whole.normalize(library.normalizer.normalize)
            if late:
                # In the normalized text an added token is spelled as in its token.
                listed = "|".join(sorted({re.escape(token.token) for token in late}, key=len)[::-1])
                whole.split(
                    lambda _, part: _between(
                        part, [found.span() for found in re.finditer(listed, part.normalized)]
                    )
                )
            if library.pre_tokenizer is not None:
                library.pre_tokenizer.pre_tokenize(whole)
            found = [word for word, _, _ in whole.get_splits("normalized") if word]
            if self._has_metaspace:
                return self._with_their_spaces(found, encoded)
            return found

    def _with_their_spaces(self, words: list[str], encoded: Sequence[EncodedToken]) -> list[str]:
        """Return words with the ▁ before them that their tokens have.

        Whether Metaspace writes one before a word depends on the position of the word in the text
        before normalization. A word has no tokens if the library leaves out all its symbols.
        """
        tokens: defaultdict[int, list[str]] = defaultdict(list)
        for token in encoded:
            tokens[token.word].append(token.token)
        tokenize = self._library.model.tokenize
        if words and words[0] == "▁" and [each.value for each in tokenize("▁")] != tokens[0]:
            words = words[1:]  # a part that splits at ▁ has made it a word
        return [
            next(
                (
                    each
                    for each in (word, word.removeprefix("▁"), "▁" + word)
                    if [token.value for token in tokenize(each)] == tokens[number]
                ),
                word,
            )
            for number, word in enumerate(words)
        ]

    def trace(self, word: str) -> MatchTrace | ReplayTrace | Message:
        """Return the steps by which a word from `words` becomes the library's tokens.

        Returns:
            The steps of this package's encoder, or a sentence with the reason if its tokens are
            not the library's.
        """
        if self.model == "Unigram":
            return message(
                "A Unigram model does not choose its tokens one by one: it compares the "
                "probabilities of whole splits. So there are no steps to list."
            )
        if self.model not in ("WordPiece", "BPE"):
            return message(
                "For a {model} model, this app shows no steps of encoding.", model=self.model
            )
        if self._state.get("dropout"):
            return _without_steps("dropout")
        try:
            with _reasons(on_text=True):
                expected = [token.value for token in self._library.model.tokenize(_whole(word))]
            made = self._encoder.trace(_whole(word))
        except UnknownSymbolError as error:
            if setting := self._setting_behind(word, expected):
                return _without_steps(setting)
            return message(
                "The file sets no unknown token, so the tokenizers library leaves out {symbol}, "
                "which is not in the vocabulary.",
                symbol=quoted(error.symbol),
            )
        except VocabularyError as error:
            return error.reason
        if [piece.token for piece in made.pieces] == expected:
            return made
        if setting := self._setting_behind(word, expected):
            return _without_steps(setting)
        return message(
            "The tokenizers library splits this word differently from this app, so no encoding "
            "steps are shown."
        )

    def _setting_behind(self, word: str, tokens: list[str]) -> str:
        """Return the setting by which the library splits a word in its own way, or ""."""
        signs = {
            "ignore_merges": tokens == [word],
            "byte_fallback": any(map(_BYTE.match, tokens)),
            "fuse_unk": self.unk_token in tokens,
        }
        return next((name for name, is_so in signs.items() if is_so and self._state.get(name)), "")

    @cached_property
    def _encoder(self) -> WordPieceEncoder | BPEEncoder:
        """This package's encoder of the same model."""
        state = self._state
        prefix = state.get("continuing_subword_prefix") or ""
        suffix = state.get("end_of_word_suffix") or ""
        if self.model == "WordPiece":
            return WordPieceEncoder(
                state["vocab"],
                state["unk_token"],
                prefix=prefix,
                max_input_chars_per_word=state["max_input_chars_per_word"],
            )
        merges = [tuple(m.split(" ", 1) if isinstance(m, str) else m) for m in state["merges"]]
        # A merge that is listed twice has the later rank in the library.
        last = [*dict.fromkeys(reversed(merges))][::-1]
        return BPEEncoder(
            last,
            alphabet=state["vocab"],
            vocabulary=state["vocab"],
            unk_token=state["unk_token"],
            marking=Marking("file", prefix, suffix),
            attach_suffix=bool(suffix),
        )

    def unreachable(self) -> list[str]:
        """Return the tokens that encoding does not produce from their text.

        A token is reachable if its text is encoded to it, alone or with one of twelve letters of
        the vocabulary before or after it (if it has no letters, of its words, or of other tokens).
        Special tokens, the unknown token and parts of characters are left out.

        Source: Land and Bartolo, "Fishing for Magikarp" (2024), section 3.1.
        """
        library = self._library
        library.encode_special_tokens = False
        with _reasons(on_text=True):
            numbers = [
                number
                for token, number in sorted(self.ids.items(), key=lambda entry: entry[1])
                if token != self.unk_token
                and not (number in self._added and self._added[number].special)
            ]
            texts = self._decoded([number] for number in numbers)
            whole = [n for n, text in zip(numbers, texts, strict=True) if "\ufffd" not in text]
            missing = self._not_found(whole, [[n] for n in whole])
            unfound = {*missing}
            words = {
                number: text.strip()
                for number, text in zip(numbers, texts, strict=True)
                if text.strip().isalpha() and number not in unfound
            }
            heads = [n for n, word in words.items() if len(word) == 1] or [*words]
            heads = heads or [n for n in whole if n not in unfound]
            heads = heads[:: -(-len(heads) // _HEADS) or 1]
            for head in heads:
                missing = self._not_found(missing, [[head, n] for n in missing])
                missing = self._not_found(missing, [[n, head] for n in missing])
                missing = self._not_found(missing, [[head, n, head] for n in missing])
            return [library.id_to_token(number) for number in missing]

    def _decoded(self, rows: Iterable[list[int]]) -> list[str]:
        decode, name = self._decoder.decode, self._library.id_to_token
        return [decode([_BYTE.sub(_character, name(number)) for number in row]) for row in rows]

    @cached_property
    def _decoder(self) -> Any:
        """The decoder of the file or, if it does not have one, the one for its marking."""
        decoders, model = _library().decoders, self._library.model
        if self._library.decoder is not None:
            return self._library.decoder
        if self.byte_level:
            return decoders.ByteLevel()
        if self._has_metaspace:
            return decoders.Metaspace()
        if suffix := getattr(model, "end_of_word_suffix", None):
            return decoders.BPEDecoder(suffix)
        prefix = getattr(model, "continuing_subword_prefix", None)
        return decoders.WordPiece(prefix, cleanup=False) if prefix else decoders.Fuse()

    def _not_found(self, numbers: list[int], rows: list[list[int]]) -> list[int]:
        """Return the ids that are not in the encoded text of their row."""
        if not numbers:
            return []
        encoded = self._library.encode_batch_fast(self._decoded(rows), add_special_tokens=False)
        return [n for n, found in zip(numbers, encoded, strict=True) if n not in found.ids]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tokenizer as the library does, with its truncation and padding.

        Raises:
            OSError: the file cannot be written.
        """
        copy = _library().Tokenizer.from_str(self._library.to_str())
        if self._truncation is not None:
            copy.enable_truncation(**self._truncation)
        if self._padding is not None:
            copy.enable_padding(**self._padding)
        with open(path, "w", encoding="utf-8", newline="\n") as opened:
            opened.write(copy.to_str(pretty=True))


def _without_steps(setting: str) -> Message:
    """Return why there are no steps, if the file has a setting that the library alone applies."""
    return message(
        "The file sets {setting}, so the tokenizers library can split words differently from this "
        "app, and no encoding steps are shown.",
        setting=setting,
    )


def _library() -> ModuleType:
    """Return the library.

    Raises:
        VocabularyError: it is not installed.
    """
    try:
        import tokenizers
    except ImportError:
        raise VocabularyError(
            message(
                "A tokenizer.json needs the Python package {package}, which is not installed; "
                "install it with {command}.",
                package="tokenizers",
                command='pip install "merge-by-merge[files]"',
            )
        ) from None
    return tokenizers


@contextmanager
def _reasons(*, on_text: bool = False) -> Iterator[None]:
    """Raise a VocabularyError for any exception of the library, with its reason.

    The ``PanicException`` of pyo3, which a pattern can cause, is not a subclass of `Exception`.
    """
    try:
        yield
    except (MemoryError, VocabularyError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        reason = quoted(str(error), 200)
        raise VocabularyError(
            message("The tokenizers library fails on this text: {reason}", reason=reason)
            if on_text
            else message("The tokenizers library refuses this file: {reason}", reason=reason)
        ) from None


def _parts(part: Any) -> list[dict[str, Any]]:
    """Return a part of a tokenizer as the library saves it, or the members of a Sequence."""
    if part is None:
        return []
    found: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = [json.loads(part.__getstate__())]
    while waiting:
        first = waiting.pop(0)
        if first["type"] == "Sequence":
            waiting = [inner for name in _LISTS for inner in first.get(name, ())] + waiting
        else:
            found.append(first)
    return found


def _rule(pre_tokenizer: dict[str, Any]) -> str:
    """Return the name of a part of a pre-tokenizer."""
    name: str = pre_tokenizer["type"]
    splits = pre_tokenizer.get({"ByteLevel": "use_regex", "Metaspace": "split"}.get(name, ""), True)
    return name if splits else UNSPLIT[name]


def _steps(normalizer: dict[str, Any]) -> list[str]:
    """Return the name of a part of a normalizer; of a ``BertNormalizer`` those of its steps."""
    if normalizer["type"] != "BertNormalizer":
        return [UNSPLIT["ByteLevel"] if normalizer["type"] == "ByteLevel" else normalizer["type"]]
    lowercase, accents = normalizer["lowercase"], normalizer["strip_accents"]
    steps = {
        "clean_text": normalizer["clean_text"],
        "space_out_cjk": normalizer["handle_chinese_chars"],
        "strip_accents": lowercase if accents is None else accents,
        "lowercase": lowercase,
    }
    return [name for name, is_on in steps.items() if is_on]


def _between(part: Any, typed: list[tuple[int, int]]) -> list[Any]:
    """Return the parts of a text before, between and after some ranges."""
    edges = [0, *(edge for place in typed for edge in place), len(part.normalized)]
    return [
        part.slice((start, end))
        for start, end in zip(edges[::2], edges[1::2], strict=True)
        if start < end
    ]


def _character(byte: re.Match[str]) -> str:
    """Return the character of a byte token, or U+FFFD if the byte is only a part of one."""
    return bytes.fromhex(byte[1]).decode(errors="replace")


def _whole(text: str) -> str:
    """Return a text with each half of a surrogate pair replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", check_text(text, "text"))
