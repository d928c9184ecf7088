// Moves what a merge moves: in each word the two tokens come together and become one, the rows of the
// score table glide to their new ranks, and the new token drops into the vocabulary. A step back plays
// the same backward. The page shows the new step at once; transforms then move each element from its
// old place to its new one, and leave no trace. The motion shows nothing that the page does not say.

import { JOINED, movements } from "./moves.js";

const TIME = 350; // ms
const EASE = "cubic-bezier(.3, 0, .2, 1)";
const MOST = 60; // the most rows that move; more could not be followed

export class Motion {
  constructor(place) {
    this.place = place;
    this.running = [];
    this.guests = []; // elements that are on the page only while they move
  }

  // Draw a change, and animate the way from the old state to the new one.
  play(by, draw) {
    this.end();
    const before = new Snapshot(this.place, true);
    draw();
    const after = new Snapshot(this.place, false, before);
    for (const [key, row] of after.rows) {
      const old = before.rows.get(key);
      if (!old) this.animate(row.element, [{ opacity: 0 }, { opacity: 1 }]);
      else this.moveRow(old, row);
    }
    this.drop(before, after, by);
    if (this.running.length) this.place.dataset.motion = by < 0 ? "back" : "on";
    const { running } = this;
    Promise.allSettled(running.map(({ finished }) => finished)).then(() => running === this.running && this.end());
  }

  // End the motion at once, in its final state.
  end() {
    const { running } = this;
    this.running = [];
    for (const animation of running) animation.cancel();
    for (const guest of this.guests) guest.remove();
    this.guests = [];
    delete this.place.dataset.motion;
  }

  animate(element, frames, options) {
    this.running.push(element.animate(frames, { duration: TIME, easing: EASE, ...options }));
  }

  moveRow(old, row) {
    const [x, y] = [old.box.x - row.box.x, old.box.y - row.box.y];
    if (Math.abs(y) > 1 || Math.abs(x) > 1)
      this.animate(row.element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
    row.splits.forEach((split, i) => {
      if (old.splits[i]) this.moveTokens(old.splits[i], old, split, row);
    });
  }

  // Move the tokens of a word from their old places.
  moveTokens(old, oldRow, tokens, row) {
    const moves = movements(old, tokens, oldRow.box, row.box);
    const was = moves.length && row.element.querySelector(".was"); // tokens still move across its place
    if (was) this.animate(was, [{ opacity: 0 }, { opacity: 0, offset: JOINED }, { opacity: 1 }]);
    for (const { token, frames, guest, x, y } of moves)
      this.animate(guest ? this.invite(token, row, x, y) : token.element, frames);
  }

  // Drop the new token into the vocabulary; backward, let it rise from there.
  drop(before, after, by) {
    const on = by >= 0;
    const { entry, made } = on ? after : before;
    if (!entry || !made || (on ? before : after).entry?.text === entry.text) return;
    const far = `translate(${made.box.x - entry.box.x}px, ${made.box.y - entry.box.y}px)`;
    if (on) {
      this.animate(entry.element, [
        { transform: far, opacity: 0 },
        { transform: far, opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ]);
    } else {
      const list = this.place.querySelector("dl.vocabulary");
      if (!list) return;
      const at = list.getBoundingClientRect();
      const guest = this.invite(entry, { element: list }, entry.box.x - at.x, entry.box.y - at.y);
      this.animate(guest, [{ transform: "none", opacity: 1 }, { transform: far, opacity: 0 }]);
    }
  }

  // Put a copy of a removed element at its old place, relative to its row.
  invite({ copy: guest }, { element }, x, y) {
    guest.ariaHidden = "true";
    guest.classList.add("guest");
    guest.style.cssText = `left: ${x}px; top: ${y}px`;
    element.append(guest);
    this.guests.push(guest);
    return guest;
  }
}

// The places of all elements that may move.
class Snapshot {
  // `copies`: also copy the tokens, which may be removed. Tokens of a word that changes neither in
  // `before` nor now are left out.
  constructor(place, copies, before = null) {
    const seen = (element) => tokenSeen(element, copies);
    this.rows = new Map();
    const height = innerHeight;
    for (const element of place.querySelectorAll("[data-key]")) {
      if (this.rows.size >= MOST) break;
      const box = element.getBoundingClientRect();
      if (box.bottom < 0 || box.top > height || !box.height) continue;
      const { key } = element.dataset, changes = before?.rows.get(key)?.isNew || element.querySelector(".tok.new");
      const splits = before && !changes ? [] : [...element.querySelectorAll(".split")];
      this.rows.set(key, {
        element,
        box,
        isNew: Boolean(element.querySelector(".split .tok.new")),
        splits: splits.map((split) => [...split.querySelectorAll(".tok")].map(seen)),
      });
    }
    const find = (css) => {
      const element = place.querySelector(css);
      return element && seen(element);
    };
    this.entry = find("dl.vocabulary .tok.new");
    this.made = this.entry && (find("ul.words .tok.new") ?? find(".card .tok.new"));
  }
}

function tokenSeen(element, copies) {
  return {
    element,
    box: element.getBoundingClientRect(),
    text: element.textContent,
    isNew: element.classList.contains("new"),
    copy: copies ? element.cloneNode(true) : null,
  };
}
