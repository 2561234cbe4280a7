/** Changes relative to a baseline or an earlier run, for a terminal. */
import type { Results } from '../../engine/words/types.ts';
import { changeParts } from '../parts/comparison.ts';
import { printable } from '../parts/printable.ts';
import type { Layout } from './layout.ts';

/** In the count of changes. */
const NAMES: Readonly<Record<string, string>> = { soon: 'ending soon', unreached: 'not reached' };

/** Counts on one line, then at most `most` ids of each kind that are not among the findings. Empty without a comparison. */
export function changeLines({ comparison }: Results, layout: Layout, most: number): string[] {
  if (comparison === undefined) return [];
  const parts = changeParts(comparison);
  const counts = parts.map(({ label, entries }) => `${entries.length} ${NAMES[label] ?? label}`);
  const named = parts.filter(({ shown }) => shown === 'list');
  return [
    layout.wrapped(`Changes: ${counts.join(', ') || 'none'}.`),
    ...named.flatMap(({ heading, meaning, entries }) => [
      `  ${heading}${meaning ? ` (${meaning})` : ''}`,
      ...entries
        .slice(0, most)
        .map(({ id, about }) => layout.wrapped(printable(about ? `${id}: ${about}` : id), '    ', '      ')),
      ...(entries.length > most ? [`    and ${entries.length - most} more`] : []),
    ]),
  ];
}
