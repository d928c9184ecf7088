import { read, write } from "../shared/storage.js";

const PREFIX = "merge-by-merge.";
const WRITTEN = /^[ -~]{1,9999}$/;
const mounts = new WeakMap();
let cleared = 0;

// From Python, data = {store, name, text, forgotten, heard, session}. `text` is null until Python knows
// what is stored. `heard` is the number of the report that `text` takes into account; the stored text is
// not overwritten before. After another server took over, `session` is another one, which knows nothing.
export default function ({ parentElement: root, data, setStateValue }) {
  const { store, text, session } = data, name = PREFIX + data.name;
  if (data.forgotten > cleared) {
    cleared = data.forgotten;
    write(store, name, "");
  }
  let mount = mounts.get(root);
  if (mount?.session !== session) {
    mount = { session, seq: 0 };
    mounts.set(root, mount);
    const found = read(store, name) ?? "", stored = WRITTEN.test(found) ? found : "";
    if (stored !== text) {
      mount.seq = Date.now();
      setStateValue("remembered", { text: stored, seq: mount.seq });
      return;
    }
  }
  if (!mount.seq || mount.seq === data.heard) write(store, name, text);
}
