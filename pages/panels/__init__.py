"""What a panel shows, as HTML. Nothing here knows the session."""
