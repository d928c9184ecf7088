"""Open a vocabulary that a visitor has uploaded: read once, however many open the same file."""

from __future__ import annotations

from functools import partial
from weakref import WeakValueDictionary

from pages.trainings import kept
from pages.trainings.queue import queue_for
from pages.trainings.reading import AT_ONCE, File, Opened
from wordpiece.files.readers import VocabularyFile

_files: WeakValueDictionary[str, Opened] = WeakValueDictionary()
"""What is open in any session, by digest: whoever opens the same file has the same object."""


def open_file(file: File) -> Opened:
    """Return what an uploaded vocabulary holds; a worker reads it if it is large.

    Raises:
        VocabularyError, CorpusError: it cannot be read.
        FullError: there is no room for it.
    """
    digest = file.digest
    known = partial(_files.get, digest)
    opened = known()
    if opened:
        return opened
    if file.size <= AT_ONCE:
        read = file.read()
    else:
        task = queue_for(file).ask(digest, file, known)
        while not task.wait(5):
            pass
        made = task.result()
        if isinstance(made, Opened):
            return made
        assert isinstance(made, VocabularyFile)
        read = made
    opened = Opened(read, digest)
    kept.hold(opened, opened.nbytes)
    return _files.setdefault(digest, opened)
