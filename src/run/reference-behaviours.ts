/** Faults and lawful variants of the embedded references. */
import { referenceOf } from '../../reference/index.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';

/** Documented defects of an interface's reference; each names the requirement that it turns. */
export const faultsOf = (of: Interface): Promise<readonly Fault[]> => referenceOf(of).faults();

/** Legal variants of an interface's reference. */
export const variantsOf = (of: Interface): Promise<readonly Variant[]> => referenceOf(of).variants();
