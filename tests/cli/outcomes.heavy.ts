import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPki } from '../../reference/pki/create-pki.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import type { Results } from '../../src/index.ts';
import { ROOT } from '../architecture/project-files.ts';
import { listening } from '../wire/loopback.ts';
import { Workplace } from './command.ts';

let place: Workplace;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  place = await Workplace.create();
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await place.remove();
});

const TOKEN = { TRANSFER_TOKEN: 'abcdefgh' };
const DAY = 86_400_000;

/** What keeps a service from being verified, with the settings that point at it. */
const OBSTACLES: readonly [name: string, blame: string, settings: () => Promise<Record<string, string>>][] = [
  ['connection refused', 'infrastructure', async () => ({ ...TOKEN, TRANSFER_URL: 'https://127.0.0.1:1' })],
  ['an unknown host', 'infrastructure', async () => ({ ...TOKEN, TRANSFER_URL: 'https://transfer.invalid' })],
  [
    'a certificate that the authorities did not issue',
    'infrastructure',
    async () => {
      const reference = await startTransferReference();
      const other = await startTransferReference({ pki: await createPki({ now: new Date() }) });
      open.push(reference, other);
      return { ...reference.env, TRANSFER_CA: other.env['TRANSFER_CA'] ?? '' };
    },
  ],
  [
    'an expired proxy',
    'credential',
    async () => {
      const reference = await startTransferReference({ pki: await createPki({ now: new Date(Date.now() - 3 * DAY) }) });
      open.push(reference);
      return { ...reference.env, TRANSFER_TOKEN: '' };
    },
  ],
  [
    'nothing but 503',
    'infrastructure',
    async () => {
      const server = await listening(createServer((_, response) => response.writeHead(503).end()));
      open.push(server);
      return { ...TOKEN, TRANSFER_URL: server.url };
    },
  ],
  [
    'no answer in time',
    'infrastructure',
    async () => {
      const server = await listening(createTcpServer(() => undefined));
      open.push(server);
      return { ...TOKEN, TRANSFER_URL: server.url, ASSAY_REQUEST_TIMEOUT_MS: '100' };
    },
  ],
];

test.each(OBSTACLES)('%s: exit 3, nothing fails, nothing passes, and the blame is %s', async (_, blame, settings) => {
  const { code, stderr, results } = await place.results(['run', '--out', 'out', '--replace'], {
    ASSAY_ALLOW_CREATE: 'jobs',
    ...(await settings()),
  });
  expect(code).toBe(3);
  expect(results.exitCode).toBe(3);
  expect(results.conclusion).toBe('incomplete');
  expect(results.counts).toMatchObject({ pass: 0, fail: 0, warn: 0, error: 0 });
  const answers = results.requirements.filter(
    ({ id, verdict }) => /\/(identity|list-jobs)\/answers-/.test(id) && verdict === 'inconclusive',
  );
  expect(answers.length).toBeGreaterThan(0);
  expect([...new Set(answers.map((row) => row.blame))]).toEqual([blame]);
  expect(stderr).toBe('');
});

test('a service that is down: the reason once, and all that it leaves undecided in one line of the whole report', async () => {
  const { stdout } = await place.run(['run', '--out', 'out', '--replace'], {
    ...TOKEN,
    TRANSFER_URL: 'https://127.0.0.1:1',
  });
  const { requirements } = JSON.parse(await readFile(place.path('out/results.json'), 'utf8')) as Results;
  const undecided = requirements.filter(({ verdict }) => verdict === 'inconclusive').length;
  expect(undecided).toBeGreaterThan(60);
  const causes = (text: string): number => text.match(/ECONNREFUSED/g)?.length ?? 0;
  expect(stdout.match(/never succeeded/g)).toHaveLength(1);
  expect(causes(stdout)).toBe(1);
  expect(stdout).toMatch(/^ {2}assay doctor {3}/m);
  expect(stdout).not.toMatch(/^(Inconclusive|Skipped):/m);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  const whole = (await place.run(['judge', 'out', '-v'])).stdout;
  const list = whole.slice(whole.search(/^Inconclusive: \d+$/m));
  expect(list).toContain(`Inconclusive: ${undecided}\n  ${undecided} requirements could not be judged because `);
  expect(causes(list)).toBe(1);
});

test('--fault gives the embedded references a fault, and the command that repeats the finding names it', async () => {
  const fault = 'transfer/job/submit_time@with-space';
  const run = ['run', '--reference', '--fault', fault, '--out', 'out', '--replace'];
  const { code, stdout } = await place.run(run, { COLUMNS: '120' });
  expect(code).toBe(1);
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const timeless = (text: string): string[] => text.replace(/"\d{4}-[^"]*"/g, 'TIME').split('\n');
  const shown = timeless(/^```text\n(.*?)^```$/ms.exec(readme)?.[1] ?? '');
  expect(shown.length).toBeGreaterThan(10);
  expect(timeless(stdout)).toEqual(expect.arrayContaining(shown));
  expect(stdout).toMatch(/^NON-CONFORMANT: 1 documented requirement failed;/m);
  expect(stdout).toContain(`assay run --reference --fault ${fault} --only transfer/job/submit_time\n`);
  const misspelt = await place.run(['run', '--reference', '--fault', `${fault}s`]);
  expect(misspelt).toMatchObject({ code: 2, stdout: expect.stringMatching(`did you mean\\s+${fault}\\?`) });
  const elsewhere = await place.run(['run', '--fault', fault], TOKEN);
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('give --reference too') });
});

test('a clean reference: exit 0, its first line says what it is, stderr is empty in a pipe', async () => {
  const { code, stdout, stderr } = await place.run(['run', '--reference', '--out', 'out', '--replace']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [first, second] = stdout.split('\n');
  expect(first).toMatch(/^Embedded reference/);
  expect(stdout).toContain('CONFORMANT:');
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  expect(second).toBeDefined();
  // The escape character is what must not be there.
  expect(stdout.includes('\u001b')).toBe(false);
});

test('a faulty service: exit 1, and the finding has its five parts', async () => {
  const reference = await startTransferReference({ fault: 'transfer/job/submit_time@missing' });
  open.push(reference);
  const { code, stdout } = await place.run(
    ['run', '--out', 'out', '--replace', '--only', 'transfer/job/submit_time'],
    reference.env,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAIL .*\n(?: {4}.*\n)*? {4}id {8}transfer\/job\/submit_time/);
  expect(stdout).toMatch(/document +Resources B, job object/);
  expect(stdout).toMatch(/expected +\S/);
  expect(stdout).toMatch(/got +\S/);
  expect(stdout).toMatch(/where +list-jobs, exchange (?:e\d+, )*e\d+ \(GET \/jobs/);
  expect(stdout).toMatch(/reproduce +TRANSFER_URL=\S+ .* assay run --only transfer\/job\/submit_time\n/);
});

test('--json prints what results.json holds, and nothing else', async () => {
  const { stdout, stderr } = await place.run([
    'run',
    '--reference',
    '--only',
    'transfer/identity',
    '--out',
    'json-out',
    '--json',
  ]);
  const file = (await place.files()).get(place.path('json-out/results.json'));
  expect(stdout).toBe(file?.toString());
  expect(stderr).toBe('');
});

test('-v tells each request on stderr', async () => {
  const command = ['run', '--reference', '--only', 'transfer/identity/base_id', '--out', 'out', '--replace'];
  const { results } = await place.results(command);
  const { stderr, stdout } = await place.run([...command, '-v']);
  expect(stderr.match(/200 +\d+ ms +GET \/whoami/g)?.length).toBe(results.run.requests);
  expect(stdout).toContain('Not selected (--only).');
});

test('--require-complete: a run that only reads is exit 3', async () => {
  const reference = await startTransferReference();
  open.push(reference);
  const { code, stdout } = await place.run(['run', '--out', 'out', '--replace', '--require-complete'], reference.env);
  expect(code).toBe(3);
  expect(stdout).toContain('transfer is incomplete, and completeness is required');
  expect(reference.reference.log.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('judge gives the verdicts of the run again, offline', async () => {
  const reference = await startTransferReference({ fault: 'transfer/job/priority@missing' });
  const ran = await place.results(['run', '--out', 'judged'], reference.env);
  await reference.close();
  const again = await place.results(['judge', 'judged']);
  expect(again.code).toBe(ran.code);
  expect(again.results.requirements).toEqual(ran.results.requirements);
});

test('judge of something that is not evidence: exit 2', async () => {
  const { code, stderr } = await place.run(['judge', 'nowhere']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/nowhere/);
});

test('a report that cannot be written at the end: exit 4, a sentence, and what was found is still printed', async () => {
  await mkdir(place.path('taken/results.json.part'), { recursive: true });
  const { code, stdout, stderr } = await place.run([
    'run',
    '--reference',
    '--only',
    'transfer/identity',
    '--out',
    'taken',
  ]);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^Embedded reference/);
  expect(stdout).toMatch(/Cannot write the report to taken/);
  expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at /);
});
