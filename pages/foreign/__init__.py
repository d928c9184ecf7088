"""Vocabularies that visitors open, each in a separate process.

A file may make the library that reads it use all memory, run for hours or crash. So the server
never reads one. `pages.foreign.pool` starts a process for each file (`pages.foreign.reader`),
sends it requests, and kills it when it is late. Answers are small (`pages.foreign.answers`).
"""
