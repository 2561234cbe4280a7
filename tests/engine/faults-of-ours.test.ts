/** A fault of ours costs the rows that it is about, and neither the rest of the run nor what has to be removed at its end. */
import { afterEach, expect, test } from 'vitest';
import { type StartedTransferReference, startTransferReference } from '../../reference/transfer/start.ts';
import { judge } from '../../src/engine/judge/judge.ts';
import { execute } from '../../src/engine/send/execute.ts';
import { planNodes } from '../../src/engine/send/plan.ts';
import { conduct } from '../../src/engine/send/run.ts';
import { stated } from '../../src/engine/words/reasons.ts';
import { check, probe } from '../../src/engine/words/suite.ts';
import type { Lane, Need, ProbeContext, Suite } from '../../src/engine/words/types.ts';
import { makeReady } from '../../src/run/ready.ts';
import { createUndiciTransport } from '../../src/wire/connect/undici-transport.ts';
import { contractOf, exchange, requirement } from './exchanges.ts';

const ROW = 'transfer/list-jobs/a';
const OTHER = 'transfer/list-jobs/b';
const EXCHANGE = exchange({ probe: 'lists' });
const lists = probe({ name: 'lists', operation: 'list-jobs', run: async () => ({ asked: EXCHANGE }) });
const odd: Need<'lists'> = {
  name: 'lists',
  probe: lists,
  view() {
    throw new Error('an answer that nobody thought of');
  },
};
const later = probe({ name: 'later', operation: 'identity', needs: [odd], run: async () => ({}) });

test('an answer on which a view throws is a fault in the rows that need it', () => {
  const facts = judge(
    {
      interface: 'transfer',
      lanes: [{ name: 'certificate', given: {}, credentials: ['good'] }],
      probes: [{ probe: 'lists', lane: 'certificate', state: 'done', exchanges: [EXCHANGE.id] }],
      exchanges: [EXCHANGE],
    },
    contractOf([requirement(ROW), requirement(OTHER)]),
    {
      checks: [
        check({ needs: [odd], decides: [ROW], judge: () => undefined }),
        check({ needs: [lists], decides: [OTHER], judge: (_, report) => void report.holds(OTHER, true, 'x', 'y') }),
      ],
    },
  );
  expect(facts.map(({ requirement, kind }) => `${requirement} ${kind}`)).toEqual([`${ROW} fault`, `${OTHER} held`]);
  expect(facts[0]).toMatchObject({ reason: stated('suite', 'the check threw: an answer that nobody thought of') });
});

test('a probe that builds on such an answer threw, and the others run', async () => {
  const lane: Lane = { name: 'certificate', credentials: new Map(), settings: {} };
  const suite = {
    probes: [lists, later],
    checks: [check({ needs: [later], decides: [ROW], judge: () => undefined })],
  } as unknown as Suite;
  const nodes = planNodes(suite, contractOf([requirement(ROW)]), [lane], {
    create: new Set(),
    notOffered: new Set(),
    selected: () => true,
  });
  const outcomes = await execute(
    nodes,
    () => ({ send: async () => EXCHANGE }) as unknown as ProbeContext,
    new AbortController().signal,
    () => undefined,
  );
  expect(outcomes.map(({ probe: name, state }) => `${name} ${state}`)).toEqual(['lists done', 'later threw']);
});

let started: StartedTransferReference | undefined;
afterEach(() => started?.close());

async function conducted(options: { readonly notPlanned?: () => never; readonly on?: () => never }) {
  started = await startTransferReference();
  const made = await makeReady({
    ...started.env,
    TRANSFER_CANCEL_WAIT_MS: '300',
    ASSAY_ALLOW_CREATE: 'jobs',
    ASSAY_NOT_OFFERED: 'delegation',
  });
  if (!made.ok) throw new Error(made.problems.join(' '));
  const ready = made.ready.map((one) =>
    options.notPlanned ? { ...one, suite: { ...one.suite, notPlanned: options.notPlanned } } : one,
  );
  return conduct({
    ready,
    target: made.target,
    reference: false,
    only: ['transfer/submit-job/returns-own-id'],
    version: '0',
    transport: (caFor) => createUndiciTransport({ caFor, proxy: {}, connectTimeoutMs: 5000 }),
    ...(options.on && { on: options.on }),
  });
}

const sent = (method: string): number =>
  (started?.reference.log ?? []).filter((entry) => entry.method === method).length;
const fail = (): never => {
  throw new Error('out of paper');
};

test('a fault after jobs were submitted: they are cancelled, and the fault is reported', async () => {
  await expect(conducted({ notPlanned: fail })).rejects.toThrow('out of paper');
  expect(sent('POST')).toBeGreaterThan(0);
  expect(sent('DELETE')).toBe(sent('POST'));
});

test('a listener that throws keeps nothing from happening, and is reported once', async () => {
  const { results } = await conducted({ on: fail });
  expect(results.requirements.find(({ id }) => id === 'transfer/submit-job/returns-own-id')?.verdict).toBe('pass');
  expect(results.notices.filter((notice) => notice.includes('out of paper'))).toHaveLength(1);
  expect(sent('DELETE')).toBe(sent('POST'));
});
