"""What Predict shows: a question, its answer, and the result of a run."""
