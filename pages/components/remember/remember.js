// Local storage may be blocked; then every access throws an error.
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
  } catch { /* the address still has it */ }
}

// From Python, data = {text, forgotten, heard}. `heard` is the number of the report that `text` takes
// into account. The stored text is not overwritten until Python has handled our report.
export default function ({ parentElement: root, data, setStateValue }) {
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    write("");
  }
  let mount = mounts.get(root);
  if (!mount) {
    mount = { seq: 0 };
    mounts.set(root, mount);
    const text = read();
    if (text && text !== data.text) {
      mount.seq = Date.now();
      setStateValue("remembered", { text, seq: mount.seq });
      return;
    }
  }
  if (!mount.seq || mount.seq === data.heard) write(data.text);
}
