/** Operations that the deployment declares as not offered. */
import type { Result, Verdict } from '../../src/index.ts';
import { redOf } from '../verdicts.ts';
import type { Deployment, Ran } from './deployment.ts';
import { changed, type Row, told } from './table.ts';

export interface Case {
  operations: string[];
  create: 'all' | '';
}

/**
 * Returns the cases: every operation by itself, or every pair, in runs that may create everything and in read-only
 * ones, if these differ.
 */
export function casesOf({ operations, allowed }: Deployment, together: 1 | 2): Case[] {
  const choices =
    together === 1
      ? operations.map((one) => [one])
      : operations.flatMap((one, at) => operations.slice(at + 1).map((other) => [one, other]));
  return choices.flatMap((chosen) => allowed.map((create) => ({ operations: chosen, create })));
}

/**
 * Runs one case. It breaks the rule if a request is sent to the operation, for any purpose; if one of its own
 * requirements is judged, or another one becomes not-applicable; and if another one differs from the clean run, unless
 * it is skipped with a reason that names the operation. Gaps may be observed, skipped or not-applicable.
 */
export async function measureNotOffered(
  deployment: Deployment,
  clean: Record<Case['create'], Ran>,
  { operations, create }: Case,
): Promise<Row> {
  const { results, asked, calls } = await deployment.run({
    ASSAY_NOT_OFFERED: operations.join(),
    ASSAY_ALLOW_CREATE: create,
  });
  const sent = [...asked.map(({ operation }) => operation), ...calls].filter(
    (name) => name !== undefined && operations.includes(name),
  );
  const own = (id: string) => operations.some((name) => id.startsWith(`${deployment.interface}/${name}/`));
  // Requirements of records that are reported under it, and that other operations may return, too: not-applicable, or
  // judged by the others.
  const isShared = ({ operation = '' }: Result) => operations.includes(operation);
  const rows = results.requirements.filter(({ basis }) => basis !== 'gap');
  const judged = rows.filter(({ id, verdict }) => own(id) && verdict !== 'not-applicable');
  const strangers = rows.filter(
    (result) => result.verdict === 'not-applicable' && !own(result.id) && !isShared(result),
  );
  const other = changed(results, clean[create].results).filter(({ result: { id, basis, verdict, message = '' } }) => {
    if (basis === 'gap') return !UNDECIDED.has(verdict);
    if (own(id) || verdict === 'not-applicable') return false;
    return !(verdict === 'skipped' && operations.some((name) => mentions(message, name)));
  });
  const red = new Set(redOf(results).map(({ id }) => id));
  return {
    case: `${create === 'all' ? 'creating' : 'read-only'}, not offered: ${operations.join(' + ')}`,
    breaches: [
      ...operations
        .map((name) => ({ name, times: sent.filter((one) => one === name).length }))
        .flatMap(({ name, times }) => (times > 0 ? [`sent: ${name}, ${times} times`] : [])),
      ...judged.map((result) => `own: ${told(result)}`),
      ...strangers.map((result) => `other, not-applicable: ${told(result)}`),
      ...other.map(
        ({ result, before }) =>
          `other, was ${before?.verdict}${red.has(result.id) ? ', accuses' : ''}: ${told(result)}`,
      ),
    ],
  };
}

/** Possible verdicts of a gap. */
const UNDECIDED: Set<Verdict> = new Set(['observed', 'skipped', 'not-applicable']);

const mentions = (message: string, name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(message);
