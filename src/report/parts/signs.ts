/** Signs of verdicts in narrow cells, in addition to colours. */
import type { Verdict } from '../../engine/words/types.ts';

export const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  inconclusive: '?',
  skipped: '–',
  'not-applicable': '·',
  observed: '·',
  error: 'E',
};
