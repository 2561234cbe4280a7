/** Commands that send nothing, or only read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedTransferReference, startTransferReference } from '../../reference/transfer/start.ts';
import { VERDICTS } from '../../src/engine/words/types.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { Workplace } from './command.ts';

let place: Workplace;
let service: StartedTransferReference;

beforeAll(async () => {
  place = await Workplace.create();
  service = await startTransferReference();
});
afterAll(async () => {
  await service.close();
  await place.remove();
});

const asked = (): number => service.reference.log.length;

async function listed(what: string, ...more: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout } = await place.run(['list', what, '--json', ...more]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

test('list requirements and gaps: every row once, each with its clause', async () => {
  const [requirements, gaps] = await Promise.all([listed('requirements'), listed('gaps')]);
  expect(new Set([...requirements, ...gaps].map(({ id }) => id)).size).toBe(requirements.length + gaps.length);
  expect(gaps.filter(({ basis }) => basis !== 'gap')).toEqual([]);
  expect(requirements.filter(({ basis }) => basis === 'gap')).toEqual([]);
  expect([...requirements, ...gaps].filter(({ clause }) => typeof clause !== 'string' || clause === '')).toEqual([]);
  expect(requirements.length).toBeGreaterThan(100);
});

test('list takes the same patterns as run', async () => {
  const ids = (await listed('requirements', '--only', 'transfer/*/refuses/none')).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(4);
  expect(ids.filter((id) => !/^transfer\/[^/]+\/refuses\/none$/.test(String(id)))).toEqual([]);
});

test('list settings: every known one, and no value of any', async () => {
  const { stdout } = await place.run(['list', 'settings'], { TRANSFER_TOKEN: 'planted-secret' });
  for (const { name } of SETTINGS_TABLE.settings) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  expect(stdout).not.toContain('planted-secret');
});

test('list operations: as ASSAY_NOT_OFFERED takes them', async () => {
  expect((await listed('operations')).map(({ name }) => name)).toContain('list-jobs');
});

test('an unknown list: exit 2, the nearest', async () => {
  const { code, stderr } = await place.run(['list', 'operation']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean operations?');
});

test('every requirement can be explained, from its clause to its reproduction', async () => {
  const { code, stdout } = await place.run(['explain', 'transfer/job/submit_time']);
  expect(code).toBe(0);
  for (const part of [
    /Clause +Resources B/,
    /Basis +documented/,
    /Judged +\S/,
    /Proven by +\d+ faults/,
    /Reproduce +assay run --only transfer\/job\/submit_time/,
  ])
    expect(stdout).toMatch(part);
});

test.each([
  ...VERDICTS,
  'exit-codes',
  'answers',
  'TRANSFER_URL',
  'list-jobs',
  'conformant',
  'credential',
  'transfer/gap/job-states',
  'transfer/identity',
])('explain %s', async (word) => {
  const { code, stdout } = await place.run(['explain', word]);
  expect(code).toBe(0);
  expect(stdout.length).toBeGreaterThan(60);
});

test.each([
  ['transfer/job/submit_tme', 'transfer/job/submit_time'],
  ['TRANSFER_ULR', 'TRANSFER_URL'],
  ['exitcodes', 'exit-codes'],
])('explain %s: exit 2, did you mean %s', async (word, near) => {
  const { code, stderr } = await place.run(['explain', word]);
  expect(code).toBe(2);
  expect(stderr).toContain(`did you mean ${near}?`);
});

test('plan: what would be sent and what not, and nothing is sent', async () => {
  const before = asked();
  const { code, stdout } = await place.run(['plan'], service.env);
  expect(code).toBe(0);
  expect(stdout).toContain('No objects are created');
  expect(stdout).toMatch(/identity +identity +GET +\/whoami/);
  expect(stdout).toContain('ASSAY_ALLOW_CREATE=jobs allows it');
  expect(asked()).toBe(before);
});

test('plan and run agree on what is skipped', async () => {
  const planned = JSON.parse((await place.run(['plan', '--json'], service.env)).stdout) as {
    left: { id: string }[];
    asked: string[];
  };
  const { results } = await place.results(['run', '--out', 'out', '--replace'], service.env);
  const skipped = results.requirements
    .filter(({ verdict, basis }) => verdict === 'skipped' && basis !== 'gap')
    .map(({ id }) => id);
  expect(planned.left.map(({ id }) => id).sort()).toEqual(skipped.sort());
  expect(planned.asked.length).toBe(
    results.requirements.filter(({ verdict, basis }) => verdict !== 'skipped' && basis !== 'gap').length,
  );
});

test('plan with settings that are wrong: exit 2', async () => {
  const { code, stderr } = await place.run(['plan'], { TRANSFER_URL: service.url });
  expect(code).toBe(2);
  expect(stderr).toContain('neither TRANSFER_CERT nor TRANSFER_TOKEN is');
});

test('doctor: a service that is well, asked with reads only', async () => {
  const before = asked();
  const { code, stdout } = await place.run(['doctor'], { ...service.env, ASSAY_ALLOW_CREATE: 'jobs' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +transfer: TCP/m);
  expect(stdout).toMatch(/^ok +transfer: TLS: TLSv1/m);
  expect(stdout).toMatch(/^ok +transfer, token: GET \/whoami returned 200/m);
  expect(stdout).not.toMatch(/^(warning|problem)/m);
  // The identity with each credential, and without one; and what is delegated, because jobs may be created.
  const sent = service.reference.log
    .slice(before)
    .map(({ method, target }) => `${method} ${target.replace(/[^/]+$/, (name) => (name === 'whoami' ? name : '…'))}`);
  expect(sent).toEqual([...Array(4).fill('GET /whoami'), 'GET /delegation/…']);
});

test.each([
  ['nothing listens', { TRANSFER_URL: 'https://127.0.0.1:1' }, /problem +transfer: TCP.*ECONNREFUSED/s],
  ['an unknown host', { TRANSFER_URL: 'https://transfer.invalid' }, /problem +transfer: DNS/],
  ['no authority is trusted', { TRANSFER_CA: '' }, /problem +transfer: TLS.*TRANSFER_CA/s],
  [
    'a token that is not accepted',
    { TRANSFER_TOKEN: 'not-a-good-one' },
    /problem +transfer, token: GET \/whoami returned 401/,
  ],
])('doctor where %s: exit 3, with a hint', async (_, settings, line) => {
  const { code, stdout } = await place.run(['doctor'], { ...service.env, ...settings });
  expect(code).toBe(3);
  expect(stdout).toMatch(line);
});

test('clean: a run that left nothing', async () => {
  await place.run(['run', '--reference', '--out', 'clean-run', '--only', 'transfer/submit-job']);
  const { code, stdout } = await place.run(['clean', 'clean-run']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No residue.\n' });
});

test('clean: a directory without a ledger is a usage error', async () => {
  const { code, stderr } = await place.run(['clean', 'nowhere']);
  expect(code).toBe(2);
  expect(stderr).toContain('nowhere does not exist');
});

test('a reader that closes early is not a fault', async () => {
  const { child, ended } = place.start(['list', 'requirements', '--json']);
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

/** Prints each module's address as it is resolved. */
const TRACE = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent("export async function resolve(s, c, next) { const r = await next(s, c); process._rawDebug(r.url); return r; }"));`)}`;

test.each([['list'], ['list settings'], ['explain transfer/job/submit_time'], ['explain exit-codes'], ['--help']])(
  '%s loads no HTTP client, certificate library or test runner',
  async (args) => {
    const { stderr, code } = await place.start(args.split(' '), {}, ['--import', TRACE]).ended;
    expect(code).toBe(0);
    expect(stderr).toContain('commander');
    expect(
      stderr
        .split('\n')
        .filter((line) => /node_modules\/(undici|@peculiar|vitest|jose|@faker-js|reflect-metadata)\//.test(line)),
    ).toEqual([]);
  },
);
