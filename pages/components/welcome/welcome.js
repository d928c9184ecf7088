import { mount } from "../shared/mount.js";
import { read, write } from "../shared/storage.js";

const KEY = "merge-by-merge.welcome";
const AGAIN = 500; // ms
const MERGES = 3; // merges after which a visitor is no newcomer
const page = document.documentElement;

// From Python, data = {step, open, over, waits}: the step on screen, whether the page may show the front
// door, whether it was closed for good, and whether to ask again for what is not ready yet.
export default mount((_, { step }) => {
  // Without storage the door would appear on every visit, so it is never shown.
  if (read("localStorage", KEY) !== null) return { stop() {} };
  const listening = new AbortController();
  const fromStart = step === 0; // a link to a later step does not lead to the door
  let merges = 0, open = false, told = 0, timer = 0;

  const show = () => page.toggleAttribute("data-door", open && step === 0);

  // The words below the door keep their place after the door has closed.
  function keepHeight() {
    const height = page.hasAttribute("data-door") && document.querySelector(".st-key-door")?.offsetHeight;
    if (height) page.style.setProperty("--door", `${height}px`);
  }

  function tell() {
    told += 1;
    newcomer.set("newcomer", { here: true, told });
  }

  function end() {
    if (listening.signal.aborted) return;
    write("localStorage", KEY, "1");
    newcomer.stop();
    if (told) newcomer.set("newcomer", { here: false });
  }

  document.addEventListener("merge-by-merge:position", ({ detail }) => {
    merges += Math.max(0, detail.step - step);
    step = detail.step;
    keepHeight();
    show();
    if (merges >= MERGES) end();
  }, { signal: listening.signal });
  document.addEventListener("click", keepHeight, { capture: true, signal: listening.signal });

  const newcomer = {
    receive(data) {
      if (data.over) end();
      if (listening.signal.aborted) return;
      open = data.open && fromStart;
      show();
      clearTimeout(timer);
      if (data.waits) timer = setTimeout(tell, AGAIN);
      else if (open && !told) tell();
    },
    stop() {
      listening.abort();
      clearTimeout(timer);
      page.removeAttribute("data-door");
    },
  };
  return newcomer;
});
