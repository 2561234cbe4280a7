/** Changes relative to a baseline or an earlier run, for a terminal. */
import type { Results } from '../../engine/words/types.ts';
import { printable } from '../parts/printable.ts';
import type { Layout } from './layout.ts';

/** Counts on one line, then the ids that need action, at most `most` of each kind. Empty without a comparison. */
export function changeLines({ comparison }: Results, layout: Layout, most: number): string[] {
  if (comparison === undefined) return [];
  const { known, fixed, lost, worse = [], stale, expired, soon } = comparison;
  const counts = [
    [comparison.new.length, 'new'],
    [expired.length, 'expired'],
    [lost.length, 'lost'],
    [worse.length, 'worse'],
    [known.length, 'known'],
    [fixed.length, 'fixed'],
    [stale.length, 'stale'],
    [soon.length, 'ending soon'],
  ] as const;
  const shown = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  const list = (heading: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return [];
    const more = lines.length > most ? [`    and ${lines.length - most} more`] : [];
    return [
      `  ${heading}`,
      ...lines.slice(0, most).map((line) => layout.wrapped(printable(line), '    ', '      ')),
      ...more,
    ];
  };
  return [
    layout.wrapped(`Changes: ${shown.length === 0 ? 'none' : shown.join(', ')}.`),
    ...list('Lost (passed before, not verified now)', lost),
    ...list('Worse (passed before, warned now)', worse),
    ...list(
      'Known',
      known.map(({ id, owner, expires, reason }) => `${id} until ${expires}, ${owner}: ${reason}`),
    ),
    ...list(
      'Baseline entries that expire soon',
      soon.map(({ id, expires }) => `${id}: ${expires}`),
    ),
    ...list('Fixed', fixed),
    ...list('Stale baseline entries', stale),
  ];
}
