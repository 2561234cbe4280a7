/**
 * The reference ticket bridge for campaigns in this process, and the setting that a deployment's operator would state.
 */

import type { Randomness } from '../drawn/random.ts';
import type { Deviations, InProcessReference } from '../in-process.ts';
import { FAULTS, faults, sometimes } from './faults.ts';
import type { Change } from './operators.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE } from './reference.ts';
import { changing, VARIANTS, variants } from './variants.ts';

/** Values of the deployment's vocabulary. */
const ACCEPTED = { Requestor: 'ada@example.org', Status: 'open', AffectedSite: 'EXAMPLE-SITE' };

/**
 * Returns the setting TICKET_BRIDGE_VALUES. With a fault or variant that has the tag `values:none` it is empty, with
 * `values:some` it names no Priority.
 */
export function statedValues({ fault = [], variants = [] }: Deviations): string {
  const deviations = [...[fault].flat().map((id) => FAULTS.get(id)), ...variants.map((id) => VARIANTS.get(id))];
  const tags = deviations.flatMap((each) => each?.tags ?? []);
  if (tags.includes('values:none')) return '';
  return JSON.stringify(tags.includes('values:some') ? ACCEPTED : { ...ACCEPTED, Priority: 'low' });
}

/**
 * Returns the ticket bridge; its values are assumed valid, as an operator would state them, unless a fault or variant
 * is about others.
 */
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
    faults: faults(),
    sometimes: { faults: sometimes(), variants: changing() },
    variants: variants(),
    faultsAtOnce: 18,
    deploy: async ({ changes = [], ...ids }) =>
      new Map([[origin, createTicketBridgeReference({ ...ids, changes: changes as readonly Change[] }).handler]]),
    envFor(deviations) {
      const stated = statedValues(deviations);
      const env: Record<string, string> = stated === usual ? {} : { TICKET_BRIDGE_VALUES: stated };
      return env;
    },
    randomness: async () => (await import('./deviations/random.ts')).ticketBridgeRandomness() as Randomness,
    close: async () => undefined,
  };
}
