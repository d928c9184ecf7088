"""Trainings: their settings, the queue and process that make them, and their cache."""
