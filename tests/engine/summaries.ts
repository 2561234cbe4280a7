/** Summaries of requirements whose requests were partly accepted and partly rejected. */
import { account } from '../../src/engine/account/account.ts';
import { withUnstable } from '../../src/engine/judge/unstable.ts';
import { succeeded } from '../../src/engine/words/answer.ts';
import type { Fact, ProbeOutcome } from '../../src/engine/words/types.ts';
import type { Exchange, Headers } from '../../src/wire/types.ts';
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
export interface Sent extends ExchangeOptions {
  method?: string;
  /** What follows the address of the operation. */
  path?: string;
  /** What stands for the content; none by default. */
  body?: string;
  json?: unknown;
  headers?: Headers;
}

/** Returns exchanges, ten milliseconds apart unless they say when. */
export const inTurn = (all: Sent[]) =>
  all.map(({ method = 'GET', path, body, json, headers, ...options }, index): Exchange => {
    const made = exchange({ at: 10 * (index + 1), ...options });
    const bytes = json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(json));
    const digest = body ?? bytes.toString();
    const request = {
      ...{ ...made.request, method, headers: headers ?? made.request.headers },
      ...(path !== undefined && { url: `${made.request.url}/${path}` }),
      ...((body ?? json) !== undefined && { body: { bytes, digest, size: 1, truncated: false } as never }),
    };
    return { ...made, request };
  });

/** Returns requests with contents of their own. */
export const own = (...all: Sent[]) => all.map((one, index): Sent => ({ body: `content ${index}`, ...one }));

/** Returns the result about whether the operation responds; the first request that succeeded was judged so. */
export function answers(all: Exchange[], rounds = false, about?: (one: Exchange) => string) {
  const accepted = all.find((one) => one.operation === 'list-jobs' && succeeded(one)) as Exchange;
  const inOrder = all.toSorted((one, other) => one.startedAt - other.startedAt);
  return summaryOf(inOrder, [held(ANSWERS, accepted)], !rounds, about).of(ANSWERS);
}
