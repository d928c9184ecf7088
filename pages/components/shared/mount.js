// Mounts a component. `create(root, data)` returns an object for the element in which Streamlit draws
// it. The object has `stop` and may have `receive`, which is called with the data of each run of the
// page. `set` is added to it: `set(name, value)` reports a state of the component to Python.
export function mount(create) {
  const mounted = new WeakMap();
  return ({ parentElement: root, data, setStateValue }) => {
    const one = mounted.get(root) ?? create(root, data);
    mounted.set(root, one);
    one.set = setStateValue;
    one.receive?.(data);
    // Streamlit also cleans up a call that a newer one replaces: stop only when the component is removed.
    return () =>
      setTimeout(() => {
        if ((root.host ?? root).isConnected) return;
        one.stop();
        mounted.delete(root);
      });
  };
}
