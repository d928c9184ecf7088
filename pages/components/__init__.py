"""What needs JavaScript, each with its files."""
