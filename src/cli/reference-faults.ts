/** The faults that prove requirements: each turns the one it names, in the embedded reference. */
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';

const FAULTS: Readonly<Partial<Record<Interface, () => Promise<readonly Fault[]>>>> = {
  transfer: async () => (await import('../../reference/transfer/faults.ts')).transferFaults(),
  'ticket-bridge': async () => (await import('../../reference/ticket-bridge/faults.ts')).ticketBridgeFaults(),
  'data-hub': async () => (await import('../../reference/data-hub/faults.ts')).dataHubFaults(),
};

/** Faults of an interface's reference that turn one requirement. */
export async function faultsOf(of: Interface, requirement: string): Promise<readonly Fault[]> {
  const faults = (await FAULTS[of]?.()) ?? [];
  return faults.filter(({ kills }) => kills === requirement);
}
