"""The panels of all pages as HTML, independent of the session.

Each page has a package, which does not import from that of another page:

    train, compare, encode, predict, lessons, take_home

Panels of several pages are in `shared`, templates and escaping in `html`. The modules of this
package itself define the input of a panel (`view`), the parts of a screen (`layout`), its cached
form (`boards`), and the effects of its buttons (`actions`).
"""
