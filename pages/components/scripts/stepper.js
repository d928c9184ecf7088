// The stepper moves at once in the browser, and reports the absolute step to Python, one report at a
// time. It draws the board of the step as soon as the browser holds it; see board.js.
//
// From Python, data has
//   step, last   the step to show, and the last step
//   seq          the number of the newest report that Python has handled. A step that does not take
//                the user's latest click into account (an older seq) is ignored
//   phase        the phase on the way to the next merge
//   phases       the phases in which a merge is reached, in order, "" first
//   next         for each phase, the label of the button that leads to the next
//   smallest     the vocabulary size at step 0, if the steps are vocabulary sizes
//   where        then the text with the size, otherwise ""
//   base         names everything that the boards depend on besides their position
//   boards       tuples of a position, the HTML of its board, the screen reader's announcement of it,
//                and the marks of the step in the charts
//   now          the board on screen, the same without a position, if it is not the one that a move
//                to its position leads to; otherwise null
//   clicker      whether page up and page down, the keys of a clicker, move the stepper
//   session      the id of the server's session
// In this script a position counts phases. Texts are in data- attributes of the HTML.
//
// The document's event "merge-by-merge:position" announces each move to other parts of the page.

import { Board } from "./board.js";
import { animated, grouped, read, write } from "./shared.js";

const TIMEOUT = 4000; // ms until a report counts as lost
const BURST = 1500; // ms between reports that belong to one movement
const STORM = 120; // ms between moves that are too fast to be seen
const MAX_PATH = 32; // positions that are drawn one after the other
const AHEAD = 8; // the boards that the browser should hold beyond the one on screen
const EACH = 2; // the boards of these to request for each move

// A newcomer's first merges are shown in four beats, and the front door of Train is for newcomers only; see
// shell/front_door.py. A visitor whose browser stores nothing is not treated as a newcomer.
const WELCOME = "merge-by-merge.welcome", FIRST = 3;
const isNewcomer = read("localStorage", WELCOME) === null;
let inBeats = isNewcomer ? FIRST : 0;
let made = 0; // merges

export default function (root, data) {
  const bar = root.querySelector(".stepper");
  bar.classList.add("live"); // until then it is invisible
  const find = (query) => bar.querySelector(query);
  const range = find("input[type=range]"), speed = find("select"), voice = find("[aria-live]");
  const words = bar.dataset;
  const board = new Board(root.querySelector(".board"));
  const listening = new AbortController(), on = { signal: listening.signal };
  const state = {
    step: 0, last: 0, per: 1, // positions
    phases: [""], next: [""], clicker: false,
    smallest: 0, where: "",
    seq: data.seq, // newest movement by the user
    sent: data.seq, // newest movement reported
    moved: false, // whether the user has moved since Python set the step
    from: 0, // position before that movement
    waits: false, // whether Python still has to handle that report
  };
  let timer = 0, watchdog = 0, said = null;
  // Positions that are still to be drawn, each for a frame at least, and the movement (seq) to each.
  let path = [];
  let drawing = false; // whether one was drawn in this frame
  let drawnAt = -Infinity, asked = -1, announced = -1;
  let merging = null; // during the beats before a merge: the step and the marks are those before it

  const written = (number) => grouped(number, words);
  const merges = () => Math.floor(state.step / state.per);
  const phase = () => state.phases[state.step % state.per];

  function figure(name, places) {
    const element = document.createElement(name === "last" ? "i" : "b");
    element.textContent = written(places[name]);
    return element;
  }

  function paint() {
    const step = merges() - Boolean(merging), last = state.last / state.per;
    announcePosition();
    range.max = last;
    range.value = step;
    const places = { step, last, size: state.smallest + step }, text = state.where || words.where;
    range.setAttribute("aria-valuetext", text.replace(/{(\w+)}/g, (_, name) => places[name]));
    find(".where").replaceChildren(...text.split(/{(\w+)}/).map((part, i) => (i % 2 ? figure(part, places) : part)));
    find("[data-go=next] .label").textContent = state.next[state.step % state.per];
    const atStart = state.step <= 0, atEnd = state.step >= state.last;
    const stuck = { back: atStart, next: atEnd, ten: atEnd, play: !state.last };
    // Never `disabled`: that would lose the keyboard focus.
    for (const button of bar.querySelectorAll("button"))
      button.setAttribute("aria-disabled", String(stuck[button.dataset.go]));
    find("[data-go=play] .label").textContent = timer ? words.pause : words.play;
    speed.hidden = !timer;
    find("[data-go=ten]").hidden = last <= 10; // the slider and the End key do as well
  }

  function report() {
    if (state.waits || state.seq === state.sent) return;
    state.sent = state.seq;
    state.waits = true;
    amendAddress();
    const place = { base: board.base, at: state.step, lacks: lacked() };
    // A request for boards alone must not undo a step that another stepper has reported meanwhile.
    stepper.set("step", { n: merges(), phase: phase(), seq: state.seq, asks: !state.moved, ...place });
    state.from = state.step;
    clearTimeout(watchdog);
    watchdog = setTimeout(reportAgain, TIMEOUT);
  }

  // The positions whose boards the browser lacks: those that it has to draw, and the next ones. After a
  // jump only one of these is requested, since each may take Python some milliseconds.
  function lacked() {
    const way = state.step < state.from ? -1 : 1, moved = Math.abs(state.step - state.from);
    const passed = new Set([...path.map(({ position }) => position), state.step]);
    const ahead = Array.from({ length: AHEAD }, (_, i) => state.step + way * (i + 1));
    const lacks = (position) => position >= 0 && position <= state.last && !board.at(position);
    const few = moved > AHEAD ? 1 : EACH * Math.max(1, moved);
    return [...[...passed].filter(lacks), ...ahead.filter(lacks).slice(0, few)];
  }

  // Report with a new number, or Python would treat it as the same report.
  function reportAgain() {
    state.waits = false;
    state.seq += 1;
    report();
  }

  // Python adds an entry to the browser's history whenever the step in the address changes. But a
  // held key, a drag or a play is one movement and should be one entry. So the script updates the step
  // in the movement's first entry, and Python does not add another.
  let reported = { at: -Infinity, place: "" };
  function amendAddress() {
    const now = performance.now(), url = new URL(location.href), query = url.searchParams;
    const place = (step, phase) => `${step} ${phase ?? ""}`;
    if (now - reported.at < BURST && place(query.get("step"), query.get("phase")) === reported.place) {
      query.set("step", merges());
      if (phase()) query.set("phase", phase());
      else query.delete("phase");
      history.replaceState(history.state, "", url);
    }
    reported = { at: now, place: place(merges(), phase()) };
  }

  // Go to a position. A position next to the last one is drawn after it, however fast they come.
  function go(step) {
    step = Math.max(0, Math.min(state.last, step));
    if (step === state.step) return;
    made += Math.max(0, step - state.step) / state.per;
    if (made >= FIRST) write("localStorage", WELCOME, "1");
    state.seq += 1;
    const next = { position: step, seq: state.seq };
    path = Math.abs(step - state.step) === 1 ? [...path, next].slice(-MAX_PATH) : [next];
    state.step = step;
    state.moved = true;
    draw();
    paint();
    report();
  }

  // Draw the next position of the path, if the browser holds its board; otherwise wait for it.
  function draw() {
    if (drawing || !path.length || !board.at(path[0].position)) return;
    const { position } = path.shift();
    const now = performance.now();
    board.show(board.at(position), position, now - drawnAt > STORM ? pace(position - board.position) : "");
    drawnAt = now;
    drawing = true;
    const beats = board.motion.merging;
    merging = beats;
    beats?.then(() => {
      if (merging === beats) merging = null;
      paint();
      announce();
    });
    requestAnimationFrame(() => {
      drawing = false;
      // Charts are drawn after the board is on screen.
      if (path.length) draw();
      else setTimeout(announce);
    });
  }

  // Return how a board moves to the next one; see board.js.
  function pace(by) {
    if (Math.abs(by) !== 1 || !animated()) return "";
    return by > 0 && !timer && state.per === 1 && inBeats-- > 0 ? "beats" : "quick";
  }

  // Announce the board on screen, and mark its step in the charts.
  function announce() {
    const { say, marks } = board.shown;
    if (said !== null && say !== said) voice.textContent = say; // the first board is not announced
    said = say;
    if (!merging) marks.forEach(mark);
  }

  // Announce the position to other parts of the page.
  function announcePosition() {
    if (announced === state.step) return;
    announced = state.step;
    const detail = { step: merges(), phase: phase() };
    document.documentElement.toggleAttribute("data-door", isNewcomer && made < FIRST && !detail.step);
    document.dispatchEvent(new CustomEvent("merge-by-merge:position", { detail }));
  }

  function play(yes) {
    clearInterval(timer);
    timer = 0;
    if (yes && state.last) {
      if (state.step >= state.last) go(0);
      timer = setInterval(() => {
        if (state.waits) return; // let Python keep up
        go(state.step + 1);
        if (state.step >= state.last) play(false);
      }, Number(speed.value));
    }
    paint();
  }

  const moves = {
    first: () => go(0),
    back: () => go(state.step - 1),
    next: () => go(state.step + 1),
    ten: () => go((merges() + 10) * state.per),
    last: () => go(state.last),
    play: () => play(!timer),
  };
  function move(name) {
    if (name !== "play") play(false);
    moves[name]();
  }

  bar.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button) move(button.dataset.go);
  }, on);
  range.addEventListener("input", () => {
    const step = Number(range.value); // before play() repaints it
    play(false);
    go(step * state.per);
  }, on);
  speed.addEventListener("change", () => timer && play(true), on);
  // Report the pending step before any other interaction, which refers to the step on screen and may
  // replace this stepper by another. The listener is on the window, so that it runs first.
  const hurry = ({ target, key }) => {
    if (bar.contains(target) || key in keys || state.sent === state.seq) return;
    state.waits = false;
    report();
  };
  addEventListener("click", hurry, { ...on, capture: true });
  addEventListener("keydown", hurry, { ...on, capture: true });
  // Any of these ends the four beats.
  const endBeats = () => board.place.dataset.motion === "beats" && board.motion.end();
  for (const type of ["pointerdown", "click", "keydown", "beforeprint"])
    addEventListener(type, endBeats, { ...on, capture: true });

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  const clicker = { PageUp: "back", PageDown: "next", Enter: "next" };

  // After Tab the space bar presses the focused button; after a click it plays.
  let tabbing = false;
  document.addEventListener("pointerdown", () => { tabbing = false; }, { ...on, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") tabbing = true;
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const name = keys[event.key] ?? (state.clicker ? clicker[event.key] : undefined);
    if (!name || keyIsTaken(event.target, event.key === "Enter" ? "play" : name)) return;
    event.preventDefault();
    if (!(name === "play" && event.repeat)) move(name);
  }, on);

  const OWN_KEYS = "input,textarea,select,canvas,[contenteditable=true],[role=textbox],[role=combobox]," +
    "[role=slider],[role=radiogroup],[role=tablist],[role=grid],[role=listbox],[role=menu]," +
    "[role=dialog]";
  const PRESSABLE = "button,a,summary,[role=button],[role=tab],[role=checkbox],[role=switch]";
  function keyIsTaken(target, name) {
    if (!(target instanceof Element) || target === document.body) return false;
    if (target === range) return name !== "play"; // arrow keys move the slider
    if (target.closest(OWN_KEYS)) return true;
    return name === "play" && !!target.closest(PRESSABLE) && (tabbing || !bar.contains(target));
  }

  // Each chart listens to an input element; see charts.py.
  function mark(said) {
    const [chart] = said.split(" ", 1), value = said.slice(chart.length + 1);
    const input = document.getElementById(`mark-${chart}`);
    if (!input || input.value === value) return;
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }

  // Draw Python's answer to the newest report.
  function arrive(position, now) {
    if (now) {
      path = [];
      const [html, say, marks] = now;
      board.show({ html, say, marks }, position);
      announce();
    } else if (board.at(position)) {
      if (board.at(position) === board.shown && !path.length) return;
      if (path.at(-1)?.position !== position) {
        path = [{ position, seq: state.seq }];
        drawing = false;
      }
      draw();
    } else if (asked !== state.seq) { // the report was about other boards
      state.seq += 1;
      asked = state.seq;
      report();
    }
  }

  const stepper = {
    receive(data) {
      const phases = data.phases, per = phases.length;
      const position = data.step * per + Math.max(0, phases.indexOf(data.phase));
      if (per !== state.per) state.step = Math.floor(state.step / state.per) * per;
      const { next, clicker, smallest, where } = data;
      Object.assign(state, { per, phases, next, clicker, smallest, where, last: data.last * per });
      if (data.session !== state.session) {
        // Another server took over: repeat the reports that the last one has not confirmed.
        if (state.session && (state.waits || state.seq > state.sent)) {
          state.sent = Math.max(state.seq, data.seq);
          state.waits = false;
          state.seq = state.sent + 1; // reported below
        }
        state.session = data.session;
      }
      if (data.seq >= state.sent) {
        state.waits = false;
        clearTimeout(watchdog);
      }
      board.receive(data.base, data.boards);
      // Boards that are not in the answer to a movement will not arrive any more.
      path = path.filter(({ position, seq }) => seq > data.seq || board.at(position));
      if (data.seq >= state.seq) {
        if (position !== state.step) play(false); // moved from elsewhere
        Object.assign(state, { step: position, from: position, seq: data.seq, sent: data.seq, moved: false });
        arrive(position, data.now);
      } else draw();
      state.step = Math.min(state.step, state.last);
      paint();
      report();
    },
    stop() {
      board.motion.end();
      clearInterval(timer);
      clearTimeout(watchdog);
      listening.abort();
    },
  };
  return stepper;
}
