/** Which runs later ones are compared with. Pure. */
import type { Results } from '../engine/words/types.ts';

/** Why a run cannot be the base of comparisons, as the end of a sentence; undefined if it can: it verified something of every interface, and passed its gate. */
export function whyNoBase({ run, exitCode, verified, conclusions }: Results): string | undefined {
  if (run.requests === 0) return 'sent no request';
  if (run.interrupted) return 'was interrupted';
  if (run.only.length > 0) return 'was narrowed (--only)';
  const without = Object.keys(conclusions).filter((name) => (verified[name] ?? 0) === 0);
  if (without.length > 0) return `verified no requirement of ${without.join(', ')}`;
  return exitCode === 0 ? undefined : `did not pass its gate (exit code ${exitCode})`;
}
