/** Randomly drawn client libraries. */
import type { Randomness } from '../../drawn/random.ts';
import type { LibraryChange } from '../changes.ts';
import { drawnCalls } from './random-calls.ts';
import { drawnMessages } from './random-messages.ts';

/**
 * Variants that are applied last, in this order: they change the complete results, and members can be added only to a
 * dict. All others can be in any order.
 */
const LAST = ['ordered-results', 'attributes-for-results'];

const nameOf = (variant: string) => variant.replace(/^client-library-variant\//, '');

/** Drawn variants of the client library. */
export function clientLibraryRandomness(): Randomness<LibraryChange> {
  const place = (variant: string) => LAST.indexOf(nameOf(variant));
  return {
    variants: [...drawnMessages(), ...drawnCalls()],
    amid: /\/(media-type|headers|targets|submission-members|order-of-files|json-writing|threads|delays|output|offers)$/,
    arrange: (ids) => [...ids].sort((one, other) => place(one) - place(other)),
  };
}
