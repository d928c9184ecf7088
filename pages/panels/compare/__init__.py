"""The panels of Compare; `board` combines them."""
