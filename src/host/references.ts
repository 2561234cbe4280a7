/** The embedded references as a deployment to run against. */
import { CREATIONS } from '../contract/types.ts';

/** References that listen on loopback, and the settings that point at them. */
export interface StartedReferences {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts every embedded reference. `delayMs` is added to each answer. */
export async function startReferences(delayMs = 0): Promise<StartedReferences> {
  const { startTransferReference } = await import('../../reference/transfer/start.ts');
  const started = [await startTransferReference({ delayMs })];
  return {
    env: Object.assign({ ASSAY_ALLOW_CREATE: CREATIONS.join(',') }, ...started.map(({ env }) => env)) as Record<string, string>,
    async close() {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}
