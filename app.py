"""The router. Streamlit runs it for each run of a visitor's page, as ``__main__``.

`serve.py` serves it. `streamlit run app.py` finds `app`, and imports this file for it.
"""

from pathlib import Path

import streamlit as st

from pages.locale import say
from pages.shell import sidebar
from pages.shell.rescue import rescue_callbacks, rescued
from pages.state import language


def route() -> None:
    """Draw the navigation and the page."""
    rescue_callbacks()
    language.activate()
    page = st.navigation(
        [
            st.Page("pages/screens/train.py", title=say("Train"), default=True),
            st.Page("pages/screens/compare.py", title=say("Compare"), url_path="compare"),
            st.Page("pages/screens/encode.py", title=say("Encode"), url_path="encode"),
            st.Page("pages/screens/predict.py", title=say("Predict"), url_path="predict"),
            st.Page("pages/screens/by_hand.py", title=say("By hand"), url_path="by_hand"),
            st.Page("pages/screens/lessons.py", title=say("Lessons"), url_path="lessons"),
            st.Page("pages/screens/take_home.py", title=say("Take home"), url_path="take-home"),
        ],
        position="top",
    )
    st.set_page_config(
        page_title=f"{page.title} · {sidebar.NAME}",
        page_icon=str(Path(__file__).with_name("pages") / "shell" / "icon.png"),
        layout="wide",
        initial_sidebar_state=264,
    )
    with rescued():
        page.run()


if __name__ == "__main__":
    route()
else:
    from serve import parts

    app = st.App(__file__, **parts())
