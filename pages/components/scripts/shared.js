// Elements in which keys type or choose.
export const TYPING =
  "input:not([type=range],[type=checkbox],[type=radio]),textarea,select,[contenteditable=true]," +
  "[role=textbox],[role=combobox],[role=listbox]";

// Return whether a pressed key may be a shortcut of the page.
export const isFree = (event) =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing &&
  !event.target.closest?.(`${TYPING},[role=dialog]`);

// The links of the navigation.
export const PAGES = "[data-testid=stTopNavLink],[data-testid=stSidebarNavLink]";

// Return a whole number with separators of thousands, if it has as many digits as the language asks
// for. Python writes both into a dataset, as data-thousands and data-grouped.
export function grouped(number, { thousands, grouped: fewest }) {
  const digits = String(number);
  return digits.length < fewest ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thousands);
}

// Reads and writes the browser's storage, which may be blocked; then every access throws an error.

// Return the text under a name; null without one, and undefined if the storage is blocked. `where` is
// "localStorage" or "sessionStorage".
export function read(where, name) {
  try {
    return window[where].getItem(name);
  } catch {
    return undefined;
  }
}

// Store a text under a name; an empty one is removed.
export function write(where, name, text) {
  try {
    if (text) window[where].setItem(name, text);
    else window[where].removeItem(name);
  } catch { /* then it is lost on reload */ }
}

// Where the browser stores the switch of motion; "off" switches it off.
export const MOTION = "merge-by-merge.motion";

// Return whether things may move on screen.
export const animated = () => {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return read("localStorage", MOTION) !== "off" && !still && !document.hidden;
};
