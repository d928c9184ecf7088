// The field in which a visitor draws a curve. From Python, data has
//   name, along, counted  the name of the curve, and the titles of the axes
//   start                 the height of its start
//   places, levels        how the places of the start and the handles, and all heights, are written
//   answer                after a line was drawn: {drawn, points, gap, sentence}: the heights of its handles,
//                         the points of the curve, the largest gap as [x, drawn, true], and a sentence

import { mount } from "../shared/mount.js";
import { drawn, points } from "./line.js";

export default mount(create);

function create(root, { start, places, levels }) {
  const HANDLES = places.length - 1, HIGHEST = levels.length - 1;
  const section = root.querySelector(".sketch"), find = (css) => section.querySelector(css);
  const field = find(".field"), handle = find(".handle"), check = find("button");
  let line = { heights: Array(HANDLES + 1).fill(start), reached: 0 };
  let at = 1; // the handle that the arrow keys move
  let from = null; // the last point of the pointer while it draws
  let data = null;
  const sketch = { receive, stop() {} };

  function receive(received) {
    data = received;
    const { answer } = data;
    if (answer && !line.reached) line = { heights: [start, ...answer.drawn], reached: HANDLES };
    for (const css of ["along", "counted"]) find(`.${css}`).textContent = data[css];
    find(".top").textContent = data.levels[HIGHEST];
    find(".first").textContent = data.places[0];
    find(".last").textContent = data.places[HANDLES];
    find(".true b").textContent = data.name;
    show();
  }

  function show() {
    const { heights, reached } = line, { answer } = data;
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

  function draw(begin, end) {
    line = drawn(line, begin, end, HIGHEST);
    at = Math.min(HANDLES, Math.max(1, Math.round(end.x)));
    show();
  }

  function pointOf({ clientX, clientY }) {
    const { left, bottom, width, height } = field.getBoundingClientRect();
    return { x: HANDLES * (clientX - left) / width, y: HIGHEST * (bottom - clientY) / height };
  }

  field.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault(); // the arrow keys still change the step
    field.setPointerCapture(event.pointerId);
    from = pointOf(event);
    draw(from, from);
  });
  field.addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = pointOf(event);
    draw(from, to);
    from = to;
  });
  for (const end of ["pointerup", "pointercancel"]) field.addEventListener(end, () => { from = null; });

  handle.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 1, End: HANDLES }[event.key];
    const by = { ArrowUp: 2, ArrowDown: -2 }[event.key];
    if (!to && !by) return;
    event.preventDefault();
    event.stopPropagation(); // the step stays
    if (to) at = Math.min(HANDLES, Math.max(1, to));
    const point = { x: at, y: line.heights[at] + (by ?? 0) };
    if (by) draw(point, point);
    else show();
  });

  check.addEventListener("click", () => sketch.set("line", { heights: line.heights.slice(1) }));
  return sketch;
}
