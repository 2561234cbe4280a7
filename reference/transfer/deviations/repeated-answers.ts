/**
 * Faults that only one of several responses shows: a later reading, the listing by organisation, an element in the
 * middle.
 */
import { guardedReads } from '../../documented-operations.ts';
import { adding, withByteOrderMark } from '../../http-operators.ts';
import type { RefusedKind } from '../lanes.ts';
import { by, type Call, fault, faultsBy, IDENTITY, isByVo, isNotByVo, JOB, member, type Place } from '../operators.ts';
import { STRANGER } from './flow-faults.ts';
import { hasTexts, letIn } from './operation-faults.ts';

const LATER = { lane: 'certificate', nth: { from: 2 } } as const;
const IN_THE_MIDDLE: Place = { at: 'list-jobs', element: 2 };
const RESULT = 'transfer/submission-result';

/** Members of a wrong type or form in a single response. */
const wrongOnce = () =>
  faultsBy({
    'job/priority': { 'a-text-in-the-second-reading': member(JOB, 'priority', 'high', { at: 'job-status', nth: 2 }) },
    'job/submit_time': {
      'a-word-in-the-listing-by-organisation': member(JOB, 'submit_time', 'yesterday', {
        ...IN_THE_MIDDLE,
        when: isByVo,
      }),
    },
    'identity/base_id': { 'no-uuid-in-later-answers': member(IDENTITY, 'base_id', 'base', LATER) },
    'identity/returns-json-object': {
      'a-page-in-later-answers': by.text({ at: 'identity', ...LATER }, '<html><body>Welcome.</body></html>'),
    },
    'delegation/termination_time': {
      'a-number-in-later-answers': member('transfer/delegation', 'termination_time', 1_772_600_000, LATER),
    },
    'submit-job/returns-job-id': { 'a-number-in-the-third': member(RESULT, 'job_id', 3, { nth: 3 }) },
  });

/** Values of a job, of the right type, that only one of its responses has. */
const OTHER_JOB: Readonly<Record<string, unknown>> = {
  job_type: 'R',
  user_dn: STRANGER,
  cred_id: '0123456789abcdef',
  submit_host: 'elsewhere.example.org',
  retry_delay: 4711,
  source_se: 'https://elsewhere.example.org',
  dest_se: 'https://elsewhere.example.org',
  source_space_token: 'elsewhere',
  space_token: 'elsewhere',
  max_time_in_queue: 4711,
  bring_online: 4711,
  copy_pin_lifetime: 4711,
  verify_checksum: 'b',
  job_metadata: { elsewhere: 'yes' },
};

/** Values of the caller, of the right type, that only one response has. */
const OTHER_CALLER: Readonly<Record<string, unknown>> = {
  base_id: '00000000-0000-4000-8000-000000000000',
  vos: ['elsewhere'],
  vos_id: ['00000000-0000-4000-8000-000000000000'],
  voms_cred: ['/elsewhere/Role=NULL/Capability=NULL'],
  roles: ['elsewhere'],
  level: { transfer: 'elsewhere' },
};

/** Requirements about submitted jobs by the member that they are about. */
const OF_SUBMITTED: Readonly<Record<string, string>> = {
  source_se: 'job-status/names-source',
  dest_se: 'job-status/names-destination',
  user_dn: 'job-status/names-submitter',
};

const differing = (
  record: 'job' | 'identity',
  others: Readonly<Record<string, unknown>>,
  where: string,
  place: Place,
) =>
  Object.entries(others).map(([name, value]) =>
    fault(`${record}/agrees@${name}-differs-${where}`, member(`transfer/${record}`, name, value as string, place), {
      also: record === 'job' ? [OF_SUBMITTED[name] ?? []].flat() : [],
    }),
  );

/**
 * Returns faults in which each response by itself is as documented, but one contradicts the others about the same
 * thing.
 */
const disagreeing = () => [
  ...differing('job', OTHER_JOB, 'in-the-listing', { at: 'list-jobs' }),
  ...faultsBy({
    'job/agrees': {
      'overwrite-flag-differs-by-organisation': member(JOB, 'overwrite_flag', (flag) => !flag, {
        at: 'list-jobs',
        when: isByVo,
      }),
      'one-element-is-of-another-organisation': member(JOB, 'vo_name', 'elsewhere', { ...IN_THE_MIDDLE, nth: 1 }),
    },
  }),
  ...differing('identity', OTHER_CALLER, 'in-later-answers', LATER),
];

/** Returns the token of a request, without its scheme. */
const tokenIn = ({ request }: Call) => (request.headers['authorization'] ?? '').split(' ').at(-1) ?? '';

/** Whether a token was sent, and is not random. */
export const isReal = (token: string | null | undefined) => token?.startsWith('garbage-') === false;

/** Nearly valid credentials are accepted, other invalid ones are not. */
const nearlyValid = () => {
  const garbage = (operation: string) =>
    letIn(
      operation,
      'garbage-token',
      'nearly-valid-is-let-in',
      (call) => isNotByVo(call) && !tokenIn(call).startsWith('garbage-'),
    );
  const leaks = (at: string, lane: RefusedKind) =>
    fault(`${at}/refuses/${lane}@refused-with-the-data`, [
      by.admit({ at, lane, when: isNotByVo }, true),
      by.response({ at, when: ({ caller }) => caller?.letIn === true }, { status: 401 }),
    ]);
  return [
    ...guardedReads('transfer').flatMap((operation) => [
      garbage(operation),
      letIn(
        operation,
        'foreign-certificate',
        'forged-proxy-is-let-in',
        (call) => isNotByVo(call) && call.request.peer.length > 1,
      ),
      ...(hasTexts(operation) ? [leaks(operation, 'none'), leaks(operation, 'garbage-token')] : []),
    ]),
    letIn('delegation', 'none', 'token-in-a-cookie-is-let-in', ({ request }) =>
      isReal(request.headers['cookie']?.split('=')[1]),
    ),
    letIn(
      'identity',
      'token-under-another-scheme',
      'no-scheme-is-let-in',
      ({ request }) => !request.headers['authorization']?.includes(' '),
    ),
  ];
};

/** Responses that break the standards of their form. */
const againstStandards = () =>
  faultsBy({
    'responses/json-text': {
      'byte-order-mark': by.text('identity', withByteOrderMark),
      'byte-order-mark-in-the-second-listing': by.text({ at: 'list-jobs', nth: 2 }, withByteOrderMark),
      'a-name-twice': by.text('job-status', (json) => json.replace(/\{/, '{"job_id":"none",')),
      'an-escaped-name-twice': by.text('identity', (json) => json.replace(/"vos"/, '"v\\u006fs":[],"vos"')),
    },
    'responses/single-headers': {
      'content-type-twice': by.success('delegation', adding(['Content-Type', 'text/plain'])),
      'content-type-in-the-listing-by-organisation': by.success(
        { at: 'list-jobs', when: isByVo },
        adding(['Content-Type', 'text/html']),
      ),
    },
  });

export const repeatedAnswers = () => [...wrongOnce(), ...disagreeing(), ...nearlyValid(), ...againstStandards()];
