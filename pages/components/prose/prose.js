// Draws a text in tokens, at any step of its trainings. The text is plain HTML, so the browser breaks its
// lines, copies it and finds words in it. Tokens are drawn only near the screen, in pieces of some words;
// the other pieces are plain text of the same size.
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

import { mount } from "../shared/mount.js";
import { changes, lastBefore, offsetsIn, tokensOf, unitsOf } from "./tokens.js";

const EVENT = "merge-by-merge:position";
const WORDS = 40; // words of a piece
const NEAR = 300; // pixels from the end of the part at which the next part is requested
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

export default mount(create);

function create(root) {
  const section = root.querySelector(".prose"), told = section.querySelector(".told");
  const grid = section.querySelector(".panes"), words = section.dataset;
  const listening = new AbortController(), on = { signal: listening.signal };
  const state = {
    raw: "", removed: "", text: "", start: 0, end: 0, total: 0, panes: [],
    position: 0, heard: false, // whether the stepper has announced a position
    at: null, // the offset of the token that is described
    keys: false, asked: null, seq: Date.now(),
  };
  const pieces = new WeakMap(); // element -> piece
  const begins = new WeakMap(); // element of a unit -> the offset at which it begins

  // ---- The text and its tokens ----

  function take(data) {
    const part = JSON.parse(data.text);
    const offsets = offsetsIn(part.text);
    Object.assign(state, { text: part.text, start: part.start, end: part.end, total: part.total, offsets });
    state.panes = part.panes.map((pane) => {
      const many = pane.places.length / 3, words = (pane.words ?? []).map((word) => [...word]);
      const begins = new Int32Array(many), ends = new Int32Array(many), often = new Map();
      for (let k = 0; k < many; k++) {
        begins[k] = offsets(pane.places[3 * k]);
        ends[k] = offsets(pane.places[3 * k + 1]);
        const which = pane.places[3 * k + 2];
        often.set(which, (often.get(which) ?? 0) + 1);
      }
      return { ...pane, many, words, begins, ends, often };
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

  // ---- Drawing ----

  function make(name, css, ...inside) {
    const element = document.createElement(name);
    if (css) element.className = css;
    element.append(...inside);
    return element;
  }

  function newPane() {
    const name = make("span"), small = make("small"), heading = make("p", "title", name, small);
    heading.setAttribute("role", "heading");
    const before = make("div"), text = make("div", "text"), after = make("div");
    const scroller = make("div", "scroller", before, text, after);
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    const pane = make("div", "pane", heading, scroller);
    const observer = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        const piece = pieces.get(target);
        if (isIntersecting) draw(piece);
        else if (!getSelection().containsNode(target, true)) drawPlain(piece);
      }
      mark();
    }, { root: scroller, rootMargin: "100%" });
    pane.view = { name, small, heading, before, text, after, scroller, observer };
    scroller.addEventListener("scroll", () => scrolled(scroller), on);
    return pane;
  }

  function drawPanes() {
    const many = state.panes.length;
    grid.classList.toggle("beside", state.inColumns && many > 1);
    while (grid.children.length > many) grid.lastElementChild.remove();
    state.panes.forEach((pane, i) => {
      if (!grid.children[i]) grid.append(newPane());
      pane.view = grid.children[i].view;
      const { name, small, heading, text, scroller, observer } = pane.view;
      name.textContent = pane.title;
      small.textContent = pane.remark ?? "";
      heading.hidden = !pane.title;
      heading.setAttribute("aria-level", state.inColumns ? 2 : 3);
      scroller.setAttribute("aria-label", [words.text, pane.title].filter(Boolean).join(": "));
      observer.disconnect();
      pane.pieces = newPieces(pane);
      text.replaceChildren(...pane.pieces.map(({ element }) => element));
      for (const { element } of pane.pieces) observer.observe(element);
    });
    told.classList.toggle("two", many > 1);
    // The rest of the text is about as high in proportion. Browsers limit the height of an element.
    const perPlace = state.panes[0].view.text.offsetHeight / Math.max(1, state.end - state.start);
    const height = (places) => `${Math.min(places * perPlace, 7e6)}px`;
    for (const { view } of state.panes) {
      view.before.style.height = height(state.start);
      view.after.style.height = height(state.total - state.end);
    }
  }

  function newPieces(pane) {
    const many = Math.max(1, Math.ceil(pane.many / WORDS));
    return Array.from({ length: many }, (_, i) => {
      const begin = i ? pane.begins[i * WORDS] : 0;
      const end = i + 1 < many ? pane.begins[(i + 1) * WORDS] : state.text.length;
      const piece = { pane, begin, end, first: i * WORDS, element: make("span"), drawn: new Map() };
      pieces.set(piece.element, piece);
      drawPlain(piece);
      return piece;
    });
  }

  function drawPlain({ element, begin, end, drawn }) {
    drawn.clear();
    element.textContent = state.text.slice(begin, end);
  }

  function draw({ pane, element, begin, end, first, drawn }) {
    if (drawn.size) return;
    const parts = [];
    let at = begin;
    for (let k = first; k < Math.min(first + WORDS, pane.many); k++) {
      const [from, to] = [pane.begins[k], pane.ends[k]];
      // A word that follows another without a gap needs a visible boundary.
      const isClose = k > 0 && pane.ends[k - 1] === from;
      const isRtl = RIGHT_TO_LEFT.test(state.text.slice(from, to));
      const span = make("span", [isClose && "close", isRtl && "rtl"].filter(Boolean).join(" "));
      fill(pane, span, k);
      drawn.set(k, span);
      parts.push(state.text.slice(at, from), span);
      at = to;
    }
    element.replaceChildren(...parts, state.text.slice(at, end));
  }

  function fill(pane, span, k) {
    const parts = [];
    let at = pane.begins[k];
    unitsNow(pane, k).forEach(({ begin, end, fresh, unknown }, i) => {
      if (begin >= end) return;
      parts.push(state.text.slice(at, begin)); // characters that no token covers
      at = end;
      const css = ["u", i % 2 && "odd", fresh && "new", unknown && "unknown"];
      const unit = make("span", css.filter(Boolean).join(" "), state.text.slice(begin, end));
      begins.set(unit, begin);
      parts.push(unit);
    });
    span.replaceChildren(...parts.filter(Boolean), state.text.slice(at, pane.ends[k]));
  }

  // Redraw only the words that differ between two positions.
  function move(position) {
    const from = state.position;
    if (position === from) return;
    state.position = position;
    section.classList.toggle("moved", Math.abs(position - from) === 1);
    const low = Math.min(from, position), high = Math.max(from, position);
    for (const pane of state.panes) {
      if (pane.tokens) continue;
      for (const { drawn } of pane.pieces) {
        for (const [k, span] of drawn) {
          if (changes(pane.steps[pane.places[3 * k + 2]], pane.positions, low, high)) fill(pane, span, k);
        }
      }
    }
    mark();
    tell();
  }

  // Draw a word if it is not drawn yet, and return its element.
  function wordElement(pane, k) {
    const piece = pane.pieces[Math.floor(k / WORDS)];
    draw(piece);
    return piece.drawn.get(k);
  }

  function unitElement(pane, offset) {
    const unit = unitAt(pane, offset);
    const word = unit && wordElement(pane, wordBefore(pane, offset));
    return word && [...word.children].find((each) => begins.get(each) === unit.begin);
  }

  // ---- The description of a token ----

  function mark() {
    for (const old of section.querySelectorAll(".u.at")) old.classList.remove("at");
    if (state.at === null) return;
    for (const pane of state.panes) unitElement(pane, state.at)?.classList.add("at");
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
    if (state.at !== null) {
      for (const pane of state.panes) {
        const row = make("p"), unit = unitAt(pane, state.at);
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
    for (let k = 0; k < pane.many; k++) if (unitsNow(pane, k).some(({ fresh }) => fresh)) found.push(k);
    if (!found.length) return;
    const last = wordFrom(pane, pane.view.scroller.getBoundingClientRect().bottom);
    const next = found.find((k) => k >= last) ?? found[0], element = wordElement(pane, next);
    scrollTo(place(element, pane) - 2 * element.offsetHeight);
  }, on);

  function look(at) {
    if (state.at === at) return;
    state.at = at;
    mark();
    tell();
  }

  // ---- Scrolling ----

  // The first word that is at a height of the window or below it.
  function wordFrom(pane, y) {
    const below = (element) => element.getBoundingClientRect().bottom > y;
    const piece = pane.pieces.find(({ element }) => below(element));
    if (!piece) return pane.many;
    draw(piece);
    const [k] = [...piece.drawn].find(([, span]) => span.getBoundingClientRect().top >= y) ?? [piece.first + piece.drawn.size];
    return k;
  }

  // The distance of an element from the top of the text.
  const place = (element, { view }) =>
    element.getBoundingClientRect().top - view.before.getBoundingClientRect().top;

  function scrollTo(top) {
    for (const { view } of state.panes) view.scroller.scrollTop = top;
  }

  function scrolled(scroller) {
    const top = scroller.scrollTop;
    for (const { view } of state.panes) {
      if (Math.abs(view.scroller.scrollTop - top) >= 1) view.scroller.scrollTop = top;
    }
    askForMore();
  }

  // Request the part around the screen when it comes near the end of the loaded part.
  function askForMore() {
    const { scroller, before, text } = state.panes[0].view;
    const top = scroller.scrollTop, from = before.offsetHeight;
    const isNear = (state.start > 0 && top < from + NEAR) ||
      (state.end < state.total && top + scroller.clientHeight > from + text.offsetHeight - NEAR);
    if (!isNear) return;
    const size = state.end - state.start, at = Math.max(0, Math.min(state.total - 1, topPlace() - Math.round(size / 2)));
    if (state.asked !== null && Math.abs(state.asked - at) < size / 4) return;
    state.asked = at;
    prose.set("part", { at, seq: ++state.seq });
  }

  // The number of the character at the top of the screen, counted in the whole text; an estimate if it
  // is not in the loaded part.
  function topPlace() {
    const [pane] = state.panes, { scroller, before, text } = pane.view;
    const down = (scroller.scrollTop - before.offsetHeight) / Math.max(1, text.offsetHeight);
    const k = down >= 0 && down <= 1 ? wordFrom(pane, scroller.getBoundingClientRect().top) : pane.many;
    if (k < pane.many) return state.start + pane.places[3 * k];
    return Math.max(0, Math.round(state.start + down * (state.end - state.start)));
  }

  // Scroll to a character, counted in the whole text.
  function showPlace(at) {
    const [pane] = state.panes;
    const k = wordBefore(pane, state.offsets(Math.max(0, Math.min(at - state.start, state.end - state.start))));
    scrollTo(at > 0 && k > 0 ? place(wordElement(pane, k), pane) : 0);
  }

  // ---- Input ----

  const paneOf = (target) => state.panes.find(({ view }) => view?.scroller.contains(target));

  section.addEventListener("pointerover", ({ target }) => {
    const unit = target.closest?.(".u");
    if (unit) look(begins.get(unit));
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
    const k = wordFrom(pane, pane.view.scroller.getBoundingClientRect().top);
    if (state.at === null && k < pane.many) look(pane.begins[k]);
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

  // The nearest token of the line above or below.
  function nextLine(pane, way) {
    const here = unitElement(pane, state.at).getBoundingClientRect();
    const far = ({ box }) => 1e4 * Math.abs(box.top - here.top) + Math.abs(box.left - here.left);
    const [nearest] = [...pane.view.text.querySelectorAll(".u")]
      .map((unit) => ({ unit, box: unit.getBoundingClientRect() }))
      .filter(({ box }) => way * (box.top - here.top) > here.height / 2)
      .sort((a, b) => far(a) - far(b));
    return nearest && begins.get(nearest.unit);
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
    const offset = state.at ?? pane.begins[0], k = Math.max(0, wordBefore(pane, offset));
    const units = unitsNow(pane, k);
    const i = units.findIndex((unit) => unit.begin <= offset && offset < unit.end);
    const next = moves[event.key](pane, k, units, i);
    if (next === undefined) return;
    look(next);
    reveal(pane, next);
  }, on);

  function reveal(pane, offset) {
    const box = unitElement(pane, offset)?.getBoundingClientRect(), { scroller } = pane.view;
    if (!box) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    if (box.top < top) scrollTo(scroller.scrollTop + box.top - top);
    else if (box.bottom > bottom) scrollTo(scroller.scrollTop + box.bottom - bottom);
  }

  document.addEventListener(EVENT, ({ detail }) => {
    if (!Number.isInteger(detail?.step)) return;
    state.heard = true;
    move(detail.step);
  }, on);

  const prose = {
    receive(data) {
      section.style.setProperty("--lines", data.lines);
      state.inColumns = data.inColumns;
      // Ignore the answer to an earlier request: it does not contain the words on screen.
      const isAwaited = state.asked === null || data.asked === state.asked;
      const isNew = isAwaited && data.text !== state.raw;
      const isUpdated = isAwaited && data.removed !== state.removed;
      const total = state.total, at = isNew && total ? topPlace() : 0;
      if (!state.heard) {
        if (isNew || isUpdated) state.position = data.step;
        else move(data.step);
      }
      if (isNew) {
        take(data);
        Object.assign(state, { raw: data.text, asked: null, at: null });
      }
      if (isNew || isUpdated) {
        takeRemoved(data);
        state.removed = data.removed;
      }
      if (isNew) {
        drawPanes();
        // A component that Streamlit recreated does not know for which place it requested this part.
        const middle = state.start ? Math.round((state.start + state.end) / 2) : 0;
        showPlace(total === state.total ? at : middle);
        askForMore(); // the visitor may have scrolled on before this part arrived
      } else if (isUpdated) {
        for (const pane of state.panes) {
          for (const { drawn } of pane.pieces) for (const [k, span] of drawn) fill(pane, span, k);
        }
        mark();
      }
      if (isNew || isUpdated) tell();
    },
    stop() {
      for (const { view } of state.panes) view.observer.disconnect();
      listening.abort();
    },
  };
  return prose;
}
