"""The sidebar: the words, the rule, and behind "Advanced" the other settings of the training."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from pages import locale
from pages.locale import capital, say, to_text
from pages.panels.shared.qr import scan
from pages.panels.train.kinds import kind_of
from pages.shell import theme
from pages.state import address, commands, current_training, fields, files, language, vocabularies
from pages.state.links import MAX_OWN
from pages.state.remembered import Everywhere
from pages.state.session import current
from pages.trainings.job import Source, Training
from pages.trainings.samples import samples
from pages.trainings.settings import (
    ALGORITHMS,
    MAX_SEED,
    NORMALIZER_STEPS,
    OWN,
    OWN_FILE,
    OWN_TABLE,
    OWN_TEXT,
    REPLAY,
    Settings,
    kind_of_recipe,
    only_sample,
    recipe_titles,
    tie_breaks,
)
from wordpiece.message import Message, message
from wordpiece.recipes import ALL_RECIPES
from wordpiece.text.corpus import Kind

NAME = "Merge by Merge"
"""The name of the app, in all languages."""

NORMALIZERS = {
    "nfc": message("Compose (NFC)"),
    "lowercase": message("Lowercase"),
    "strip-accents": message("Strip accents"),
}
PRE_TOKENIZERS = {
    "whitespace": message("Whitespace"),
    "bert": message("BERT (whitespace and punctuation)"),
    "gpt2": message("GPT-2 (bytes, Ġ = space)"),
    "scripts": message("Runs of one script"),
    "metaspace": message("Spaces (▁ = space)"),
}
TIES: dict[str, Message] = {
    "first-seen": message("First seen"),
    "alphabetical": message("First in alphabetical order"),
    "greatest": message("Last in alphabetical order"),
    "last-seen": message("Last in the vocabulary"),
    "random": message("Random, with a seed"),
}
CODE_POINTS = message(
    "Here, alphabetical order is the order of the code points: A to Z come before a to z, and é "
    "comes after z."
)
BYTES = message("If the tokens spell bytes (Ġ is a space), it is the order of the bytes.")
"""Not said of parity-aware BPE, which compares code points; see `Slots.compares_bytes`."""

OWN_KINDS: dict[str, Kind] = {OWN_TEXT: "text", OWN_TABLE: "table"}
"""The typed entries in the list of corpora, with their kinds."""

OWN_HEIGHT = 220
"""The height of the field in pixels."""


def sidebar() -> None:
    """Draw the sidebar, whose widgets call `pages.state.commands` and `pages.state.files`."""
    settings = current().settings
    short_sidebar()
    with st.sidebar:
        titles = {id: sample.title for id, sample in samples().items()}
        select(say("Words"), titles | OWN, **commands.bind("corpus"))
        if settings.is_own:
            _own(settings)
        elif shows := samples()[settings.corpus].shows:
            st.caption(plain(shows))
        _rule(settings)
        with st.expander(say("Advanced"), **fields.bind(Everywhere.advanced)):
            _draw_advanced(settings)


def select(label: str, titles: Mapping[Any, str | Message], **options: Any) -> None:
    """Draw a select box.

    Args:
        label: its label.
        titles: the title of each option, by its value.
        options: what binds it, and more arguments of Streamlit's box.
    """
    written = _write_titles(titles)
    st.selectbox(label, list(written), format_func=written.__getitem__, **options)


def switch(label: str, titles: Mapping[Any, str | Message], **options: Any) -> None:
    """Draw buttons of which exactly one is on; the arguments are those of `select`."""
    written = _write_titles(titles)
    how = {"required": True, "format_func": written.__getitem__, **options}
    st.segmented_control(label, list(written), **how)


def _write_titles(titles: Mapping[Any, str | Message]) -> dict[Any, str]:
    return {
        value: title if isinstance(title, str) else to_text(title)
        for value, title in titles.items()
    }


def _rule(settings: Settings) -> None:
    """Draw the choice of the recipe, those that Compare shows first."""
    titles = recipe_titles()
    ordered = sorted(titles, key=lambda recipe: recipe not in ALGORITHMS)
    select(say("Rule"), {id: titles[id] for id in ordered}, **commands.bind("recipe"))
    if settings.recipe == REPLAY:
        _merges()


def _draw_advanced(settings: Settings) -> None:
    """Draw the settings that few visitors change."""
    if settings.recipe != REPLAY:
        st.caption(plain(say("From: {source}.", source=ALL_RECIPES[settings.recipe].source)))
    _draw_splitting(settings)
    offered = tie_breaks(settings.recipe)
    ties: dict[str, Message] = {rule: title for rule, title in TIES.items() if rule in offered}
    if ties and kind_of_recipe(settings.recipe) == "removals":
        ties["first-seen"] = message("First in the vocabulary")
    if ties:
        is_by_alphabet = not ties.keys().isdisjoint(("alphabetical", "greatest"))
        order = [CODE_POINTS] if settings.recipe == "parity-bpe" else [CODE_POINTS, BYTES]
        explained = locale.language().gap.join(map(to_text, order)) if is_by_alphabet else None
        select(say("Ties go to"), ties, help=explained, **commands.bind("tie_break"))
    if settings.tie_break == "random":
        st.number_input(say("Seed"), min_value=0, max_value=MAX_SEED, **commands.bind("seed"))
    _limits(settings)


def _limits(settings: Settings) -> None:
    """Draw the limits in columns, so that the sidebar fits on a screen."""
    limits = kind_of(settings).limits
    columns = st.columns(2, vertical_alignment="bottom")
    for column, (name, limit) in zip(columns, limits.items(), strict=False):
        if name == "min_pair_count" and settings.recipe == REPLAY:
            continue
        column.number_input(
            capital(to_text(limit.label)),
            min_value=limit.least,
            max_value=limit.most,
            step=1,
            value="min" if limit.most else None,
            placeholder=say("No limit"),
            **commands.bind(name),
            help=to_text(limit.help) if limit.help else None,
        )


def explain_limited_recipes(page: str, recipes: Collection[str]) -> None:
    """Explain that a page uses its own recipes, if another one than these is chosen."""
    if current().settings.recipe not in recipes:
        st.caption(
            say(
                "{page} uses its own recipes instead of the one chosen in the field “Rule” in the "
                "sidebar. Train, Encode and Take home use the chosen recipe.",
                page=page,
            )
        )


def short_sidebar() -> None:
    """Draw the sidebar of a page that trains nothing."""
    with st.sidebar:
        st.markdown(f"**{NAME}**")


def choose_language() -> None:
    """Draw the choice of the language, if there is more than one."""
    if len(locale.LANGUAGES) > 1:
        names = {code: each.name for code, each in locale.LANGUAGES.items()}
        binding = {"key": language.widget(), "on_change": language.choose}
        select(capital(say("language")), names, label_visibility="collapsed", **binding)


def _draw_splitting(settings: Settings) -> None:
    st.multiselect(
        say("Normalize"),
        NORMALIZER_STEPS,
        format_func=lambda name: to_text(NORMALIZERS[name]),
        placeholder=say("Leave as it is"),
        **commands.bind("normalizer"),
    )
    if _kind(settings) == "table":  # its words are split already
        return
    select(
        say("Text is split into words by"),
        PRE_TOKENIZERS,
        **commands.bind("pre_tokenizer"),
        help=say(
            "Splitting a text into words is called pre-tokenization. No token contains parts "
            "of two words. BERT splits at whitespace, and makes each punctuation mark and each "
            "Chinese character a word. GPT-2 keeps the space before a word, written Ġ, and "
            "writes everything as bytes. “Runs of one script” is for texts without spaces, "
            "such as Chinese, Japanese and Thai: it splits where the script changes, and before "
            "and after each number. It makes each punctuation mark and each other sign, such as "
            "an emoji, a word."
        ),
    )


def _kind(settings: Settings) -> Kind:
    """Return the kind of the requested corpus."""
    if not settings.is_own:
        return samples()[settings.corpus].kind
    if settings.corpus == OWN_TABLE:
        return "table"
    source = commands.own_source()
    return source.kind if source else "text"


def _merges() -> None:
    """Draw the uploaders of a merges file."""
    labels = ("merges.txt", say("vocab.json, if there is one"))
    for key, label in zip(vocabularies.MERGES, labels, strict=True):
        st.file_uploader(label, key=key, on_change=vocabularies.use_merges, args=(key,))


def _own(settings: Settings) -> None:
    if settings.corpus != OWN_FILE:
        own_text_opener()
        return
    st.file_uploader(
        say("Text, or word table (.tsv, .csv)"),
        key="own_file",
        on_change=files.use_own_file,
        args=("own_file",),
    )
    st.caption(
        say(
            "Up to 20 MB. For a larger text, count its words first and open the result as a "
            "word table. The file is kept for this session only and is not part of a link."
        )
    )


def enters_own_text(trained: bool) -> bool:
    """Return whether the field is open: until its text is trained on, and when requested.

    Args:
        trained: whether the requested settings are on screen.
    """
    if current().settings.corpus not in OWN_KINDS:
        return False
    if fields.get(Everywhere.own_field) == "sent" and trained and current().problem is None:
        fields.reset(Everywhere.own_field)
    return commands.own_source() is None or fields.get(Everywhere.own_field) != ""


def own_text_field() -> None:
    """Draw the field. Ctrl+Enter sends its text to train on."""
    kind = OWN_KINDS[current().settings.corpus]
    is_text = kind == "text"
    key = f"own_{kind}"
    with st.form(f"{key}_form", enter_to_submit=True):
        st.text_area(
            say("Text")
            if is_text
            else say(
                "Words and counts, separated by a tab, or by a comma if the first line is "
                "word,count"
            ),
            height=OWN_HEIGHT,
            key=key,
            persist_state="session",
            placeholder="" if is_text else "hug\t10\npug\t5",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.form_submit_button(
                say("Start training"),
                type="primary",
                on_click=_send,
                args=(key, kind),
                key=f"use_{kind}",
            )
            if commands.own_source():
                st.form_submit_button(
                    say("Close"),
                    on_click=fields.reset,
                    args=(Everywhere.own_field,),
                    key="close_own",
                )
            st.caption(
                say(
                    "Ctrl+Enter also starts the training. A link can contain a text of up to "
                    "{n} bytes. A longer text is kept for this session only.",
                    n=MAX_OWN,
                )
            )


def own_text_opener() -> None:
    """Draw the button next to the list of corpora that opens the field again."""
    if commands.own_source() is None or fields.get(Everywhere.own_field) == "open":
        st.caption(say("Enter your corpus at the top of the page."))
    else:
        st.button(
            say("Change your corpus"),
            icon=":material/edit:",
            on_click=fields.put,
            args=(Everywhere.own_field, "open"),
            key="change_own",
            width="stretch",
        )


def _send(key: str, kind: Kind) -> None:
    """Callback: train on the typed text; the field closes once the training is on screen."""
    fields.put(Everywhere.own_field, "sent")
    files.use_own_text(key, kind)


def share() -> None:
    """Draw the link to this screen, its QR code, and the parts that the link cannot carry."""
    link = address.link()
    code, words = scan(link)
    picture, side = st.columns((3, 2), vertical_alignment="center")
    with picture:
        theme.show(code)
    with side:
        theme.show(words)
        st.code(link, language=None, wrap_lines=True)
        own, typed = address.find_left_behind()
        for title in typed:
            st.info(say("The link does not contain this: {what}.", what=title))
        page = current().page
        opened = [current().vocabulary] if page == "encode" else []
        if page not in address.WITHOUT_CORPUS and current_training.replayed_merges():
            opened.append(current().merges)
        for file in filter(None, opened):
            st.info(plain(say("The link does not contain this: {what}.", what=file.name)))
        if own:
            _send_along(own, current().settings.corpus)


def _send_along(own: Source, entry: str) -> None:
    """Offer a corpus that links cannot carry as a file."""
    st.info(plain(to_text(address.UNSENT.fill(corpus=own.name))))
    ends = {OWN_TEXT: "txt", OWN_TABLE: "tsv" if "\t" in own.text else "csv"}
    name = f"corpus.{ends[entry]}" if entry in ends else str(own.name)
    st.download_button(
        say("Download this file"),
        data=own.to_bytes,
        file_name=name,
        on_click="ignore",
        key="share_corpus",
        width="stretch",
    )


def messages(training: Training) -> None:
    """Draw the messages at the top of a page, with their buttons, and the field for an own text."""
    remarks()
    requested = current().settings
    trained = training.settings == requested
    entering = enters_own_text(trained)
    if entering:
        own_text_field()
    problem, name = current().problem, training.source_name
    if problem:
        shown = message("The screen still shows: {name}.", name=name)
        before, source = current().shown, current_training.source_of(current(), requested)
        if before != (requested, source):
            shown = message("The screen shows another training ({name}).", name=name)
            if before and before[1] == source:
                shown = message(
                    "The screen shows a training with other settings: {name}.", name=name
                )
        st.error(plain(locale.language().gap.join(map(to_text, (problem, shown)))))
        if current_training.broke_off():
            st.button(say("Start again"), on_click=commands.resume, key="train_again")
        elif (sample := only_sample(requested.recipe)) not in ("", requested.corpus):
            title = to_text(samples()[sample].title)
            st.button(title, on_click=commands.choose_corpus, args=(sample,), key="only_sample")
    elif not trained and not current().awaited:
        said = message("The screen still shows: {name}.", name=name)
        if commands.awaits_merges() or not entering:
            said = message(
                "Open your file in the sidebar. Until then the screen shows: {name}.", name=name
            )
        st.info(plain(said))
    for note in training.notes:
        st.info(plain(note))


def remarks() -> None:
    """Draw the remarks on the link, the only messages of a page that shows no training."""
    for said in address.remarks():
        st.warning(plain(said))


def plain(said: str | Message) -> str:
    """Escape a text for Streamlit's Markdown."""
    text = said if isinstance(said, str) else to_text(said)
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:^=&" else char for char in text)
