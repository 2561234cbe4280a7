/** `assay serve`: settings, endings, exit codes, wrong use; and its results, which are like those of a run. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { serve } from '../../reference/serve.ts';
import type { Results } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { COMMAND, Workplace } from '../cli/command.ts';
import { inProcess } from '../cli/in-process.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import type { Ended, Started } from '../process.ts';
import { deviationsFrom } from '../published-form.ts';
import { asking } from './served.ts';

let place: Workplace;
let running: Started | undefined;
beforeEach(async () => {
  place = new Workplace();
  running = undefined;
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
});

/** Starts serving, and returns the settings that it writes when it is ready. */
async function serving(args: string): Promise<Record<string, string>> {
  running = place.start(`serve ${args} --out out`);
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  for (;;) {
    try {
      const lines = place.read('out/client.env').trim().split('\n');
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 2, -1)]),
      );
    } catch {
      if (over) throw new Error((await running.ended).stderr);
      await wait(10);
    }
  }
}

/** Ends serving with a signal. */
async function stopped(signal: NodeJS.Signals) {
  running?.child.kill(signal);
  return (await running?.ended) as Ended;
}

async function ask(
  settings: Record<string, string>,
  path: string,
  options: { method?: 'POST'; headers?: Record<string, string>; body?: string } = {},
) {
  const { method = 'GET', ...sent } = options;
  const headers = { authorization: `Bearer ${settings.TRANSFER_TOKEN}`, ...sent.headers };
  const url = `${settings.TRANSFER_URL}${path}`;
  return (await asking(settings.TRANSFER_CA)(method, url, { ...sent, headers })).status;
}

const RUN = ['run', '--reference', '--out', 'out'];
const results = () => place.resultsIn();

test('the end by SIGINT is not an interruption: the gate decides, here 0', async () => {
  const settings = await serving('transfer');
  expect(await ask(settings, '/whoami')).toBe(200);
  const { code, stdout, stderr } = await stopped('SIGINT');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // The settings are in a file that only the user can read, so no secret is printed.
  expect(stdout).toContain('Settings for a client:\n  TRANSFER_URL=');
  expect(stdout).not.toContain(settings.TRANSFER_TOKEN);
  expect(stdout).toMatch(/e1 GET \/whoami {2}identity, token, returned 200 {2}as documented/);
  expect(results()).toMatchObject({
    exitCode: 0,
    run: { interrupted: false, requests: 1 },
    conclusions: { transfer: 'incomplete' },
  });
});

test('a served run is judged again, explained, and reported like any other', async () => {
  const settings = await serving('transfer ticket-bridge --json');
  await ask(settings, '/jobs', { method: 'POST', body: '{"files":[{"sources":"one"}],"params":{}}' });
  await request(settings.TICKET_BRIDGE_URL ?? '', { method: 'POST', body: 'nonsense' }).then(({ body }) => body.dump());
  const served = await stopped('SIGINT');
  const printed = JSON.parse(served.stdout) as Results;
  expect(printed).toEqual(results());
  expect(served.stderr).toContain('TRANSFER_URL=https://127.0.0.1:');

  const again = await place.results('judge out');
  expect(again.results).toEqual(printed);
  expect(again.code).toBe(1);

  const formats = ['html', 'junit', 'markdown', 'har', 'json'];
  const { code } = await place.run([
    'report',
    'out',
    ...formats.flatMap((format) => ['--to', `${format}=${format}.out`]),
  ]);
  expect(code).toBe(0);
  for (const format of formats) expect(place.read(`${format}.out`), format).toMatch(/submit-job/);
  expect(place.read('junit.out')).toContain('name="transfer/client/submit-job/files/sources"');
  expect(place.read('markdown.out')).toContain('transfer/client/submit-job/content-type');
  expect(deviationsFrom('results')(printed)).toEqual([]);
});

const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');

for (const [served, heading, finding] of [
  ['transfer', 'First steps', 'submit-job/content-type'],
  ['data-hub', 'A client of the data hub', 'cdmi-list/header'],
] as const)
  testWith(PEERS.curl, `the first steps with ${served} print what the page shows`, async () => {
    const section = PAGE.slice(PAGE.search(new RegExp(`^#+ ${heading}\n`, 'm')));
    const [, commands = ''] = /```sh\n *(set -a; .*?)```/s.exec(section) ?? [];
    const [, shown = ''] = /```text\n( *e1 GET .*?) *```/s.exec(section.replace(/^ {3}/gm, '')) ?? [];
    await serving(served);
    spawnSync('bash', ['-c', commands.replace('served/', 'out/')], { cwd: place.directory });
    const { code, stdout } = await stopped('SIGINT');
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(shown) });
    expect(shown).toContain(finding);
  });

describe('the pipeline of the page', () => {
  const [, script = ''] = /```sh\n(rm -f served.*?)```/s.exec(PAGE) ?? [];
  const curl = 'curl -sS -o answer --cacert "$TRANSFER_CA" --cert "$TRANSFER_CERT" --key "$TRANSFER_CERT"';
  const submission = `-H 'Content-Type: application/json' -d '{"files":[],"params":{}}' "$TRANSFER_URL/jobs"`;

  testWith(PEERS.curl, 'ends with the exit code of the gate', async () => {
    const run = (client: string) => {
      const text = script
        .replace('node_modules/.bin/assay', `${JSON.stringify(process.execPath)} ${JSON.stringify(COMMAND)}`)
        .replace('./your-client', client);
      return spawnSync('bash', ['-e', '-c', text], { cwd: place.directory, encoding: 'utf8' }).status;
    };
    expect(run(`${curl} "$TRANSFER_URL/whoami"\n${curl} ${submission}`)).toBe(0);
    expect(run(`${curl} "$TRANSFER_URL/whoami"\n${curl} ${submission.replace('application/json', 'text/plain')}`)).toBe(
      1,
    );
    expect(run(`${curl} "$TRANSFER_URL/whoami"`)).toBe(3);
  });
});

describe('wrong use is exit 2, before anything listens', () => {
  test.each([
    ['transferr', /Cannot serve "transferr"; did you mean transfer\?/],
    ['client-library', /set CLIENT_LIBRARY_MODULE and use assay run/],
    [
      'transfer --fault transfer/job/submit_tim@missing',
      /matches no fault of transfer; did you mean transfer\/job\/submit_time@missing\? For a list: assay list faults$/m,
    ],
    ['transfer --fault data-hub/cdmi-read/answers@401', /matches no fault of transfer/],
    ['transfer --once submit-jobs', /not a served operation; did you mean submit-job\?/],
    [
      'transfer --out /dev/null/none',
      /Cannot write to the directory "\/dev\/null\/none": not a directory\. Choose another with --out\./,
    ],
  ])('%s', async (args, words) => {
    const { code, stdout, stderr } = await inProcess(['serve', ...args.split(' ')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  test('the directory of an earlier record, without --replace; run refuses it in the same words', async () => {
    place.write('out/results.json', 'of an earlier record');
    const [served, ran] = [await place.run('serve transfer --out out'), await place.run(RUN)];
    expect(served).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('add --replace to replace') });
    expect(served).toEqual(ran);
    expect(place.read('out/results.json')).toBe('of an earlier record');
    await serving('transfer --replace');
    await stopped('SIGTERM');
    expect(results().format).toBe('assay-results/1');
  });

  test('a port that is taken', async () => {
    const taken = closing(await serve(async () => ({ status: 200, headers: [], body: new Uint8Array() })));
    const { port } = new URL(taken.url);
    const { code, stderr } = await place.run(`serve data-hub --port ${port} --out new/served`);
    expect({ code, stderr, made: existsSync(place.path('new')) }).toEqual({
      code: 2,
      stderr: expect.stringMatching(`Cannot listen on port ${port}: it is in use`),
      made: false,
    });
  });
});

test('faults and variants take effect, whatever their ids begin with; the command of a finding serves the same again', async () => {
  const deviations = '--fault transfer/identity/base_id@missing --variant transfer/variant/status-201';
  const serves = `ticket-bridge transfer --once submit-job ${deviations} --profile fts3`;
  const found = async (args: string) => {
    const settings = await serving(args);
    const headers = { 'content-type': 'text/plain' };
    await ask(settings, '/whoami');
    const status = await ask(settings, '/jobs', { method: 'POST', headers, body: '{"files":[],"params":{}}' });
    const { code, stdout } = (await running?.ended) ?? {};
    expect(stdout).toMatch(/GET .*\/whoami .* returned 201 {2}not selected with --once, not judged/);
    expect(stdout).toContain('NON-CONFORMANT');
    expect(stdout).not.toContain('assay plan');
    const har = place.read('out/evidence.har');
    expect(['user_dn\\"', 'base_id\\"'].map((member) => har.includes(member))).toEqual([true, false]);
    const [result] = results().requirements.filter(({ id }) => id === 'transfer/client/submit-job/content-type');
    return { status, code, verdict: result?.verdict, command: result?.reproduce?.assay };
  };
  const first = await found(serves);
  expect(first).toEqual({ status: 415, code: 1, verdict: 'fail', command: `assay serve ${serves}` });
  expect(await found(`${first.command?.replace('assay serve ', '')} --replace`)).toEqual(first);
});
