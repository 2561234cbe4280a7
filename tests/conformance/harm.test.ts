/** A run does no harm: read-only unless told otherwise, everything created is written down before and removed after, whatever happens. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../reference/serve.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import type { ReferenceRequest } from '../../reference/types.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { ledgerLines, Opened, SHORT, verdictOf, withVerdict } from './deployment.ts';

const opened = new Opened();
afterEach(() => opened.close());

const writes = (started: StartedTransferReference) => started.reference.log.filter(({ method }) => method !== 'GET');
/** Ledger lines by id, the last word on each. */
const lastWords = async (out: string) => [...new Map((await ledgerLines(out)).map((line) => [line.id, line])).values()];
const submittedIds = (started: StartedTransferReference, before: ReadonlySet<string>) => [...started.reference.jobs.keys()].filter((id) => !before.has(id));

/** The same service under another address, where a test sees each request before it is handled. */
async function watched(
  started: StartedTransferReference,
  onRequest: (request: ReferenceRequest) => void,
): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const server = await serve(started.reference.handler, { tls: { ...started.pki.host, ca: started.pki.ca, requestClientCertificate: true }, onRequest });
  opened.closing(server);
  return { env: { ...started.env, ...SHORT, TRANSFER_URL: server.url }, close: server.close };
}

describe('read-only', () => {
  test('nothing is allowed by default: no POST and no DELETE is sent, and what needs one is skipped and says how to allow it', async () => {
    const started = await opened.reference();
    const out = await opened.directory();
    const results = await runConformance({ env: { ...started.env, ...SHORT }, out });
    expect(started.reference.log.length).toBeGreaterThan(30);
    expect(writes(started)).toEqual([]);
    expect(await ledgerLines(out)).toEqual([]);
    expect(results).toMatchObject({ exitCode: 0, conclusion: 'incomplete', residue: [], target: { allowCreate: [] } });
    const skipped = withVerdict(results, 'skipped').filter(({ basis }) => basis !== 'gap');
    expect(skipped.length).toBeGreaterThan(20);
    for (const result of skipped) expect(result.message).toContain('ASSAY_ALLOW_CREATE=jobs');
  });

  test('allowing something else allows no jobs', async () => {
    const started = await opened.reference();
    await runConformance({ env: { ...started.env, ...SHORT, ASSAY_ALLOW_CREATE: 'tickets,files,shares' } });
    expect(writes(started)).toEqual([]);
  });
});

describe('with jobs allowed', () => {
  test('each job is in the ledger before it is created, and cancelled after', async () => {
    const started = await opened.reference();
    const before = new Set(started.reference.jobs.keys());
    const out = await opened.directory();
    const unwritten: string[] = [];
    let submissions = 0;
    const { env } = await watched(started, ({ method, body }) => {
      if (method !== 'POST') return;
      submissions += 1;
      const { files } = JSON.parse(Buffer.from(body).toString()) as { files: { destinations: string[] }[] };
      const destination = files[0]?.destinations[0] ?? '';
      const lines = readFileSync(join(out, 'ledger.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { name: string; state: string });
      if (!lines.some(({ name, state }) => name === destination && state === 'open')) unwritten.push(destination);
    });
    const results = await runConformance({ env: { ...env, ASSAY_ALLOW_CREATE: 'jobs' }, out });
    expect(results).toMatchObject({ exitCode: 0, conclusion: 'conformant', residue: [] });
    expect(submissions).toBeGreaterThan(20);
    expect(unwritten).toEqual([]);
    const made = submittedIds(started, before);
    expect(made.length).toBeGreaterThan(10);
    expect(new Set(made.map((id) => started.reference.stateOf(id)))).toEqual(new Set(['CANCELED']));
    const words = await lastWords(out);
    expect(words).toHaveLength(submissions);
    expect(new Set(words.map(({ state }) => state))).toEqual(new Set(['closed']));
  });

  test('jobs that were there before are left alone', async () => {
    const started = await opened.reference();
    const before = [...started.reference.jobs.keys()];
    const states = before.map((id) => started.reference.stateOf(id));
    await runConformance({ env: { ...started.env, ...SHORT, ASSAY_ALLOW_CREATE: 'jobs' } });
    expect(before.map((id) => started.reference.stateOf(id))).toEqual(states);
    const touched = started.reference.log.filter(({ method }) => method === 'DELETE').map(({ target }) => target.split('/').at(-1));
    expect(touched.filter((id) => id !== undefined && before.includes(id))).toEqual([]);
  });

  test('a service that dies in the middle leaves ledger lines, residue, and no failure', async () => {
    const started = await opened.reference();
    const out = await opened.directory();
    let submissions = 0;
    const server = await watched(started, ({ method }) => {
      submissions += method === 'POST' ? 1 : 0;
      if (submissions === 4) void server.close();
    });
    const results = await runConformance({ env: { ...server.env, ASSAY_ALLOW_CREATE: 'jobs', ASSAY_REQUEST_TIMEOUT_MS: '2000' }, out });
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    const left = (await lastWords(out)).filter(({ state }) => state !== 'closed');
    expect(left.length).toBeGreaterThan(0);
    expect(results.residue.map(({ name }) => name).sort()).toEqual(left.map(({ name }) => name).sort());
    expect(left.every(({ state, why }) => state === 'residue' && typeof why === 'string')).toBe(true);
  });
});

describe('interrupted', () => {
  test('an abort in the middle: exit code 130, jobs cancelled, results and evidence written', async () => {
    const started = await opened.reference();
    const before = new Set(started.reference.jobs.keys());
    const out = await opened.directory();
    const abort = new AbortController();
    let submissions = 0;
    const { env } = await watched(started, ({ method }) => {
      submissions += method === 'POST' ? 1 : 0;
      if (submissions === 5) abort.abort();
    });
    const results = await runConformance({ env: { ...env, ASSAY_ALLOW_CREATE: 'jobs' }, out, signal: abort.signal });
    expect(results).toMatchObject({ exitCode: 130, run: { interrupted: true } });
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    const made = submittedIds(started, before);
    expect(made.length).toBeGreaterThan(0);
    // A submission that was cut off may have made a job that nobody can name: the ledger says so, and nothing else stays.
    const stay = made.filter((id) => started.reference.stateOf(id) !== 'CANCELED').length;
    const left = (await lastWords(out)).filter(({ state }) => state !== 'closed');
    expect(left.length).toBeGreaterThanOrEqual(stay);
    expect(results.residue).toHaveLength(left.length);
    for (const { why } of results.residue) expect(why).toContain('not answered');
    expect(JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(results)));
    expect(existsSync(join(out, 'evidence.har'))).toBe(true);
  });

  test('what was judged until then stays judged, and the rest is skipped with the reason', async () => {
    const started = await opened.reference({ delayMs: 20 });
    const abort = new AbortController();
    let requests = 0;
    const { env } = await watched(started, () => {
      requests += 1;
      if (requests === 20) abort.abort();
    });
    const results = await runConformance({ env, signal: abort.signal });
    expect(results.exitCode).toBe(130);
    expect(withVerdict(results, 'pass').length).toBeGreaterThan(0);
    const unasked = withVerdict(results, 'skipped', 'inconclusive').filter(({ basis, message }) => basis !== 'gap' && !message?.includes('ASSAY_ALLOW_CREATE'));
    expect(unasked.length).toBeGreaterThan(0);
    for (const result of unasked) expect(result.message).toMatch(/interrupted|both before and after/);
  });

  test('a signal that is aborted already: nothing is sent', async () => {
    const started = await opened.reference();
    const results = await runConformance({ env: started.env, signal: AbortSignal.abort() });
    expect(results.exitCode).toBe(130);
    expect(started.reference.log).toEqual([]);
    expect(withVerdict(results, 'pass', 'fail')).toEqual([]);
  });

  test('ASSAY_RUN_TIMEOUT_MS ends a run like an abort', async () => {
    const started = await opened.reference({ delayMs: 300 });
    const results = await runConformance({ env: { ...started.env, ASSAY_RUN_TIMEOUT_MS: '1000' } });
    expect(results).toMatchObject({ exitCode: 130, run: { interrupted: true } });
    expect(withVerdict(results, 'fail', 'error')).toEqual([]);
  });
});

describe('the API', () => {
  const good = (started: StartedTransferReference): Record<string, string> => ({ ...started.env, ...SHORT });

  test.each<[string, (env: Record<string, string>, dir: string) => Record<string, string> | Promise<Record<string, string>>, RegExp]>([
    ['no settings at all', () => ({}), /No interface is configured/],
    ['settings that are not ours', () => ({ PATH: '/bin' }), /No interface is configured/],
    ['no credential', ({ TRANSFER_URL = '' }) => ({ TRANSFER_URL }), /TRANSFER_CERT.*TRANSFER_TOKEN/],
    ['an address that is none', (env) => ({ ...env, TRANSFER_URL: 'transfer.example.org' }), /TRANSFER_URL.*Example: TRANSFER_URL=https:/],
    ['a certificate file that is not there', (env) => ({ ...env, TRANSFER_CERT: '/nowhere/x509up' }), /TRANSFER_CERT/],
    [
      'a certificate file that holds none',
      async (env, dir) => {
        await writeFile(join(dir, 'cert.pem'), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
        return { ...env, TRANSFER_CERT: join(dir, 'cert.pem') };
      },
      /TRANSFER_CERT/,
    ],
    [
      'authorities that are none',
      async (env, dir) => {
        await writeFile(join(dir, 'ca.pem'), 'not a certificate');
        return { ...env, TRANSFER_CA: join(dir, 'ca.pem') };
      },
      /TRANSFER_CA/,
    ],
    [
      'a directory without authorities',
      async (env, dir) => {
        await mkdir(join(dir, 'empty'));
        return { ...env, TRANSFER_CA: join(dir, 'empty') };
      },
      /TRANSFER_CA/,
    ],
    ['a token with a line break', (env) => ({ ...env, TRANSFER_TOKEN: 'a\nb' }), /TRANSFER_TOKEN/],
    ['a kind of creation that does not exist', (env) => ({ ...env, ASSAY_ALLOW_CREATE: 'job' }), /ASSAY_ALLOW_CREATE.*jobs/],
    ['an operation that does not exist', (env) => ({ ...env, ASSAY_NOT_OFFERED: 'list-job' }), /ASSAY_NOT_OFFERED.*list-jobs/],
    ['a profile that does not exist', (env) => ({ ...env, ASSAY_PROFILE: 'nobodys' }), /ASSAY_PROFILE.*nobodys/],
    ['an interface that must be configured and is not', (env) => ({ ...env, ASSAY_INTERFACES: 'transfer,data-hub' }), /ASSAY_INTERFACES.*data-hub/],
    ['a number that is none', (env) => ({ ...env, ASSAY_CONCURRENCY: 'many' }), /ASSAY_CONCURRENCY/],
  ])('%s: exit code 2, the message says what to mend, nothing is sent', async (_, change, says) => {
    const started = await opened.reference();
    const [out, dir] = await Promise.all([opened.directory(), opened.directory()]);
    const results = await runConformance({ env: await change(good(started), dir), out });
    expect(results).toMatchObject({ exitCode: 2, conclusion: 'incomplete', requirements: [] });
    expect(results.problems?.join('\n')).toMatch(says);
    expect(started.reference.log).toEqual([]);
    expect(readFileSync(join(out, 'results.json'), 'utf8')).toContain('"exitCode": 2');
  });

  test('an output directory that cannot be made: exit code 2, nothing is sent', async () => {
    const started = await opened.reference();
    const dir = await opened.directory();
    await writeFile(join(dir, 'file'), '');
    const results = await runConformance({ env: good(started), out: join(dir, 'file', 'out') });
    expect(results.exitCode).toBe(2);
    expect(results.problems?.[0]).toContain('output directory');
    expect(started.reference.log).toEqual([]);
  });

  test('evidence that cannot be written is not a reason to throw or to lose the verdicts', async () => {
    const started = await opened.reference();
    const out = await opened.directory();
    await mkdir(join(out, 'evidence.har'));
    const results = await runConformance({ env: good(started), out });
    expect(withVerdict(results, 'pass').length).toBeGreaterThan(50);
    expect(results.exitCode).toBe(4);
    expect(results.gate.join()).toContain('evidence');
    expect(JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))).toMatchObject({ exitCode: 4 });
  });

  test('a pattern that matches nothing: exit code 2', async () => {
    const started = await opened.reference();
    const results = await runConformance({ env: good(started), only: 'transfer/jobs' });
    expect(results.exitCode).toBe(2);
    expect(results.problems?.[0]).toContain('transfer/jobs');
    expect(started.reference.log).toEqual([]);
  });

  test.each([
    ['transfer/delegation', /^transfer\/delegation(\/|$)/, ['GET /whoami', 'GET /delegation']],
    ['transfer/*/returns-json-array', /^transfer\/[^/]*\/returns-json-array$/, ['GET /whoami', 'GET /jobs']],
    [
      'transfer/identity/**/with-token,transfer/list-jobs/vo-name-filters',
      /^transfer\/(identity\/.*\/with-token|list-jobs\/vo-name-filters)$/,
      ['GET /whoami', 'GET /jobs'],
    ],
  ])('only %s: the rest is skipped, and only what it needs is sent', async (only, selected, requests) => {
    const started = await opened.reference();
    const results = await runConformance({ env: { ...good(started), ASSAY_ALLOW_CREATE: 'jobs' }, only });
    const passed = withVerdict(results, 'pass').map(({ id }) => id);
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.filter((id) => !selected.test(id))).toEqual([]);
    expect(results.requirements.filter(({ id, basis, verdict }) => !selected.test(id) && basis !== 'gap' && verdict !== 'skipped')).toEqual([]);
    expect(results).toMatchObject({ exitCode: 0, conclusion: 'incomplete' });
    const sent = new Set(started.reference.log.map(({ method, target }) => `${method} /${target.split(/[/?]/)[1]}`));
    expect([...sent].filter((line) => !requests.includes(line))).toEqual([]);
  });

  test('several runs at once do not mix', async () => {
    const all = await Promise.all([
      opened.reference({ seed: 1 }),
      opened.reference({ seed: 2, fault: 'transfer/job/priority@missing' }),
      opened.reference({ seed: 3 }),
    ]);
    const results = await Promise.all(all.map((started) => runConformance({ env: { ...good(started), ASSAY_ALLOW_CREATE: 'jobs' } })));
    expect(results.map(({ conclusion }) => conclusion)).toEqual(['conformant', 'non-conformant', 'conformant']);
    expect(verdictOf(results[1] as Results, 'transfer/job/priority')).toBe('fail');
    expect(new Set(results.map(({ run }) => run.id)).size).toBe(3);
  });

  test('process.env is neither read nor written, and process.exit not called', async () => {
    const started = await opened.reference();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('process.exit was called');
    });
    const { exitCode } = process;
    vi.stubEnv('TRANSFER_TOKEN', 'from-the-environment');
    vi.stubEnv('ASSAY_ALLOW_CREATE', 'all');
    const before = JSON.stringify(process.env);
    const results = await runConformance({ env: { ...good(started), TRANSFER_TOKEN: '' } });
    expect(JSON.stringify(process.env)).toBe(before);
    expect(exit).not.toHaveBeenCalled();
    expect(process.exitCode).toBe(exitCode);
    expect(verdictOf(results, 'transfer/identity/answers-token')).toBe('skipped');
    expect(writes(started)).toEqual([]);
    vi.unstubAllEnvs();
    exit.mockRestore();
  });

  test('no file is written without an output directory', async () => {
    const started = await opened.reference();
    const [cwd, temporary] = await Promise.all([opened.directory(), opened.directory()]);
    const script = `
      import { runConformance } from ${JSON.stringify(join(packageRoot(), 'dist', 'src', 'index.js'))};
      const results = await runConformance({ env: JSON.parse(process.env.GIVEN) });
      console.log(JSON.stringify([results.exitCode, results.counts.pass]));`;
    const env = { GIVEN: JSON.stringify({ ...good(started), ASSAY_ALLOW_CREATE: 'jobs' }), TMPDIR: temporary, HOME: temporary };
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
      });
      child.on('close', () => resolve(text));
    });
    const [exitCode, passed] = JSON.parse(answer) as number[];
    expect(exitCode).toBe(0);
    expect(passed).toBeGreaterThan(100);
    expect(await readdir(cwd)).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
