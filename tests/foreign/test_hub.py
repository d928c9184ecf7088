"""Tokenizers by name, from a local server that speaks the Hub's requests."""

import hashlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from pages.foreign import hub
from tests.foreign.files import TOKENIZER
from tests.pages.app import App
from tests.pages.test_encode import chips_of
from wordpiece.errors import VocabularyError

CONTENT = json.dumps(TOKENIZER).encode()

FILES: dict[str, bytes] = {
    "toy/tokenizer.json": CONTENT,
    "bert-base-uncased/tokenizer.json": CONTENT,
    "old/bert/vocab.txt": b"[UNK]\nhug\n##s\n",
    "large/tokenizer.json": b"",
    "unsized/tokenizer.json": CONTENT,
    "empty/README.md": b"nothing else",
}
ERRORS = {
    "google/gemma-2b": (403, "GatedRepo"),
    "gpt2": (401, "GatedRepo"),
    "no/such": (404, "RepoNotFound"),
    "sick": (500, ""),
}


class Hub(BaseHTTPRequestHandler):
    """``/{repository}/resolve/main/{file}``; the requests are recorded."""

    asked: ClassVar[list[tuple[str, str, str | None]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.command, self.path, self.headers.get("authorization")))
        repository, _, file = self.path[1:].partition("/resolve/main/")
        commit = hashlib.sha1(repository.encode()).hexdigest()
        known = {name.rpartition("/")[0] for name in FILES}
        status, code = ERRORS.get(repository, (404, "EntryNotFound"))
        if repository not in known | ERRORS.keys():
            status, code = 401, "RepoNotFound"
        content = FILES.get(f"{repository}/{file}")
        if content is None:
            self.send_response(status)
            self.send_header("X-Error-Code", code)
            self.send_header("X-Repo-Commit", commit)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        size = 25 * 10**6 if repository == "large" else len(content)
        self.send_response(200)
        self.send_header("X-Repo-Commit", commit)
        self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
        if repository != "unsized":
            self.send_header("Content-Length", str(len(content)))
            self.send_header("X-Linked-Size", str(size))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    do_HEAD = do_GET

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadingHTTPServer]:
    Hub.asked = []
    for variable in ("OFFLINE", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(variable, raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as it:
        thread = Thread(target=it.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{it.server_port}")
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        monkeypatch.setenv("HUB_CACHE", str(tmp_path))
        yield it
        it.shutdown()
        thread.join()


def why(name: str) -> str:
    with pytest.raises(VocabularyError) as refused:
        hub.fetch(name)
    return str(refused.value)


@pytest.mark.usefixtures("server")
def test_a_tokenizer_is_fetched_once_and_without_a_token_of_the_machine():
    first = hub.fetch("toy")
    assert first.content == CONTENT and hub.fetch("toy") is first
    methods = [method for method, *_ in Hub.asked]
    assert methods.count("GET") == 1
    assert {token for *_, token in Hub.asked} == {None}
    assert hub.fetch("old/bert").content == FILES["old/bert/vocab.txt"]


@pytest.mark.usefixtures("server")
def test_each_refusal_has_its_sentence():
    assert "has no public model" in why("nobody/knows") and "has no public" in why("no/such")
    assert "accepted the terms" in why("google/gemma-2b")
    assert "larger than 20 MB" in why("large")
    assert "neither a tokenizer.json nor a vocab.txt" in why("empty")
    for name in ("sick", "unsized"):
        assert "cannot be reached, or the download failed" in why(name)
    asked = len(Hub.asked)
    for name in ("http://127.0.0.1/x", "a/b/c", "toy?x", "", "toy\n", "-" * 200):
        assert "has no public model" in why(name)
    assert "has no public model" in why("../toy")
    assert len(Hub.asked) == asked


def test_what_was_fetched_is_there_when_the_hub_is_not(server, monkeypatch):
    content = hub.fetch("toy").content
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert hub.fetch("toy").content == content
    assert "cannot be reached" in why("old/bert")


def test_the_folder_is_bounded(server, tmp_path, monkeypatch):
    def kept() -> list[str]:
        return sorted(path.name for path in tmp_path.glob("models--*"))

    for number in range(4):
        monkeypatch.setitem(FILES, f"toy{number}/tokenizer.json", CONTENT)
        hub.fetch(f"toy{number}")
    assert len(kept()) == 4
    monkeypatch.setattr(hub, "MAX_REPOSITORIES", 2)
    hub._forget_oldest(tmp_path, "toy0")
    assert kept() == ["models--toy0", "models--toy3"]


def test_a_name_is_typed_on_encode_and_nothing_is_asked_before(server, monkeypatch):
    app = App("encode", text="hug")
    app.press("encode_menu")
    assert Hub.asked == []
    app.test.selectbox(key="encode_name").select("bert-base-uncased").run()
    assert chips_of(app)[0] == ["h", "ug"] and "model BPE special tokens none" in app.text
    app.press("encode_menu")
    assert app.test.selectbox(key="encode_name").value is None
    app.test.selectbox(key="encode_name").select("gpt2").run()
    assert "accepted the terms" in app.messages[0] and chips_of(app)[0] == ["h", "ug"]
    monkeypatch.setenv("OFFLINE", "1")
    asked = len(Hub.asked)
    app.press("encode_menu")
    assert "encode_name" not in [box.key for box in app.test.selectbox]
    assert "cannot be reached" in why("toy") and len(Hub.asked) == asked
