// The script of every component. From Python, data has
//   script  the name of the component's own script, without ".js"
//   html    the component's HTML, in the visitor's language
// The script's default export is called with the element that has the HTML, and with the data. It returns
// an object that may have `receive`, which is called with the data of each run of the page, and `stop`.
// `set` is added to it: `set(name, value)` reports a state of the component to Python.

const mounted = new WeakMap();

export default async function ({ parentElement, data, setStateValue }) {
  const { default: create } = await import(`./${data.script}.js`);
  const root = parentElement.querySelector(".component");
  let one = mounted.get(root);
  if (one?.html !== data.html) {
    one?.stop?.();
    root.innerHTML = data.html;
    one = Object.assign(create(root, data), { html: data.html });
    mounted.set(root, one);
  }
  one.set = setStateValue;
  one.receive?.(data);
  // Streamlit also cleans up a call that a newer one replaces: stop only when the component is removed.
  return () =>
    setTimeout(() => {
      if (root.isConnected || !mounted.delete(root)) return;
      one.stop?.();
    });
}
