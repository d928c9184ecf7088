"""What the lessons show: their texts with figures filled in, live panels, questions."""
