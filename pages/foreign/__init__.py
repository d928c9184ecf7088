"""Vocabularies that visitors open, each read and asked in a process of its own.

A file may make the library that reads it take all memory, run for hours or crash. So the server
never reads one: `pages.foreign.pool` starts a process for each file (`pages.foreign.process`), asks
it, and ends it when it is late. What comes back is small (`pages.foreign.answers`).
"""
