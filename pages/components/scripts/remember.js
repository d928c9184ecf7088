import { read, write } from "./shared.js";

const PREFIX = "merge-by-merge.";
const WRITTEN = /^[ -~]{1,9999}$/;

// From Python, data has {store, name, text, heard, session}. `text` is null until Python knows
// what is stored, or if what is stored may stay. `heard` is the number of the report that `text` takes into
// account; the stored text is not overwritten before. After another server took over, `session` is another one, which knows nothing.
export default function () {
  let known = null, seq = 0;
  const remember = {
    receive({ store, text, session, heard, name }) {
      const key = PREFIX + name;
      if (known !== session) {
        [known, seq] = [session, 0];
        const found = read(store, key) ?? "", stored = WRITTEN.test(found) ? found : "";
        if (stored !== text) {
          seq = Date.now();
          remember.set("remembered", { text: stored, seq });
          return;
        }
      }
      if (text !== null && (!seq || seq === heard)) write(store, key, text);
    },
  };
  return remember;
}
