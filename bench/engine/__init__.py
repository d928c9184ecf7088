"""Measure the engine, and other tokenizers for comparison; see `python -m bench --help`.

Times are CPU seconds of this process, all its threads included. To be fair, a library with threads
along gets one. Works that are compared are run in turn, round by round and in changing order,
because the speed of machines varies: a ratio says more than a time.

`clock`       run works in turn, and print medians and ratios
`loops`       the trainer's compiled loop and Python's
`texts`       what is trained on, made from the samples
`peers`       other libraries that train
`training`    with counting and without, next to the peers; the textbook; ten times the words
`encoding`    tokens, ids and offsets, next to the `tokenizers` library
`steps`       any step of a training, a pair looked at, questions, the step log
`tables`      a table of 300,000 words: read, made ready, and the memory it takes (`memory`)
`forcing`     merges forced, undone and made again
"""

import os

# Before `tokenizers` is imported: it reads the first of them once.
os.environ["RAYON_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
