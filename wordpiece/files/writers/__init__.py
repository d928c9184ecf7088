"""Write a training as files that other tools read.

====================  =======================================================================
`vocab_txt`           BERT's vocabulary: one token a line, in id order
`vocab_json`          GPT-2's vocabulary: token to id
`merges_txt`          GPT-2's merges: two symbols a line, in the order of learning
`tokenizer_json`      all of it in one file, for the Hugging Face `tokenizers` library
`steps_csv`           the step log for spreadsheets; `steps_jsonl` the same, exact to the letter
`scores_csv`          the whole score table as it stands
====================  =======================================================================

Each is a function of a timeline and a step and nothing else: the same state gives the same text.
`tokenizer_json_of` and `vocab_txt_of` write a vocabulary that has no training, such as a file's.
What a format cannot hold raises VocabularyError, so no file is written that would be read wrong.
`FORMATS` lists them for a page; to add a format, write such a function and add an entry there.
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
