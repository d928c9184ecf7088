"""The panels of lessons: texts with figures filled in, live panels, questions."""
