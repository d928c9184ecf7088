"""Rooms on the web, below ``/join``: the page for phones and its requests.

A phone does not load Streamlit. It gets one small page, sends votes as JSON, and waits for changes
of its view. Of the teacher's operations, only the count of votes is available, with the key.
"""
