// The script of every component. From Python, data has
//   script  the name of the component's own script, without ".js"
//   html    the component's HTML, in the visitor's language
// The script's default export is called with the element that has the HTML, and with the data. It returns
// an object that may have `receive`, which is called with the data of each run of the page, and `stop`.
// `set` is added to it: `set(name, value)` reports a state of the component to Python.

const mounted = new Map(); // the objects of the components on the page, by their elements

// Stop the components that are no longer on the page: their listeners would take the keys of others.
function stopRemoved() {
  for (const [root, one] of mounted)
    if (!root.isConnected) {
      mounted.delete(root);
      one.stop?.();
    }
}

export default async function ({ parentElement, data, setStateValue }) {
  const { default: create } = await import(`./${data.script}.js`);
  stopRemoved();
  const root = parentElement.querySelector(".component");
  if (!root?.isConnected) return; // removed before the script arrived
  let one = mounted.get(root);
  if (one?.html !== data.html) {
    one?.stop?.();
    root.innerHTML = data.html;
    one = Object.assign(create(root, data), { html: data.html });
    mounted.set(root, one);
  }
  one.set = setStateValue;
  one.receive?.(data);
  return () => setTimeout(stopRemoved); // Streamlit also cleans up a call that a newer one replaces
}
