"""A real server and a real Chromium for the tests in this folder."""

import inspect
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from bench.browser import browsing, find
from bench.serving import serving
from bench.waits import SECONDS, wait_for_condition, wait_for_promise
from tests.programs import require

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=1000 * SECONDS)

STORED = "local_storage,indexeddb,cache_storage,service_workers"
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}

DISABLED = (
    # It compiles a script while receiving it, although the process has the compiled script of an
    # earlier page.
    "ScriptStreaming",
    # What Playwright disables and this list replaces, as far as a page of ours has to do with it.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "OptimizationHints"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    "NetworkTimeServiceQuerying",
)

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Tests make their own. A context's `ignore_https_errors` leaves out downloads.
    "--ignore-certificate-errors",
    # Pages of one context share a process, and with it the scripts that are compiled already.
    "--process-per-site",
    # A page lives too short for code that is made quick to pay for the making. With
    # more room for what is new, garbage is collected less often.
    "--js-flags=--no-opt --no-maglev --min-semi-space-size=32",
    f"--disable-features={','.join(DISABLED)}",
]

SIZES = ((1280, 800), (1920, 1080), (400, 860))
"""Width and height of the windows in which layouts are looked at; the first is the usual one."""

# Which events our components listen to on the whole document: they all use an abort signal.
COUNT_LISTENERS = """{
  const listen = EventTarget.prototype.addEventListener;
  window.listeners = { click: 0, keydown: 0 };
  document.addEventListener = (type, listener, options) => {
    listen.call(document, type, listener, options);
    if (!(type in window.listeners) || !options?.signal) return;
    window.listeners[type] += 1;
    options.signal.addEventListener("abort", () => { window.listeners[type] -= 1; });
  };
}"""

# How many scripts have drawn the whole page to its end, as the server says: field 6 of Streamlit's
# ForwardMsg, after its hash and its metadata, is then 0. It is 2 if another script replaces this
# one, and 3 if this one drew a fragment. The page does not show that a short script has run.
COUNT_SCRIPTS = """{
  const Socket = window.WebSocket;
  window.scriptsEnded = 0;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        const bytes = new Uint8Array(data);
        let at = 0;
        for (const field of [1, 2])
          if (bytes[at] === (field << 3 | 2)) at += 2 + bytes[at + 1];
        if (bytes[at] === 6 << 3 && bytes[at + 1] === 0) window.scriptsEnded += 1;
      });
    }
  };
}"""

# The visitor has been here before: the front door would lie on the first card.
KNOWN = "try { localStorage.setItem('merge-by-merge.welcome', '1') } catch { }"

# The page is drawn, and each component on it that listens to the document does so.
READY = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  // What every page ends with is there.
  return has(".st-key-address") && !has("[data-test-script-state=running]") &&
    (!has("[class*='_stepper']") || has(".stepper.live")) &&
    (!has(".st-key-keys") || has(".skip")) &&
    (!has("[class*='_picks']") || window.listeners.click > 0);
}"""

# Elements that are still computed, stale, or not drawn yet.
UNSETTLED = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const waiting = "[data-test-script-state=running], [data-stale=true], [data-testid=stSkeleton]";
  // Streamlit draws a chart only once it comes into view.
  const charts = all("[data-testid=stVegaLiteChart]").filter((chart) => {
    const { top, bottom } = chart.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });
  return [
    ...(all("[data-testid=stApp]").length === 1 ? [] : ["no app"]),
    ...all(waiting).map((element) => element.cloneNode().outerHTML),
    ...charts.filter((chart) => {
      const drawn = chart.querySelector("svg.marks");
      // After the window became narrower it is drawn anew.
      return !drawn || drawn.getBoundingClientRect().right > innerWidth + 1;
    }).map((e) => e.outerHTML),
  ];
}"""
SETTLED = f"() => !({UNSETTLED})().length"

# Wait until each element of the page has been at the same place for some frames on end.
STILL = """(frames) => {
  let before = [], same = 0;
  const stays = () => {
    const elements = document.querySelectorAll("body *");
    const now = new Float64Array(4 * elements.length);
    let at = 0, differ = now.length === before.length ? 0 : 1;
    for (const element of elements) {
      const { x, y, width, height } = element.getBoundingClientRect();
      for (const each of [x, y, width, height]) {
        if (each !== before[at]) differ += 1;
        now[at++] = each;
      }
    }
    before = now;
    return !differ;
  };
  return until("the elements of the page to stay where they are", () => {
    same = stays() ? same + 1 : 0;
    return same >= frames;
  });
}"""

# Wait until nothing changed and no script ran between some looks on end, with 25 ms between them. A
# page that is busy is looked at more slowly.
QUIET = """async (looks) => {
  const app = document.querySelector("[data-testid=stApp]");
  let same = 0, last;
  const observer = new MutationObserver((changes) => { same = 0; last = changes.at(-1); });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  try {
    await until("the page not to change", () => {
      same = app.dataset.testScriptState === "notRunning" ? same + 1 : 0;
      return same > looks;
    }, 25);
  } catch (error) {
    const change = last ? `${last.type} ${last.attributeName} of ${last.target.outerHTML}` : "none";
    error.message += `; script ${app.dataset.testScriptState}, last change ${change.slice(0, 300)}`;
    throw error;
  } finally {
    observer.disconnect();
  }
}"""

# Go to an address as Back would, and wait until the script that draws it has ended.
# Streamlit may lose a move that meets the end of another run, so that run is awaited first.
MOVE = """async (address) => {
  const { dataset } = document.querySelector("[data-test-script-state]");
  await until("the run before", () => dataset.testScriptState === "notRunning", 10);
  const before = window.scriptsEnded;
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  await until("the script that draws the address", () => window.scriptsEnded > before, 10);
}"""

BACKGROUND_TASK = "() => scheduler.postTask(() => {}, { priority: 'background' })"

BACKGROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 22, 26)"}


@pytest.fixture(scope="session")
def shared_server() -> Iterator[str]:
    """The address of the server that the tests of a process share."""
    with serving() as server:
        yield server.address


@pytest.fixture(scope="session")
def server(shared_server: str) -> str:
    """The server that a test visits: the shared one, unless its file has a separate one."""
    return shared_server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as Debian has it. Missing, it fails in CI and skips elsewhere."""
    require(find(), "chromium")
    with browsing(FLAGS) as browser:
        yield browser


@contextmanager
def visitor(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Somebody else: a browser that shares nothing with the other tests' one."""
    context = browser.new_context(**{"viewport": VIEWPORT, **options})
    context.set_default_timeout(1000 * SECONDS)
    context.add_init_script(COUNT_LISTENERS)
    context.add_init_script(COUNT_SCRIPTS)
    yield context
    context.close()


@pytest.fixture(scope="session")
def window(browser: Browser, shared_server: str) -> Iterator[BrowserContext]:
    """The context that visitors share, with one page that stays, so that its process does."""
    with visitor(browser) as context:
        context.add_init_script(KNOWN)
        context.new_page().goto(f"{shared_server}/_stcore/health")
        yield context


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    """A page of a visitor without stored data and permissions; the scripts are loaded already.

    Loading and compiling Streamlit's scripts takes longer than most tests. So tests of a colour
    scheme or a size use this page, too, with `emulate_media` and `set_viewport_size`. Only tests
    of a first visit or of a second browser make a separate context.
    """
    page = window.new_page()
    visited: list[str] = []
    page.on("framenavigated", lambda frame: visited.append(frame.url))
    yield page
    stays, *opened = window.pages
    for each in opened:  # first, or one might store something once more
        each.close()
    tools = window.new_cdp_session(stays)
    for site in {url.scheme + "://" + url.netloc for url in map(urlsplit, visited) if url.netloc}:
        tools.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": STORED})
    tools.detach()
    window.clear_cookies()
    window.clear_permissions()


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    """A page of a first visit."""
    with visitor(browser) as context:
        yield context.new_page()


# Waiting, always for something: tests/test_house.py forbids to wait for a time.


def ready(page: Page) -> None:
    """Wait until the page is drawn and its clicks and keys are heard.

    A component's script comes after its element. A click before that would be lost.
    """
    wait_for_condition(page, READY, what="a page whose components hear clicks and keys")
    idle(page)


def move(page: Page, address: str) -> None:
    """Change the address of a page of the app, as the browser's Back does.

    Reloading the page takes the processor longer, mostly several times as long. Only tests of
    loading, of a first visit, or of a new session need it.
    """
    assert "step=" in address, "without a step the app goes on as it was"
    ready(page)  # a page that is still being loaded would lose the move
    wait_for_promise(page, MOVE, address, what=f"the page at {address}")
    idle(page)  # what has come is drawn
    settled(page)
    ready(page)


def lead(page: Page, address: str) -> None:
    """Lead a page to an address, by `move` if it shows the app and the address names a step."""
    site = "{0.scheme}://{0.netloc}/".format(urlsplit(address))
    app = page.url.startswith(site) and page.get_by_test_id("stApp").count()
    if app and "step=" in address:
        move(page, address)
    else:
        page.goto(address)


def settled(page: Page) -> None:
    """Wait until no script runs, nothing is stale and all charts are drawn."""
    try:
        wait_for_condition(page, SETTLED, what="the end of scripts and the charts")
    except AssertionError as error:
        raise AssertionError(f"{error}: {page.evaluate(UNSETTLED)}") from error


def open_help(page: Page) -> None:
    """Open the menu in the sidebar with the glossary, the keys, the link and the language."""
    if not page.locator(".st-key-help details[open]").count():
        page.locator(".st-key-help summary").click()
        still(page)


def open_share(page: Page) -> None:
    """Open the dialog with the link to the screen."""
    settled(page)
    open_help(page)
    page.get_by_role("button", name="Share this screen").click()


def still(page: Page, frames: int = 3) -> None:
    """Wait until the page has settled and everything stays where it is."""
    settled(page)
    wait_for_promise(page, STILL, frames, what="a page that is still")


def quiet(page: Page, milliseconds: int = 200) -> None:
    """Wait until nothing on the page has changed for a while and no script runs.

    For what must not happen: whatever was under way has then had its effect.
    """
    wait_for_promise(page, QUIET, milliseconds / 25, what="a quiet page")


def idle(page: Page) -> None:
    """Wait until the tasks that the page had to do are done."""
    wait_for_promise(page, BACKGROUND_TASK, what="an idle page")


def listening(button: Locator) -> None:
    """Wait until the key of a button is heard.

    Streamlit draws a button first and binds its key in a later task; a background task comes after.
    """
    expect(button).to_be_visible()
    settled(button.page)  # or it may be that of the screen before
    idle(button.page)


def until(what: Callable[[], Any], page: Page | None = None, seconds: float = 120) -> Any:
    """Wait until something is true that is not visible in a page, and return it.

    Args:
        what: called until it returns something true; a connection may fail meanwhile.
        page: a page whose events are handled while waiting; Playwright handles them only in calls.
        seconds: the time after which the test fails.
    """
    end = time.monotonic() + seconds
    while True:
        with suppress(OSError):
            if found := what():
                return found
        if time.monotonic() > end:
            name = inspect.getsource(what).strip() if inspect.isfunction(what) else repr(what)
            raise AssertionError(f"waited {seconds:.0f} s for {name}")
        if page is None:
            time.sleep(0.05)
        else:
            with suppress(Error):  # it may be on its way to another address
                wait_for_promise(page, "() => frame()", what="the next frame")


def box(element: Locator) -> FloatRect:
    """Where an element is in the window."""
    found = element.bounding_box()
    assert found is not None, "it is not drawn"
    return found


def scheme(page: Page, name: str) -> None:
    """Change to a colour scheme, "light" or "dark"."""
    page.emulate_media(color_scheme=name)  # type: ignore[arg-type]
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", BACKGROUND[name])


PICTURES = Path(__file__).parents[2] / "test-artifacts"
"""Where `make shots` puts its pictures."""

TAKES_PICTURES = bool(os.environ.get("SHOTS"))


def count_pages(pdf: bytes) -> int:
    """Return the number of pages of a PDF file."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def find_cut(elements: Locator) -> list[str]:
    """Return the texts of the elements that are too narrow for theirs."""
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    found: list[str] = elements.evaluate_all(cut)
    return found


def shoot(page: Page, name: str) -> None:
    """Take a picture of the window, if pictures are wanted."""
    if TAKES_PICTURES:
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")


def layouts(page: Page, sizes: Iterable[tuple[int, int]] = SIZES) -> Iterator[tuple[int, int, str]]:
    """Show the page in each size; yield the width, the height and a name.

    Opening a page takes far longer than changing its size. At the end it has its first size again.
    Colours do not change the layout, and take long to change: only pictures need both schemes.
    """
    before = page.viewport_size
    ground = page.get_by_test_id("stApp").evaluate("e => getComputedStyle(e).backgroundColor")
    # Changing the scheme takes longest, so each size starts with the current one.
    schemes = sorted(BACKGROUND, key=lambda name: BACKGROUND[name] != ground)
    if not TAKES_PICTURES:
        del schemes[1:]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for name in schemes:
            scheme(page, name)
            still(page)
            yield width, height, f"{width}x{height}-{name}"
        schemes.reverse()
    if before:
        page.set_viewport_size(before)
