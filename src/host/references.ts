/** The embedded references as a deployment to run against. */
import { CREATIONS } from '../contract/types.ts';

/** References that listen on loopback, and the settings that point at them. */
export interface StartedReferences {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Started {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starters of each embedded reference, loaded when needed. */
const STARTERS: readonly ((delayMs: number) => Promise<Started>)[] = [
  async (delayMs) => (await import('../../reference/ticket-bridge/start.ts')).startTicketBridgeReference({ delayMs }),
  async (delayMs) => (await import('../../reference/transfer/start.ts')).startTransferReference({ delayMs }),
];

/** Starts every embedded reference, with all creation allowed. `delayMs` is added to each answer. */
export async function startReferences(delayMs = 0): Promise<StartedReferences> {
  const started = await Promise.all(STARTERS.map((start) => start(delayMs)));
  return {
    env: Object.assign({ ASSAY_ALLOW_CREATE: CREATIONS.join(',') }, ...started.map(({ env }) => env)) as Record<string, string>,
    async close() {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}
