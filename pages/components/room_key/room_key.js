import { read, write } from "../shared/storage.js";

const STORE = "sessionStorage";
const KEY = "merge-by-merge.room";
const mounts = new WeakMap();
let cleared = 0;

// The room's code and key in the storage, or null.
function stored() {
  try {
    const room = JSON.parse(read(STORE, KEY) ?? null);
    return typeof room?.code === "string" && typeof room?.key === "string" ? room : null;
  } catch {
    return null; // another script wrote it
  }
}

// From Python, data = {code, key, forgotten}.
export default function ({ parentElement: root, data, setStateValue }) {
  const isNew = !mounts.has(root);
  mounts.set(root, true);
  if (data.code) return write(STORE, KEY, JSON.stringify({ code: data.code, key: data.key }));
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    return write(STORE, KEY, "");
  }
  const found = isNew && stored();
  if (found) setStateValue("found", { ...found, at: Date.now() });
}
