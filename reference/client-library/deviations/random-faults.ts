/** Random contradictions of single statements of the client library: the operators of the fixed faults, with drawn arguments. */
import fc, { type Arbitrary } from 'fast-check';
import { anyJson, oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, shown, weighted } from '../../drawn/random.ts';
import { urls, uuids } from '../../drawn/values.ts';
import { schemasOf } from '../../package-root.ts';
import { readRecords } from '../../record-values.ts';
import {
  byNameFrom,
  CALLS,
  type CallName,
  changesAt,
  type LibraryChange,
  type Operator,
  PARAMETERS,
  type Taken,
  takes,
} from '../changes.ts';
import { clientLibraryFaults } from '../faults.ts';

type Drawn = Arbitrary<DrawnFault<LibraryChange>>;
type Verdict = 'fail' | 'warn';

/** A contradiction by changes that are drawn. */
const by = (kills: string, changes: Arbitrary<LibraryChange | readonly LibraryChange[]>, verdict?: Verdict): Drawn =>
  changes.map((drawn) => drawnFault<LibraryChange>(`client-library/${kills}`, shown(drawn, 200), drawn, verdict));

/** A contradiction by one operator with a drawn argument, at a call. */
const drawn = (kills: string, at: CallName, path: string, operator: Operator, argument: Arbitrary<unknown>): Drawn =>
  by(
    kills,
    argument.map((value) => changesAt(at)(path, operator, value)),
  );

const without = (kills: string, at: CallName, ...paths: readonly string[]): Drawn =>
  by(
    kills,
    fc.constantFrom(...paths).map((path) => changesAt(at)(path, 'drop')),
  );

/** Faults of the fixed list, but for those that take a call away. */
const fixed: Drawn = fc
  .constantFrom(...clientLibraryFaults().filter(({ id }) => !id.includes('/is-offered@')))
  .map(({ kills, id, verdict, changes }) => drawnFault(kills, id, changes, verdict));

const notOffered = CALLS.flatMap((of) => [
  without(`${of}/is-offered`, of, '/offer'),
  drawn(`${of}/is-offered`, of, '/offer', 'set', fc.jsonValue()),
]);

/** Another order of parameters: one at least of those whose place shows in what is recorded has to change it. */
const otherOrder = (kills: string, of: CallName, seen: readonly string[] = PARAMETERS[of]): Drawn =>
  by(
    kills,
    fc
      .shuffledSubarray([...PARAMETERS[of]], { minLength: PARAMETERS[of].length })
      .filter((order) => order.some((name, at) => seen.includes(name) && PARAMETERS[of][at] !== name))
      .map((order) => takes(of, ...order)),
  );

const byNameAlone = (of: CallName): Drawn =>
  by(
    `${of}/takes-positional`,
    fc.nat({ max: PARAMETERS[of].length - 1 }).map((from) => byNameFrom(of, from)),
  );

const otherNames = (of: CallName, verdict: Verdict): Drawn =>
  by(
    `${of}/takes-keywords`,
    fc
      .tuple(
        fc.subarray([...PARAMETERS[of]], { minLength: 1 }),
        fc.uniqueArray(fc.stringMatching(/^[a-z]{2,9}_[a-z]{1,4}_$/), { minLength: 5, maxLength: 5 }),
      )
      .map(([renamed, names]) =>
        takes(
          of,
          ...PARAMETERS[of].map(
            (name, at): Taken => [renamed.includes(name) ? (names[at] ?? 'other_') : name, 'both', name],
          ),
        ),
      ),
    verdict,
  );

const methods = (but: string): Arbitrary<string> =>
  fc.constantFrom(...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => method !== but));
/** Other paths; those that are tried first, and any others. */
const paths = (but: RegExp, ...first: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...first),
    fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,12}){1,3}$/).filter((path) => !but.test(path)),
  );
const mediaTypes = fc.oneof(
  fc.constantFrom(
    ...['text/json', 'application/x-json', 'application/json-patch+json', 'application/vnd.api+json'],
    ...['application/jsonlines', 'text/plain; a=application/json'],
  ),
  fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/).filter((type) => type !== 'application/json'),
);
const tokens = fc.stringMatching(/^(Bearer|bearer|Token|Basic|DPoP|[A-Za-z]{1,8}) [A-Za-z0-9._~+-]{1,30}$/);

const requests: readonly Drawn[] = [
  drawn('whoami/sends-get-whoami', 'whoami', '/request/path', 'set', paths(/^\/+whoami\/*$/, '/identity', '/Whoami')),
  drawn('whoami/sends-get-whoami', 'whoami', '/request/method', 'set', methods('GET')),
  drawn('submit/sends-post-jobs', 'submit', '/request/path', 'set', paths(/^\/+jobs\/*$/, '/job', '/jobs/new')),
  drawn('submit/sends-post-jobs', 'submit', '/request/method', 'set', methods('POST')),
  drawn(
    'get_job_status/asks-for-the-job',
    'get_job_status',
    '/request/path',
    'set',
    paths(/^\/delegation/, '/jobs', '/status'),
  ),
  drawn('get_job_status/asks-for-the-job', 'get_job_status', '/arguments/job_id', 'set', uuids()),
  drawn('submit/content-type', 'submit', '/request/headers/Content-Type', 'set', mediaTypes),
  drawn('Context/sends-no-token', 'submit', '/request/headers/Authorization', 'set', tokens),
  drawn('Context/sends-no-token', 'whoami', '/request/headers/Authorization', 'set', tokens),
  drawn(
    'Context/verify-default',
    'Context',
    '/arguments',
    'merge',
    fc.constantFrom<unknown>(false, 0, '', null, []).map((verify) => ({ before: { verify } })),
  ),
];

/** Places in a text that every source, destination and checksum has. */
const places = fc.nat({ max: 14 });
const otherUrls = fc.array(fc.oneof(urls(), oddStrings()), { minLength: 1, maxLength: 3 });

const member = (name: string, path: string, text: string): Drawn[] => {
  const at = (where: string, operator: Operator, argument: Arbitrary<unknown>): Drawn =>
    drawn(`new_transfer/${name}`, 'new_transfer', `/file/${where}`, operator, argument);
  const shorter = fc.tuple(places, fc.constantFrom(['.', '~'], ['.*', '']));
  const other = shorter.map(([place, [what, by]]) => [`^(.{${place}})${what}`, `\\1${by}`]);
  if (path === text) return [at(text, 'replace', other), at(path, 'set', oddStrings())];
  const further = otherUrls.map((before) => ({ before }));
  return [at(text, 'replace', other), at(path, 'set', otherUrls), at(path, 'merge', further)];
};

const transfers: readonly Drawn[] = [
  ...member('source', 'sources', 'sources/0'),
  ...member('destination', 'destinations', 'destinations/0'),
  ...member('checksum', 'checksum', 'checksum'),
];

const jobs: readonly Drawn[] = [
  drawn('new_job/takes-a-list', 'new_job', '/job/files', 'pick', fc.constantFrom({ 1: [] }, { 1: [0, 0] })),
  drawn(
    'new_job/holds-each-transfer',
    'new_job',
    '/job/files',
    'pick',
    fc
      .array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 })
      .filter((picked) => picked.toSorted().join() !== '0,1,2')
      .map((picked) => ({ 3: picked })),
  ),
];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const are = (of: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);

/** Documented places of the body, and what is right there (Resources B, submission body). Without a body nothing is sent. */
const PLACES: Readonly<Record<string, (value: unknown) => boolean>> = {
  '': (value) => isObject(value) || value === null,
  '/params': isObject,
  '/files': are(isObject),
  '/params/overwrite': (value) => typeof value === 'boolean',
  '/files/*/sources': are(isText),
  '/files/*/destinations': are(isText),
  '/files/*/source_tokens': are(isText),
  '/files/*/destination_tokens': are(isText),
  '/files/*/checksum': isText,
};

/** Values of the kinds that are tried first, and any others; none of them right. */
const wrong = (right: (value: unknown) => boolean): Arbitrary<unknown> =>
  fc
    .oneof(
      fc.constantFrom<unknown>(null, true, 0, 'text', '', [], {}, [null], [{}], ['text', 1], [[]], { 0: 'text' }),
      anyJson(),
      fc.tuple(fc.array(oddStrings(), { maxLength: 2 }), anyJson()).map(([texts, value]) => [...texts, value]),
    )
    .filter((value) => !right(value));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const bodies: readonly Drawn[] = [
  ...Object.entries(PLACES).map(([path, right]) =>
    drawn('submit/body', 'submit', `/request/body${path}`, 'set', wrong(right)),
  ),
  without('submit/body', 'submit', '/request/body/params', '/request/body/files'),
  drawn(
    'submit/body',
    'submit',
    '/text',
    'set',
    oddStrings().filter((text) => !isJson(text)),
  ),
  drawn(
    'submit/body',
    'submit',
    '/text',
    'replace',
    fc.oneof(
      fc.nat({ max: 99 }).map((length) => [`(?s)^(.{${length}}).*`, '\\1']),
      fc.constantFrom(',', '}', 'x', '"', '//', '\u0000', '\ufeff').map((put) => ['\\Z', put]),
    ),
  ),
];

const ends = fc.record({
  type: fc.constantFrom('Exception', 'KeyError', 'TypeError', 'SystemExit', 'BaseException'),
  text: oddStrings(),
});
const noObject = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, '', []),
  fc.integer(),
  oddStrings(),
  fc.array(anyJson(), { maxLength: 3 }),
);

/** Wrong results of a call that returns a record, in each member that the reference's service sends to a certificate. */
function results(of: 'whoami' | 'get_job_status', statement: string, record: string): readonly Drawn[] {
  const kills = `${of}/${statement}`;
  const members = Object.entries(readRecords(schemasOf('transfer')).get(record)?.properties ?? {}).filter(
    ([name, { only }]) => only !== 'token' && name !== 'http_status',
  );
  const names = members.map(([name]) => `/result/${name}`);
  const named = (path: (name: string) => string, operator: Operator, argument: Arbitrary<unknown>): Drawn =>
    fc.constantFrom(...names).chain((name) => drawn(kills, of, path(name), operator, argument));
  return [
    without(kills, of, ...names),
    named((name) => name, 'another', anyJson()),
    named((name) => name, 'as', fc.constantFrom('array', 'fewer', 'other-letters')),
    by(
      kills,
      fc
        .tuple(fc.constantFrom(...names), fc.stringMatching(/^[A-Za-z0-9_]{1,6}$/))
        .map(([name, more]) => [
          changesAt(of)(`${name}${more}`, 'copy', name.replace('/result', '/value')),
          changesAt(of)(name, 'drop'),
        ]),
    ),
    drawn(kills, of, '/result', 'set', noObject),
    drawn(kills, of, '/result', 'as', fc.constant('array')),
    drawn(kills, of, '/result', 'raise', ends),
  ];
}

const otherResults: readonly Drawn[] = [
  drawn('get_job_status/http-status', 'get_job_status', '/result/http_status', 'set', wrong(isText)),
  drawn('submit/returns-job-id', 'submit', '/result', 'another', fc.oneof(anyJson(), uuids())),
  drawn('submit/returns-job-id', 'submit', '/result', 'as', fc.constantFrom('array', 'within')),
  drawn(
    'submit/returns-job-id',
    'submit',
    '/result',
    'replace',
    fc.tuple(fc.constantFrom('^', '\\Z'), fc.constantFrom(' ', '\n', '"', '}', '/jobs/', 'urn:uuid:')),
  ),
];

/** One statement, contradicted at random. */
export const drawnFaults = (): Drawn =>
  weighted(
    [6, fixed],
    [2, fc.oneof(...notOffered)],
    [1, otherOrder('Context/takes-positional', 'Context')],
    [1, otherOrder('new_transfer/takes-positional', 'new_transfer', ['source', 'destination', 'checksum'])],
    [1, otherOrder('submit/sends-post-jobs', 'submit')],
    [1, otherOrder('get_job_status/asks-for-the-job', 'get_job_status')],
    [2, fc.oneof(byNameAlone('Context'), byNameAlone('new_transfer'))],
    [2, fc.oneof(otherNames('Context', 'fail'), otherNames('new_transfer', 'warn'))],
    [9, fc.oneof(...requests)],
    [5, fc.oneof(...transfers)],
    [2, fc.oneof(...jobs)],
    [8, fc.oneof(...bodies)],
    [
      8,
      fc.oneof(
        ...results('whoami', 'returns-identity', 'transfer/identity'),
        ...results('get_job_status', 'returns-job', 'transfer/job'),
      ),
    ],
    [4, fc.oneof(...otherResults)],
  );
