"""`make bench`: how fast the engine is, beside its peers, and what a click costs; `make load`: a
class at once."""
