// Keeps the keyboard focus when Streamlit redraws the page, and makes screen readers announce verdicts.
//
// When the element with the focus is redrawn, the focus is lost, and the next Tab begins at the top of
// the page. Then the script sets the focus to the first of these that exists:
//   1. the element that replaces the one with the focus: a button with the same data-pick (or the
//      same data-heir, if it has one), a widget with the same key, a link of the same name;
//   2. the element that led to it: for one in a dialog, what had the focus before; for one with
//      data-back, the button clicked before;
//   3. the element with the highest data-focus;
//   4. the page, if none of them appears within a second: HTML is drawn after the page around it.
// While any element has the focus, the script does not move it, so typing is not interrupted.
//
// The field for an own text and a story get the focus when they appear, also a story in place of another.

const CONTROL = "a[href],button,input:not([type=hidden]),select,textarea,[tabindex]";
const DIALOG = "[role=dialog]";
const NEW = "[class*=st-key-own_t] textarea,.story";
const CALM = 120; // the page counts as drawn after this many ms without a change
const REDRAW = 1000; // ms to wait for a widget that redraws its controls, or for the title of the page
const SIDEBAR = "[data-testid=stSidebarCollapseButton] button,[data-testid=stExpandSidebarButton]";

export function keepFocus() {
  const root = document.documentElement;
  let held = null; // the control that has the focus, or had it before it was lost
  let clicked = []; // the names of the buttons clicked last, the newest first
  let before = []; // the control that had the focus before a dialog opened, and its name
  let region = null; // the element with the newest verdict
  let timer = 0, frame = 0;
  const entered = new WeakSet(); // the fields and stories that have had it

  const among = (element) => [...element.querySelectorAll(CONTROL)];
  const called = ({ tagName, ariaLabel, textContent }) => `${tagName} ${ariaLabel ?? textContent}`;

  function nameOf(element) {
    const { pick, heir, focus } = element.dataset;
    if (pick) return `pick:${heir ?? pick}`;
    if (focus && !element.closest(DIALOG)) return "focus:";
    if (element.matches(SIDEBAR)) return "sidebar:";
    const widget = element.closest(".stElementContainer[class*=st-key-]");
    if (!widget) return `called:${called(element)}`;
    return `widget:${/st-key-(\S+)/.exec(widget.className)[1]}:${among(widget).indexOf(element)}`;
  }

  function named(name) {
    const [kind] = name.split(":", 1), rest = name.slice(kind.length + 1);
    if (kind === "pick") return [...document.querySelectorAll("button[data-pick]")].find((b) => nameOf(b) === name);
    if (kind === "focus") return marked();
    if (kind === "sidebar") return [...document.querySelectorAll(SIDEBAR)].find(usable);
    if (kind === "called") return [...document.querySelectorAll(CONTROL)].find((c) => called(c) === rest);
    const at = rest.lastIndexOf(":"), found = widget(rest.slice(0, at));
    return found && among(found)[Number(rest.slice(at + 1))];
  }

  const widget = (key) => document.querySelector(`.st-key-${CSS.escape(key)}`);

  const usable = (element) => Boolean(element?.isConnected && !element.disabled && element.checkVisibility());
  const marked = () =>
    [...document.querySelectorAll("[data-focus]")].filter(usable)
      .sort((a, b) => b.dataset.focus - a.dataset.focus)[0];
  const settled = () =>
    document.querySelector("[data-test-script-state]")?.dataset.testScriptState === "notRunning";
  // An element that was hidden keeps the focus until the browser has painted.
  const nowhere = () => {
    const { activeElement, body } = document;
    return !activeElement || activeElement === body || !activeElement.checkVisibility();
  };
  // A lost focus stays lost: a button may have been disabled only for a while.
  const lost = () => {
    if (held && !usable(held.element)) held.gone = true;
    return held?.gone && nowhere();
  };

  function focus(element) {
    if (!element) return false;
    element.focus({ preventScroll: true });
    const { top, bottom } = element.getBoundingClientRect();
    const below = parseFloat(getComputedStyle(element).scrollMarginBottom);
    if (bottom < 0 || top + below > innerHeight) element.scrollIntoView({ block: "nearest" });
    return true;
  }

  function hold(element) {
    held = { element, name: nameOf(element), back: backOf(element) };
  }

  function backOf(element) {
    if (element.closest(DIALOG)) return before;
    return "back" in element.dataset ? clicked.slice(1) : [];
  }

  function restore(calmSince) {
    if (!lost()) return;
    const found = (one) => (typeof one === "string" ? one && named(one) : one);
    const [same, ...back] = [held.name, ...held.back].map(found);
    if (usable(same)) return focus(same);
    if (!settled() || !calmSince) return;
    const [kind, key] = held.name.split(":"), redraws = kind === "widget" && !same && widget(key);
    const next = back.find(usable) ?? marked();
    const waits = (redraws || !next) && performance.now() - calmSince < REDRAW;
    if (waits) return look(calmSince);
    focus(next ?? document.querySelector(".stMain"));
  }

  function enterNew() {
    for (const each of document.querySelectorAll(NEW)) {
      if (entered.has(each)) continue;
      entered.add(each);
      focus(each);
      each.setSelectionRange?.(each.value.length, each.value.length);
    }
  }

  // Copy the newest verdict into an element that is never redrawn: screen readers announce only those.
  function announce() {
    const verdict = [...document.querySelectorAll("[data-announce]")].at(-1)?.cloneNode(true);
    for (const each of verdict?.querySelectorAll("[aria-hidden=true]") ?? []) each.remove();
    const text = verdict?.textContent.replace(/\s+/g, " ").trim() ?? "";
    if (region && region.textContent !== text) region.textContent = text;
  }

  function changed() {
    announce();
    enterNew();
    restore();
    look(performance.now());
  }

  function look(since) {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = setTimeout(() => { frame = requestAnimationFrame(() => restore(since)); }, CALM);
  }

  const on = { capture: true };
  const controlOf = (event, css = CONTROL) => event.target.closest?.(css);
  document.addEventListener("focusin", (event) => {
    const control = controlOf(event), from = event.relatedTarget;
    if (from && !from.closest(DIALOG)) before = [from, nameOf(from)];
    if (control) hold(control);
  }, on);
  document.addEventListener("pointerdown", (event) => {
    root.toggleAttribute("data-mouse", true); // see theme.css
    const control = controlOf(event);
    if (control) hold(control);
    else held = null; // a click elsewhere gives up the focus
  }, on);
  document.addEventListener("keydown", (event) => {
    const uses = event.key === "Tab" || (["Enter", " "].includes(event.key) && !nowhere());
    if (uses) root.removeAttribute("data-mouse");
  }, on);
  document.addEventListener("click", (event) => {
    const button = controlOf(event, "button");
    if (!button) return;
    clicked = [nameOf(button), ...clicked].slice(0, 4);
    hold(button);
  }, on);

  new MutationObserver(changed).observe(document.body, {
    childList: true, subtree: true, attributeFilter: ["data-test-script-state", "disabled"],
  });

  let origin = "", presenting = null;
  return {
    announceIn(element) {
      region = element;
      announce();
    },
    // Take the focus from a field, and give it up.
    leave(field) {
      held = null;
      field.blur();
    },
    // When presenter mode ends, the focus goes back to where it was before.
    present(now) {
      if (presenting === false && now) {
        origin = held?.name ?? "";
        // Do not restore the focus to a field on a later panel: it would take the presenter's keys.
        if (held?.element?.matches("input,textarea")) held = { ...held, name: "" };
      }
      if (presenting && !now && origin) {
        document.activeElement?.blur();
        held = { element: null, name: origin, back: [] };
        changed();
      }
      presenting = now;
    },
  };
}
