// Which nodes of a board stay when it changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { continued } from "../../pages/components/scripts/board.js";
import { cases, randomly } from "./random.js";

const rows = (...keys) => keys.map((key) => ({ key, name: "LI" }));
const plain = (...names) => names.map((name) => ({ key: undefined, name }));

const EXAMPLES = [
  ["rows with keys keep their nodes in any order", rows("a", "b", "c"), rows("c", "a", "b"), [2, 0, 1]],
  ["a new row is created, the others stay", rows("a", "b"), rows("a", "x", "b"), [0, -1, 1]],
  ["a row that leaves takes no other row with it", rows("a", "b", "c"), rows("a", "c"), [0, 2]],
  ["nodes without keys continue each other in order", plain("P", "DIV"), plain("P", "DIV"), [0, 1]],
  ["another element is created", plain("P", "DIV"), plain("P", "P"), [0, -1]],
  ["text next to rows stays text", [...plain("#text"), ...rows("a")], [...rows("a"), ...plain("#text")], [1, 0]],
  ["a key with another element is created", rows("a"), [{ key: "a", name: "TR" }], [-1]],
  ["a node without a key never becomes a row", rows("a"), plain("LI"), [-1]],
  ["a key that comes twice is continued once", rows("a"), rows("a", "a"), [0, -1]],
];

for (const [name, old, fresh, expected] of EXAMPLES)
  test(name, () => assert.deepEqual(continued(old, fresh), expected));

test("each old node is continued by at most one new node of its key and name", () => {
  for (const random of cases(300)) {
    const node = () => ({ key: randomly(random, [undefined, "a", "b", "c", "d"]), name: randomly(random, ["LI", "P"]) });
    const list = () => Array.from({ length: Math.floor(random() * 7) }, node);
    const old = list(), fresh = list(), from = continued(old, fresh);
    const kept = from.filter((i) => i >= 0);
    assert.equal(from.length, fresh.length);
    assert.equal(new Set(kept).size, kept.length);
    from.forEach((i, k) => { if (i >= 0) assert.deepEqual(old[i], fresh[k]); });
  }
});

test("a list of distinct keys keeps every node that is in both", () => {
  for (const random of cases(300)) {
    const some = () => [..."abcdefgh"].filter(() => random() < 0.6).sort(() => random() - 0.5);
    const old = some(), fresh = some();
    const expected = fresh.map((key) => old.indexOf(key));
    assert.deepEqual(continued(rows(...old), rows(...fresh)), expected);
  }
});
