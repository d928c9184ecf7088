"""What the panels of several pages show: tokens, the card of a merge, score tables, charts."""
