"""Test inside a server which trainings it caches for its visitors, and for how long."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import asyncio, json, socket, threading, time
from urllib.parse import urlencode

import uvicorn

import serve
from bench.visitor import Visitor
from pages.state.links import pack
from pages.trainings import training_cache

listening = socket.socket()
listening.bind(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(serve.application(), log_level="error"))
threading.Thread(target=server.run, args=([listening],), daemon=True).start()
while not server.started:
    time.sleep(0.05)
address = f"http://127.0.0.1:{listening.getsockname()[1]}"
own = urlencode({"corpus": "table", "own": pack("ab\\t3\\nabc\\t2\\n")})


def cached_trainings():
    return {"shared": len(training_cache._shared._values), "own": len(training_cache._own._values)}


async def until_kept(own):
    end = time.monotonic() + 60
    while cached_trainings()["own"] != own and time.monotonic() < end:
        await asyncio.sleep(0.05)


async def visit():
    found = []
    first = await Visitor.open(address, query=own)
    second = await Visitor.open(address, query=own)
    assert await first.go(2) and "abc" in first.html
    await (await Visitor.open(address)).go(3)
    await (await Visitor.open(address)).go(4)
    found.append(cached_trainings())
    await first.close()
    await until_kept(1)
    found.append(cached_trainings())
    assert await second.go(1)
    await second.close()
    await until_kept(0)
    found.append(cached_trainings())
    print(json.dumps(found))


asyncio.run(visit())
server.should_exit = True
"""


def test_samples_are_cached_for_all_and_own_corpora_until_their_session_ends():
    """Two visitors use an own table each, two use the toy; then the first two leave in turn."""
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    both, one, none = json.loads(done.stdout.splitlines()[-1])
    assert both == {"shared": 1, "own": 2}
    assert one == {"shared": 1, "own": 1}
    assert none == {"shared": 1, "own": 0}
