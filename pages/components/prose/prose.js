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
//              the id of its token and the position at which it is made
//   lines      the number of lines on screen
//   inColumns  whether panes are next to each other
// Places count characters (code points) from the start of the part.

import { mount } from "../shared/mount.js";
import { changes, lastBefore, tokensOf, unitsOf } from "./tokens.js";

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
    raw: "", removed: "", characters: [], start: 0, end: 0, total: 0, panes: [],
    position: 0, heard: false, // whether the stepper has announced a position
    at: null, // the place of the token that is described
    keys: false, asked: null, seq: Date.now(),
  };
  const pieces = new WeakMap(); // element -> piece
  const units = new WeakMap(); // element -> unit

  // ---- The text and its tokens ----

  function take(data) {
    const { text, panes, ...range } = JSON.parse(data.text);
    Object.assign(state, range, { characters: [...text] });
    state.panes = panes.map((pane, i) => {
      const words = (pane.words ?? []).map((word) => [...word]), often = new Map();
      for (let k = 2; k < pane.places.length; k += 3) {
        often.set(pane.places[k], (often.get(pane.places[k]) ?? 0) + 1);
      }
      return { ...pane, words, often, many: pane.places.length / 3, view: state.panes[i]?.view ?? newView() };
    });
  }

  function takeRemoved(pane, { steps, made }) {
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
  }

  const textOf = (begin, end) => state.characters.slice(begin, end).join("");
  const wordAt = (pane, k) => pane.places.slice(3 * k, 3 * k + 3);

  // The last word that begins at a place or before it; -1 if none does.
  const wordBefore = (pane, at) => lastBefore(pane.many, (k) => pane.places[3 * k], at);

  // The element of the unit at a place, or undefined.
  function unitAt(pane, at) {
    const k = wordBefore(pane, at);
    const found = k < 0 ? [] : [...wordElement(pane, k).children];
    return found.find((each) => units.get(each).begin <= at && at < units.get(each).end);
  }

  // Whether a merge of this position changed a word.
  const isFresh = (pane, which) =>
    pane.steps[which].some((step) => step && pane.positions.get(step) === state.position);

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

  function newView() {
    const element = section.querySelector("template").content.firstElementChild.cloneNode(true);
    const [heading, scroller] = element.children, [before, text, after] = scroller.children;
    const observer = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        const piece = pieces.get(target);
        if (isIntersecting) draw(piece);
        else if (piece.isDrawn && !getSelection().containsNode(target, true)) drawPlain(piece);
      }
      mark();
    }, { root: scroller, rootMargin: "100%" });
    scroller.addEventListener("scroll", () => scrolled(scroller), on);
    return { element, heading, before, text, after, scroller, observer };
  }

  function drawPanes() {
    const { panes, start, end, total } = state;
    grid.classList.toggle("beside", state.inColumns && panes.length > 1);
    told.classList.toggle("two", panes.length > 1);
    if (grid.children.length !== panes.length) grid.replaceChildren(...panes.map(({ view }) => view.element));
    for (const pane of panes) {
      const { heading, scroller, text, observer } = pane.view, [name, small] = heading.children;
      name.textContent = pane.title;
      small.textContent = pane.remark ?? "";
      heading.hidden = !pane.title;
      heading.setAttribute("aria-level", state.inColumns ? 2 : 3);
      scroller.setAttribute("aria-label", [words.text, pane.title].filter(Boolean).join(": "));
      observer.disconnect();
      pane.pieces = piecesOf(pane);
      text.replaceChildren(...pane.pieces.map(({ element }) => element));
      for (const { element } of pane.pieces) observer.observe(element);
    }
    // The rest of the text is about as high in proportion. Browsers limit the height of an element.
    const perPlace = panes[0].view.text.offsetHeight / Math.max(1, end - start);
    const height = (places) => `${Math.min(places * perPlace, 7e6)}px`;
    for (const { view } of panes) {
      view.before.style.height = height(start);
      view.after.style.height = height(total - end);
    }
  }

  function piecesOf(pane) {
    const many = Math.max(1, Math.ceil(pane.many / WORDS));
    return Array.from({ length: many }, (_, i) => {
      const first = i * WORDS, last = Math.min(first + WORDS, pane.many);
      const begin = i ? pane.places[3 * first] : 0;
      const end = i + 1 < many ? pane.places[3 * last] : state.characters.length;
      const piece = { pane, first, last, begin, end, element: make("span") };
      pieces.set(piece.element, piece);
      drawPlain(piece);
      return piece;
    });
  }

  function drawPlain(piece) {
    piece.isDrawn = false;
    piece.element.textContent = textOf(piece.begin, piece.end);
  }

  function draw(piece) {
    if (piece.isDrawn) return;
    const { pane, first, last, element } = piece, parts = [];
    let at = piece.begin;
    for (let k = first; k < last; k++) {
      const [begin, end] = wordAt(pane, k);
      // A word that follows another without a gap needs a visible boundary.
      const isClose = k > 0 && pane.places[3 * k - 2] === begin;
      const isRtl = RIGHT_TO_LEFT.test(textOf(begin, end));
      const word = make("span", [isClose && "close", isRtl && "rtl"].filter(Boolean).join(" "));
      fill(pane, k, word);
      parts.push(textOf(at, begin), word);
      at = end;
    }
    element.replaceChildren(...parts, textOf(at, piece.end));
    piece.isDrawn = true;
  }

  // Draw a word if it is not drawn yet, and return its element.
  function wordElement(pane, k) {
    const piece = pane.pieces[Math.floor(k / WORDS)];
    draw(piece);
    return piece.element.children[k - piece.first];
  }

  // Draw the units of a word.
  function fill(pane, k, element) {
    const [word, wordEnd] = wordAt(pane, k), parts = [];
    let at = word;
    unitsOf(pane, k, state.position).forEach(({ place, until, tokens }, i) => {
      const begin = word + place, end = word + until;
      if (begin >= end) return;
      const has = (fact) => tokens.some((token) => token[fact]);
      const css = ["u", i % 2 && "odd", has("fresh") && "new", has("unknown") && "unknown"];
      const unit = make("span", css.filter(Boolean).join(" "), textOf(begin, end));
      units.set(unit, { begin, end, word: state.start + word, tokens });
      parts.push(textOf(at, begin), unit); // characters that no token covers are before it
      at = end;
    });
    element.replaceChildren(...parts.filter(Boolean), textOf(at, wordEnd));
  }

  // Redraw the words that differ; `differs` gets the steps of a word.
  function redraw(pane, differs) {
    for (const { isDrawn, first, last, element } of pane.pieces) {
      for (let k = first; isDrawn && k < last; k++) {
        if (differs(pane.steps[pane.places[3 * k + 2]])) fill(pane, k, element.children[k - first]);
      }
    }
  }

  function move(position) {
    const from = state.position;
    if (position === from) return;
    state.position = position;
    section.classList.toggle("moved", Math.abs(position - from) === 1);
    const low = Math.min(from, position), high = Math.max(from, position);
    for (const pane of state.panes) {
      if (!pane.tokens) redraw(pane, (steps) => changes(steps, pane.positions, low, high));
    }
    mark();
    tell();
  }

  // ---- The description of a token ----

  let marked = [];
  function mark() {
    for (const old of marked) old?.classList.remove("at");
    marked = state.at === null ? [] : state.panes.map((pane) => unitAt(pane, state.at));
    for (const unit of marked) unit?.classList.add("at");
  }

  const written = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  const code = (token) => make("code", "", token);
  const said = (template, places = {}) =>
    template.split(/(\{\w+\})/).map((part) => places[part.slice(1, -1)] ?? part);
  const fact = (template, places) => make("span", "", ...said(template, places));
  const often = (pane, token) => {
    const template = state.start || state.end < state.total ? words.part : words.whole;
    return fact(template, { count: written(count(pane, token)) });
  };
  const made = ({ step, left, right }) =>
    fact(words.made, { step: written(step), left: code(left), right: code(right) });

  function tell() {
    const rows = [];
    if (state.at !== null) {
      for (const pane of state.panes) {
        const row = make("p"), unit = units.get(unitAt(pane, state.at));
        if (state.panes.length > 1) row.append(make("b", "", pane.title));
        if (!unit) row.append(words.plain);
        for (const token of unit?.tokens ?? []) row.append(...facts(pane, token, unit.word));
        if (unit?.tokens.length > 1) row.append(words.together);
        rows.push(row);
      }
    } else {
      const found = state.panes.length === 1 && newest(state.panes[0]);
      rows.push(make("p", "", ...(found || [words.hint])));
    }
    told.replaceChildren(...rows);
  }

  function facts(pane, token, word) {
    const parts = [code(token.token)];
    if (token.unknown) parts.push(fact(words.unknown));
    if (token.id !== undefined && token.id !== null) parts.push(fact(words.id, { id: written(token.id) }));
    if (pane.tokens) {
      const places = { start: written(word + token.start), end: written(word + token.end) };
      parts.push(fact(words.characters, places));
    }
    parts.push(often(pane, token.token));
    if (token.step) parts.push(made(token));
    else if (!pane.tokens) parts.push(fact(words.start));
    return parts;
  }

  function newest(pane) {
    const which = pane.tokens ? undefined : [...pane.often.keys()].find((each) => isFresh(pane, each));
    const token = which !== undefined && tokensOf(pane, which, state.position).find(({ fresh }) => fresh);
    return token ? [...facts(pane, token), shower] : null;
  }

  // Scrolls to the next occurrence of the newest token below the screen, or to the first one.
  const shower = make("button", "", words.show);
  shower.type = "button";
  shower.addEventListener("click", () => {
    const [pane] = state.panes, { bottom } = pane.view.scroller.getBoundingClientRect();
    const from = placeFrom(pane, bottom), found = [];
    for (let k = 0; k < pane.many; k++) if (isFresh(pane, pane.places[3 * k + 2])) found.push(k);
    if (!found.length) return;
    const word = wordElement(pane, found.find((k) => pane.places[3 * k] >= from) ?? found[0]);
    scrollTo(distance(word, pane) - 2 * word.offsetHeight);
  }, on);

  function look(at) {
    if (state.at === at) return;
    state.at = at;
    mark();
    tell();
  }

  // ---- Scrolling ----

  // The place of the first word that is at a height of the window or below it, or undefined.
  function placeFrom(pane, y) {
    const piece = pane.pieces.find(({ element }) => element.getBoundingClientRect().bottom > y);
    if (!piece) return undefined;
    draw(piece);
    const i = [...piece.element.children].findIndex((word) => word.getBoundingClientRect().top >= y);
    return pane.places[3 * (i < 0 ? piece.last : piece.first + i)];
  }

  // The distance of an element from the top of the text.
  const distance = (element, { view }) =>
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
    const at = down >= 0 && down <= 1 ? placeFrom(pane, scroller.getBoundingClientRect().top) : undefined;
    return state.start + (at ?? Math.max(-state.start, Math.round(down * (state.end - state.start))));
  }

  // Scroll to a character, counted in the whole text.
  function showPlace(at) {
    const [pane] = state.panes, k = wordBefore(pane, at - state.start);
    scrollTo(at > 0 && k > 0 ? distance(wordElement(pane, k), pane) : 0);
  }

  // ---- Input ----

  const paneOf = (target) => state.panes.find(({ view }) => view.scroller.contains(target));

  section.addEventListener("pointerover", ({ target }) => {
    const unit = target.closest?.(".u");
    if (unit) look(units.get(unit).begin);
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
    const at = placeFrom(pane, pane.view.scroller.getBoundingClientRect().top);
    if (state.at === null && at !== undefined) look(at);
  }, on);
  section.addEventListener("focusout", () => {
    state.keys = false;
    told.setAttribute("aria-live", "off");
    look(null);
  }, on);

  const unitsIn = (piece) => {
    draw(piece);
    return [...piece.element.querySelectorAll(".u")];
  };

  // The units near a place, in order.
  function unitsNear(pane, at) {
    const i = Math.floor(Math.max(0, wordBefore(pane, at)) / WORDS);
    return pane.pieces.slice(Math.max(0, i - 1), i + 2).flatMap(unitsIn);
  }

  // The nearest unit of the line above or below.
  function nextLine(near, unit, way) {
    const here = unit.getBoundingClientRect();
    const far = ({ box }) => 1e4 * Math.abs(box.top - here.top) + Math.abs(box.left - here.left);
    const [nearest] = near
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => way * (box.top - here.top) > here.height / 2)
      .sort((a, b) => far(a) - far(b));
    return nearest?.each;
  }

  section.addEventListener("keydown", (event) => {
    const pane = paneOf(event.target);
    if (!pane || !state.keys || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Escape") {
      event.target.blur();
      event.preventDefault();
      return;
    }
    const at = state.at ?? 0, near = unitsNear(pane, at);
    const i = Math.max(0, near.indexOf(unitAt(pane, at)));
    const moves = {
      ArrowRight: () => near[i + 1], ArrowLeft: () => near[i - 1],
      ArrowDown: () => nextLine(near, near[i], 1), ArrowUp: () => nextLine(near, near[i], -1),
      Home: () => unitsIn(pane.pieces[0])[0], End: () => unitsIn(pane.pieces.at(-1)).at(-1),
    };
    if (!moves[event.key] || !near.length) return;
    event.preventDefault(); // the stepper ignores the key then
    const next = moves[event.key]();
    if (!next) return;
    look(units.get(next).begin);
    reveal(pane, next);
  }, on);

  function reveal({ view: { scroller } }, unit) {
    const box = unit.getBoundingClientRect(), { top, bottom } = scroller.getBoundingClientRect();
    if (box.top < top) scrollTo(scroller.scrollTop + box.top - top);
    else if (box.bottom > bottom) scrollTo(scroller.scrollTop + box.bottom - bottom);
  }

  document.addEventListener(EVENT, ({ detail }) => {
    if (!Number.isInteger(detail?.step)) return;
    state.heard = true;
    moveSoon(detail.step);
  }, on);

  // Draw the text after the frame that shows the step's card, which comes first.
  let due = null;
  function moveSoon(step) {
    const isUnderWay = due !== null;
    due = step;
    if (isUnderWay) return;
    requestAnimationFrame(() => setTimeout(() => {
      const to = due;
      due = null;
      if (!listening.signal.aborted) move(to);
    }));
  }

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
      if (!isNew && !isUpdated) return;
      if (isNew) {
        take(data);
        Object.assign(state, { raw: data.text, asked: null, at: null });
      }
      state.removed = data.removed;
      const removed = JSON.parse(data.removed);
      state.panes.forEach((pane, i) => { takeRemoved(pane, removed[i]); });
      if (isNew) {
        drawPanes();
        // A component that Streamlit recreated does not know for which place it requested this part.
        const middle = state.start ? Math.round((state.start + state.end) / 2) : 0;
        showPlace(total === state.total ? at : middle);
        askForMore(); // the visitor may have scrolled on before this part arrived
      } else for (const pane of state.panes) redraw(pane, () => true);
      mark();
      tell();
    },
    stop() {
      for (const { view } of state.panes) view.observer.disconnect();
      listening.abort();
    },
  };
  return prose;
}
