/** A fleet of reference deployments in one process, each on a port of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPki } from '../../reference/pki/create-pki.ts';
import { FAULTS as ticketBridgeFaults } from '../../reference/ticket-bridge/deviations.ts';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { FAULTS as transferFaults } from '../../reference/transfer/deviations.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import type { Handler } from '../../reference/types.ts';
import { settingsFile } from '../cli/command.ts';
import { SHORT } from '../short.ts';

export interface ServedDeployment {
  name: string;
  env: Record<string, string>;
  /** Ids of the runs that sent it a request, from the header of each request. */
  runs: Set<string>;
}

export interface ServedFleet {
  /** Directory with a NAME.env per deployment. */
  folder: string;
  deployments: ServedDeployment[];
  close(): Promise<void>;
}

/** The distance between the faults of neighbours. */
const STRIDE = 37;
/** Every so many deployments, one is a transfer service, of which a run takes longer; the others are ticket bridges. */
const EACH = 4;

/** Serves `size` deployments; two of three have a fault. `directory` gets the settings files. */
export async function serveFleet(size: number, directory: string): Promise<ServedFleet> {
  const folder = join(directory, 'fleet');
  await mkdir(folder, { recursive: true });
  const pki = await createPki();
  const servers: { close(): Promise<void> }[] = [];
  const deployments: ServedDeployment[] = [];
  for (let index = 0; index < size; index += 1) {
    const name = `site-${String(index).padStart(3, '0')}`;
    const runs = new Set<string>();
    const bridge = index % EACH !== 1;
    const faults = bridge ? ticketBridgeFaults.permanent() : transferFaults.permanent();
    const fault = index % 3 === 0 ? undefined : faults[(1 + index * STRIDE) % faults.length]?.id;
    const options = { ...(fault !== undefined && { fault }), around: counting(runs) };
    const started = await (bridge ? startTicketBridgeReference(options) : startTransferReference({ ...options, pki }));
    servers.push(started);
    const env = { ...started.env, ...(bridge ? { ASSAY_ALLOW_CREATE: 'tickets' } : SHORT.transfer) };
    deployments.push({ name, env, runs });
    await writeFile(join(folder, `${name}.env`), settingsFile(env));
  }
  return {
    folder,
    deployments,
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

const counting =
  (runs: Set<string>) =>
  (handler: Handler): Handler =>
  (request) => {
    const run = /^assay-([0-9a-f]{8})/.exec(request.headers['x-request-id'] ?? '')?.[1];
    if (run !== undefined) runs.add(run);
    return handler(request);
  };
