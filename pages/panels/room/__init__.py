"""The panels of a class's room: the invitation, the vote, and the run.

They do not belong to a page: Predict and Train use the same room.
"""
