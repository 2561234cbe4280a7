/** What must never be: a gap that turned red. */
import type { Results } from '../engine/types.ts';

/** Gaps that turned red, which none can. */
export function redGaps(results: Results): string[] {
  return results.requirements.filter(({ basis, verdict }) => basis === 'gap' && (verdict === 'fail' || verdict === 'warn')).map(({ id }) => id);
}
