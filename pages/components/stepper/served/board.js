// The board: it holds the HTML of the step on screen and of its neighbours, and changes what is drawn
// from one to the other. Of the page it touches only what differs, so the focus, what is selected and
// what is scrolled stay.
//
// The HTML comes from the templates of pages/panels, which escape whatever a visitor may have typed.

import { continued } from "./match.js";
import { Motion } from "./motion.js";

const MAX_HELD = 64; // as in pages/state/holding.py
const CALM = 500; // ms after which a movement is over and the charts are drawn

export class Board {
  constructor(place) {
    this.place = place;
    this.frame = place.closest("[class*='_board'], [class*='_big']"); // what it is in
    this.motion = new Motion(place);
    this.held = new Map(); // the boards by position, the one used last at the end
    this.generation = null; // of which boards these are
    this.shown = null; // the board on screen
    this.at = null; // and its position
    this.rest = null; // draws what of it is not drawn yet
  }

  // Take boards in. From Python come tuples of position, HTML, announcement and marks.
  receive(generation, boards) {
    if (generation !== this.generation) this.held.clear();
    this.generation = generation;
    for (const [position, html, say, marks] of boards) this.keep(position, { html, say, marks });
    for (const position of this.held.keys()) {
      if (this.held.size <= MAX_HELD) break;
      this.held.delete(position);
    }
  }

  keep(position, board) {
    const same = this.held.get(position);
    this.held.delete(position);
    this.held.set(position, same?.html === board.html ? same : board);
    if (window.requestIdleCallback) requestIdleCallback(() => parsed(board));
  }

  has(position) {
    return this.held.has(position);
  }

  // The first and last position of the boards held without a gap around a position; none as null.
  around(position) {
    if (!this.has(position)) return null;
    let first = position, last = position;
    while (this.has(first - 1)) first -= 1;
    while (this.has(last + 1)) last += 1;
    return [Math.max(first, position - MAX_HELD / 2 + 1), Math.min(last, position + MAX_HELD / 2 - 1)];
  }

  // Draw the board of a position that is held.
  go(position, animated) {
    const board = this.held.get(position);
    this.held.delete(position);
    this.held.set(position, board); // used last
    this.show(board, position, animated);
  }

  // Draw a board: {html, say, marks}.
  show(board, position, animated) {
    const same = this.shown && this.shown.html === board.html;
    const by = position - this.at;
    this.at = position;
    this.shown = board;
    if (same) return;
    // Until the run of the script has ended, Streamlit leaves what the screen drew before.
    this.frame?.toggleAttribute("data-drawn", Boolean(board.html));
    const draw = () => morph(this.place, parsed(board));
    this.rest = null;
    if (!animated) this.motion.end();
    this.drawInTwo(board, animated ? () => this.motion.play(by, draw) : draw);
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.motion.look(), CALM);
  }

  // Draw the card, so that the step is on screen at once, and the rest in the next frame. What moves
  // begins there where it was, so nothing is seen of the delay.
  drawInTwo(board, rest) {
    const [old, fresh] = [this.place, parsed(board)].map((within) => within.querySelector(".card"));
    if (!old || !fresh) return rest();
    if (this.motion.running.length) this.motion.end();
    become(old, fresh);
    this.rest = rest;
    const once = () => {
      if (this.rest !== rest) return; // another board came first
      this.rest = null;
      rest();
    };
    requestAnimationFrame(() => setTimeout(once));
  }
}

// Parsed once, and before it is needed if there is time.
function parsed(board) {
  if (!board.fragment) {
    const template = document.createElement("template");
    template.innerHTML = board.html;
    board.fragment = template.content;
  }
  return board.fragment;
}

const described = (node) => ({ key: node.dataset?.key, name: node.nodeName });

// Make an element equal to another of its name, and change no more than need be.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morph(old, fresh);
}

// Make the children of an element equal to those of another, and change no more than need be.
// Children with the same data-key are the same, wherever they are.
export function morph(old, fresh) {
  const before = [...old.childNodes], wanted = [...fresh.childNodes];
  const from = continued(before.map(described), wanted.map(described)), stay = new Set(from);
  before.forEach((node, i) => { if (!stay.has(i)) node.remove(); });
  let next = old.firstChild;
  wanted.forEach((child, k) => {
    const node = from[k] < 0 ? document.importNode(child, true) : before[from[k]];
    if (node === next) next = next.nextSibling;
    else old.insertBefore(node, next);
    if (from[k] < 0) return;
    if (node.nodeType === Node.ELEMENT_NODE) become(node, child);
    else if (node.data !== child.data) node.data = child.data;
  });
}
