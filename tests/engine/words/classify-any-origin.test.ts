/**
 * The meaning of a response in random runs: no wrong setting is a failure of the service, and the order of the record
 * makes no difference.
 */
import fc from 'fast-check';
import { classify } from '../../../src/engine/words/classify/classify.ts';
import type { Exchange, Origin, Origins } from '../../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';
import { ANSWER, FOLDER, GAP, ODD, OF_FOLDER, OWN, USUAL } from '../origin-samples.ts';

const STATUS = fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 410, 422, 500, 501, 503);
const PLACE = fc.constantFrom(
  'params/id',
  'params/other',
  'path',
  'body',
  'body/id',
  'credential',
  'address',
  'authorities',
);
const ORIGIN: fc.Arbitrary<Origin> = fc.oneof(
  fc.record(
    {
      from: fc.constant('setting' as const),
      name: fc.constantFrom('SHARE', 'SPACE'),
      member: fc.constantFrom('Status'),
      anyKind: fc.constant(true as const),
    },
    { requiredKeys: ['from', 'name'] },
  ),
  fc.constantFrom(ANSWER, { ...ANSWER, unsure: true as const }, { ...ANSWER, about: ['SHARE'] }, GAP, {
    ...GAP,
    value: 'MD5',
  }),
  fc.constantFrom(USUAL, ODD, { ...ODD, leftOpen: true as const }),
);
const ORIGINS: fc.Arbitrary<Origins> = fc.dictionary(PLACE, fc.array(ORIGIN, { minLength: 1, maxLength: 2 }), {
  maxKeys: 4,
});
const FREE = {
  operation: fc.constantFrom('list-jobs', 'identity', 'delegation'),
  lane: fc.constantFrom('certificate', 'token'),
  credential: fc.constantFrom('certificate', 'token'),
  service: fc.constantFrom('transfer', 'other'),
  interface: fc.constantFrom('transfer', 'data-hub'),
  purpose: fc.constantFrom('documented', 'refusal', 'closing', 'cleanup', 'other'),
  origins: ORIGINS,
};
/**
 * Other exchanges of a run: if one of them succeeded with the directory, then in a way that does not show that the
 * directory is right.
 */
const OTHER: fc.Arbitrary<ExchangeOptions> = fc
  .record({
    ...FREE,
    status: STATUS,
    holds: fc.constantFrom<Origin[]>(
      [],
      [FOLDER],
      [{ ...FOLDER, anyKind: true }],
      [{ ...FOLDER, member: 'x' }],
      [OF_FOLDER],
    ),
    at: PLACE,
  })
  .map(({ holds, at, ...options }) => {
    const confirms =
      holds[0] === FOLDER &&
      options.status < 300 &&
      options.interface === 'transfer' &&
      ['documented', 'closing'].includes(options.purpose);
    return { ...options, origins: { ...options.origins, ...(holds.length > 0 && { [at]: confirms ? [] : holds }) } };
  });
const RECORDED = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2000 }), OTHER), {
  selector: ([at]) => at,
  maxLength: 12,
});
const recorded = (others: [number, ExchangeOptions][]): Exchange[] =>
  others.map(([at, options]) => exchange({ ...options, at }));

test('a value of a setting that nothing confirmed is never held against the service', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(400, 403, 404, 409, 410, 422),
      fc.constantFrom(FOLDER, { ...FOLDER, anyKind: true as const }, OF_FOLDER),
      fc.constantFrom('params/id', 'params/path'),
      ORIGINS,
      fc.boolean(),
      RECORDED,
      (status, origin, place, origins, documentedMediaType, others) => {
        const own = exchange({
          status,
          at: OWN,
          origins: { ...origins, [place]: [origin] },
          ...(documentedMediaType && { documentedMediaType }),
        });
        const everything = recorded(others);
        everything.splice(status % (everything.length + 1), 0, own);
        const result = classify(own, everything);
        expect(result.kind, JSON.stringify(result)).toBe('undecided');
        expect(result).toMatchObject({ blame: status === 403 ? 'credential' : 'settings' });
      },
    ),
    { numRuns: 1500 },
  );
});

test('what an answer means does not rest on the order of the record', () => {
  fc.assert(
    fc.property(STATUS, ORIGINS, RECORDED, fc.nat(), (status, origins, others, by) => {
      const own = exchange({ status, at: OWN, origins });
      const everything = [...recorded(others), own];
      const turned = everything
        .map((_, index) => everything[(index + by) % everything.length] as Exchange)
        .toReversed();
      expect(classify(own, turned)).toEqual(classify(own, everything));
    }),
    { numRuns: 300 },
  );
});
