"""Test how `serve.py` starts, and its errors when it cannot."""

import os
import shutil
import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from bench.serving import free_port, serving
from bench.visitor import Visitor
from serve import main
from tests.event_loops import run
from wordpiece.teaching.by_hand import Result, Slip, Task, write_code


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        # Without a check it would serve at 34463: 99999 modulo 65536.
        (("--port", "99999"), 2, "a number from 1 to 65535: 99999; see --help."),
        (("--port", "0"), 2, "a number from 1 to 65535: 0;"),
        (("--port", "8501x"), 2, "a number from 1 to 65535: 8501x;"),
        (("--port", "٨٥٠١"), 2, "a number from 1 to 65535: ٨٥٠١;"),
        (("--port", ""), 2, "a number from 1 to 65535: ;"),
        (("--port", "9" * 5000), 2, "a number from 1 to 65535: 99999999999999999999…;"),
        (("--port",), 2, "expected one argument; see --help."),
        (("--port", "{taken}"), 1, "127.0.0.1, port {taken}, cannot be had: Address already"),
        (("--host", "no.such.name.invalid"), 1, "no.such.name.invalid, port 8501, cannot be had"),
        (("--host", "192.0.2.1", "--port", "8501"), 1, "192.0.2.1, port 8501, cannot be had"),
        (("--host", ""), 2, "an address is missing"),
        (("--embed-in", "learn"), 2, "not a site such as https://learn.example.org: learn"),
        (("--open",), 2, "unrecognized arguments: --open"),
    ],
)
def test_invalid_options_are_refused_in_a_sentence(options, code, says, monkeypatch, capsys):
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: pytest.fail("it starts"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        argv = [option.format(taken=port) for option in options]
        monkeypatch.setattr("sys.argv", ["serve.py", *argv])
        with pytest.raises(SystemExit) as end:
            main()
    out, err = capsys.readouterr()
    assert end.value.code == code and out == ""
    assert err.startswith("serve.py: ") and says.format(taken=port) in err
    assert err.count("\n") == 1 and err.endswith(".\n")


def ends_at_once(monkeypatch, capsys) -> str:
    """Run `serve.py` with a free port, check that it does not serve, and return its error."""
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: pytest.fail("it starts"))
    monkeypatch.setattr("sys.argv", ["serve.py", "--port", str(free_port())])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    return str(capsys.readouterr().err)


@pytest.mark.parametrize("memory", ["lots", "-1", "0", "1.5", "9" * 5000])
def test_an_invalid_limit_of_memory_is_refused_at_the_start(memory, monkeypatch, capsys):
    """Otherwise the process for trainings would end at once on each training."""
    monkeypatch.setenv("TRAINING_MEMORY", memory)
    err = ends_at_once(monkeypatch, capsys)
    assert err.count("\n") == 1 and len(err) < 120
    assert err.startswith("serve.py: TRAINING_MEMORY is '" + memory[:20])


def test_a_too_low_limit_of_open_files_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("pages.server.connections.raise_file_limit", lambda: 64)
    err = ends_at_once(monkeypatch, capsys)
    assert err.startswith("serve.py: This process may open 64 files, and needs at least 256.")
    assert err.count("\n") == 1


NO_STORES = """localhost:6379 http://store:6379/0 redis://:secret@/0 redis://store:abc/0 redis://store:0
redis://store/a redis://store/0?db=1 redis://[::1/0"""


@pytest.mark.parametrize("address", [*NO_STORES.split(), "redis://sto re/0"])
def test_an_invalid_address_of_the_store_is_refused_at_the_start(address, monkeypatch, capsys):
    """The error does not repeat the address, because it may contain a password."""
    monkeypatch.setenv("ROOMS", address)
    assert ends_at_once(monkeypatch, capsys) == (
        "serve.py: ROOMS is no address of a Valkey or Redis server, "
        "such as redis://127.0.0.1:6379/0.\n"
    )


async def visit(address: str) -> str:
    async with await Visitor.open(address) as visitor:
        await visitor.go(3)
        return visitor.html


@pytest.mark.parametrize(
    "how", [{}, {"run": ("-m", "streamlit", "run", "app.py"), "option": "--server.port"}]
)
def test_serve_and_streamlit_start_the_app(how):
    """Streamlit's Community Cloud runs it by Streamlit."""

    async def follow(link: str) -> str:
        async with await Visitor.open(server.address, link, "text=hugs&step=3") as visitor:
            return visitor.html

    with serving(**how) as server:
        # Until a page has been drawn, Streamlit itself looks for pages in the folder `pages`.
        assert ">Encode</h1>" in run(follow("/encode"))
        assert "Merge 3" in run(visit(server.address))
        with urlopen(f"{server.address}/join?code=ABCD", timeout=10) as answer:
            assert answer.status == 200


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="only root may become a user that has no name, with setpriv",
)
def test_a_user_without_a_name_or_a_home(monkeypatch):
    """A container may run under a user number without an entry. Altair needs a home on import."""
    monkeypatch.delenv("HOME", raising=False)
    may_read = "+dac_override,+dac_read_search"  # Python may be in the home of root
    become = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
    become += [f"--inh-caps={may_read}", f"--ambient-caps={may_read}"]

    with serving(before=become) as server:
        assert "\nUid:\t54321" in Path(f"/proc/{server.pid}/status").read_text()
        # Scripts of components are there before a page was drawn.
        script = "_stcore/bidi-components/merge_by_merge.scripts/stepper.js"
        with urlopen(f"{server.address}/{script}", timeout=10) as answer:
            assert b"./board.js" in answer.read()
        assert "Merge 3" in run(visit(server.address))


def test_result_codes_are_checked_without_a_server(monkeypatch, capsys, tmp_path):
    file = tmp_path / "codes.txt"
    result = Result(Task(7, "bpe", "alone"), (None, Slip.OLD_COUNTS, None), 99)
    code = write_code(result, b"a key")
    file.write_text(f"{code.lower()}\n\nno code!\n{code}\n", encoding="utf-8")
    monkeypatch.setenv("RESULT_KEY", "a key")
    monkeypatch.setattr("sys.argv", ["serve.py", "--check", str(file)])
    main()
    assert capsys.readouterr().out.splitlines() == [
        f"{code.lower()}  bpe alone table 7: 2 of 3 right, old-counts",
        "no code!  This server cannot check this code. Perhaps it is not a result code, or a "
        "character is wrong or missing. Perhaps another server made it, or this server has been "
        "restarted since.",
        f"{code}  bpe alone table 7: 2 of 3 right, old-counts (this code is in an earlier line)",
    ]


@pytest.mark.parametrize(("key", "says"), [("", "RESULT_KEY is not set"), ("a", "cannot be read")])
def test_codes_that_cannot_be_checked_get_a_sentence(key, says, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("RESULT_KEY", key)
    monkeypatch.setattr("sys.argv", ["serve.py", "--check", str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2 and says in capsys.readouterr().err
