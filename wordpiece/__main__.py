"""``wordpiece``, and ``python -m wordpiece`` where it is not installed; see `wordpiece.cli`."""

import signal
import sys

from wordpiece.cli import main


def run() -> int:
    """Run the command line of this process and return its exit code."""
    if hasattr(signal, "SIGPIPE"):
        # When whoever reads the output has seen enough, as in ``| head``, end without a word.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return main()


if __name__ == "__main__":
    sys.exit(run())
