"""Spans: pointing at a token marks the characters that it covers, and the other way round.

Elements of a ``.spanned`` that share a character are marked together. The attribute ``data-span``
of an element has the start and the end of the characters that it covers, separated by a space. The
mark is the class ``at``, which does not change any size. It follows the pointer, a tap and the
keyboard focus, without a request to the server.
"""

from __future__ import annotations

from pages.components.component import Component

_spans = Component("spans", "../shared/mount.js", "spans.js")


def spans() -> None:
    """Mark elements that share characters. Call once on the page; the component draws nothing."""
    _spans(key="spans", height=1)
