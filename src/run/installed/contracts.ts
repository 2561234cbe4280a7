/** The contracts of this installation, those about clients among them. */
import { loadClientContract, SERVED } from '../../clients/client-side.ts';
import type { Contract, Interface } from '../../contract/types.ts';
import { SUITED } from './suited.ts';
import { loadContract } from './suites.ts';

/** The contract of one side of an interface. */
export interface InstalledContract {
  readonly interface: Interface;
  readonly side: 'server' | 'client';
  readonly contract: Contract;
}

/** Loads every contract, without a profile; those about clients come last. */
export function installedContracts(): InstalledContract[] {
  return [
    ...SUITED.map((of): InstalledContract => ({ interface: of, side: 'server', contract: loadContract(of) })),
    ...SERVED.map((of): InstalledContract => ({ interface: of, side: 'client', contract: loadClientContract(of) })),
  ];
}
