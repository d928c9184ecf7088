"""A training worker ends with its server, even if it cannot notice that its input ended."""

import os
import pickle
import subprocess
import sys
from select import select

import pytest

from pages.trainings.job import Source
from pages.trainings.settings import Settings
from tests.pages.waits import PATIENCE

SERVER = """
import subprocess, sys
subprocess.run([sys.executable, "-m", "pages.trainings.worker"])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when its input does")
def test_a_worker_ends_when_its_server_is_killed():
    """Its input stays open in this test, so only the kernel can end it, even with the GIL held."""
    read_end, write_end = os.pipe()
    with (
        open(write_end, "wb") as requests,
        subprocess.Popen(
            [sys.executable, "-c", SERVER], stdin=read_end, stdout=subprocess.PIPE
        ) as server,
    ):
        os.close(read_end)
        assert server.stdout
        try:
            pickle.dump(((Settings(), ""), Source.of("", "text", "hug"), None), requests)
            requests.flush()
            answers, _, _ = select([server.stdout], [], [], PATIENCE)
            assert answers, f"waited {PATIENCE} s for the worker to begin"
            server.kill()
            server.communicate(timeout=PATIENCE)  # until the worker, too, has closed its output
        finally:
            requests.close()
            server.kill()
