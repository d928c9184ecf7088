"""Components in JavaScript; see `component.py`."""
