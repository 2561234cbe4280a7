/** A fleet of reference deployments in one process, each on its own port, with random faults from a seed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPki } from '../../reference/pki/create-pki.ts';
import { writePki } from '../../reference/pki/write-pki.ts';
import { serve } from '../../reference/serve.ts';
import { faults as ticketBridgeFaults } from '../../reference/ticket-bridge/faults.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE } from '../../reference/ticket-bridge/reference.ts';
import { faults as transferFaults } from '../../reference/transfer/faults.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import type { Handler } from '../../reference/types.ts';
import { settingsFile } from '../cli/command.ts';

export interface ServedDeployment {
  name: string;
  env: Record<string, string>;
  fault: string | undefined;
  /** Ids of the runs that sent it a request, from the header of each request. */
  runs: Set<string>;
}

export interface ServedFleet {
  /** Directory with a NAME.env per deployment. */
  folder: string;
  deployments: ServedDeployment[];
  close(): Promise<void>;
}

/** Serves `size` deployments; two of three have a fault. `directory` gets credentials and settings files. */
export async function serveFleet(size: number, directory: string, seed = 1): Promise<ServedFleet> {
  const folder = join(directory, 'fleet');
  const credentials = join(directory, 'credentials');
  await mkdir(folder, { recursive: true });
  await mkdir(credentials, { recursive: true });
  const pki = await createPki();
  const files = await writePki(pki, credentials);
  const draw = drawing(seed);
  const servers: { close(): Promise<void> }[] = [];
  const deployments: ServedDeployment[] = [];
  for (let index = 0; index < size; index += 1) {
    const name = `site-${String(index).padStart(3, '0')}`;
    const runs = new Set<string>();
    const bridge = index % 2 === 0;
    const faults = bridge ? ticketBridgeFaults() : transferFaults();
    const fault = index % 3 === 0 ? undefined : faults[Math.floor(draw() * faults.length)]?.id;
    const deviations = fault === undefined ? {} : { fault };
    let env: Record<string, string>;
    if (bridge) {
      const server = await serve(counted(createTicketBridgeReference(deviations).handler, runs));
      servers.push(server);
      env = {
        TICKET_BRIDGE_URL: `${server.url}/NoAuth/bridge`,
        TICKET_BRIDGE_NAMESPACE: REFERENCE_NAMESPACE,
        TICKET_BRIDGE_VALUES: JSON.stringify({
          Requestor: 'ada@example.org',
          Priority: 'low',
          Status: 'open',
          AffectedSite: 'EXAMPLE-SITE',
        }),
        ASSAY_ALLOW_CREATE: 'tickets',
      };
    } else {
      const reference = createTransferReference({ pki, ...deviations });
      const server = await serve(counted(reference.handler, runs), {
        tls: { ...pki.host, ca: pki.ca, requestClientCertificate: true },
      });
      servers.push(server);
      env = {
        TRANSFER_URL: server.url,
        TRANSFER_CERT: files.vomsProxy,
        TRANSFER_CA: files.ca,
        TRANSFER_TOKEN: pki.token,
        TRANSFER_VO: pki.vo,
      };
    }
    deployments.push({ name, env, fault, runs });
    await writeFile(join(folder, `${name}.env`), settingsFile(env));
  }
  return {
    folder,
    deployments,
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

function counted(handler: Handler, runs: Set<string>): Handler {
  return (request) => {
    const run = /^assay-([0-9a-f]{8})/.exec(request.headers['x-request-id'] ?? '')?.[1];
    if (run !== undefined) runs.add(run);
    return handler(request);
  };
}

/** Returns random numbers in [0, 1) from a seed. A linear congruential generator is good enough to choose faults. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
