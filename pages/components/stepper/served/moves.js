// How the tokens of a word move when a merge joins two of them, or when it is undone. Pure functions
// from boxes to movements; motion.js plays them.
//
// A token is {box, isNew, ...}, a box {x, y, width}. A movement is {token, frames, guest, x, y}.
// `frames` are keyframes for the token. A guest is a copy of a token that the board no longer has, at
// (x, y) within its row.

export const JOINED = 0.55; // the share of the time after which two tokens are one
const LEAST = 0.5; // pixels; a shorter movement is invisible

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
// the tokens move within it. Fewer tokens than before mean a merge, more mean a merge undone. If the
// number is the same, or new tokens cannot explain the difference, nothing moves.
export function movements(old, now, oldRow, nowRow) {
  if (old.length === now.length) return [];
  const within = (row) => (token) => ({ token, isNew: token.isNew, x: token.box.x - row.x, y: token.box.y - row.y });
  const before = old.map(within(oldRow)), after = now.map(within(nowRow));
  const joins = old.length > now.length;
  const groups = joins ? grouped(before, after) : grouped(after, before);
  return (groups ?? []).flatMap(([whole, ...parts]) => {
    if (parts.length === 1) return joins ? glide(parts[0], whole) : glide(whole, parts[0]);
    return joins ? join(whole, parts) : separate(whole, parts);
  });
}

const way = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`;

// The places at which two adjacent parts turn into the whole, which may be narrower than they are.
const meet = (whole, parts) => [whole, { x: whole.x + parts[0].token.box.width, y: whole.y }];

// Move a token that stays to its new place within the word.
function glide(was, is) {
  if (Math.abs(was.x - is.x) <= LEAST) return [];
  return [{ token: is.token, frames: [{ transform: way(is, was) }, { transform: "none" }] }];
}

// Move two tokens together, and let the whole appear in their place.
function join(whole, parts) {
  const together = meet(whole, parts);
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

// Let the whole disappear, and move its parts from its place to theirs.
function separate(whole, parts) {
  const together = meet(whole, parts);
  const frames = [{ opacity: 1 }, { opacity: 0, offset: 1 - JOINED }, { opacity: 0 }];
  const guest = { token: whole.token, frames, guest: true, x: whole.x, y: whole.y };
  const moved = parts.map((each, i) => {
    const from = way(each, together[i]);
    const frames = [
      { transform: from, opacity: 0 },
      { transform: from, opacity: 1, offset: 1 - JOINED },
      { transform: "none", opacity: 1 },
    ];
    return { token: each.token, frames };
  });
  return [guest, ...moved];
}
