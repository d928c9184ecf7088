"""What the pages are made of. `session` owns the state, `theme` the look."""
