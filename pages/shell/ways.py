"""The ways to encode that Encode sets side by side."""

from __future__ import annotations

from dataclasses import dataclass

from pages.locale import told
from pages.state import session
from pages.trainings.job import Training
from pages.trainings.settings import ALGORITHMS
from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.recipes import RECIPES
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, compose

HOW: dict[type, str] = {
    WordPieceEncoder: "longest match",
    BPEEncoder: "merge replay",
    Segmenter: "longest match, no marks, pieces kept",
    LongestTokenFirst: "longest token first",
}


@dataclass(frozen=True)
class Way:
    """One way to encode, as the page shows it."""

    name: str
    remark: str
    encoder: WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst
    marking: Marking
    normalizer: Normalizer
    pre_tokenizer: str

    def encode(self, text: str) -> list[EncodedToken]:
        return self.encoder.encode(text, self.normalizer, self.pre_tokenizer)


def ways_to_encode(training: Training, step: int) -> list[Way]:
    """What the switches ask for; an uploaded vocabulary comes before them."""
    loaded = session.vocabulary()
    if loaded:
        name, opened = loaded
        vocabulary, encoder = opened.vocabulary, opened.encoder
        how = "longest match" if vocabulary.kind == "wordpiece" else "merge replay"
        marking = Marking("file", prefix=vocabulary.prefix, suffix=vocabulary.suffix)
        if isinstance(encoder, BPEEncoder):
            marking = encoder.marking
        return [Way(name, how, encoder, marking, vocabulary.normalizer, vocabulary.pre_tokenizer)]
    settings = training.settings
    normalizer, pre_tokenizer = compose(settings.normalizer), training.pre_tokenizer
    if settings.recipe not in ALGORITHMS:
        merges = session.replayed()
        if merges:
            encoder = merges.encoder
            assert isinstance(encoder, BPEEncoder)
            return [
                Way("Your file", "all its merges, replayed", encoder, encoder.marking, normalizer,
                    merges.vocabulary.pre_tokenizer)
            ]  # fmt: skip
        recipe = RECIPES[settings.recipe]
        title, own_encoder = told(recipe.title), recipe.encoder(training.timeline, step)
        return [
            Way(title, HOW[type(own_encoder)], own_encoder, training.timeline.marking, normalizer,
                pre_tokenizer)
        ]  # fmt: skip
    trainings = session.compared()
    timeline = trainings["wordpiece"].timeline
    step = min(step, len(timeline))
    match = Way(
        "WordPiece", "longest match", WordPieceEncoder.from_timeline(timeline, step),
        timeline.marking, normalizer, pre_tokenizer,
    )  # fmt: skip
    mode = session.note("encode", "with")
    if mode == "wordpiece":
        return [match]
    if mode == "replay":
        replay = Way(
            "The same merges", "replayed in order", BPEEncoder.from_timeline(timeline, step),
            timeline.marking, normalizer, pre_tokenizer,
        )  # fmt: skip
        return [match, replay]
    own = trainings["bpe"].timeline
    bpe = Way(
        "BPE", "its own merges, replayed", BPEEncoder.from_timeline(own, min(step, len(own))),
        own.marking, normalizer, pre_tokenizer,
    )  # fmt: skip
    return [bpe] if mode == "bpe" else [match, bpe]
