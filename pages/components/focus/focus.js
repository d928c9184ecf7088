// Focus a field that has just appeared, with the cursor at its end. From Python, data: the key of its
// widget. Streamlit draws a field late, and on a busy machine it may replace the field once more. So
// this looks for a new field for some seconds, and focuses a replacement only if nothing else that
// the visitor has chosen has the focus.
const WAIT = 10000; // ms
const met = new WeakSet();

export default function ({ data }) {
  const end = performance.now() + WAIT;
  let isFirst = true;
  const look = () => {
    const field = document.querySelector(`.st-key-${data} :is(textarea, input)`);
    if (field && !met.has(field)) {
      met.add(field);
      const active = document.activeElement;
      if (isFirst || !active || active.matches("body, [data-focus], [data-testid=stMain]")) {
        field.focus({ preventScroll: true });
        field.setSelectionRange(field.value.length, field.value.length);
      }
    }
    if (field) isFirst = false;
    if (performance.now() < end) requestAnimationFrame(look);
  };
  look();
}
