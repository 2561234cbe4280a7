/** Commands that send no request, or only read. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { SETTINGS_TABLE } from '../../../src/run/installed/settings-table.ts';
import { closing } from '../../afterwards.ts';
import { Workplace } from '../command.ts';

const place = new Workplace();
const service = closing(await startTransferReference());

const asked = () => service.reference.log.length;

test('list settings: every known one, and no value of any', async () => {
  const { stdout } = await place.run('list settings', { TRANSFER_TOKEN: 'planted-secret' });
  for (const { name } of SETTINGS_TABLE.settings) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  expect(stdout).not.toContain('planted-secret');
});

test('doctor: a service that is well, asked with reads only', async () => {
  const before = asked();
  const { code, stdout } = await place.run('doctor', { ...service.env, ASSAY_ALLOW_CREATE: 'jobs' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +transfer: TCP/m);
  expect(stdout).toMatch(/^ok +transfer: TLS: TLSv1/m);
  expect(stdout).toMatch(/^ok +transfer, token: GET \/whoami returned 200/m);
  expect(stdout).not.toMatch(/^(warning|problem)/m);
  // The identity with each credential and without one, and the delegation, because jobs may be created.
  const sent = service.reference.log
    .slice(before)
    .map(({ method, target }) => `${method} ${target.replace(/[^/]+$/, (name) => (name === 'whoami' ? name : '…'))}`);
  expect(sent).toEqual([...Array(4).fill('GET /whoami'), 'GET /delegation/…']);
});

/** Prints the address of each module that is imported, and the path of each that is required. */
const TRACE = `data:text/javascript,${encodeURIComponent(`import Module, { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent("export async function resolve(s, c, next) { const r = await next(s, c); process._rawDebug(r.url); return r; }")); const resolve = Module._resolveFilename; Module._resolveFilename = (...given) => { const path = resolve(...given); process._rawDebug(path); return path; };`)}`;

test.each([['list requirements'], ['--help']])(
  '%s loads no HTTP client, certificate library or test runner',
  async (args) => {
    const { stderr, code } = await place.start(args, {}, ['--import', TRACE]).ended;
    expect(code).toBe(0);
    expect(stderr).toContain('commander');
    expect(
      stderr
        .split('\n')
        .filter((line) => /node_modules\/(undici|@peculiar|vitest|jose|@faker-js|reflect-metadata)\//.test(line)),
    ).toEqual([]);
  },
);
