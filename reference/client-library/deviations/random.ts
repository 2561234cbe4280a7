/** Randomly drawn client libraries. */
import fc, { type Arbitrary } from 'fast-check';
import type { DrawnFault, DrawnVariant, Randomness } from '../../drawn/random.ts';
import type { LibraryChange } from '../changes.ts';
import { drawnCalls } from './random-calls.ts';
import { drawnFaults } from './random-faults.ts';
import { drawnMessages } from './random-messages.ts';

/**
 * Variants that are applied last, in this order: they change the complete results, and members can be added only to a
 * dict. All others can be in any order.
 */
const LAST = ['ordered-results', 'attributes-for-results'];

/** Variants that neither read nor write what is drawn. */
const BESIDE = new Set([
  'extra-parameters',
  'doubled-slashes',
  'query-behind-job',
  'other-job-path',
  'asks-version-first',
  'checks-identity-in-context',
  'delegates-before-submission',
  'job-parameters-with-defaults',
  'file-fields-beyond',
  'filesize-and-metadata-left-out',
  'files-in-other-order',
  'prints',
  'leaves-threads',
  'asks-in-a-thread',
  'further-members-in-results',
  'own-http-status',
]);

/** Drawn variants that neither hide a fault nor are in its way. */
const AMID =
  /\/(media-type|headers|targets|submission-members|order-of-files|json-writing|threads|delays|output|offers)$/;

/** Returns faults among drawn variants, which act first. */
function amid(
  variants: readonly DrawnVariant<LibraryChange>[],
  faults: Arbitrary<DrawnFault<LibraryChange>>,
): Arbitrary<DrawnFault<LibraryChange>> {
  const some = variants
    .filter(({ id }) => AMID.test(id))
    .map(({ id, values, changes }) =>
      fc.option(
        values.map((value) => ({ id, changes: changes(value) })),
        { nil: undefined, freq: 2 },
      ),
    );
  return fc.tuple(faults, fc.tuple(...some)).map(([fault, drawn]) => {
    const taken = drawn.filter((each) => each !== undefined);
    const what = [fault.what, ...taken.map(({ id }) => id.replace(/^.*\//, ''))].join(', amid ');
    return { ...fault, what, changes: [...taken.flatMap(({ changes }) => changes), ...fault.changes] };
  });
}

const nameOf = (variant: string): string => variant.replace(/^client-library-variant\//, '');

/** Drawn variants and faults of the client library. */
export function clientLibraryRandomness(): Randomness<LibraryChange> {
  const variants = [...drawnMessages(), ...drawnCalls()];
  const place = (variant: string): number => LAST.indexOf(nameOf(variant));
  return {
    variants,
    faults: amid(variants, drawnFaults()),
    arrange: (ids) => [...ids].sort((one, other) => place(one) - place(other)),
    combines: (variant) => BESIDE.has(nameOf(variant)),
  };
}
