// Buttons with data-pick live in HTML that Streamlit replaces as a whole whenever it changes. So
// one listener on the document hears them, whichever they are; and a button that had the focus
// hands it on to the button with the same value that took its place, or with the same data-heir if
// it has one. If there is none, as when "Close" closes itself, the one clicked before it gets the
// focus back.

const listeners = new WeakMap();
const PICK = "button[data-pick]";

export default function ({ parentElement: root, setStateValue }) {
  let listener = listeners.get(root);
  if (!listener) listeners.set(root, (listener = listen()));
  listener.send = (pick) => setStateValue("pick", pick);
  // Streamlit also cleans up a call it has merely superseded: stop only when really gone.
  return () =>
    setTimeout(() => {
      if ((root.host ?? root).isConnected) return;
      listener.stop();
      listeners.delete(root);
    });
}

function listen() {
  const listening = new AbortController(), on = { signal: listening.signal, capture: true };
  const popoverOf = (value = "") => {
    const key = value.startsWith("open:") && CSS.escape(value.slice(5));
    return key ? document.querySelector(`.st-key-${key} button`) : null;
  };
  const nameOf = ({ dataset }) => dataset.heir ?? dataset.pick;
  let standIn; // of the popover opened last
  const pickOf = ({ target }) => {
    const popover = popoverOf(standIn);
    return target.closest?.(PICK) ?? (popover?.contains(target) ? popover : null);
  };
  let seq = 0, focused = null, clicked = [];

  const redrawn = new MutationObserver(() => {
    if (focused.isConnected) return;
    const active = document.activeElement;
    if (active && active !== document.body) return watch(null); // the focus has gone elsewhere
    const buttons = [...document.querySelectorAll(PICK)];
    // Of a button that stands in for a popover, the popover's own button takes the place, and the
    // other way round; see menus.py.
    const values = [focused.dataset.pick ? nameOf(focused) : standIn, ...clicked];
    const heirs = values.map((value) =>
      buttons.find((button) => nameOf(button) === value) ?? popoverOf(value));
    heirs.find(Boolean)?.focus({ preventScroll: true });
  });

  function watch(button) {
    if (button && !focused) redrawn.observe(document.body, { childList: true, subtree: true });
    if (!button) redrawn.disconnect();
    focused = button;
  }

  document.addEventListener("focusin", (event) => watch(pickOf(event)), on);
  document.addEventListener("pointerdown", (event) => watch(pickOf(event)), on);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(PICK);
    if (!button) return;
    watch(button);
    if (button.dataset.pick.startsWith("open:")) standIn = button.dataset.pick;
    seq = Math.max(seq + 1, Date.now()); // the same button again is a new pick, also after a reload
    clicked = [nameOf(button), ...clicked].slice(0, 3);
    self.send({ value: button.dataset.pick, seq });
  }, on);

  const self = {
    stop() {
      watch(null);
      listening.abort();
    },
  };
  return self;
}
