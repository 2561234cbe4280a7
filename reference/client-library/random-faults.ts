/** Random contradictions of single statements of the client library: offers, requests, transfers, submissions. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, drawnFault, shown, weighted } from '../random.ts';
import { anyJson, oddStrings } from '../random-json.ts';
import { urls, uuids } from '../random-values.ts';
import {
  byNameFrom,
  CALLS,
  type CallName,
  change,
  type LibraryChange,
  PARAMETERS,
  type Taken,
  takes,
} from './changes.ts';
import { clientLibraryFaults, picked } from './faults.ts';
import { drawnWrongResults } from './random-wrong-results.ts';

type Drawn = Arbitrary<DrawnFault<LibraryChange>>;

const fault = (
  kills: string,
  what: string,
  changes: LibraryChange | readonly LibraryChange[],
  verdict?: 'fail' | 'warn',
): DrawnFault<LibraryChange> => drawnFault(`client-library/${kills}`, what, changes, verdict);

/** Faults of the fixed list, but for those that take a call away. */
const fixed: Drawn = fc
  .constantFrom(...clientLibraryFaults().filter(({ id }) => !id.includes('/is-offered@')))
  .map(({ kills, title, verdict, changes }) => drawnFault(kills, title, changes, verdict));

const notOffered: Drawn = fc
  .tuple(fc.constantFrom(...CALLS), fc.option(fc.jsonValue(), { nil: undefined }))
  .map(([of, value]) =>
    fault(
      `${of}/is-offered`,
      `${of} is ${value === undefined ? 'missing' : shown(value)}`,
      value === undefined ? change(of, '/offer', 'drop') : change(of, '/offer', 'set', value),
    ),
  );

/** Calls whose documented order shows in what is recorded, with the parameters of which one at least has to change its place. */
const ORDERED: readonly (readonly [of: CallName, kills: string, seen: readonly string[]])[] = [
  ['Context', 'Context/takes-positional', PARAMETERS.Context],
  ['new_transfer', 'new_transfer/takes-positional', ['source', 'destination', 'checksum']],
  ['submit', 'submit/sends-post-jobs', PARAMETERS.submit],
  ['get_job_status', 'get_job_status/asks-for-the-job', PARAMETERS.get_job_status],
];

const otherOrder: Drawn = fc.constantFrom(...ORDERED).chain(([of, kills, seen]) => {
  const own = PARAMETERS[of];
  return fc
    .shuffledSubarray([...own], { minLength: own.length })
    .filter((order) => order.some((name, at) => seen.includes(name) && own[at] !== name))
    .map((order) => fault(kills, `${of} takes ${order.join(', ')}`, takes(of, ...order)));
});

const described = fc.constantFrom<CallName>('Context', 'new_transfer');

/** From some place on, parameters are taken by name alone. */
const byNameAlone: Drawn = described
  .chain((of) => fc.tuple(fc.constant(of), fc.nat({ max: PARAMETERS[of].length - 1 })))
  .map(([of, from]) =>
    fault(`${of}/takes-positional`, `${of} takes ${from} parameters by position`, byNameFrom(of, from)),
  );

/** Some parameters have other names. */
const otherNames: Drawn = described
  .chain((of) =>
    fc.tuple(
      fc.constant(of),
      fc.subarray([...PARAMETERS[of]], { minLength: 1 }),
      fc.uniqueArray(fc.stringMatching(/^[a-z]{2,9}_[a-z]{1,4}_$/), { minLength: 5, maxLength: 5 }),
    ),
  )
  .map(([of, renamed, names]) =>
    fault(
      `${of}/takes-keywords`,
      `${of} calls ${renamed.join(', ')} otherwise`,
      takes(
        of,
        ...PARAMETERS[of].map(
          (name, at): Taken => [renamed.includes(name) ? (names[at] ?? 'other_') : name, 'both', name],
        ),
      ),
      of === 'Context' ? 'fail' : 'warn',
    ),
  );

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const methods = (but: string): Arbitrary<string> => fc.constantFrom(...METHODS.filter((method) => method !== but));
const paths = (but: RegExp): Arbitrary<string> =>
  fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,12}){1,3}$/).filter((path) => !but.test(path));

/** Parts of requests that are documented, with others. */
const ASKED: readonly (readonly [of: CallName, kills: string, part: 'method' | 'path', other: Arbitrary<string>])[] = [
  ['whoami', 'sends-get-whoami', 'path', fc.constantFrom('/identity', '/Whoami', '/whoami/me', '/api/whoami')],
  ['whoami', 'sends-get-whoami', 'path', paths(/^\/+whoami\/*$/)],
  ['whoami', 'sends-get-whoami', 'method', methods('GET')],
  ['submit', 'sends-post-jobs', 'path', fc.constantFrom('/job', '/jobs/new', '/submit', '/api/v1/jobs')],
  ['submit', 'sends-post-jobs', 'path', paths(/^\/+jobs\/*$/)],
  ['submit', 'sends-post-jobs', 'method', methods('POST')],
  ['get_job_status', 'asks-for-the-job', 'path', fc.constantFrom('/jobs', '/status')],
  ['get_job_status', 'asks-for-the-job', 'path', paths(/^\/delegation/)],
];

const askedOtherwise: Drawn = fc
  .constantFrom(...ASKED)
  .chain(([of, kills, part, other]) =>
    other.map((value) =>
      fault(`${of}/${kills}`, `${of} asks with the ${part} ${value}`, change(of, `/request/${part}`, 'set', value)),
    ),
  );

const anotherJob: Drawn = fc
  .oneof(uuids(), fc.stringMatching(/^[a-z0-9]{1,12}$/))
  .map((id) =>
    fault(
      'get_job_status/asks-for-the-job',
      `get_job_status asks for ${id}`,
      change('get_job_status', '/arguments/job_id', 'set', id),
    ),
  );

const otherMediaType: Drawn = fc
  .oneof(
    fc.constantFrom(
      ...['text/json', 'application/x-json', 'application/json-patch+json', 'application/vnd.api+json'],
      ...['application/jsonlines', 'text/plain; a=application/json'],
    ),
    fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/).filter((type) => type !== 'application/json'),
  )
  .map((type) =>
    fault(
      'submit/content-type',
      `a submission is ${type}`,
      change('submit', '/request/headers/Content-Type', 'set', type),
    ),
  );

const token: Drawn = fc
  .tuple(
    fc.stringMatching(/^(Bearer|bearer|Token|Basic|DPoP|[A-Za-z]{1,8}) [A-Za-z0-9._~+-]{1,30}$/),
    fc.constantFrom('all', 'submit', 'whoami'),
  )
  .map(([value, at]) =>
    fault(
      'Context/sends-no-token',
      `requests of ${at} have Authorization: ${value}`,
      change(at, '/request/headers/Authorization', 'set', value),
    ),
  );

const defaults: Drawn = fc
  .constantFrom<unknown>(false, 0, '', null, [])
  .map((value) =>
    fault(
      'Context/verify-default',
      `verify is ${shown(value)} by default`,
      change('Context', '/arguments', 'merge', { before: { verify: value } }),
    ),
  );

const otherUrls = fc.oneof(urls(), oddStrings());
/** Places in a text that every source, destination and checksum has. */
const places = fc.nat({ max: 14 });

/** Members of a file, with the text in each. */
const MEMBERS = [
  ['source', 'sources', 'sources/0'],
  ['destination', 'destinations', 'destinations/0'],
  ['checksum', 'checksum', 'checksum'],
] as const;

const transfers: Drawn = fc.constantFrom(...MEMBERS).chain(([of, member, text]) => {
  const file = (path: string, ...rest: [LibraryChange['operator'], unknown?]): LibraryChange =>
    change('new_transfer', `/file/${path}`, ...rest);
  const wrong: Arbitrary<LibraryChange> = fc.oneof(
    places.map((at) => file(text, 'replace', [`^(.{${at}}).`, '\\1~'])),
    places.map((at) => file(text, 'replace', [`^(.{${at}}).*`, '\\1'])),
    fc.constant(file(member, 'drop')),
    of === 'checksum'
      ? oddStrings().map((value) => file(member, 'set', value))
      : fc.oneof(
          fc.array(otherUrls, { maxLength: 3 }).map((value) => file(member, 'set', value)),
          fc.array(otherUrls, { minLength: 1, maxLength: 3 }).map((before) => file(member, 'merge', { before })),
        ),
  );
  return wrong.map((changed) =>
    fault(`new_transfer/${of}`, `${of} of a transfer: ${changed.operator} ${shown(changed.argument)}`, changed),
  );
});

const jobs: Drawn = fc.oneof(
  fc
    .constantFrom([], [0, 0], [0, 0, 0])
    .map((places) =>
      fault('new_job/takes-a-list', `a job of one transfer has ${places.length} files`, picked({ 1: places })),
    ),
  fc
    .array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 })
    .filter((places) => places.toSorted().join() !== '0,1,2')
    .map((places) =>
      fault(
        'new_job/holds-each-transfer',
        `a job of three transfers has the files ${places.join()}`,
        picked({ 3: places }),
      ),
    ),
);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Values of the kinds that are tried first, and any others; none of them right. */
const wrong = (right: (value: unknown) => boolean): Arbitrary<unknown> =>
  fc
    .oneof(
      fc.constantFrom<unknown>(null, true, 0, 'text', '', [], {}, [null], [{}], ['text', 1], [[]], { 0: 'text' }),
      anyJson(),
      fc.tuple(fc.array(oddStrings(), { maxLength: 2 }), anyJson()).map(([texts, value]) => [...texts, value]),
    )
    .filter((value) => !right(value));

/** Documented places of the body, and what is right there (Resources B, submission body). */
const PLACES: readonly (readonly [path: string, right: (value: unknown) => boolean])[] = [
  ['', (value) => isObject(value) || value === null],
  ['/params', isObject],
  ['/files', isObjects],
  ['/params/overwrite', (value) => typeof value === 'boolean'],
  ['/files/*/sources', isTexts],
  ['/files/*/destinations', isTexts],
  ['/files/*/source_tokens', isTexts],
  ['/files/*/destination_tokens', isTexts],
  ['/files/*/checksum', (value) => typeof value === 'string'],
];

const body = (what: string, path: string, ...rest: [LibraryChange['operator'], unknown?]) =>
  fault('submit/body', what, change('submit', path, ...rest));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const bodies: Drawn = weighted(
  [
    3,
    fc
      .constantFrom(...PLACES)
      .chain(([path, right]) =>
        wrong(right).map((value) => body(`the body${path} is ${shown(value)}`, `/request/body${path}`, 'set', value)),
      ),
  ],
  [
    1,
    fc
      .constantFrom('/params', '/files')
      .map((path) => body(`the body${path} is missing`, `/request/body${path}`, 'drop')),
  ],
  [
    1,
    fc.oneof(
      oddStrings()
        .filter((text) => !isJson(text))
        .map((text) => body(`the body is the text ${shown(text)}`, '/text', 'set', text)),
      fc
        .nat({ max: 99 })
        .map((at) => body(`the body ends after ${at} characters`, '/text', 'replace', [`(?s)^(.{${at}}).*`, '\\1'])),
      fc
        .constantFrom(',', '}', 'x', '"', '//', '\u0000', '\ufeff')
        .map((put) => body(`${shown(put)} stands behind the body`, '/text', 'replace', ['\\Z', put])),
    ),
  ],
);

/** One statement, contradicted at random. */
export const drawnFaults = (): Drawn =>
  weighted(
    [6, fixed],
    [2, notOffered],
    [3, otherOrder],
    [2, byNameAlone],
    [2, otherNames],
    [4, askedOtherwise],
    [1, anotherJob],
    [2, otherMediaType],
    [2, token],
    [1, defaults],
    [5, transfers],
    [2, jobs],
    [8, bodies],
    [10, drawnWrongResults()],
  );
