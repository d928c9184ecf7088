// A drawn line: {heights, reached}. It has a height at its start and at each handle, and `reached` is
// the last handle that was drawn. `pen` lets a visitor draw one; the other functions are pure.

// Return the line after a stroke from one point to another. A point is {x, y}: x counts handles from 0,
// the start, which never moves; y is a height. A stroke that begins and ends at one point moves the
// nearest handle. Handles before the stroke that were not drawn are on the straight way to it, and
// those after it are as high as its end.
export function drawn({ heights, reached }, from, to, highest) {
  const fresh = [...heights], last = heights.length - 1;
  let far = reached;
  const set = (i, at) => {
    const begin = far, y = Math.round(Math.min(highest, Math.max(0, at)));
    for (let k = begin + 1; k < i; k++) fresh[k] = Math.round(fresh[begin] + (y - fresh[begin]) * (k - begin) / (i - begin));
    fresh[i] = y;
    far = Math.max(far, i);
  };
  const within = (x) => Math.min(last, Math.max(1, x));
  if (from.x === to.x && from.y === to.y) set(within(Math.round(to.x)), to.y);
  else {
    const low = Math.ceil(Math.min(from.x, to.x)), high = Math.floor(Math.max(from.x, to.x));
    for (let i = within(low); i <= within(high) && i <= high && i >= low; i++) {
      set(i, from.y + (to.y - from.y) * (to.x === from.x ? 1 : (i - from.x) / (to.x - from.x)));
    }
  }
  return { heights: fresh.fill(fresh[far], far), reached: far };
}

// Return the points of a polyline through the heights from one handle to another.
export const points = (heights, first, last, highest) =>
  heights.slice(first, last + 1).map((y, i) => `${first + i},${highest - y}`).join(" ");

// Let a pointer, a finger or arrow keys draw in a field: return {line, at}, the line and the handle that
// the keys move. `isOpen` says whether a stroke may begin, `step` is how far the keys move the handle up
// or down, and `show` is called after each change.
export function pen(field, handle, { handles, highest, step, isOpen, show }) {
  const self = { line: null, at: 1 };
  let from = null; // the last point of the pointer while it draws

  function stroke(begin, end) {
    self.line = drawn(self.line, begin, end, highest);
    move(end.x);
  }

  function move(x) {
    self.at = Math.min(handles, Math.max(1, Math.round(x)));
    show();
  }

  function pointOf({ clientX, clientY }) {
    const { left, bottom, width, height } = field.getBoundingClientRect();
    return { x: handles * (clientX - left) / width, y: highest * (bottom - clientY) / height };
  }

  field.addEventListener("pointerdown", (event) => {
    if (event.button || !isOpen()) return;
    event.preventDefault(); // the arrow keys still change the step
    field.setPointerCapture(event.pointerId);
    from = pointOf(event);
    stroke(from, from);
  });
  field.addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = pointOf(event);
    stroke(from, to);
    from = to;
  });
  for (const end of ["pointerup", "pointercancel"]) field.addEventListener(end, () => { from = null; });

  handle.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: self.at - 1, ArrowRight: self.at + 1, Home: 1, End: handles }[event.key];
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (to === undefined && !by) return;
    event.preventDefault();
    event.stopPropagation(); // the step stays
    const point = { x: self.at, y: self.line.heights[self.at] + by };
    if (by) stroke(point, point);
    else move(to);
  });
  return self;
}
