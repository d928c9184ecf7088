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
