/** Findings about a value, kept as long as the value is: equal bodies share one value, and several checks look at it. */

/** Returns the function, called once for each argument. */
export function remembered<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const found = new WeakMap<K, V>();
  return (of) => {
    if (!found.has(of)) found.set(of, find(of));
    return found.get(of) as V;
  };
}
