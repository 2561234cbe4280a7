/** Random contradictions of what calls return. */
import fc, { type Arbitrary } from 'fast-check';
import { schemasOf } from '../package-root.ts';
import { type DrawnFault, shown, weighted } from '../random.ts';
import { anyJson, oddStrings } from '../random-json.ts';
import { uuids } from '../random-values.ts';
import { readRecords } from '../record-values.ts';
import { type Layer, violation } from './drawn.ts';

type Drawn = Arbitrary<DrawnFault<Layer>>;

const ROWS = { whoami: 'whoami/returns-identity', get_job_status: 'get_job_status/returns-job' } as const;
type Reading = keyof typeof ROWS;

/** Members that the reference's service sends to a certificate. */
function membersOf(of: Reading): string[] {
  const record = readRecords(schemasOf('transfer')).get(of === 'whoami' ? 'transfer/identity' : 'transfer/job');
  return Object.entries(record?.properties ?? {})
    .filter(([name, { only }]) => only !== 'token' && name !== 'http_status')
    .map(([name]) => name);
}

const calls = fc.constantFrom<Reading>('whoami', 'get_job_status');

const changedMember: Drawn = calls.chain((of) =>
  fc
    .tuple(
      fc.constantFrom(...membersOf(of)),
      fc.oneof(
        fc.constant(['lost', null] as const),
        fc.tuple(fc.constant('renamed' as const), fc.stringMatching(/^[A-Za-z0-9_]{1,6}$/)),
        fc.tuple(
          fc.constantFrom(
            'value' as const,
            'element' as const,
            'fewer' as const,
            'member' as const,
            'letters' as const,
          ),
          anyJson(),
        ),
      ),
    )
    .map(([member, [change, value]]) =>
      violation(ROWS[of], `${member} of ${of}: ${change} ${shown(value)}`, {
        do: 'result-changed',
        of,
        member,
        change,
        value,
      }),
    ),
);

const noObjects = fc.oneof(
  fc.constantFrom<unknown>(null, 'array', true, false, 0, '', []),
  fc.integer(),
  oddStrings(),
  fc.array(anyJson(), { maxLength: 3 }),
);

const instead: Drawn = fc.oneof(
  fc.tuple(calls, noObjects).map(([of, value]) =>
    violation(ROWS[of], `${of} returns ${value === 'array' ? 'an array that holds it' : shown(value)}`, {
      do: 'result-instead',
      of,
      value,
      raises: null,
    }),
  ),
  fc
    .tuple(calls, oddStrings(), fc.constantFrom('Exception', 'KeyError', 'TypeError', 'SystemExit', 'BaseException'))
    .map(([of, value, raises]) =>
      violation(ROWS[of], `${of} raises ${raises} ${shown(value)}`, { do: 'result-instead', of, value, raises }),
    ),
);

const noStrings = fc.oneof(
  fc.constantFrom<unknown>(null, true, 200, [], {}),
  anyJson().filter((value) => typeof value !== 'string'),
);

const httpStatus: Drawn = fc.option(noStrings, { nil: undefined }).map((value) =>
  violation('get_job_status/http-status', `http_status is ${shown(value)}`, {
    do: 'http-status',
    value: value === undefined ? [] : [value],
  }),
);

const identifier: Drawn = fc
  .oneof(
    fc.tuple(fc.constant('json'), anyJson()),
    fc.tuple(fc.constant('json'), uuids()),
    fc.tuple(fc.constant('within'), fc.constantFrom('array', 'object')),
    fc.tuple(
      fc.constant('text'),
      fc.constantFrom('{} ', 'job {}', '"{}"', '{}\n', '{{}}', 'urn:uuid:{}', '/jobs/{}', '{}{}'),
    ),
  )
  .map((value) =>
    violation('submit/returns-job-id', `submit returns ${shown(value)}`, { do: 'identifier-instead', value }),
  );

/** Contradictions of what whoami, submit and get_job_status return. */
export const resultViolations = (): Drawn =>
  weighted([6, changedMember], [3, instead], [2, httpStatus], [2, identifier]);
