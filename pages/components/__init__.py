"""What needs JavaScript: a folder for each component, with its HTML, style sheet and scripts."""
