// The four beats of a merge: what happens when.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BEAT, choreography, flight, partings } from "../../pages/components/scripts/motion.js";

test("the tokens join after the score, and a beat without a fraction or a table takes no time", () => {
  for (const [hasFraction, hasTable, join] of [[true, true, 3], [true, false, 2], [false, true, 2], [false, false, 1]]) {
    const { events, fly, sort, join: joining } = choreography(hasFraction, hasTable);
    const starts = (name) => events.find(({ css }) => css.includes(name)).timing.delay;
    assert.equal(joining.delay, join * BEAT);
    assert.ok(fly.delay + fly.duration <= BEAT && starts(".frac .over") < BEAT);
    if (hasTable) assert.ok(sort.delay + sort.duration <= joining.delay);
    for (const last of [".card .op", ".why"]) assert.ok(starts(last) > joining.delay);
  }
});

test("rows part to the order by count, and rows of equal counts keep theirs", () => {
  const rows = [{ height: 20, byCount: 3 }, { height: 30, byCount: 1 }, { height: 20, byCount: 1 }];
  assert.deepEqual(partings(rows), [50, -20, -20]);
});

test("a figure flies from where it is to the middle of the count", () => {
  const frames = flight({ x: 100, y: 300, width: 20 }, { x: 400, y: 90, width: 60 });
  assert.deepEqual(frames.map(({ translate }) => translate), [undefined, undefined, "0px 0px", "320px -210px", "320px -210px"]);
});
