"""What the server writes down: nothing that a visitor said, whatever goes wrong.

A message is written as it stands in the code, without what is filled into it, and an error as its
type and the lines of code that it came through. What an error says, and what its frames hold, may
be somebody's text. See docs/security.md.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from types import FrameType
from typing import Any

import uvicorn.lifespan.on
import uvicorn.server

from pages.server.errors import described

PLACE = re.compile(r"%(\(\w+\))?[-#0 +]*[\d*]*(\.[\d*]+)?[a-zA-Z]")
"""Where a message has something filled in."""

SERVER = (uvicorn.server.__file__, uvicorn.lifespan.on.__file__)
"""Where uvicorn says when it begins and ends, and why it cannot: there are no visitors there."""


def write_no_texts() -> None:
    """Keep what visitors say out of the log, whichever library writes it. Call once, at start."""
    make = logging.getLogRecordFactory()

    def make_without_texts(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        if record.pathname not in SERVER:
            remove_texts(record)
        return record

    logging.setLogRecordFactory(make_without_texts)
    logging.captureWarnings(True)
    logging.raiseExceptions = False  # or a message that cannot be written is, with all it has
    # A line for each visitor who comes.
    logging.getLogger("uvicorn.access").addFilter(lambda record: False)
    logging.getLogger("uvicorn.error").addFilter(is_of_the_server)
    # What nobody has caught goes to the log as well.
    logger = logging.getLogger("merge_by_merge")

    def in_thread(failed: threading.ExceptHookArgs) -> None:
        logger.error("A thread has failed", exc_info=failed.exc_value)

    def unraisable(failed: sys.UnraisableHookArgs) -> None:
        logger.error("An error that nobody could catch", exc_info=failed.exc_value)

    threading.excepthook = in_thread
    sys.unraisablehook = unraisable


def is_of_the_server(record: logging.LogRecord) -> bool:
    """Whether it is a warning, or about the server as a whole."""
    return record.levelno > logging.INFO or record.pathname in SERVER


def remove_texts(record: logging.LogRecord) -> None:
    """Leave of a record what stands in the code."""
    is_ours = isinstance(record.msg, str) and is_literal(record)
    message = PLACE.sub("…", record.msg) if is_ours else "(a message)"
    error = record.exc_info[1] if record.exc_info else None
    where = f"{record.pathname}:{record.lineno} in {record.funcName}"
    lines = described(error) if error else ()
    record.msg = "\n".join([f"{message.rstrip()} ({where})", *lines])
    record.args = record.exc_info = record.exc_text = record.stack_info = None


def is_literal(record: logging.LogRecord) -> bool:
    """Whether a record's message stands so in the code that logs it, rather than being made."""
    frame: FrameType | None = sys._getframe()
    while frame and (frame.f_code.co_filename, frame.f_lineno) != (record.pathname, record.lineno):
        frame = frame.f_back
    return frame is not None and record.msg in frame.f_code.co_consts
