/** The data hub's faults: each turns one requirement red, and says what turns red with it. */
import { guardedOperations } from '../documented-operations.ts';
import { sometimesOf } from '../sometimes.ts';
import type { Fault } from '../types.ts';
import { byteFaults, CONTENT_KINDS, nameFaults, PATH_FORMS } from './deviations/byte-faults.ts';
import { answering } from './deviations/conditions.ts';
import { FLOW_FAULTS } from './deviations/flow-faults.ts';
import { GRANT_FAULTS, STANDARD_GRANT_FAULTS } from './deviations/grant-faults.ts';
import { INFERRED_FLOW_FAULTS } from './deviations/inferred-faults.ts';
import { by, type Change, type FaultTable, type FaultLine as Line } from './operators.ts';
import { problem, type Reply } from './reply.ts';
import { contentLines, nameLines } from './sometimes/contents-and-names.ts';
import { refusalLines, SECOND_FLOWS } from './sometimes/flows.ts';
import { SOMETIMES } from './sometimes/ways.ts';

/** A fault with what makes it. */
export interface HubFault extends Fault {
  readonly changes: readonly Change[];
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  '404': 'is not found',
  '405': 'does not allow the method',
  '410': 'is gone',
  '501': 'is not implemented',
  '500': 'fails',
  '401': 'refuses the credential that the rest of the service takes',
};

/** Only the prefixed token goes to the creation of a named token, so a 401 there may be the credential's fault. */
const UNDECIDABLE = 'create-named-token 401';

const statusFaults = (): Line[] =>
  guardedOperations('data-hub').flatMap(({ name: at }) =>
    Object.entries(STATUS_WORDS)
      .filter(([status]) => `${at} ${status}` !== UNDECIDABLE)
      .map(([status, words]): Line => {
        const argument = problem(Number(status), 'This operation does not work here.', 'broken');
        return [`${at}/answers`, status, `${at} ${words} (${status})`, by.answer(at, argument)];
      }),
  );

const refusalFaults = (): Line[] =>
  guardedOperations('data-hub').flatMap(({ name: at, creates, refused }) =>
    Object.entries(refused).flatMap(([lane, words]): Line[] => {
      const access = (what: string, does: string, argument: 'accepted' | 'applied'): Line => [
        `${at}/refuses/${lane}`,
        what,
        `${at} ${does.replace('…', `a request ${words}`)}`,
        by.access({ at, lane }, argument),
      ];
      return [
        access('let-in', 'accepts …', 'accepted'),
        // The effect can be seen afterwards.
        ...(creates === 'files' ? [access('applied', 'refuses … and does what was requested', 'applied')] : []),
      ];
    }),
  );

/** Operations that list or describe something, and the requirements that turn red if it is empty. */
const SPEAKING: Readonly<Record<string, readonly string[]>> = {
  'list-handle-services': ['list-handle-services/holds-handle-service', 'list-handle-services/identifiers-work'],
  'get-handle-service': ['get-handle-service/speaks-of-handle-service'],
  'list-spaces': ['list-spaces/holds-space'],
  'get-space': ['get-space/speaks-of-space'],
  'get-share': ['get-share/speaks-of-share'],
  'list-handles': ['list-handles/holds-created'],
  'get-handle': ['get-handle/speaks-of-handle'],
  'cdmi-list': ['cdmi-list/holds-created'],
  'lookup-file-id': ['lookup-file-id/identifies-folder', 'lookup-file-id/identifies-file'],
  'list-children': ['list-children/holds-created'],
  'list-files': ['list-files/holds-created'],
};
const LISTS = Object.keys(SPEAKING).filter((name) => name.includes('list'));
const DETAILS = Object.keys(SPEAKING).filter((name) => !LISTS.includes(name));

type Empty = readonly [what: string, words: string, at: readonly string[], body: Reply['body'], more?: Partial<Reply>];
/** Answers without content. */
const EMPTY: readonly Empty[] = [
  ['no-body', 'no body', Object.keys(SPEAKING), undefined],
  ['no-content', 'no body, status 204', Object.keys(SPEAKING), undefined, { kind: 'made', status: 204 }],
  ['blank', 'blanks', Object.keys(SPEAKING), { text: ' \r\n', type: 'application/json' }],
  ['null', 'null', Object.keys(SPEAKING), { json: null }],
  ['empty-entries', 'a list of empty texts', LISTS, { json: ['', ''] }],
  ['empty-identifier', 'an empty identifier', DETAILS, { json: { fileId: '' } }],
  ['empty-object', 'an empty object', DETAILS, { json: {} }],
  ['empty-array', 'an empty array', DETAILS, { json: [] }],
  ['empty-text', 'an empty text', DETAILS, { json: '' }],
];

const empty = (at: string, what: string, words: string, changes: Change): Line => [
  `${at}/not-empty`,
  what,
  `${at} answers with ${words}`,
  changes,
  SPEAKING[at] ?? [],
];
const emptinessFaults = (): Line[] => [
  ...EMPTY.flatMap(([what, words, operations, body, more]) =>
    operations.map((at) => empty(at, what, words, answering(at, body, more))),
  ),
  ...LISTS.map((at) => empty(at, 'empty-list', 'a list without entries', by.items(at, []))),
];

const MANY: Readonly<Record<string, readonly string[]>> = {
  path: PATH_FORMS,
  name: PATH_FORMS,
  'read-back': CONTENT_KINDS,
  'read-back-rest': CONTENT_KINDS,
  'read-back-cdmi': CONTENT_KINDS,
};

/** `also` written out: `…/path/*` stands for each form of name, `…/read-back/*` for each kind of content. */
const writtenOut = (also: readonly string[]): string[] =>
  also.flatMap((one) => {
    const group = one.endsWith('/*') ? MANY[one.split('/').at(-2) ?? ''] : undefined;
    return group ? group.map((name) => one.replace('*', name)) : [one];
  });

const linesOf = (...tables: readonly FaultTable[]): Line[] =>
  tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([requirement, wrongs]) =>
      Object.entries(wrongs).map(([what, wrong]): Line => [requirement, what, ...wrong]),
    );

const toFaults =
  (origin: Fault['origin'], tag?: string, verdict: 'fail' | 'warn' = 'fail') =>
  ([requirement, what, title, changes, also = []]: Line): HubFault => {
    const others = [...new Set(writtenOut(also))].filter((other) => other !== requirement);
    return {
      id: `data-hub/${requirement}@${what}`,
      kills: `data-hub/${requirement}`,
      title,
      origin,
      verdict,
      ...(tag !== undefined && { tags: [tag] }),
      ...(others.length > 0 && { also: others.map((other) => `data-hub/${other}`) }),
      changes: [changes].flat(),
    };
  };

/** Those that are always there; ids are unique. */
export const dataHubFaults = (): HubFault[] => [
  ...statusFaults().map(toFaults('derived', 'status')),
  ...refusalFaults().map(toFaults('derived', 'refusal')),
  ...emptinessFaults().map(toFaults('derived', 'empty')),
  ...byteFaults().map(toFaults('derived', 'bytes')),
  ...[...linesOf(GRANT_FAULTS, FLOW_FAULTS), ...nameFaults()].map(toFaults('hand')),
  ...linesOf(STANDARD_GRANT_FAULTS, INFERRED_FLOW_FAULTS).map(toFaults('hand', undefined, 'warn')),
];

/** All by their ids, but for those that are made from others. */
export const dataHubFaultsById = (): ReadonlyMap<string, HubFault> =>
  new Map([...dataHubFaults(), ...ofSecond()].map((fault) => [fault.id, fault]));

function ofSecond(): HubFault[] {
  const warned = new Set(dataHubFaults().flatMap(({ kills, verdict }) => (verdict === 'warn' ? [kills] : [])));
  return [...contentLines(), ...nameLines(), ...refusalLines(), ...linesOf(SECOND_FLOWS)]
    .map(toFaults('hand'))
    .map((fault) => (warned.has(fault.kills) ? { ...fault, verdict: 'warn' } : fault));
}

/** Operations that flows of files consist of: where one fails at times, some flow fails. */
const OF_FILES = /\/(?:cdmi-read|cdmi-write|read-content|upload-file|lookup-file-id)\/answers@/;
const FLOWS_OF_FILES = ['cdmi-write', 'upload-file', 'lookup-file-id'].map((name) => `data-hub/${name}/**`);

/** Those that show only sometimes. */
export const dataHubSometimes = (): HubFault[] => [
  ...ofSecond(),
  ...sometimesOf(dataHubFaultsById(), 'data-hub/', SOMETIMES).map((fault) =>
    OF_FILES.test(fault.id) ? { ...fault, also: FLOWS_OF_FILES } : fault,
  ),
];
