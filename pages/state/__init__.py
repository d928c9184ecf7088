"""What a session remembers, and what its address says."""
