// Reports clicks on buttons with data-pick. Streamlit replaces their HTML as a whole whenever it
// changes, so there is one listener on the document.

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
  const listening = new AbortController();
  const self = { stop: () => listening.abort() };
  let seq = 0;
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(PICK);
    if (!button) return;
    seq = Math.max(seq + 1, Date.now()); // so that the same button again is reported, also after a reload
    self.send({ value: button.dataset.pick, seq });
  }, { signal: listening.signal, capture: true });
  return self;
}
