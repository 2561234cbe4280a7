/** A machine that allows too few open files: a command ends as it does elsewhere, or with 4. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';
import { type Ended, Workplace } from './command.ts';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.create();
  await mkdir(place.path('fleet'));
  await writeFile(place.path('fleet/one.env'), 'TRANSFER_URL=https://127.0.0.1:1\nTRANSFER_TOKEN=abcdefgh\n');
  await place.run(['run', '--reference', '--only', 'ticket-bridge', '--out', 'made']);
  await writeFile(place.path('traffic.har'), JSON.stringify({ log: { entries: [] } }));
}, 60_000);
afterAll(() => place.remove());

/** Every command, with arguments that it accepts. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  init: [
    '--interface',
    'transfer',
    '--transfer-url',
    'https://127.0.0.1:1',
    '--transfer-token',
    'abcdefgh',
    '--out',
    'OUT',
    '--no-doctor',
  ],
  doctor: ['--env-file', 'fleet/one.env'],
  plan: ['--env-file', 'fleet/one.env'],
  run: ['--reference', '--only', 'ticket-bridge', '--out', 'OUT'],
  clean: ['made'],
  fleet: ['fleet', '--out', 'OUT'],
  merge: ['fleet-made', '--out', 'OUT'],
  list: ['settings'],
  explain: ['exit-codes'],
  open: ['made'],
  report: ['made', '--to', 'html=OUT'],
  judge: ['made'],
  diff: ['made', 'made'],
  history: ['made'],
  baseline: ['init', 'made', '--baseline', 'OUT'],
  serve: ['ticket-bridge', '--once', 'nonsense'],
  certify: ['made', '--key', 'missing', '--statement', 'missing', '--out', 'OUT'],
  verify: ['traffic.har', '--practice'],
  selftest: ['--interface', 'ticket-bridge', '--seeds', '1', '--workers', '0'],
  completion: ['bash'],
};

let count = 0;
/** Runs a command with a limit of open files. */
function limited(
  files: number | 'unlimited',
  command: string,
): Promise<Ended & { readonly files: number | 'unlimited' }> {
  count += 1;
  const args = (COMMANDS[command] ?? []).map((word) => word.replace('OUT', `out-${count}`));
  const limit = files === 'unlimited' ? '' : 'ulimit -n "$1"; ';
  const child = spawn(
    'sh',
    [
      '-c',
      `${limit}shift; exec "$@"`,
      'sh',
      String(files),
      process.execPath,
      join(packageRoot(), 'bin', 'assay.mjs'),
      command,
      ...args,
    ],
    {
      cwd: place.directory,
      env: { PATH: process.env['PATH'] ?? '', HOME: place.directory, TMPDIR: place.directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ files, code, stdout, stderr })));
}

test('the table names every command', async () => {
  const { stdout } = await place.run(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) .*\S/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  expect(Object.keys(COMMANDS).sort()).toEqual(names.sort());
});

test.concurrent.each(Object.keys(COMMANDS))('%s', { timeout: 300_000 }, async (command) => {
  if (command === 'merge') await place.run(['fleet', 'fleet', '--out', 'fleet-made']);
  // A self-test that begins takes minutes: with the limit it must not begin to look like a success.
  const elsewhere = command === 'selftest' ? undefined : await limited('unlimited', command);
  for (const files of [24, 28, 32, 36, 40]) {
    const { code, stdout, stderr } = await limited(files, command);
    expect({ files, code, silent: stderr + stdout === '' }).toEqual({
      files,
      code: expect.toBeOneOf([4, elsewhere?.code ?? 4]),
      silent: false,
    });
    if (code === 0)
      expect({ files, lines: stdout.split('\n').length }).toEqual({
        files,
        lines: elsewhere?.stdout.split('\n').length,
      });
  }
});
