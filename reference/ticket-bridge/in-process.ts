/** The reference ticket bridge for campaigns in this process. */

import type { InProcessReference } from '../in-process.ts';
import type { Randomness } from '../random.ts';
import type { Behaviour } from './behaviour.ts';
import { ticketBridgeFaults } from './faults.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE } from './reference.ts';
import { statedValues } from './values.ts';
import { ticketBridgeVariants } from './variants.ts';

/** The ticket bridge; its values are held to be accepted, as an operator would state them, save where a fault or variant is about others. */
export async function ticketBridgeInProcess(): Promise<InProcessReference> {
  const origin = 'http://ticket-bridge.reference';
  const usual = statedValues({});
  return {
    interface: 'ticket-bridge',
    env: {
      TICKET_BRIDGE_URL: `${origin}/NoAuth/bridge`,
      TICKET_BRIDGE_NAMESPACE: REFERENCE_NAMESPACE,
      TICKET_BRIDGE_VALUES: usual,
      ASSAY_ALLOW_CREATE: 'all',
    },
    faults: ticketBridgeFaults(),
    variants: ticketBridgeVariants(),
    faultsAtOnce: 18,
    async deploy({ changes, ...behaving }) {
      const behaviours = (changes ?? []) as readonly Behaviour[];
      return new Map([[origin, createTicketBridgeReference({ ...behaving, behaviours }).handler]]);
    },
    envFor(behaving) {
      const stated = statedValues(behaving);
      return stated === usual ? {} : { TICKET_BRIDGE_VALUES: stated };
    },
    randomness: async () => (await import('./random.ts')).ticketBridgeRandomness() as Randomness,
    close: async () => undefined,
  };
}
