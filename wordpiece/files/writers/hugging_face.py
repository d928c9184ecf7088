"""Write a training as a ``tokenizer.json`` for the Hugging Face `tokenizers` library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import VocabularyError, no_such_token, quoted
from wordpiece.files.common import (
    BYTE_LEVEL,
    CLIP,
    METASPACE_JSON,
    RUNS_OF_ONE_SCRIPT,
    UNKNOWN,
    WORD_ENDS,
    decoder_json,
)
from wordpiece.files.readers import VocabularyFile
from wordpiece.files.writers.vocabulary import (
    as_json,
    check_symbols,
    short,
)
from wordpiece.message import Listed, message
from wordpiece.text.normalizers import NORMALIZERS, compose, steps_of, unchanged
from wordpiece.text.pre_tokenizers import PreTokenizer, clip
from wordpiece.training.steps import Steps


def tokenizer_json(
    timeline: Steps,
    step: int,
    *,
    normalizer: Sequence[str] = (),
    pre_tokenizer: str,
    model: Literal["wordpiece", "bpe"] | None = None,
) -> str:
    """Return the file of a training after a step, with the same tokens as its encoder.

    The library's ``Tokenizer.from_file`` then encodes as `WordPieceEncoder`, `BPEEncoder` or
    `UnigramEncoder` does after this step. The parts of this package are translated so:

    - ``lowercase`` and ``nfc`` to ``nfkd``: the library's normalizers of these names.
      ``clean-text``, ``space-out-cjk`` and ``strip-accents``: a ``BertNormalizer`` with only this
      option, as the library's ``StripAccents`` does not decompose letters.
    - ``whitespace``: ``WhitespaceSplit``. ``gpt2``: ``ByteLevel``. ``bert``: ``BertPreTokenizer``
      after a ``BertNormalizer`` that puts spaces around ideographs. ``scripts``: a ``Split`` with
      a regular expression, as the library's ``UnicodeScripts`` treats kana and ideographs as one
      script and separates accents. ``metaspace``: ``WhitespaceSplit``, then ``Metaspace``. For the
      words of a table, pass the rule that fits them best.
    - In a Unigram model, entries that are not pieces get a probability so small that a text has
      none of them, except where it has an unknown character. If two splits are equally probable,
      the library may take the other.
    - An end-of-word suffix is a separate symbol here; the library's ``end_of_word_suffix`` is part
      of a word's last character. So a normalizer adds the suffix's first character to each word,
      and the library adds the rest of the suffix to that.
    - Special tokens become added tokens, which the library finds in every text. Our encoders split
      ``[CLS]`` like any other word; so does the library with ``encode_special_tokens``. The unknown
      token is not an added token: ``[UNK]`` in a text is split. The post-processor is empty.
    - An unknown token that the vocabulary lacks gets the next free id, as the library needs one.
      So does the suffix if the corpus is empty.

    Args:
        timeline, step: the state of the training.
        normalizer: names in `wordpiece.text.normalizers.NORMALIZERS`, in order.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`.
        model: "wordpiece" encodes by longest match, "bpe" replays the merges. None is the model
            of the training.

    Raises:
        IndexError: the step does not exist.
        ValueError: an unknown normalizer or pre-tokenizer.
        VocabularyError: the library has no equivalent, or cannot read a token.
    """
    marking = timeline.marking
    common: dict[str, Any] = {
        "unk_token": UNKNOWN,
        "normalizer": compose(normalizer),
        "pre_tokenizer": pre_tokenizer,
        "decoder": decoder_of(marking, pre_tokenizer),
        "added": tuple(AddedToken(it) for it in timeline.special_tokens if it != UNKNOWN),
    }
    kind = model or timeline.encodes_by
    tokens = timeline.vocabulary(step)
    needed = (UNKNOWN, marking.suffix) if kind == "bpe" else (UNKNOWN,)
    tokens += [token for token in needed if token and token not in tokens]
    return tokenizer_json_of(
        VocabularyFile(
            kind=kind,
            ids={token: number for number, token in enumerate(tokens)},
            merges=tuple(timeline.merges(step)) if kind == "bpe" else (),
            log_probabilities=timeline.log_probabilities(step),
            prefix=marking.prefix,
            suffix=marking.suffix,
            **common,
        )
    )


def tokenizer_json_of(vocabulary: VocabularyFile) -> str:
    """Return the file of a vocabulary; an unknown token without an id gets the next free one.

    Raises:
        VocabularyError: the library has no equivalent, or cannot read a token.
    """
    ids, unknown = dict(vocabulary.ids), vocabulary.unk_token
    if unknown and unknown not in ids:
        ids[unknown] = 1 + max(ids.values(), default=-1)
    check_symbols(ids, "tokenizer.json")
    _check_suffix(vocabulary, ids)
    for token in vocabulary.added:
        if token.content not in ids:
            raise VocabularyError(no_such_token(short(token.content)))
    return as_json(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": ids[token.content],
                    "content": token.content,
                    "single_word": False,
                    "lstrip": token.lstrip,
                    "rstrip": False,
                    "normalized": False,
                    "special": True,
                }
                for token in sorted(vocabulary.added, key=lambda token: ids[token.content])
            ],
            "normalizer": _normalizer(vocabulary),
            "pre_tokenizer": _pre_tokenizer(vocabulary),
            "post_processor": None,
            "decoder": decoder_json(vocabulary.decoder),
            "model": _model(vocabulary, ids),
        }
    )


def _separate_suffix(vocabulary: VocabularyFile) -> str:
    """Return the suffix that is a symbol, or ""."""
    return "" if vocabulary.attach_suffix else vocabulary.suffix


_NOT_WITH_SUFFIX = ("gpt2", "scripts", "metaspace")
"""The pre-tokenizers that a suffix cannot be combined with."""


def _check_suffix(vocabulary: VocabularyFile, tokens: Iterable[str]) -> None:
    suffix = _separate_suffix(vocabulary)
    if not suffix:
        return
    if vocabulary.prefix:
        raise VocabularyError(
            message(
                "The tokenizers library cannot combine {suffix} as a separate symbol with the "
                "continuation prefix {prefix}. Use only one of the two marks.",
                suffix=quoted(suffix),
                prefix=quoted(vocabulary.prefix),
            )
        )
    if vocabulary.pre_tokenizer in _NOT_WITH_SUFFIX:
        raise VocabularyError(
            message(
                "The tokenizers library cannot combine {suffix} as a separate symbol with the "
                "chosen pre-tokenizer. Split at whitespace or by BERT's rule instead.",
                suffix=quoted(suffix),
            )
        )
    if vocabulary.kind == "wordpiece":
        # The library sees the characters of the suffix, so a match could end within it.
        parts = tuple(suffix[:n] for n in range(1, len(suffix)))
        for token in tokens:
            if parts and token.endswith(parts) and token not in parts:
                raise VocabularyError(
                    message(
                        "The tokenizers library cannot combine {suffix} as a separate symbol with "
                        "the token {token}, which ends with the beginning of {suffix}. Choose "
                        "another suffix, or leave out the token.",
                        suffix=quoted(suffix),
                        token=short(token),
                    )
                )


def _model(vocabulary: VocabularyFile, ids: Mapping[str, int]) -> dict[str, Any]:
    if vocabulary.kind == "wordpiece":
        return {
            "type": "WordPiece",
            "unk_token": vocabulary.unk_token,
            "continuing_subword_prefix": vocabulary.prefix,
            "max_input_chars_per_word": vocabulary.max_input_chars_per_word
            + len(vocabulary.suffix),
            "vocab": ids,
        }
    if vocabulary.kind == "unigram":
        scores, tokens = vocabulary.log_probabilities, sorted(ids, key=ids.__getitem__)
        return {
            "type": "Unigram",
            "unk_id": ids[vocabulary.unk_token or UNKNOWN],
            "vocab": [[token, scores.get(token, _NEVER)] for token in tokens],
            "byte_fallback": False,
        }
    suffix = vocabulary.suffix if vocabulary.attach_suffix else vocabulary.suffix[1:]
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": vocabulary.unk_token,
        "continuing_subword_prefix": vocabulary.prefix or None,
        "end_of_word_suffix": suffix or None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": ids,
        # As lists: in one string, a space within a symbol would be ambiguous.
        "merges": [list(pair) for pair in vocabulary.merges],
    }


_NEVER = -1e6
"""The logarithm of the probability of an entry that is not a piece."""

_OF_BERT = {
    "clean-text": "clean_text",
    "space-out-cjk": "handle_chinese_chars",
    "strip-accents": "strip_accents",
}
"""Normalizer to the option of a ``BertNormalizer`` that does the same."""

_NAMES = {step: name for name, step in NORMALIZERS.items()}


def _part(name: str) -> dict[str, Any]:
    """Return a normalizer as a part of a tokenizer.json."""
    if name not in _OF_BERT:
        return {"type": "Lowercase" if name == "lowercase" else name.upper()}
    options = {option: option == _OF_BERT[name] for option in _OF_BERT.values()}
    return {"type": "BertNormalizer", **options, "lowercase": False}


def _normalizer(vocabulary: VocabularyFile) -> dict[str, Any] | None:
    parts: list[dict[str, Any]] = []
    for step in steps_of(vocabulary.normalizer):
        if step is unchanged:
            continue
        if step not in _NAMES:
            raise VocabularyError(
                message(
                    "The normalizer {name} is a function of your own, which a tokenizer.json "
                    "cannot contain; choose from {known}.",
                    name=short(getattr(step, "__name__", type(step).__name__)),
                    known=Listed(tuple(NORMALIZERS), "commas"),
                )
            )
        parts.append(_part(_NAMES[step]))
    if suffix := _separate_suffix(vocabulary):
        ending = suffix if vocabulary.kind == "wordpiece" else suffix[0]
        end = {"Regex": WORD_ENDS.get(str(vocabulary.pre_tokenizer), "")}
        parts.append({"type": "Replace", "pattern": end, "content": ending + " "})
    elif vocabulary.pre_tokenizer == "bert":
        parts.append(_part("space-out-cjk"))
    return {"type": "Sequence", "normalizers": parts} if len(parts) > 1 else (*parts, None)[0]


_PRE_TOKENIZERS: dict[PreTokenizer | str, dict[str, Any]] = {
    "whitespace": {"type": "WhitespaceSplit"},
    "bert": {"type": "BertPreTokenizer"},
    "gpt2": BYTE_LEVEL,
    "scripts": RUNS_OF_ONE_SCRIPT,
    "metaspace": {
        "type": "Sequence",
        "pretokenizers": [{"type": "WhitespaceSplit"}, METASPACE_JSON],
    },
    clip: CLIP,
}


def _pre_tokenizer(vocabulary: VocabularyFile) -> dict[str, Any]:
    name = vocabulary.pre_tokenizer
    if name not in _PRE_TOKENIZERS:
        known = ", ".join(it for it in _PRE_TOKENIZERS if isinstance(it, str))
        raise ValueError(f"There is no pre-tokenizer named {name!r}; the known ones are {known}.")
    # After a suffix the normalizer has put a space.
    return _PRE_TOKENIZERS["whitespace" if _separate_suffix(vocabulary) else name]
