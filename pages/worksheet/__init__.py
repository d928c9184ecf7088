"""A worksheet for paper: one merge, or the first merges and questions, with blanks; the answers.

On a corpus of few words everything is worked out, counts included; on a larger one the counts are
given, and the scores are asked for. Each step has one right answer, which follows from the tie
rule printed in it.

`planning` chooses the merges and words, `questions` the questions below them and the time it takes.
The sentences are in `pages/panels/take_home/worksheet.html`.
"""
