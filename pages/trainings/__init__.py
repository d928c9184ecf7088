"""Trainings: what they are made with, where and when they are made, where they are kept."""
