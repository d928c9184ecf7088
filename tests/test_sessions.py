"""What a server keeps for its visitors, and for how long, seen from inside a server."""

import json
import subprocess
import sys
from pathlib import Path

SERVER = """
import asyncio, json, socket, threading, time
from urllib.parse import urlencode

import uvicorn

import serve
from bench.visitor import Visitor
from pages.state.links import pack
from pages.trainings import kept as trainings

listening = socket.socket()
listening.bind(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(serve.application(), log_level="error"))
threading.Thread(target=server.run, args=([listening],), daemon=True).start()
while not server.started:
    time.sleep(0.05)
address = f"http://127.0.0.1:{listening.getsockname()[1]}"
own = urlencode({"corpus": "table", "own": pack("ab\\t3\\nabc\\t2\\n")})


def kept():
    return {"shared": len(trainings._shared._kept), "own": len(trainings._own._kept)}


"""

LOOK_INSIDE = """
async def visit():
    found = []
    first = await Visitor.open(address, query=own)
    second = await Visitor.open(address, query=own)
    assert await first.go(2) and "abc" in first.text
    await (await Visitor.open(address)).go(3)
    await (await Visitor.open(address)).go(4)
    found.append(kept())
    await first.close()
    for _ in range(100):
        await asyncio.sleep(0.05)
        if kept()["own"] == 1:
            break
    found.append(kept())
    assert await second.go(1)
    await second.close()
    for _ in range(100):
        await asyncio.sleep(0.05)
        if not kept()["own"]:
            break
    found.append(kept())
    print(json.dumps(found))


asyncio.run(visit())
server.should_exit = True
"""

CLEAR = """
from streamlit.proto.BackMsg_pb2 import BackMsg
from pages.trainings import job

made, result = [], job.Job.result
job.Job.result = lambda it: made.append(it) or result(it)


async def visit():
    first = await Visitor.open(address, query=own)
    second = await Visitor.open(address)
    found = [kept(), len(made)]
    for visitor in (first, second):
        await visitor._socket.send(BackMsg(clear_cache=True).SerializeToString())
    await second.go(1)  # once it is answered, so is what was sent before
    await first.go(1)
    print(json.dumps([*found, kept(), len(made)]))


asyncio.run(visit())
server.should_exit = True
"""


def inside(script: str) -> list:
    """What a script in the process of a server has printed last."""
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", SERVER + script]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_samples_are_trained_once_for_all_and_private_corpora_go_with_their_session():
    """Two visitors bring a table each, two look at the toy; then the first two leave in turn."""
    both, one, none = inside(LOOK_INSIDE)
    assert both == {"shared": 1, "own": 2}
    assert one == {"shared": 1, "own": 1}
    assert none == {"shared": 1, "own": 0}


def test_nobody_makes_the_server_forget_a_training():
    """Streamlit would clear what it keeps for all sessions at the word of any browser."""
    before, trained, after, trained_after = inside(CLEAR)
    assert before == after == {"shared": 1, "own": 1}
    assert trained == trained_after == 2
