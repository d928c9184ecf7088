"""Take home: the training as files for other tools, slides and paper."""

from __future__ import annotations

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.locale import bind_language, say
from pages.panels.html import heading
from pages.panels.layout import step_of, strip
from pages.panels.shared.story import StorySources
from pages.panels.take_home import files
from pages.panels.take_home.files import draw_check
from pages.shell import presenter, sidebar, story, theme
from pages.state import address, commands, current_training, fields, steps, vocabularies
from pages.state.remembered import TakeHome
from pages.state.session import current
from pages.trainings.settings import recipe_titles
from wordpiece.errors import VocabularyError

UPLOADED = "take_home_merges_file"
"""The key of the uploader of merges."""

FILE, EXAMPLE = "merges.txt", "u g\nh ug\n…"
"""The name of the file, and its first lines."""

FIELD = 150
"""The height of the field for merges, in pixels."""


def draw_files() -> None:
    """Draw the files of the step of Train. A file is made when its button is clicked."""
    address.save()
    training, step = current_training.get(), current().step
    where = step_of(step, len(training.steps))
    if current().presenting:
        theme.show(strip(say("Take home"), training.source_name, where))
    else:
        said = say(
            "Files of this training: {corpus} · {recipe} · {where}. Change the step and the "
            "settings on Train.",
            corpus=training.source_name,
            recipe=recipe_titles()[training.settings.recipe],
            where=where,
        )
        st.page_link("pages/screens/train.py", label=sidebar.plain(said))
    for title, items in files.groups(training, step).items():
        theme.show(heading(title))
        for item in items:
            offer(item)


def own_merges() -> None:
    """Draw the field for the visitor's own merges, and how they differ from the training."""
    training = current_training.get()
    label = say("Compare your own merges with this training")
    with st.expander(label, **fields.bind(TakeHome.checking)):
        with st.container(horizontal=True, key="take_home_merges_fields"):
            st.text_area(
                say("Your merges"),
                height=FIELD,
                placeholder=EXAMPLE,
                **fields.bind(TakeHome.merges),
                help=say(
                    "A merges.txt, or a list of pairs in Python or JSON notation. The list "
                    "need not be complete: its first merges are enough."
                ),
            )
            st.file_uploader(FILE, key=UPLOADED, on_change=vocabularies.use_list, args=(UPLOADED,))
        st.button(say("Check"), type="primary", key="take_home_compare")
        found = None
        try:
            found = vocabularies.check_list(training)
        except VocabularyError as error:
            st.error(sidebar.plain(error.message))
        if found:
            theme.show(*draw_check(training.timeline, *found))
            step = min(found[1].same, len(training.timeline))
            if found[1].kind != "equal" and st.button(
                say("See step {step} on Train", step=step),
                on_click=steps.go,
                args=(step,),
                key="take_home_show",
            ):
                st.switch_page("pages/screens/train.py")


def offer(item: files.Item) -> None:
    """Draw a row: the button, the purpose of the file, and how to load it."""
    loads = bool(item.load and not item.unavailable_because)
    key = f"take_home_row_{item.id}"
    # The style sheet sets the widths; columns would cost four more messages per row.
    with st.container(key=key, horizontal=True, vertical_alignment="center"):
        st.download_button(
            item.label,
            data=bind_language(item.make),
            file_name=item.file,
            mime=item.mime,
            on_click="ignore",
            disabled=bool(item.unavailable_because),
            key=f"take_home_get_{item.id}",
            icon=":material/download:",
            width="stretch",
        )
        theme.show(files.item(item))
        if loads:
            st.code(item.load, language=None, wrap_lines=True)


def story_sources() -> StorySources:
    """Return the sources of token stories."""
    return story.of_page(current_training.get(), goes=False)


theme.apply(say("Take home"))
address.begin("take_home")
if commands.awaits_own():
    sidebar.sidebar()
else:
    sidebar.short_sidebar()
presenter.controls({})
sidebar.messages(current_training.prepare())
story.show(story_sources)
if current_training.get().merges is not None:
    own_merges()
draw_files()
picks("take_home_picks", lambda action: None)
end()
