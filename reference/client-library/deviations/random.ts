/** Randomly drawn client libraries: a fault among variants that neither hide it nor stand in its way. */
import fc from 'fast-check';
import { drawnFault, type Randomness } from '../../drawn/random.ts';
import type { LibraryChange } from '../changes.ts';
import { clientLibraryFaults } from '../faults.ts';
import { clientLibraryVariants } from '../variants.ts';

/** Variants that act on what others leave, in order: members can be added to a dict only. All others hold anywhere. */
const LAST = ['ordered-results', 'attributes-for-results'];

const AMID =
  /\/(doubled-slashes|query-behind-job|content-type-always|file-fields-beyond|job-parameters-with-defaults|body-indented|prints|leaves-threads)$/;

const place = (variant: string): number => LAST.findIndex((name) => variant.endsWith(`/${name}`));

/** Drawn faults, and which variants hold together. */
export const clientLibraryRandomness = (): Randomness<LibraryChange> => ({
  variants: [],
  // All but those that take a call away.
  faults: fc
    .tuple(
      fc.constantFrom(...clientLibraryFaults().filter(({ id }) => !id.includes('/is-offered@'))),
      fc.subarray(clientLibraryVariants().filter(({ id }) => AMID.test(id))),
    )
    .map(([{ id, kills, verdict, changes }, amid]) =>
      drawnFault(
        kills,
        [id, ...amid.map((variant) => variant.id)].join(', amid '),
        [...amid.flatMap((variant) => variant.changes), ...changes],
        verdict,
      ),
    ),
  arrange: (ids) => [...ids].sort((one, other) => place(one) - place(other)),
  holdsBeside: () => true,
});
