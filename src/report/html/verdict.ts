/** Display of verdicts, conclusions and states: always a word, never only a colour. */
import type { Conclusion, Verdict } from '../../engine/words/types.ts';
import type { ChangeLabel } from '../parts/comparison.ts';
import { SIGNS } from '../parts/signs.ts';
import { html, type Markup } from './markup.ts';

/** In the order of the matrix: verdicts that need attention first. */
export const COLUMNS = [
  'fail',
  'error',
  'warn',
  'inconclusive',
  'skipped',
  'not-applicable',
  'observed',
  'pass',
] as const satisfies readonly Verdict[];

export const HEADINGS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  'not-applicable': 'not offered',
  observed: 'observed',
  error: 'our fault',
};

/** Colour of a conclusion. */
export const TONE = {
  conformant: 'pass',
  incomplete: 'warn',
  'non-conformant': 'fail',
  invalid: 'error',
} as const satisfies Record<Conclusion, Verdict>;

export function badge(verdict: Verdict): Markup {
  return html`<span class="badge v-${verdict}">${verdict}</span>`;
}

export function changeBadge(label: ChangeLabel | undefined): Markup | undefined {
  return label && html`<span class="standing s-${label}">${label}</span>`;
}

/** A bar of proportions, hidden from screen readers. */
export function proportions(counts: ReadonlyMap<Verdict, number>): Markup {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let x = 0;
  const parts = [...COLUMNS].reverse().flatMap((verdict) => {
    const count = counts.get(verdict) ?? 0;
    if (count === 0) return [];
    // A single failure among thousands stays visible.
    const width = Math.max(1.5, (count / total) * 100);
    const part = html`<rect class="f-${verdict}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="8"/>`;
    x += width;
    return [part];
  });
  return html`<svg class="bar" viewBox="0 0 ${Math.max(100, x).toFixed(1)} 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts}</svg>`;
}

/** The signs of narrow cells, each with its verdict. */
export function legend(): Markup {
  return html`${Object.entries(SIGNS)
    .filter(([verdict]) => verdict !== 'observed')
    .map(([verdict, sign], index) => html`${index > 0 && ', '}<span class="${verdict}">${sign}</span> ${verdict}`)}`;
}
