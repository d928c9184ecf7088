"""Measurements: of the engine and of a click (`make bench`), and of a whole class (`make load`)."""
