"""The sidebar: which corpus, and how it is trained."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from pages.components.picks import MAX_NUMBER
from pages.components.share import copy_link
from pages.locale import told
from pages.panels import html
from pages.shell.theme import Piece
from pages.state import session
from pages.state.links import FINGERPRINT, MAX_OWN
from pages.trainings.job import Source, Training
from pages.trainings.samples import samples
from pages.trainings.settings import (
    ALGORITHMS,
    NORMALIZER_STEPS,
    NOTE_NAMES,
    OWN,
    OWN_FILE,
    OWN_TABLE,
    OWN_TEXT,
    REPLAY,
    Settings,
    recipe_titles,
    whole_number,
)
from wordpiece.recipes import RECIPES
from wordpiece.scoring import TIE_BREAKS
from wordpiece.text.corpus import Kind

NORMALIZERS = dict(
    zip(NORMALIZER_STEPS, ("Compose (NFC)", "Lowercase", "Strip accents"), strict=True)
)
PRE_TOKENIZERS = {
    "whitespace": "Spaces",
    "bert": "BERT (punctuation, CJK)",
    "gpt2": "GPT-2 (bytes, Ġ = space)",
}
TIES = dict(zip(TIE_BREAKS, ("First seen", "Alphabetical", "Random, with a seed"), strict=True))


OWN_NAMES = {"your text": "corpus.txt", "your table": "corpus.tsv"}
"""Files for what was pasted."""


def sidebar() -> None:
    """Draw the sidebar. Whatever changes there goes through `session`'s callbacks."""
    with st.sidebar:
        st.markdown("**Merge by Merge**")
        settings = session.settings()
        titles, replays = recipe_titles(), settings.recipe == REPLAY
        st.selectbox(
            "Recipe",
            list(titles),
            format_func=lambda id: titles[id],
            key=session.sidebar_key("recipe"),
            on_change=session.choose_recipe,
        )
        if replays:
            _merges()
        elif settings.recipe != Settings().recipe:
            st.caption(plain(f"From: {RECIPES[settings.recipe].source}."))
        corpora = {id: sample.title for id, sample in samples().items()} | OWN
        st.selectbox(
            "Corpus",
            list(corpora),
            format_func=lambda id: corpora[id],
            key=session.sidebar_key("corpus"),
            on_change=session.choose_corpus,
        )
        if settings.is_own:
            _own(settings)
        else:
            st.caption(plain(samples()[settings.corpus].shows))
        _splitting(settings)
        st.selectbox(
            "Ties go to",
            TIE_BREAKS,
            format_func=lambda rule: TIES[rule],
            key=session.sidebar_key("tie_break"),
            on_change=session.change,
            args=("tie_break",),
        )
        if settings.tie_break == "random":
            st.number_input(
                "Seed",
                min_value=0,
                max_value=999_999,
                key=session.sidebar_key("seed"),
                on_change=session.change,
                args=("seed",),
            )
        st.number_input(
            "Stop at vocabulary size",
            step=1,
            value=None,
            placeholder="No limit",
            key=session.sidebar_key("vocab_size"),
            on_change=session.change,
            args=("vocab_size",),
            help="Special tokens and alphabet count too. Empty: train until no pair is left.",
        )
        share()


def only_the_three(page: str) -> None:
    """Say so where a page shows its own recipes, whichever is chosen on the left."""
    if session.settings().recipe not in ALGORITHMS:
        st.caption(
            f"{page} goes by WordPiece, BPE and Hugging Face style. The recipe on the left is "
            "for Train, Encode and Take home."
        )


def short_sidebar() -> None:
    """The sidebar of a page that has its own corpora."""
    with st.sidebar:
        st.markdown("**Merge by Merge**")
        share()


def _splitting(settings: Settings) -> None:
    st.multiselect(
        "Normalize",
        NORMALIZER_STEPS,
        format_func=lambda name: NORMALIZERS[name],
        placeholder="Leave as it is",
        key=session.sidebar_key("normalizer"),
        on_change=session.change,
        args=("normalizer",),
    )
    source = session.own_source()
    kind = source.kind if source else "text"
    if not settings.is_own:
        kind = samples()[settings.corpus].kind
    elif settings.corpus == OWN_TABLE:
        kind = "table"
    if kind == "table":
        # Not the real options under another label: equal labels would be taken for each other.
        st.selectbox("Words are split by", ["Split already (a table)"], disabled=True)
        return
    st.selectbox(
        "Words are split by",
        list(PRE_TOKENIZERS),
        format_func=lambda name: PRE_TOKENIZERS[name],
        key=session.sidebar_key("pre_tokenizer"),
        on_change=session.change,
        args=("pre_tokenizer",),
        help="BERT sets punctuation and Chinese characters apart. GPT-2 keeps the space before a "
        "word, as Ġ, and writes everything in bytes. Merges never cross from word to word.",
    )


def _merges() -> None:
    """The way in for a merges file."""
    keys = ("merges_file", "merges_vocabulary")
    for key, label in zip(keys, ("merges.txt", "vocab.json, if there is one"), strict=True):
        st.file_uploader(label, key=key, on_change=session.use_merges, args=keys)
    st.caption("Its merges are made on the corpus below, in the file's order.")


def _own(settings: Settings) -> None:
    if settings.corpus == OWN_TEXT:
        _typed("text", "Text", "Paste or type a text")
    elif settings.corpus == OWN_TABLE:
        _typed("table", "Words and counts, a tab between them", "hug\t10\npug\t5")
    elif settings.corpus == OWN_FILE:
        st.file_uploader(
            "Text, or word table (.tsv, .csv)",
            key="own_file",
            on_change=session.use_own_file,
            args=("own_file",),
        )
        st.caption(
            "Up to 20 MB. From more, count the words elsewhere and bring the table. "
            "A file stays in this session; a link cannot carry it."
        )


def _typed(kind: Kind, label: str, placeholder: str) -> None:
    key = f"own_{kind}"
    st.text_area(label, height=170, key=key, persist_state="session", placeholder=placeholder)
    st.button(
        f"Train on this {kind}",
        on_click=session.use_own_text,
        args=(key, kind),
        key=f"use_{kind}",
        width="stretch",
    )
    st.caption(
        f"A link carries up to {MAX_OWN:,} bytes of it; more than that stays in this session."
    )


def share() -> None:
    """The link to this screen, and what it cannot carry; worked out when it is opened.

    The link itself is read from the address bar; see `copy_link`.
    """
    popover = st.popover(
        "Share this screen",
        icon=":material/share:",
        width="stretch",
        key="share",
        on_change="rerun",
    )
    if not popover.open:
        return
    with popover:
        copy_link("share_link")
        own, notes = session.left_behind()
        for name in notes:
            st.info(f"Too long for a link, so it stays behind: {NOTE_NAMES.get(name, name)}.")
        vocabulary = session.vocabulary()
        if vocabulary and session.page() == "encode":
            st.info(plain(f"The vocabulary you opened stays behind: {vocabulary[0]}."))
        if own:
            _send_along(own)


def _send_along(own: Source) -> None:
    """A corpus that no link carries, as a file."""
    size = len(own.text.encode("utf-8", "replace"))
    st.info(
        plain(
            f"{own.name} stays behind ({size:,} bytes; its fingerprint is "
            f"{own.digest[:FINGERPRINT]}). Send it along: whoever follows the link opens it there."
        )
    )
    name = own.name
    if name in OWN_NAMES:
        is_csv = own.kind == "table" and "\t" not in own.text.lstrip().partition("\n")[0]
        name = "corpus.csv" if is_csv else OWN_NAMES[name]
    st.download_button(
        "Download it to send along",
        data=own.to_bytes,
        file_name=name,
        on_click="ignore",
        key="share_corpus",
        width="stretch",
    )


def paged(total: int, rows: int, name: str) -> tuple[int, int]:
    """The first row of the page that one of `session`'s lists is at, and how many pages it has."""
    pages = max(1, -(-total // rows))
    return (session.list_page(name, pages) - 1) * rows, pages


def pager(pages: int, name: str, listed: str) -> Iterator[Piece]:
    """Buttons to the pages of such a list, if it has more than one."""
    if pages > 1:
        yield html.pager(f"{name} page", session.list_page(name, pages), pages, listed)


def turned(value: str) -> bool:
    """Callback: go to the page that a button of `pager` asks for, if the pick is one of these."""
    what, _, digits = value.rpartition(":")
    name, page = what.removesuffix(" page"), whole_number(digits, MAX_NUMBER)
    if what == name or name not in session.LISTS or page is None:
        return False
    session.turn_page(name, page)
    return True


def messages(training: Training) -> None:
    """What did not work out, what was noted about the corpus, and how to go on."""
    for remark in session.remarks():
        st.warning(plain(remark))
    problem = session.problem()
    if problem:
        st.error(plain(f"{problem} Still on screen: {training.source_name}."))
        if session.broke_off():
            st.button("Train again", on_click=session.resume, key="train_again")
    elif training.settings != session.settings() and not session.awaits():
        what = "merges file" if session.awaits_merges() else "corpus"
        st.info(plain(f"Still on screen: {training.source_name}. Add your {what} on the left."))
    for note in training.notes:
        st.info(plain(told(note)))
    if training.cut_short:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info(f"You cancelled the training after {len(training.timeline):,} merges.")
            st.button("Go on training", on_click=session.resume, key="resume")


def plain(text: str) -> str:
    """Text as Markdown that shows it letter by letter."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:^=&" else char for char in text)
