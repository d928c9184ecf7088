"""Write a training as files that other tools read.

====================  =======================================================================
`vocab_txt`           BERT's vocabulary: one token a line, in id order
`vocab_json`          GPT-2's vocabulary: token to id
`merges_txt`          GPT-2's merges: two symbols a line, in the order of learning
`tokenizer_json`      all of it in one file, for the Hugging Face `tokenizers` library
`steps_csv`           the step log for spreadsheets; `steps_jsonl` the same, exact to the letter
`scores_csv`          the whole score table as it stands
====================  =======================================================================

Each is a function of a timeline and a step and nothing else: the same state gives the same text.
What a format cannot hold raises VocabularyError, so no file is written that would be read wrong.
`FORMATS` lists them for a page.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wordpiece.errors import VocabularyError, quoted
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN, WORD_ENDS
from wordpiece.marking import Marking
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import WHITE_SPACE
from wordpiece.training.replay import Replayer
from wordpiece.training.timeline import Timeline

_BAD = {
    "\n": message("a line break"),
    "\r": message("a line break"),
    "\0": message("a NUL character"),
    " ": message("a space", context="one character"),
}


# --- Vocabulary and merges ---------------------------------------------------------------------


def vocab_txt(timeline: Timeline, step: int) -> str:
    """The vocabulary after a step, one token a line; the line number minus one is the id.

    Raises:
        IndexError: there is no such step.
        VocabularyError: a token holds a line break, has white space at an end, which the readers
            of this format cut off, or cannot be written in UTF-8.
    """
    tokens = timeline.vocabulary(step)
    _check(tokens, "vocab.txt", "\n\r\0")
    for number, token in enumerate(tokens):
        if token != token.strip(WHITE_SPACE) or (not number and token[0] == "\ufeff"):
            raise VocabularyError(
                message(
                    "The token {token} begins or ends with white space, which is cut off when a "
                    "vocab.txt is read; take the tokenizer.json instead.",
                    token=_shown(token),
                )
            )
    return "".join(f"{token}\n" for token in tokens)


def vocab_json(timeline: Timeline, step: int) -> str:
    """The vocabulary after a step as a JSON object, token to id.

    Raises:
        IndexError: there is no such step.
        VocabularyError: a token cannot be written in UTF-8.
    """
    tokens = timeline.vocabulary(step)
    _check(tokens, "vocab.json")
    return _json({token: number for number, token in enumerate(tokens)})


def merges_txt(timeline: Timeline, step: int) -> str:
    """The merges up to a step, ``left right`` a line, under a header with the format's version.

    A pair merged twice, which takes a word such as ``####``, stands here once: its first place is
    its rank in encoding. The version is subword-nmt's: in 0.1 an end-of-word suffix is a symbol of
    its own, as it is here; in 0.2, which GPT-2 also writes, it is part of the last character.

    Raises:
        IndexError: there is no such step.
        VocabularyError: a symbol holds a space or a line break, or cannot be written in UTF-8.
    """
    pairs = _pairs(timeline, step)
    _check((part for pair in pairs for part in pair), "merges.txt", "\n\r\0 ")
    version = "0.1" if timeline.marking.suffix else "0.2"
    return f"#version: {version}\n" + "".join(f"{left} {right}\n" for left, right in pairs)


def _pairs(timeline: Timeline, step: int) -> list[Pair]:
    timeline.growth(step)  # raises IndexError for a step that does not exist
    return [*dict.fromkeys(timeline.pair(k) for k in range(1, step + 1))]


def _check(symbols: Iterable[str], file: str, forbidden: str = "") -> None:
    bad = re.compile(f"[\ud800-\udfff{forbidden}]")
    for symbol in symbols:
        if (found := bad.search(symbol)) is None:
            continue
        if found[0] in forbidden:
            raise VocabularyError(
                message(
                    "The token {token} holds {character}, which a {file} cannot; take the "
                    "tokenizer.json instead.",
                    token=_shown(symbol),
                    character=_BAD[found[0]],
                    file=file,
                )
            )
        raise VocabularyError(
            message(
                "The token {token} holds half of a surrogate pair, which UTF-8 cannot write; "
                "remove that character from the corpus.",
                token=_shown(symbol),
            )
        )


def _shown(token: str) -> str:
    return quoted(token, 30)


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


# --- tokenizer.json ----------------------------------------------------------------------------


def tokenizer_json(
    timeline: Timeline,
    step: int,
    *,
    normalizer: Sequence[str] = (),
    pre_tokenizer: str,
    model: Literal["wordpiece", "bpe"] | None = None,
) -> str:
    """The training after a step as a file for the `tokenizers` library.

    ``Tokenizer.from_file`` then encodes a text to the tokens of `WordPieceEncoder.from_timeline`
    or `BPEEncoder.from_timeline`. The parts of this package become these of the library:

    - ``lowercase``, ``nfc``, ``nfd``: the same. ``clean-text``, ``space-out-cjk`` and
      ``strip-accents``: a ``BertNormalizer`` that does only this; the library's own
      ``StripAccents`` does not decompose letters first.
    - ``whitespace``: ``WhitespaceSplit``; ``gpt2``: ``ByteLevel``; ``bert``: ``BertPreTokenizer``
      after a ``BertNormalizer`` that puts spaces around ideographs, as they are words of their
      own. Words of a table were not cut out of any text: pass the rule that suits them best,
      ``whitespace`` if they hold punctuation.
    - an end-of-word suffix is a symbol of its own here, while the library's
      ``end_of_word_suffix`` goes onto a word's last character. So a normalizer puts the suffix's
      first character after each word, and the library adds the rest of it to that.
    - special tokens: added tokens, which the library finds wherever they are typed, while our
      encoders split ``[CLS]`` like any other word; set ``encode_special_tokens`` to have them
      split there, too. The unknown token is none of them, as it is only ever the result of
      encoding: typing ``[UNK]`` gives its letters. No post-processor adds [CLS] and [SEP].
    - an unknown token that is not in the vocabulary gets the next free id, as the library cannot
      do without. (So does the suffix, should the corpus be empty.)

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
    _check(tokens, "tokenizer.json")
    _check_suffix(marking, tokens, pre_tokenizer, model)
    ids = {token: number for number, token in enumerate(tokens)}
    return _json(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": ids[token],
                    "content": token,
                    "single_word": False,
                    "lstrip": False,
                    "rstrip": False,
                    "normalized": False,
                    "special": True,
                }
                for token in timeline.special_tokens
                if token != UNKNOWN
            ],
            "normalizer": _normalizer(normalizer, marking, pre_tokenizer, model),
            "pre_tokenizer": _pre_tokenizer(marking, pre_tokenizer),
            "post_processor": None,
            "decoder": _decoder(marking, pre_tokenizer),
            "model": _wordpiece(marking, ids)
            if model == "wordpiece"
            else _bpe(marking, ids, _pairs(timeline, step)),
        }
    )


def _check_suffix(marking: Marking, tokens: Sequence[str], pre_tokenizer: str, model: str) -> None:
    suffix = marking.suffix
    if not suffix:
        return
    if marking.prefix or pre_tokenizer == "gpt2":
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
                        token=_shown(token),
                        suffix=quoted(suffix),
                    )
                )


def _wordpiece(marking: Marking, ids: dict[str, int]) -> dict[str, Any]:
    return {
        "type": "WordPiece",
        "unk_token": UNKNOWN,
        "continuing_subword_prefix": marking.prefix,
        "max_input_chars_per_word": MAX_INPUT_CHARS_PER_WORD + len(marking.suffix),
        "vocab": ids,
    }


def _bpe(marking: Marking, ids: dict[str, int], pairs: Sequence[Pair]) -> dict[str, Any]:
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": UNKNOWN,
        "continuing_subword_prefix": marking.prefix or None,
        "end_of_word_suffix": marking.suffix[1:] or None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": ids,
        # As lists: in a text of two symbols a space in one of them would be lost.
        "merges": [list(pair) for pair in pairs],
    }


def _bert_normalizer(name: str = "") -> dict[str, Any]:
    """A BertNormalizer that does one thing."""
    return {
        "type": "BertNormalizer",
        "clean_text": name == "clean-text",
        "handle_chinese_chars": name == "space-out-cjk",
        "strip_accents": name == "strip-accents",
        "lowercase": False,
    }


_SIMPLE = {"nfc": "NFC", "nfd": "NFD", "lowercase": "Lowercase"}
_BERT = ("clean-text", "space-out-cjk", "strip-accents")


def _normalizer(
    names: Sequence[str], marking: Marking, pre_tokenizer: str, model: str
) -> dict[str, Any] | None:
    parts: list[dict[str, Any]] = []
    for name in names:
        if name not in _SIMPLE and name not in _BERT:
            known = ", ".join([*_SIMPLE, *_BERT])
            raise ValueError(f"There is no normalizer named {name!r}; the known ones are {known}.")
        parts.append({"type": _SIMPLE[name]} if name in _SIMPLE else _bert_normalizer(name))
    if marking.suffix:
        ending = marking.suffix if model == "wordpiece" else marking.suffix[0]
        end = {"Regex": WORD_ENDS.get(pre_tokenizer, "")}
        parts.append({"type": "Replace", "pattern": end, "content": ending + " "})
    elif pre_tokenizer == "bert":
        parts.append(_bert_normalizer("space-out-cjk"))
    return {"type": "Sequence", "normalizers": parts} if len(parts) > 1 else (*parts, None)[0]


_BYTE_LEVEL: dict[str, Any] = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": True,
}
"""The pre-tokenizer, and the decoder that undoes it."""


def _pre_tokenizer(marking: Marking, name: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = {
        "whitespace": {"type": "WhitespaceSplit"},
        "bert": {"type": "BertPreTokenizer"},
        "gpt2": _BYTE_LEVEL,
    }
    if name not in known:
        raise ValueError(
            f"There is no pre-tokenizer named {name!r}; the known ones are {', '.join(known)}."
        )
    # With a suffix the normalizer has put a space after each word already.
    return known["whitespace" if marking.suffix else name]


def _decoder(marking: Marking, pre_tokenizer: str) -> dict[str, Any]:
    if pre_tokenizer == "gpt2":
        if not marking.prefix:
            return _BYTE_LEVEL
        mark = {"Regex": "^" + re.escape(marking.prefix)}
        without = {"type": "Replace", "pattern": mark, "content": ""}
        return {"type": "Sequence", "decoders": [without, _BYTE_LEVEL]}
    if marking.suffix:
        return {"type": "BPEDecoder", "suffix": marking.suffix}
    if marking.prefix:
        return {"type": "WordPiece", "prefix": marking.prefix, "cleanup": False}
    return {"type": "Fuse"}


# --- Step log and score table ------------------------------------------------------------------


def steps_csv(timeline: Timeline, step: int) -> str:
    """The merges up to a step as CSV with a header; see `steps_jsonl` for the columns.

    A spreadsheet runs a cell that begins with ``=``, ``+``, ``-`` or ``@``, in their wide forms
    too (or with a tab or line break before one), so such tokens get an apostrophe in front. It may
    also take a fraction for a date: import that column as text.

    Raises:
        IndexError: there is no such step.
    """
    return _csv(_STEP_COLUMNS, _steps(timeline, step))


def steps_jsonl(timeline: Timeline, step: int) -> str:
    """The merges up to a step, a JSON object a line; tokens are exactly as they are.

    index, left, right, token, is_new_token, pair_count, left_count, right_count, replaced_count,
    forced: as in `MergeStep`. score: to the last digit of the float; for pair counts an integer.
    fraction: the same unreduced, ``5/100``. tied: how many pairs had the best score. best_left,
    best_right: the pair that score and tie-break chose, another one only if forced.

    A lone surrogate in a token stands in the text as it is; encode with "backslashreplace", as
    `Format.data` does, and it becomes the escape that JSON has for it.

    Raises:
        IndexError: there is no such step.
    """
    return "".join(
        json.dumps(dict(zip(_STEP_COLUMNS, row, strict=True)), ensure_ascii=False) + "\n"
        for row in _steps(timeline, step)
    )


def scores_csv(timeline: Timeline, step: int) -> str:
    """Every pair that could be merged after a step, best first; the columns as in `PairScore`.

    Cells are made harmless as in `steps_csv`.

    Raises:
        IndexError: there is no such step.
    """
    join = timeline.marking.join
    rows = (
        (
            *(row.rank, *row.pair, join(*row.pair)),
            *(row.pair_count, row.left_count, row.right_count),
            *(row.score, timeline.score.formula(row).unreduced),
            *(row.count_rank, row.tied),
        )
        for row in timeline.scores(step).rows()
    )
    return _csv(_SCORE_COLUMNS, rows)


_STEP_COLUMNS = tuple(
    "index left right token is_new_token pair_count left_count right_count score fraction tied "
    "forced best_left best_right replaced_count".split()
)
_SCORE_COLUMNS = tuple(
    "rank left right token pair_count left_count right_count score fraction count_rank tied".split()
)


def _steps(timeline: Timeline, step: int) -> Iterator[tuple[object, ...]]:
    timeline.growth(step)  # raises IndexError for a step that does not exist
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    # Replay the merges to count ties: a score table for each step would take minutes, not seconds.
    replayer = Replayer(words, score=timeline.score, marking=timeline.marking)
    for index in range(1, step + 1):
        merge = timeline.merge(index)
        tied = replayer.tied_count()
        replayer.force(merge.pair)
        counts = merge.pair_count, merge.left_count, merge.right_count
        yield (
            *(index, *merge.pair, merge.token, merge.is_new_token),
            *(*counts, merge.score, timeline.score.formula(merge).unreduced),
            *(tied, merge.forced, *merge.best_pair, merge.replaced_count),
        )


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    # All texts in quotes, as the writer does not quote a carriage return by itself.
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value as a cell that no spreadsheet runs as a formula.

    >>> _cell("=SUM(A1)"), _cell("##s"), _cell(0.05), _cell(True)
    ("'=SUM(A1)", '##s', 0.05, 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    return "'" + value if value.startswith(_RUN) else value


# A Japanese spreadsheet takes the wide forms for the others.
_RUN = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


# --- By name -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file.

    Attributes:
        id: its name in links and code.
        title: its name on screen.
        ending: what its file name ends in, such as ``vocab.txt``.
        mime: its media type.
        applies: tells whether a training can be written this way and it makes sense.
        make: makes the text of the file of timeline, step, normalizers and pre-tokenizer.
    """

    id: str
    title: Message
    ending: str
    mime: str
    applies: Callable[[Timeline], bool]
    make: Callable[[Timeline, int, Sequence[str], str], str]

    def data(
        self,
        timeline: Timeline,
        step: int,
        *,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "whitespace",
    ) -> bytes:
        """The file's content, UTF-8 with line feeds.

        CSV begins with a byte order mark: without it a spreadsheet reads é as Ã©.

        Raises:
            IndexError: there is no such step.
            VocabularyError: this training does not fit into this format; says why.
        """
        text = self.make(timeline, step, normalizer, pre_tokenizer)
        mark = "\ufeff" if self.mime == "text/csv" else ""
        return (mark + text).encode("utf-8", "backslashreplace")


def _only(
    write: Callable[[Timeline, int], str],
) -> Callable[[Timeline, int, Sequence[str], str], str]:
    """A writer that needs no more than timeline and step."""
    return lambda timeline, step, normalizer, pre_tokenizer: write(timeline, step)


def _always(timeline: Timeline) -> bool:
    return True


def _marks_continuations(timeline: Timeline) -> bool:
    return timeline.marking.prefix == "##"


def _replays(timeline: Timeline) -> bool:
    return timeline.score.ranks_by_count


FORMATS: dict[str, Format] = {
    entry.id: entry
    for entry in (
        Format(
            "tokenizer",
            message("Tokenizer, for the Hugging Face tokenizers library"),
            "tokenizer.json",
            "application/json",
            _always,
            lambda timeline, step, normalizer, pre_tokenizer: tokenizer_json(
                timeline, step, normalizer=normalizer, pre_tokenizer=pre_tokenizer
            ),
        ),
        Format(
            "tokenizer-longest-match",
            message("The same vocabulary, encoding by longest match as BERT does"),
            "wordpiece-tokenizer.json",
            "application/json",
            lambda timeline: _marks_continuations(timeline) and _replays(timeline),
            lambda timeline, step, normalizer, pre_tokenizer: tokenizer_json(
                timeline,
                step,
                normalizer=normalizer,
                pre_tokenizer=pre_tokenizer,
                model="wordpiece",
            ),
        ),
        Format(
            "vocab-txt",
            message("Vocabulary, one token a line, as BERT has it"),
            "vocab.txt",
            "text/plain",
            _marks_continuations,
            _only(vocab_txt),
        ),
        Format(
            "vocab-json",
            message("Vocabulary with ids, as GPT-2 has it"),
            "vocab.json",
            "application/json",
            _replays,
            _only(vocab_json),
        ),
        Format(
            "merges-txt",
            message("Merges in the order of learning, as GPT-2 has them"),
            "merges.txt",
            "text/plain",
            _replays,
            _only(merges_txt),
        ),
        Format(
            "steps-csv",
            message("Step log, for spreadsheets"),
            "steps.csv",
            "text/csv",
            _always,
            _only(steps_csv),
        ),
        Format(
            "steps-jsonl",
            message("Step log, for programs"),
            "steps.jsonl",
            "application/x-ndjson",
            _always,
            _only(steps_jsonl),
        ),
        Format(
            "scores-csv",
            message("Score table at this step, for spreadsheets"),
            "scores.csv",
            "text/csv",
            _always,
            _only(scores_csv),
        ),
    )
}
"""Every format by id, in the order to offer them."""
