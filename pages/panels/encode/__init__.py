"""The panels of Encode; `board` puts them together."""
