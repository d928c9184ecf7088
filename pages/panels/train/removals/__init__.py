"""Trainings by removals: Unigram, which goes from many pieces to few."""
