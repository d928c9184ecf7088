// Focus a field that has just appeared, with the cursor at its end. From Python, data: the key of its
// widget. Streamlit loads what draws a field late, so it may have to be awaited for some frames.
const met = new WeakSet();

export default function ({ data }) {
  let frames = 300;
  const look = () => {
    const field = document.querySelector(`.st-key-${data} :is(textarea, input)`);
    if (!field && frames--) return requestAnimationFrame(look);
    if (!field || met.has(field)) return;
    met.add(field);
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  };
  look();
}
