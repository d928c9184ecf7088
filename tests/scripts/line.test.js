// The line that a visitor draws in place of a curve.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, points } from "../../pages/components/scripts/line.js";
import { cases } from "./random.js";

const START = { heights: [100, 100, 100, 100, 100], reached: 0 };
const stroke = (line, ...way) =>
  way.slice(1).reduce((before, [x, y], i) => drawn(before, { x: way[i][0], y: way[i][1] }, { x, y }, 100), line);
const tap = (line, x, y) => drawn(line, { x, y }, { x, y }, 100);

test("a stroke moves the handles that it passes, and those after it follow", () => {
  assert.deepEqual(stroke(START, [0, 100], [2.5, 50]), { heights: [100, 80, 60, 60, 60], reached: 2 });
  assert.deepEqual(stroke(START, [0.5, 90], [1.5, 70], [9, 20]).heights, [100, 80, 67, 60, 53]);
  // Backward, and out of the field.
  assert.deepEqual(stroke(tap(START, 4, 0), [3.5, 120], [1.5, -40]).heights, [100, 75, 0, 80, 0]);
});

test("a tap moves the nearest handle, on a straight way from the last one", () => {
  assert.deepEqual(tap(START, 2.4, 40), { heights: [100, 70, 40, 40, 40], reached: 2 });
  assert.deepEqual(tap(tap(START, 4, 20), 0.2, 90), { heights: [100, 90, 60, 40, 20], reached: 4 });
});

test("the start never moves, and heights are whole and within the field", () => {
  for (const random of cases(200)) {
    const some = () => [random() * 7 - 1, random() * 160 - 30];
    const { heights, reached } = stroke(START, some(), some(), some());
    assert.equal(heights[0], 100);
    assert.ok(heights.length === 5 && heights.every((y) => Number.isInteger(y) && 0 <= y && y <= 100));
    assert.ok(heights.slice(reached).every((y) => y === heights[reached]));
  }
});

test("points of a polyline are counted from the top", () => {
  assert.equal(points([100, 80, 60], 0, 1, 100), "0,0 1,20");
  assert.equal(points([100, 80, 60], 1, 2, 100), "1,20 2,40");
});
