"""Spans: pointing at a token marks the characters that it covers, and the other way round.

Any two elements of a ``.spanned`` that share a character are marked together. Each has the
characters it covers in ``data-span``, as two numbers with a space between: where they begin and
where they end. The mark is the class ``at``, which changes no size. It follows the pointer, a tap,
and the focus of the keyboard, and asks the server nothing.
"""

from __future__ import annotations

from pages.components.component import Component

_spans = Component("spans")


def spans() -> None:
    """Mark what shares characters. Call once on the page; the component draws nothing."""
    _spans(key="spans", height=1)
