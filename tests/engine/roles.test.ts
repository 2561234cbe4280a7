/** Exchanges of a probe by the names under which it returned them: typed, recorded as identifiers, and found again. */
import { describe, expect, test } from 'vitest';
import { byRecordedRole, idsByRole, unnamed } from '../../src/engine/words/roles.ts';
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

  test('is made of labels and operations where none was recorded', () => {
    const table = {
      made: 'list-jobs again',
      reads: ['identity', 'again'],
      trip: { there: 'list-jobs', back: 'none' },
      any: ['*'],
    };
    expect(unnamed(table, [made, read, again])).toEqual({
      made: again,
      reads: [read, again],
      trip: { there: again },
      any: [made, read, again],
    });
  });
});
