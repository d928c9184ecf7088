"""The ways to encode that Encode shows side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pages.locale import say, told
from pages.trainings.job import Training
from pages.trainings.reading import Opened
from pages.trainings.settings import Algorithm
from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.encoding.added import AddedToken, encode_with_added
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.losses import losses
from wordpiece.encoding.model_input import is_special
from wordpiece.marking import Marking
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES
from wordpiece.records import EncodedToken, Loss
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.training.timeline import Timeline

HOW: dict[type, Message] = {
    WordPieceEncoder: message("longest match"),
    BPEEncoder: message("merge replay"),
    Segmenter: message("longest match, pieces found are kept"),
    LongestTokenFirst: message("longest token first"),
}


@dataclass(frozen=True)
class Way:
    """One way to encode, as the page shows it.

    Attributes:
        name, remark: its title.
        encoder, marking, normalizer, pre_tokenizer: what it is made of.
        added: tokens that are found as a whole wherever they are typed, such as ``[MASK]``.
        training: the name of the one of the three algorithms that its tokens come from, if one is
            meant.
        finds_special: whether special ones among ``added`` are found, too, or split.
    """

    name: str
    remark: str
    encoder: WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst
    marking: Marking
    normalizer: Normalizer
    pre_tokenizer: str
    added: tuple[AddedToken, ...]
    training: str = ""
    finds_special: bool = True

    def encode(self, text: str) -> list[EncodedToken]:
        """Return the tokens of a text, with offsets into it as it was given."""
        return encode_with_added(
            text, self.encoder, self.added, self.normalizer, self.pre_tokenizer,
            special=self.finds_special,
        )  # fmt: skip

    def may_find(self, text: str) -> bool:
        """Return whether there is a special token in a text."""
        return any(token.special and token.content in text for token in self.added)

    def words(self, text: str, encoded: Sequence[EncodedToken]) -> list[str]:
        """Return the words of a text, as they are encoded."""
        stretches = (part for part, is_found in _stretches(text, encoded) if not is_found)
        split = (split_words(self.normalizer(part), self.pre_tokenizer) for part in stretches)
        return [*chain.from_iterable(split)]

    def given_back(self, text: str, encoded: Sequence[EncodedToken]) -> tuple[str, list[Loss]]:
        """Return what the tokens of a text decode to, and what is lost of the text."""
        back = decode_encoded(encoded, self.marking, byte_level=self.pre_tokenizer == "gpt2")
        normalized = ""
        tokens: list[EncodedToken] = []
        for part, is_found in _stretches(text, encoded):
            at = len(normalized)
            normalized += part if is_found else self.normalizer(part)
            if not is_found:
                found = self.encoder.encode(
                    part, self.normalizer, self.pre_tokenizer, offsets="normalized"
                )
                tokens += (it._replace(start=at + it.start, end=at + it.end) for it in found)
        return back, losses(text, normalized, tokens, back)


def _stretches(text: str, encoded: Sequence[EncodedToken]) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text, each with whether it is a token that was found as a whole."""
    at = 0
    for token in filter(is_special, encoded):
        yield text[at : token.start], False
        yield text[token.start : token.end], True
        at = token.end
    yield text[at:], False


def _special_of(timeline: Timeline) -> tuple[AddedToken, ...]:
    return tuple(map(AddedToken, timeline.special_tokens))


def way_of_vocabulary(name: str, opened: Opened, case: str) -> Way:
    """Return the way to encode with an uploaded vocabulary, "cased" or "uncased"."""
    vocabulary, encoder = opened.with_case(case), opened.encoder
    how = say("longest match") if vocabulary.kind == "wordpiece" else say("merge replay")
    marking = Marking("file", prefix=vocabulary.prefix, suffix=vocabulary.suffix)
    if isinstance(encoder, BPEEncoder):
        marking = encoder.marking
    return Way(
        name, how, encoder, marking, vocabulary.normalizer, vocabulary.pre_tokenizer,
        vocabulary.added,
    )  # fmt: skip


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
            normalizer, merges.vocabulary.pre_tokenizer, merges.vocabulary.added,
        )  # fmt: skip
    recipe = RECIPES[settings.recipe]
    own_encoder = recipe.encoder(training.timeline, step)
    return Way(
        told(recipe.title), told(HOW[type(own_encoder)]), own_encoder, training.timeline.marking,
        normalizer, pre_tokenizer, _special_of(training.timeline),
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
        pre_tokenizer, _special_of(timeline), "wordpiece",
    )  # fmt: skip
    if mode == "wordpiece":
        return [match]
    if mode == "replay":
        replay = Way(
            say("The same merges"), say("replayed in order"),
            BPEEncoder.from_timeline(timeline, step), timeline.marking, normalizer, pre_tokenizer,
            _special_of(timeline), "wordpiece",
        )  # fmt: skip
        return [match, replay]
    own = trainings["bpe"].timeline
    bpe = Way(
        told(RECIPES["bpe"].title), say("its own merges, replayed"),
        BPEEncoder.from_timeline(own, min(step, len(own))), own.marking, normalizer,
        pre_tokenizer, _special_of(own), "bpe",
    )  # fmt: skip
    return [bpe] if mode == "bpe" else [match, bpe]
