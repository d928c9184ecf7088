"""Rooms in which a class answers, in memory and in a store."""
