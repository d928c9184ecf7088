"""HTML: templates, escaping, and the small elements that every panel uses."""
