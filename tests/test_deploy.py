"""Test that the files in deploy/ agree; tests/browser/test_replicas.py runs them."""

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

DEPLOY = Path(__file__).parents[1] / "deploy"
IMAGE = r"docker\.io/(?:library|valkey)/(python|haproxy|valkey):([\w.-]+)@sha256:[0-9a-f]{64}"
OURS = "merge-by-merge"


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def images(name: str) -> list[str]:
    found = re.findall(r"^(?:FROM| *(?:- )?image:) (.+)$", read(name), re.MULTILINE)
    assert found
    return [image for image in found if image != OURS]


def test_images_of_others_are_pinned_by_digest():
    """A tag can move to another image; a digest cannot."""
    for name in ("Dockerfile", "compose.yaml", "kubernetes.yaml"):
        for image in images(name):
            assert re.fullmatch(IMAGE, image), image
    assert images("compose.yaml") == images("kubernetes.yaml")
    [version] = re.findall(r"/haproxy:([\d.]+)-alpine@", read("compose.yaml"))
    assert f"HAProxy {version} or newer" in read("haproxy.cfg")


def test_every_package_that_the_app_needs_is_pinned():
    listed = {line.partition("==")[0] for line in read("constraints.txt").splitlines()}
    pinned = {canonicalize_name(name) for name in listed}
    needed, waiting = set[str](), requirements_of((DEPLOY.parent / "requirements.txt").read_text())
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting |= requirements_of("\n".join(metadata.requires(name) or ()))
    assert needed <= pinned


def requirements_of(lines: str) -> set[str]:
    """Return the names of the packages that requirements name for this machine."""
    found = [Requirement(line) for line in re.sub(r"#.*", "", lines).split("\n") if line.strip()]
    return {
        canonicalize_name(each.name)
        for each in found
        if not each.marker or each.marker.evaluate({"extra": ""})
    }


def test_a_browser_does_not_choose_its_own_address():
    """Wrong codes are limited by address. HAProxy first drops the header, then adds its own."""
    haproxy = read("haproxy.cfg")
    assert "    http-request del-header X-Forwarded-For\n" in haproxy
    assert "    option forwardfor\n" in haproxy


def test_all_replicas_have_the_same_store_of_rooms():
    """The store writes nothing to disk, and never drops a room to free memory."""
    for name, setting in (
        ("compose.yaml", "ROOMS: redis://store:6379/0"),
        ("kubernetes.yaml", '{name: ROOMS, value: "redis://store:6379/0"}'),
    ):
        text = read(name)
        assert text.count(setting) == 1
        assert '--save, "", --appendonly, "no"' in text and "noeviction" in text
    assert "rooms need a store" in read("README.md")
