"""The panels of By hand: the words to click, the step, and the result."""
