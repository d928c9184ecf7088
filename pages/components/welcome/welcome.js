import { read, write } from "../shared/storage.js";

const KEY = "merge-by-merge.welcome";
const MERGES = 3; // merges after which the orientation is known
const page = document.documentElement;

export default function ({ parentElement: root }) {
  const before = window.mergeByMergeWelcome;
  window.mergeByMergeWelcome = root;
  // A visitor who returns from another page is not in the middle of a step: remove the space now.
  if (before && before !== root && page.dataset.welcome === "over") page.dataset.welcome = "closed";
  // Without storage it would appear on every visit, so it is never shown.
  if (before || read("localStorage", KEY) !== null) return;
  page.dataset.welcome = "on";
  const listening = new AbortController();
  let step = null, merges = 0;

  function end(how) {
    write("localStorage", KEY, "1");
    listening.abort();
    watch.disconnect();
    // Keep the space after the last merge, so that the stepper does not move under the pointer.
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
