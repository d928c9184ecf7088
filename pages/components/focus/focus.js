// Focus a field when it appears, with the cursor at its end. From Python, data: the key of its widget.
// Streamlit draws a field late, may replace it, and does not always call a component again when its
// field is drawn once more. So this watches the page for new fields of all keys it was called with.
const keys = new Set();
const met = new WeakSet();

function focusNewFields() {
  for (const key of keys) {
    const field = document.querySelector(`.st-key-${key} :is(textarea, input)`);
    if (!field || met.has(field)) continue;
    met.add(field);
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  }
}

export default function ({ data }) {
  if (!keys.size) {
    new MutationObserver(focusNewFields).observe(document.body, { childList: true, subtree: true });
  }
  keys.add(data);
  focusNewFields();
}
