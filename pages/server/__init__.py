"""The web server around the app: limits, headers, the log, memory, and Streamlit's internals."""
