// Keys press buttons of the page: `data.buttons` has the widget key of the button for each. This is
// for keys that Streamlit's shortcuts do not support (?), and for a second key of a button (the page
// keys of a clicker).

const TYPING =
  "input:not([type=range],[type=checkbox],[type=radio]),textarea,select,[contenteditable=true]," +
  "[role=textbox],[role=combobox],[role=listbox],[role=dialog]:not([data-testid=stPopoverBody])";

export default function ({ parentElement: root, data }) {
  const place = (window.mergeByMergeFocus ??= keepFocus());
  place.present(data.presenting);
  const silence = announce(root.querySelector("[aria-live]"));
  const listening = new AbortController();
  document.addEventListener("keydown", (event) => {
    const name = data.buttons[event.key];
    if (!name || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.composedPath()[0].closest?.(TYPING)) return;
    const button = document.querySelector(`.st-key-${name} button`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }, { signal: listening.signal });
  return () => {
    silence();
    listening.abort();
  };
}
