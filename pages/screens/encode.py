"""Encode: how a typed text becomes tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.prose import show_prose
from pages.components.stepper import stepper_alone
from pages.foreign.answers import Answer, Question, without_found
from pages.foreign.file import Opened
from pages.foreign.hub import KNOWN
from pages.locale import capital, say, to_text
from pages.panels.encode.board import (
    BOARD,
    about,
    encode_board,
    is_shown,
    special_choice,
    unreachable,
    words_of,
)
from pages.panels.encode.view import (
    SWITCHED,
    WAYS,
    EncodeScene,
    EncodeView,
    EncodingMethod,
    algorithm_methods,
    answers_of,
    merges_method,
    recipe_method,
    vocabulary_method,
)
from pages.panels.html import nothing, sentence
from pages.panels.layout import layout_areas, step_of, strip
from pages.panels.shared.prose import encoded_pane, part_of
from pages.panels.shared.story import StorySources
from pages.server.environment import is_offline
from pages.shell import presenter, sidebar, story, theme, why
from pages.shell.drawing import Dialog, dialog_button, show_dialog
from pages.shell.rescue import fragment
from pages.state import (
    address,
    commands,
    current_training,
    fields,
    files,
    steps,
    vocabularies,
)
from pages.state.links import MAX_STEP
from pages.state.session import current
from pages.state.views import close_dialog, view_of
from pages.trainings import ready
from pages.trainings.job import Training
from pages.trainings.settings import Settings
from wordpiece.message import Message, message

MAX_TEXT = 100_000
"""The most characters of a text."""

MAX_FOR_UNIGRAM = 20_000
"""The most characters of a corpus on which Unigram is trained next to BPE-dropout, which takes
about a second."""

DROPOUT_WIDTH = 480
"""The width of the slider for the probability of BPE-dropout, in pixels."""

MODES = {
    "both": message("WordPiece and BPE"),
    "wordpiece": message("WordPiece"),
    "bpe": message("BPE"),
    "replay": message("Longest match and replay"),
    "dropout": message("BPE-dropout"),
}

PUGS = Settings(), 9, {EncodeView.text: "pugs mug hugs", EncodeView.with_: "replay"}
"""All nine toy merges, with a word that the vocabulary and the merges tokenize differently."""

PANELS = {
    "tokens": message("Tokens"),
    "word": message("How a word is encoded"),
    "counts": message("Counts"),
}


def current_view() -> EncodeView:
    """Return the view of the session."""
    opened = current().vocabulary
    return view_of(EncodeView, vocabulary=opened.file.digest if opened else "")


@fragment
def draw_encoding() -> None:
    """Draw the parts of the page that depend on the step and the text."""
    address.save()
    training, view = current_training.get(), current_view()
    last = len(training.steps)
    stepper_alone("encode_stepper")
    text = view.text or training.first_words
    if view.presenting:
        line = strip(say("Encode"), training.source_name, step_of(view.step, last))
        theme.show(layout_areas(BOARD, {"line": [line]}))
    methods = encoding_methods(training, view)
    text_fields(training, methods)
    if len(text) > MAX_TEXT:
        refused = say(
            "This text has {size} characters, but at most {most} can be encoded. Shorten the text.",
            size=len(text),
            most=MAX_TEXT,
        )
        st.error(refused)
        return
    part = part_of(text, view.text_page)
    question = Question(text, part, special=view.added == "found", word=view.word)
    scene = EncodeScene(view, text, methods, answers_of(methods, question))
    if scene.with_dropout:
        trainings = current_training.by_algorithm()
        (wordpiece,) = algorithm_methods(training, view.step, "wordpiece", trainings)
        scene = replace(scene, wordpiece=wordpiece)
        if current_training.source().size <= MAX_FOR_UNIGRAM:
            scene = replace(scene, unigram=current_training.on_same_words("unigram"))
    results, traces = encode_board(scene)
    with st.container(key=f"{BOARD}_results"):
        if scene.unseen and is_shown(scene, "tokens"):
            explain_unknown(scene)
        if scene.in_text and is_shown(scene, "tokens"):
            theme.show(special_choice(scene))
            in_text(scene)
        theme.show(*results)
    words = words_of(scene) if scene.some and is_shown(scene, "word") else ()
    with st.container(key=f"{BOARD}_traces"):
        if words and scene.with_dropout:
            dropout_field()
        theme.show(*traces)
    if words:
        word_choice(words)


def in_text(scene: EncodeScene) -> None:
    """Draw the tokens in the text."""
    view, text, part = scene.view, scene.text, part_of(scene.text, scene.view.text_page)
    headings, panes = [], []
    for method, answer in zip(scene.methods, scene.answers, strict=True):
        tokens = answer.tokens if isinstance(answer, Answer) else ()
        headings.append((method.name, method.remark, method.training))
        panes.append(encoded_pane(text, part, tokens).to_json())
    show_prose(EncodeView.text_page, len(text), headings, panes, view.step)


def encoding_methods(training: Training, view: EncodeView) -> list[EncodingMethod]:
    """Return the encoding methods: an opened vocabulary's first, then those of the switches."""
    opened = current().vocabulary
    methods = []
    if opened:
        methods.append(vocabulary_method(opened, case_of(opened), vocabularies.ask))
    merges = current_training.replayed_merges()
    if merges:
        methods.append(merges_method(merges, training.settings, vocabularies.ask))
    elif training.settings.recipe not in SWITCHED:
        methods.append(recipe_method(training, view.step))
    else:
        methods += algorithm_methods(
            training, view.step, view.with_, current_training.by_algorithm()
        )
    return methods


def ask(panel: str) -> None:
    """Draw the questions about the encoding.

    There are no questions about an opened file, since its training is unknown, and only about
    trainings by merges.
    """
    training, view = current_training.get(), current_view()
    text, methods = view.text or training.first_words, encoding_methods(training, view)
    tokenizers = [method.tokenizer for method in methods if method.tokenizer]
    if len(tokenizers) < len(methods) or training.merges is None:
        return
    trainings = current_training.by_algorithm()
    encodes = training
    if training.settings.recipe in SWITCHED:
        _, trained_by, _ = WAYS[view.with_][0]
        encodes = trainings[trained_by]
    # Questions are about words, so leave out special tokens.
    encoded = tokenizers[0].encode(text, special=view.added == "found")
    words = " ".join(without_found(text, encoded))
    context = partial(
        why.context_of, encodes, view.step, trainings=trainings, text=words, tokenizers=tokenizers
    )
    why.ask(panel, context)


def text_fields(training: Training, methods: Sequence[EncodingMethod]) -> None:
    """Draw the field to type a text, and the switches next to it."""
    st.text_input(
        say("Text to encode"),
        live=True,
        **fields.bind(EncodeView.text),
        placeholder=say("Type here to see the tokens"),
    )
    if training.settings.recipe in SWITCHED:  # other recipes determine their encoder
        sidebar.select(say("Encode with"), MODES, **fields.bind(EncodeView.with_))
    if any(method.around for method in methods):
        st.toggle(capital(say("special tokens")), **fields.bind(EncodeView.special))


def explain_unknown(scene: EncodeScene) -> None:
    """Draw why most tokens are unknown, with buttons to other vocabularies."""
    with st.container(horizontal=True, vertical_alignment="center", key="encode_unseen"):
        theme.show(nothing(sentence(scene.unseen)))
        st.button(
            say("Train on this text"),
            type="primary",
            on_click=files.train_on,
            args=(scene.text, MAX_STEP),
            key="encode_train",
        )
        if scene.view.settings.corpus != ready.SETTINGS.corpus:
            st.button(
                say("Use a ready-made English vocabulary of {n} entries", n=ready.ENTRIES),
                on_click=commands.show_example,
                args=(ready.SETTINGS, MAX_STEP, {EncodeView.with_: "wordpiece"}),
                key="encode_ready",
            )


def dropout_field() -> None:
    """Draw the probability of BPE-dropout."""
    st.slider(
        say("Probability that a merge is dropped"),
        *(0, 100),
        step=5,
        format="%d %%",
        width=DROPOUT_WIDTH,
        **fields.bind(EncodeView.dropout),
    )


def word_choice(words: Sequence[str]) -> None:
    """Draw the choice of a word to trace."""
    if fields.get(EncodeView.word) not in words:
        fields.put(EncodeView.word, words[0])
    st.pills(
        say("How a word is encoded"),
        words,
        format_func=lambda word: sidebar.plain(word if len(word) <= 24 else word[:23] + "…"),
        required=True,
        **fields.bind(EncodeView.word),
    )


def entrances() -> None:
    """Draw the buttons for an example, for a longer text and for another vocabulary."""
    with st.container(horizontal=True, vertical_alignment="center", key="entrances"):
        st.button(
            say("Show an example: pugs"),
            on_click=commands.show_example,
            args=PUGS,
            key="encode_pugs",
            type="tertiary",
            icon=":material/lightbulb:",
        )
        for name, dialog in DIALOGS.items():
            dialog_button(name, dialog)
    opened = current().vocabulary
    if opened:
        with st.container(key="encode_file"):
            opened_vocabulary(opened)


def longer_text() -> None:
    """Draw the field for a text of several lines."""
    label = say("Paste a longer text")
    st.text_area(
        label,
        height=200,
        key="encode_lines",
        label_visibility="collapsed",
        persist_state="session",
    )
    st.button(say("Encode"), on_click=take_text, key="encode_take")


def take_text() -> None:
    """Callback: encode the pasted text."""
    fields.take(EncodeView.text, "encode_lines", partial(fields.reset, EncodeView.text_page))
    close_dialog()


def other_vocabulary() -> None:
    """Draw the fields for a vocabulary from a file or from the Hub."""
    st.file_uploader(
        say("vocab.txt or tokenizer.json"),
        key="encode_vocabulary",
        on_change=use,
        args=(vocabularies.use_vocabulary, "encode_vocabulary"),
    )
    if not is_offline():
        st.selectbox(
            say("Or the name of a repository on the Hugging Face Hub"),
            KNOWN,
            index=None,
            accept_new_options=True,
            placeholder=KNOWN[0],
            key="encode_name",
            on_change=use,
            args=(vocabularies.use_name, "encode_name"),
        )


def use(open_vocabulary: Callable[[str], None], key: str) -> None:
    """Callback: encode with the vocabulary that a field of the dialog names."""
    open_vocabulary(key)
    close_dialog()


DIALOGS = {
    "encode_longer": Dialog(message("Paste a longer text"), longer_text),
    "encode_menu": Dialog(message("Use another vocabulary"), other_vocabulary),
}
"""The dialogs of the buttons above the text."""


def case_of(opened: Opened) -> str:
    """Return whether the opened vocabulary lowercases a text, as in `Question.case`."""
    if not opened.facts.case:
        return ""
    return "uncased" if fields.get(EncodeView.lowercase) else "cased"


def opened_vocabulary(opened: Opened) -> None:
    """Draw the description of the opened vocabulary, and its switches."""
    facts = opened.facts
    with st.container(horizontal=True, vertical_alignment="center"):
        size = say("vocabulary size {size}", size=facts.size)
        st.info(sidebar.plain(f"{opened.name} · {size}"))
        if facts.case:
            st.toggle(say("Lowercase"), **fields.bind(EncodeView.lowercase))
        st.button(
            say("Find unreachable tokens"),
            on_click=vocabularies.check,
            args=(case_of(opened),),
            key="encode_check",
            type="tertiary",
        )
        st.button(
            say("Back to the trained vocabulary"),
            on_click=vocabularies.drop_vocabulary,
            key="encode_drop",
        )
    theme.show(about(vocabularies.facts(opened, case_of(opened))))
    checked = vocabularies.check_result(opened, case_of(opened))
    if isinstance(checked, Message):
        st.warning(sidebar.plain(to_text(checked)))
    elif checked:
        theme.show(unreachable(checked))


def story_sources() -> StorySources:
    """Return the sources of token stories."""
    return story.of_page(current_training.get(), others=current_training.by_algorithm())


theme.apply(say("Encode"))
address.begin("encode")
sidebar.sidebar()
presenter.controls(presenter.STEPS, PANELS, EncodeView.panel)
sidebar.messages(current_training.prepare())
current_training.by_algorithm()
story.show(story_sources)
show_dialog({**DIALOGS, **why.dialogs("encode", ask)})
entrances()
with st.container(key=BOARD):
    draw_encoding()
picks("encode_picks", partial(steps.follow, EncodeView))
end()
