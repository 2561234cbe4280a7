/** The profile of a run: its name, and the deployment's names beside the document's. */
import type { Results } from '../../engine/words/types.ts';

/** At most so many names where space is short. */
export const FEW_NAMES = 5;

/** `vo_name is vo` and so on: each name of the document with that of the deployment. At most `most`, and then how many more. */
export function profileNames({ suite: { profile } }: Results, most = Number.POSITIVE_INFINITY): readonly string[] {
  const names = Object.entries(profile?.names ?? {}).map(
    ([word, name]) => `${word} is ${name === '' ? 'left out' : name}`,
  );
  const places = Object.entries(profile?.identifiers ?? {}).map(
    ([operation, at]) => `the identifier of ${operation} is at ${at === '' ? 'the top of the body' : at}`,
  );
  const all = [...names, ...places];
  return all.length <= most ? all : [...all.slice(0, most), `and ${all.length - most} more`];
}
