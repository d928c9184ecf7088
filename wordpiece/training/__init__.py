"""What the trainer is built on, and what a finished training can be asked."""
