"""Replicas behind HAProxy, as deploy/ has it, for tests.

The replicas run in a folder with only the files of the container image. Each has a separate address
on this machine, and a small name server lists the addresses for HAProxy, as that of Docker or
Kubernetes does.
"""

import csv
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from bench.serving import free_port
from tests.browser.conftest import ROOT, until

HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
DEPLOY = ROOT / "deploy"

METRICS = r"""
/_stcore/metrics /_stcore/metrics?families=active_sessions /_stcore/metrics/ /_stcore/%6detrics
/%5fstcore/metrics /_stcore%2fmetrics /_STCORE/METRICS /_stcore/metrics;x ///_stcore///metrics//
/encode/_stcore/metrics /_stcore/x/../metrics /%2e%2e/_stcore/metrics /_stcore/metrics%00
/_stcore/metrics#x /_stcore\metrics http://localhost/_stcore/metrics
""".split()
"""Ways to ask for the server's figures, of which it knows one or two."""


class Names(threading.Thread):
    """A name server that gives the same addresses for every name."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.addresses: list[str] = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]

    def run(self) -> None:
        with suppress(OSError):  # closed
            while True:
                asked, who = self.socket.recvfrom(4096)
                end = asked.index(b"\0", 12) + 5  # of the question: name, type, class
                found = self.addresses if asked[end - 4 : end - 2] == b"\0\1" else []
                answer = asked[:2] + b"\x84\0" + struct.pack("!4H", 1, len(found), 0, 0)
                answer += asked[12:end]
                for address in found:  # type A, class IN, 1 s, for the name at byte 12
                    answer += struct.pack("!3HIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(address)
                self.socket.sendto(answer, who)


class Answer(NamedTuple):
    status: int
    text: str
    headers: HTTPMessage


UNCHECKED = ssl.create_default_context()
UNCHECKED.check_hostname = False
UNCHECKED.verify_mode = ssl.CERT_NONE


def get(address: str, path: str = "", **headers: str) -> Answer:
    """The response; ``path`` is sent as it is, and no redirect followed."""
    parts = urlsplit(address)
    if parts.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(parts.netloc, timeout=10, context=UNCHECKED)
    else:
        connection = HTTPConnection(parts.netloc, timeout=10)
    with closing(connection):
        connection.putrequest("GET", path or parts.path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode("utf-8"), answer.headers)


def certificate(file: Path) -> Path:
    """A self-signed certificate, and its key."""
    make = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout {file}"
    made = subprocess.run(make.split(), check=True, capture_output=True).stdout
    with file.open("ab") as both:
        both.write(made)
    return file


class Cluster:
    """Replicas at 127.0.0.1 and on, and HAProxy in front of them.

    Attributes:
        secure: the address of the door; `plain` is where it redirects from.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.last = 0
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.port, tls, plain = (free_port() for _ in range(3))
        self.secure = f"https://127.0.0.1:{tls}"
        self.plain = f"http://127.0.0.1:{plain}"
        self.names = Names()
        self.names.start()

    def __enter__(self) -> "Cluster":
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def begin(self) -> None:
        image(self.folder / "image")
        for _ in range(3):
            self.start_another()
        configured = self.folder / "socket.cfg"
        configured.write_text(f"global\n    stats socket {self.folder}/socket level operator\n")
        command = (str(HAPROXY), "-db", "-f", str(DEPLOY / "haproxy.cfg"), "-f", str(configured))
        self.run(
            "door",
            self.folder,
            *command,
            LISTEN=urlsplit(self.plain).netloc,
            LISTEN_TLS=urlsplit(self.secure).netloc,
            CERTIFICATE=str(certificate(self.folder / "both.pem")),
        )
        until(lambda: self.counts() and self.alive() == {*self.names.addresses})

    def __exit__(self, *_: object) -> None:
        self.names.socket.close()
        for process in self.processes.values():
            process.kill()
            process.wait()

    def run(self, name: str, cwd: Path, *command: str, **more: str) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "PYTHONDONTWRITEBYTECODE": "1",
            "STREAMLIT_SERVER_COOKIE_SECRET": "a secret that all replicas share",
            "APP": f"app.example:{self.port}",
            "COOKIE_KEY": "another secret",
            "DNS": f"127.0.0.1:{self.names.port}",
            **more,
        }
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=cwd, env=environment, stdout=log, stderr=log
            )

    def alive(self) -> set[str]:
        """The replicas whose health checks pass; "UP 1/6" is one that no check has reached yet."""
        with socket.socket(socket.AF_UNIX) as ask:
            ask.connect(str(self.folder / "socket"))
            ask.sendall(b"show stat\n")
            with ask.makefile() as said:
                rows = list(csv.DictReader(said.read().removeprefix("# ").splitlines()))
        up = [row for row in rows if row["pxname"] == "replicas" and row["status"] == "UP"]
        return {row["addr"].partition(":")[0] for row in up} - {""}

    def start(self, replica: str) -> None:
        command = (sys.executable, "serve.py", "--host", replica, "--port", str(self.port))
        self.run(replica, self.folder / "image", *command, "--metrics")
        self.names.addresses.append(replica)

    def start_another(self) -> str:
        """One with an address that none has had, as Docker does it."""
        self.last += 1
        self.start(f"127.0.0.{self.last}")
        return self.names.addresses[-1]

    def kill(self, replica: str) -> None:
        process = self.processes.pop(replica)
        process.kill()
        process.wait()
        self.names.addresses.remove(replica)

    def visitors(self, replica: str) -> int:
        """How many sessions are connected to a replica."""
        path = "/_stcore/metrics?families=active_sessions"
        text = get(f"http://{replica}:{self.port}", path).text
        return int(float(first(r"^active_sessions (\S+)$", text)))

    def visit(self, context: BrowserContext, address: str) -> tuple[Page, str]:
        """A new page, not yet waited for, and the replica that it came to."""
        before = self.counts()
        page = context.new_page()
        page.goto(address, wait_until="commit")
        return page, until(lambda: self.newcomer(before), page)

    def counts(self) -> dict[str, int]:
        """How many sessions are connected to each replica."""
        return {replica: self.visitors(replica) for replica in self.names.addresses}

    def newcomer(self, before: dict[str, int]) -> str:
        """The replica that has more sessions than before; "" if none has."""
        more = [name for name, count in before.items() if self.visitors(name) > count]
        return more[0] if more else ""

    def log(self) -> str:
        return "".join(path.read_text("utf-8") for path in self.folder.glob("*.log"))


def first(pattern: str, text: str) -> str:
    """The first group of a pattern in a text that has it."""
    found = re.search(pattern, text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def image(folder: Path) -> None:
    """What deploy/Dockerfile copies into the image."""
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (.+)$", dockerfile, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            if (ROOT / source).is_dir():
                leave_out = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / source, folder / target, ignore=leave_out)
            else:
                (folder / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, folder / target)
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
