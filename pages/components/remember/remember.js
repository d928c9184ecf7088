// Local storage may be blocked, and then every access throws.
const KEY = "merge-by-merge.lessons";
const WRITTEN = /^[a-z0-9.,-]{1,1000}$/;
const mounts = new WeakMap();
let cleared = 0;

function read() {
  try {
    const text = localStorage.getItem(KEY) ?? "";
    return WRITTEN.test(text) ? text : "";
  } catch {
    return "";
  }
}

function write(text) {
  try {
    if (text) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
  } catch { /* then the address alone keeps it */ }
}

// From Python, data = {text, forgotten, heard}; heard is the number of our report, once Python
// has taken it into account. Until then nothing is written over what was stored.
export default function ({ parentElement: root, data, setStateValue }) {
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    write("");
  }
  let mount = mounts.get(root);
  if (!mount) {
    mounts.set(root, (mount = { seq: 0 }));
    const text = read();
    if (text && text !== data.text) {
      mount.seq = Date.now();
      setStateValue("remembered", { text, seq: mount.seq });
      return;
    }
  }
  if (!mount.seq || mount.seq === data.heard) write(data.text);
}
