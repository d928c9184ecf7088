"""Vocabularies that visitors open, each read and asked in a separate process.

A file may make the library that reads it take all memory, run for hours or crash. So the server
never reads one: `pages.foreign.pool` starts a process for each file (`pages.foreign.process`), asks
it, and ends it when it is late. Its answers are small (`pages.foreign.answers`).
"""
