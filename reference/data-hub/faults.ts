/** The data hub's faults: each makes one requirement fail or warn, and states which others fail or warn with it. */
import type { Place, Situation } from '../change.ts';
import { documentedOperations, guardedOperations } from '../documented-operations.ts';
import { schemasOf } from '../package-root.ts';
import { recordFaults } from '../record-faults.ts';
import { readRecords } from '../record-values.ts';
import { type Deviating, deviating } from '../sometimes.ts';
import type { Fault, Made } from '../types.ts';
import { wrongBodies } from '../wrong-values.ts';
import { byteFaults, CONTENT_KINDS, contentLines } from './deviations/byte-faults.ts';
import { answering } from './deviations/conditions.ts';
import { FLOW_FAULTS } from './deviations/flow-faults.ts';
import { GRANT_FAULTS } from './deviations/grant-faults.ts';
import { INFERRED_FLOW_FAULTS } from './deviations/inferred-faults.ts';
import { nameFaults, nameLines, PATH_FORMS } from './deviations/name-faults.ts';
import { by, type Change, type FaultTable, type FaultLine as Line, type Wrong } from './operators.ts';
import { problem, type Reply } from './reply.ts';
import { refusalLines, SECOND_FLOWS } from './sometimes/flows.ts';
import { SOMETIMES } from './sometimes/ways.ts';

/** A fault with what makes it; `within`: as in `Narrowable`. */
type HubFault = Made<Fault, Change> & { readonly within?: Place<Situation> };

/** Requests with a valid credential: no requirement says how others are rejected. */
const VALID: Place<Situation> = { lane: ['good-named', 'good-prefixed'] };

const STATUSES = [401, 404, 405, 410, 500, 501];

/**
 * This status is not a fault: the operation is called only with the prefixed token, so a 401 may be due to the
 * credential.
 */
const UNDECIDABLE = 'create-named-token 401';

const statusFaults = (): Line[] =>
  guardedOperations('data-hub').flatMap(({ name: at }) =>
    STATUSES.filter((status) => `${at} ${status}` !== UNDECIDABLE).map((status): Line => {
      const argument = problem(status, 'This operation does not work here.');
      return [`${at}/answers`, String(status), by.answer(at, argument)];
    }),
  );

const refusalFaults = (): Line[] =>
  guardedOperations('data-hub').flatMap(({ name: at, creates, refused }) =>
    Object.keys(refused).flatMap((lane): Line[] => [
      [`${at}/refuses/${lane}`, 'let-in', by.access({ at, lane }, 'accepted')],
      // The effect can be seen afterwards.
      ...(creates === 'files'
        ? ([[`${at}/refuses/${lane}`, 'applied', by.access({ at, lane }, 'applied')]] as const)
        : []),
    ]),
  );

/** Operations that list or describe something, and the requirements that fail or warn if it is empty. */
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

/** Answers without content. */
const EMPTY: readonly (readonly [string, readonly string[], Reply['body'], Partial<Reply>?])[] = [
  ['no-body', Object.keys(SPEAKING), undefined],
  ['no-content', Object.keys(SPEAKING), undefined, { status: 204 }],
  ['blank', Object.keys(SPEAKING), { text: ' \r\n', type: 'application/json' }],
  ['null', Object.keys(SPEAKING), { json: null }],
  ['empty-entries', LISTS, { json: ['', ''] }],
  ['empty-identifier', DETAILS, { json: { fileId: '' } }],
  ['empty-object', DETAILS, { json: {} }],
  ['empty-array', DETAILS, { json: [] }],
  ['empty-text', DETAILS, { json: '' }],
];

const emptinessFaults = (): Line[] => [
  ...EMPTY.flatMap(([what, operations, body, more]) =>
    operations.map((at): Line => [`${at}/not-empty`, what, answering(at, body, more), SPEAKING[at]]),
  ),
  ...LISTS.map((at): Line => [`${at}/not-empty`, 'empty-list', by.items(at, []), SPEAKING[at]]),
];

/** Faults of the form of documented bodies. */
const bodyFaults = (): Line[] =>
  documentedOperations('data-hub').flatMap(({ name: at, returns }) =>
    returns === undefined
      ? []
      : wrongBodies(returns).map(
          ({ what, text, type }): Line => [
            `${at}/returns-json-${returns}`,
            what,
            [by.text(at, text), by.header({ at, path: 'Content-Type' }, type)],
          ],
        ),
  );

/** Faults of the members of documented records. */
function memberFaults(): Line[] {
  const records = readRecords(schemasOf('data-hub'));
  return documentedOperations('data-hub').flatMap(({ name: at, record = '' }) => {
    const source = records.get(record);
    return (source ? recordFaults(source) : []).map(
      ({ kills, id, path, make }): Line => [
        kills.replace('data-hub/', ''),
        id.slice(kills.length + 1),
        by.set({ at, path }, make),
      ],
    );
  });
}

const MANY: Readonly<Record<string, readonly string[]>> = {
  path: PATH_FORMS,
  name: PATH_FORMS,
  'read-back': Object.keys(CONTENT_KINDS),
  'read-back-rest': Object.keys(CONTENT_KINDS),
  'read-back-cdmi': Object.keys(CONTENT_KINDS),
};

/** `also` written out: `…/path/*` is each form of name, `…/read-back/*` each kind of content. */
const writtenOut = (also: readonly string[]): string[] =>
  also.flatMap((one) => {
    const group = one.endsWith('/*') ? MANY[one.split('/').at(-2) ?? ''] : undefined;
    return group ? group.map((name) => one.replace('*', name)) : [one];
  });

const isRow = (wrong: Wrong): wrong is Exclude<Wrong, Change> => Array.isArray(wrong);
const linesOf = (...tables: readonly FaultTable[]): Line[] =>
  tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([requirement, wrongs]) =>
      Object.entries(wrongs).map(
        ([what, wrong]): Line => (isRow(wrong) ? [requirement, what, ...wrong] : [requirement, what, wrong]),
      ),
    );

function toFault([requirement, what, changes, also = []]: Line): HubFault {
  const others = [...new Set(writtenOut(also))].filter((other) => other !== requirement);
  return {
    id: `data-hub/${requirement}@${what}`,
    kills: `data-hub/${requirement}`,
    ...(others.length > 0 && { also: others.map((other) => `data-hub/${other}`) }),
    changes: [changes].flat(),
  };
}

const ofSecond = (): HubFault[] =>
  [...contentLines(), ...nameLines(), ...refusalLines(), ...linesOf(SECOND_FLOWS)].map(toFault);

/**
 * Faults of operations on files: if such an operation fails intermittently, any requirement on files may fail with it.
 */
const OF_FILES = /\/(?:cdmi-read|cdmi-write|read-content|upload-file|lookup-file-id)\/answers@/;
const FLOWS_OF_FILES = ['cdmi-write', 'upload-file', 'lookup-file-id'].map((name) => `data-hub/${name}/**`);

function permanent(): HubFault[] {
  const byHand = linesOf(GRANT_FAULTS, FLOW_FAULTS);
  const isDerived = ([requirement]: Line): boolean => !byHand.some(([other]) => other === requirement);
  return [
    ...statusFaults().map((line) => ({ ...toFault(line), within: VALID })),
    ...[...memberFaults(), ...bodyFaults().filter(isDerived)].map(toFault),
    ...[...refusalFaults(), ...emptinessFaults(), ...byteFaults()].map(toFault),
    ...[...byHand, ...nameFaults(), ...linesOf(INFERRED_FLOW_FAULTS)].map(toFault),
  ];
}

const DEVIATING = deviating(permanent, { second: ofSecond, prefix: 'data-hub/', table: SOMETIMES });

export const FAULTS: Deviating<HubFault> = {
  ...DEVIATING,
  sometimes: () =>
    DEVIATING.sometimes().map((fault) => (OF_FILES.test(fault.id) ? { ...fault, also: FLOWS_OF_FILES } : fault)),
};
