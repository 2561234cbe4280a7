/** Exchanges of a probe by the names under which it returned them: typed, recorded as identifiers, and found again. */
import { describe, expect, test } from 'vitest';
import { byRecordedRole, idsByRole } from '../../src/engine/words/roles.ts';
import { exchange } from './exchanges.ts';

const [made, read, again, other] = [
  exchange(),
  exchange({ operation: 'identity' }),
  exchange({ label: 'again' }),
  exchange({ label: 'again' }),
];
const tree = { made, reads: [read, again], trip: { there: other, back: undefined } };

describe('a tree of roles', () => {
  test('is recorded as identifiers and found again', () => {
    const ids = idsByRole(tree);
    expect(ids).toEqual({ made: made.id, reads: [read.id, again.id], trip: { there: other.id } });
    const known = new Map([made, again, other].map((one) => [one.id, one]));
    expect(byRecordedRole(JSON.parse(JSON.stringify(ids)), known)).toEqual({
      made,
      reads: [again],
      trip: { there: other },
    });
  });
});
