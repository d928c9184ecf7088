// The tokens of a word at a position, without the DOM. pages/panels/shared/prose.py documents a pane.

// Return the units of a word: {text, tokens}. Tokens that share characters are one unit. A token is
// {token, step, isNew, parts}: one that a merge made has the merge's step and its two parts.
export function unitsOf({ prefix, positions }, [symbols, pieces, steps], position) {
  const at = (step) => positions?.[step] ?? step;
  const name = (from, to) => (from ? prefix : "") + symbols.slice(from, to).join("");
  const units = [];
  for (let from = 0, to; from < symbols.length; from = to) {
    let step = 0, seam = 0;
    for (to = from + 1; steps[to - 1] && at(steps[to - 1]) <= position; to++) {
      if (steps[to - 1] > step) [step, seam] = [steps[to - 1], to];
    }
    const isNew = step > 0 && at(step) === position;
    const parts = step ? [name(from, seam), name(seam, to)] : [];
    const token = { token: name(from, to), step, isNew, parts };
    const text = pieces.slice(from, to).join(""), last = units.at(-1);
    if (last && !(last.text && pieces[from])) {
      last.text += text;
      last.tokens.push(token);
    } else units.push({ text, tokens: [token] });
  }
  return units;
}
