// Session storage may be blocked; then every access throws an error.
const STORE = "merge-by-merge.room";
const mounts = new WeakMap();
let cleared = 0;

function read() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORE));
    return typeof stored?.code === "string" && typeof stored?.key === "string" ? stored : null;
  } catch {
    return null;
  }
}

function write(room) {
  try {
    if (room) sessionStorage.setItem(STORE, JSON.stringify(room));
    else sessionStorage.removeItem(STORE);
  } catch { /* then the room is lost on reload */ }
}

// From Python, data = {code, key, forgotten}.
export default function ({ parentElement: root, data, setStateValue }) {
  const isNew = !mounts.has(root);
  mounts.set(root, true);
  if (data.code) return write({ code: data.code, key: data.key });
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    return write(null);
  }
  const stored = isNew && read();
  if (stored) setStateValue("found", { ...stored, at: Date.now() });
}
