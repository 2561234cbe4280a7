/** Every fault of the embedded ticket bridge. */
import type { Fault } from '../types.ts';
import type { Behaviour } from './behaviour.ts';
import { flowFaults } from './flow-faults.ts';
import { messageFaults } from './message-faults.ts';
import { type FaultDefinition, partFaults } from './part-faults.ts';
import { partialFaults } from './partial-faults.ts';

function definitions(wsdl?: string): FaultDefinition[] {
  return [...partFaults(wsdl), ...messageFaults(), ...flowFaults(), ...partialFaults()];
}

/** The faults, those of parts derived from a WSDL's text where one is given. */
export function ticketBridgeFaults(wsdl?: string): Fault[] {
  return definitions(wsdl).map(({ behaviour: _, ...fault }) => fault);
}

let known: ReadonlyMap<string, Behaviour> | undefined;

/** The behaviour of a fault. Throws if the id is unknown. */
export function faultBehaviour(id: string): Behaviour {
  known ??= new Map(definitions().map((fault) => [fault.id, fault.behaviour]));
  const behaviour = known.get(id);
  if (!behaviour) throw new Error(`the ticket bridge reference has no fault ${id}`);
  return behaviour;
}
