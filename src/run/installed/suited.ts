import { INTERFACES } from '../../../suites/index.ts';
import type { Interface } from '../../contract/types.ts';

/** Names of the interfaces, in the order of reports. Apart from the suites, so that listing loads nothing that reads contracts. */
export const SUITED: readonly Interface[] = INTERFACES.map(({ name }) => name);
