/** Random contradictions of single statements of the client library: requests, contexts, transfers; what calls return stands apart. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, shown, weighted } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { urls, uuids } from '../random-values.ts';
import { type Layer, violation } from './drawn.ts';
import { clientLibraryFaults } from './faults.ts';
import { CALLS, type CallName, PARAMETERS, type Taken } from './random-parameters.ts';
import { bodyViolations } from './random-wrong-bodies.ts';
import { resultViolations } from './random-wrong-results.ts';

type Drawn = Arbitrary<DrawnFault<Layer>>;

/** Faults that stand in the list, but for those that take a call away. */
const knownFaults: Drawn = fc
  .constantFrom(...clientLibraryFaults().filter(({ id }) => !id.includes('/is-offered@')))
  .map(({ id, kills, title, verdict }) => ({
    kills,
    verdict: verdict ?? 'fail',
    what: title,
    changes: [{ do: 'fault', id }],
  }));

const notOffered: Drawn = fc
  .tuple(fc.constantFrom(...CALLS), fc.option(fc.jsonValue(), { nil: undefined }))
  .map(([of, value]) =>
    violation(`${of}/is-offered`, `${of} is ${value === undefined ? 'missing' : shown(value)}`, {
      do: 'offers-instead',
      of,
      value: value === undefined ? [] : [value],
    }),
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
    .map((order) =>
      violation(kills, `${of} takes ${order.join(', ')}`, {
        do: 'parameters',
        of,
        taken: order.map((name): Taken => [name, 'both', name]),
      }),
    );
});

/** From some place on, parameters are taken by name alone. */
const byNameAlone: Drawn = fc
  .constantFrom<CallName>('Context', 'new_transfer')
  .chain((of) => fc.nat({ max: PARAMETERS[of].length - 1 }).map((from) => ({ of, from })))
  .map(({ of, from }) =>
    violation(`${of}/takes-positional`, `${of} takes ${from} parameters by position`, {
      do: 'parameters',
      of,
      taken: PARAMETERS[of].map((name, at): Taken => [name, at < from ? 'both' : 'by-name', name]),
    }),
  );

/** Some parameters have other names, or none. */
const otherNames: Drawn = fc
  .constantFrom<CallName>('Context', 'new_transfer')
  .chain((of) =>
    fc.tuple(
      fc.constant(of),
      fc.subarray([...PARAMETERS[of]], { minLength: 1 }),
      fc.uniqueArray(fc.stringMatching(/^[a-z]{2,9}_[a-z]{1,4}_$/), { minLength: 5, maxLength: 5 }),
    ),
  )
  .map(([of, renamed, names]) =>
    violation(
      `${of}/takes-keywords`,
      `${of} calls ${renamed.join(', ')} otherwise`,
      {
        do: 'parameters',
        of,
        taken: PARAMETERS[of].map(
          (name, at): Taken => [renamed.includes(name) ? (names[at] ?? 'other_') : name, 'both', name],
        ),
      },
      of === 'Context' ? 'fail' : 'warn',
    ),
  );

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const paths = (but: RegExp): Arbitrary<string> =>
  fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,12}){1,3}$/).filter((path) => !but.test(path));

const askedOtherwise: Drawn = fc
  .oneof(
    fc
      .oneof(fc.constantFrom('/identity', '/Whoami', '/whoami/me', '/api/whoami'), paths(/^\/+whoami\/*$/))
      .map((path) => ['whoami', 'sends-get-whoami', null, path] as const),
    fc
      .constantFrom(...METHODS.filter((method) => method !== 'GET'))
      .map((method) => ['whoami', 'sends-get-whoami', method, null] as const),
    fc
      .oneof(fc.constantFrom('/job', '/jobs/new', '/submit', '/api/v1/jobs'), paths(/^\/+jobs\/*$/))
      .map((path) => ['submit', 'sends-post-jobs', null, path] as const),
    fc
      .constantFrom(...METHODS.filter((method) => method !== 'POST'))
      .map((method) => ['submit', 'sends-post-jobs', method, null] as const),
    fc
      .oneof(fc.constantFrom('/jobs', '/status'), paths(/^\/delegation/))
      .map((path) => ['get_job_status', 'asks-for-the-job', null, path] as const),
  )
  .map(([of, statement, method, path]) =>
    violation(`${of}/${statement}`, `${of} asks with ${method ?? 'its method'} at ${path ?? 'its path'}`, {
      do: 'asks-otherwise',
      of,
      method,
      path,
    }),
  );

const anotherJob: Drawn = fc.oneof(uuids(), fc.stringMatching(/^[a-z0-9]{1,12}$/)).map((another) =>
  violation('get_job_status/asks-for-the-job', `get_job_status asks for ${another}`, {
    do: 'asks-for-another-job',
    another,
  }),
);

const otherMediaType: Drawn = fc
  .option(
    fc.oneof(
      fc.constantFrom(
        'text/json',
        'application/x-json',
        'application/json-patch+json',
        'application/vnd.api+json',
        'application/jsonlines',
        'text/plain; a=application/json',
      ),
      fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/).filter((type) => type !== 'application/json'),
    ),
    { nil: null },
  )
  .map((text) =>
    violation('submit/content-type', `a submission is ${text ?? 'of no media type'}`, {
      do: 'media-type',
      text,
      always: false,
    }),
  );

const token: Drawn = fc
  .tuple(
    fc.stringMatching(/^(Bearer|bearer|Token|Basic|DPoP|[A-Za-z]{1,8}) [A-Za-z0-9._~+-]{1,30}$/),
    fc.constantFrom('all', 'GET', 'POST'),
  )
  .map(([value, on]) =>
    violation('Context/sends-no-token', `${on} requests have Authorization: ${value}`, {
      do: 'authorization',
      value,
      on,
    }),
  );

const submissionsAgain: Drawn = fc
  .integer({ min: 1, max: 4 })
  .map((times) =>
    violation('submit/submits-once', `a job is submitted ${times + 1} times`, { do: 'submits-again', times }, 'warn'),
  );

const contexts: Drawn = fc.oneof(
  fc
    .constantFrom<unknown>(false, 0, '', null, [])
    .map((value) =>
      violation('Context/verify-default', `verify is ${shown(value)} by default`, { do: 'verify-default', value }),
    ),
  fc
    .constantFrom('first', 'latest')
    .map((of) =>
      violation('Context/endpoint', `every context has the endpoint of the ${of}`, { do: 'one-endpoint', of }),
    ),
  fc
    .constantFrom(['POST', 'submit'], ['GET', 'get_job_status'])
    .map(([method, of]) =>
      violation(`${of}/presents-credential`, `${method} requests present nothing`, { do: 'presents-nothing', method }),
    ),
);

const otherUrls = fc.oneof(urls(), oddStrings());

const transfers: Drawn = fc
  .oneof(
    fc.tuple(fc.constantFrom('source', 'destination'), fc.constantFrom('character', 'cut'), fc.nat()),
    fc.tuple(fc.constantFrom('source', 'destination'), fc.constant('values'), fc.array(otherUrls, { maxLength: 3 })),
    fc.tuple(
      fc.constantFrom('source', 'destination'),
      fc.constant('further'),
      fc.array(otherUrls, { minLength: 1, maxLength: 3 }),
    ),
    fc.tuple(fc.constant('checksum'), fc.constantFrom('character', 'cut'), fc.nat()),
    fc.tuple(fc.constant('checksum'), fc.constant('values'), oddStrings()),
    fc.tuple(fc.constantFrom('source', 'destination', 'checksum'), fc.constant('lost'), fc.constant(0)),
  )
  .map(([name, change, value]) =>
    violation(`new_transfer/${name}`, `${name} of a transfer: ${change} ${shown(value)}`, {
      do: 'transfer-changed',
      field: name === 'checksum' ? name : `${name}s`,
      change,
      value,
    }),
  );

const jobs: Drawn = fc.oneof(
  fc.constantFrom([], [0, 0], [0, 0, 0]).map((picked) =>
    violation('new_job/takes-a-list', `a job of one transfer has ${picked.length} files`, {
      do: 'files-picked',
      count: 1,
      picked,
    }),
  ),
  fc
    .array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 })
    .filter((picked) => picked.toSorted().join() !== '0,1,2')
    .map((picked) =>
      violation('new_job/holds-each-transfer', `a job of three transfers has the files ${picked.join()}`, {
        do: 'files-picked',
        count: 3,
        picked,
      }),
    ),
);

/** One statement, contradicted at random. */
export const clientLibraryViolations = (): Drawn =>
  weighted(
    [4, knownFaults],
    [2, notOffered],
    [3, otherOrder],
    [2, byNameAlone],
    [2, otherNames],
    [4, askedOtherwise],
    [1, anotherJob],
    [2, otherMediaType],
    [2, token],
    [1, submissionsAgain],
    [2, contexts],
    [5, transfers],
    [2, jobs],
    [8, bodyViolations()],
    [10, resultViolations()],
  );
