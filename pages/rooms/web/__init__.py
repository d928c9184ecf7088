"""Rooms on the web, below ``/join``: the page for phones, what it sends, and what it is told.

A phone does not load Streamlit. It gets one small page, sends a vote as JSON, and listens to a
stream of events. Of what a teacher can do with a room only the count of votes is here, for whoever
has the key.
"""
