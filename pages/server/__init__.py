"""Between the app and the world: what the server takes from a browser, and what it lets out."""
