/** Groups of items, and the part of an interface that a run selected. Pure. */
import type { Interface } from '../../contract/types.ts';
import { isVerifiable, type Result, type Results, VERDICTS, type Verdict } from '../words/types.ts';

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

/** Returns the number of results by verdict. */
export function countVerdicts(results: readonly Result[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const result of results) counts[result.verdict] += 1;
  return counts;
}

/** Returns equal texts as one group each, the most frequent first. */
export function byFrequency<T extends string>(texts: readonly T[]): [T, ...T[]][] {
  return [...grouped(texts, (text) => text).values()].sort((one, other) => other.length - one.length);
}

/** Returns the selected requirements of an interface. */
export function selectedOf(name: Interface, results: readonly Result[]): readonly Result[] {
  return results.filter((result) => result.interface === name && result.basis !== 'gap' && !result.notSelected);
}

/** Whether the gate considers an interface: a requirement of it was selected, even one that no run can test here. */
export function isConsidered(
  name: Interface,
  { requirements, notPlanned }: Pick<Results, 'requirements' | 'notPlanned'>,
) {
  return selectedOf(name, requirements).length > 0 || whyUntestable(name, notPlanned) !== undefined;
}

/** Returns why a run did not plan a requirement, if its results say so. */
export function whyAbsent(id: string, { notPlanned = [], notConfigured = [] }: Partial<Results>): string | undefined {
  const [of = ''] = id.split('/');
  return (
    notPlanned.find((one) => one.id === id)?.why ??
    (notConfigured.includes(of) ? `${of} is not configured.` : undefined)
  );
}

/** Returns why the first selected requirement of an interface that no run can test here is not tested. */
export function whyUntestable(name: Interface, notPlanned: Results['notPlanned'] = []): string | undefined {
  return notPlanned.find(
    ({ id, basis, notSelected }) => isVerifiable(basis) && !notSelected && id.startsWith(`${name}/`),
  )?.why;
}
