"""A QR code of the screen's link, as large as the screen: for the phones of a class.

The key Q opens it, and so does the event ``merge-by-merge:scan`` of any other component. The
browser reports its address, the page runs, and the code covers the page until Esc. Streamlit writes
the address while a page runs; if the address has changed by then, the browser asks again.
"""

from __future__ import annotations

from pages.components.component import Component
from pages.locale import message
from pages.panels.shared.qr import is_link, scan
from pages.state import address, fields, steps
from pages.state.remembered import Everywhere
from wordpiece.message import Message

_scan = Component("scan", "../shared/keys.js", "../shared/link.js", "scan.js", isolated=False)


def scannable(key: str) -> None:
    """Offer the QR code of the screen. Call once, at the end of every page."""

    def asked() -> None:
        link = steps.report(key, "asked").get("link")
        if is_link(link):
            fields.put(Everywhere.scan, str(link))

    link = fields.get(Everywhere.scan)
    fields.reset(Everywhere.scan)
    data = {"link": link, "html": str(scan(link, _behind())) if link else ""}
    _scan(key=key, data=data, on_asked_change=asked, height=1)


def _behind() -> list[Message]:
    """Return a sentence for each part of the screen that the link does not carry."""
    own, typed = address.left_behind()
    sentences = [message("The link does not contain this: {what}.", what=title) for title in typed]
    return [*sentences, address.UNSENT.fill(corpus=own.name)] if own else sentences
