"""Trainings: their settings, the queue and process that make them, and where they are kept."""
