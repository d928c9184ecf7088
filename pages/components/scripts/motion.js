// Moves what a merge moves: in each word the two tokens come together and become one, the rows of the
// score table glide to their new ranks, and the new token drops into the vocabulary. After a step back
// only the rows glide. The page shows the new step at once; transforms then move each element from its old
// place to its new one, and leave no trace. The motion shows nothing that the page does not say.
//
// Newcomers see it as the last of four beats: the words of the merge add up to the count of the pair, the
// counts become its score, the rows of the score table sort by their scores, and the tokens come together.

const TIME = 350; // ms
const EASE = "cubic-bezier(.3, 0, .2, 1)";
const MOST = 60; // the most rows that move; more could not be followed
const LEAST = 0.5; // pixels; a shorter movement of a token is invisible
export const JOINED = 0.55; // the share of the time after which two tokens are one

export class Motion {
  constructor(place) {
    this.place = place;
    this.running = [];
    this.guests = []; // elements that are on the page only while they move
    this.timing = {}; // of the movements
    this.merging = null; // in four beats, a promise that the tokens come together
  }

  // Draw a move by some positions, and animate the way from the old state to the new one.
  play(by, draw, inBeats = false) {
    this.end();
    const before = new Snapshot(this.place, true), table = inBeats && this.place.querySelector("table.scores");
    const scores = table && tokenSeen(table, true);
    draw();
    const after = new Snapshot(this.place, false, before);
    const beats = inBeats && this.beats(after, scores);
    this.timing = beats ? beats.join : {};
    for (const [key, row] of after.rows) {
      const old = before.rows.get(key);
      if (beats && row.element.nodeName === "TR") continue; // the new table appears as a whole
      if (old) this.moveRow(old, row);
      else if (before.rows.size) // not on a page that has just opened
        this.animate(row.element, [{ opacity: 0 }, { opacity: 0, offset: JOINED }, { opacity: 1 }]);
    }
    if (by > 0) this.drop(before, after);
    if (beats) this.merging = this.tell(beats, before);
    if (this.running.length) this.place.dataset.motion = beats ? "beats" : "on";
    const { running } = this;
    Promise.allSettled(running.map(({ finished }) => finished)).then(() => running === this.running && this.end());
  }

  // End the motion at once, in its final state.
  end() {
    const { running } = this;
    this.running = [];
    for (const animation of running) animation.cancel();
    for (const guest of this.guests) guest.remove();
    this.guests = [];
    delete this.place.dataset.motion;
    this.merging = null;
  }

  animate(element, frames, timing = this.timing) {
    this.running.push(element.animate(frames, { duration: TIME, easing: EASE, ...timing }));
  }

  // Return the beats, or null if the words are not in sight. The old table covers the new one until the
  // last beat.
  beats(after, scores) {
    const find = (css) => this.place.querySelector(css), now = find("table.scores");
    if (!find(".card .formula") || ![...after.rows.values()].some(({ isNew }) => isNew)) return null;
    const covers = now && scores?.box.bottom > 0 && scores.box.top < innerHeight;
    const table = covers ? this.invite(scores, { element: now.parentElement }, 0, 0) : null;
    return { ...choreography(Boolean(find(".card .frac")), covers), table };
  }

  // Play the beats before the tokens come together. Return a promise of their end, also if a key ends them.
  tell({ events, fly, part, sort, join, table }, before) {
    const counts = [".card .frac .over", ".card .formula > .counts", ".card .formula b"];
    const to = counts.map((css) => this.place.querySelector(css)).find(Boolean).getBoundingClientRect();
    const element = this.place.querySelector("ul.words");
    for (const { text, x, y } of before.figures) {
      const copy = document.createElement("b");
      copy.textContent = text;
      const guest = this.invite({ copy }, { element }, x, y);
      this.animate(guest, flight(guest.getBoundingClientRect(), to), fly);
    }
    const rows = [...(table?.tBodies[0].rows ?? [])], height = (row) => row.getBoundingClientRect().height;
    partings(rows.map((row) => ({ height: height(row), byCount: Number(row.dataset.byCount) }))).forEach((way, i) => {
      this.animate(rows[i], [{ transform: `translate(0, ${way}px)` }], part);
      this.animate(rows[i], [{ transform: "none" }], sort);
    });
    for (const { css, frames, timing } of events)
      for (const element of this.place.querySelectorAll(css)) this.animate(element, frames, timing);
    this.animate(this.place, [], { duration: join.delay });
    return this.running.at(-1).finished.catch(() => {});
  }

  moveRow(old, row) {
    const [x, y] = ["x", "y"].map((at) => old.box[at] - old.list[at] - row.box[at] + row.list[at]);
    if (Math.abs(y) > 1 || Math.abs(x) > 1)
      this.animate(row.element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
    row.splits.forEach((split, i) => {
      if (old.splits[i]) this.moveTokens(old.splits[i], old, split, row);
    });
  }

  // Move the tokens of a word from their old places.
  moveTokens(old, oldRow, tokens, row) {
    const moves = movements(old, tokens, oldRow.box, row.box);
    const was = moves.length && row.element.querySelector(".was"); // tokens still move across its place
    if (was) this.animate(was, [{ opacity: 0 }, { opacity: 0, offset: JOINED }, { opacity: 1 }]);
    for (const { token, frames, guest, x, y } of moves)
      this.animate(guest ? this.invite(token, row, x, y) : token.element, frames);
  }

  // Drop the new token into the vocabulary.
  drop(before, { entry, made }) {
    if (!entry || !made || before.entry?.text === entry.text) return;
    const far = `translate(${made.box.x - entry.box.x}px, ${made.box.y - entry.box.y}px)`;
    this.animate(entry.element, [
      { transform: far, opacity: 0 },
      { transform: far, opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ]);
  }

  // Put a copy of a removed element at its old place, relative to its row.
  invite({ copy: guest }, { element }, x, y) {
    guest.inert = true;
    guest.classList.add("guest");
    guest.style.cssText = `left: ${x}px; top: ${y}px`;
    element.append(guest);
    this.guests.push(guest);
    return guest;
  }
}

// The places of all elements that may move.
class Snapshot {
  // `copies`: also copy the tokens, which may be removed. Tokens of a word that changes neither in
  // `before` nor now are left out.
  constructor(place, copies, before = null) {
    const seen = (element) => tokenSeen(element, copies);
    this.rows = new Map();
    const height = innerHeight;
    for (const element of place.querySelectorAll("[data-key]")) {
      if (this.rows.size >= MOST) break;
      const box = element.getBoundingClientRect();
      if (box.bottom < 0 || box.top > height || !box.height) continue;
      const { key } = element.dataset, changes = before?.rows.get(key)?.isNew || element.querySelector(".tok.new");
      const splits = before && !changes ? [] : [...element.querySelectorAll(".split")];
      this.rows.set(key, {
        element,
        box,
        list: element.parentElement.getBoundingClientRect(), // it moves at once, with the card's height
        isNew: Boolean(element.querySelector(".split .tok.new")),
        splits: splits.map((split) => [...split.querySelectorAll(".tok")].map(seen)),
      });
    }
    this.figures = copies ? [...place.querySelectorAll("ul.words [data-adds]")].map(figure) : [];
    const find = (css) => {
      const element = place.querySelector(css);
      return element && seen(element);
    };
    this.entry = find("dl.vocabulary .tok.new");
    this.made = this.entry && (find("ul.words .tok.new") ?? find(".card .tok.new"));
  }
}

// Return what a word adds to the count of the pair that merges next, and the place of its frequency.
function figure(element) {
  const [box, list] = [element, element.closest("ul")].map((each) => each.getBoundingClientRect());
  return { text: element.dataset.adds, x: box.x - list.x, y: box.y - list.y };
}

function tokenSeen(element, copies) {
  return {
    element,
    box: element.getBoundingClientRect(),
    text: element.textContent,
    isNew: element.classList.contains("new"),
    copy: copies ? element.cloneNode(true) : null,
  };
}

// How the tokens of a word move when a merge joins two of them: pure functions from boxes to movements. A
// token is {box, isNew, ...}, a box {x, y, width}. A movement is {token, frames, guest, x, y}. `frames` are
// keyframes for the token. A guest is a copy of a token that the board no longer has, at (x, y) in its row.

// Assign to each whole its parts: two if it is new, otherwise one. Return a list of
// [whole, part, part?], or null if the parts do not add up.
export function grouped(parts, wholes) {
  const groups = [];
  let at = 0;
  for (const whole of wholes) {
    const end = at + (whole.isNew ? 2 : 1);
    groups.push([whole, ...parts.slice(at, end)]);
    at = end;
  }
  return at === parts.length ? groups : null;
}

// Return the movements of the tokens of a word, from `old` to `now`.
//
// `oldRow` and `nowRow` are the boxes of the word's row before and now: a row may move as a whole, and
// the tokens move within it. If new tokens do not explain how many there are, nothing moves.
export function movements(old, now, oldRow, nowRow) {
  const within = (row) => (token) => ({ token, isNew: token.isNew, x: token.box.x - row.x, y: token.box.y - row.y });
  const groups = old.length > now.length ? grouped(old.map(within(oldRow)), now.map(within(nowRow))) : null;
  return (groups ?? []).flatMap(([whole, ...parts]) =>
    parts.length === 1 ? glide(parts[0], whole) : join(whole, parts));
}

const way = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`;

// Move a token that stays to its new place within the word.
function glide(was, is) {
  if (Math.abs(was.x - is.x) <= LEAST) return [];
  return [{ token: is.token, frames: [{ transform: way(is, was) }, { transform: "none" }] }];
}

// Move two tokens together, and let the whole appear in their place.
function join(whole, parts) {
  // Where the adjacent parts turn into the whole, which may be narrower than they are.
  const together = [whole, { x: whole.x + parts[0].token.box.width, y: whole.y }];
  const guests = parts.map((part, i) => {
    const to = way(part, together[i]);
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: to, opacity: 1, offset: JOINED },
      { transform: to, opacity: 0 },
    ];
    return { token: part.token, frames, guest: true, x: part.x, y: part.y };
  });
  const appears = [{ opacity: 0 }, { opacity: 0, offset: JOINED }, { opacity: 1 }];
  return [{ token: whole.token, frames: appears }, ...guests];
}

// The four beats, without the DOM. All figures are those that Python has written on the board.

export const BEAT = 640; // ms

const APPEARS = [{ opacity: 0, offset: 0 }]; // and becomes what the style sheet says

// What happens: to which elements of the board, how, from which time and to which, in beats. Guests are
// copies of what was on the board before: the two tokens, and the score table.
const EVENTS = [
  // 1: the pair is counted.
  ["ul.words .guest.next", [{}, { scale: 1.15, backgroundColor: "var(--lit)", offset: 0.4 }, {}], 0, 0.9],
  ["table.guest", [{ opacity: 0.12 }], 0, 0.2],
  [".formula:not(:has(.frac)) > *, .frac .over", APPEARS, 0.8, 1],
  // 2: its score is built.
  [".formula:has(.frac) > :first-child", APPEARS, 1, 1.15],
  [".frac .over", [{ borderColor: "transparent", offset: 0 }], 1.2, 1.4],
  [".frac .under", APPEARS, 1.45, 1.65],
  [".frac ~ *", APPEARS, 1.75, 1.95],
  // 3: the scores of all pairs appear, and the pair with the best one rises.
  [".guest td:is(.c-score, .c-decimal, .c-by)", APPEARS, 2, 2.2],
  [".guest .bar i", [{ scale: "0 1", transformOrigin: "right", offset: 0 }], 2, 2.3],
  ["table.guest", [{ opacity: 1 }], 2, 2.15],
  [".guest .win td", [{ backgroundColor: "transparent", offset: 0 }], 2.4, 2.8],
  [".guest td.c-rank", APPEARS, 2.8, 2.95],
  // 4: it becomes one token, and the next table appears.
  [".card .op:has(+ .new), .card .merge .new", APPEARS, 3.4, 3.7],
  ["table.guest", [{ opacity: 0 }], 3.4, 3.6],
  [".card .why, h2.panel small, .chart-key b, table.scores:not(.guest)", APPEARS, 3.6, 4],
];

// Return the events, each {css, frames, timing}, and the timing of what motion.js adds: `fly`, the
// figures of the words; `part` and `sort`, the rows before they are sorted and while they are; and
// `join`, the tokens. Without a fraction or a table in sight its beat takes no time.
export function choreography(hasFraction, hasTable) {
  const timing = (from, to) => {
    const skipped = (!hasFraction && from >= 2) + (!hasTable && from >= 3);
    return { delay: BEAT * (from - skipped), duration: BEAT * (to - from) };
  };
  return {
    events: EVENTS.map(([css, frames, from, to]) => ({
      css,
      frames,
      // An end that lasts, or a beginning that lasts until the event.
      timing: { ...timing(from, to), easing: "linear", fill: frames[0].offset === 0 ? "backwards" : "forwards" },
    })),
    fly: { ...timing(0.1, 0.95), easing: "linear", fill: "both" },
    part: { ...timing(0.2, 0.5), fill: "forwards" },
    sort: { ...timing(2.3, 2.8), fill: "forwards" },
    join: { ...timing(3, 3.9), fill: "both" },
  };
}

// Return how far each row of a table is from its place in the order by count. A row is {height, byCount}.
export function partings(rows) {
  const sorted = [...rows].sort((one, other) => one.byCount - other.byCount);
  const top = (list, row) => list.slice(0, list.indexOf(row)).reduce((sum, { height }) => sum + height, 0);
  return rows.map((row) => top(sorted, row) - top(rows, row));
}

// Return the keyframes of a figure that flies from the middle of a box to that of another.
export function flight(from, to) {
  const way = `${to.x + to.width / 2 - from.x - from.width / 2}px ${to.y - from.y}px`;
  return [
    { opacity: 0, scale: 0.7 },
    { opacity: 1, scale: 1.25, offset: 0.25 },
    { opacity: 1, scale: 1.25, translate: "0px 0px", offset: 0.45, easing: EASE },
    { opacity: 1, scale: 1.25, translate: way, offset: 0.92 },
    { opacity: 0, scale: 1.25, translate: way },
  ];
}
