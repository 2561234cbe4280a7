/** A service that requires a delegation before the first submission, and a profile that describes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../reference/transfer/operators.ts';
import type { StartedTransferReference, StartOptions } from '../../reference/transfer/start.ts';
import type { ReferenceResponse } from '../../reference/types.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { temporaryFolder } from '../afterwards.ts';
import { resultOf, verdictOf, withVerdict } from '../verdicts.ts';
import { delegating, delegatingProfile, ledgerLines, NEVER_REMOVED, transferReference } from './deployment.ts';

const GAP = 'transfer/gap/delegation-handshake';
const SUBMISSION = 'transfer/submit-job/answers-certificate';
/** What a run must test to need the handshake. */
const NEEDING = [GAP, SUBMISSION];

const asking = (options: StartOptions = {}) => transferReference({ delegationRequired: true, ...options });

async function run(started: StartedTransferReference, more: Record<string, string> = {}) {
  return runConformance({ env: { ...delegating(started.env), ...more }, only: NEEDING });
}

/** A run that tests everything. */
const whole = ({ env }: StartedTransferReference, out?: string) =>
  runConformance({ env: delegating(env), ...(out !== undefined && { out }) });

/** Returns the steps of the handshake that the service answered. */
const steps = ({ handshakes }: StartedTransferReference) =>
  handshakes.log.map((line) => line.replace(/[0-9a-f]{16,}/, '…'));
const observed = (results: Results) => resultOf(results, GAP)?.got;
const verdicts = ({ requirements }: Results) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);

test('with the profile the service is judged as one that asks for nothing; the delegation is in the ledger, and gone at the end', async () => {
  const [started, plain] = await Promise.all([asking(), transferReference()]);
  const out = temporaryFolder();
  const results = await whole(started, out);
  expect(
    withVerdict(results, 'fail', 'warn', 'error', 'inconclusive').map(({ id, message }) => `${id}: ${message}`),
  ).toEqual([]);
  const usual = await whole(plain);
  const documented = (all: Results) => verdicts(all).filter((line) => !line.includes('/gap/'));
  expect(documented(results)).toEqual(documented(usual));
  expect(observed(results)).toBe('request: 200; deliver: 201');
  expect(observed(usual)).toBe('not needed: a credential is delegated');
  expect(steps(started)).toEqual([
    'GET /delegation/…/request 200',
    'PUT /delegation/…/credential 201',
    'DELETE /delegation/… 204',
  ]);
  expect(steps(plain)).toEqual([]);
  expect(started.handshakes.delegated.size).toBe(0);
  const lines = (await ledgerLines(out)).filter(({ kind }) => kind === 'delegations');
  expect(lines.map(({ state }) => state)).toEqual(['open', 'closed']);
  expect(results.residue).toEqual([]);
  expect(verdicts(await judgeAgain(out))).toEqual(verdicts(results));
});

test('neither the delegated chain nor lines of the key are in the evidence', async () => {
  const started = await transferReference({ delegationRequired: true, keys: 'rsa' });
  const out = temporaryFolder();
  await whole(started, out);
  expect(steps(started)).toContain('PUT /delegation/…/credential 201');
  const evidence = await readFile(join(out, 'evidence.har'), 'utf8');
  const file = await readFile(started.env.TRANSFER_CERT ?? '', 'utf8');
  const lines = file.split('\n').filter((line) => line.length >= 40 && !line.startsWith('---'));
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => evidence.includes(line.slice(0, 24)))).toEqual([]);
});

test('the delegated proxy lasts two hours, no longer', async () => {
  const started = await asking();
  const began = Date.now();
  const results = await run(started, { ASSAY_PROFILE: delegatingProfile(NEVER_REMOVED) });
  const [end = 0] = started.handshakes.delegated.values();
  expect(end - began).toBeGreaterThan(1.9 * 3_600_000);
  expect(end - Date.now()).toBeLessThan(2.1 * 3_600_000);
  expect(results.residue).toEqual([
    expect.objectContaining({ kind: 'delegations', why: 'the profile specifies no removal' }),
  ]);
});

test('what is delegated already is neither replaced nor removed', async () => {
  const started = await asking();
  await run(started, { ASSAY_PROFILE: delegatingProfile(NEVER_REMOVED) });
  const before = [...started.handshakes.delegated];
  const results = await run(started);
  expect(observed(results)).toBe('not needed: a credential is delegated');
  expect([...started.handshakes.delegated]).toEqual(before);
});

/** Returns a change of the end time that reading a delegation shows. */
const ending = (termination_time: string | null): Change => ({
  at: 'delegation',
  operator: 'json',
  argument: (value) => ({ ...(value as object), termination_time }),
});

test('an expired delegation is replaced', async () => {
  const started = await asking({ changes: [ending('2020-01-01T00:00:00')] });
  await run(started, { ASSAY_PROFILE: delegatingProfile(NEVER_REMOVED) });
  await run(started);
  expect(steps(started).filter((line) => line.startsWith('PUT'))).toHaveLength(2);
});

test('at the end of the run a delegation that another client made meanwhile is not removed', async () => {
  const started = await asking({ changes: [ending('2038-01-01T00:00:00')] });
  const results = await run(started);
  expect(steps(started)).toEqual(['GET /delegation/…/request 200', 'PUT /delegation/…/credential 201']);
  const why = 'it was not removed: the delegation now ends on 2038-01-01T00:00:00, so another client may have made it';
  expect(results.residue).toEqual([expect.objectContaining({ kind: 'delegations', why })]);
});

/** Steps of a run in which one of them is answered otherwise. */
async function disturbed(
  step: RegExp,
  change: (response: ReferenceResponse, interrupt: () => void) => ReferenceResponse | Promise<never>,
) {
  const interruption = new AbortController();
  const started = await asking({
    around: (handler) => async (request) => {
      const response = await handler(request);
      return step.test(request.target) ? change(response, () => interruption.abort()) : response;
    },
  });
  const env = { ...delegating(started.env), ASSAY_REQUEST_TIMEOUT_MS: '8000' };
  await runConformance({ env, only: NEEDING, signal: interruption.signal });
  // A reading that a busy machine delays is repeated.
  return [...new Set(steps(started))];
}

const never = () => new Promise<never>(() => {});

test('a delivery that was never sent is not cleaned up', async () => {
  const sent = await disturbed(/\/request$/, (_, interrupt) => {
    interrupt();
    return never();
  });
  expect(sent).toEqual(['GET /delegation/…/request 200']);
});

test.each<[string, Parameters<typeof disturbed>[1]]>([
  ['never answered', never],
  [
    'interrupted',
    (_, interrupt) => {
      interrupt();
      return never();
    },
  ],
  ['answered with 500', (response) => ({ ...response, status: 500 })],
])('a delivery that was %s is cleaned up', async (_, change) => {
  expect(await disturbed(/\/credential$/, change)).toEqual([
    'GET /delegation/…/request 200',
    'PUT /delegation/…/credential 201',
    'DELETE /delegation/… 204',
  ]);
});

test('steps do not follow redirects', async () => {
  let followed = 0;
  const started = await asking({
    around: (handler) => (request) => {
      if (request.target.endsWith('/elsewhere')) followed++;
      return request.target.endsWith('/request')
        ? Promise.resolve({
            status: 302,
            headers: [['Location', `${request.target}/elsewhere`]],
            body: new Uint8Array(),
          })
        : handler(request);
    },
  });
  expect(observed(await run(started))).toBe('request: 302');
  expect(followed).toBe(0);
});

test.each([
  ['creation is not allowed', { ASSAY_ALLOW_CREATE: '' }],
  ['no profile declares it', { ASSAY_PROFILE: '' }],
])('no credential is delegated where %s', async (_, more) => {
  const started = await asking();
  const results = await run(started, more);
  expect(steps(started)).toEqual([]);
  expect(verdictOf(results, GAP)).toBe('skipped');
});

const message = (results: Results) => resultOf(results, SUBMISSION)?.message;

test('a submission without a delegation says to delegate first', async () => {
  const results = await run(await asking(), { ASSAY_PROFILE: '' });
  expect(verdictOf(results, SUBMISSION)).toBe('inconclusive');
  expect(message(results)).toMatch(
    /419.*No delegation found for.*; delegate first: with the client of the service, or .* transfer\/handshake\/delegation/,
  );
});
