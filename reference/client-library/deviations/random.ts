/**
 * Randomly drawn client libraries: calls with their parameters, kinds of objects, results, output, time, threads, and
 * messages.
 */
import fc from 'fast-check';
import { extraMembers, oddStrings } from '../../drawn/json.ts';
import { type DrawnVariant, drawnOf, type Randomness, weighted } from '../../drawn/random.ts';
import { readRecords } from '../../record-values.ts';
import {
  always,
  CALLS,
  changesAt,
  context,
  job,
  type LibraryChange,
  PARAMETERS,
  readings,
  status,
  type Taken,
  takes,
  transfer,
  whoami,
} from '../changes.ts';
import { drawnMessages } from './random-messages.ts';

const drawn = drawnOf<LibraryChange>('client-library');
const READINGS = ['whoami', 'get_job_status'] as const;

/** Names that neither the document nor Python has: each has a part without letters. */
const furtherNames = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[a-z]{1,8}_[a-z0-9]{1,4}_$/),
    fc.constantFrom('é_', 'λ1', 'self', 'cls', 'args', 'kwargs'),
  ),
  { maxLength: 5 },
);

const furtherParameters = drawn(
  'parameters',
  fc.record({
    of: fc.constantFrom(...CALLS),
    names: furtherNames,
    byName: fc.nat({ max: 4 }),
    rest: fc.boolean(),
    further: fc.boolean(),
  }),
  ({ of, names, byName, rest, further }) => {
    const behind = Math.max(0, names.length - byName);
    return takes(
      of,
      ...PARAMETERS[of],
      ...names.slice(0, behind).map((name): Taken => [name, 'both', null]),
      ...(rest ? [['rest', 'rest', null] as const] : []),
      ...names.slice(behind).map((name): Taken => [name, 'by-name', null]),
      ...(further ? [['further', 'further', null] as const] : []),
    );
  },
);

/** Returns a change to another kind; `same`: unchanged. */
const kinds = (at: LibraryChange['at'], part: string, kind: string) =>
  kind === 'same' ? [] : [changesAt(at)(part, 'as', kind)];

const handles = fc.constantFrom('same', 'opaque', 'closure', 'one-tuple', 'number', 'numeral');
/** Values that JSON does not have. */
const STRANGE = [
  ...['bytes', 'time', 'decimal', 'nan', 'infinite', 'complex', 'large', 'set', 'function', 'class', 'object', 'mute'],
  ...['lone-surrogate', 'another-uuid', 'endless'],
];
const resultKind = fc.constantFrom(
  ...['same', 'subclass', 'ordered', 'default', 'chain', 'user-dict', 'proxy', 'namespace', 'attributes'],
  ...['named-tuple', 'slots', 'properties'],
);
const exception = fc.constantFrom(
  ...['Exception', 'OSError', 'ValueError', 'KeyError', 'TypeError', 'RuntimeError'],
  ...['BaseException', 'SystemExit', 'KeyboardInterrupt'],
);
const moment = weighted([2, fc.constant(0)], [1, fc.constantFrom(0.001, 0.005, 0.02)]);

/** Names of documented members of results. */
function documented() {
  const records = readRecords('transfer');
  return new Set(['transfer/identity', 'transfer/job'].flatMap((id) => Object.keys(records.get(id)?.properties ?? {})));
}

/** Drawn variants of calls, in the order in which they are applied. */
const drawnCalls = (): DrawnVariant<LibraryChange>[] => [
  drawn(
    'threads',
    fc.record({ names: fc.array(oddStrings(), { maxLength: 4 }), daemon: fc.boolean(), requests: fc.boolean() }),
    ({ names, daemon, requests }) => [
      ...(requests ? [always('/send', 'carry', { thread: 'requests' })] : []),
      whoami('/arguments', 'leave-threads', { names, daemon }),
    ],
  ),
  drawn(
    'exceptions',
    fc.record({ type: exception, name: fc.stringMatching(/^[A-Z][A-Za-z]{0,12}$/), text: oddStrings() }),
    (raised) => always('/failure', 'raise', raised, 'network error'),
  ),
  drawn('delays', fc.tuple(moment, moment, moment, moment), ([inContext, inTransfer, inRequest, inResult]) => [
    context('/arguments', 'wait', inContext),
    transfer('/arguments', 'wait', inTransfer),
    always('/request', 'wait', inRequest),
    always('/answer', 'wait', inResult),
  ]),
  drawn(
    'output',
    fc.record({
      text: oddStrings(),
      times: weighted([3, fc.nat({ max: 20 })], [1, fc.integer({ min: 100, max: 3000 })]),
      streams: fc.subarray(['stdout', 'stderr'], { minLength: 1 }),
      bytes: fc.array(fc.nat({ max: 255 }), { maxLength: 20 }),
    }),
    (printed) => [
      context('/offer', 'print', printed),
      job('/arguments', 'print', printed),
      always('/request', 'print', printed),
    ],
  ),
  drawn(
    'identifier-kind',
    fc.constantFrom('same', 'text-subclass', 'uuid', 'speaking', 'speaking-with-members'),
    (kind) => kinds('submit', '/result', kind),
  ),
  drawn('result-values', fc.constantFrom('dressed', 'dressed-with-tuples'), (kind) => kinds(READINGS, '/result', kind)),
  drawn(
    'result-members',
    fc.record({
      members: extraMembers(documented()),
      strange: fc.subarray(STRANGE),
      behind: fc.boolean(),
      itself: fc.boolean(),
    }),
    ({ members, strange, behind, itself }) => [
      readings('/result', 'merge', {
        [behind ? 'behind' : 'before']: {
          ...members,
          ...Object.fromEntries(strange.map((kind) => [`further ${kind}`, null])),
        },
      }),
      ...strange.flatMap((kind) => kinds(READINGS, `/result/further ${kind}`, kind)),
      ...(itself ? kinds(READINGS, '/result', 'holding-itself') : []),
    ],
  ),
  drawn('http-status', oddStrings(), (text) => status('/result/http_status', 'set', text)),
  drawn('result-kinds', fc.tuple(resultKind, resultKind), (taken) =>
    READINGS.flatMap((call, at) => kinds(call, '/result', taken[at] ?? 'same')),
  ),
  drawn('hands-out', fc.tuple(handles, handles, handles), (taken) =>
    (['Context', 'new_transfer', 'new_job'] as const).flatMap((call, at) =>
      kinds(call, '/handle', taken[at] ?? 'same'),
    ),
  ),
  furtherParameters,
  drawn(
    'offers',
    fc.tuple(...CALLS.map(() => fc.constantFrom('same', 'plain-function', 'callable', 'partial', 'constructor'))),
    (taken) => CALLS.flatMap((call, at) => kinds(call, '/offer', taken[at] ?? 'same')),
  ),
];

/**
 * Variants that are applied last, in this order: they change the complete results, and members can be added only to a
 * dict. All others can be in any order.
 */
const LAST = ['ordered-results', 'attributes-for-results'];

const nameOf = (variant: string) => variant.replace(/^client-library-variant\//, '');

/** Drawn variants of the client library. */
export function clientLibraryRandomness(): Randomness<LibraryChange> {
  const place = (variant: string) => LAST.indexOf(nameOf(variant));
  return {
    variants: [...drawnMessages(), ...drawnCalls()],
    amid: /\/(media-type|headers|targets|submission-members|order-of-files|json-writing|threads|delays|output|offers)$/,
    arrange: (ids) => [...ids].sort((one, other) => place(one) - place(other)),
  };
}
