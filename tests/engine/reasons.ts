/** A contract with three probes, checks with given reports, and the resulting facts. */
import { judge } from '../../src/engine/judge/judge.ts';
import { sentence } from '../../src/engine/words/reasons.ts';
import { check, probe } from '../../src/engine/words/suite.ts';
import type { Check, Fact, ProbeOutcome, Reporter } from '../../src/engine/words/types.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { contractOf, type ExchangeOptions, exchange, FILE, JOB_OPERATIONS, requirement } from './exchanges.ts';

const GAP = 'transfer/gap/g';
export const [A, B] = ['transfer/list-jobs/a', 'transfer/list-jobs/b'];
const contract = contractOf([requirement(A), requirement(B), requirement(GAP)], [FILE], JOB_OPERATIONS);

const run = async () => ({});
export const lists = probe({ name: 'lists', operation: 'list-jobs', whenEmpty: 'set A_JOB', run });
export const reads = probe({ name: 'reads', operation: 'read-job', needs: [lists], run });
export const cancels = probe({ name: 'cancels', operation: 'cancel-job', needs: [reads], run });

export const ok = (options: ExchangeOptions = {}) =>
  exchange({ probe: 'lists', ...(options.status === undefined && { text: '[{}]' }), ...options });
export const outcome = (name: string, made: Exchange[] = [], more: Partial<ProbeOutcome> = {}): ProbeOutcome => ({
  probe: name,
  lane: 'certificate',
  state: 'done',
  exchanges: made.map(({ id }) => id),
  ...more,
});
export type Speak = (report: Reporter, evidence: Record<string, unknown>) => unknown;
export const says = (
  decides: string[],
  needs: Check['needs'],
  speak: Speak = () => undefined,
  more: Partial<Check> = {},
): Check => ({
  ...check({ needs, decides, judge: (evidence, report) => void speak(report as never, evidence as never) }),
  ...more,
});
/** Returns the facts without their common members. */
export function facts(
  checks: Check[],
  probes: ProbeOutcome[],
  exchanges: Exchange[] = [],
  lanes: string[] = ['certificate'],
) {
  const recording = {
    interface: 'transfer',
    lanes: lanes.map((name) => ({ name, given: { of: name }, credentials: ['good'] })),
    probes,
    exchanges,
  };
  return judge(recording, contract, { checks });
}
export const whyOf = (fact: Fact | undefined) =>
  fact && 'reason' in fact ? `${fact.kind} ${fact.reason.blame}: ${sentence(fact.reason)}` : String(fact?.kind);
