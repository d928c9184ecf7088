"""What a panel shows, as HTML. Nothing here knows the session.

A page has a room of its own, which imports nothing of another page's:

    train, compare, encode, predict, lessons, take_home

What several pages show is in `shared`, and how HTML is written in `html`. The files right here say
what a panel depends on (`view`), what a screen is made of (`layout`) and kept as (`boards`), what
the buttons in it do (`actions`), and which questions stand beside it (`why`).
"""
