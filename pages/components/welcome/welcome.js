// Local storage may be blocked; then every access throws an error.
const KEY = "merge-by-merge.welcome";
const MERGES = 3; // after which the line is known
const page = document.documentElement;

function known() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // to somebody who would see it at every visit it is not shown at all
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, "1");
  } catch { /* it is shown again */ }
}

export default function ({ parentElement: root }) {
  const before = window.mergeByMergeWelcome;
  window.mergeByMergeWelcome = root;
  // Who comes back from another page is not in the middle of a step: now the room can go.
  if (before && before !== root && page.dataset.welcome === "over") page.dataset.welcome = "closed";
  if (before || known()) return;
  page.dataset.welcome = "on";
  const listening = new AbortController();
  let step = null, merges = 0;

  function end(how) {
    remember();
    listening.abort();
    watch.disconnect();
    // What was read through keeps its room, so that nothing moves under a hand that steps on.
    page.dataset.welcome = how;
  }

  function look() {
    const line = document.querySelector(".welcome");
    if (!line) return;
    const now = Number(line.dataset.step);
    if (step !== null) merges += Math.max(0, now - step);
    step = now;
    if (merges >= MERGES) end("over");
  }

  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-step"] });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-welcome-close]")) end("closed");
  }, { signal: listening.signal });
  look();
}
