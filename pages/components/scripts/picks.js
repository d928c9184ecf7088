// Reports clicks on buttons with data-pick, and on tokens. Streamlit replaces their HTML as a whole
// whenever it changes, so there is one listener on the document. See picks.py for the tokens.

import { PAGES, TYPING } from "./shared.js";

const PICK = "button[data-pick]";
const MAIN = ".stMain";
const DIALOG = "[role=dialog],dialog[open]";
const TOKEN = ".tok,[data-token]";
const OTHER = "button,a,label,summary";

export default function (root) {
  const listening = new AbortController();
  const self = listen(root.querySelector(".walk"), listening.signal);
  markSpans(listening.signal);
  return Object.assign(self, { stop: () => listening.abort() });
}

const textOf = (token) =>
  token.dataset.token ? JSON.parse(token.dataset.token) : (token.querySelector("bdi") ?? token).textContent;
const opens = (token) =>
  JSON.stringify(["OpenStory", textOf(token), token.closest("[data-training]")?.dataset.training ?? ""]);

function listen(walk, signal) {
  const self = {}, on = { signal, capture: true };
  let seq = 0;
  let last = null; // the token that the arrow keys reached last

  function report(value) {
    seq = Math.max(seq + 1, Date.now()); // reports the same button again, even after a reload
    self.set("pick", { value, seq });
  }

  const tokens = () => [...document.querySelectorAll(`${MAIN} :is(${TOKEN})`)].filter(
    (token) => !token.closest(OTHER) && !token.parentElement.closest(TOKEN) && token.checkVisibility());

  document.addEventListener("click", (event) => {
    const at = event.target;
    const button = at.closest?.(PICK);
    if (button) return report(button.dataset.pick);
    const other = at.closest?.("[data-story]")?.querySelector(TOKEN);
    if (other) return report(opens(other));
    const link = at.closest?.("a[data-page]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) return turn(event, link);
    const token = at.closest?.(TOKEN);
    if (!token || token.closest(OTHER) || !token.closest(MAIN)) return;
    if (getSelection().isCollapsed) open(token);
  }, on);

  // Go to another page by its link in the navigation, which keeps the session.
  function turn(event, { pathname }) {
    const there = [...document.querySelectorAll(PAGES)].find((each) => each.pathname === pathname);
    if (!there) return;
    event.preventDefault();
    there.click();
  }

  function open(token) {
    walkTo(token);
    report(opens(token));
  }

  // A token becomes a button only when it gets the focus; plain text is cheaper.
  function walkTo(token) {
    if (!token) return;
    last = token;
    token.tabIndex = -1;
    token.role = "button";
    token.ariaHasPopup = "dialog";
    // The label of the button is only the token's text; its id and its characters may be below it.
    const small = token.closest("[data-span]")?.querySelector("small")?.textContent ?? "";
    const below = small.replace(/\s+/g, " ").replace(/ ?·| +(?=,)|^,? /g, "").trim();
    token.ariaDescription = [below, walk.dataset.opens].filter(Boolean).join("; ");
    token.focus({ preventScroll: true });
    token.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  const middle = (box) => box.x + box.width / 2;
  const onScreen = (token) => {
    const { top, bottom } = token.getBoundingClientRect();
    return bottom > 60 && top < innerHeight;
  };

  function enter() {
    const all = tokens();
    walkTo(last?.isConnected && all.includes(last) && onScreen(last) ? last : (all.find(onScreen) ?? all[0]));
  }

  function nextLine(all, token, down) {
    const here = token.getBoundingClientRect();
    const boxes = all.map((each) => [each, each.getBoundingClientRect()])
      .filter(([, box]) => (down ? box.top >= here.bottom - 2 : box.bottom <= here.top + 2));
    const far = ([, box]) =>
      2 * Math.abs(down ? box.top - here.bottom : here.top - box.bottom) + Math.abs(middle(box) - middle(here));
    return boxes.sort((a, b) => far(a) - far(b))[0]?.[0];
  }

  function leave() {
    document.activeElement.blur();
    document.querySelector(MAIN).focus({ preventScroll: true });
  }

  walk.addEventListener("click", enter, { signal });

  // On the window, since the same keys change the step when no token has the focus.
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = event.target, { key } = event;
    const token = at.closest?.(`${MAIN} :is(${TOKEN})`);
    if (document.querySelector(DIALOG) || at.closest?.(TYPING)) return;
    if (key.toLowerCase() === "t" && !token) enter();
    else if (!token || token !== document.activeElement) return;
    else if (key === "Enter" || key === " ") open(token);
    else if (key === "Escape" || key.toLowerCase() === "t") leave();
    else {
      const all = tokens(), i = all.indexOf(token);
      const moves = {
        ArrowRight: () => all[i + 1], ArrowLeft: () => all[i - 1], Home: () => all[0], End: () => all.at(-1),
        ArrowDown: () => nextLine(all, token, true), ArrowUp: () => nextLine(all, token, false),
      };
      if (!moves[key]) return;
      walkTo(moves[key]());
    }
    document.documentElement.removeAttribute("data-mouse"); // see theme.css
    event.preventDefault();
    event.stopPropagation();
  }, on);

  return self;
}

// Mark the characters of the token at the pointer or the focus, and the tokens of a character.
function markSpans(signal) {
  const near = (target) => target?.closest?.(".spanned [data-span]") ?? null;
  const placesOf = (element) => element.dataset.span.split(" ").map(Number);
  const focused = () => near(document.activeElement);

  function mark(pointed) {
    for (const old of document.querySelectorAll(".spanned .at")) old.classList.remove("at");
    if (!pointed) return;
    const [from, to] = placesOf(pointed);
    for (const each of pointed.closest(".spanned").querySelectorAll("[data-span]")) {
      const [begin, end] = placesOf(each);
      if (each === pointed || (begin < to && from < end)) each.classList.add("at");
    }
  }

  document.addEventListener("pointerover", ({ target }) => mark(near(target) ?? focused()), { signal });
  // A finger leaves the screen after each tap; its marks stay until the next tap.
  document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") mark(focused());
  }, { signal });
  document.addEventListener("focusin", ({ target }) => near(target) && mark(near(target)), { signal });
  document.addEventListener("focusout", () => mark(null), { signal });
}
