"""The panels of Compare; `board` puts them together."""
