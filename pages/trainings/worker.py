"""The process that makes long trainings, so that they do not slow down the server.

`pages.trainings.queue` starts it, and sends a training's settings and its source. The worker sends
what `train_in_slices` yields, or the exception of a training that failed.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from pages.server.process import deadline, run
from pages.trainings.job import Training, train_in_slices
from wordpiece.errors import WordPieceError

SLICE = 0.2
"""Seconds between two messages on progress."""

MINUTE = 60.0
"""The most seconds of CPU time without progress. Counting the largest corpus takes 10 seconds."""


def main(connection: Connection) -> None:
    """Make the requested trainings one after the other."""
    while True:
        settings, source = connection.recv()
        slices, made = train_in_slices(settings, source, SLICE), None
        try:
            while not isinstance(made, Training):
                with deadline(MINUTE):
                    made = next(slices)
                    connection.send(made)
        except WordPieceError as error:
            connection.send(error)


if __name__ == "__main__":
    run(main, "TRAINING_MEMORY")
