/** Values of the deployment's vocabulary, as an operator of the embedded bridge would state them. */
import { ticketBridgeFaults } from './faults.ts';
import { ticketBridgeVariants } from './variants.ts';

const ACCEPTED = {
  Requestor: 'ada@example.org',
  Priority: 'low',
  Status: 'open',
  AffectedSite: 'EXAMPLE-SITE',
} as const;

let tags: ReadonlyMap<string, readonly string[]> | undefined;

/** The setting TICKET_BRIDGE_VALUES. With a fault or variant that has the tag `values:none` it is empty, with `values:some` it names no Priority. */
export function statedValues({
  fault = [],
  variants = [],
}: {
  readonly fault?: string | readonly string[];
  readonly variants?: readonly string[];
}): string {
  tags ??= new Map(
    [...ticketBridgeFaults(), ...ticketBridgeVariants()].map((behaviour) => [behaviour.id, behaviour.tags ?? []]),
  );
  const stated = new Set([...[fault].flat(), ...variants].flatMap((id) => tags?.get(id) ?? []));
  if (stated.has('values:none')) return '';
  const { Priority, ...some } = ACCEPTED;
  return JSON.stringify(stated.has('values:some') ? some : { ...some, Priority });
}
