// The stepper moves at once in the page, and reports the absolute step to Python, one report at a time.
//
// From Python, data has
//   step, last   the step to stand at, and the last one there is
//   say          what a screen reader announces once the step is on screen
//   seq          the number of the newest report that Python has handled. A step that does not take
//                the user's latest click into account (an older seq) is ignored
//   phase        how far it is on the way to the next merge
//   phases       the phases in which a merge is reached, in order, "" first
//   next         for each phase, the label of the button that leads to the next
//   marks        where the charts on the page mark the step
//   clicker      whether page up and page down, the keys of a clicker, move the stepper
//   session      identifies the session of the server
// Inside, a position counts phases. Words are in data- attributes of the HTML.

const steppers = new WeakMap();
const TIMEOUT = 4000; // ms until a report counts as lost
const BURST = 1500; // ms between reports that belong to one movement

export default function ({ parentElement: root, data, setStateValue }) {
  let stepper = steppers.get(root);
  if (!stepper) steppers.set(root, (stepper = create(root, data)));
  stepper.send = (report) => setStateValue("step", report);
  stepper.receive(data);
  root.querySelector(".stepper").classList.add("live"); // it is invisible until it works
  // Streamlit also cleans up a call it has merely superseded: stop only when really gone.
  return () =>
    setTimeout(() => {
      if ((root.host ?? root).isConnected) return;
      stepper.stop();
      steppers.delete(root);
    });
}

function create(root, data) {
  const find = (query) => root.querySelector(query);
  const range = find("input"), speed = find("select"), voice = find("[aria-live]");
  const words = find(".stepper").dataset;
  const listening = new AbortController(), on = { signal: listening.signal };
  const state = {
    step: 0, last: 0, per: 1, // positions
    phases: [""], next: [""], clicker: false,
    seq: data.seq, // newest movement by the user
    sent: data.seq, // newest movement reported
    acked: data.seq, // newest report that Python has handled
    known: data.seq, // newest movement that the step from Python takes into account
  };
  let timer = 0, watchdog = 0, said = null;

  const written = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  const merges = () => Math.floor(state.step / state.per);
  const phase = () => state.phases[state.step % state.per];

  function paint() {
    const step = merges(), last = state.last / state.per;
    document.dispatchEvent(new CustomEvent("merge-by-merge:position", { detail: { step } }));
    range.max = last;
    range.value = step;
    const places = { step, last };
    range.setAttribute("aria-valuetext", words.where.replace(/{(\w+)}/g, (_, name) => places[name]));
    find(".where b").textContent = written(step);
    find(".where i").textContent = written(last);
    find("[data-go=next] .label").textContent = state.next[state.step % state.per];
    const atStart = state.step <= 0, atEnd = state.step >= state.last;
    const stuck = { first: atStart, back: atStart, next: atEnd, ten: atEnd, last: atEnd, play: !state.last };
    // Never `disabled`: that would lose the keyboard focus.
    for (const button of root.querySelectorAll("button"))
      button.setAttribute("aria-disabled", String(stuck[button.dataset.go]));
    find("[data-go=play] .label").textContent = timer ? words.pause : words.play;
  }

  function report() {
    if (state.sent > state.acked || state.seq === state.sent) return;
    state.sent = state.seq;
    amendAddress();
    stepper.send({ n: merges(), phase: phase(), seq: state.seq });
    clearTimeout(watchdog);
    watchdog = setTimeout(reportAgain, TIMEOUT);
  }

  // With a new number, or Python would take it for the same report.
  function reportAgain() {
    state.acked = state.sent;
    state.seq += 1;
    report();
  }

  // Python adds an entry to the browser's history whenever the step in the address changes. But a
  // held key, a drag or a play is one movement and should be one entry. So this changes the step in
  // the entry that the movement has made, and Python finds nothing to add.
  const burst = { at: -Infinity, place: null, entries: 0 };
  function amendAddress() {
    const now = performance.now(), url = new URL(location.href), query = url.searchParams;
    const place = (step, phase) => `${step} ${phase ?? ""}`;
    if (now - burst.at >= BURST) burst.entries = 0;
    else if (burst.entries && place(query.get("step"), query.get("phase")) === burst.place) {
      query.set("step", merges());
      if (phase()) query.set("phase", phase());
      else query.delete("phase");
      history.replaceState(history.state, "", url);
    }
    burst.at = now;
    burst.place = place(merges(), phase());
    burst.entries += 1;
  }

  function go(step) {
    step = Math.max(0, Math.min(state.last, step));
    if (step === state.step) return;
    state.step = step;
    state.seq += 1;
    paint();
    report();
  }

  function play(yes) {
    clearInterval(timer);
    timer = 0;
    if (yes && state.last) {
      if (state.step >= state.last) go(0);
      timer = setInterval(() => {
        if (state.sent > state.acked) return; // let Python keep up
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

  root.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button) move(button.dataset.go);
  }, on);
  range.addEventListener("input", () => {
    const step = Number(range.value); // before play() repaints it
    play(false);
    go(step * state.per);
  }, on);
  speed.addEventListener("change", () => timer && play(true), on);

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  const clicker = { PageUp: "back", PageDown: "next" };

  // After Tab the space bar presses the focused button; after a click it plays.
  let tabbing = false;
  document.addEventListener("pointerdown", () => { tabbing = false; }, { ...on, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") tabbing = true;
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const name = keys[event.key] ?? (state.clicker ? clicker[event.key] : undefined);
    if (!name || keyIsTaken(event.composedPath()[0], name)) return;
    event.preventDefault();
    if (!(name === "play" && event.repeat)) move(name);
  }, on);

  const OWN_KEYS = "input,textarea,select,canvas,[contenteditable=true],[role=textbox],[role=combobox]," +
    "[role=slider],[role=radiogroup],[role=tablist],[role=grid],[role=listbox],[role=menu]," +
    "[role=dialog]:not([data-testid=stPopoverBody])";
  const PRESSABLE = "button,a,summary,[role=button],[role=tab],[role=checkbox],[role=switch]";
  function keyIsTaken(target, name) {
    if (!(target instanceof Element) || target === document.body) return false;
    if (target === range) return name !== "play"; // arrow keys move the slider
    if (target.closest(OWN_KEYS)) return true;
    return name === "play" && !!target.closest(PRESSABLE) && (tabbing || !root.contains(target));
  }

  // Each chart listens to an input element; see charts.py.
  function mark(said) {
    const [chart] = said.split(" ", 1), value = said.slice(chart.length + 1);
    const input = document.getElementById(`mark-${chart}`);
    if (!input || input.value === value) return;
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }

  const stepper = {
    receive(data) {
      const phases = data.phases, per = phases.length;
      const position = data.step * per + Math.max(0, phases.indexOf(data.phase));
      if (per !== state.per) state.step = Math.floor(state.step / state.per) * per;
      Object.assign(state, { per, phases, next: data.next, clicker: data.clicker, last: data.last * per });
      if (data.session !== state.session) {
        // Another server took over: report again what the last one has not confirmed.
        if (state.session && state.seq > state.acked) {
          state.sent = state.acked = Math.max(state.seq, data.seq);
          state.seq = state.sent + 1; // reported below
        }
        state.session = data.session;
      }
      if (data.seq >= state.sent) {
        state.acked = state.sent;
        clearTimeout(watchdog);
      }
      if (data.seq >= state.seq) {
        if (position !== state.step && data.seq === state.known) play(false); // moved by others
        Object.assign(state, { step: position, seq: data.seq, sent: data.seq, acked: data.seq, known: data.seq });
        if (said !== null && data.say !== said) voice.textContent = data.say; // silent at first
        said = data.say;
        data.marks.forEach(mark);
      }
      state.step = Math.min(state.step, state.last);
      paint();
      report();
    },
    stop() {
      clearInterval(timer);
      clearTimeout(watchdog);
      listening.abort();
    },
  };
  return stepper;
}
