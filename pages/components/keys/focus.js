// The keyboard keeps its place, and a verdict is said.
//
// What a click changes Streamlit draws anew, and the focus may have been in it: then the document
// itself has it, and the next Tab begins at the top of the page. Whenever that has happened, the
// focus goes, as far as there is one, to
//   1. what took the place of the control that had it: a button with the same data-pick (or the
//      same data-heir, if it has one), a widget with the same key, a link of the same name;
//   2. what it came from: the button that opened a popover; for a data-back, the button clicked
//      before it;
//   3. what the page says the eye goes to: the element with the highest data-focus;
//   4. the page.
// Nothing is moved while anything has the focus, so nobody who types is disturbed.
//
// An opened popover gets the focus, and Tab leads out of it to what follows its button.

const CONTROL = "a[href],button,input:not([type=hidden]),select,textarea,[tabindex]";
const OPENER = "[data-testid=stPopoverButton]";
const PANEL = "[data-testid=stPopoverBody]";
const CALM = 120; // ms without a change after which nothing more is expected
const PATIENCE = 1000; // ms for a widget that is still there but draws its controls anew
const SIDEBAR = "[data-testid=stSidebarCollapseButton] button,[data-testid=stExpandSidebarButton]";

function keepFocus() {
  const root = document.documentElement;
  let held = null; // what has the focus, or had it before it was lost
  let clicked = []; // the names of the buttons clicked last
  let opener = ""; // the name of the popover's button clicked last
  let timer = 0;
  const panels = new WeakSet();

  // A component has its controls in a document of its own.
  const around = (element) => {
    const { host } = element.getRootNode();
    return host ? around(host) : element;
  };
  const among = (element) =>
    [...element.querySelectorAll("*")].flatMap((each) =>
      each.shadowRoot ? among(each.shadowRoot) : each.matches(CONTROL) ? [each] : []);
  const keyed = (element, css = "[class*=st-key-]") => around(element).closest(css);
  const keyOf = (element) => /st-key-(\S+)/.exec(keyed(element)?.className)?.[1];
  const called = ({ tagName, ariaLabel, textContent }) => `${tagName} ${ariaLabel ?? textContent}`;

  function nameOf(element) {
    const { pick, heir, focus } = element.dataset;
    if (pick) return `pick:${heir ?? pick}`;
    if (focus) return "focus:";
    if (element.matches(OPENER)) return `pick:open:${keyOf(element)}`;
    if (element.matches(SIDEBAR)) return "sidebar:";
    const widget = keyed(element, "[data-testid=stElementContainer][class*=st-key-]");
    if (!widget) return `called:${called(element)}`;
    return `widget:${keyOf(element)}:${among(widget).indexOf(element)}`;
  }

  function named(name) {
    const [kind] = name.split(":", 1), rest = name.slice(kind.length + 1);
    if (kind === "pick") {
      const same = [...document.querySelectorAll("button[data-pick]")].find((b) => nameOf(b) === name);
      // Of a button that stands in for a popover, the popover's own takes the place; see menus.py.
      return same ?? (rest.startsWith("open:") ? popover(rest.slice(5)) : null);
    }
    if (kind === "focus") return marked();
    if (kind === "sidebar") return [...document.querySelectorAll(SIDEBAR)].find(usable);
    if (kind === "called") return [...document.querySelectorAll(CONTROL)].find((c) => called(c) === rest);
    const at = rest.lastIndexOf(":"), found = widget(rest.slice(0, at));
    return found && among(found)[Number(rest.slice(at + 1))];
  }

  const widget = (key) => document.querySelector(`.st-key-${CSS.escape(key)}`);

  const popover = (key) => document.querySelector(`.st-key-${CSS.escape(key)} ${OPENER}`);
  const usable = (element) => Boolean(element?.isConnected && !element.disabled && element.checkVisibility());
  const marked = () =>
    [...document.querySelectorAll("[data-focus]")].filter(usable)
      .sort((a, b) => b.dataset.focus - a.dataset.focus)[0];
  const settled = () =>
    document.querySelector("[data-test-script-state]")?.dataset.testScriptState === "notRunning";
  const nowhere = () => !document.activeElement || document.activeElement === document.body;
  // A button may also have been disabled for a while.
  const lost = () => held && (held.gone ||= !usable(held.element)) && nowhere();

  function focus(element) {
    if (!element) return false;
    element.focus({ preventScroll: true });
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: "nearest" });
    return true;
  }

  function hold(element) {
    const back = keyed(element, PANEL) ? [opener] : "back" in element.dataset ? clicked.slice(1) : [];
    held = { element, name: nameOf(element), back };
  }

  function restore(calmSince) {
    if (!lost()) return;
    const [same, ...before] = [held.name, ...held.back].map((name) => name && named(name));
    if (usable(same)) return focus(same);
    if (!settled() || !calmSince) return;
    const [kind, key] = held.name.split(":"), waits = kind === "widget" && !same && widget(key);
    if (waits && performance.now() - calmSince < PATIENCE) return look(calmSince);
    focus(before.find(usable) ?? marked() ?? document.querySelector("[data-testid=stMain]"));
  }

  function enterPanel() {
    for (const panel of document.querySelectorAll(PANEL)) {
      if (panels.has(panel)) continue;
      panels.add(panel);
      panel.tabIndex = -1;
      panel.ariaLabel = panel.ariaLabel?.replaceAll("*", "") ?? null; // see menus.py
      const asked = opener && (nowhere() || nameOf(document.activeElement) === opener);
      if (asked) focus(panel);
    }
  }

  function changed() {
    enterPanel();
    restore();
    look(performance.now());
  }

  function look(since) {
    clearTimeout(timer);
    timer = setTimeout(() => requestAnimationFrame(() => restore(since)), CALM);
  }

  // Everything that Tab stops at, in order; of radio buttons, the one that is chosen.
  const stops = (within) =>
    among(within).filter((each) => each.tabIndex >= 0 && (each.type !== "radio" || each.checked) && usable(each));

  function leavePanel(event) {
    const here = event.composedPath()[0], panel = keyed(here, PANEL);
    const button = panel && opener && named(opener);
    if (!usable(button)) return;
    const inside = stops(panel), at = inside.indexOf(here);
    if (event.shiftKey ? at > 0 : at < inside.length - 1) return;
    event.preventDefault();
    if (!inside.length && !event.shiftKey) return; // what is in it is still to come
    const all = stops(document.querySelector("[data-testid=stApp]"));
    focus(event.shiftKey ? button : (all[all.indexOf(button) + 1] ?? button));
  }

  const on = { capture: true };
  const controlOf = (event, css = CONTROL) => event.composedPath()[0].closest?.(css);
  document.addEventListener("focusin", (event) => {
    const control = controlOf(event);
    if (control) hold(control);
  }, on);
  document.addEventListener("pointerdown", (event) => {
    root.toggleAttribute("data-mouse", true); // see theme.css
    const control = controlOf(event);
    if (control) hold(control);
    else held = null; // the focus is given up
  }, on);
  document.addEventListener("keydown", (event) => {
    const uses = event.key === "Tab" || (["Enter", " "].includes(event.key) && !nowhere());
    if (uses) root.removeAttribute("data-mouse");
    if (event.key === "Tab" && !event.defaultPrevented) leavePanel(event);
  }, on);
  document.addEventListener("click", (event) => {
    const button = controlOf(event, "button");
    if (!button) return;
    const name = nameOf(button);
    clicked = [name, ...clicked].slice(0, 4);
    if (name.startsWith("pick:open:")) opener = name;
    hold(button);
  }, on);

  new MutationObserver(changed).observe(document.body, {
    childList: true, subtree: true, attributeFilter: ["data-test-script-state", "disabled"],
  });

  let origin = "", presenting = null;
  return {
    // After presenter mode the focus goes back to where it was before.
    present(now) {
      if (presenting === false && now) origin = held?.name ?? "";
      if (presenting && !now && origin) {
        document.activeElement?.blur();
        held = { element: null, name: origin, back: [] };
        changed();
      }
      presenting = now;
    },
  };
}

// The newest verdict is said by an element that stays.
function announce(region) {
  let said = null;
  const look = () => {
    const verdict = [...document.querySelectorAll("[data-announce]")].at(-1)?.cloneNode(true);
    verdict?.querySelectorAll("[aria-hidden=true]").forEach((each) => each.remove());
    const text = verdict?.textContent.replace(/\s+/g, " ").trim() ?? "";
    if (text !== said) region.textContent = said = text;
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watch.disconnect();
}
