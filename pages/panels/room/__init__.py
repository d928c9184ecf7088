"""What a class that answers together sees: the code, the vote, and the run.

No page's own: Predict and Train ask their questions in the same room.
"""
