/** Groups items by a key, in the order of the first of each group. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, [T, ...T[]]> {
  const byKey = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = byKey.get(key);
    if (own) own.push(item);
    else byKey.set(key, [item]);
  }
  return byKey;
}
