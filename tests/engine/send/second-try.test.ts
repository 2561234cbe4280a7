/** The requests of a failed requirement are sent again once, separately; both verdicts are kept. */
import { join } from 'node:path';
import { createTransferReference } from '../../../reference/transfer/reference.ts';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import type { Handler } from '../../../reference/types.ts';
import type { Results } from '../../../src/index.ts';
import { findingText } from '../../../src/report/parts/finding.ts';
import { byId } from '../../../src/report/parts/report-input.ts';
import { judgeAgain } from '../../../src/run/judge-again.ts';
import { type HostOptions, hostRun } from '../../../src/run/run-conformance.ts';
import { closing, temporaryFolder } from '../../afterwards.ts';
import { resultOf } from '../../verdicts.ts';

const FAULTY = 'transfer/job/priority';
const CREATED = 'transfer/submit-job/returns-job-id';
const ONLY = [FAULTY, 'transfer/identity/**', CREATED];

const folder = temporaryFolder();
let tonight: Handler;
let requests: { method: string; target: string }[];
const deployment = closing(
  await startTransferReference({
    around: () => (request) => {
      requests.push({ method: request.method, target: request.target });
      return tonight(request);
    },
  }),
);

/** Runs against a fault, and against another deployment from the end of the first try on. */
async function run(fault: string | undefined, then: string | undefined, more: Partial<HostOptions> = {}) {
  const handlerOf = (id: string | undefined) =>
    createTransferReference({ pki: deployment.pki, ...(id !== undefined && { fault: id }) }).handler;
  tonight = handlerOf(fault);
  requests = [];
  let first = 0;
  const outcome = await hostRun({
    env: deployment.env,
    only: ONLY,
    ...more,
    on: (event) => {
      if (event.type !== 'probe-ended' || event.done < event.of) return;
      first = requests.length;
      tonight = handlerOf(then);
    },
  });
  return { ...outcome, second: requests.slice(first) };
}

const found = (results: Results, id = FAULTY) => {
  const result = resultOf(results, id);
  return { verdict: result?.verdict, again: result?.again, unstable: result?.unstable };
};

describe('a requirement that failed', () => {
  test('and passed: flaky, red, and the same when it is judged again from the evidence', async () => {
    const out = join(folder, 'passed');
    const { results, conducted } = await run(`${FAULTY}@missing`, undefined, { out });
    expect(found(results)).toEqual({ verdict: 'fail', again: 'pass', unstable: true });
    expect(results.exitCode).toBe(1);
    expect(results.gate[0]).toBe('1 documented requirement failed (1 flaky: failed, then passed).');
    const result = resultOf(results, FAULTY);
    const shown = byId((conducted?.judgeables ?? []).flatMap(({ recording }) => recording.exchanges));
    expect(result && findingText(result, shown)).toContain(
      'Second try: passed (flaky); the verdict of the first try counts',
    );
    const again = await judgeAgain(out);
    expect(found(again)).toEqual(found(results));
    expect(again.gate).toEqual(results.gate);
  });

  test('the second try is apart: it asks for what it needs, and changes no other verdict', async () => {
    const clean = await run(`${FAULTY}@missing`, `${FAULTY}@missing`);
    expect(found(clean.results)).toEqual({ verdict: 'fail', again: 'fail', unstable: undefined });
    expect(clean.results.gate[0]).toBe('1 documented requirement failed.');
    // A requirement that fails only in the second try is not reported: its verdict is that of the first try.
    const { results, second } = await run(`${FAULTY}@missing`, 'transfer/identity/base_id@missing');
    expect(results.requirements.map(({ id, verdict }) => [id, verdict])).toEqual(
      clean.results.requirements.map(({ id, verdict }) => [id, verdict]),
    );
    expect(second.length).toBeGreaterThan(0);
    expect(second.length).toBeLessThan(requests.length / 3);
    expect(second.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is created again only where the settings allow it', async () => {
    const env = { ...deployment.env, ASSAY_ALLOW_CREATE: 'jobs', TRANSFER_CANCEL_WAIT_MS: '50' };
    const { results, second } = await run(`${CREATED}@missing`, undefined, { env });
    expect(found(results, CREATED)).toEqual({ verdict: 'fail', again: 'pass', unstable: true });
    const sent = (method: string) => second.filter((one) => one.method === method).length;
    expect(sent('POST')).toBeGreaterThan(0);
    // The jobs of the second try are cancelled like all others.
    expect(sent('DELETE')).toBeGreaterThan(0);
  });
});

test('where nothing failed, nothing is sent twice', async () => {
  expect((await run(undefined, undefined)).second).toEqual([]);
});
