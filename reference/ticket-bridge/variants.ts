/** Lawful variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import type { Variant } from '../types.ts';
import type { Behaviour } from './behaviour.ts';
import { charsetVariants } from './charset-variants.ts';
import { envelopeVariants } from './envelope-variants.ts';
import { partVariants } from './part-variants.ts';
import { refusalVariants } from './refusal-variants.ts';
import { wrapperVariants } from './wrapper-variants.ts';

function definitions() {
  return [...partVariants, ...wrapperVariants, ...envelopeVariants, ...charsetVariants, ...refusalVariants];
}

/** The variants. */
export const ticketBridgeVariants = (): Variant[] => definitions().map(({ behaviour: _, ...variant }) => variant);

/** The behaviour of a variant. Throws if the id is unknown. */
export function variantBehaviour(id: string): Behaviour {
  const variant = definitions().find((candidate) => candidate.id === id);
  if (!variant) throw new Error(`the ticket bridge reference has no variant ${id}`);
  return variant.behaviour;
}
