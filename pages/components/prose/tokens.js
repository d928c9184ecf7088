// The tokens of a text at a step. Pure functions without the DOM.
// prose.js describes a pane. Places count characters (code points).

// Return the largest index below `length` with `startOf(index) <= place`, or -1. `startOf` must
// increase.
export function lastBefore(length, startOf, place) {
  let low = 0, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(middle) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Return the tokens of a word at a position: {token, id, step, fresh, left, right, from}. `from` counts
// characters; a token that a merge made has its step and its two parts. Tokens that do not depend on the
// position are {token, id, unknown, start, end}.
export function tokensOf(pane, which, position) {
  if (pane.tokens) {
    return pane.tokens[which].map(([token, id, unknown, start, end]) => ({ token, id, unknown, start, end }));
  }
  const characters = pane.words[which], steps = pane.steps[which], found = [];
  const symbols = pane.suffix ? [...characters, pane.suffix] : characters;
  const name = (from, to) => (from ? pane.prefix : "") + symbols.slice(from, to).join("");
  for (let from = 0, to; from < symbols.length; from = to) {
    let step = 0, seam = 0;
    for (to = from + 1; to < symbols.length; to++) {
      const removed = steps[to - 1];
      if (!removed || pane.positions.get(removed) > position) break;
      if (removed > step) [step, seam] = [removed, to];
    }
    const token = name(from, to);
    found.push({
      token, from, step, id: step ? pane.ids.get(step) : pane.first[token],
      fresh: step > 0 && pane.positions.get(step) === position,
      left: step && name(from, seam), right: step && name(seam, to),
    });
  }
  return found;
}

// Return the units of word `k` of a text, which can be marked: {place, until, tokens}. Tokens that
// share a character are one unit. Places count from the start of the word.
export function unitsOf(pane, k, position) {
  const [begin, end, which] = pane.places.slice(3 * k, 3 * k + 3);
  const units = [], inner = pane.inner?.[which];
  for (const token of tokensOf(pane, which, position)) {
    const last = units.at(-1);
    const place = token.start ?? (!token.from ? 0 : inner ? inner[token.from - 1] : token.from);
    const shares = pane.tokens
      ? place < last?.until || token.start === token.end
      : place <= last?.place || place >= end - begin;
    if (!last || !shares) units.push({ place, until: token.end, tokens: [token] });
    else {
      last.tokens.push(token);
      last.until = Math.max(last.until, token.end);
    }
  }
  units.forEach((unit, i) => {
    if (!pane.tokens) unit.until = units[i + 1]?.place ?? end - begin;
  });
  return units;
}

// Return whether the split of a word differs between the positions `low` and `high`, low first. Only
// boundaries removed from `low` to `high`, both included, change the marks.
export function changes(steps, positions, low, high) {
  return steps.some((step) => {
    const at = step && positions.get(step);
    return step > 0 && at >= low && at <= high;
  });
}
