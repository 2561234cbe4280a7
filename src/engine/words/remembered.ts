/**
 * Remembers results per value for as long as the value exists: equal bodies share one value, and several checks look at
 * it.
 */

/** Returns a function that calls `find` once per argument and remembers the result. */
export function remembered<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const found = new WeakMap<K, V>();
  return (of) => {
    if (!found.has(of)) found.set(of, find(of));
    return found.get(of) as V;
  };
}
