"""Top-down WordPiece: from whole words to shorter substrings; see `wordpiece.topdown.textbook`."""
