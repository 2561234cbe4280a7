/** Runs one deployment of a fleet as `assay run` in a separate process, so that a crash or a hang affects no other. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SETTINGS_TABLE } from '../../run/installed/settings-table.ts';
import { readEnvFile } from '../../settings/env-file.ts';

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));
const LIMIT = 'ASSAY_RUN_TIMEOUT_MS';
/** Time beyond a run's limit for clean-up, judging and writing, in milliseconds. */
const GRACE_MS = 60_000;

/**
 * Runs a deployment with further options of `assay run`. If `signal` aborts, the run stops gracefully.
 * @returns how the process ended: `exit code 0`
 */
export async function runMember(
  settingsFile: string,
  options: readonly string[],
  signal: AbortSignal,
  { program = PROGRAM, graceMs = GRACE_MS } = {},
): Promise<string> {
  // If the file cannot be read, the run itself says so.
  const file = await readEnvFile(settingsFile, 'settings of a fleet').catch(() => ({ values: {}, places: new Map() }));
  const settings: Readonly<Record<string, string | undefined>> = { ...process.env, ...file.values };
  const ms = Number(settings[LIMIT] || SETTINGS_TABLE.named(LIMIT)?.default);
  const child = fork(program, ['run', '--env-file', settingsFile, '--no-report', ...options], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Otherwise Node 20 itself reads the file that --env-file names, and waits without limit for a pipe.
    execArgv: ['--'],
    // In a fleet the file overrides the environment, which contains the shared settings.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !file.places.has(name))),
    timeout: (Number.isFinite(ms) ? ms : 0) + graceMs,
    killSignal: 'SIGKILL',
  });
  const stop = () => {
    if (child.connected) child.disconnect();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return new Promise((resolve) => {
    const ended = (how: string) => {
      signal.removeEventListener('abort', stop);
      resolve(how);
    };
    child.on('error', ({ message }) => ended(message));
    child.on('exit', (code, by) => ended(child.killed ? 'killed after its time limit' : (by ?? `exit code ${code}`)));
  });
}
