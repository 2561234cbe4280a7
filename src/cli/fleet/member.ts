/**
 * A worker process that runs deployments of a fleet, one at a time. A crash affects only the current deployment.
 * If the parent process exits, the worker stops its run gracefully and exits.
 */
import { hostRun } from '../../run/run-conformance.ts';
import { EnvFileError, readEnvFile } from '../../settings/env-file.ts';
import { createContext, type Environment } from '../context.ts';
import { withoutSecrets } from '../failure.ts';
import type { FromMember, Task, ToMember } from './messages.ts';

const context = createContext();
const abort = new AbortController();
let working = false;

process.on('message', (message: ToMember) => {
  if ('run' in message) void work(message.run);
  else stop();
});
process.on('disconnect', stop);
process.on('SIGTERM', stop);
// Ctrl-C reaches every process of a terminal; the parent process handles it.
process.on('SIGINT', () => undefined);

function stop(): void {
  abort.abort();
  if (!working) process.exit(0);
}

async function work(task: Task): Promise<void> {
  working = true;
  const said = await run(task).catch(async (error: unknown): Promise<FromMember> => {
    const text = error instanceof Error ? error.message : String(error);
    return { failed: await withoutSecrets(text, context) };
  });
  working = false;
  if (!process.connected) process.exit(0);
  process.send?.(said);
}

async function run({ envFile, name: _, ...options }: Task): Promise<FromMember> {
  try {
    const file = await readEnvFile(envFile, 'settings of a fleet');
    // In a fleet the file overrides the environment, which contains the shared settings.
    const env = { ...process.env, ...file.values };
    context.environment = env;
    const { results, fault } = await hostRun({
      ...options,
      env,
      fileKeys: file.keys,
      started: { envFile, environment: without(process.env, file.keys) },
      signal: abort.signal,
    });
    return fault === undefined ? { ended: results.exitCode } : { failed: results.gate.join(' ') };
  } catch (error) {
    if (error instanceof EnvFileError) return { failed: error.message };
    throw error;
  }
}

function without(env: Environment, names: ReadonlySet<string>): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}
