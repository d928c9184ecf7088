"""Separate processes: for long trainings, for vocabularies that visitors open, and for downloads.

A process runs one module of the app and exchanges pickled messages with the server over a `Pipe` of
`multiprocessing`. Its memory is limited, timers of the operating system end it when it is late,
and it ends with the server, even if that is killed.

It is not a `multiprocessing.Process`: that would run the main module of the server once more, under
Streamlit the script of the app, and get all environment variables, also passwords.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from traceback import walk_tb
from typing import Any, Literal

from pages.server.environment import DEFAULTS, memory_limit

PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH", *DEFAULTS)
"""The environment variables that a process gets. They do not include the server's passwords."""

LIBRARIES = {"TOKENIZERS_PARALLELISM": "false", "RAYON_NUM_THREADS": "1"}
"""Further variables that a process gets, so that libraries start no threads."""

PATIENCE = 4
"""The most wall-clock time as a multiple of the CPU time, since processes share the cores."""

NO_MEMORY = 77
"""The exit status of a process that runs out of memory."""

PR_SET_PDEATHSIG = 1
"""From Linux's sys/prctl.h: the signal that a process gets when the thread that started it ends."""

_starter = ThreadPoolExecutor(1)
"""The thread that starts all processes. It ends with the server; see `PR_SET_PDEATHSIG`."""


class EndedError(Exception):
    """Raised when a process has ended before it has answered.

    Attributes:
        why: whether it was late, ran out of memory, or ended for another reason.
        status: its exit status; a signal as a negative number.
    """

    def __init__(self, why: Literal["late", "memory", "crashed"], status: int):
        super().__init__(why, status)
        self.why = why
        self.status = status


class Process:
    """A process as the server sees it. One thread may send while another receives.

    Args:
        module: the module to run, which calls `run`.
        variables: the environment variables that it gets in addition to `PASSED_ON`.
        quiet: whether to hide what it prints, because a library may print a visitor's text.

    Raises:
        OSError: the system cannot start another process.
    """

    def __init__(self, module: str, *variables: str, quiet: bool = False):
        names = (*PASSED_ON, *variables)
        passed_on = {name: os.environ[name] for name in names if name in os.environ}
        self._connection, theirs = Pipe()
        with theirs:
            self._popen = _starter.submit(
                subprocess.Popen,
                [sys.executable, "-m", module, str(theirs.fileno()), str(os.getpid())],
                cwd=Path(__file__).parents[2],
                env=passed_on | LIBRARIES,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE if quiet else None,
                start_new_session=True,  # so that Ctrl-C in a terminal reaches only the server
            ).result()

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._popen.poll() is None

    def send(self, message: object) -> None:
        """Send a message.

        Raises:
            EndedError: the process has ended.
        """
        try:
            self._connection.send(message)
        except OSError:
            raise self._explain_end() from None

    def receive(self, seconds: float, most: int | None = None) -> Any:
        """Return the next message, or None if none arrives in time.

        Args:
            seconds: how long to wait.
            most: the most bytes of the message.

        Raises:
            EndedError: the process has ended.
        """
        try:
            if self._connection.poll(seconds):
                return pickle.loads(self._connection.recv_bytes(most))
        except (EOFError, OSError):
            raise self._explain_end() from None
        return None

    def _explain_end(self) -> EndedError:
        printed = None
        with suppress(subprocess.TimeoutExpired):
            _, printed = self._popen.communicate(timeout=1)
        self.kill()
        status = self._popen.returncode
        if status in (-signal.SIGPROF, -signal.SIGALRM):
            return EndedError("late", status)
        if status == NO_MEMORY or b"memory allocation of" in (printed or b""):
            return EndedError("memory", status)
        return EndedError("crashed", status)

    def kill(self) -> None:
        """End the process at once."""
        self._popen.kill()
        self._popen.wait()
        if self._popen.stderr:
            self._popen.stderr.close()


def run(main: Callable[[Connection], None], memory: str) -> None:
    """Run ``main`` in a process that `Process` has started, until the server has ended.

    Args:
        main: exchanges messages with the server.
        memory: the name of the limit of its memory in `DEFAULTS`.
    """
    try:
        _restrict(memory_limit(memory))
        main(Connection(int(sys.argv[1])))
    except (EOFError, ConnectionError):  # the server has ended, or has dropped the process
        os._exit(0)
    except MemoryError:
        os._exit(NO_MEMORY)
    except BaseException as error:
        sys.stderr.write("\n".join([*describe_without_text(error), ""]))
        sys.stderr.flush()
        os._exit(1)


def describe_without_text(error: BaseException) -> Iterator[str]:
    """Yield the lines of a traceback without messages: types, files and line numbers.

    The innermost frame comes first; causes, and the members of an exception group, follow.
    """
    yield "Traceback, without texts:"
    seen: set[int] = set()
    errors = [error]
    while errors:
        error = errors.pop()
        if id(error) in seen:
            continue
        seen.add(id(error))
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in reversed(list(walk_tb(error.__traceback__))):
            yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_name}"
        errors += [e for e in (error.__context__, error.__cause__) if e is not None]
        errors += getattr(error, "exceptions", ())


def _restrict(memory: int) -> None:
    """Limit the memory of this process, and give the server a higher priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux":
        import ctypes
        import resource

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != int(sys.argv[2]):  # the server ended before this call
            raise EOFError
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # the first process to kill if the machine runs out of memory
            Path("/proc/self/oom_score_adj").write_text("1000")


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer: the signals of these timers have no handler.

    Args:
        seconds: the most CPU time; it may take `PATIENCE` times as much by the clock.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
