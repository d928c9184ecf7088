"""Keep visitors' texts out of the log.

A message is logged as its template in the code, without its values. An error is logged as its type
and the lines of code of its traceback, without its message, which may quote a visitor. See
docs/security.md.
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

from pages.server.process import describe_without_text

PLACEHOLDER = re.compile(r"%(\(\w+\))?[-#0 +]*[\d*]*(\.[\d*]+)?[a-zA-Z]")
"""A placeholder for a value in a message in the style of `%`."""

UVICORN_LIFECYCLE = (uvicorn.server.__file__, uvicorn.lifespan.on.__file__)
"""The files in which uvicorn logs that it starts or stops, or why it cannot. No message there
depends on a visitor."""


def redact_logs() -> None:
    """Redact the messages of all libraries. Call once, when the server starts."""
    make_record = logging.getLogRecordFactory()

    def make_redacted(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make_record(*args, **kwargs)
        if record.pathname not in UVICORN_LIFECYCLE:
            redact(record)
        return record

    logging.setLogRecordFactory(make_redacted)
    logging.captureWarnings(True)
    # Otherwise a message that cannot be formatted is printed with its values.
    logging.raiseExceptions = False
    # The access log has a line for each request, with the visitor's address.
    logging.getLogger("uvicorn.access").addFilter(lambda record: False)
    logging.getLogger("uvicorn.error").addFilter(concerns_no_visitor)
    # Uncaught errors are logged as well, instead of printed.
    logger = logging.getLogger("merge_by_merge")

    def uncaught(failed: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
        logger.error("An error that nobody could catch", exc_info=failed.exc_value)

    threading.excepthook = sys.unraisablehook = uncaught


def concerns_no_visitor(record: logging.LogRecord) -> bool:
    """Return whether a record of uvicorn is a warning, or is about the server as a whole."""
    return record.levelno > logging.INFO or record.pathname in UVICORN_LIFECYCLE


def redact(record: logging.LogRecord) -> None:
    """Replace a record's message by its template and place in the code, and drop all values."""
    has_template = isinstance(record.msg, str) and is_literal(record)
    message = PLACEHOLDER.sub("…", record.msg) if has_template else "(a message)"
    error = record.exc_info[1] if record.exc_info else None
    where = f"{record.pathname}:{record.lineno} in {record.funcName}"
    lines = describe_without_text(error) if error else ()
    record.msg = "\n".join([f"{message.rstrip()} ({where})", *lines])
    record.args = record.exc_info = record.exc_text = record.stack_info = None


def is_literal(record: logging.LogRecord) -> bool:
    """Return whether a record's message is a literal in the function that logs it."""
    frame: FrameType | None = sys._getframe()
    while frame and (frame.f_code.co_filename, frame.f_lineno) != (record.pathname, record.lineno):
        frame = frame.f_back
    return frame is not None and record.msg in frame.f_code.co_consts
