"""Write a training as a ``tokenizer.json`` for the Hugging Face `tokenizers` library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder, decoder_of
from wordpiece.errors import VocabularyError, quoted
from wordpiece.files.common import (
    BYTE_LEVEL,
    CLIP,
    MAX_INPUT_CHARS_PER_WORD,
    RUNS_OF_ONE_SCRIPT,
    UNKNOWN,
    WORD_ENDS,
    decoder_json,
)
from wordpiece.files.readers import VocabularyFile
from wordpiece.files.writers.vocabulary import as_json, check_symbols, distinct_merges, shown
from wordpiece.marking import Marking
from wordpiece.message import Listed, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import NORMALIZERS, steps_of, unchanged
from wordpiece.text.pre_tokenizers import PreTokenizer, clip
from wordpiece.training.timeline import Timeline


def tokenizer_json(
    timeline: Timeline,
    step: int,
    *,
    normalizer: Sequence[str] = (),
    pre_tokenizer: str,
    model: Literal["wordpiece", "bpe"] | None = None,
) -> str:
    """Write the training after a step as a file for the `tokenizers` library.

    ``Tokenizer.from_file`` then encodes a text to the tokens of `WordPieceEncoder.from_timeline`
    or `BPEEncoder.from_timeline`. The parts of this package become these of the library:

    - ``lowercase`` and ``nfc`` to ``nfkd``: the same. ``clean-text``, ``space-out-cjk`` and
      ``strip-accents``: a ``BertNormalizer`` that does only this; the library's own
      ``StripAccents`` does not decompose letters first.
    - ``whitespace``: ``WhitespaceSplit``; ``gpt2``: ``ByteLevel``; ``bert``: ``BertPreTokenizer``
      after a ``BertNormalizer`` that puts spaces around ideographs, as they are words of their
      own; ``scripts``: a ``Split`` with a regular expression, since the library's own
      ``UnicodeScripts`` takes kana and ideographs for one script and cuts accents off. Words of a
      table were not cut out of any text: pass the rule that suits them best, ``whitespace`` if
      they hold punctuation.
    - an end-of-word suffix is a symbol of its own here, while the library's
      ``end_of_word_suffix`` goes onto a word's last character. So a normalizer puts the suffix's
      first character after each word, and the library adds the rest of it to that.
    - special tokens: added tokens, which the library finds wherever they are typed, while our
      encoders split ``[CLS]`` like any other word; set ``encode_special_tokens`` to have them
      split there, too. The unknown token is none of them, as it is only ever the result of
      encoding: typing ``[UNK]`` gives its letters. No post-processor adds [CLS] and [SEP].
    - an unknown token that is not in the vocabulary gets the next free id, as the library cannot
      do without. (So does the suffix, should the corpus be empty.)

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5}, special_tokens=["[UNK]"])
    >>> merges = trainer.run()
    >>> import json
    >>> made = json.loads(tokenizer_json(trainer.timeline(), 2, pre_tokenizer="bert"))
    >>> made["model"]["type"], made["pre_tokenizer"]["type"], len(made["model"]["vocab"])
    ('WordPiece', 'BertPreTokenizer', 8)

    Args:
        timeline, step: the state to write.
        normalizer: names in `wordpiece.text.normalizers.NORMALIZERS`, in order.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`.
        model: "wordpiece" keeps the vocabulary alone and encodes by longest match, "bpe" replays
            the merges. None is what the training's score belongs to.

    Raises:
        IndexError: there is no such step.
        ValueError: an unknown normalizer or pre-tokenizer.
        VocabularyError: the library has nothing that does the same, or cannot read a token.
    """
    marking = timeline.marking
    if model is None:
        model = "bpe" if timeline.score.ranks_by_count else "wordpiece"
    tokens = timeline.vocabulary(step)
    needed = (UNKNOWN, marking.suffix) if model == "bpe" else (UNKNOWN,)
    tokens += [token for token in needed if token and token not in tokens]
    check_symbols(tokens, "tokenizer.json")
    _check_suffix(marking, tokens, pre_tokenizer, model)
    return _written(
        {token: number for number, token in enumerate(tokens)},
        distinct_merges(timeline, step) if model == "bpe" else None,
        marking,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        added=[AddedToken(token) for token in timeline.special_tokens if token != UNKNOWN],
        decoder=decoder_of(marking, pre_tokenizer),
        unk_token=UNKNOWN,
    )


def tokenizer_json_of(vocabulary: VocabularyFile) -> str:
    """Write what a vocabulary file says as a file for the `tokenizers` library.

    For a WordPiece model an unknown token that has no id gets the next free one.

    >>> from wordpiece.files.readers import read_vocabulary
    >>> import json
    >>> made = json.loads(tokenizer_json_of(read_vocabulary(b"[UNK]\\nhug\\n##s\\n")))
    >>> made["model"]["type"], made["model"]["vocab"]
    ('WordPiece', {'[UNK]': 0, 'hug': 1, '##s': 2})

    Raises:
        VocabularyError: its normalizer, or a token, cannot be written.
    """
    marking, bpe = vocabulary.marking, vocabulary.kind == "bpe"
    ids, unknown = dict(vocabulary.ids), vocabulary.unk_token
    if unknown and unknown not in ids:
        ids[unknown] = 1 + max(ids.values(), default=-1)
    check_symbols(ids, "tokenizer.json")
    if not vocabulary.attach_suffix:
        _check_suffix(marking, [*ids], vocabulary.pre_tokenizer, vocabulary.kind)
    known = {step: name for name, step in NORMALIZERS.items()}
    steps = [it for it in steps_of(vocabulary.normalizer) if it is not unchanged]
    for step in steps:
        if step not in known:
            raise VocabularyError(
                message(
                    "The normalizer {name} is a function of your own, which a tokenizer.json "
                    "cannot hold; choose from {known}.",
                    name=shown(getattr(step, "__name__", type(step).__name__)),
                    known=Listed(tuple(NORMALIZERS), "commas"),
                )
            )
    for token in vocabulary.added:
        if token.content not in ids:
            raise VocabularyError(
                message(
                    "The added token {token} has no id; put it into the vocabulary.",
                    token=shown(token.content),
                )
            )
    return _written(
        ids,
        vocabulary.merges if bpe else None,
        marking,
        normalizer=[known[step] for step in steps],
        pre_tokenizer=vocabulary.pre_tokenizer,
        added=vocabulary.added,
        decoder=vocabulary.decoder,
        unk_token=unknown,
        attach_suffix=vocabulary.attach_suffix,
        longest=vocabulary.max_input_chars_per_word,
    )


def _written(
    ids: Mapping[str, int],
    merges: Sequence[Pair] | None,
    marking: Marking,
    *,
    normalizer: Sequence[str],
    pre_tokenizer: PreTokenizer | str,
    added: Sequence[AddedToken],
    decoder: Decoder,
    unk_token: str | None,
    attach_suffix: bool = False,
    longest: int = MAX_INPUT_CHARS_PER_WORD,
) -> str:
    """Return the text of the file; the model is WordPiece if there are no merges."""
    if merges is None:
        model = _wordpiece(marking, ids, unk_token, longest)
    else:
        model = _bpe(marking, ids, merges, unk_token, attach_suffix)
    # A suffix that is a symbol of its own is put there by the normalizer.
    kind, ending = "wordpiece" if merges is None else "bpe", not attach_suffix and marking.suffix
    return as_json(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": ids[token.content],
                    "content": token.content,
                    "single_word": token.single_word,
                    "lstrip": token.lstrip,
                    "rstrip": token.rstrip,
                    "normalized": token.normalized,
                    "special": token.special,
                }
                for token in sorted(added, key=lambda token: ids[token.content])
            ],
            "normalizer": _normalizer(normalizer, ending or "", pre_tokenizer, kind),
            "pre_tokenizer": _pre_tokenizer(bool(ending), pre_tokenizer),
            "post_processor": None,
            "decoder": decoder_json(decoder),
            "model": model,
        }
    )


def _check_suffix(
    marking: Marking, tokens: Sequence[str], pre_tokenizer: PreTokenizer | str, model: str
) -> None:
    suffix = marking.suffix
    if not suffix:
        return
    if marking.prefix or pre_tokenizer in ("gpt2", "scripts"):
        raise VocabularyError(
            message(
                "The tokenizers library cannot have the suffix {suffix} together with a prefix; "
                "choose another way to split the text into words.",
                suffix=quoted(suffix),
            )
            if marking.prefix
            else message(
                "The tokenizers library cannot have the suffix {suffix} together with the words of "
                "GPT-2; choose another way to split the text into words.",
                suffix=quoted(suffix),
            )
            if pre_tokenizer == "gpt2"
            else message(
                "The tokenizers library cannot have the suffix {suffix} together with runs of one "
                "script; choose another way to split the text into words.",
                suffix=quoted(suffix),
            )
        )
    if model == "wordpiece":
        # The suffix is spelled out there, and a longest match must not end in the middle of it.
        parts = tuple(suffix[:n] for n in range(1, len(suffix)))
        for token in tokens:
            if parts and token.endswith(parts) and token not in parts:
                raise VocabularyError(
                    message(
                        "The token {token} ends like the beginning of the suffix {suffix}, which "
                        "the tokenizers library cannot tell apart; take the vocab.txt instead.",
                        token=shown(token),
                        suffix=quoted(suffix),
                    )
                )


def _wordpiece(
    marking: Marking, ids: Mapping[str, int], unk_token: str | None, longest: int
) -> dict[str, Any]:
    return {
        "type": "WordPiece",
        "unk_token": unk_token,
        "continuing_subword_prefix": marking.prefix,
        "max_input_chars_per_word": longest + len(marking.suffix),
        "vocab": ids,
    }


def _bpe(
    marking: Marking,
    ids: Mapping[str, int],
    pairs: Sequence[Pair],
    unk_token: str | None,
    attach_suffix: bool,
) -> dict[str, Any]:
    suffix = marking.suffix if attach_suffix else marking.suffix[1:]
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": unk_token,
        "continuing_subword_prefix": marking.prefix or None,
        "end_of_word_suffix": suffix or None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": ids,
        # As lists: in a text of two symbols a space in one of them would be lost.
        "merges": [list(pair) for pair in pairs],
    }


def _bert_normalizer(name: str = "") -> dict[str, Any]:
    """Return a BertNormalizer that does one thing."""
    return {
        "type": "BertNormalizer",
        "clean_text": name == "clean-text",
        "handle_chinese_chars": name == "space-out-cjk",
        "strip_accents": name == "strip-accents",
        "lowercase": False,
    }


_SIMPLE = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD", "lowercase": "Lowercase"}

_BERT = ("clean-text", "space-out-cjk", "strip-accents")


def _normalizer(
    names: Sequence[str], suffix: str, pre_tokenizer: PreTokenizer | str, model: str
) -> dict[str, Any] | None:
    parts: list[dict[str, Any]] = []
    for name in names:
        if name not in _SIMPLE and name not in _BERT:
            known = ", ".join([*_SIMPLE, *_BERT])
            raise ValueError(f"There is no normalizer named {name!r}; the known ones are {known}.")
        parts.append({"type": _SIMPLE[name]} if name in _SIMPLE else _bert_normalizer(name))
    if suffix:
        ending = suffix if model == "wordpiece" else suffix[0]
        end = {"Regex": WORD_ENDS.get(str(pre_tokenizer), "")}
        parts.append({"type": "Replace", "pattern": end, "content": ending + " "})
    elif pre_tokenizer == "bert":
        parts.append(_bert_normalizer("space-out-cjk"))
    return {"type": "Sequence", "normalizers": parts} if len(parts) > 1 else (*parts, None)[0]


def _pre_tokenizer(ends_are_marked: bool, name: PreTokenizer | str) -> dict[str, Any]:
    if name is clip:
        return CLIP
    known: dict[str, dict[str, Any]] = {
        "whitespace": {"type": "WhitespaceSplit"},
        "bert": {"type": "BertPreTokenizer"},
        "gpt2": BYTE_LEVEL,
        "scripts": RUNS_OF_ONE_SCRIPT,
    }
    if not isinstance(name, str) or name not in known:
        raise ValueError(
            f"There is no pre-tokenizer named {name!r}; the known ones are {', '.join(known)}."
        )
    # With a suffix the normalizer has put a space after each word already.
    return known["whitespace" if ends_are_marked else name]
