// Draws the visible part of a text in tokens, at any step of its trainings.
//
// From Python, data has
//   step       the position to show until the stepper announces another
//   text       JSON: {start, end, total, text, panes}. The part of the text that begins at character
//              `start` of `total`. A pane is the text as one training splits it: {title, remark, prefix,
//              suffix, places, words, inner, first}; or, if its tokens do not depend on the step,
//              {title, remark, places, tokens}
//                places  for each word in the text three numbers: start, end, and its index in `words`
//                inner   for each of the words the places of its inner boundaries, -1 for none; 0 if
//                        they are 1, 2, 3 ...
//                first   the ids of the starting symbols
//                tokens  for each of the words its tokens: [token, id, whether it is unknown, start,
//                        end], counted from the start of the word
//   removed    JSON, for each pane {steps, made}. `steps`: for each inner boundary of each word the step
//              that removes it, 0 if none does. `made`: for each of these steps three numbers, the step,
//              the id of its token and the position at which it is made. Steps that the visitor must
//              not know yet are left out
//   lines      the number of lines on screen
//   inColumns  whether panes are next to each other
// Places count characters (code points). Offsets count UTF-16 units, as JavaScript strings do.

import { changes, lastBefore, lineStarts, offsetsIn, tokensOf, unitsOf } from "./tokens.js";

const proses = new WeakMap();
const EVENT = "merge-by-merge:position";
const SPARE = 3; // lines drawn above and below those on screen
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

export default function ({ parentElement: root, data, setStateValue }) {
  let prose = proses.get(root);
  if (!prose) {
    prose = create(root);
    proses.set(root, prose);
  }
  prose.ask = (part) => setStateValue("part", part);
  prose.receive(data);
  // Streamlit also cleans up a call that a newer one replaces: stop only when the component is removed.
  return () =>
    setTimeout(() => {
      if ((root.host ?? root).isConnected) return;
      prose.stop();
      proses.delete(root);
    });
}

function create(root) {
  const section = root.querySelector(".prose"), told = section.querySelector(".told");
  const grid = section.querySelector(".panes"), words = section.dataset;
  const listening = new AbortController(), on = { signal: listening.signal };
  const state = {
    raw: "", removed: "", text: "", start: 0, end: 0, total: 0, panes: [],
    position: 0, heard: false, // whether the stepper has announced a position
    lines: [], before: 0, perLine: 60, height: 28, width: 0, shown: 0,
    at: null, // {pane, offset} of the token that is described
    keys: false, asked: null, seq: Date.now(),
  };
  const nodes = new WeakMap(); // text node -> the offset at which it begins
  const empty = new WeakMap(); // line without text -> its offset

  // ---- The text and its tokens ----

  function take(data) {
    const part = JSON.parse(data.text);
    const offsets = offsetsIn(part.text);
    Object.assign(state, { text: part.text, start: part.start, end: part.end, total: part.total, offsets });
    state.panes = part.panes.map((pane, i) => {
      const many = pane.places.length / 3, words = (pane.words ?? []).map((word) => [...word]);
      const begins = new Int32Array(many), ends = new Int32Array(many), often = new Map();
      for (let k = 0; k < many; k++) {
        begins[k] = offsets(pane.places[3 * k]);
        ends[k] = offsets(pane.places[3 * k + 1]);
        const which = pane.places[3 * k + 2];
        often.set(which, (often.get(which) ?? 0) + 1);
      }
      return { ...pane, i, many, words, begins, ends, often, view: state.panes[i]?.view };
    });
  }

  function takeRemoved(data) {
    JSON.parse(data.removed).forEach(({ steps, made }, i) => {
      const pane = state.panes[i];
      if (pane.tokens) return;
      pane.ids = new Map();
      pane.positions = new Map();
      for (let k = 0; k < made.length; k += 3) {
        pane.ids.set(made[k], made[k + 1]);
        pane.positions.set(made[k], made[k + 2]);
      }
      let at = 0;
      pane.steps = pane.words.map((word) => {
        const from = at;
        at += word.length - 1 + (pane.suffix ? 1 : 0);
        return steps.slice(from, at);
      });
    });
  }

  // The units of a word now, with their offsets in the text.
  function unitsNow(pane, k) {
    const begin = pane.places[3 * k];
    return unitsOf(pane, k, state.position).map((unit) => ({
      ...unit,
      from: state.start + begin,
      begin: state.offsets(begin + unit.place),
      end: state.offsets(begin + unit.until),
      fresh: unit.tokens.some((token) => token.fresh),
      unknown: unit.tokens.some((token) => token.unknown),
    }));
  }

  // The last word that begins at an offset or before it; -1 if none does.
  const wordBefore = (pane, offset) => lastBefore(pane.many, (k) => pane.begins[k], offset);

  function unitAt(pane, offset) {
    const k = wordBefore(pane, offset);
    if (k < 0 || offset >= pane.ends[k]) return null;
    return unitsNow(pane, k).find((unit) => unit.begin <= offset && offset < unit.end) ?? null;
  }

  // How often a token occurs in the loaded part.
  function count(pane, wanted) {
    let found = 0;
    for (const [which, often] of pane.often) {
      for (const { token } of tokensOf(pane, which, state.position)) if (token === wanted) found += often;
    }
    return found;
  }

  // ---- Lines ----

  // Let the browser break the plain text into lines, and find where each begins.
  function lay() {
    const { sizer, measure, scroller } = state.panes[0].view;
    state.height = parseFloat(getComputedStyle(scroller).lineHeight);
    state.width = sizer.clientWidth;
    const bidi = RIGHT_TO_LEFT.test(state.text), boxes = [];
    for (const paragraph of state.text.split("\n")) {
      const box = document.createElement("div");
      if (bidi) box.dir = "auto";
      box.textContent = paragraph || " ";
      boxes.push([box, paragraph]);
    }
    measure.replaceChildren(...boxes.map(([box]) => box));
    const lines = [], range = document.createRange();
    let begin = 0;
    for (const [box, paragraph] of boxes) {
      const many = Math.round(box.offsetHeight / state.height) || 1;
      const rtl = bidi && getComputedStyle(box).direction === "rtl";
      const starts = many > 1 ? breaks(box, paragraph.length, many, range) : [0];
      starts.forEach((at, i) => {
        const end = i + 1 < starts.length ? starts[i + 1] : paragraph.length;
        lines.push({ begin: begin + at, end: begin + end, rtl });
      });
      begin += paragraph.length + 1;
    }
    measure.replaceChildren();
    state.lines = lines;
    state.perLine = Math.max(1, (state.end - state.start) / lines.length);
    state.before = Math.round(state.start / state.perLine);
    const after = Math.round((state.total - state.end) / state.perLine);
    // Browsers limit the height of an element.
    const all = Math.min(state.before + lines.length + after, 15e6 / state.height);
    for (const { view } of state.panes) view.sizer.style.height = `${all * state.height}px`;
  }

  function breaks(box, length, many, range) {
    const node = box.firstChild, top = box.getBoundingClientRect().top;
    const lineOf = (at) => {
      for (; at < length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top: above, bottom } = range.getBoundingClientRect();
        if (bottom > above) return Math.floor(((above + bottom) / 2 - top) / state.height);
      }
      return many;
    };
    return lineStarts(length, many, lineOf);
  }

  const lineAt = (offset) =>
    Math.max(0, lastBefore(state.lines.length, (k) => state.lines[k].begin, offset));

  // ---- Drawing ----

  function panes() {
    const many = state.panes.length;
    grid.classList.toggle("beside", state.inColumns && many > 1);
    while (grid.children.length > many) grid.lastElementChild.remove();
    state.panes.forEach((pane, i) => {
      if (!grid.children[i]) grid.append(newPane(i));
      pane.view = grid.children[i].view;
      const { name, small, heading, scroller } = pane.view;
      name.textContent = pane.title;
      small.textContent = pane.remark ?? "";
      heading.hidden = !pane.title;
      heading.setAttribute("aria-level", state.inColumns ? 2 : 3);
      scroller.setAttribute("aria-label", [words.text, pane.title].filter(Boolean).join(": "));
    });
    told.classList.toggle("two", many > 1);
  }

  function make(name, css, ...inside) {
    const element = document.createElement(name);
    if (css) element.className = css;
    element.append(...inside);
    return element;
  }

  function newPane(i) {
    const name = make("span"), small = make("small"), heading = make("p", "title", name, small);
    heading.setAttribute("role", "heading");
    const measure = make("div", "measure"), sizer = make("div", "sizer", measure);
    measure.setAttribute("aria-hidden", "true");
    const scroller = make("div", "scroller", sizer);
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    const pane = make("div", "pane", heading, scroller);
    pane.view = { name, small, heading, scroller, sizer, measure, drawn: new Map() };
    scroller.addEventListener("scroll", () => scrolled(i), on);
    return pane;
  }

  function visible() {
    const { scroller } = state.panes[0].view;
    const first = Math.floor(scroller.scrollTop / state.height) - state.before - SPARE;
    const many = Math.ceil(scroller.clientHeight / state.height) + 2 * SPARE;
    return [Math.max(0, first), Math.min(state.lines.length, first + many)];
  }

  function draw() {
    const [first, end] = visible(), anchor = getSelection()?.anchorNode;
    for (const pane of state.panes) {
      const { drawn, sizer } = pane.view;
      for (const [k, line] of drawn) {
        if ((k >= first && k < end) || (anchor && line.element.contains(anchor))) continue;
        line.element.remove();
        drawn.delete(k);
      }
      for (let k = first; k < end; k++) {
        if (drawn.has(k)) continue;
        const line = newLine(pane, k);
        let next = k + 1;
        while (next < end && !drawn.has(next)) next++;
        sizer.insertBefore(line.element, drawn.get(next)?.element ?? null);
        drawn.set(k, line);
      }
    }
    mark();
  }

  function clear() {
    for (const { view } of state.panes) {
      for (const { element } of view.drawn.values()) element.remove();
      view.drawn.clear();
    }
  }

  function plain(begin, end) {
    const node = document.createTextNode(state.text.slice(begin, end));
    nodes.set(node, begin);
    return node;
  }

  function newLine(pane, k) {
    const { begin, end, rtl } = state.lines[k], element = make("div", "line"), drawn = [];
    element.style.top = `${(state.before + k) * state.height}px`;
    element.dir = rtl ? "rtl" : "ltr";
    let at = begin;
    let word = Math.max(0, wordBefore(pane, begin));
    if (word < pane.many && pane.ends[word] <= begin) word++;
    for (; word < pane.many && pane.begins[word] < end; word++) {
      const from = Math.max(begin, pane.begins[word]), to = Math.min(end, pane.ends[word]);
      if (from > at) element.append(plain(at, from));
      // A word that follows another without a gap needs a visible boundary.
      const isClose = word > 0 && pane.ends[word - 1] === pane.begins[word];
      const isRtl = RIGHT_TO_LEFT.test(state.text.slice(from, to));
      const span = make("span", [isClose && "close", isRtl && "rtl"].filter(Boolean).join(" "));
      fill(pane, span, word, from, to);
      drawn.push([word, span, from, to]);
      element.append(span);
      at = to;
    }
    if (end > at) element.append(plain(at, end));
    if (begin === end) empty.set(element, begin);
    return { element, drawn };
  }

  function fill(pane, span, word, from, to) {
    const parts = [];
    let at = from;
    unitsNow(pane, word).forEach((unit, i) => {
      const begin = Math.max(from, unit.begin), end = Math.min(to, unit.end);
      if (begin >= end) return;
      if (at < begin) parts.push(plain(at, begin)); // characters that no token covers
      at = end;
      const css = ["u", i % 2 && "odd", unit.fresh && "new", unit.unknown && "unknown"];
      parts.push(make("span", css.filter(Boolean).join(" "), plain(begin, end)));
    });
    if (at < to) parts.push(plain(at, to));
    span.replaceChildren(...parts);
  }

  // Redraw only the visible words that differ between two positions.
  function move(position) {
    const from = state.position;
    if (position === from) return;
    state.position = position;
    section.classList.toggle("moved", Math.abs(position - from) === 1);
    const low = Math.min(from, position), high = Math.max(from, position);
    for (const pane of state.panes) {
      if (pane.tokens) continue;
      const known = new Map();
      const changed = (which) => {
        if (!known.has(which)) known.set(which, changes(pane.steps[which], pane.positions, low, high));
        return known.get(which);
      };
      for (const line of pane.view.drawn.values()) {
        for (const [word, span, begin, end] of line.drawn) {
          if (changed(pane.places[3 * word + 2])) fill(pane, span, word, begin, end);
        }
      }
    }
    mark();
    tell();
  }

  // ---- The description of a token ----

  function mark() {
    for (const old of section.querySelectorAll(".u.at")) old.classList.remove("at");
    if (!state.at) return;
    for (const pane of state.panes) {
      const unit = unitAt(pane, state.at.offset);
      if (!unit) continue;
      for (const line of pane.view.drawn.values()) {
        for (const [word, span] of line.drawn) {
          if (pane.begins[word] > unit.begin || pane.ends[word] <= unit.begin) continue;
          for (const part of span.children) {
            const begin = nodes.get(part.firstChild);
            part.classList.toggle("at", begin >= unit.begin && begin < unit.end);
          }
        }
      }
    }
  }

  const written = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  const code = (token) => make("code", "", token);
  const said = (template, places = {}) =>
    template.split(/(\{\w+\})/).map((part) => places[part.slice(1, -1)] ?? part);
  const often = (pane, token) => {
    const template = state.start || state.end < state.total ? words.part : words.whole;
    return make("span", "", ...said(template, { count: written(count(pane, token)) }));
  };

  function tell() {
    const rows = [];
    if (state.at) {
      for (const pane of state.panes) {
        const row = make("p"), unit = unitAt(pane, state.at.offset);
        if (state.panes.length > 1) row.append(make("b", "", pane.title));
        if (!unit) row.append(words.plain);
        for (const token of unit?.tokens ?? []) row.append(...facts(pane, token, unit));
        if (unit?.tokens.length > 1) row.append(words.together);
        rows.push(row);
      }
    } else {
      const found = state.panes.length === 1 && newest(state.panes[0]);
      rows.push(make("p", "", ...(found || [words.hint])));
    }
    told.replaceChildren(...rows);
  }

  function facts(pane, token, unit) {
    const parts = [code(token.token)];
    if (token.unknown) parts.push(make("span", "", words.unknown));
    if (token.id !== undefined && token.id !== null) {
      parts.push(make("span", "", ...said(words.id, { id: written(token.id) })));
    }
    if (pane.tokens) {
      const places = { start: written(unit.from + token.start), end: written(unit.from + token.end) };
      parts.push(make("span", "", ...said(words.characters, places)));
    }
    parts.push(often(pane, token.token));
    if (token.step) {
      const { left, right, step } = token;
      const places = { step: written(step), left: code(left), right: code(right) };
      parts.push(make("span", "", ...said(words.made, places)));
    } else if (!pane.tokens) parts.push(make("span", "", words.start));
    return parts;
  }

  function newest(pane) {
    if (pane.tokens) return null;
    for (const which of pane.often.keys()) {
      const hasNew = pane.steps[which].some((step) => step && pane.positions.get(step) === state.position);
      const token = hasNew && tokensOf(pane, which, state.position).find(({ fresh }) => fresh);
      if (!token) continue;
      const places = { step: written(token.step), left: code(token.left), right: code(token.right) };
      return [
        make("span", "", ...said(words.newest, places)), code(token.token), often(pane, token.token), shower,
      ];
    }
    return null;
  }

  // Scrolls to the next occurrence of the newest token below the screen, or to the first one.
  const shower = make("button", "", words.show);
  shower.type = "button";
  shower.addEventListener("click", () => {
    const [pane] = state.panes, found = [];
    for (let k = 0; k < pane.many; k++) {
      if (unitsNow(pane, k).some(({ fresh }) => fresh)) found.push(lineAt(pane.begins[k]));
    }
    if (!found.length) return;
    const { scroller } = pane.view;
    const below = Math.floor((scroller.scrollTop + scroller.clientHeight) / state.height) - state.before;
    const line = found.find((line) => line >= below) ?? found[0];
    scrollTo(Math.max(0, (state.before + line - 2) * state.height));
  }, on);

  function look(at) {
    if (state.at?.offset === at?.offset) return;
    state.at = at;
    mark();
    tell();
  }

  // ---- Input ----

  function scrolled(i) {
    const top = state.panes[i]?.view.scroller.scrollTop;
    if (top === undefined) return;
    for (const { view } of state.panes) {
      if (Math.abs(view.scroller.scrollTop - top) >= 1) view.scroller.scrollTop = top;
    }
    draw();
    askForMore(top);
  }

  // Request the part around the visible lines when they come near the end of the loaded part.
  function askForMore(top) {
    const line = top / state.height - state.before, size = state.end - state.start;
    const near = 10, rows = state.panes[0].view.scroller.clientHeight / state.height;
    const up = state.start > 0 && line < near;
    const down = state.end < state.total && line + rows > state.lines.length - near;
    if (!up && !down) return;
    const first = state.start + Math.round(line * state.perLine);
    const at = Math.max(0, Math.min(state.total - 1, first - Math.round(size / 2)));
    if (state.asked !== null && Math.abs(state.asked - at) < size / 4) return;
    state.asked = at;
    prose.ask({ at, seq: ++state.seq });
  }

  // Return the number of the character at the top of the screen, counted in the whole text.
  function topPlace() {
    if (!state.lines.length) return 0;
    const line = Math.floor(state.panes[0].view.scroller.scrollTop / state.height) - state.before;
    if (line >= 0 && line < state.lines.length) {
      return state.start + [...state.text.slice(0, state.lines[line].begin)].length;
    }
    return Math.max(0, state.start + Math.round(line * state.perLine));
  }

  function showPlace(place) {
    const offset = state.offsets(Math.max(0, Math.min(place - state.start, state.end - state.start)));
    scrollTo(place <= 0 ? 0 : (state.before + lineAt(offset)) * state.height);
  }

  function scrollTo(top) {
    for (const { view } of state.panes) view.scroller.scrollTop = top;
    draw();
  }

  const paneOf = (target) => state.panes.find(({ view }) => view?.scroller.contains(target));

  section.addEventListener("pointerover", ({ target }) => {
    const unit = target.closest?.(".u"), pane = unit && paneOf(unit);
    if (pane) look({ pane: pane.i, offset: nodes.get(unit.firstChild) });
  }, on);
  section.addEventListener("pointerleave", () => { if (!state.keys) look(null); }, on);

  // After a click the arrow keys still belong to the stepper; only focus by keyboard takes them.
  let clicking = false;
  section.addEventListener("pointerdown", () => { clicking = true; }, { ...on, capture: true });
  document.addEventListener("keydown", () => { clicking = false; }, { ...on, capture: true });
  section.addEventListener("focusin", ({ target }) => {
    const pane = paneOf(target);
    if (!pane || clicking) return;
    state.keys = true;
    told.setAttribute("aria-live", "polite");
    const [first] = visible(), line = state.lines[Math.min(first + (first ? SPARE : 0), state.lines.length - 1)];
    const k = Math.max(0, wordBefore(pane, line.begin));
    if (!state.at && pane.many) look({ pane: pane.i, offset: pane.begins[k] });
  }, on);
  section.addEventListener("focusout", () => {
    state.keys = false;
    told.setAttribute("aria-live", "off");
    look(null);
  }, on);

  const moves = {
    ArrowRight: (pane, k, units, i) => units[i + 1]?.begin ?? pane.begins[k + 1],
    ArrowLeft: (pane, k, units, i) => units[i - 1]?.begin ?? (k > 0 ? unitsNow(pane, k - 1).at(-1).begin : undefined),
    ArrowDown: (pane) => nextLine(pane, 1),
    ArrowUp: (pane) => nextLine(pane, -1),
    Home: (pane) => pane.begins[0],
    End: (pane) => pane.begins[pane.many - 1],
  };

  function nextLine(pane, way) {
    const here = lineAt(state.at.offset), along = state.at.offset - state.lines[here].begin;
    for (let k = here + way; k >= 0 && k < state.lines.length; k += way) {
      const { begin, end } = state.lines[k], word = wordBefore(pane, Math.min(begin + along, end - 1));
      if (word >= 0 && pane.ends[word] > begin) return Math.max(begin, pane.begins[word]);
    }
    return undefined;
  }

  section.addEventListener("keydown", (event) => {
    const pane = paneOf(event.target);
    if (!pane || !state.keys || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Escape") {
      event.target.blur();
      event.preventDefault();
      return;
    }
    if (!moves[event.key] || !pane.many) return;
    event.preventDefault(); // the stepper ignores the key then
    const offset = state.at?.offset ?? pane.begins[0], k = Math.max(0, wordBefore(pane, offset));
    const units = unitsNow(pane, k);
    const i = units.findIndex((unit) => unit.begin <= offset && offset < unit.end);
    const next = moves[event.key](pane, k, units, i);
    if (next === undefined) return;
    look({ pane: pane.i, offset: next });
    reveal(next);
  }, on);

  function reveal(offset) {
    const { scroller } = state.panes[0].view, top = (state.before + lineAt(offset)) * state.height;
    const bottom = top + state.height;
    if (top < scroller.scrollTop) scrollTo(top);
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scrollTo(bottom - scroller.clientHeight);
    mark();
  }

  // Lines are separate elements: copy the text itself.
  section.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    const from = offsetOf(range.startContainer, range.startOffset);
    const to = offsetOf(range.endContainer, range.endOffset);
    if (from === null || to === null) return;
    event.clipboardData.setData("text/plain", state.text.slice(from, to));
    event.preventDefault();
  }, on);

  function offsetOf(node, at) {
    if (nodes.has(node)) return nodes.get(node) + at;
    if (!(node instanceof Element) || !paneOf(node)) return null;
    const after = node.childNodes[at];
    const walk = (from, last) => {
      const all = document.createTreeWalker(from, NodeFilter.SHOW_TEXT), found = [];
      while (all.nextNode()) if (nodes.has(all.currentNode)) found.push(all.currentNode);
      return last ? found.at(-1) : found[0];
    };
    const first = after && (nodes.has(after) ? after : walk(after, false));
    if (first) return nodes.get(first);
    const last = walk(node, true);
    if (last) return nodes.get(last) + last.data.length;
    return empty.get(node.closest(".line")) ?? null;
  }

  document.addEventListener(EVENT, ({ detail }) => {
    if (!Number.isInteger(detail?.step)) return;
    state.heard = true;
    move(detail.step);
  }, on);

  // ---- Sizes ----

  function layAgain() {
    if (!state.panes.length || !state.panes[0].view.sizer.clientWidth) return;
    const place = topPlace();
    clear();
    lay();
    showPlace(place);
  }
  const resized = new ResizeObserver(() => {
    const view = state.panes[0]?.view;
    if (!view) return;
    const height = parseFloat(getComputedStyle(view.scroller).lineHeight);
    if (view.sizer.clientWidth !== state.width || height !== state.height) layAgain();
    else draw(); // the screen may have become higher
  });
  resized.observe(grid);
  document.fonts?.addEventListener?.("loadingdone", layAgain, on);

  const prose = {
    receive(data) {
      section.style.setProperty("--lines", data.lines);
      state.inColumns = data.inColumns;
      // Ignore the answer to an earlier request: it does not contain the lines on screen.
      const isAwaited = state.asked === null || data.asked === state.asked;
      const isNew = isAwaited && data.text !== state.raw, place = isNew ? topPlace() : 0;
      const sameText = isNew && state.total > 0;
      if (!state.heard) {
        if (isNew || (isAwaited && data.removed !== state.removed)) state.position = data.step;
        else move(data.step);
      }
      if (isNew) {
        clear();
        const total = state.total;
        take(data);
        takeRemoved(data);
        Object.assign(state, { raw: data.text, removed: data.removed, asked: null, at: null });
        panes();
        lay();
        // A component that Streamlit recreated does not know for which place it requested this part.
        const middle = state.start ? (state.start + state.end) / 2 : 0;
        showPlace(sameText && total === state.total ? place : Math.round(middle));
        tell();
      } else if (isAwaited && data.removed !== state.removed) {
        takeRemoved(data);
        state.removed = data.removed;
        clear();
        draw();
        tell();
      }
    },
    stop() {
      resized.disconnect();
      listening.abort();
    },
  };
  return prose;
}
