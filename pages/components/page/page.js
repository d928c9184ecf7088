import { translate } from "./borrowed.js";

// Cut typed text to MAX_LENGTH, a constant from Python, since the server closes the websocket on a
// longer message. Replace half a surrogate pair by U+FFFD, since it cannot be sent as UTF-8 and the
// server would drop the whole message.
document.addEventListener("input", ({ target: field }) => {
  if (typeof field?.value !== "string") return;
  const cut = field.value.slice(0, MAX_LENGTH), text = cut.toWellFormed?.() ?? cut;
  if (text === field.value) return;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(kind.prototype, "value");
  set.call(field, text);
}, true);

// Run the page after a reconnection. Another server may have taken over. Until it has run the page it
// does not know the page's fragments, and would ignore clicks in them.
let askToRun = () => {};
let wasConnected = true;
new MutationObserver(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const isConnected = app?.dataset.testConnectionState === "CONNECTED";
  if (isConnected && !wasConnected) askToRun();
  wasConnected = isConnected;
}).observe(document, { subtree: true, attributeFilter: ["data-test-connection-state"] });

// Explain why the server refused a file, in place of Streamlit's error from its HTTP library. The
// sentences come from Python: `refusals` by status, and `lost` for any other failure.
let sentences = { refusals: {}, lost: "" };
new MutationObserver(() => {
  for (const alert of document.querySelectorAll(".stFileUploader [role=alert]")) {
    if (!alert.textContent.includes("AxiosError")) continue;
    const status = /status code (\d+)/.exec(alert.textContent)?.[1];
    alert.textContent = sentences.refusals[status] ?? sentences.lost;
  }
}).observe(document, { childList: true, subtree: true, characterData: true });

// Mark the whole document as dark or light, since dialogs and popovers are outside the app's element.
function colour() {
  const app = document.querySelector(".stApp");
  if (!app) return;
  const scheme = getComputedStyle(app).colorScheme, { style } = document.documentElement;
  if (style.colorScheme !== scheme) style.colorScheme = scheme;
  dressed.observe(app, { attributeFilter: ["class"] }); // its class changes with the theme
}
const dressed = new MutationObserver(colour);

// Set the document's language, and remember the one that was chosen.
function setLanguage({ language, direction, chosen }) {
  const { documentElement: root } = document;
  root.lang = language;
  root.dir = direction;
  if (!chosen) return;
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax${safe}`;
}

// Add the parameters to an address without any, as after a click in the navigation. This replaces the
// entry in the browser's history; Python can only add entries.
//
// From Python, data = {query, refusals, lost, …}: the parameters, the sentences above, and the language.
export default function ({ data, setTriggerValue }) {
  sentences = data;
  colour();
  setLanguage(data);
  translate(data.borrowed);
  askToRun = () => setTriggerValue("connected", Date.now());
  const url = new URL(location.href);
  if (url.searchParams.has("step")) return;
  for (const [name, value] of new URLSearchParams(data.query)) url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}
