/** Random contradictions of what calls return. */
import fc, { type Arbitrary } from 'fast-check';
import { schemasOf } from '../package-root.ts';
import { type DrawnFault, drawnFault, shown, weighted } from '../random.ts';
import { anyJson, oddStrings } from '../random-json.ts';
import { uuids } from '../random-values.ts';
import { readRecords } from '../record-values.ts';
import { change, type LibraryChange } from './changes.ts';

type Drawn = Arbitrary<DrawnFault<LibraryChange>>;

const READINGS = {
  whoami: { kills: 'whoami/returns-identity', record: 'transfer/identity' },
  get_job_status: { kills: 'get_job_status/returns-job', record: 'transfer/job' },
} as const;
type Reading = keyof typeof READINGS;

const readings = fc.constantFrom<Reading>('whoami', 'get_job_status');

/** Members that the reference's service sends to a certificate, with their types. */
const membersOf = (of: Reading) =>
  Object.entries(readRecords(schemasOf('transfer')).get(READINGS[of].record)?.properties ?? {}).filter(
    ([name, { only }]) => only !== 'token' && name !== 'http_status',
  );

const wrong = (
  of: Reading,
  changes: LibraryChange | readonly LibraryChange[],
  what: string,
): DrawnFault<LibraryChange> => drawnFault(`client-library/${READINGS[of].kills}`, `${of}: ${what}`, changes);

const changedMember: Drawn = readings.chain((of) =>
  fc.constantFrom(...membersOf(of)).chain(([name, { type }]) => {
    const at = (...rest: [LibraryChange['operator'], unknown?]) => change(of, `/result/${name}`, ...rest);
    const value = anyJson();
    return fc
      .oneof(
        fc.constantFrom<readonly LibraryChange[]>([at('drop')], [at('as', 'fewer')], [at('as', 'other-letters')]),
        fc
          .stringMatching(/^[A-Za-z0-9_]{1,6}$/)
          .map((more) => [change(of, `/result/${name}${more}`, 'copy', `/value/${name}`), at('drop')]),
        value.map((other) => [at('another', other)]),
        value.map((other) =>
          type === 'array' ? [at('merge', { behind: [other] })] : [at('as', 'array'), at('merge', { behind: [other] })],
        ),
        ...(type === 'object' ? [value.map((other) => [change(of, `/result/${name}/*`, 'another', other)])] : []),
      )
      .map((changes) =>
        wrong(
          of,
          changes,
          changes.map(({ path, operator, argument }) => `${operator} ${path} ${shown(argument)}`).join(),
        ),
      );
  }),
);

const noObjects = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, '', []),
  fc.integer(),
  oddStrings(),
  fc.array(anyJson(), { maxLength: 3 }),
);

const instead: Drawn = fc.oneof(
  readings.map((of) => wrong(of, change(of, '/result', 'as', 'array'), 'an array that holds it')),
  fc.tuple(readings, noObjects).map(([of, value]) => wrong(of, change(of, '/result', 'set', value), shown(value))),
  fc
    .tuple(readings, oddStrings(), fc.constantFrom('Exception', 'KeyError', 'TypeError', 'SystemExit', 'BaseException'))
    .map(([of, text, type]) =>
      wrong(of, change(of, '/result', 'raise', { type, text }), `raises ${type} ${shown(text)}`),
    ),
);

const httpStatus: Drawn = fc
  .option(
    anyJson().filter((value) => typeof value !== 'string'),
    { nil: undefined },
  )
  .map((value) =>
    drawnFault(
      'client-library/get_job_status/http-status',
      `http_status is ${shown(value)}`,
      value === undefined
        ? change('get_job_status', '/result/http_status', 'drop')
        : change('get_job_status', '/result/http_status', 'set', value),
    ),
  );

const identifier: Drawn = fc
  .oneof<Arbitrary<readonly [LibraryChange['operator'], unknown]>[]>(
    anyJson().map((value) => ['another', value] as const),
    uuids().map((value) => ['another', value] as const),
    fc.constantFrom('array', 'within').map((kind) => ['as', kind] as const),
    fc
      .constantFrom(' ', '\n', '"', '}', '/jobs/')
      .chain((put) => fc.constantFrom([`^`, put], ['\\Z', put], ['^', `urn:uuid:${put}`]))
      .map((put) => ['replace', put] as const),
  )
  .map(([operator, argument]) =>
    drawnFault(
      'client-library/submit/returns-job-id',
      `submit returns: ${operator} ${shown(argument)}`,
      change('submit', '/result', operator, argument),
    ),
  );

/** Contradictions of what whoami, submit and get_job_status return. */
export const drawnWrongResults = (): Drawn =>
  weighted([6, changedMember], [3, instead], [2, httpStatus], [2, identifier]);
