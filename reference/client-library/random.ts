/** Randomly drawn client libraries. */
import fc, { type Arbitrary } from 'fast-check';
import type { DrawnFault, DrawnVariant, Randomness } from '../random.ts';
import type { Layer } from './drawn.ts';
import { callFreedoms } from './random-calls.ts';
import { messageFreedoms, submissionFreedoms } from './random-messages.ts';
import { clientLibraryViolations } from './random-violations.ts';

/** Variants that need another above or below them, from the outermost to the innermost; all others hold anywhere. */
const ORDER = [
  // The names of all headers.
  'media-type-with-charset',
  // Members can be added to a dict only.
  'attributes-for-results',
  'ordered-results',
];

/** Variants that neither read nor write what freedoms change. */
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

/** Freedoms that neither hide what is contradicted nor stand in its way. */
const AMID =
  /\/(media-type|headers|targets|submission-members|order-of-files|json-writing|threads|delays|output|offers)$/;

/** Contradictions among lawful variants: the variants are applied nearer to the library. */
function amid(
  freedoms: readonly DrawnVariant<Layer>[],
  violations: Arbitrary<DrawnFault<Layer>>,
): Arbitrary<DrawnFault<Layer>> {
  const some = freedoms
    .filter(({ id }) => AMID.test(id))
    .map(({ id, values, changes }) =>
      fc.option(
        values.map((value) => ({ id, layers: changes(value) })),
        { nil: undefined, freq: 2 },
      ),
    );
  return fc.tuple(violations, fc.tuple(...some)).map(([violation, drawn]) => {
    const taken = drawn.filter((each) => each !== undefined);
    const what = [violation.what, ...taken.map(({ id }) => id.replace(/^.*\//, ''))].join(', amid ');
    return { ...violation, what, changes: [...taken.flatMap(({ layers }) => layers), ...violation.changes] };
  });
}

const nameOf = (variant: string): string => variant.replace(/^client-library-variant\//, '');
const place = (variant: string): number => (ORDER.indexOf(nameOf(variant)) + ORDER.length + 1) % (ORDER.length + 1);

/** Freedoms and violations of the client library. */
export function clientLibraryRandomness(): Randomness<Layer> {
  const freedoms = [...messageFreedoms(), ...submissionFreedoms(), ...callFreedoms()];
  return {
    variants: freedoms,
    faults: amid(freedoms, clientLibraryViolations()),
    arrange: (variants) => [...variants].sort((one, other) => place(one) - place(other)),
    holdsBeside: (variant) => BESIDE.has(nameOf(variant)),
  };
}
