// The board holds the HTML of the step on screen and of its neighbours, and draws one after another.
// It changes only the nodes that differ, so the focus, the selection and the scroll position stay.
//
// The HTML comes from the templates of pages/panels, which escape everything that a visitor typed.

import { Motion } from "./motion.js";

const MAX_HELD = 64;

export class Board {
  constructor(place) {
    this.place = place;
    this.motion = new Motion(place);
    this.held = new Map(); // the boards by position, the newest at the end
    this.base = ""; // names everything else that the boards on screen depend on
    this.shown = null; // the board on screen
    this.position = null; // and its position
    this.rest = null; // draws the part of it that is not drawn yet
  }

  // Store boards. Python sends tuples of position, HTML, announcement and marks.
  receive(base, boards) {
    if (base !== this.base) this.held.clear();
    this.base = base;
    for (const [position, html, say, marks] of boards) this.held.set(position, { html, say, marks });
    for (const position of this.held.keys()) {
      if (this.held.size <= MAX_HELD) break;
      this.held.delete(position);
    }
  }

  // Return the board of a position, or undefined.
  at(position) {
    return this.held.get(position);
  }

  // Draw a board: {html, say, marks}. It moves by the "quick" motion, in four "beats", or not at all ("").
  show(board, position, how = "") {
    const same = this.shown && this.shown.html === board.html;
    const by = position - this.position;
    this.position = position;
    this.shown = board;
    if (same) return;
    const draw = () => morph(this.place, parsed(board));
    this.rest = null;
    if (!how) this.motion.end();
    if (how === "beats") this.motion.play(by, draw, true);
    else this.drawInTwo(board, how ? () => this.motion.play(by, draw) : draw);
  }

  // Draw the card now, so that the step is on screen at once, and the rest in the next frame. Moving
  // elements start in that frame from their old places, so the delay is invisible.
  drawInTwo(board, rest) {
    const [old, fresh] = [this.place, parsed(board)].map((within) => within.querySelector(".card"));
    if (!old || !fresh) return rest();
    if (this.motion.running.length) this.motion.end();
    become(old, fresh);
    this.rest = rest;
    const once = () => {
      if (this.rest !== rest) return; // another board was drawn first
      this.rest = null;
      rest();
    };
    requestAnimationFrame(() => setTimeout(once));
  }
}

// Parse the HTML of a board once.
function parsed(board) {
  if (!board.fragment) {
    const template = document.createElement("template");
    template.innerHTML = board.html;
    board.fragment = template.content;
  }
  return board.fragment;
}

const described = (node) => ({ key: node.dataset?.key, name: node.nodeName });

// Make an element equal to another of the same name, with as few changes as possible.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morph(old, fresh);
}

// Make the children of an element equal to those of another, with as few changes as possible.
// Children with the same data-key are the same, whatever their positions.
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

// Pair each new node with the old node that it continues.
//
// A node is {key, name}. A node with a key continues the old node with the same key and name, at any
// index of the list. A node without a key continues the next unused old node, if that node has no key
// and the same name.
//
// Returns for each new node the index of its old node, or -1 if it has to be created.
export function continued(old, fresh) {
  const keyed = new Map(), taken = new Set();
  old.forEach(({ key }, i) => { if (key) keyed.set(key, i); });
  let next = 0;
  return fresh.map(({ key, name }) => {
    while (taken.has(next)) next += 1;
    const i = key ? keyed.get(key) : next;
    const before = old[i];
    if (!before || taken.has(i) || before.name !== name || (!key && before.key)) return -1;
    taken.add(i);
    return i;
  });
}
