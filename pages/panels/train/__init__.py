"""The panels of Train; `board` combines them."""
