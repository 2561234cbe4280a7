/**
 * The data hub's faults, each of which makes one requirement fail or warn, and states which others fail or warn with
 * it; and its legal variants: no requirement may fail or warn with one, and only the declared passes may be lost.
 */
import { each, linesIn, notationOf } from '../change.ts';
import { documentedOperations, guardedOperations } from '../documented-operations.ts';
import { recordFaults } from '../record-faults.ts';
import { readRecords } from '../record-values.ts';
import { deviating } from '../sometimes.ts';
import { wrongBodies } from '../wrong-values.ts';
import { byteFaults, contentLines } from './deviations/byte-faults.ts';
import { answering } from './deviations/conditions.ts';
import { DETAIL_VARIANTS } from './deviations/details.ts';
import { FILES } from './deviations/file-variants.ts';
import { FLOW_FAULTS } from './deviations/flow-faults.ts';
import { GRANT_FAULTS } from './deviations/grant-faults.ts';
import { HANDLES, IDS } from './deviations/identifiers.ts';
import { INFERRED_FLOW_FAULTS } from './deviations/inferred-faults.ts';
import { LIST_VARIANTS, LISTS } from './deviations/lists.ts';
import { HTTP, TROUBLE } from './deviations/messages.ts';
import { nameFaults, nameLines } from './deviations/name-faults.ts';
import { settingsVariants } from './deviations/settings.ts';
import { STREAMS } from './deviations/streams.ts';
import { TOKENS } from './deviations/token-variants.ts';
import { by, type Change, type FaultLine as Line } from './operators.ts';
import { problem, type Reply } from './reply.ts';
import { refusalLines, SECOND_FLOWS } from './sometimes/flows.ts';
import { CHANGING, SOMETIMES, VARIANTS_SOMETIMES } from './sometimes/ways.ts';

const { fault, variantsIn } = notationOf<Change>('data-hub', '');

/** Valid credentials: no requirement says how others are rejected. */
const VALID = ['good-named', 'good-prefixed'];

const STATUSES = [401, 404, 405, 410, 500, 501];

/**
 * This status is not a fault: the operation is called only with the prefixed token, so a 401 may be due to the
 * credential.
 */
const UNDECIDABLE = 'create-named-token 401';

const statusFaults = () =>
  guardedOperations('data-hub').flatMap(({ name: at }) =>
    STATUSES.filter((status) => `${at} ${status}` !== UNDECIDABLE).map((status): Line => {
      const argument = problem(status, 'This operation does not work here.');
      return [`${at}/answers`, String(status), by.answer({ at, lane: VALID }, argument)];
    }),
  );

const refusalFaults = () =>
  guardedOperations('data-hub').flatMap(({ name: at, creates, refused }) =>
    Object.keys(refused).flatMap((lane): Line[] => [
      [`${at}/refuses/${lane}`, 'let-in', by.access({ at, lane }, 'accepted')],
      // The effect can be seen afterwards.
      ...(creates === 'files' || creates === 'handles'
        ? ([[`${at}/refuses/${lane}`, 'applied', by.access({ at, lane }, 'applied')]] as const)
        : []),
    ]),
  );

const DETAILS = documentedOperations('data-hub').flatMap(({ name }) => (/^get-|^lookup-/.test(name) ? [name] : []));
const SPEAKING = [...LISTS, ...DETAILS];

/** Answers without content. */
const EMPTY: readonly (readonly [string, readonly string[], Reply['body'], Partial<Reply>?])[] = [
  ['no-body', SPEAKING, undefined],
  ['no-content', SPEAKING, undefined, { status: 204 }],
  ['blank', SPEAKING, { text: ' \r\n', type: 'application/json' }],
  ['null', SPEAKING, { json: null }],
  ['boolean', LISTS, { json: false }],
  ['empty-entries', LISTS, { json: ['', ''] }],
  ['empty-identifier', DETAILS, { json: { fileId: '' } }],
  ['empty-object', DETAILS, { json: {} }],
  ['empty-array', DETAILS, { json: [] }],
  ['empty-text', DETAILS, { json: '' }],
];

/** Returns the fault by which a list or description is empty: statements on its content are contradicted as well. */
const emptied = (at: string, what: string, change: Change): Line => [
  `${at}/not-empty`,
  what,
  change,
  ['holds-*', 'identif*', 'speaks-of-*'].map((statement) => `${at}/${statement}`),
];

const emptinessFaults = (): Line[] => [
  ...EMPTY.flatMap(([what, operations, body, more]) =>
    operations.map((at) => emptied(at, what, answering(at, body, more))),
  ),
  ...LISTS.map((at) => emptied(at, 'empty-list', by.items(at, []))),
];

/** Faults of the form of documented bodies. */
const bodyFaults = () =>
  documentedOperations('data-hub').flatMap(({ name: at, returns }) =>
    returns
      ? linesIn({ [`${at}/returns-json-${returns}`]: each(wrongBodies(returns), (body) => by.success(at, body)) })
      : [],
  );

/** Faults of the members of documented records. */
function memberFaults(): Line[] {
  const records = readRecords('data-hub');
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

/**
 * Faults of operations on files: if such an operation fails intermittently, any requirement on files may fail with it.
 */
const OF_FILES = /\/(?:cdmi-read|cdmi-write|read-content|upload-file|lookup-file-id)\/answers@/;
const FLOWS_OF_FILES = ['cdmi-write', 'upload-file', 'lookup-file-id'].map((name) => `data-hub/${name}/**`);

function permanentLines(): Line[] {
  const byHand = linesIn(GRANT_FAULTS, FLOW_FAULTS);
  const isDerived = ([requirement]: Line): boolean => !byHand.some(([other]) => other === requirement);
  return [
    ...[...statusFaults(), ...memberFaults(), ...bodyFaults().filter(isDerived)],
    ...[...refusalFaults(), ...emptinessFaults(), ...byteFaults()],
    ...[...byHand, ...nameFaults(), ...linesIn(INFERRED_FLOW_FAULTS)],
  ];
}

/** Returns the faults that the lines describe; `*` in `also` stands for any part of a segment. */
function toFaults(lines: readonly Line[]) {
  const requirements = [...new Set(permanentLines().map(([requirement]) => requirement))];
  return lines.map(([requirement, what, changes, also = []]) => {
    const patterns = also.map((glob) => new RegExp(`^${glob.replaceAll('*', '[^/]*')}$`));
    const others = requirements.filter((one) => one !== requirement && patterns.some((pattern) => pattern.test(one)));
    return fault(`${requirement}@${what}`, changes, { also: others });
  });
}

const DEVIATING = deviating(() => toFaults(permanentLines()), {
  second: () => toFaults([...contentLines(), ...nameLines(), ...refusalLines(), ...linesIn(SECOND_FLOWS)]),
  prefix: 'data-hub/',
  table: SOMETIMES,
});

export const FAULTS: typeof DEVIATING = {
  ...DEVIATING,
  sometimes: () =>
    DEVIATING.sometimes().map((fault) => (OF_FILES.test(fault.id) ? { ...fault, also: FLOWS_OF_FILES } : fault)),
};

/**
 * Returns further conditions of a run: settings that are absent, operations that are not offered, connections that
 * break.
 */
export const dataHubRunVariants = () => variantsIn(settingsVariants(), TROUBLE);

export const VARIANTS = deviating(
  () => variantsIn(LIST_VARIANTS, DETAIL_VARIANTS, IDS, HANDLES, STREAMS, TOKENS, HTTP, FILES),
  {
    second: () => variantsIn(CHANGING),
    unlisted: dataHubRunVariants,
    prefix: '',
    table: VARIANTS_SOMETIMES,
  },
);
