"""The process of one opened file; see `pages.server.process`.

`pages.foreign.pool` sends "load" and the `File`, then requests: the name of a method of `Reader`
and its arguments. The process answers each with a result or a `VocabularyError`, within a
deadline.
"""

from __future__ import annotations

import os
import pickle
import sys
from multiprocessing.connection import Connection

from pages.foreign.bounds import MAX_ANSWER, TOO_LONG, seconds_for
from pages.foreign.reader import Reader
from pages.server.process import deadline, run
from wordpiece.errors import VocabularyError, WordPieceError


def main(connection: Connection) -> None:
    """Read a file and answer requests."""
    os.set_blocking(sys.stderr.fileno(), False)  # read only after this process has ended
    reader: Reader | None = None
    result: object
    while True:
        name, *arguments = connection.recv()
        with deadline(seconds_for(name)):
            try:
                if reader is None:
                    reader, result = Reader(*arguments), True
                else:
                    result = getattr(reader, name)(*arguments)
            except WordPieceError as error:
                result = VocabularyError(error.message)
            sent = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
        if len(sent) > MAX_ANSWER:
            sent = pickle.dumps(VocabularyError(TOO_LONG))
        connection.send_bytes(sent)


if __name__ == "__main__":
    run(main, "VOCABULARY_MEMORY")
