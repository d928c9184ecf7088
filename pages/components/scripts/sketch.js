// The field in which a visitor draws a curve. From Python, data has
//   name, along, counted  the name of the curve, and the titles of the axes
//   start                 the height of its start
//   places, levels        how the places of the start and the handles, and all heights, are written
//   answer                after a line was drawn: {drawn, points, gap, sentence}: the heights of its handles,
//                         the points of the curve, the largest gap as [x, drawn, true], and a sentence

import { pen, points } from "./line.js";

export default function (root, { start, places, levels }) {
  const HANDLES = places.length - 1, HIGHEST = levels.length - 1;
  const section = root.querySelector(".sketch"), find = (css) => section.querySelector(css);
  const handle = find(".handle"), check = find("button");
  const mine = pen(find(".field"), handle, { handles: HANDLES, highest: HIGHEST, step: 2, isOpen: () => true, show });
  mine.line = { heights: Array(HANDLES + 1).fill(start), reached: 0 };
  let data = null;
  const sketch = { receive };

  function receive(received) {
    data = received;
    const { answer } = data;
    if (answer && !mine.line.reached) mine.line = { heights: [start, ...answer.drawn], reached: HANDLES };
    for (const css of ["along", "counted"]) find(`.${css}`).textContent = data[css];
    find(".top").textContent = data.levels[HIGHEST];
    find(".first").textContent = data.places[0];
    find(".last").textContent = data.places[HANDLES];
    find(".true b").textContent = data.name;
    show();
  }

  function show() {
    const { at, line: { heights, reached } } = mine, { answer } = data;
    const isAnswered = Boolean(answer) && answer.drawn.every((height, i) => height === heights[i + 1]);
    find("svg").setAttribute("viewBox", `0 0 ${HANDLES} ${HIGHEST}`);
    find(".mine").setAttribute("points", points(heights, 0, reached, HIGHEST));
    find(".rest").setAttribute("points", points(heights, reached, HANDLES, HIGHEST));
    find(".truth").setAttribute("points", isAnswered ? answer.points : "");
    const [x, one, other] = isAnswered ? answer.gap : [0, 0, 0];
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: HIGHEST - one, y2: HIGHEST - other })) {
      find(".gap").setAttribute(name, value);
    }
    find(".true").hidden = !isAnswered;
    const place = find(".sentence"), sentence = isAnswered ? answer.sentence : "";
    if (place.textContent !== sentence) place.textContent = sentence;
    find(".hint").hidden = isAnswered;
    handle.style.left = `${100 * at / HANDLES}%`;
    handle.style.bottom = `${100 * heights[at] / HIGHEST}%`;
    const said = `${data.along} ${data.places[at]}, ${data.counted} ${data.levels[Math.round(heights[at])]}`;
    find(".value").textContent = reached ? said : "";
    handle.ariaValueMax = HIGHEST;
    handle.ariaValueNow = heights[at];
    handle.ariaValueText = said;
    check.disabled = !reached;
  }

  check.addEventListener("click", () => sketch.set("line", { heights: mine.line.heights.slice(1) }));
  return sketch;
}
