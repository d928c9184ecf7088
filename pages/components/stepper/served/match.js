// Which nodes of a list stay when the list changes. A pure function without the DOM.

// Pair each new node with the old node that it continues.
//
// A node is {key, name}. A node with a key continues the old node with the same key and name, at any
// index of the list. A node without a key continues the next unused old node, if that node has no key
// and the same name.
//
// Returns for each new node the index of its old node, or -1 if it has to be created.
export function continued(old, fresh) {
  const keyed = new Map(), taken = new Set();
  old.forEach(({ key }, i) => { if (key) keyed.set(key, i); });
  let next = 0;
  return fresh.map(({ key, name }) => {
    while (taken.has(next)) next += 1;
    const i = key ? keyed.get(key) : next;
    const before = old[i];
    if (!before || taken.has(i) || before.name !== name || (!key && before.key)) return -1;
    taken.add(i);
    return i;
  });
}
