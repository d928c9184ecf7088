"""The parts of the trainer, and the questions that a finished training answers."""
