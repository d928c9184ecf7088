// What moves where when a merge joins two tokens of a word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, JOINED, movements } from "../../pages/components/scripts/motion.js";
import { cases } from "./random.js";

const ROW = { x: 10, y: 100 };
const token = (text, x, width, isNew = false) => ({ text, isNew, box: { x, y: 100, width } });
// The word "hug" before and after the merge of "##u" and "##g": 4 pixels between the tokens.
const BEFORE = [token("h", 10, 20), token("##u", 34, 30), token("##g", 68, 30)];
const AFTER = [token("h", 10, 20), token("##ug", 34, 45, true)];

test("two parts belong to a new token, one part to any other", () => {
  const [h, u, g] = BEFORE, [h2, ug] = AFTER;
  assert.deepEqual(grouped(BEFORE, AFTER), [[h2, h], [ug, u, g]]);
  assert.equal(grouped(BEFORE, [AFTER[0], { ...ug, isNew: false }]), null);
});

test("a merge brings its two tokens together where the new one appears", () => {
  const [whole, left, right] = movements(BEFORE, AFTER, ROW, ROW);
  assert.equal(whole.token, AFTER[1]);
  assert.deepEqual(whole.frames.map(({ opacity }) => opacity), [0, 0, 1]);
  assert.ok(!whole.guest);
  // The left token is there already; the right one moves left by the gap of 4 pixels.
  assert.deepEqual([left.token, left.x, left.y, left.guest], [BEFORE[1], 24, 0, true]);
  assert.equal(left.frames[1].transform, "translate(0px, 0px)");
  assert.deepEqual([right.token, right.x, right.guest], [BEFORE[2], 58, true]);
  assert.equal(right.frames[1].transform, "translate(-4px, 0px)");
  assert.deepEqual([right.frames[1].offset, right.frames[2].opacity], [JOINED, 0]);
});

test("a token after the new one glides to its place, and one before it stays", () => {
  const old = [...BEFORE, token("##s", 102, 20)], now = [...AFTER, token("##s", 83, 20)];
  const glides = movements(old, now, ROW, ROW).filter(({ frames }) => frames.length === 2);
  assert.deepEqual(glides.map(({ token, frames }) => [token.text, frames[0].transform]), [["##s", "translate(19px, 0px)"]]);
});

test("tokens move within their row, however the row itself moves", () => {
  const down = { x: 210, y: 150 };
  const shifted = AFTER.map((each) => ({ ...each, box: { ...each.box, x: each.box.x + 200, y: 150 } }));
  const frames = (moves) => moves.map(({ token, ...rest }) => [token.text, rest]);
  assert.deepEqual(frames(movements(BEFORE, shifted, ROW, down)), frames(movements(BEFORE, AFTER, ROW, ROW)));
});

test("nothing moves where the tokens are as many as before, or do not add up", () => {
  for (const now of [BEFORE, [token("hug", 10, 80)]]) assert.deepEqual(movements(BEFORE, now, ROW, ROW), []);
  assert.deepEqual(movements(AFTER, BEFORE, ROW, ROW), []);
});

test("every merge of a random word ends where the new tokens are", () => {
  for (const random of cases(200)) {
    const widths = Array.from({ length: 2 + Math.floor(random() * 6) }, () => 5 + Math.floor(random() * 40));
    const lay = (items) => {
      let x = 10;
      return items.map(({ width, isNew }) => {
        const placed = token("t", x, width, isNew);
        x += width + 4;
        return placed;
      });
    };
    const at = Math.floor(random() * (widths.length - 1));
    const parts = lay(widths.map((width) => ({ width })));
    const wholes = lay([
      ...widths.slice(0, at).map((width) => ({ width })),
      { width: widths[at] + widths[at + 1] - 6, isNew: true },
      ...widths.slice(at + 2).map((width) => ({ width })),
    ]);
    const moves = movements(parts, wholes, ROW, ROW);
    assert.equal(moves.filter(({ guest }) => guest).length, 2);
    for (const { token, frames, guest } of moves) {
      assert.ok((guest ? parts : wholes).includes(token));
      if (!guest) assert.ok([undefined, "none"].includes(frames.at(-1).transform));
    }
  }
});
