"""Wait for something in a page of the browser; each wait has an end and says what it waited for.

`page.evaluate` waits for a promise without an end. Scripts that return a promise therefore go
through `wait_for_promise`, and conditions through `wait_for_condition`.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import ElementHandle, Frame, Locator, Page, TimeoutError

SECONDS = 40
"""How long every wait lasts at most: far longer than a busy machine takes."""

HELPERS = """
  const patience = 1000 * SECONDS, waited = (what) => new Error(`waited SECONDS s for ${what}`);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  // The next frame; a page that paints nothing has none.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), pause(1000)]);
  // What a promise becomes.
  const within = (what, promise) => new Promise((done, fail) => {
    const end = setTimeout(() => fail(waited(what)), patience);
    promise.then(done, fail).finally(() => clearTimeout(end));
  });
  // What a condition is once it is true. It is looked at after each frame, or after each of some
  // milliseconds, which costs less: a page that waits for a frame paints one.
  const until = async (what, condition, milliseconds) => {
    const end = performance.now() + patience - 1000;  // before the deadline of all
    for (;;) {
      const found = condition();
      if (found) return found;
      if (performance.now() > end) throw waited(what);
      await (milliseconds ? pause(milliseconds) : frame());
    }
  };
""".replace("SECONDS", str(SECONDS))


def wait_for_promise(
    place: Page | Frame | Locator | ElementHandle, script: str, argument: Any = None, *, what: str
) -> Any:
    """Call a function of JavaScript in a page, and return what its promise becomes.

    It may call `frame()`, `within(what, promise)` and `until(what, condition, milliseconds)`, each
    of which ends. The error says ``what`` is waited for.

    Raises:
        playwright.sync_api.Error: the promise was rejected, or did not come to its end in time.
    """
    promise = f"(async () => ({script})(...all))()"
    bounded = f"(...all) => {{ {HELPERS} return within({json.dumps(what)}, {promise}); }}"
    return place.evaluate(bounded, argument)


def wait_for_condition(page: Page, condition: str, argument: Any = None, *, what: str) -> None:
    """Wait until a function is true in a page.

    Raises:
        AssertionError: it was not true in time.
    """
    try:
        page.wait_for_function(condition, arg=argument, polling=25, timeout=1000 * SECONDS)
    except TimeoutError as error:
        raise AssertionError(f"waited {SECONDS} s for {what}") from error
