"""The panels of Train; `board` puts them together."""
