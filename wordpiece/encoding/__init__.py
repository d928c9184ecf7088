"""From words to tokens with a vocabulary or merges, and back to text."""
