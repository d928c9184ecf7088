"""``python -m wordpiece``; see `wordpiece.cli`."""

import signal
import sys

from wordpiece.cli import main

if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        # When whoever reads the output has seen enough, as in ``| head``, end without a word.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
