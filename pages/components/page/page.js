// `MOST` stands in a line before this file: one character more than a typed text may have, so that
// Python can say so. A longer one would not go through the websocket, which the server would close.

// Half of a surrogate pair cannot be sent as UTF-8, and the server would drop the whole message:
// let it be U+FFFD before anybody reads the field.
document.addEventListener("input", ({ target: field }) => {
  if (typeof field?.value !== "string") return;
  const cut = field.value.slice(0, MOST), text = cut.toWellFormed?.() ?? cut;
  if (text === field.value) return;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(kind.prototype, "value");
  set.call(field, text);
}, true);

// A server that takes over from one that died knows this page only once it has run it, and
// Streamlit asks for no run of its own accord: the next click in a fragment would do nothing.
let askToRun = () => {};
let wasConnected = true;
new MutationObserver(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const isConnected = app?.dataset.testConnectionState === "CONNECTED";
  if (isConnected && !wasConnected) askToRun();
  wasConnected = isConnected;
}).observe(document, { subtree: true, attributeFilter: ["data-test-connection-state"] });

// Python can only *add* entries to the browser's history. Completing an address in place, as after
// a click in the navigation, which drops our parameters, takes a line of JavaScript.
export default function ({ data, setTriggerValue }) {
  askToRun = () => setTriggerValue("connected", Date.now());
  const url = new URL(location.href);
  if (url.searchParams.has("step")) return;
  for (const [name, value] of new URLSearchParams(data.query)) url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}
