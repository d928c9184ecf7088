"""Three replicas behind HAProxy, as deploy/ has it, in a real browser; and one of them dies."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, expect

from tests.browser.cluster import DEPLOY, HAPROXY, METRICS, Cluster, get
from tests.browser.conftest import open_share, settled, until, visitor
from tests.browser.test_encode import tokens
from tests.browser.test_train import next_merge
from tests.programs import require

OWN = "low\t5\nlower\t2\nnewest\t6\nwidest\t3\n"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Missing, HAProxy fails in CI and skips elsewhere."""
    require(HAPROXY, "haproxy")
    folder = tmp_path_factory.mktemp("cluster")
    with Cluster(folder) as cluster:
        yield cluster
    for path in folder.rglob("*"):  # so that pytest may tidy up
        if path.is_dir():
            path.chmod(0o755)


@pytest.fixture
def visitors(browser: Browser, cluster: Cluster) -> Iterator[list[BrowserContext]]:
    """Three browsers that share nothing; pytest shows what they saw if a test fails."""
    with ExitStack() as stay:
        contexts = [stay.enter_context(visitor(browser)) for _ in range(3)]
        yield contexts
        for number, context in enumerate(contexts):
            for page in context.pages:
                print(f"Browser {number}, {page.url}\n{page.locator('body').inner_text()}\n")
    print(cluster.log())


def sticky(context: BrowserContext) -> Cookie:
    return next(cookie for cookie in context.cookies() if cookie["name"] == "SRV")


def at_merge(page: Page, step: int) -> None:
    """The stepper, the card and the address are all at a step."""
    expect(page.locator(".where")).to_have_text(re.compile(f"step {step} of"))
    expect(page.locator(".card-top")).to_contain_text(f"Merge {step}" if step else "Start")
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


def upload(page: Page, file: Path) -> None:
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.locator("[data-testid=stFileUploader] button").last.click()
    chooser.value.set_files(file)


def download(page: Page) -> bytes:
    """The corpus, as the Share button offers it."""
    open_share(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this file").click()
    content = Path(download.value.path()).read_bytes()  # what is under way, closing would cancel
    page.keyboard.press("Escape")
    return content


def merge_a_file(page: Page, tmp_path: Path) -> None:
    """Upload a word table, and make its first merge."""
    words = tmp_path / "words.tsv"
    words.write_text(OWN, encoding="utf-8")
    expect(next_merge(page)).to_be_visible()
    upload(page, words)
    expect(page.locator("ul.words li")).to_have_count(4)
    at_merge(page, 0)
    next_merge(page).click()
    at_merge(page, 1)


def test_visitors_stay_at_their_replica_and_keep_their_screens_when_it_dies(
    cluster: Cluster, visitors: list[BrowserContext], tmp_path: Path
):
    first, own, other = visitors
    sockets: list[str] = []
    other.on("page", lambda page: page.on("websocket", lambda socket: sockets.append(socket.url)))
    # A browser comes by http, as after an address without https, and is led to https.
    elsewhere, _ = cluster.visit(other, f"{cluster.plain}/?corpus=file")
    forced = f"{cluster.secure}/?corpus=story&forced=3.5&step=3"
    clicking, dying = cluster.visit(first, forced)
    home, away = sticky(first), sticky(other)
    assert home["value"] != away["value"]
    # A cookie that no script can read, and that does not give the address of the replica away.
    assert home["httpOnly"] and home["sameSite"] == "Lax" and home["expires"] == -1
    assert home["secure"] and re.fullmatch("[0-9a-f]{16}", home["value"])
    encode = f"{cluster.secure}/encode?corpus=story&forced=3.5&step=3&text=hug"
    encoding, at = cluster.visit(first, encode)
    # A file goes where the cookie leads, which tabs that look for a replica at once all set.
    own.add_cookies([{"name": "SRV", "value": home["value"], "url": cluster.secure}])
    mine, also_at = cluster.visit(own, f"{cluster.secure}/?corpus=file")
    assert dying == at == also_at

    merge_a_file(mine, tmp_path)
    merge_a_file(elsewhere, tmp_path)
    assert elsewhere.url.startswith(f"{cluster.secure}/")
    merged = mine.locator(".card .merge").all_text_contents()
    field = encoding.get_by_role("textbox", name="Text to encode")
    field.press("End")
    field.press_sequentially("s of the rain")
    expect(encoding).to_have_url(re.compile("rain"))
    expect(tokens(encoding).last).to_have_text("##n")
    encoded = tokens(encoding).all_inner_texts()
    clicking.reload()
    at_merge(clicking, 3)
    assert sticky(first)["value"] == home["value"]
    next_merge(clicking).click()
    at_merge(clicking, 4)

    cluster.kill(dying)

    # Two clicks before the browser has found another replica.
    next_merge(clicking).click()
    next_merge(clicking).click()
    at_merge(clicking, 6)
    expect(clicking.locator(".own")).to_contain_text("3")
    settled(clicking)  # the new replica has the two clicks
    clicking.get_by_role("link", name="Encode").click()
    expect(clicking.locator(".where")).to_have_text(re.compile("step 6 of"))
    expect(clicking).to_have_url(re.compile("/encode.*corpus=story.*forced=3.5.*step=6"))
    # The typed text is still there, and typing continues.
    until(lambda: sticky(first)["value"] != home["value"], encoding)
    expect(tokens(encoding)).to_have_text(encoded)
    field.press("End")
    field.press_sequentially("y")
    expect(encoding).to_have_url(re.compile("rainy"))
    expect(field).to_have_value("hugs of the rainy")
    expect(encoding.locator(".where")).to_have_text(re.compile("step 3 of"))
    # A file died with the replica. The page asks for it, and is then where it was.
    expect(mine.get_by_text("is not in the link")).to_be_visible()
    upload(mine, tmp_path / "words.tsv")
    expect(mine.locator(".card .merge")).to_have_text(merged)
    at_merge(mine, 1)
    assert download(mine) == OWN.encode()
    # The visitors of other replicas have noticed nothing, and still have their files.
    next_merge(elsewhere).click()
    at_merge(elsewhere, 2)
    expect(elsewhere.locator("ul.words li")).to_have_count(4)
    assert download(elsewhere) == OWN.encode()
    assert [url.partition(":")[0] for url in sockets] == ["wss"]
    assert sticky(other)["value"] == away["value"]

    for page in (encoding, mine, clicking, elsewhere):
        expect(page.get_by_text("Connection error")).to_be_hidden()
        assert page.locator("[data-testid=stException]").count() == 0
    assert "Traceback" not in cluster.log()

    # As Docker does it: what comes back has another address. It gets the next visitors.
    new = cluster.start_another()
    until(lambda: cluster.visitors(new) == 0 and new in cluster.alive())

    def reaches_it() -> bool:
        own.clear_cookies()
        page, replica = cluster.visit(own, cluster.secure)
        page.close()
        return replica == new

    until(reaches_it)


def test_what_the_door_turns_away_and_lets_through(cluster: Cluster):
    assert get(f"{cluster.secure}/", Transfer_Encoding="chunked").status == 400
    status, said, _ = get(f"{cluster.secure}/", Content_Length=str(26 * 2**20))
    assert (status, said[:15]) == (413, "More than 25 MB")
    for path in METRICS:
        status, said, _ = get(cluster.secure, path)
        assert status in (400, 403) and "active_sessions" not in said, path
    assert cluster.visitors(cluster.names.addresses[0]) >= 0  # inside they are shown
    for path in ("/", "/take-home?text=_stcore/metrics", "/metrics", "/100%25"):
        status, said, _ = get(cluster.secure, path)
        assert status == 200 and 'id="root"' in said, path
    status, said, _ = get(f"{cluster.secure}/door")
    assert status == 200 and 'id="root"' not in said  # the door's own answer


def test_phones_get_no_cookie(cluster: Cluster):
    for path in ("/join", "/join?code=HJK4TW", "/join/HJK4TW/count"):
        assert get(cluster.secure, path).headers["Set-Cookie"] is None, path
    for path in ("/", "/joinery", "/predict?join=1", "/_stcore/health"):
        assert "SRV=" in str(get(cluster.secure, path).headers.get_all("Set-Cookie")), path


def test_http_leads_to_https(cluster: Cluster):
    """Published at 80 and 443 a browser names no port; else https is where this door has it."""
    tls = cluster.secure.rpartition(":")[2]
    for host, target in (
        ("school.example", "school.example"),
        ("school.example:8080", f"school.example:{tls}"),
        ("[::1]:8080", f"[::1]:{tls}"),
    ):
        status, _, headers = get(cluster.plain, "/encode?text=a%20b", Host=host)
        assert (status, headers["Location"]) == (301, f"https://{target}/encode?text=a%20b")
        # A browser keeps the port with HSTS, so it is sent only without a port.
        learned = get(cluster.secure, "/", Host=host).headers["Strict-Transport-Security"]
        assert learned == (None if host != target else "max-age=31536000")


@pytest.mark.skipif(HAPROXY is None, reason="no haproxy found")
def test_the_configuration_has_no_warnings_without_https():
    environment = {"PATH": os.environ["PATH"], "APP": "localhost:8501", "COOKIE_KEY": "a secret"}
    command = [str(HAPROXY), "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    checked = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0 and checked.stderr == ""
