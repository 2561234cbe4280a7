/** Freedoms of a library's calls: parameters, kinds of what is offered and handed out, results, output, time, threads, exceptions. */
import fc from 'fast-check';
import { schemasOf } from '../package-root.ts';
import { type DrawnVariant, drawnVariant } from '../random.ts';
import { extraMembers, oddStrings } from '../random-json.ts';
import { readRecords } from '../record-values.ts';
import { type Layer, layered } from './drawn.ts';
import { CALLS, furtherNames, PARAMETERS, type Taken } from './random-parameters.ts';

const furtherParameters = (): DrawnVariant<Layer> =>
  drawnVariant(
    'client-library/freedom/parameters',
    'any further parameters with defaults, by position behind the documented ones or by name, and catch-alls',
    fc.record({
      of: fc.constantFrom(...CALLS),
      names: furtherNames(),
      byName: fc.nat({ max: 4 }),
      rest: fc.boolean(),
      further: fc.boolean(),
    }),
    ({ of, names, byName, rest, further }) => {
      const behind = Math.max(0, names.length - byName);
      const taken: Taken[] = [
        ...PARAMETERS[of].map((name): Taken => [name, 'both', name]),
        ...names.slice(0, behind).map((name): Taken => [name, 'both', null]),
        ...(rest ? [['rest', 'rest', null] as const] : []),
        ...names.slice(behind).map((name): Taken => [name, 'by-name', null]),
        ...(further ? [['further', 'further', null] as const] : []),
      ];
      return [{ do: 'parameters', of, taken }];
    },
  );

const handles = fc.constantFrom('itself', 'object', 'function', 'tuple', 'number', 'text');
/** Values that JSON does not have. */
const STRANGE =
  'octets time decimal nan infinite complex large set function class object mute lone-surrogate uuid endless'.split(
    ' ',
  );
const RESULT_KINDS = [
  'dict',
  'subclass',
  'ordered',
  'default',
  'chain',
  'user-dict',
  'proxy',
  'namespace',
  'attributes',
  'named-tuple',
  'slots',
  'properties',
];
const EXCEPTIONS = [
  'Exception',
  'OSError',
  'ValueError',
  'KeyError',
  'TypeError',
  'RuntimeError',
  'BaseException',
  'SystemExit',
  'KeyboardInterrupt',
];
const moment = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(0.001, 0.005, 0.02) },
);
const resultKind = fc.constantFrom(...RESULT_KINDS);
const callKind = fc.constantFrom('method', 'function', 'object', 'partial', 'class');

/** Names of documented members of results. */
function documented(): ReadonlySet<string> {
  const records = readRecords(schemasOf('transfer'));
  return new Set(['transfer/identity', 'transfer/job'].flatMap((id) => Object.keys(records.get(id)?.properties ?? {})));
}

const threads = (): DrawnVariant<Layer> =>
  drawnVariant(
    'client-library/freedom/threads',
    'threads of any name stay behind, and requests are made in one',
    fc.record({ names: fc.array(oddStrings(), { maxLength: 4 }), daemon: fc.boolean(), requests: fc.boolean() }),
    ({ names, daemon, requests }) => [
      ...(requests ? [{ do: 'thread-for-requests', name: 'requests' }] : []),
      { do: 'threads', names, daemon },
    ],
  );

/** Freedoms of calls, those that are carried out first in front. */
export const callFreedoms = (): DrawnVariant<Layer>[] => [
  threads(),
  layered('exceptions', 'any exception where a server is not trusted, with any words', 'exceptions', {
    base: fc.constantFrom(...EXCEPTIONS),
    name: fc.stringMatching(/^[A-Z][A-Za-z]{0,12}$/),
    text: oddStrings(),
  }),
  layered('delays', 'contexts, transfers, requests and results take a moment', 'delays', {
    seconds: fc.tuple(moment, moment, moment, moment),
  }),
  layered('output', 'any output while it is imported and called, much of it, also octets that are not text', 'prints', {
    text: oddStrings(),
    times: fc.oneof(
      { weight: 3, arbitrary: fc.nat({ max: 20 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 3000 }) },
    ),
    streams: fc.subarray(['stdout', 'stderr'], { minLength: 1 }),
    octets: fc.array(fc.nat({ max: 255 }), { maxLength: 20 }),
  }),
  layered('identifier-kind', 'the identifier is a text, or an object whose text it is', 'identifier-kind', {
    kind: fc.constantFrom('text', 'subclass', 'uuid', 'speaking', 'members'),
  }),
  layered('result-values', 'values of results are of subclasses of str and int, arrays are tuples', 'result-values', {
    lists: fc.constantFrom('lists', 'tuples'),
  }),
  layered(
    'result-members',
    'further members of results, with any JSON value, Python objects, and the result itself',
    'result-members',
    {
      json_members: extraMembers(documented()),
      strange: fc.subarray(STRANGE),
      behind: fc.boolean(),
      itself: fc.boolean(),
    },
  ),
  layered('http-status', 'http_status in any words', 'http-status', { value: fc.tuple(oddStrings()) }),
  layered(
    'result-kinds',
    'results are dicts, other mappings, named tuples, or objects with attributes, slots or properties',
    'result-kind',
    {
      of_identity: resultKind,
      of_job: resultKind,
    },
  ),
  layered('hands-out', 'contexts, transfers and jobs are objects, functions, tuples, numbers or texts', 'hands-out', {
    contexts: handles,
    built: handles,
    jobs: handles,
  }),
  furtherParameters(),
  layered(
    'offers',
    'calls are functions, methods, partial functions, classes or objects that can be called',
    'offers',
    {
      kinds: fc.record(Object.fromEntries(CALLS.map((name) => [name, callKind]))),
    },
  ),
];
