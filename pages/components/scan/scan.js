// Asks Python for the QR code of the address and shows it over the page until Esc. See __init__.py.

import { isFree } from "../shared/keys.js";
import { here } from "../shared/link.js";

const EVENT = "merge-by-merge:scan";
const AGAIN = 4; // requests while the address keeps changing, or no answer arrives
const PATIENCE = 1500; // ms to wait for an answer
const OWN = ["Tab", "Enter", " ", "Escape"]; // keys that mean something in the dialog

const asking = new WeakMap();

// The link has no presenter mode, which is for the projector.
function screen() {
  const url = here();
  if (url.searchParams.has("present")) url.searchParams.delete("present");
  return url.href;
}

export default function ({ parentElement: root, data, setStateValue }) {
  const dialog = root.querySelector("dialog");
  const state = asking.get(dialog) ?? { left: 0, seq: 0 };
  asking.set(dialog, state);
  state.send = (link) => {
    state.seq = Math.max(state.seq + 1, Date.now()); // reports the same address again
    setStateValue("asked", { link, seq: state.seq });
  };
  const ask = (left, delay = 0) => {
    clearTimeout(state.timer);
    state.left = left;
    state.waits = true;
    if (left) state.timer = setTimeout(() => { state.send(screen()); ask(left - 1, PATIENCE); }, delay);
  };
  const open = () => dialog.open || ask(AGAIN);

  if (data.link && state.waits) {
    if (data.link !== screen() && state.left) ask(state.left);
    else {
      clearTimeout(state.timer);
      state.waits = false;
      dialog.querySelector("div").innerHTML = data.html;
      if (!dialog.open) dialog.showModal();
    }
  }

  dialog.querySelector("button").onclick = () => dialog.close();
  const listening = new AbortController(), { signal } = listening;
  window.addEventListener(EVENT, open, { signal });
  window.addEventListener("keydown", (event) => {
    if (!dialog.open || OWN.includes(event.key)) return;
    event.stopImmediatePropagation(); // or it would be a shortcut of the covered page
  }, { signal, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "q" || !isFree(event)) return;
    event.preventDefault();
    open();
  }, { signal });
  return () => listening.abort();
}
