/** Outcomes of the gate for verdicts in short form. */
import { compare } from '../../src/compare/relations.ts';
import { DEFAULT_FAIL_ON, defaultFailOn, gate } from '../../src/engine/account/gate.ts';
import type { FailOn, Residue, Unanswered, Verdict } from '../../src/engine/words/types.ts';
import { resultsWith } from './results.ts';

const TODAY = '2026-03-01';
export const left: Residue[] = [{ interface: 'transfer', kind: 'jobs', name: 'x', why: 'y' }];
export const silent: Unanswered = {
  interface: 'transfer',
  operation: 'submit-job',
  lane: 'token',
  requirement: 'transfer/a',
  blame: 'settings',
  why: 'submit-job returned 400 ("No space")',
  exchanges: ['e1'],
};

/** Conditions under which a run is judged by its results alone. */
export const USUAL = { interrupted: false, requireComplete: false, failOn: DEFAULT_FAIL_ON };

/**
 * Requirements and their verdicts: `a fail, b pass`; `p`, `q`: expectations of a profile; `!`: the service was not
 * reached.
 */
export type Verdicts = string;
export interface Held {
  /** Live entries of the baseline. */
  readonly known?: Verdicts;
  /** Expired entries. */
  readonly ended?: Verdicts;
  readonly before?: Verdicts;
  readonly residue?: Residue[];
  readonly unanswered?: Unanswered[];
  /** Number of verified requirements; 1 by default. */
  readonly verified?: number;
}

/** The cause of every requirement that was not reached. */
const DOWN = { id: 'transfer/am', headline: 'It got no response.' };
const idOf = (name: string) => (/[pq]/.test(name) ? `transfer/gap/${name}/as-profile-says` : `transfer/${name}`);
export const verdictsOf = (text: Verdicts): Record<string, Verdict> =>
  Object.fromEntries(
    text
      .split(', ')
      .filter((one) => one !== '')
      .map((one) => [idOf(one.split(' ')[0] ?? ''), one.split(' ')[1]?.replace('!', '') as Verdict]),
  );

export function judged(verdicts: Verdicts, failOn?: readonly FailOn[], held: Held = {}) {
  const results = resultsWith(verdictsOf(verdicts));
  const requirements = results.requirements.map((row) =>
    verdicts.includes('!') ? { ...row, blame: 'infrastructure' as const, cause: DOWN } : row,
  );
  const entries = held.known ?? held.ended;
  const basis = {
    today: held.ended === undefined ? TODAY : '2026-04-02',
    ...(entries !== undefined && {
      baseline: Object.entries(verdictsOf(entries)).map(([requirement, verdict]) => ({
        ...{ requirement, reason: 'r', owner: 'o', expires: '2026-04-01' },
        verdict: verdict as 'fail',
      })),
    }),
    ...(held.before !== undefined && { before: verdictsOf(held.before) }),
  };
  const comparison = compare(requirements, basis, () => true);
  return gate({
    ...USUAL,
    results: requirements,
    conclusions: results.conclusions,
    verified: held.verified === undefined ? results.verified : { transfer: held.verified },
    failOn: failOn ?? defaultFailOn(basis),
    ...(held.residue && { residue: held.residue }),
    ...(held.unanswered && { unanswered: held.unanswered }),
    ...(comparison && { comparison }),
  });
}

/** Enough requirements that one without a verdict is less than a tenth. */
export const MANY = [...'bcdefghijkl'].map((name) => `${name} pass`).join(', ');
