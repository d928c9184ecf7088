"""The process that makes long trainings, so that they do not slow down the server.

`pages.trainings.queue` starts it, and sends the arguments of `Job`, (key, source). The worker sends
(progress, merges) several times a second, and finally the training, or the exception of a failed
one.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from pages.server.process import deadline, run
from pages.trainings.job import Job
from wordpiece.errors import WordPieceError

SLICE = 0.2
"""Seconds between two messages on progress."""

MINUTE = 60.0
"""The most seconds of CPU time without progress. Counting the largest corpus takes 10 seconds."""


def main(connection: Connection) -> None:
    """Make the requested trainings one after the other."""
    while True:
        key, source = connection.recv()
        try:
            with deadline(MINUTE):
                job = Job(key, source)
            while True:
                with deadline(MINUTE):
                    if job.advance(SLICE):
                        break
                connection.send((job.progress, job.merges))
            with deadline(MINUTE):
                connection.send(job.result())
        except WordPieceError as error:
            connection.send(error)


if __name__ == "__main__":
    run(main, "TRAINING_MEMORY")
