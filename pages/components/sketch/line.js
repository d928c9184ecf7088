// A drawn line: {heights, reached}. It has a height at its start and at each handle, and `reached` is
// the last handle that was drawn. Pure functions without the DOM.

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
