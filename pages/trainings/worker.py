"""The process that makes long trainings, so that they do not slow down the server.

`pages.trainings.queue` starts it, and sends the arguments of `Job`, (key, source, base), to train,
or STOP. The worker sends (progress, merges) several times a second, and finally a `Packed`
training, or the exception of a failed one.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from pages.server.process import deadline, run
from pages.trainings.job import ForcedMergeError, Job, Packed, Training
from wordpiece.errors import CorpusError, VocabularyError, VocabularySizeError

STOP = "stop"

SLICE = 0.2
"""Seconds between two messages on progress."""

MINUTE = 60.0
"""The most seconds of CPU time without progress. Counting the largest corpus takes 10 seconds."""


def main(connection: Connection) -> None:
    """Make the requested trainings one after the other."""
    job: Job | None = None
    while True:
        request = connection.recv()
        if request == STOP:  # it arrived after the training had ended
            continue
        key, source, base = request
        try:
            if job is None or job.key != key:  # else continue the cancelled training
                job = None
                with deadline(MINUTE):
                    job = Job(key, source, base)
            made = _train(job, connection)
            if not made.cut_short:
                job = None
            with deadline(MINUTE):
                packed = Packed.of(made)
            connection.send(packed)
        except (CorpusError, VocabularyError, VocabularySizeError, ForcedMergeError) as error:
            job = None
            connection.send(error)


def _train(job: Job, connection: Connection) -> Training:
    """Train to the end or until STOP arrives, and return the training so far."""
    while True:
        with deadline(MINUTE):
            if job.advance(SLICE):
                return job.result()
        connection.send((job.progress, job.merges))
        if connection.poll() and connection.recv() == STOP:
            return job.result()


if __name__ == "__main__":
    run(main, "TRAINING_MEMORY")
