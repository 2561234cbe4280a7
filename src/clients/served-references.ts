/** The references as `assay serve` starts them: by interface, with faults and variants that are known. */
import type { Watching } from '../../reference/serve.ts';
import { faultsOf, variantsOf } from '../run/reference-behaviours.ts';
import { nearest } from '../settings/nearest.ts';
import type { Served } from './client-side.ts';

/** Wrong use of serve; the message is for the user. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

export interface StartedReference {
  readonly env: Readonly<Record<string, string>>;
  /** Further credentials that a client may use, by name. */
  readonly credentials?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A fault and variants of one reference. */
export interface Behaving {
  readonly fault?: string;
  readonly variants?: readonly string[];
}

interface ServedReference {
  /** The setting that holds each service's address, in the order in which they listen. */
  readonly addresses: Readonly<Record<string, string>>;
  start(options: Behaving & Watching): Promise<StartedReference>;
}

/** What can be served, loaded when it is needed. */
export const SERVED_REFERENCES: Readonly<Record<Served, ServedReference>> = {
  'ticket-bridge': {
    addresses: { 'ticket-bridge': 'TICKET_BRIDGE_URL' },
    start: async (options) => (await import('../../reference/ticket-bridge/start.ts')).startTicketBridgeReference(options),
  },
  transfer: {
    addresses: { transfer: 'TRANSFER_URL' },
    start: async (options) => (await import('../../reference/transfer/start.ts')).startTransferReference(options),
  },
  'data-hub': {
    addresses: { 'identity-provider': 'DATA_HUB_AUTH_URL', zone: 'DATA_HUB_ZONE_URL', provider: 'DATA_HUB_PROVIDER_URL' },
    start: async (options) => (await import('../../reference/data-hub/start.ts')).startDataHubReference(options),
  },
};

/**
 * How each served interface is to behave.
 * @throws ServeError, naming the nearest, for a fault or variant that none of them has
 */
export async function behavingOf(
  interfaces: readonly Served[],
  fault: string | undefined,
  variants: readonly string[] = [],
): Promise<ReadonlyMap<Served, Behaving>> {
  const ids = async (wanted: boolean, list: typeof faultsOf | typeof variantsOf, of: Served) => (wanted ? (await list(of)).map(({ id }) => id) : []);
  const offers = await Promise.all(
    interfaces.map(async (of) => ({ of, faults: await ids(fault !== undefined, faultsOf, of), variants: await ids(variants.length > 0, variantsOf, of) })),
  );
  const known = { fault: offers.flatMap((offer) => offer.faults), variant: offers.flatMap((offer) => offer.variants) };
  if (fault !== undefined) refuseUnknown('fault', fault, known.fault);
  for (const variant of variants) refuseUnknown('variant', variant, known.variant);
  return new Map(
    offers.map((offer) => [
      offer.of,
      { ...(fault !== undefined && offer.faults.includes(fault) && { fault }), variants: variants.filter((variant) => offer.variants.includes(variant)) },
    ]),
  );
}

function refuseUnknown(kind: 'fault' | 'variant', id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  const near = nearest(id, known);
  throw new ServeError(`What is served has no ${kind} ${JSON.stringify(id)}${near ? `; did you mean ${near}?` : '.'} assay list ${kind}s prints them.`);
}
