"""Read the ``tokenizer.json`` of the Hugging Face `tokenizers` library: WordPiece or BPE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import Decoder, decoder_of
from wordpiece.errors import PatternError, VocabularyError
from wordpiece.files.common import (
    MAX_INPUT_CHARS_PER_WORD,
    PUNCTUATION,
    RUNS_OF_ONE_SCRIPT,
    UNKNOWN,
    WORD_ENDS,
    decoder_json,
)
from wordpiece.files.readers.checks import (
    all_known,
    as_pairs,
    check_id,
    check_ids,
    check_merge,
    check_size,
    check_token,
    checked_ids,
    named,
    parsed,
    shown,
)
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.marking import Marking
from wordpiece.message import Listed, Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import NORMALIZERS, Normalizer, bert_normalizer, in_turn
from wordpiece.text.patterns import is_available, translated
from wordpiece.text.pre_tokenizers import PreTokenizer
from wordpiece.text.replace import Replace
from wordpiece.text.splits import BEHAVIORS, NAMED, ByteSpelling, NamedCut, Split, SplitSteps


def read_tokenizer_json(text: str) -> VocabularyFile:
    """Read the text of a ``tokenizer.json``.

    Raises:
        VocabularyError: it is none, or contradicts itself; says where.
    """
    content = parsed(text, "tokenizer.json")
    model = content.get("model")
    if not isinstance(model, dict):
        if len(content) > 1 and all(type(number) is int for number in content.values()):
            raise VocabularyError(
                message(
                    "This is a vocab.json, which has no merges in it; choose it together with its "
                    "merges.txt."
                )
            )
        raise VocabularyError(message("This JSON describes no model; choose a tokenizer.json."))
    kind = model.get("type", "BPE" if "merges" in model else "WordPiece")
    if kind not in ("WordPiece", "BPE"):
        raise VocabularyError(
            message(
                "The model is of type {kind}; WordPiece and BPE can be shown here.",
                kind=named(kind),
            )
        )
    bpe = kind == "BPE"
    ids = checked_ids(model.get("vocab"), message("model's vocab"))
    added = _add_tokens(content.get("added_tokens"), ids)
    check_ids(ids)
    notes = _notes_on_the_whole(content)
    unk = model.get("unk_token")
    if unk is not None and not (isinstance(unk, str) and unk):
        raise VocabularyError(message("The model's unk_token must be a text or null."))
    if unk is not None:
        check_token(unk)
    for name, note in _MODEL_NOTES.items():
        if bpe and model.get(name):
            notes.append(note)
    prefix = _text(model, "continuing_subword_prefix", "" if bpe else "##")
    suffix = _text(model, "end_of_word_suffix", "") if bpe else ""
    normalizers = _flat(content, "normalizer", "normalizers")
    ending = _word_ending(normalizers)
    pre_tokenizer = _pre_tokenizer(
        _flat(content, "pre_tokenizer", "pretokenizers"), _spaces_out(normalizers), notes
    )
    if ending:
        pre_tokenizer, first = ending
        suffix = first + suffix
        normalizers.pop()
    decoder = _decoder(content, Marking("file", prefix, suffix), pre_tokenizer, notes)
    limit = _limit(model.get("max_input_chars_per_word", MAX_INPUT_CHARS_PER_WORD))
    return VocabularyFile(
        kind="bpe" if bpe else "wordpiece",
        ids=ids,
        merges=_merges(model.get("merges"), ids, prefix) if bpe else (),
        unk_token=unk if unk is not None or bpe else UNKNOWN,
        prefix=prefix,
        suffix=suffix,
        # There the suffix is part of the word.
        max_input_chars_per_word=max(1, limit - len(suffix)) if not bpe else limit,
        normalizer=_normalizer(normalizers, notes),
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
        decoder=decoder,
        attach_suffix=bool(suffix) and not ending,
        added=added,
    )


_MODEL_NOTES = {
    "byte_fallback": message("Byte fallback is not shown here; unknown characters stay unknown."),
    "fuse_unk": message("There, unknown characters in a row make one token; here each makes one."),
    "ignore_merges": message(
        "There, a word of the vocabulary is one token at once; here merges make it."
    ),
    "dropout": message("There, merges are skipped at random; here all are made."),
}


def _notes_on_the_whole(content: Mapping[str, Any]) -> list[Message]:
    """Return remarks on the parts of the file that nothing here does."""
    notes: list[Message] = []
    after = content.get("post_processor")
    for part in _flat(content, "post_processor", "processors") if after is not None else ():
        if part.get("type") == "ByteLevel":
            if _flag(part, "trim_offsets"):
                notes.append(
                    message("There, offsets leave out the space before a word; here it counts.")
                )
            continue
        notes.append(
            message(
                "The post-processor {kind} is left out: no special tokens are put around a text.",
                kind=named(part.get("type")),
            )
        )
    if content.get("truncation") is not None:
        notes.append(message("There, long texts are cut off (truncation); here they are not."))
    if content.get("padding") is not None:
        notes.append(message("There, short texts are filled up (padding); here they are not."))
    return notes


def _add_tokens(added: Any, ids: dict[str, int]) -> tuple[AddedToken, ...]:
    """Add the tokens that stand outside the model to its vocabulary, and return them."""
    if added is None:
        return ()
    if not isinstance(added, list):
        raise VocabularyError(message("The added_tokens must be a list."))
    check_size(len(ids) + len(added))
    found: list[AddedToken] = []
    for place, entry in enumerate(added, 1):
        token = entry.get("content") if isinstance(entry, dict) else None
        if not isinstance(token, str) or not token:
            raise VocabularyError(
                message("Added token {place} must be an object with content and id.", place=place)
            )
        number = entry.get("id")
        check_id(token, number)
        check_token(token)
        if ids.setdefault(token, number) != number:
            raise VocabularyError(
                message(
                    "{token} has the id {added} as an added token and {id} in the model's vocab; "
                    "give it one id.",
                    token=shown(token),
                    added=number,
                    id=ids[token],
                )
            )
        flags = {name: _flag(entry, name, False) for name in _ADDED_FLAGS}
        flags["normalized"] = _flag(entry, "normalized", not flags["special"])
        found.append(AddedToken(token, **flags))
    return tuple(found)


_ADDED_FLAGS = ("special", "single_word", "lstrip", "rstrip")


def _merges(merges: Any, ids: Mapping[str, int], prefix: str) -> tuple[Pair, ...]:
    if not isinstance(merges, list):
        raise VocabularyError(message("A BPE model needs a list of merges."))
    check_size(len(merges))
    if {*map(type, merges)} <= {str, list}:
        found = as_pairs(merge.split(" ", 2) if type(merge) is str else merge for merge in merges)
        if found is not None and all_known(found, prefix, ids):
            return found
    pairs: dict[Pair, int] = {}
    for rank, merge in enumerate(merges, 1):
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if (
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise VocabularyError(
                message("Merge {rank} must be two tokens, as in 'h ug'.", rank=rank)
            )
        pair = parts[0], parts[1]
        check_merge(pair, prefix, ids, rank=rank)
        if pairs.setdefault(pair, rank) != rank:
            raise VocabularyError(
                message(
                    "Merge {rank} is the same as merge {other}; remove one of the two.",
                    rank=rank,
                    other=pairs[pair],
                )
            )
    return tuple(pairs)


_SIMPLE = {name.upper(): name for name in ("nfc", "nfd", "nfkc", "nfkd")}
_SIMPLE |= {"Lowercase": "lowercase", "StripAccents": "strip-accents"}


def _normalizer(parts: list[dict[str, Any]], notes: list[Message]) -> Normalizer:
    steps: list[Normalizer] = []
    for part in parts:
        kind = part.get("type")
        if isinstance(kind, str) and kind in _SIMPLE:
            steps.append(NORMALIZERS[_SIMPLE[kind]])
        elif kind == "BertNormalizer":
            strip = part.get("strip_accents")
            steps.append(
                bert_normalizer(
                    clean=_flag(part, "clean_text"),
                    cjk=_flag(part, "handle_chinese_chars"),
                    strip=None if strip is None else _flag(part, "strip_accents"),
                    lower=_flag(part, "lowercase"),
                )
            )
        elif kind == "Replace" and (replace := _replace(part, notes)):
            steps.append(replace)
        elif kind == "Replace":
            continue
        else:
            notes.append(
                message(
                    "The normalizer {kind} is not known here and is left out.", kind=named(kind)
                )
            )

    return in_turn(steps)


def _replace(part: Mapping[str, Any], notes: list[Message]) -> Replace | None:
    """Return what a Replace does, or None with a note."""
    pattern, content = part.get("pattern"), part.get("content")
    reason = message("it has no pattern.")
    if isinstance(pattern, dict) and isinstance(content, str) and len(content) <= MAX_CONTENT:
        check_token(content)
        text, regex = pattern.get("String"), pattern.get("Regex")
        if isinstance(text, str) and text:
            return Replace(text, content)
        if isinstance(regex, str):
            try:
                return Replace(pattern_of(regex), content, is_regex=True, written=regex)
            except PatternError as error:
                reason = error.message
    notes.append(
        message("The normalizer {kind} is left out: {reason}", kind="Replace", reason=reason)
    )
    return None


MAX_CONTENT = 20
"""Characters that a Replace may put in. One that puts in many makes a long text of a short one."""


def _word_ending(normalizers: list[dict[str, Any]]) -> tuple[str, str] | None:
    """Return pre-tokenizer and suffix if the last normalizer adds a suffix as our writer does."""
    last = normalizers[-1] if normalizers else {}
    pattern, content = last.get("pattern"), last.get("content")
    if last.get("type") != "Replace" or not isinstance(pattern, dict):
        return None
    if not isinstance(content, str) or not 1 < len(content) < 20 or content[-1] != " ":
        return None
    for name, regex in WORD_ENDS.items():
        if pattern.get("Regex") == regex:
            check_token(content)
            return name, content[:-1]
    return None


def _spaces_out(normalizers: list[dict[str, Any]]) -> bool:
    """Return whether ideographs are set apart, as `bert` here does by itself."""
    return any(
        part.get("type") == "BertNormalizer" and _flag(part, "handle_chinese_chars")
        for part in normalizers
    )


def _pre_tokenizer(
    parts: list[dict[str, Any]], spaced_out: bool, notes: list[Message]
) -> PreTokenizer | str:
    names = {"BertPreTokenizer": "bert", "WhitespaceSplit": "whitespace", "ByteLevel": "gpt2"}
    if parts == [RUNS_OF_ONE_SCRIPT]:
        return "scripts"
    kinds = [part.get("type") for part in parts]
    first = kinds[0] if kinds else None
    ours = names.get(first) if len(kinds) == 1 and isinstance(first, str) else None
    is_same = {"bert": spaced_out, "gpt2": ours == "gpt2" and _bytes(parts[0]) == ByteSpelling()}
    if ours and is_same.get(ours, True):
        return ours
    if not kinds:
        notes.append(message("The file names no pre-tokenizer; words are split at spaces."))
        return "whitespace"
    # ByteLevel makes tokens that spell bytes, and so does only gpt2 of ours.
    name, whose = ("gpt2", "GPT-2") if "ByteLevel" in kinds else ("bert", "BERT")
    spelling = _bytes(parts[-1]) if kinds[-1] == "ByteLevel" else None
    try:
        steps = [_step(part) for part in parts[: -1 if spelling else None]]
    except PatternError as error:
        notes.append(
            message(
                "The pre-tokenizer is left out, and words are split as {whose} does: {reason}",
                whose=whose,
                reason=error.message,
            )
        )
        return name
    if None not in steps:
        return SplitSteps(tuple(step for step in steps if step), spelling)
    notes.append(
        message(
            "The pre-tokenizer {kinds} is not known here; words are split as {whose} does.",
            kinds=Listed(tuple(named(kind) for kind in kinds[:4]), "commas"),
            whose=whose,
        )
    )
    return name


def _bytes(part: Mapping[str, Any]) -> ByteSpelling:
    return ByteSpelling(
        cut=_flag(part, "use_regex"), add_prefix_space=_flag(part, "add_prefix_space")
    )


def _step(part: Mapping[str, Any]) -> Split | NamedCut | None:
    """Return a cut, or None if it is not known here.

    Raises:
        PatternError: its regular expression cannot be read.
    """
    kind = part.get("type")
    if isinstance(kind, str) and kind in NAMED:
        return NamedCut(kind)
    if kind == "Digits":
        alone = _flag(part, "individual_digits", False)
        return _split(r"\p{N}", "Isolated" if alone else "Contiguous")
    if kind == "Punctuation":
        return _split(PUNCTUATION, part.get("behavior", "Isolated"))
    if kind != "Split":
        return None
    pattern, invert = part.get("pattern"), _flag(part, "invert", False)
    if isinstance(pattern, dict) and len(pattern) == 1:
        text = pattern.get("String")
        if isinstance(text, str) and text and part.get("behavior") in BEHAVIORS:
            return Split(text, part["behavior"], invert, is_regex=False)
        regex = pattern.get("Regex")
        if isinstance(regex, str):
            return _split(regex, part.get("behavior"), invert)
    return None


def _split(regex: str, behavior: Any, invert: bool = False) -> Split | None:
    if behavior not in BEHAVIORS:
        return None
    return Split(pattern_of(regex), behavior, invert, written=regex)


def pattern_of(regex: str) -> str:
    """Return a regular expression of a file as `wordpiece.text.patterns` translates it.

    Raises:
        PatternError: it cannot be read, or the package for it is not installed.
    """
    if not is_available():
        raise PatternError(
            message(
                "its regular expression needs the Python package {package}, "
                "which is not installed.",
                package="regex",
            )
        )
    return translated(regex)


def _decoder(
    content: Mapping[str, Any],
    marking: Marking,
    pre_tokenizer: PreTokenizer | str,
    notes: list[Message],
) -> Decoder:
    """Return the decoder of the file or, if it is not known here, the one of its marks."""
    ours = decoder_of(marking, pre_tokenizer)
    if content.get("decoder") == decoder_json(ours):
        return ours
    parts = _flat(content, "decoder", "decoders")
    if not parts:
        return Decoder("spaced")
    kinds = [part.get("type") for part in parts]
    if kinds == ["WordPiece"]:
        prefix = _text(parts[0], "prefix", "##")
        return Decoder("wordpiece", prefix, clean=_flag(parts[0], "cleanup"))
    if kinds == ["BPEDecoder"]:
        return Decoder("bpe", suffix=_text(parts[0], "suffix", "</w>"))
    if kinds == ["ByteLevel"]:
        return Decoder("byte-level")
    if kinds == ["Fuse"]:
        return Decoder("joined")
    notes.append(
        message(
            "The decoder {kinds} is not known here; tokens are decoded by their marks.",
            kinds=Listed(tuple(named(kind) for kind in kinds[:4]), "commas"),
        )
    )
    return ours


def _flat(content: Mapping[str, Any], name: str, members: str) -> list[dict[str, Any]]:
    """Return a normalizer or pre-tokenizer or, if it is a sequence, its members."""
    described = content.get(name)
    if described is None:
        return []
    if isinstance(described, dict) and described.get("type") == "Sequence":
        inner = described.get(members)
    else:
        inner = [described]
    if not isinstance(inner, list) or not all(isinstance(part, dict) for part in inner):
        raise VocabularyError(
            message("The {name} must be an object, or a sequence of such, or null.", name=name)
        )
    return list(inner)


def _flag(part: Mapping[str, Any], name: str, default: bool = True) -> bool:
    value = part.get(name, default)
    if not isinstance(value, bool):
        raise VocabularyError(
            message("{name} must be true or false; it is {value}.", name=name, value=named(value))
        )
    return value


def _text(model: Mapping[str, Any], name: str, default: str) -> str:
    value = model.get(name, default)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > 20:
        raise VocabularyError(
            message("The model's {name} must be a short text or null.", name=name)
        )
    check_token(value)
    return value


def _limit(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise VocabularyError(
            message("The model's max_input_chars_per_word must be a number above 0.")
        )
    return min(value, 10_000)
