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

export function translate(borrowed) {
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
