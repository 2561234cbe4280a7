/** The client's side of the interfaces: contracts and suites for requests that clients send. */

import { loadRestContract } from '../contract/load.ts';
import { loadTicketBridgeContract } from '../contract/ticket-bridge.ts';
import type { Interface } from '../contract/types.ts';
import type { Suite, SuiteSettings } from '../engine/types.ts';
import type { ClientContract } from './contract.ts';
import { receivingSuite } from './received.ts';
import { loadRestClientContract } from './rest-rules.ts';
import { loadSoapClientContract } from './soap-rules.ts';

/** Interfaces that `assay serve` offers. */
export const SERVED = ['ticket-bridge', 'transfer', 'data-hub'] as const satisfies readonly Interface[];
export type Served = (typeof SERVED)[number];

/** Loads what the document asks of an interface's clients. `given.namespace`: the bridge's service namespace. */
export function loadClientContract(of: Served, settings: SuiteSettings = {}): ClientContract {
  if (of !== 'ticket-bridge') return loadRestClientContract(of, loadRestContract(of));
  const namespace = typeof settings['namespace'] === 'string' ? settings['namespace'] : undefined;
  const server = loadTicketBridgeContract(namespace === undefined ? {} : { namespace });
  return loadSoapClientContract(server, server.service.namespace);
}

/** The suite that judges what an interface's clients sent. */
export function clientSuite(contract: ClientContract): Suite<never> {
  return {
    ...receivingSuite(contract),
    contract: () => contract,
    prepare: async () => ({ lanes: [], services: {}, secrets: [], problems: ['requests of clients are received, not sent'] }),
  };
}
