/**
 * A process that runs one deployment of a fleet, so that a crash affects no other. If the parent process exits, it
 * stops its run gracefully and exits.
 */

import { hostRun } from '../../run/run-conformance.ts';
import { serveTasks } from '../../run/task-process.ts';
import { EnvFileError, readEnvFile } from '../../settings/env-file.ts';
import type { Places } from '../../settings/places.ts';
import type { Environment } from '../../settings/types.ts';
import { createContext } from '../context.ts';
import { withoutSecrets } from '../failure.ts';

/** A deployment to run. */
export interface Task {
  readonly name: string;
  readonly envFile: string;
  /** Directory for its results. */
  readonly out: string;
  readonly only?: readonly string[];
  readonly requireComplete?: true;
  readonly baseline?: string;
  readonly failOn?: readonly string[];
  readonly compare?: string;
  readonly base?: string;
}

const context = createContext();
const abort = new AbortController();

// A system that shuts down sends SIGTERM to every process.
process.on('SIGTERM', () => abort.abort());
serveTasks(
  (task: Task) =>
    run(task).catch(async (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      throw new Error(error instanceof EnvFileError ? text : await withoutSecrets(text, context));
    }),
  { stop: () => abort.abort() },
);

/** @returns the exit code of a run whose results are written; throws if they are not */
async function run({ envFile, name: _, ...options }: Task): Promise<number> {
  const file = await readEnvFile(envFile, 'settings of a fleet');
  // In a fleet the file overrides the environment, which contains the shared settings.
  const env = { ...process.env, ...file.values };
  context.environment = env;
  const { results, fault } = await hostRun({
    ...options,
    env,
    places: file.places,
    started: { envFile, environment: without(process.env, file.places) },
    signal: abort.signal,
  });
  if (fault !== undefined) throw new Error(results.gate.join(' '));
  return results.exitCode;
}

function without(env: Environment, places: Places): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !places.has(name)));
}
