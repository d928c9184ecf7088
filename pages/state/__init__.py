"""The state of a visitor's session, and the address bar that follows it."""
