"""Panels of several pages: tokens, the card of a merge, score tables, charts and more."""
