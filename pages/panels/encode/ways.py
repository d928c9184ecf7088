"""The ways to encode that Encode shows side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pages.locale import say, told
from pages.trainings.job import Training
from pages.trainings.reading import Opened
from pages.trainings.settings import Algorithm
from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, Tokenizer, WordPieceEncoder
from wordpiece.encoding.losses import losses
from wordpiece.encoding.model_input import is_special
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES
from wordpiece.records import EncodedToken, Loss
from wordpiece.text.normalizers import compose
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
        tokenizer: what encodes.
        training: the name of the one of the three algorithms that its tokens come from, if one is
            meant.
        finds_special: whether special tokens in a text stand for themselves, or are split.
    """

    name: str
    remark: str
    tokenizer: Tokenizer
    training: str = ""
    finds_special: bool = True

    @property
    def encoder(self) -> WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst:
        """What makes tokens of a word, and traces how."""
        encoder = self.tokenizer.encoder
        assert isinstance(encoder, WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst)
        return encoder

    def encode(self, text: str) -> list[EncodedToken]:
        """Return the tokens of a text, with offsets into it as it was given."""
        return self.tokenizer.encode(text, special=self.finds_special)

    def may_find(self, text: str) -> bool:
        """Return whether there is a special token in a text."""
        return any(token.special and token.content in text for token in self.tokenizer.added)

    def words(self, text: str, encoded: Sequence[EncodedToken]) -> list[str]:
        """Return the words of a text, as they are encoded."""
        its = self.tokenizer
        parts = (its.normalizer(part) for part in without_found(text, encoded))
        return [*chain.from_iterable(split_words(part, its.pre_tokenizer) for part in parts)]

    def given_back(self, text: str, encoded: Sequence[EncodedToken]) -> tuple[str, list[Loss]]:
        """Return what the tokens of a text decode to, and what is lost of the text."""
        its, finds = self.tokenizer, self.finds_special
        back = its.decode(encoded, skip_special=False)
        again = its.encode(text, special=finds, offsets="normalized")
        tokens = [token for token in again if not is_special(token)]
        return back, losses(text, its.normalize(text, special=finds), tokens, back)


def without_found(text: str, encoded: Sequence[EncodedToken]) -> list[str]:
    """Return the parts of a text between the tokens that were found as a whole."""
    found = [token for token in encoded if is_special(token)]
    starts = [0, *(token.end for token in found)]
    ends = [*(token.start for token in found), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True) if start < end]


def way_of_vocabulary(name: str, opened: Opened, case: str) -> Way:
    """Return the way to encode with an uploaded vocabulary, "cased" or "uncased"."""
    is_match = opened.vocabulary.kind == "wordpiece"
    how = say("longest match") if is_match else say("merge replay")
    return Way(name, how, opened.tokenizer(case))


def way_of_recipe(training: Training, step: int, merges: Opened | None) -> Way:
    """Return the way to encode of a recipe that brings its own encoder, after a step.

    Args:
        merges: the merges file that is replayed on screen, if there is one.
    """
    settings = training.settings
    if merges:
        tokenizer = merges.tokenizer(normalizer=compose(settings.normalizer))
        return Way(say("Your file"), say("all its merges, replayed"), tokenizer)
    recipe = RECIPES[settings.recipe]
    tokenizer = _of_training(training, training.timeline, step, settings.recipe)
    return Way(told(recipe.title), told(HOW[type(tokenizer.encoder)]), tokenizer)


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
    timeline = trainings["wordpiece"].timeline

    def way(name: str, how: str, of: Timeline, recipe: str, training_name: Algorithm) -> Way:
        return Way(name, how, _of_training(training, of, step, recipe), training_name)

    match = way(
        told(RECIPES["wordpiece"].title), say("longest match"), timeline, "wordpiece", "wordpiece"
    )
    if mode == "wordpiece":
        return [match]
    if mode == "replay":
        how = say("replayed in order")
        return [match, way(say("The same merges"), how, timeline, "bpe", "wordpiece")]
    how = say("its own merges, replayed")
    bpe = way(told(RECIPES["bpe"].title), how, trainings["bpe"].timeline, "bpe", "bpe")
    return [bpe] if mode == "bpe" else [match, bpe]


def _of_training(training: Training, timeline: Timeline, step: int, recipe: str) -> Tokenizer:
    """Return the tokenizer of a timeline with the encoder of a recipe."""
    return Tokenizer.from_timeline(
        timeline,
        min(step, len(timeline)),
        recipe=recipe,
        normalizer=training.settings.normalizer,
        pre_tokenizer=training.pre_tokenizer,
    )
