/** The suites and contracts of the interfaces, loaded when they are needed. */

import { referenceOf } from '../../../reference/index.ts';
import { INTERFACES } from '../../../suites/index.ts';
import { loadClientContract, SERVED } from '../../clients/client-side.ts';
import { loadContract as loadFrom } from '../../contract/contracts.ts';
import type { Contract, Interface, Profile } from '../../contract/types.ts';
import { withEveryOperation } from '../../engine/words/derived/every-operation.ts';
import type { InterfaceDescriptor, SendingSuite } from '../../engine/words/types.ts';
import { SUITED } from './suited.ts';

/** Returns the descriptor of an interface. Throws for an unknown interface. */
export function descriptorOf(of: Interface): InterfaceDescriptor {
  const found = INTERFACES.find(({ name }) => name === of);
  if (found === undefined) throw new Error(`no suite for ${of.slice(0, 60)}`);
  return found;
}

/**
 * Loads an interface's suite, including what follows from the contract. A profile makes no difference, because
 * operations and requirements keep their names.
 */
export async function loadSuite(of: Interface, contract = loadContract(of)): Promise<SendingSuite> {
  const { settings, suite: load } = descriptorOf(of);
  const suite = await load(referenceOf(of).endpoints);
  return { ...withEveryOperation(suite, contract), credentials: settings.credentials };
}

/** Loads an interface's contract without its suite, for listing and explaining. */
export function loadContract(of: Interface, profile?: Profile): Contract {
  return loadFrom(descriptorOf(of).name, profile ? { profile } : {});
}

/**
 * Returns everything that a deployment can declare not to offer: operations by name, and operations with each of their
 * documented credentials, `operation:credential`.
 */
export function offerings(contracts: readonly Contract[]): string[] {
  return contracts.flatMap(({ operations }) =>
    [...operations.values()].flatMap(({ name, lanes }) => [name, ...lanes.map((lane) => `${name}:${lane}`)]),
  );
}

/** The contract of one side of an interface. */
export type InstalledContract = ReturnType<typeof installedContracts>[number];

/** Loads every contract, without a profile; those about clients come last. */
export function installedContracts() {
  return [
    ...SUITED.map((of) => ({ interface: of, side: 'server' as const, contract: loadContract(of) })),
    ...SERVED.map((of) => ({ interface: of, side: 'client' as const, contract: loadClientContract(of) })),
  ];
}
