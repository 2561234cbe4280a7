/** However a run ends, its objects are removed or listed, and omitted requests are reported. */

import { join } from 'node:path';
import type { ProbeOutcome, RequestOptions } from '../../../src/engine/words/types.ts';
import { WireError } from '../../../src/wire/connect/wire-error.ts';
import { LEDGER_FILE, readLedger } from '../../../src/wire/session/ledger.ts';
import type { LedgerEntry } from '../../../src/wire/types.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { doing, readyOf, runOf } from '../small-run.ts';

const ledgerOf = (path: string) =>
  readLedger(join(path, LEDGER_FILE)).lines.map(({ name, state, why }) =>
    [name, state, ...(why ? [why] : [])].join(' '),
  );

/** Returns a probe that submits a job of this name, and removes it; `remove` decides whether that succeeds. */
const submits = (name: string, remove: () => Promise<boolean> = async () => true) =>
  doing(`submits-${name}`, async (context) => {
    const ledger: LedgerEntry = { kind: 'jobs', name };
    context.cleanup(ledger, async () => {
      await context.send('cancel', { purpose: 'cleanup' });
      return remove();
    });
    await context.send('submit', { ledger, identifierIn: () => 'id-1' });
  });

describe('what was created', () => {
  test('is removed, the newest first, and struck out of the ledger', async () => {
    const path = temporaryFolder();
    const order: string[] = [];
    const removing = (name: string) => async () => {
      order.push(name);
      return true;
    };
    const first = submits('first', removing('first'));
    const second = doing(
      'second',
      async (context) => context.cleanup({ kind: 'jobs', name: 'second' }, removing('second')),
      { after: [first] },
    );
    const { results, sent } = await runOf([readyOf([first, second])], { directory: path, target: { concurrency: 1 } });
    expect([results.residue, ledgerOf(path), sent.includes('DELETE /cancel')]).toEqual([[], ['first closed'], true]);
    expect(order).toEqual(['second', 'first']);
  });

  test.each<[string, () => Promise<boolean>]>([
    ['is not confirmed', async () => false],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('and whose removal %s is listed, in the ledger too', async (_, remove) => {
    const path = temporaryFolder();
    const prepared = { secrets: [{ value: 'a-very-secret', name: 'NAME' }] };
    const { results } = await runOf([readyOf([submits('job-of-a-very-secret', remove)], { prepared })], {
      directory: path,
    });
    const why = 'the removal was not confirmed';
    const name = 'job-of-[redacted:NAME]';
    expect(results.residue).toEqual([{ interface: 'transfer', kind: 'jobs', name, identifier: 'id-1', why }]);
    expect(ledgerOf(path)).toEqual([`${name} residue ${why}`]);
  });

  test('but cannot have been, is not listed', async () => {
    const path = temporaryFolder();
    const run = await runOf([readyOf([submits('refused', async () => false)])], {
      directory: path,
      answer: ({ method }) => ({ status: method === 'POST' ? 403 : 200 }),
    });
    expect([run.results.residue, ledgerOf(path)]).toEqual([[], ['refused closed']]);
  });

  test('and cannot be removed is listed with the reason, secrets redacted', async () => {
    const path = temporaryFolder();
    const leaves = doing('leaves', async (context) => {
      const ledger = { kind: 'jobs', name: 'left' };
      await context.send('submit', { ledger });
      context.residue(ledger, 'nobody but a-very-secret can');
      context.residue({ kind: 'tokens', name: 'made beside' }, 'the document shows no way');
    });
    const prepared = { secrets: [{ value: 'a-very-secret', name: 'WHO' }] };
    const { results } = await runOf([readyOf([leaves], { prepared })], { directory: path });
    expect(results.residue).toEqual([
      { interface: 'transfer', kind: 'jobs', name: 'left', why: 'nobody but [redacted:WHO] can' },
      { interface: 'transfer', kind: 'tokens', name: 'made beside', why: 'the document shows no way' },
    ]);
    expect(ledgerOf(path)).toEqual(['left residue nobody but [redacted:WHO] can']);
  });
});

/** Returns a suite whose only probe submits a job, which no probe lists. */
const submitting = (more: RequestOptions = {}) => [
  readyOf([doing('asks', (context) => context.send('submit', { ledger: { kind: 'jobs', name: 'left' }, ...more }))]),
];

describe('what a request may have created is listed, although no probe lists it', () => {
  test.each<[string, number | 'unanswered', string | undefined]>([
    [
      'answered with 504',
      504,
      'perhaps created: the request that creates it returned 504; search the service for this name',
    ],

    [
      'not answered',
      'unanswered',
      'perhaps created: the request that creates it got no response (ECONNRESET); search the service for this name',
    ],
    ['accepted', 201, 'created, and not removed; search the service for this name'],
    ['refused', 403, undefined],
  ])('%s', async (_, status, why) => {
    const path = temporaryFolder();
    const answer = ({ method }: { method: string }) => {
      if (method === 'POST' && status === 'unanswered') throw new WireError('headers', 'ECONNRESET', 'gone');
      return { status: method === 'POST' ? Number(status) : 200 };
    };
    const { results } = await runOf(submitting(), { directory: path, answer });
    expect(results.residue).toEqual(
      why === undefined ? [] : [{ interface: 'transfer', kind: 'jobs', name: 'left', why }],
    );
    expect(ledgerOf(path)).toEqual([why === undefined ? 'left closed' : `left residue ${why}`]);
  });

  test.each([302, 401, 500, 501])(
    'but not if an invalid credential was answered with %i, which refuses it',
    async (status) => {
      const { results } = await runOf(submitting({ purpose: 'refusal' }), {
        answer: ({ method }) => ({ status: method === 'POST' ? status : 200 }),
      });
      expect(results.residue).toEqual([]);
    },
  );
});

test('the identifier of what was created is in the ledger before anything else is sent', async () => {
  const path = temporaryFolder();
  const before: (string | undefined)[] = [];
  await runOf(submitting({ identifierIn: ({ lane, operation }) => `${lane} ${operation} 7` }), {
    directory: path,
    target: { concurrency: 1 },
    answer({ method }) {
      if (method !== 'POST') before.push(readLedger(join(path, LEDGER_FILE)).lines[0]?.identifier);
      return {};
    },
  });
  expect(before).toEqual(['certificate submit 7']);
  expect(readLedger(join(path, LEDGER_FILE)).lines).toMatchObject([
    { interface: 'transfer', lane: 'certificate', identifier: 'certificate submit 7' },
  ]);
});

describe('an interruption', () => {
  const states = (probes: readonly ProbeOutcome[] = []) => probes.map(({ probe: name, state }) => `${name} ${state}`);

  test('before the run: nothing is sent', async () => {
    const { results, sent, judgeables, closed } = await runOf([readyOf([submits('job')])], {
      signal: AbortSignal.abort(),
    });
    expect([sent, results.run.interrupted, results.exitCode, closed]).toEqual([[], true, 130, 1]);
    expect(states(judgeables[0]?.recording.probes)).toEqual(['submits-job interrupted']);
  });

  test('while a probe runs: what it created is removed, the later ones are not asked', async () => {
    const stop = new AbortController();
    const first = submits('job');
    const later = doing('later', async () => undefined, { after: [first] });
    const { results, sent, judgeables } = await runOf([readyOf([first, later])], {
      signal: stop.signal,
      answer({ method }) {
        if (method === 'POST') stop.abort();
        return {};
      },
    });
    expect(states(judgeables[0]?.recording.probes)).toEqual(['submits-job interrupted', 'later interrupted']);
    expect(sent).toEqual(['POST /submit', 'DELETE /cancel']);
    expect([results.run.interrupted, results.exitCode, results.residue]).toEqual([true, 130, []]);
    const open = {
      verdict: 'skipped',
      blame: 'infrastructure',
      message: expect.stringMatching(/^The run ended before/),
    };
    expect(results.requirements).toMatchObject([open, open]);
  });

  test('by the run’s time limit, of a request and of a wait', async () => {
    const waits = doing('waits', (context) => context.wait(1e6));
    const hangs = doing('hangs', (context) => context.send('identity'));
    const { results, judgeables } = await runOf([readyOf([waits, hangs])], {
      target: { runTimeoutMs: 20 },
      answer: () => new Promise(() => undefined),
    });
    expect([results.run.interrupted, results.run.timedOut, results.exitCode]).toEqual([true, true, 130]);
    expect(results.gate[0]).toBe(
      'The run reached its time limit: raise ASSAY_RUN_TIMEOUT_MS, or select fewer requirements with --only.',
    );
    expect(states(judgeables[0]?.recording.probes)).toEqual(['waits interrupted', 'hangs interrupted']);
    expect(
      judgeables[0]?.recording.exchanges.map(({ outcome }) => outcome.kind === 'failure' && outcome.phase),
    ).toEqual(expect.arrayContaining(['aborted']));
  });
});
