"""Trainings by decisions: top-down WordPiece, which keeps or drops substrings."""
