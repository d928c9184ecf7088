"""The encoding methods that Encode shows in columns, and the description of an opened file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from pages.foreign.answers import Answer, Question, answer, words_of
from pages.foreign.file import Facts, Few, File, Opened
from pages.locale import say, to_text
from pages.panels.html import pieces
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm, Settings, recipe_titles
from wordpiece import BPEEncoder, Segmenter, Tokenizer, WordPieceEncoder
from wordpiece.encoding.encoders import Encoder, UnigramEncoder
from wordpiece.errors import VocabularyError
from wordpiece.message import Listed, Message, message, unworded
from wordpiece.recipes import RECIPES
from wordpiece.training.steps import Steps

_REPLAY = message("merge replay")
_MATCH = message("longest match")
_SPLIT = message("most probable split")

HOW: dict[type | str, Message] = {
    BPEEncoder: _REPLAY,
    "BPE": _REPLAY,
    WordPieceEncoder: _MATCH,
    "WordPiece": _MATCH,
    UnigramEncoder: _SPLIT,
    "Unigram": _SPLIT,
    Segmenter: message("longest match; tokens before [UNK] are kept"),
}
"""How an encoder, or a model of a file, makes tokens of a word; other names say it themselves."""

_piece = pieces("panels/encode/board.html")

_LOWERCASE = message("lowercase")
_ACCENTS = message("accents removed")
_BERT = message("BERT (spaces and punctuation)")
_GPT2 = message("GPT-2 (bytes, Ġ = space)")
_SPACES = message("Spaces")
_SCRIPTS = message("Runs of one script")

PARTS = {
    # Normalizers
    "Lowercase": _LOWERCASE,
    "lowercase": _LOWERCASE,
    "StripAccents": _ACCENTS,
    "strip_accents": _ACCENTS,
    "space_out_cjk": message("Chinese characters separated"),
    "clean_text": message("control characters removed"),
    "Nmt": message("control characters removed"),
    "BertNormalizer": message("cleaned up as in BERT"),
    "Strip": message("whitespace at the beginning or the end removed"),
    "Replace": message("certain text replaced"),
    "Prepend": message("a mark added in front"),
    "Precompiled": message("Unicode forms unified, as in SentencePiece"),
    # Pre-tokenizers
    "BertPreTokenizer": _BERT,
    "bert": _BERT,
    "ByteLevel": _GPT2,
    "gpt2": _GPT2,
    "Whitespace": message("at whitespace, and where letters, digits or _ meet other characters"),
    "Punctuation": message("at punctuation"),
    "Digits": message("at digits"),
    "Split": message("by a pattern in the file"),
    "CharDelimiterSplit": message("by a pattern in the file"),
    "WhitespaceSplit": _SPACES,
    "whitespace": _SPACES,
    "Metaspace": message("Spaces (▁ = space)"),
    "UnicodeScripts": _SCRIPTS,
    "scripts": _SCRIPTS,
}
"""Descriptions of a file's components, by name; others are shown by their names."""


def about(facts: Facts) -> Markup:
    """Draw the description of a file: special tokens, normalizer, pre-tokenizer and remarks."""
    is_byte_level = facts.byte_level and facts.kind == "BPE"
    return _piece(
        "about",
        kind=say("byte-level BPE") if is_byte_level else facts.kind,
        special=facts.special,
        normalizer=_parts(facts.normalizer),
        pre_tokenizer=_parts(facts.pre_tokenizer),
        notes=facts.notes,
    )


def unreachable(found: Few) -> Markup:
    """Draw the tokens that no text produces."""
    return _piece("unreachable", found=found)


def _parts(parts: Few) -> str:
    """Return descriptions of components, in the order of execution; empty without any."""
    said = dict.fromkeys(PARTS.get(name, name) for name in parts.first)
    more = ["…"] * (parts.count > len(parts.first))
    return to_text(unworded("{names}", names=Listed((*said, *more), "commas")))


AROUND = ("[CLS]", "[SEP]")
"""BERT's special tokens at the start and at the end of a text."""


Way = tuple[Message, Algorithm, str]
"""A title, the algorithm that trained, and the recipe whose encoder is used."""

_BY_MATCH: Way = (RECIPES["wordpiece"].title, "wordpiece", "wordpiece")
_BY_BPE: Way = (RECIPES["bpe"].title, "bpe", "bpe")

WAYS: dict[str, tuple[Way, ...]] = {
    "both": (_BY_MATCH, _BY_BPE),
    "wordpiece": (_BY_MATCH,),
    "bpe": (_BY_BPE,),
    "replay": (_BY_MATCH, (message("The same merges"), "wordpiece", "bpe")),
    "dropout": (_BY_BPE,),
}
"""The encoding methods that each value of Encode's switch shows."""


@dataclass(frozen=True, kw_only=True)
class EncodingMethod:
    """An encoding method.

    Attributes:
        name, remark: its title on screen.
        training: the algorithm whose training has its tokens, if it is one of the three.
        around: the special tokens around a text; empty if it has none.
    """

    name: str
    remark: str
    training: str = ""
    around: tuple[str, ...] = AROUND

    def answer(self, question: Question, typed: str = "") -> Answer | Message:
        """Encode a text, or return why it fails.

        Args:
            question: the text.
            typed: the characters of the text whose word is traced; empty for the question's word.
        """
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class TrainedMethod(EncodingMethod):
    """Encoding with a training on screen, by its tokenizer."""

    tokenizer: Tokenizer

    @property
    def encoder(self) -> Encoder:
        """The encoder of words."""
        return self.tokenizer.encoder

    def answer(self, question: Question, typed: str = "") -> Answer:
        if not typed:
            return answer(self.tokenizer, question)
        words = words_of(self.tokenizer, typed, ())
        found = answer(self.tokenizer, replace(question, word=words[0] if words else ""))
        return found if [found.word] == words[:1] else replace(found, trace=None)


@dataclass(frozen=True, kw_only=True)
class FileMethod(EncodingMethod):
    """Encoding with an opened file; see `EncodingMethod`.

    Attributes:
        file: the file.
        ask: sends a request to its process, like `Pool.ask`; raises VocabularyError.
        case, normalizer: as in `Question`.
    """

    file: File
    ask: Callable[..., Any]
    case: str = ""
    normalizer: tuple[str, ...] | None = None

    def answer(self, question: Question, typed: str = "") -> Answer | Message:
        question = replace(question, case=self.case, normalizer=self.normalizer)
        try:
            found: Answer = self.ask(self.file, "answer", question)
        except VocabularyError as error:
            return error.message
        return found


def answers_of(methods: Sequence[EncodingMethod], question: Question) -> list[Answer | Message]:
    """Return the answer of each method. All trace the same word, whatever its normalized form."""
    first = methods[0].answer(question)
    typed = ""
    if isinstance(methods[0], FileMethod) and isinstance(first, Answer):
        typed = first.typed
    return [first, *(method.answer(question, typed) for method in methods[1:])]


def vocabulary_method(opened: Opened, case: str, ask: Callable[..., Any]) -> FileMethod:
    """Return the encoding method of an opened vocabulary; ``case`` is as in `Question`."""
    facts = opened.facts
    return FileMethod(
        name=opened.name,
        remark=to_text(HOW.get(facts.kind, unworded(facts.kind))),
        file=opened.file,
        ask=ask,
        case=case,
        around=AROUND if {*AROUND} <= {*facts.special.first} else (),
    )


def merges_method(merges: File, settings: Settings, ask: Callable[..., Any]) -> FileMethod:
    """Return the encoding method with all merges of the file that is replayed on screen."""
    return FileMethod(
        name=say("All merges of your file"),
        remark=to_text(_REPLAY),
        file=merges,
        ask=ask,
        normalizer=settings.normalizer,
        around=(),
    )


def recipe_method(training: Training, step: int) -> TrainedMethod:
    """Return the encoding method of a recipe that determines its encoder, after a step."""
    recipe = training.settings.recipe
    return _trained(recipe_titles()[recipe], training, training.steps, step, recipe)


def algorithm_methods(
    training: Training, step: int, mode: str, trainings: Mapping[Algorithm, Training]
) -> list[TrainedMethod]:
    """Return the encoding methods that Encode's switch selects.

    Args:
        training: the training on screen.
        step: the step of the vocabulary.
        mode: the value of the switch; see `WAYS`.
        trainings: the corpus on screen trained by each algorithm.
    """
    return [
        _trained(title, training, trainings[trained].timeline, step, recipe, trained)
        for title, trained, recipe in WAYS[mode]
    ]


def _trained(
    title: Message, training: Training, timeline: Steps, step: int, recipe: str, algorithm: str = ""
) -> TrainedMethod:
    """Return the encoding method of a timeline with the encoder of a recipe."""
    tokenizer = Tokenizer.from_timeline(
        timeline,
        min(step, len(timeline)),
        recipe=recipe,
        normalizer=training.settings.normalizer,
        pre_tokenizer=training.pre_tokenizer,
    )
    how = HOW.get(type(tokenizer.encoder))
    remark = to_text(how) if how else ""
    return TrainedMethod(
        name=to_text(title), remark=remark, training=algorithm, tokenizer=tokenizer
    )
