/** The embedded references as a deployment. */
import { CREATIONS } from '../contract/types.ts';

/** References listening on loopback, and the settings for them. */
export interface StartedReferences {
  readonly env: Readonly<Record<string, string>>;
  /** Missing references, with reasons. */
  readonly notices: readonly string[];
  close(): Promise<void>;
}

interface Started {
  readonly env: Readonly<Record<string, string>>;
  readonly notice?: string;
  close(): Promise<void>;
}

/** The reference client library, if a Python interpreter is available. */
async function startClientLibrary(): Promise<Started> {
  const { findPython } = await import('../../suites/client-library/driver/python.ts');
  const python = await findPython('python3');
  if ('problem' in python) return { env: {}, notice: `client-library is skipped: ${python.problem}.`, close: async () => undefined };
  const { env, close } = (await import('../../reference/client-library/start.ts')).startClientLibraryReference();
  return { env: { ...env, CLIENT_LIBRARY_PYTHON: python.executable }, close };
}

/** Starters of each embedded reference, loaded on demand. */
const STARTERS: readonly ((delayMs: number) => Promise<Started>)[] = [
  async (delayMs) => (await import('../../reference/ticket-bridge/start.ts')).startTicketBridgeReference({ delayMs }),
  async (delayMs) => (await import('../../reference/transfer/start.ts')).startTransferReference({ delayMs }),
  startClientLibrary,
  async (delayMs) => (await import('../../reference/data-hub/start.ts')).startDataHubReference({ delayMs }),
];

/** Starts every embedded reference, with all creation allowed. `delayMs` is added to each response. */
export async function startReferences(delayMs = 0): Promise<StartedReferences> {
  const started = await Promise.all(STARTERS.map((start) => start(delayMs)));
  return {
    env: Object.assign({ ASSAY_ALLOW_CREATE: CREATIONS.join(',') }, ...started.map(({ env }) => env)) as Record<string, string>,
    notices: started.flatMap(({ notice }) => (notice === undefined ? [] : [notice])),
    async close() {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}
