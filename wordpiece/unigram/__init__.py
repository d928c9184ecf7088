"""Unigram: from many pieces to few; see `wordpiece.unigram.textbook`."""
