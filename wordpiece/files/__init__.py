"""Files of other tools: reading their vocabularies and merges, writing ours for them."""
