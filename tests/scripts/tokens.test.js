// The tokens of a running text at a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changes, lastBefore, tokensOf, unitsOf,
} from "../../pages/components/prose/tokens.js";

// "hugs" in WordPiece: step 1 joins ##g ##s, step 2 h ##u, step 3 hu ##gs. Positions count two phases.
const PANE = {
  prefix: "##", suffix: "", words: [[..."hugs"]], steps: [[2, 3, 1]], places: [0, 4, 0],
  first: { h: 0, "##u": 1, "##g": 2, "##s": 3 },
  ids: new Map([[1, 4], [2, 5], [3, 6]]), positions: new Map([[1, 2], [2, 4], [3, 6]]),
};
const split = (position, pane = PANE) => tokensOf(pane, 0, position).map(({ token }) => token);

test("a word is split as it was at each position", () => {
  assert.deepEqual(split(0), ["h", "##u", "##g", "##s"]);
  assert.deepEqual(split(1), ["h", "##u", "##g", "##s"]);
  assert.deepEqual(split(2), ["h", "##u", "##gs"]);
  assert.deepEqual(split(5), ["hu", "##gs"]);
  assert.deepEqual(split(6), ["hugs"]);
});

test("a token that a merge made has its id, its step and its two parts", () => {
  const [hugs] = tokensOf(PANE, 0, 7);
  assert.deepEqual(hugs, { token: "hugs", from: 0, step: 3, id: 6, fresh: false, left: "hu", right: "##gs" });
  assert.deepEqual(tokensOf(PANE, 0, 6)[0].fresh, true);
  assert.deepEqual(tokensOf(PANE, 0, 0)[2].id, 2);
});

test("merges that a visitor must not know yet are left out", () => {
  assert.deepEqual(split(99, { ...PANE, steps: [[2, 0, 1]] }), ["hu", "##gs"]);
});

test("an end-of-word suffix is a symbol", () => {
  const pane = { ...PANE, prefix: "", suffix: "</w>", words: [[..."ab"]], steps: [[0, 1]], first: { a: 0 } };
  assert.deepEqual(split(0, pane), ["a", "b", "</w>"]);
  assert.deepEqual(split(2, pane), ["a", "b</w>"]);
});

test("a fixed encoding has the tokens that it came with", () => {
  const pane = { places: [0, 3, 0], tokens: [[["hu", 5, false, 0, 2], ["[UNK]", 1, true, 2, 3]]] };
  assert.deepEqual(tokensOf(pane, 0, 0)[1], { token: "[UNK]", id: 1, unknown: true, start: 2, end: 3 });
});

test("units cover a word without a gap and without an overlap", () => {
  assert.deepEqual(unitsOf(PANE, 0, 2).map(({ place, until }) => [place, until]), [[0, 1], [1, 2], [2, 4]]);
});

test("tokens that share a character are one unit", () => {
  // A normalizer made two symbols of the first character.
  const pane = { ...PANE, words: [[..."abc"]], steps: [[0, 0]], places: [0, 2, 0], inner: [[0, 1]] };
  assert.deepEqual(unitsOf(pane, 0, 0).map(({ tokens }) => tokens.map(({ token }) => token)), [["a", "##b"], ["##c"]]);
  const bytes = { places: [0, 1, 0], tokens: [[["Ã", 1, false, 0, 1], ["©", 2, false, 0, 1]]] };
  assert.deepEqual(unitsOf(bytes, 0, 0).map(({ until, tokens }) => [until, tokens.length]), [[1, 2]]);
  const suffix = { ...PANE, suffix: "</w>", words: [["a"]], steps: [[0]], places: [0, 1, 0] };
  assert.deepEqual(unitsOf(suffix, 0, 0).map(({ tokens }) => tokens.length), [2]);
});

test("a word is drawn again exactly if its split or its newest token changed", () => {
  for (let from = 0; from <= 7; from++)
    for (let to = from + 1; to <= 7; to++) {
      const drawn = (position) => JSON.stringify(tokensOf(PANE, 0, position));
      if (drawn(from) !== drawn(to)) assert.ok(changes(PANE.steps[0], PANE.positions, from, to), `${from} to ${to}`);
    }
  assert.ok(!changes([0, 0], PANE.positions, 0, 7));
  assert.ok(!changes(PANE.steps[0], PANE.positions, 7, 9));
});

test("the last of some increasing starts that is not after an offset", () => {
  const starts = [0, 4, 9];
  const found = [-1, 0, 3, 4, 8, 9, 50].map((offset) => lastBefore(3, (i) => starts[i], offset));
  assert.deepEqual(found, [-1, 0, 0, 1, 1, 2, 2]);
});
