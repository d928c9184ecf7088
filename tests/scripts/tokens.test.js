// The tokens of a text at a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unitsOf } from "../../pages/components/scripts/prose.js";

// "Hugs", lowercased, in WordPiece: step 1 joins ##g ##s, step 2 h ##u, step 3 hu ##gs.
const PANE = { prefix: "##", positions: null };
const HUGS = [[..."hugs"], [..."Hugs"], [2, 3, 1]];
const drawn = (position, word = HUGS, pane = PANE) =>
  unitsOf(pane, word, position).map(({ text, tokens }) => [text, ...tokens.map(({ token }) => token)]);

test("a word is split as it was at each position", () => {
  assert.deepEqual(drawn(0), [["H", "h"], ["u", "##u"], ["g", "##g"], ["s", "##s"]]);
  assert.deepEqual(drawn(1), [["H", "h"], ["u", "##u"], ["gs", "##gs"]]);
  assert.deepEqual(drawn(2), [["Hu", "hu"], ["gs", "##gs"]]);
  assert.deepEqual(drawn(3), [["Hugs", "hugs"]]);
});

test("positions may differ from steps", () => {
  const pane = { ...PANE, positions: { 1: 2, 2: 4, 3: 6 } };
  assert.deepEqual(drawn(3, HUGS, pane), drawn(1));
  assert.deepEqual([4, 5].map((at) => unitsOf(pane, HUGS, at)[0].tokens[0].isNew), [true, false]);
});

test("a token that a merge made has its step and its two parts", () => {
  const [{ tokens: [hugs] }] = unitsOf(PANE, HUGS, 3);
  assert.deepEqual(hugs, { token: "hugs", step: 3, isNew: true, parts: ["hu", "##gs"] });
  const [{ tokens: [h] }] = unitsOf(PANE, HUGS, 1);
  assert.deepEqual(h, { token: "h", step: 0, isNew: false, parts: [] });
});

test("a boundary that no step removes stays", () => {
  assert.deepEqual(drawn(99, [[..."hugs"], [..."hugs"], [2, 0, 1]]), [["hu", "hu"], ["gs", "##gs"]]);
});

test("tokens that share characters are one unit", () => {
  const pane = { prefix: "", positions: null };
  assert.deepEqual(drawn(0, [["Ã", "©", "t"], ["é", "", "t"], [0, 0]], pane), [["é", "Ã", "©"], ["t", "t"]]);
  assert.deepEqual(drawn(0, [["a", "</w>"], ["a", ""], [0]], pane), [["a", "a", "</w>"]]);
  // A token without any characters belongs to the next one.
  assert.deepEqual(drawn(0, [["▁", "a"], ["", "a"], [0]], pane), [["a", "▁", "a"]]);
});
