"""Components in JavaScript: each has a folder with its HTML, style sheet and scripts."""
