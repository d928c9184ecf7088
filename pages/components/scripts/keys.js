// Keyboard shortcuts that Streamlit does not support (?), second keys of a button (the page keys of a
// clicker), and a link to the stepper that is visible while it has the focus. From Python, data has
//   buttons     for each key, by its name in the browser, the widget key of the button that it presses, or
//               several, separated by spaces, of which one is on the page
//   pages       for each key, how many pages forward it leads (backward if negative)
//   presenting  whether presenter mode is on
//   skip        the text of the link; empty if the page has no stepper

import { keepFocus } from "./focus.js";
import { isFree, PAGES, TYPING } from "./shared.js";

// Elements that Escape closes before it leaves presenter mode.
const OPEN = "[role=dialog],dialog[open],[role=listbox],[role=menu],#vg-tooltip-element.visible";

const PRESSABLE = "button,a,summary"; // Enter presses them
const MOVABLE = "[role=radiogroup],[role=slider],[role=tablist],[type=range]"; // arrow keys move them

const COLLAPSE = "[data-collapsed=false] [data-testid=stSidebarCollapseButton] button";

// Go to the next or the previous page by clicking its link, which keeps the session.
function turn(by) {
  const links = [...document.querySelectorAll(PAGES)];
  const here = links.findIndex((link) => link.ariaCurrent === "page");
  if (here >= 0) links.at((here + by + links.length) % links.length).click();
}

// Draw links to the pages at the top: on a narrow screen Streamlit hides its own in the sidebar.
function drawPages(bar) {
  const narrow = matchMedia("(max-width: 768px)"), listening = new AbortController();
  const draw = () => {
    if (!narrow.matches) return;
    const links = [...document.querySelectorAll(PAGES)];
    const said = links.map((link) => `${link.ariaCurrent} ${link.getAttribute("href")} ${link.textContent}`);
    if (!links.length || bar.dataset.drawn === said.join()) return;
    bar.dataset.drawn = said.join();
    bar.replaceChildren(...links.map((link) => {
      const copy = document.createElement("a");
      copy.href = link.href;
      copy.textContent = link.textContent;
      copy.ariaCurrent = link.ariaCurrent;
      copy.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        [...document.querySelectorAll(PAGES)].find((each) => each.href === copy.href)?.click();
        // On a phone this click also opens Streamlit's sidebar, or closes it if it was open.
        setTimeout(() => document.querySelector(COLLAPSE)?.click(), 50);
      });
      return copy;
    }));
  };
  draw();
  narrow.addEventListener("change", draw, { signal: listening.signal });
  const watch = new MutationObserver(draw);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
  return () => {
    watch.disconnect();
    listening.abort();
  };
}

// Make a link to the stepper the first stop of Tab.
function drawSkip(label) {
  let link = document.querySelector(".skip");
  if (!link) {
    link = document.createElement("a");
    link.className = "skip";
    link.href = "#stepper";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.querySelector("[data-go=next]")?.focus();
    });
    document.body.prepend(link);
  }
  link.textContent = label;
  link.hidden = !label;
}

// Streamlit opens the sidebar in every wide window. On a phone that is turned it would cover a third
// of the page.
function closeSidebar() {
  const turned = matchMedia("(orientation: landscape) and (max-height: 500px) and (pointer: coarse)");
  const close = () => { if (turned.matches) document.querySelector(COLLAPSE)?.click(); };
  close();
  turned.addEventListener("change", () => setTimeout(close, 100)); // after Streamlit has opened it
}

const place = keepFocus();
closeSidebar();

export default function (root) {
  const bar = root.querySelector("nav"), undraw = drawPages(bar);
  const listening = new AbortController();
  let data = null, closes = false, left = false;
  place.announceIn(root.querySelector("[aria-live]"));
  // In the capture phase: later, the element that Escape closes may be closed already.
  document.addEventListener("keydown", ({ key, target, isComposing }) => {
    closes = Boolean(document.querySelector(OPEN));
    // Streamlit would drop a long text that is typed in a dialog.
    if (key === "Escape" && !isComposing && target.matches?.("[role=dialog] textarea")) target.blur();
  }, { signal: listening.signal, capture: true });
  document.addEventListener("keydown", (event) => {
    const by = data.pages[event.key.toLowerCase()];
    if (by && isFree(event)) return turn(by);
    const at = event.target;
    if (event.key === "Escape" && !event.isComposing && !closes && at.closest?.(TYPING)) return place.leave(at);
    if (event.key === "Escape" && (closes || left || !data.presenting)) return;
    // In the field for Predict's tokens Enter presses Check, once Streamlit has read the field.
    if (event.key === "Enter" && at.closest?.(".st-key-predict_field"))
      setTimeout(() => document.querySelector(".st-key-predict_check button")?.click(), 50);
    const names = data.buttons[event.key];
    if (!names || !isFree(event)) return;
    if (event.key === "Enter" && at.closest?.(PRESSABLE)) return;
    if (event.key.startsWith("Arrow") && at.closest?.(MOVABLE)) return;
    const button = document.querySelector(names.split(" ").map((name) => `.st-key-${name} button`).join());
    if (!button) return;
    event.preventDefault();
    left = event.key === "Escape"; // otherwise a second press would enter again
    button.click();
  }, { signal: listening.signal });
  return {
    receive(news) {
      data = news;
      left = false;
      place.present(data.presenting);
      drawSkip(data.skip);
      bar.hidden = data.presenting;
    },
    stop() {
      undraw();
      listening.abort();
    },
  };
}
