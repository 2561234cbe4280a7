/**
 * The interfaces that Assay tests, in the order of reports. For a new interface, add a directory beside these, and a
 * line here.
 */
import type { InterfaceDescriptor } from '../src/engine/words/types.ts';
import { clientLibrary } from './client-library/index.ts';
import { dataHub } from './data-hub/index.ts';
import { ticketBridge } from './ticket-bridge/index.ts';
import { transfer } from './transfer/index.ts';

export const INTERFACES: readonly InterfaceDescriptor[] = [ticketBridge, transfer, clientLibrary, dataHub];
