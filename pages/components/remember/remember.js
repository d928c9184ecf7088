import { read, write } from "../shared/storage.js";

const STORE = "localStorage";
const KEY = "merge-by-merge.lessons";
const WRITTEN = /^[a-z0-9.,-]{1,1000}$/;
const mounts = new WeakMap();
let cleared = 0;

// From Python, data = {text, forgotten, heard}. `heard` is the number of the report that `text` takes
// into account. The stored text is not overwritten until Python has handled our report.
export default function ({ parentElement: root, data, setStateValue }) {
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    write(STORE, KEY, "");
  }
  let mount = mounts.get(root);
  if (!mount) {
    mount = { seq: 0 };
    mounts.set(root, mount);
    const text = read(STORE, KEY) ?? "";
    if (WRITTEN.test(text) && text !== data.text) {
      mount.seq = Date.now();
      setStateValue("remembered", { text, seq: mount.seq });
      return;
    }
  }
  if (!mount.seq || mount.seq === data.heard) write(STORE, KEY, data.text);
}
