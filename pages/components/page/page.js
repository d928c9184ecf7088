import { translate } from "./borrowed.js";
import { sentences } from "./refusals.js";

// Cut typed text to MAX_LENGTH, a constant from Python: the server would close the websocket on a
// longer message. And replace half a surrogate pair by U+FFFD: it cannot be sent as UTF-8, and the
// server would drop the whole message.
document.addEventListener("input", ({ target: field }) => {
  if (typeof field?.value !== "string") return;
  const cut = field.value.slice(0, MAX_LENGTH), text = cut.toWellFormed?.() ?? cut;
  if (text === field.value) return;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(kind.prototype, "value");
  set.call(field, text);
}, true);

// When the connection is back, have the page run. Another server may have taken over: until it has
// run the page it does not know its fragments, and would ignore clicks in them.
let askToRun = () => {};
let wasConnected = true;
new MutationObserver(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const isConnected = app?.dataset.testConnectionState === "CONNECTED";
  if (isConnected && !wasConnected) askToRun();
  wasConnected = isConnected;
}).observe(document, { subtree: true, attributeFilter: ["data-test-connection-state"] });

// Dialogs and popovers stand outside the app's own element: tell the whole document whether it is dark.
function colour() {
  const app = document.querySelector("[data-testid=stApp]");
  if (!app) return;
  const scheme = getComputedStyle(app).colorScheme, { style } = document.documentElement;
  if (style.colorScheme !== scheme) style.colorScheme = scheme;
  dressed.observe(app, { attributeFilter: ["class"] }); // its class changes with the theme
}
const dressed = new MutationObserver(colour);

// Say which language the document is in, and remember the one that was chosen. Links that are shared
// carry the language, and `share` and `scan` read it here.
function speak({ language, direction, chosen, inLinks }) {
  const { documentElement: root } = document;
  root.lang = language;
  root.dir = direction;
  if (inLinks) root.dataset.linked = language;
  if (!chosen) return;
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax${safe}`;
}

// Complete an address without parameters, as after a click in the navigation, by replacing the entry
// in the browser's history. Python can only add entries.
//
// From Python, data = {query, refusals, lost, …}: the parameters, sentences for refusals.js, and the
// language.
export default function ({ data, setTriggerValue }) {
  Object.assign(sentences, { refusals: data.refusals, lost: data.lost });
  colour();
  speak(data);
  translate(data.borrowed);
  askToRun = () => setTriggerValue("connected", Date.now());
  const url = new URL(location.href);
  if (url.searchParams.has("step")) return;
  for (const [name, value] of new URLSearchParams(data.query)) url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}
