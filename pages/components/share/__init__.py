"""A button that copies the link to the screen, one for its QR code, and a field with the link.

The script reads the link from the address bar when the button is clicked. Python cannot send it:
`pages.state.address` updates the address in every fragment, but the sidebar, which is not part of
it, would have an old link.
"""

from __future__ import annotations

from pages.components.component import Component

_share = Component("share", "../shared/link.js", "share.js")


def copy_link(key: str) -> None:
    """Draw the button and the field.

    Args:
        key: the component's widget key.
    """
    _share(key=key)
