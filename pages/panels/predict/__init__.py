"""The panels of Predict: a question, its answer, and the result of a run."""
