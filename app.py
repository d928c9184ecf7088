"""The router: page settings and navigation, nothing else."""

import streamlit as st

st.set_page_config(
    page_title="Merge by Merge",
    page_icon=":material/merge:",
    layout="wide",
    initial_sidebar_state=264,
)
st.navigation([st.Page("pages/train.py", title="Train", default=True)], position="top").run()
