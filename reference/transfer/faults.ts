/** Faults that can be turned on in the transfer reference. */
import { schemasOf } from '../package-root.ts';
import type { Fault } from '../types.ts';
import type { FaultDefinition } from './behaviour.ts';

/** Definitions by id, those derived from the schemas in `schemasDir` included. */
export function faultDefinitions(_schemasDir: string): ReadonlyMap<string, FaultDefinition> {
  return new Map();
}

/** Every fault of the transfer reference. */
export const transferFaults = (schemasDir: string = schemasOf('transfer')): Fault[] => [...faultDefinitions(schemasDir).values()];
