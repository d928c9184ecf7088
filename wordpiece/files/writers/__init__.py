"""Write a training as files that other tools read.

====================  =====================================================================
`vocab_txt`           BERT's vocabulary: one token a line, in the order of their ids
`vocab_json`          GPT-2's vocabulary: token to id
`merges_txt`          GPT-2's merges: two symbols a line, in the order of learning
`tokenizer_json`      vocabulary and merges for the Hugging Face `tokenizers` library
`steps_csv`           the step log for spreadsheets
`steps_jsonl`         the step log for programs, with tokens unchanged
`scores_csv`          the score table of a step
====================  =====================================================================

Each is a function of a timeline and a step: the same state gives the same text. It raises
VocabularyError if the format cannot represent a token. `tokenizer_json_of` and `vocab_txt_of` write
the vocabulary of a file or of a `Tokenizer`. `FORMATS` lists all formats with names for a page.
"""

from wordpiece.files.writers.formats import FORMATS, Format
from wordpiece.files.writers.hugging_face import tokenizer_json, tokenizer_json_of
from wordpiece.files.writers.tables import csv_table, scores_csv, steps_csv, steps_jsonl
from wordpiece.files.writers.vocabulary import merges_txt, vocab_json, vocab_txt, vocab_txt_of

__all__ = [
    "FORMATS",
    "Format",
    "csv_table",
    "merges_txt",
    "scores_csv",
    "steps_csv",
    "steps_jsonl",
    "tokenizer_json",
    "tokenizer_json_of",
    "vocab_json",
    "vocab_txt",
    "vocab_txt_of",
]
