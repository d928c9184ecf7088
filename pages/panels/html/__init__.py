"""How HTML is written: templates, escaping, and the small pieces that every panel uses."""
