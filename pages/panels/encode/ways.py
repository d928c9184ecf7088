"""The ways to encode that Encode shows side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pages.locale import say, told
from pages.trainings.job import Training
from pages.trainings.reading import Opened
from pages.trainings.settings import Algorithm
from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.encoding.encoders import Offsets
from wordpiece.marking import Marking
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.text.pre_tokenizers import PreTokenizer

HOW: dict[type, Message] = {
    WordPieceEncoder: message("longest match"),
    BPEEncoder: message("merge replay"),
    Segmenter: message("longest match, pieces found are kept"),
    LongestTokenFirst: message("longest token first"),
}


@dataclass(frozen=True)
class Way:
    """One way to encode, as the page shows it.

    ``training`` names the one of the three algorithms that its tokens come from, if one is meant.
    """

    name: str
    remark: str
    encoder: WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst
    marking: Marking
    normalizer: Normalizer
    pre_tokenizer: PreTokenizer | str
    training: str = ""

    def encode(self, text: str, offsets: Offsets = "given") -> list[EncodedToken]:
        """Return the tokens of a text, by default with offsets into it as it was given."""
        return self.encoder.encode(text, self.normalizer, self.pre_tokenizer, offsets=offsets)


def way_of_vocabulary(name: str, opened: Opened) -> Way:
    """Return the way to encode with an uploaded vocabulary."""
    vocabulary, encoder = opened.vocabulary, opened.encoder
    how = say("longest match") if vocabulary.kind == "wordpiece" else say("merge replay")
    marking = Marking("file", prefix=vocabulary.prefix, suffix=vocabulary.suffix)
    if isinstance(encoder, BPEEncoder):
        marking = encoder.marking
    return Way(name, how, encoder, marking, vocabulary.normalizer, vocabulary.pre_tokenizer)


def way_of_recipe(training: Training, step: int, merges: Opened | None) -> Way:
    """Return the way to encode of a recipe that brings its own encoder, after a step.

    Args:
        merges: the merges file that is replayed on screen, if there is one.
    """
    settings = training.settings
    normalizer, pre_tokenizer = compose(settings.normalizer), training.pre_tokenizer
    if merges:
        encoder = merges.encoder
        assert isinstance(encoder, BPEEncoder)
        return Way(
            say("Your file"), say("all its merges, replayed"), encoder, encoder.marking,
            normalizer, merges.vocabulary.pre_tokenizer,
        )  # fmt: skip
    recipe = RECIPES[settings.recipe]
    own_encoder = recipe.encoder(training.timeline, step)
    return Way(
        told(recipe.title), told(HOW[type(own_encoder)]), own_encoder, training.timeline.marking,
        normalizer, pre_tokenizer,
    )  # fmt: skip


def ways_of_algorithms(
    training: Training, step: int, mode: str, trainings: Mapping[Algorithm, Training]
) -> list[Way]:
    """Return the ways to encode that Encode's switch asks for.

    Args:
        training: the one on screen.
        step: after which to encode.
        mode: what the switch says; see the fields of Encode.
        trainings: the corpus on screen trained by each algorithm.
    """
    normalizer, pre_tokenizer = compose(training.settings.normalizer), training.pre_tokenizer
    timeline = trainings["wordpiece"].timeline
    step = min(step, len(timeline))
    match = Way(
        told(RECIPES["wordpiece"].title), say("longest match"),
        WordPieceEncoder.from_timeline(timeline, step), timeline.marking, normalizer,
        pre_tokenizer, "wordpiece",
    )  # fmt: skip
    if mode == "wordpiece":
        return [match]
    if mode == "replay":
        replay = Way(
            say("The same merges"), say("replayed in order"),
            BPEEncoder.from_timeline(timeline, step), timeline.marking, normalizer, pre_tokenizer,
            "wordpiece",
        )  # fmt: skip
        return [match, replay]
    own = trainings["bpe"].timeline
    bpe = Way(
        told(RECIPES["bpe"].title), say("its own merges, replayed"),
        BPEEncoder.from_timeline(own, min(step, len(own))), own.marking, normalizer,
        pre_tokenizer, "bpe",
    )  # fmt: skip
    return [bpe] if mode == "bpe" else [match, bpe]
