"""``wordpiece``, and ``python -m wordpiece`` where it is not installed; see `wordpiece.cli`."""

import signal
import sys

from wordpiece.cli import main


def run() -> int:
    """Run the command line with the arguments of this process and return the exit code."""
    if hasattr(signal, "SIGPIPE"):
        # Exit quietly when the reader closes the pipe, as in ``| head``.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return main()


if __name__ == "__main__":
    sys.exit(run())
