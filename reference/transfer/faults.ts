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

let known: ReadonlyMap<string, FaultDefinition> | undefined;

/** Returns definitions by id, except those that are made from others. Throws if two have the same id. */
export function faultDefinitions(): ReadonlyMap<string, FaultDefinition> {
  if (known) return known;
  const all = [...faults(), ...secondGenerationFaults()];
  known = new Map(all.map((fault) => [fault.id, fault]));
  if (known.size < all.length) throw new Error('two faults of the transfer reference have one id');
  return known;
}

/** Permanent faults of the transfer reference. */
export const faults = (): FaultDefinition[] => [
  ...memberFaults(readRecords(schemasOf('transfer'))),
  ...refusalFaults(),
  ...answerFaults(),
  ...bodyFaults(),
  ...flowFaults(),
  ...repeatedAnswers(),
  ...lastingFaults(),
];

/** Intermittent faults. */
export const sometimes = (): Fault[] => [...secondGenerationFaults(), ...sometimesFaults(faultDefinitions())];
