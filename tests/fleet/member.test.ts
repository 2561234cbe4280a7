/** The process of a deployment: how it ended, whatever happened to it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMember } from '../../src/cli/fleet/member.ts';
import { temporaryFolder } from '../afterwards.ts';
import { settingsFile } from '../cli/command.ts';

const folder = temporaryFolder();
const program = join(folder, 'program.mjs');
writeFileSync(
  program,
  `const [, , , , file, , what] = process.argv;
if (what === 'crash') process.kill(process.pid, 'SIGKILL');
if (what === 'exit') process.exit(process.env.SHARED === 'all' && process.env.OWN === undefined ? 7 : 8);
const stop = () => what === 'interrupted' && process.exit(130);
process.on('disconnect', stop);
if (!process.connected) stop();
`,
);

async function ended(what: string, graceMs = 60_000, signal = new AbortController().signal) {
  const file = join(folder, 'north.env');
  writeFileSync(file, settingsFile({ OWN: 'of the file', ASSAY_RUN_TIMEOUT_MS: '1' }));
  return runMember(file, [what], signal, { program, graceMs });
}

test('the end of a process is reported: crash, exit code, time limit; the file overrides the environment', async () => {
  vi.stubEnv('SHARED', 'all').stubEnv('OWN', 'of the environment');
  expect(await Promise.all([ended('crash'), ended('exit'), ended('hang', 1000)])).toEqual([
    'SIGKILL',
    'exit code 7',
    'killed after its time limit',
  ]);
  vi.unstubAllEnvs();
});

test('an interruption stops a run in good order', async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 500);
  expect(await ended('interrupted', 60_000, abort.signal)).toBe('exit code 130');
});
