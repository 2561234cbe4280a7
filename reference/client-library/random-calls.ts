/** What the document leaves open of a library's calls: parameters, kinds of what is offered and handed out, results, output, time, threads, exceptions. */
import fc, { type Arbitrary } from 'fast-check';
import { schemasOf } from '../package-root.ts';
import { type Freedom, freedom } from '../random.ts';
import { extraMembers, oddStrings } from '../random-json.ts';
import { readRecords } from '../record-values.ts';
import type { Behaviour } from './drawn.ts';
import { CALLS, type CallName, furtherNames, PARAMETERS, type Taken } from './random-parameters.ts';

const own = (id: string): string => `client-library/freedom/${id}`;

const furtherParameters = (): Freedom<Behaviour> =>
  freedom({
    id: own('parameters'),
    title: 'any further parameters with defaults, by position behind the documented ones or by name, and catch-alls',
    values: fc.record({
      of: fc.constantFrom(...CALLS),
      names: furtherNames(),
      byName: fc.nat({ max: 4 }),
      rest: fc.boolean(),
      further: fc.boolean(),
    }),
    behaviour: ({ of, names, byName, rest, further }) => {
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
  });

const offers = (): Freedom<Behaviour> =>
  freedom({
    id: own('offers'),
    title: 'calls are functions, methods, partial functions, classes or objects that can be called',
    values: fc.record(
      Object.fromEntries(CALLS.map((name) => [name, fc.constantFrom('method', 'function', 'object', 'partial', 'class')])) as Record<
        CallName,
        Arbitrary<string>
      >,
    ),
    behaviour: (kinds) => [{ do: 'offers', kinds }],
  });

const handles = fc.constantFrom('itself', 'object', 'function', 'tuple', 'number', 'text');

const handsOut = (): Freedom<Behaviour> =>
  freedom({
    id: own('hands-out'),
    title: 'contexts, transfers and jobs are objects, functions, tuples, numbers or texts',
    values: fc.record({ contexts: handles, built: handles, jobs: handles }),
    behaviour: (value) => [{ do: 'hands-out', ...value }],
  });

const resultValues = (): Freedom<Behaviour> =>
  freedom({
    id: own('result-values'),
    title: 'values of results are of subclasses of str and int, arrays are tuples',
    values: fc.constantFrom('lists', 'tuples'),
    behaviour: (lists) => [{ do: 'result-values', lists }],
  });

const STRANGE = [
  'octets',
  'time',
  'decimal',
  'nan',
  'infinite',
  'complex',
  'large',
  'set',
  'function',
  'class',
  'object',
  'mute',
  'lone-surrogate',
  'uuid',
  'endless',
];

const resultMembers = (): Freedom<Behaviour> => {
  const records = readRecords(schemasOf('transfer'));
  const documented = new Set(['transfer/identity', 'transfer/job'].flatMap((id) => Object.keys(records.get(id)?.properties ?? {})));
  return freedom({
    id: own('result-members'),
    title: 'further members of results, with any JSON value and things that JSON has not, the result itself among them',
    values: fc.record({
      json_members: extraMembers(documented),
      strange: fc.subarray(STRANGE),
      behind: fc.boolean(),
      itself: fc.boolean(),
    }),
    behaviour: (value) => [{ do: 'result-members', ...value }],
  });
};

const RESULT_KINDS = ['dict', 'subclass', 'ordered', 'default', 'chain', 'user-dict', 'proxy', 'namespace', 'attributes', 'named-tuple', 'slots', 'properties'];

const resultKinds = (): Freedom<Behaviour> =>
  freedom({
    id: own('result-kinds'),
    title: 'results are dicts, other mappings, named tuples, or objects with attributes, slots or properties',
    values: fc.record({ of_identity: fc.constantFrom(...RESULT_KINDS), of_job: fc.constantFrom(...RESULT_KINDS) }),
    behaviour: (value) => [{ do: 'result-kind', ...value }],
  });

const httpStatus = (): Freedom<Behaviour> =>
  freedom({
    id: own('http-status'),
    title: 'http_status in any words',
    values: oddStrings(),
    behaviour: (text) => [{ do: 'http-status', value: [text] }],
  });

const identifiers = (): Freedom<Behaviour> =>
  freedom({
    id: own('identifier-kind'),
    title: 'the identifier is a text, or an object whose text it is',
    values: fc.constantFrom('text', 'subclass', 'uuid', 'speaking', 'members'),
    behaviour: (kind) => [{ do: 'identifier-kind', kind }],
  });

const output = (): Freedom<Behaviour> =>
  freedom({
    id: own('output'),
    title: 'any output while it is imported and called, much of it, also octets that are no text',
    values: fc.record({
      text: oddStrings(),
      times: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 20 }) }, { weight: 1, arbitrary: fc.integer({ min: 100, max: 3000 }) }),
      streams: fc.subarray(['stdout', 'stderr'], { minLength: 1 }),
      octets: fc.array(fc.nat({ max: 255 }), { maxLength: 20 }),
    }),
    behaviour: (value) => [{ do: 'prints', ...value }],
  });

const moment = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(0.001, 0.005, 0.02) });

const delays = (): Freedom<Behaviour> =>
  freedom({
    id: own('delays'),
    title: 'contexts, transfers, requests and results take a moment',
    values: fc.tuple(moment, moment, moment, moment),
    behaviour: (seconds) => [{ do: 'delays', seconds }],
  });

const threads = (): Freedom<Behaviour> =>
  freedom({
    id: own('threads'),
    title: 'threads of any name stay behind, and requests are made in one',
    values: fc.record({ names: fc.array(oddStrings(), { maxLength: 4 }), daemon: fc.boolean(), requests: fc.boolean() }),
    behaviour: ({ names, daemon, requests }) => [...(requests ? [{ do: 'thread-for-requests', name: 'requests' }] : []), { do: 'threads', names, daemon }],
  });

const EXCEPTIONS = ['Exception', 'OSError', 'ValueError', 'KeyError', 'TypeError', 'RuntimeError', 'BaseException', 'SystemExit', 'KeyboardInterrupt'];

const exceptions = (): Freedom<Behaviour> =>
  freedom({
    id: own('exceptions'),
    title: 'whatever is raised where a server is not trusted, with any words',
    values: fc.record({ base: fc.constantFrom(...EXCEPTIONS), name: fc.stringMatching(/^[A-Z][A-Za-z]{0,12}$/), text: oddStrings() }),
    behaviour: (value) => [{ do: 'exceptions', ...value }],
  });

/** Freedoms of calls, those that are carried out first in front. */
export const callFreedoms = (): Freedom<Behaviour>[] => [
  threads(),
  exceptions(),
  delays(),
  output(),
  identifiers(),
  resultValues(),
  resultMembers(),
  httpStatus(),
  resultKinds(),
  handsOut(),
  furtherParameters(),
  offers(),
];
