/** All suites, loaded on demand. */
import { loadClientLibraryContract } from '../contract/client-library.ts';
import { loadRestContract } from '../contract/load.ts';
import type { Profile } from '../contract/profile.ts';
import { loadTicketBridgeContract } from '../contract/ticket-bridge.ts';
import type { Contract, Interface } from '../contract/types.ts';
import type { Suite } from '../engine/types.ts';
import { recordingEndpoints } from './recording-endpoint.ts';

/** Interfaces with a suite, in the order of reports. */
export const SUITED = ['ticket-bridge', 'transfer', 'client-library', 'data-hub'] as const satisfies readonly Interface[];

const LOADERS: Readonly<Partial<Record<Interface, () => Promise<Suite<never>>>>> = {
  'ticket-bridge': async () => (await import('../../suites/ticket-bridge/index.ts')).ticketBridgeSuite as unknown as Suite<never>,
  transfer: async () => (await import('../../suites/transfer/index.ts')).transferSuite as unknown as Suite<never>,
  'client-library': async () => (await import('../../suites/client-library/index.ts')).createClientLibrarySuite(recordingEndpoints) as unknown as Suite<never>,
  'data-hub': async () => (await import('../../suites/data-hub/index.ts')).dataHubSuite as unknown as Suite<never>,
};

const CONTRACTS: Readonly<Partial<Record<Interface, (profile: Profile | undefined) => Contract>>> = {
  'ticket-bridge': (profile) => loadTicketBridgeContract(profile ? { profile } : {}),
  transfer: (profile) => loadRestContract('transfer', profile),
  'client-library': (profile) => loadClientLibraryContract(profile),
  'data-hub': (profile) => loadRestContract('data-hub', profile),
};

/** Loads an interface's suite. */
export async function loadSuite(of: Interface): Promise<Suite<never>> {
  const loader = LOADERS[of];
  if (loader === undefined) throw new Error(`there is no suite for ${of}`);
  return loader();
}

/** Loads an interface's contract without its suite, for listing and explaining. */
export function loadContract(of: Interface, profile?: Profile): Contract {
  const loader = CONTRACTS[of];
  if (loader === undefined) throw new Error(`there is no contract for ${of}`);
  return loader(profile);
}
