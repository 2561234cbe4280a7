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

/** Returns equal texts as one group each, the most frequent first. */
export function byFrequency<T extends string>(texts: readonly T[]): [T, ...T[]][] {
  return [...grouped(texts, (text) => text).values()].sort((one, other) => other.length - one.length);
}
