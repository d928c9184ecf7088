"""Files of other tools: readers of their vocabularies and merges, and writers of ours."""
