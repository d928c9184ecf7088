// Cut typed text to `longest` characters, a number from Python, since the server closes the websocket on a
// longer message. Replace half a surrogate pair by U+FFFD, since it cannot be sent as UTF-8 and the
// server would drop the whole message.
let longest = Infinity;
document.addEventListener("input", ({ target: field }) => {
  if (typeof field?.value !== "string") return;
  const cut = field.value.slice(0, longest), text = cut.toWellFormed?.() ?? cut;
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

// Mark the whole document as dark or light, since dialogs are outside the app's element.
function colour() {
  const app = document.querySelector(".stApp");
  if (!app) return;
  const scheme = getComputedStyle(app).colorScheme, { style } = document.documentElement;
  if (style.colorScheme !== scheme) style.colorScheme = scheme;
  dressed.observe(app, { attributeFilter: ["class"] }); // its class changes with the theme
}
const dressed = new MutationObserver(colour);

// Set the document's language, and remember the one that was chosen.
function setLanguage({ language, direction, chosen, cookie }) {
  const { documentElement: root } = document;
  root.lang = language;
  root.dir = direction;
  if (!chosen) return;
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax${safe}`;
}

// Translate Streamlit's own texts on the elements that it draws. The translations come from Python,
// by the English text; "{what}" in "Help for {what}" matches any text.
const NAMES = ["aria-label", "placeholder", "title"];
const OURS = ".stHtml,[data-testid=stBidiComponent],textarea,pre,[data-testid=stMarkdownContainer]" +
  ":not(.stFileUploader button *, [data-testid=stTopNavSection] *)";
let rules = []; // for each text: [start, end] of the English, and of the translation

const ends = (template) => template.split(/\{\w+\}/);

// Translate a text by the first rule that matches it; return other texts unchanged.
function said(text, of) {
  for (const [[before, behind], [own, end]] of of) {
    if (behind === undefined ? text.trim() === before : text.startsWith(before) && text.endsWith(behind) &&
        text.length > before.length + behind.length)
      return behind === undefined ? text.replace(before, () => own) :
        own + text.slice(before.length, text.length - behind.length) + end;
  }
  return text;
}

function rename(element, of) {
  if (element.closest(OURS)) return;
  for (const name of NAMES) {
    const text = element.getAttribute(name), own = text && said(text, of);
    if (own !== text) element.setAttribute(name, own);
  }
}

function reword(node, of) {
  if (node.nodeType === 3) {
    const own = node.parentElement?.closest(OURS) ? node.data : said(node.data, of);
    if (own !== node.data) node.data = own;
  } else if (node.nodeType === 1) {
    for (const element of [node, ...node.querySelectorAll(NAMES.map((name) => `[${name}]`))])
      rename(element, of);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) reword(texts.currentNode, of);
  }
}

const rewording = new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === "childList") for (const node of addedNodes) reword(node, rules);
    else if (type === "characterData") reword(target, rules);
    else rename(target, rules);
  }
});

function translate(borrowed) {
  const wanted = Object.entries(borrowed).map((both) => both.map(ends));
  if (JSON.stringify(wanted) === JSON.stringify(rules)) return;
  rewording.disconnect();
  reword(document.body, rules.map(([english, own]) => [own, english])); // back to the English
  rules = wanted;
  if (!rules.length) return;
  reword(document.body, rules);
  const all = { subtree: true, childList: true, characterData: true, attributeFilter: NAMES };
  rewording.observe(document.body, all);
}

// Add the parameters to an address without any, as after a click in the navigation. This replaces the
// entry in the browser's history; Python can only add entries.
//
// From Python, data = {query, refusals, lost, …}: the parameters, sentences on refusals, and the language.
export default function () {
  const page = {
    receive(data) {
      sentences = data;
      longest = data.longest;
      colour();
      setLanguage(data);
      translate(data.borrowed);
      askToRun = () => page.set("connected", Date.now());
      const url = new URL(location.href);
      if (url.searchParams.has("step")) return;
      for (const [name, value] of new URLSearchParams(data.query)) url.searchParams.set(name, value);
      history.replaceState(history.state, "", url);
    },
  };
  return page;
}
