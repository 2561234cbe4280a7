/** Values that are made once per key. */

/** A Map or a WeakMap. */
type Store<K, V> = Pick<Map<K, V>, 'has' | 'get'> & { set(key: K, value: V): unknown };

/** Returns the value of a key, which is made first if it is missing. */
export function valueIn<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  if (!store.has(key)) store.set(key, make());
  return store.get(key) as V;
}

/**
 * Returns a function that calls `find` once per argument, and remembers the result for as long as the argument exists:
 * equal bodies share one value, and several checks look at it.
 */
export function remembered<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const found = new WeakMap<K, V>();
  return (of) => valueIn(found, of, () => find(of));
}
