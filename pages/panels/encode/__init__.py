"""The panels of Encode; `board` combines them."""
