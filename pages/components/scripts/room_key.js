// Keeps the key of the teacher's room. From Python, data has
//   code, key  the room in this tab; empty without one
//   offered    the code of the room that Python knows from another tab
//   closed     the code of a room to forget
// A report has the code and the key of a room, and whether it is that of this tab before a reload.

import { read, write } from "./shared.js";

const TAB = "sessionStorage", BROWSER = "localStorage";
const KEY = "merge-by-merge.room";

// The room's code and key in a storage, or null.
function stored(where) {
  try {
    const room = JSON.parse(read(where, KEY) ?? null);
    return typeof room?.code === "string" && typeof room?.key === "string" ? room : null;
  } catch {
    return null; // another script wrote it
  }
}

export default function () {
  const listening = new AbortController();
  let data = null;

  function report(room, mine) {
    const { code, key } = room ?? { code: "", key: "" };
    if (code === (data.code || data.offered) || (code && code === data.closed)) return;
    self.set("found", { code, key, mine, at: Date.now() });
  }

  // Another tab has opened a room, or closed it.
  addEventListener("storage", ({ key }) => {
    if (data && key === KEY) report(stored(BROWSER), false);
  }, { signal: listening.signal });

  const self = {
    receive(news) {
      data = news;
      const { code, key, closed } = data;
      for (const where of [TAB, BROWSER])
        if (closed && stored(where)?.code === closed) write(where, KEY, "");
      if (!code) {
        const mine = stored(TAB);
        report(mine ?? stored(BROWSER), Boolean(mine));
      } else if (stored(TAB)?.code !== code) {
        for (const where of [TAB, BROWSER]) write(where, KEY, JSON.stringify({ code, key }));
      }
    },
    stop: () => listening.abort(),
  };
  return self;
}
