"""Open uploaded vocabularies; sessions that open the same file share one object."""

from __future__ import annotations

from functools import partial
from weakref import WeakValueDictionary

from pages.trainings import kept
from pages.trainings.queue import queue_for
from pages.trainings.reading import MAX_READ_IN_SERVER, File, Opened
from wordpiece.files.readers import VocabularyFile

_files: WeakValueDictionary[str, Opened] = WeakValueDictionary()
"""The files that are open in any session, by their digests."""


def open_file(file: File) -> Opened:
    """Return an uploaded vocabulary. A worker reads it if it is large.

    Raises:
        VocabularyError, CorpusError: it cannot be read.
        FullError: there is no room for it.
    """
    digest = file.digest
    look_up = partial(_files.get, digest)
    opened = look_up()
    if opened:
        return opened
    if file.size <= MAX_READ_IN_SERVER:
        read = file.read()
    else:
        task = queue_for(file).ask(digest, file, look_up)
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
