"""Encode: how a text becomes tokens, as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import streamlit as st

from pages.components.picks import picks
from pages.components.stepper import stepper
from pages.locale import told
from pages.panels import chips, encode_views
from pages.panels.html import EMPTY, counted, heading, join, sentence, stack
from pages.panels.markup import Markup
from pages.shell import presenter, sidebar, theme
from pages.shell.menus import Menu, menu_bar, opened
from pages.shell.rescue import fragment
from pages.shell.theme import Piece
from pages.shell.ways import Way, ways_to_encode
from pages.shell.why import context_of, questions
from pages.state import session
from pages.trainings.job import Training
from pages.trainings.settings import ALGORITHMS, Settings
from wordpiece.encoding import decoders as decoding
from wordpiece.records import EncodedToken
from wordpiece.teaching import wording as say
from wordpiece.teaching.answers import Context
from wordpiece.text.pre_tokenizers import bytes_to_text, split_words

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

AROUND = ("[CLS]", "[SEP]")

BOARD = "encode_board"
"""The key of the board, for the style sheet."""

MENUS = ("encode_why_result", "encode_why_decoded", "encode_why_trace")
"""The popovers that a button stands in for."""


@fragment
def encoding() -> None:
    """Everything that depends on the step and the text."""
    session.save()
    training = session.shown()
    step, last = session.step(), len(training.timeline)
    spoken = told(say.spoken(training.timeline.step(step), last)) if step else "Start."
    stepper("encode_stepper", step=step, last=last, say=spoken)
    text = session.note("encode", "text") or first_words(training)
    above = text_fields(training)
    if len(text) > MAX_TEXT:
        too_long = f"This text has {len(text):,} characters; {MAX_TEXT:,} is the most. Shorten it."
        theme.draw([*above, theme.beside(BOARD, {"results": [partial(st.error, too_long)]})])
        return
    ways = ways_to_encode(training, step)
    encoded = [way.encode(text) for way in ways]
    around = AROUND if session.note("encode", "special") == "on" else None
    ask = partial(asks, training, step, text)
    panels = [session.note("encode", "view")] if session.presenting() else list(PANELS)
    results: list[Piece] = []
    traces: list[Piece] = []
    below: list[Callable[[], object]] = []
    if "tokens" in panels:
        each = zip(ways, encoded, strict=True)
        results.append(
            beside_each_other(result_panel(way, text, tokens, around) for way, tokens in each)
        )
        results.append(menu_bar("result_foot", foot, ask("result", "decoded")))
    if any(encoded) and "counts" in panels:
        results += counts_panel(text, ways, encoded)
    if any(encoded) and "word" in panels:
        words = words_of(ways[0], text)
        below.append(partial(word_choice, words))
        traces += word_panel(ways, chosen_word(words), ask)
    theme.draw([*above, theme.beside(BOARD, {"results": results, "traces": traces}), *below])
    for way in ways:  # that of an opened vocabulary is shared with whoever opened the same
        way.encoder.forget()


def first_words(training: Training) -> str:
    """A text of the corpus's first words, for an empty field."""
    words = training.timeline.words[:6]
    if training.pre_tokenizer == "gpt2":  # they are spelled by their bytes, the space included
        return "".join(map(bytes_to_text, words)).strip()
    return " ".join(words)


def beside_each_other(panels: Iterable[Iterable[Markup]]) -> Markup:
    """The same for each way to encode."""
    return Markup('<div class="ways">{}</div>').format(join(map(stack, panels)))


def foot(buttons: Markup) -> Markup:
    """Buttons below a panel."""
    return Markup('<div class="foot">{}</div>').format(buttons) if buttons else EMPTY


def counts_panel(
    text: str, ways: Sequence[Way], encoded: Sequence[list[EncodedToken]]
) -> Iterator[Markup]:
    """How many tokens each way makes of the text."""
    rows = [
        (way.name, encode_views.Statistics.of(text, tokens))
        for way, tokens in zip(ways, encoded, strict=True)
    ]
    counts = rows[0][1]
    characters = counted(counts.characters, "character")
    remark = f"{counted(counts.words, 'word')}, {characters} without white space"
    yield heading("Counts", remark)
    yield encode_views.statistics(rows)


def asks(training: Training, step: int, text: str, *panels: str) -> list[Menu]:
    """The panels' questions and answers; about an uploaded vocabulary there are none."""
    if session.vocabulary() is not None:
        return []

    def context() -> Context:
        return context_of(training, step, trainings=session.compared(), text=text)

    return [questions(panel, context) for panel in panels]


def text_fields(training: Training) -> Iterator[Callable[[], object]]:
    """The text to encode, and the switches beside it."""
    yield text_field
    if training.settings.recipe in ALGORITHMS:  # any other brings its own encoder
        yield encoder_field
    yield special_field


def text_field() -> None:
    st.text_input(
        "Text to encode",
        live=True,
        key=session.note_key("encode", "text"),
        on_change=session.take_note,
        args=("encode", "text"),
        placeholder="Type here; the tokens follow",
    )


def encoder_field() -> None:
    st.selectbox(
        "Encode with",
        list(MODES),
        format_func=lambda mode: MODES[mode],
        key=session.note_key("encode", "with"),
        on_change=session.take_note,
        args=("encode", "with"),
        disabled=session.vocabulary() is not None,
    )


def special_field() -> None:
    st.selectbox(
        "Special tokens",
        ["off", "on"],
        key=session.note_key("encode", "special"),
        on_change=session.take_note,
        args=("encode", "special"),
    )


def result_panel(
    way: Way, text: str, tokens: Sequence[EncodedToken], around: tuple[str, str] | None
) -> Iterator[Markup]:
    """The tokens of one encoder, what they decode to and what was lost."""
    yield heading(way.name, way.remark)
    if not tokens:
        yield chips.nothing("No tokens: there is no word in this text.")
        return
    yield encode_views.tokens(tokens, around)
    byte_level = way.pre_tokenizer == "gpt2"
    decoded = decoding.decode_encoded(tokens, way.marking, byte_level=byte_level)
    lost = decoding.losses(text, way.normalizer(text), tokens, decoded)
    yield encode_views.decoded(decoded, [told(decoding.sentence(loss)) for loss in lost])


def words_of(way: Way, text: str) -> list[str]:
    """Different words of the text, as the way splits it."""
    return list(dict.fromkeys(split_words(way.normalizer(text), way.pre_tokenizer)))[:WORDS]


def chosen_word(words: Sequence[str]) -> str:
    """The word that is looked at: the first, until another one is chosen."""
    if session.chosen("encode_word", "") not in words:
        session.choose("encode_word", words[0])
    return session.chosen("encode_word", words[0])


def word_panel(ways: Sequence[Way], word: str, ask: Callable[[str], list[Menu]]) -> Iterator[Piece]:
    """How one word came to its tokens."""
    if len(word) > MAX_TRACED:
        yield chips.nothing(f"A word of {len(word):,} characters is too long to follow here.")
        return
    pieces = [way.encoder.encode_word(word) for way in ways]
    if session.note("encode", "with") == "replay" and len(ways) == 2 and pieces[0] != pieces[1]:
        difference = say.vocabulary_or_merges(word, pieces[0], pieces[1])
        yield encode_views.remark(sentence(difference))
    yield beside_each_other(encode_views.traced(way.encoder.trace(word)) for way in ways)
    yield menu_bar("trace_foot", foot, ask("trace"))


def word_choice(words: Sequence[str]) -> None:
    """Which word to look at."""
    st.pills(
        "How is this word encoded?",
        words,
        format_func=lambda word: sidebar.plain(word if len(word) <= 24 else word[:23] + "…"),
        required=True,
        key=session.choice_key("encode_word", words[0]),
        on_change=session.take_choice,
        args=("encode_word",),
    )


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
        name, vocabulary = loaded[0], loaded[1].vocabulary
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info(sidebar.plain(f"{name}: its {len(vocabulary.ids):,} tokens encode now."))
            st.button("Back to the training's", on_click=session.drop_vocabulary, key="encode_drop")
        for note in vocabulary.notes:
            st.info(sidebar.plain(told(note)))


theme.apply("Encode")
session.begin("encode")
sidebar.sidebar()
presenter.controls(presenter.STEPS, PANELS, "view")
sidebar.messages(session.training())
session.compared()
entrances()
with st.container(key=BOARD):
    encoding()
picks("encode_picks", lambda value: opened(value, MENUS))
session.end()
