// Draws a part of a text in tokens, at any position of the stepper. It is plain HTML, so the browser
// breaks its lines, copies it and finds words in it. pages/panels/shared/prose.py documents a pane.

import { animated, grouped } from "./shared.js";

const SCROLLING = 1000; // milliseconds in which a browser has surely scrolled to a place

export default function (root) {
  const section = root.querySelector(".prose"), [frame, told] = section.children, words = section.dataset;
  const listening = new AbortController(), on = { signal: listening.signal };
  const units = new WeakMap(); // the pane and the unit of an element
  let shown = "", sent = "", panes = [];
  let heard; // the position that the stepper has announced
  let drawn; // the position on screen
  let aim = 0, until = 0; // where the frame scrolls to, and the time at which it is there
  const sized = new ResizeObserver(([{ target }]) => { // the first frame gets its size after it is drawn
    if (target.clientHeight === 0) return;
    sized.disconnect();
    follow();
  });

  function make(name, css, ...inside) {
    const element = document.createElement(name);
    element.className = css;
    element.append(...inside);
    return element;
  }

  // Draw a new part. A word is an element, whose children are its units.
  function take(data) {
    [shown, sent] = [data.frame, String(data.panes)];
    frame.innerHTML = shown;
    panes = data.panes.map((pane, i) => {
      const { run, ...rest } = JSON.parse(pane), element = frame.querySelectorAll(".text")[i];
      const places = []; // of each word in the text its index and its element
      for (const item of run) {
        if (typeof item !== "string") places.push([item, make("span", "")]);
        element.append(typeof item === "string" ? item : places.at(-1)[1]);
      }
      return { ...rest, element, places, splits: [] };
    });
  }

  // Draw the words whose tokens differ at a position.
  function draw(position) {
    for (const pane of panes) {
      const before = pane.splits.map((split) => JSON.stringify(split));
      pane.splits = pane.words.map((word) => unitsOf(pane, word, position));
      const differs = pane.splits.map((split, i) => JSON.stringify(split) !== before[i]);
      for (const [which, element] of pane.places) {
        if (differs[which]) element.replaceChildren(...pane.splits[which].map((unit) => makeUnit(pane, unit)));
      }
    }
    describe(section.querySelector(".u:is(:hover, :focus)"));
    if (drawn !== undefined && drawn !== position) follow();
    drawn = position;
  }

  // Scroll the frame to the nearest newest token if none is in view and the reader is not in the text.
  function follow() {
    const scroller = frame.firstElementChild, now = performance.now();
    const { scrollTop, scrollHeight, clientHeight: height } = scroller;
    if (scroller.matches(":hover, :focus-within")) return;
    const top = now < until ? aim : scrollTop, origin = scroller.getBoundingClientRect().top - scrollTop;
    const distances = [...scroller.querySelectorAll(".u.new")].map((unit) => {
      const box = unit.getBoundingClientRect();
      return (box.top + box.bottom) / 2 - origin - top - height / 2;
    });
    const nearest = distances.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
    if (Math.abs(nearest) < height / 2) return;
    const line = parseFloat(getComputedStyle(scroller).lineHeight); // no line is cut
    aim = Math.max(0, Math.min(scrollHeight - height, Math.round((top + nearest) / line) * line));
    until = now + SCROLLING;
    scroller.scrollTo({ top: aim, behavior: animated() ? "smooth" : "instant" });
  }

  function makeUnit(pane, unit) {
    const element = make("span", "u", unit.text), { tokens } = unit;
    element.classList.toggle("new", tokens.some(({ isNew }) => isNew));
    element.classList.toggle("unknown", tokens.some(({ token }) => pane.unknown.includes(token)));
    if (pane.element.dataset.training !== undefined) element.dataset.token = JSON.stringify(tokens[0].token);
    units.set(element, [pane, unit]);
    return element;
  }

  // ---- The description of a token ----

  const written = (number) => grouped(number, words);
  const code = (token) => make("code", "", token);
  const fact = (template, places = {}) =>
    make("span", "", ...template.split(/(\{\w+\})/).map((part) => places[part.slice(1, -1)] ?? part));

  // Describe the unit of an element, if it has one.
  function describe(element) {
    told.replaceChildren(...(units.has(element) ? facts(element, ...units.get(element)) : []));
  }

  function facts(element, pane, { text, tokens }) {
    const often = section.querySelector("nav") ? words.part : words.whole, found = [];
    for (const { token, step, parts: [left, right] } of tokens) {
      const id = pane.ids[token];
      found.push(code(token));
      if (pane.unknown.includes(token)) found.push(fact(words.unknown));
      if (Number.isInteger(id)) found.push(fact(words.id, { id: written(id) }));
      found.push(fact(often, { count: written(count(pane, token)) }));
      if (step) found.push(fact(words.made, { step: written(step), left: code(left), right: code(right) }));
    }
    const before = new Range();
    before.setStart(pane.element, 0);
    before.setEndBefore(element);
    const start = pane.start + [...before.toString()].length, end = start + [...text].length;
    found.push(fact(words.characters, { start: written(start), end: written(end) }));
    if (tokens.length > 1) found.push(fact(words.together));
    return found;
  }

  // How often a token occurs in the part.
  function count({ places, splits }, wanted) {
    const within = (split) => split.flatMap(({ tokens }) => tokens).filter(({ token }) => token === wanted).length;
    return places.reduce((sum, [which]) => sum + within(splits[which]), 0);
  }

  // ---- Input ----

  section.addEventListener("pointerover", ({ target }) => { if (units.has(target)) describe(target); }, on);
  section.addEventListener("pointerleave", () => describe(document.activeElement), on);
  section.addEventListener("focusin", ({ target }) => {
    if (!units.has(target)) return;
    describe(target);
    const said = [...told.children].map((part) => part.textContent).join(", ");
    if (!target.ariaDescription?.startsWith(said)) target.ariaDescription = `${said}; ${target.ariaDescription}`;
  }, on);
  section.addEventListener("focusout", () => describe(null), on);

  // The step's card comes first; draw the text after the frame that shows it.
  document.addEventListener("merge-by-merge:position", ({ detail }) => {
    heard = detail.step;
    requestAnimationFrame(() => setTimeout(() => draw(heard)));
  }, on);

  return {
    receive(data) {
      if (data.frame !== shown || String(data.panes) !== sent) take(data);
      const isFirst = drawn === undefined;
      draw(heard ?? data.step);
      if (isFirst) sized.observe(frame.firstElementChild);
    },
    stop() {
      listening.abort();
      sized.disconnect();
    },
  };
}

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
