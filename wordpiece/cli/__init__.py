"""The command line: ``wordpiece train|encode|decode|steps|compare|check``.

Results go to standard output, as UTF-8 with line feeds on every system. Progress, remarks and
errors, one line each, go to standard error. Exit codes: 0 success, 1 the merges that ``check``
read are not those of the training, 2 error, 130 interrupted.

`options` defines the options and the help, with the types of `values`. `commands`, `coding`,
`comparing` and `checking` have the commands, which use `training`, `files`, `display` and
`streams`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from wordpiece.cli.display import ProgressBar, width
from wordpiece.cli.options import EXAMPLES, PROGRAM, make_parser
from wordpiece.cli.streams import write_output, write_remark
from wordpiece.errors import WordPieceError
from wordpiece.message import message

__all__ = ["EXAMPLES", "ProgressBar", "main", "width"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; ``argv`` does not include the program's name."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        try:
            options = make_parser().parse_args(argv)
            code: int = options.run(options) or 0
        except SystemExit:  # --help
            code = 0
        write_output("", flush=True)
    except KeyboardInterrupt:
        write_remark("\n")
        return 130
    except WordPieceError as problem:
        write_remark(f"{PROGRAM}: {problem}\n")
        return 2
    except MemoryError:
        no_memory = message("This needs more memory than there is; use a part of the file.")
        write_remark(f"{PROGRAM}: {no_memory}\n")
        return 2
    return code
