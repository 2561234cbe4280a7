/** Sends a few requests outside of a run, for `doctor` and `clean`. Creates no object. */

import { packageVersion } from '../contract/root.ts';
import { createProbeContext } from '../engine/send/probe-context.ts';
import { type Ready, type RunOptions, startRun } from '../engine/send/started-run.ts';
import type { Lane } from '../engine/words/types.ts';
import type { Target } from '../settings/types.ts';
import { createUndiciTransport } from '../wire/connect/undici-transport.ts';
import type { Transport } from '../wire/types.ts';

/** Creates a transport with the settings for connections, including a proxy. */
export function transportFor(
  { proxy, requestTimeoutMs }: Target,
  caFor: (origin: string) => readonly string[] | undefined,
): Transport {
  return createUndiciTransport({ caFor, proxy, connectTimeoutMs: Math.min(10_000, requestTimeoutMs) });
}

/** Sends documented requests that create no object. */
export type Sender = ReturnType<typeof openSender>;

/** The longest time that a timer can run: the time limit of a run does not apply to a few requests. */
const UNLIMITED_MS = 2 ** 31 - 1;

/**
 * Opens a session with the services of the settings. `runId` replaces the run's; `readMethods` are the only methods, if
 * given.
 */
export function openSender(
  ready: readonly Ready[],
  target: Target,
  runId: string,
  readMethods?: RunOptions['readMethods'],
) {
  const run = startRun({
    ...{ ready, runId, reference: false, only: [], version: packageVersion() },
    target: { ...target, allowCreate: new Set(), runTimeoutMs: UNLIMITED_MS },
    transport: (caFor) => transportFor(target, caFor),
    readMethods,
  });
  return {
    close() {
      run.stopTimer();
      return run.session.close();
    },
    // Exchanges of the probe are not recorded.
    contextOf: (of: Ready, lane: Lane, probe: string) =>
      createProbeContext(run, of, {
        ...{ lane, round: 0, chain: 0 },
        probe: { name: probe },
      }),
  };
}
