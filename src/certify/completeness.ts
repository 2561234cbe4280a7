/** Compares results with a plan; only requirements of the plan count. */

import type { Interface } from '../contract/types.ts';
import { conclude, worst } from '../engine/account/account.ts';
import { byFrequency } from '../engine/account/grouping.ts';
import { contradiction } from '../engine/words/reasons.ts';
import { type Conclusion, isVerifiable, type Result, type Results } from '../engine/words/types.ts';
import { someOf } from '../records/preview.ts';
import { planId } from './documents.ts';
import type { CertificationPlan } from './types.ts';

/** Maximum number of requirements named in one sentence. */
const MOST = 6;

/** Maximum number of reasons given in one sentence. */
const MOST_REASONS = 3;

/** Verdicts of a documented requirement that invalidate a claim, in words. */
const WANTING = { fail: 'failed', error: 'not judged', skipped: 'skipped', inconclusive: 'inconclusive' } as const;

/**
 * Returns the messages of results, the most frequent first: `Creating jobs is not allowed (33). TOKEN is not set (13).`
 * @param most maximum number of messages; the others are counted
 */
function reasonsOf(results: readonly Result[], most = Number.POSITIVE_INFINITY) {
  const reasons = byFrequency(
    results.map(({ message = '', expected, got }) =>
      expected === undefined || got === undefined ? message : contradiction({ expected, got }),
    ),
  ).filter(([message]) => message !== '');
  const shown = reasons
    .slice(0, most)
    .map((all) => `${all[0].replace(/\.$/, '')}${reasons.length > 1 ? ` (${all.length})` : ''}.`);
  return [...shown, ...(reasons.length > most ? ['For further reasons, see the report of the run.'] : [])].join(' ');
}

/**
 * Compares a run with a plan.
 * @param stated requirements that this suite knows
 */
export function coverageOf(
  plan: CertificationPlan,
  { requirements, notPlanned, notConfigured }: Results,
  stated: ReadonlySet<string>,
) {
  const byId = new Map(requirements.map((result) => [result.id, result]));
  const left = new Map(notPlanned.map(({ id, why }) => [id, why]));
  const problems: string[] = [];
  const notes: string[] = [];
  const conclusions: Record<Interface, Conclusion> = {};
  const unknown = plan.requirements.filter((id) => !byId.has(id) && !left.has(id));
  const interfaces = Object.keys(plan.contracts);
  const absent = interfaces.filter(
    (name) => notConfigured.includes(name) || !requirements.some((result) => result.interface === name),
  );
  if (absent.length > 0)
    problems.push(`The plan ${planId(plan)} requires ${absent.join(', ')}, which the run did not test.`);
  if (unknown.some((id) => !absent.some((name) => id.startsWith(`${name}/`))))
    problems.push(`The results lack ${someOf(unknown, MOST)}, required by the plan.`);
  const planned = plan.requirements.map((id) => byId.get(id)).filter((result) => result !== undefined);
  for (const name of interfaces) {
    const own = planned.filter((result) => result.interface === name);
    conclusions[name] = absent.includes(name) ? 'incomplete' : conclude(own);
    if (!own.some(({ verdict, basis }) => verdict === 'pass' && isVerifiable(basis)))
      problems.push(`No requirement of ${name} was verified.`);
  }
  for (const [verdict, word] of Object.entries(WANTING)) {
    const own = planned.filter(
      (result) => result.verdict === verdict && (result.basis === 'documented' || verdict === 'error'),
    );
    if (own.length > 0)
      problems.push(
        `Documented requirements of the plan ${planId(plan)}, ${word}: ${own.length} (${someOf(ids(own), MOST)}). ${reasonsOf(own, MOST_REASONS)}`,
      );
  }
  const noted = (words: string, found: readonly string[]) => {
    if (found.length > 0) notes.push(`${words}: ${found.length} (${someOf(found, MOST)}).`);
  };
  const inapplicable = planned.filter(({ verdict }) => verdict === 'not-applicable');
  if (inapplicable.length > 0)
    notes.push(`Limited: requirements that do not apply: ${inapplicable.length}. ${reasonsOf(inapplicable)}`);
  noted(
    'Limited: requirements that cannot be tested with the credentials of the run',
    plan.requirements.filter((id) => left.has(id)),
  );
  noted(
    'Standard and inferred requirements that are contradicted',
    ids(planned.filter(({ verdict }) => verdict === 'warn')),
  );
  noted(
    'Standard and inferred requirements that were skipped or inconclusive',
    ids(planned.filter(({ verdict, basis }) => basis !== 'documented' && /skipped|inconclusive/.test(verdict))),
  );
  notes.push(...later(plan, requirements, interfaces, stated));
  return {
    conclusion: worst(Object.values(conclusions)),
    conclusions,
    // Reasons against the claim, one sentence each.
    problems,
    // Limits, and requirements beyond the plan.
    notes,
    notVerified: notVerifiedOf(planned, plan, left),
  };
}

/** Returns requirements of the plan without a pass: why, and the clause that remains untested. */
function notVerifiedOf(planned: readonly Result[], plan: CertificationPlan, left: ReadonlyMap<string, string>) {
  return [
    ...planned.flatMap(({ id, verdict, basis, clause, message }) =>
      verdict === 'pass' || basis === 'gap' ? [] : [{ id, verdict, why: message ?? verdict, clause }],
    ),
    ...plan.requirements.flatMap((id) => {
      const why = left.get(id);
      return why === undefined ? [] : [{ id, verdict: 'skipped' as const, why }];
    }),
  ];
}

/** Returns sentences about requirements that were added after the plan: they are reported but not counted. */
function later(
  plan: CertificationPlan,
  requirements: readonly Result[],
  interfaces: readonly Interface[],
  stated: ReadonlySet<string>,
) {
  const planned = new Set(plan.requirements);
  const added = requirements.filter(
    ({ id, basis, interface: of }) =>
      interfaces.includes(of) && basis !== 'gap' && basis !== 'profile' && !planned.has(id) && stated.has(id),
  );
  if (added.length === 0) return [];
  const wrong = added.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return [
    `Added after the plan, not counted: ${someOf(ids(added), MOST)}${wrong.length > 0 ? `; contradicted: ${someOf(ids(wrong), MOST)}` : ''}.`,
  ];
}

function ids(results: readonly Result[]) {
  return results.map(({ id }) => id);
}
