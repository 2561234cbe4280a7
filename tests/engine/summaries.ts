/** Summaries of requirements whose requests were partly accepted and partly rejected. */
import { account } from '../../src/engine/account/account.ts';
import { withUnstable } from '../../src/engine/judge/unstable.ts';
import type { Fact, ProbeOutcome } from '../../src/engine/words/types.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { contractOf, type ExchangeOptions, exchange, requirement } from './exchanges.ts';

export const ANSWERS = 'transfer/list-jobs/answers-certificate';
export const FORM = 'transfer/list-jobs/accepts-a-form';
const contract = contractOf([requirement(ANSWERS), requirement(FORM)]);
const LANES = [{ name: 'certificate', given: {}, credentials: ['good'] }];

/** Returns a summary of exchanges, each in the role `read` of a separate round. */
export function summaryOf(exchanges: Exchange[], facts: Fact[], alone = false, about?: (one: Exchange) => string) {
  const probes = exchanges.map(
    ({ id }, round): ProbeOutcome => ({
      ...{ probe: 'p', lane: 'certificate', state: 'done', exchanges: [id], round },
      roles: alone ? { [`read${round}`]: id } : { read: id },
    }),
  );
  const recording = { interface: 'transfer', lanes: LANES, probes, exchanges };
  const all = withUnstable(facts, recording, contract.requirements.keys(), {
    ...(about && { answered: { about, classify: () => ({ kind: 'succeeded' }) } }),
  });
  const results = account(all, {
    ...{ contract, lanes: LANES, notPlanned: new Map(), notOffered: new Set<string>(), exchanges: new Map() },
    selected: () => true,
  });
  return { results, of: (id: string) => results.find((result) => result.id === id) };
}

export const held = (id: string, { id: shown }: Exchange): Fact => ({
  ...{ kind: 'upheld', requirement: id, lane: 'certificate', exchanges: [shown], times: 1 },
});
export const refused = (id: string, { id: shown }: Exchange): Fact => ({
  ...{ kind: 'contradicted', requirement: id, lane: 'certificate', exchanges: [shown], explains: [shown] },
  ...{ expected: 'a 2xx response', got: '400' },
});
/** Returns a request with a body that Assay chose. */
export const asking = (options: ExchangeOptions, body: string): Exchange => {
  const made = exchange(options);
  return {
    ...made,
    request: { ...made.request, body: { bytes: new Uint8Array(), digest: body, size: 1, truncated: false } as never },
  };
};

/**
 * Returns the summary of whether the operation responds, for exchanges that are alone in their roles; the first one was
 * accepted.
 */
export const answers = (all: Exchange[], about?: (one: Exchange) => string, accepted = all[0] as Exchange) =>
  summaryOf(all, [held(ANSWERS, accepted)], true, about).of(ANSWERS);
