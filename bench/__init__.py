"""`make bench`: how fast the engine is, side by side with peers, in one run."""
