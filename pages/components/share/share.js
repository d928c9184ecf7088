// Copies the link to the screen. No event announces that Streamlit changes the address, so the script
// polls it, and reads it again before copying. Python cannot send it: the address is updated in every
// fragment, but the sidebar, which is not part of it, would have an old link.

import { here } from "../shared/link.js";

const INTERVAL = 300; // ms

export default function ({ parentElement: root }) {
  const field = root.querySelector("textarea"), status = root.querySelector("output");
  const words = root.querySelector(".share").dataset;
  const follow = () => {
    const link = here().href;
    if (field.value === link) return;
    field.value = link;
    status.textContent = "";
  };

  root.querySelector("button").onclick = async () => {
    follow();
    status.textContent = ""; // makes screen readers announce the same words again
    status.textContent = (await copy(field)) ? words.copied : words.byHand;
  };
  root.querySelector("button.scan").onclick = () => dispatchEvent(new Event("merge-by-merge:scan"));
  field.onfocus = () => field.select();
  follow();
  const timer = setInterval(follow, INTERVAL);
  return () => clearInterval(timer);
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https a page has no clipboard, except on localhost.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
