"""Encode: how a text becomes tokens, as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from pages.ui import chips, controls, encode_views, presenter, session, theme
from pages.ui.html import counted, sentence
from pages.ui.settings import ALGORITHMS, Settings
from pages.ui.stepper import stepper
from pages.ui.trainings import Training
from pages.ui.why import context_of, why
from wordpiece import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece import decoders as decoding
from wordpiece import explanations as say
from wordpiece.interop import encoder_of
from wordpiece.marking import Marking
from wordpiece.normalizers import Normalizer, compose
from wordpiece.pre_tokenizers import split_words
from wordpiece.recipes import RECIPES
from wordpiece.records import CutTrace, EncodedToken, MatchTrace

MAX_TEXT = 100_000
"""Characters of a text."""

WORDS = 10
"""Different words offered for a look at how they were encoded."""

MAX_TRACED = 200
"""Characters of a word whose encoding is shown step by step."""

MODES = {
    "both": "WordPiece and BPE",
    "wordpiece": "WordPiece",
    "bpe": "BPE",
    "replay": "Vocabulary or merges",
}

PUGS = partial(session.show_example, Settings(), 9, {"text": "pugs mug hugs", "with": "replay"})
"""All nine toy merges, and a word on which vocabulary and merges do not agree."""

PANELS = {"tokens": "Tokens", "word": "How a word is encoded", "counts": "Counts"}

HOW: dict[type, str] = {
    WordPieceEncoder: "longest match",
    BPEEncoder: "merge replay",
    Segmenter: "longest match, no marks, pieces kept",
    LongestTokenFirst: "longest token first",
}

AROUND = ("[CLS]", "[SEP]")


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


@st.fragment
def encoding() -> None:
    """Everything that depends on the step and the text."""
    session.save()
    training = session.shown()
    step, last = session.step(), len(training.timeline)
    spoken = say.spoken(training.timeline.step(step), last) if step else "Start."
    stepper("encode_stepper", step=step, last=last, say=spoken)
    text = text_panel(training)
    if len(text) > MAX_TEXT:
        st.error(f"This text has {len(text):,} characters; {MAX_TEXT:,} is the most. Shorten it.")
        return
    ways = ways_to_encode(training, step)
    encoded = [way.encode(text) for way in ways]
    around = AROUND if session.note("encode", "special") == "on" else None
    ask = partial(questions, training, step, text)
    panels = [session.note("encode", "view")] if session.presenting() else list(PANELS)
    if "tokens" in panels:
        columns = st.columns(len(ways), gap="medium")
        for column, way, tokens in zip(columns, ways, encoded, strict=True):
            with column:
                result_panel(way, text, tokens, around)
        with st.container(horizontal=True, key="result_foot"):
            ask("result")
            ask("decoded")
    if any(encoded) and "counts" in panels:
        counts_panel(text, ways, encoded)
    if any(encoded) and "word" in panels:
        word_panel(ways, text, ask)


def counts_panel(text: str, ways: Sequence[Way], encoded: Sequence[list[EncodedToken]]) -> None:
    """How many tokens each way makes of the text."""
    rows = [
        (way.name, encode_views.Statistics.of(text, tokens))
        for way, tokens in zip(ways, encoded, strict=True)
    ]
    counts = rows[0][1]
    characters = counted(counts.characters, "character")
    remark = f"{counted(counts.words, 'word')}, {characters} without white space"
    theme.heading("Counts", remark)
    theme.show(encode_views.statistics(rows))


def questions(training: Training, step: int, text: str, panel: str) -> None:
    """The panel's questions and answers; about an uploaded vocabulary there are none."""
    if session.vocabulary() is None:
        why(panel, lambda: context_of(training, step, trainings=session.compared(), text=text))


def text_panel(training: Training) -> str:
    """The text to encode, and the switches beside it."""
    field, modes = st.columns([1, 1], gap="medium", vertical_alignment="bottom")
    with field:
        st.text_input(
            "Text to encode",
            live=True,
            key=session.note_key("encode", "text"),
            on_change=session.take_note,
            args=("encode", "text"),
            placeholder="Type here; the tokens follow",
        )
    with modes, st.container(horizontal=True, vertical_alignment="bottom"):
        if training.settings.recipe in ALGORITHMS:  # any other brings its own encoder
            st.selectbox(
                "Encode with",
                list(MODES),
                format_func=lambda mode: MODES[mode],
                key=session.note_key("encode", "with"),
                on_change=session.take_note,
                args=("encode", "with"),
                disabled=session.vocabulary() is not None,
                width=230,
            )
        st.selectbox(
            "Special tokens",
            ["off", "on"],
            key=session.note_key("encode", "special"),
            on_change=session.take_note,
            args=("encode", "special"),
            width=130,
        )
    return session.note("encode", "text") or " ".join(training.timeline.words[:6])


def ways_to_encode(training: Training, step: int) -> list[Way]:
    """What the switches ask for; an uploaded vocabulary comes before them."""
    loaded = session.vocabulary()
    if loaded:
        name, vocabulary = loaded
        encoder = encoder_of(vocabulary)
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
            encoder = encoder_of(merges)
            assert isinstance(encoder, BPEEncoder)
            return [
                Way("Your file", "all its merges, replayed", encoder, encoder.marking, normalizer,
                    merges.pre_tokenizer)
            ]  # fmt: skip
        recipe = RECIPES[settings.recipe]
        title, own_encoder = recipe.title, recipe.encoder(training.timeline, step)
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


def result_panel(
    way: Way, text: str, tokens: Sequence[EncodedToken], around: tuple[str, str] | None
) -> None:
    """The tokens of one encoder, what they decode to and what was lost."""
    theme.heading(way.name, way.remark)
    if not tokens:
        theme.show(chips.nothing("No tokens: there is no word in this text."))
        return
    theme.show(encode_views.tokens(tokens, around))
    byte_level = way.pre_tokenizer == "gpt2"
    decoded = decoding.decode_encoded(tokens, way.marking, byte_level=byte_level)
    lost = decoding.losses(text, way.normalizer(text), tokens, decoded)
    theme.show(encode_views.decoded(decoded, [decoding.sentence(loss) for loss in lost]))


def word_panel(ways: Sequence[Way], text: str, ask: Callable[[str], None]) -> None:
    """How one word came to its tokens."""
    words = list(dict.fromkeys(split_words(ways[0].normalizer(text), ways[0].pre_tokenizer)))[
        :WORDS
    ]
    chosen = st.pills(
        "How is this word encoded?",
        words,
        format_func=lambda word: controls.plain(word if len(word) <= 24 else word[:23] + "…"),
        default=words[0],
        required=True,
        key="encode_word",
    )
    word = chosen if chosen in words else words[0]
    if len(word) > MAX_TRACED:
        theme.show(chips.nothing(f"A word of {len(word):,} characters is too long to follow here."))
        return
    pieces = [way.encoder.encode_word(word) for way in ways]
    if session.note("encode", "with") == "replay" and len(ways) == 2 and pieces[0] != pieces[1]:
        difference = say.vocabulary_or_merges(word, pieces[0], pieces[1])
        theme.show(encode_views.remark(sentence(difference)))
    for column, way in zip(st.columns(len(ways), gap="medium"), ways, strict=True):
        with column:
            trace = way.encoder.trace(word)
            if isinstance(trace, CutTrace):
                theme.heading("Longest token first", "what was cut out, in that order")
                theme.show(encode_views.cut_trace(trace))
            elif isinstance(trace, MatchTrace):
                theme.heading("Longest match", "every look into the vocabulary, in order")
                theme.show(encode_views.match_trace(trace))
                theme.show(encode_views.remark(sentence(say.unknown_word(trace))))
            else:
                theme.heading("Merge replay", "every merge that applies, in the order learned")
                theme.show(encode_views.replay_trace(trace))
                theme.show(encode_views.remark(sentence(say.unknown_characters(trace))))
    ask("trace")


def entrances() -> None:
    """The ready-made example, and the ways in for a long text and another vocabulary."""
    with st.container(horizontal=True, vertical_alignment="center", key="entrances"):
        st.button(
            "Show an example: pugs", on_click=PUGS, key="encode_pugs", type="tertiary",
            icon=":material/lightbulb:",
        )  # fmt: skip
        with st.popover("Paste a longer text", type="tertiary", key="encode_longer"):
            st.text_area("Text of several lines", height=200, key="encode_lines")
            st.button(
                "Encode this text",
                on_click=session.copy_note,
                args=("text", "encode_lines"),
                key="encode_take",
            )
        with st.popover("Use another vocabulary", type="tertiary", key="encode_menu"):
            st.file_uploader(
                "vocab.txt or tokenizer.json",
                key="encode_vocabulary",
                on_change=session.use_vocabulary,
                args=("encode_vocabulary",),
            )
    loaded = session.vocabulary()
    if loaded:
        name, vocabulary = loaded
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info(controls.plain(f"{name}: its {len(vocabulary.ids):,} tokens encode now."))
            st.button("Back to the training's", on_click=session.drop_vocabulary, key="encode_drop")
        for note in vocabulary.notes:
            st.info(controls.plain(note))


theme.apply()
session.begin("encode")
controls.sidebar()
presenter.controls(presenter.STEPS, PANELS, "view")
controls.messages(session.training())
session.compared()
entrances()
encoding()
session.end()
