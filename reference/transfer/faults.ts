/** Faults that can be turned on in the transfer reference. */
import { schemasOf } from '../package-root.ts';
import { readRecords } from '../record-values.ts';
import type { Fault } from '../types.ts';
import type { FaultDefinition } from './deviations/fault.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { lastingFaults } from './deviations/lasting-faults.ts';
import { answerFaults, bodyFaults, memberFaults, refusalFaults } from './deviations/operation-faults.ts';
import { repeatedAnswers } from './deviations/repeated-answers.ts';
import { secondGenerationFaults, sometimesFaults } from './deviations/sometimes-faults.ts';

const known = new Map<string, ReadonlyMap<string, FaultDefinition>>();

/**
 * Returns definitions by id, those derived from the schemas in `schemasDir` included. Throws if two have the same id.
 */
export function faultDefinitions(schemasDir: string): ReadonlyMap<string, FaultDefinition> {
  const earlier = known.get(schemasDir);
  if (earlier) return earlier;
  const all = [...faults(schemasDir), ...secondGenerationFaults()];
  const byId = new Map(all.map((fault) => [fault.id, fault]));
  if (byId.size < all.length) throw new Error('two faults of the transfer reference have one id');
  known.set(schemasDir, byId);
  return byId;
}

/** Permanent faults of the transfer reference. */
export const faults = (schemasDir: string = schemasOf('transfer')): FaultDefinition[] => [
  ...memberFaults(readRecords(schemasDir)),
  ...refusalFaults(),
  ...answerFaults(),
  ...bodyFaults(),
  ...flowFaults(),
  ...repeatedAnswers(),
  ...lastingFaults(),
];

/** Intermittent faults. */
export const sometimes = (schemasDir: string = schemasOf('transfer')): Fault[] => [
  ...secondGenerationFaults(),
  ...sometimesFaults(faultDefinitions(schemasDir)),
];
