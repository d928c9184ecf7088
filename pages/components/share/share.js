// The address bar always says what is on screen, so the link is whatever stands there now. No event
// tells when Streamlit changes it: look now and then, and once more before copying.

const LOOK = 300; // ms

export default function ({ parentElement: root }) {
  const field = root.querySelector("textarea"), said = root.querySelector("output");
  const follow = () => {
    const link = location.href.split("#")[0];
    if (field.value === link) return;
    field.value = link;
    said.textContent = "";
  };

  root.querySelector("button").onclick = async () => {
    follow();
    said.textContent = ""; // so that saying the same again is heard again
    const copied = await copy(field);
    said.textContent = copied ? "Copied" : "Press Ctrl+C to copy it";
  };
  field.onfocus = () => field.select();
  follow();
  const timer = setInterval(follow, LOOK);
  return () => clearInterval(timer);
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https a page has no clipboard, except on this very machine.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
