// Marks the characters of a token where the pointer or the focus is, and the tokens of a character:
// elements of a .spanned that share a character. Their attribute data-span has the start and the end of
// the characters that they cover, separated by a space. The mark is the class "at", which does not
// change any size. Streamlit replaces their HTML as a whole whenever it changes, so all listeners are
// the document's.

import { mount } from "../shared/mount.js";

export default mount(listen);

function listen() {
  const listening = new AbortController(), on = { signal: listening.signal };
  const near = (target) => target?.closest?.(".spanned [data-span]") ?? null;
  const placesOf = (element) => element.dataset.span.split(" ").map(Number);

  function mark(pointed) {
    for (const old of document.querySelectorAll(".spanned .at")) old.classList.remove("at");
    if (!pointed) return;
    const [from, to] = placesOf(pointed);
    pointed.classList.add("at");
    for (const each of pointed.closest(".spanned").querySelectorAll("[data-span]")) {
      const [begin, end] = placesOf(each);
      if (begin < to && from < end) each.classList.add("at");
    }
  }

  const focused = () => near(document.activeElement);
  document.addEventListener("pointerover", ({ target }) => mark(near(target) ?? focused()), on);
  // A finger leaves the screen after each tap; its marks stay until the next tap.
  document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") mark(focused());
  }, on);
  document.addEventListener("focusout", () => mark(null), on);
  document.addEventListener("focusin", ({ target }) => {
    const pointed = near(target);
    if (!pointed) return;
    mark(pointed);
    // The label of a token's button is only its text; its id and its characters are below it.
    const small = pointed.querySelector("small")?.textContent ?? "";
    const below = small.replace(/\s+/g, " ").replace(/ ?·| +(?=,)|^,? /g, "").trim();
    const said = target.ariaDescription ?? "";
    if (below && pointed !== target && !said.startsWith(below)) {
      target.ariaDescription = [below, said].filter(Boolean).join("; ");
    }
  }, on);
  return { stop: () => listening.abort() };
}
