// The page moves at once; Python hears the absolute step, one report in flight at a time.
//
// From Python, data = {step, last, say, seq}. `seq` echoes the newest report that Python has
// handled. A step from Python that does not yet know of the user's latest click (seq too old)
// is not obeyed, so the stepper is never thrown back.

const steppers = new WeakMap();
const PATIENCE = 4000; // ms until a report counts as lost
const BURST = 1500; // ms between reports that belong to one movement

export default function ({ parentElement: root, data, setStateValue }) {
  let stepper = steppers.get(root);
  if (!stepper) steppers.set(root, (stepper = create(root, data)));
  stepper.send = (report) => setStateValue("step", report);
  stepper.receive(data);
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
  const listening = new AbortController(), on = { signal: listening.signal };
  const state = {
    step: data.step, last: data.last,
    seq: data.seq, // newest movement by the user
    sent: data.seq, // newest movement reported
    acked: data.seq, // newest report that Python has handled
    known: data.seq,
  };
  let timer = 0, watchdog = 0, said = null;

  function paint() {
    range.max = state.last;
    range.value = state.step;
    range.setAttribute("aria-valuetext", `step ${state.step} of ${state.last}`);
    find(".where b").textContent = state.step.toLocaleString("en");
    find(".where i").textContent = state.last.toLocaleString("en");
    const atStart = state.step <= 0, atEnd = state.step >= state.last;
    const stuck = { first: atStart, back: atStart, next: atEnd, ten: atEnd, last: atEnd, play: !state.last };
    // Never `disabled`: that would lose the keyboard focus.
    for (const button of root.querySelectorAll("button"))
      button.setAttribute("aria-disabled", String(stuck[button.dataset.go]));
    find("[data-go=play] .label").textContent = timer ? "Pause" : "Play";
  }

  function report() {
    if (state.sent > state.acked || state.seq === state.sent) return;
    state.sent = state.seq;
    amendAddress();
    stepper.send({ n: state.step, seq: state.seq });
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { state.acked = state.sent; report(); }, PATIENCE);
  }

  // Python adds a history entry whenever the step in the address changes. A held key, a drag or
  // a play is one movement and should be one entry: rewrite the entry this movement has made,
  // and Python finds nothing to add.
  const burst = { at: -Infinity, step: null, entries: 0 };
  function amendAddress() {
    const now = performance.now(), url = new URL(location.href);
    if (now - burst.at >= BURST) burst.entries = 0;
    else if (burst.entries && url.searchParams.get("step") === String(burst.step)) {
      url.searchParams.set("step", state.step);
      history.replaceState(history.state, "", url);
    }
    burst.at = now;
    burst.step = state.step;
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
    ten: () => go(state.step + 10),
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
    go(step);
  }, on);
  speed.addEventListener("change", () => timer && play(true), on);

  // After Tab the space bar presses the focused button; after a click it plays.
  let tabbing = false;
  document.addEventListener("pointerdown", () => { tabbing = false; }, { ...on, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") tabbing = true;
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const name = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
    if (!name || keyIsTaken(event.composedPath()[0], name)) return;
    event.preventDefault();
    if (!(name === "play" && event.repeat)) move(name);
  }, on);

  const OWN_KEYS = "input,textarea,select,canvas,[contenteditable=true],[role=textbox],[role=combobox]," +
    "[role=slider],[role=radiogroup],[role=tablist],[role=grid],[role=listbox],[role=menu],[role=dialog]";
  const PRESSABLE = "button,a,summary,[role=button],[role=tab],[role=checkbox],[role=switch]";
  function keyIsTaken(target, name) {
    if (!(target instanceof Element) || target === document.body) return false;
    if (target === range) return name !== "play"; // the slider moves itself
    if (target.closest(OWN_KEYS)) return true;
    return name === "play" && !!target.closest(PRESSABLE) && (tabbing || !root.contains(target));
  }

  const stepper = {
    receive(data) {
      state.last = data.last;
      if (data.seq >= state.sent) {
        state.acked = state.sent;
        clearTimeout(watchdog);
      }
      if (data.seq >= state.seq) {
        if (data.step !== state.step && data.seq === state.known) play(false); // moved by others
        Object.assign(state, { step: data.step, seq: data.seq, sent: data.seq, acked: data.seq, known: data.seq });
        if (said !== null && data.say !== said) voice.textContent = data.say; // silent at first
        said = data.say;
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
