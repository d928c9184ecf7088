"""Phones behind the HAProxy of deploy/: they get no cookie, and cannot choose their address."""

import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.cluster import DEPLOY, HAPROXY, Names, free_port, get
from tests.programs import require


class Replica(BaseHTTPRequestHandler):
    """Answers like a replica, with the address that it sees."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        come_from = ", ".join(self.headers.get_all("X-Forwarded-For", [])).encode()
        self.send_header("Content-Length", str(len(come_from)))
        self.end_headers()
        self.wfile.write(come_from)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Replicas(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing: a check of the health hangs up early."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where HAProxy listens; without it the test fails in CI and is skipped elsewhere."""
    require(HAPROXY, "haproxy")
    replica = Replicas(("127.0.0.1", 0), Replica)
    threading.Thread(target=replica.serve_forever, daemon=True).start()
    names = Names()
    names.addresses.append("127.0.0.1")
    names.start()
    listen = f"127.0.0.1:{free_port('127.0.0.1')}"
    environment = {
        "APP": f"app.example:{replica.server_port}", "COOKIE_KEY": "a secret",
        "DNS": f"127.0.0.1:{names.port}", "LISTEN": listen,
    }  # fmt: skip
    log: Path = tmp_path_factory.mktemp("door") / "log"
    with log.open("wb") as file:
        command = [str(HAPROXY), "-db", "-f", str(DEPLOY / "haproxy.cfg")]
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
    try:
        for _ in range(600):
            try:
                if get(f"http://{listen}/door").status == 200:
                    break
            except OSError:
                time.sleep(0.1)
        else:
            raise RuntimeError(log.read_text())
        yield listen
    finally:
        process.kill()
        process.wait()
        replica.shutdown()
        replica.server_close()
        names.socket.close()


def test_phones_keep_no_cookie_and_visitors_of_pages_stay_at_their_replica(door: str) -> None:
    for path in ("/join", "/join?code=HJK4TW", "/join/HJK4TW/count"):
        answer = get(f"http://{door}", path)
        assert answer.status == 200 and answer.headers["Set-Cookie"] is None, path
    for path in ("/", "/joinery", "/predict?join=1", "/_stcore/health"):
        assert "SRV=" in get(f"http://{door}", path).headers["Set-Cookie"], path


def test_a_browser_does_not_choose_its_own_address(door: str) -> None:
    """Wrong codes are limited by address."""
    answer = get(f"http://{door}", "/join", X_Forwarded_For="203.0.113.9")
    assert answer.text == "127.0.0.1"
