"""The panels of all pages as HTML, independent of the session.

Each page has a package, which does not import from that of another page:

    train, compare, encode, predict, by_hand, take_home, room

Panels of several pages are in `shared`. The modules of this package itself define the input of a
panel (`view`), templates and escaping (`html`), the parts of a screen (`layout`), and the effects
of its buttons (`actions`).
"""
