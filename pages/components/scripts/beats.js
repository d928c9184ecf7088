// A merge in four beats, for newcomers: its words add up to the count of the pair, the counts become
// its score, the rows of the score table sort by their scores, and the tokens come together. All figures
// are those that Python has written on the board. Without the DOM: motion.js plays the beats.

export const BEAT = 640; // ms

const EASE = "cubic-bezier(.3, 0, .2, 1)";
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
