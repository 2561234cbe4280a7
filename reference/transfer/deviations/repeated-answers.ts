/**
 * Faults that only one of several responses shows: a later reading, the listing by organisation, an element in the
 * middle.
 */
import type { RefusedKind } from '../lanes.ts';
import { type Call, IDENTITY, isByVo, isNotByVo, JOB, member, type Place } from '../operators.ts';
import type { OperationName } from '../routes.ts';
import { type FaultDefinition, fault } from './fault.ts';

const LATER = { lane: 'certificate', nth: { from: 2 } } as const;
const IN_THE_MIDDLE: Place = { at: 'list-jobs', element: 2 };
const RESULT = 'transfer/submission-result';

/** Members of a wrong type or form in a single response. */
const wrongOnce = (): FaultDefinition[] => [
  fault(
    `${JOB}/priority`,
    'a-text-in-the-second-reading',
    member(JOB, 'priority', 'high', { at: 'job-status', nth: 2 }),
  ),
  fault(
    `${JOB}/submit_time`,
    'a-word-in-the-listing-by-organisation',
    member(JOB, 'submit_time', 'yesterday', { ...IN_THE_MIDDLE, when: isByVo }),
  ),
  fault(`${IDENTITY}/base_id`, 'no-uuid-in-later-answers', member(IDENTITY, 'base_id', 'base', LATER)),
  fault(`${IDENTITY}/returns-json-object`, 'a-page-in-later-answers', {
    at: 'identity',
    ...LATER,
    operator: 'text',
    argument: '<html><body>Welcome.</body></html>',
  }),
  fault(
    'transfer/delegation/termination_time',
    'a-number-in-later-answers',
    member('transfer/delegation', 'termination_time', 1_772_600_000, LATER),
  ),
  fault('transfer/submit-job/returns-job-id', 'a-number-in-the-third', member(RESULT, 'job_id', 3, { nth: 3 })),
];

/** Values of a job, of the right type, that only one of its responses has. */
const OTHER_JOB: Readonly<Record<string, unknown>> = {
  job_type: 'R',
  user_dn: '/DC=example/DC=elsewhere/CN=Cy Example',
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

/**
 * Returns faults in which each response by itself is as documented, but one contradicts the others about the same
 * thing.
 */
const disagreeing = (): FaultDefinition[] => {
  const more = { verdict: 'warn' } as const;
  return [
    ...Object.entries(OTHER_JOB).map(([name, value]) =>
      fault(
        `${JOB}/agrees`,
        `${name}-differs-in-the-listing`,
        member(JOB, name, value as string, { at: 'list-jobs' }),
        more,
      ),
    ),
    fault(
      `${JOB}/agrees`,
      'overwrite-flag-differs-by-organisation',
      member(JOB, 'overwrite_flag', (flag) => !flag, { at: 'list-jobs', when: isByVo }),
      more,
    ),
    fault(
      `${JOB}/agrees`,
      'one-element-is-of-another-organisation',
      member(JOB, 'vo_name', 'elsewhere', { at: 'list-jobs', element: 2, nth: 1 }),
      more,
    ),
    ...Object.entries(OTHER_CALLER).map(([name, value]) =>
      fault(
        `${IDENTITY}/agrees`,
        `${name}-differs-in-later-answers`,
        member(IDENTITY, name, value as string, LATER),
        more,
      ),
    ),
  ];
};

/** Returns the token of a request, without its scheme. */
const tokenIn = ({ request }: Call): string => (request.headers['authorization'] ?? '').split(' ').at(-1) ?? '';

/** Nearly valid credentials are accepted, other invalid ones are not. */
const nearlyValid = (): FaultDefinition[] => {
  const letIn = (operation: OperationName, kind: RefusedKind, what: string, when: (call: Call) => boolean) =>
    fault(`transfer/${operation}/refuses/${kind}`, what, {
      at: operation,
      lane: kind,
      when,
      operator: 'admit',
      argument: true,
    });
  const garbage = (operation: OperationName) =>
    letIn(
      operation,
      'garbage-token',
      'nearly-valid-is-let-in',
      (call) => isNotByVo(call) && !tokenIn(call).startsWith('garbage-'),
    );
  const leaks = (operation: OperationName, kind: RefusedKind) =>
    fault(`transfer/${operation}/refuses/${kind}`, 'refused-with-the-data', [
      { at: operation, lane: kind, when: isNotByVo, operator: 'admit', argument: true },
      {
        at: operation,
        when: ({ caller }) => caller?.letIn === true,
        operator: 'response',
        argument: { status: 401 },
      },
    ]);
  return [
    ...(['identity', 'list-jobs', 'delegation', 'job-status'] as const).flatMap((operation) => [
      garbage(operation),
      leaks(operation, 'none'),
      leaks(operation, 'garbage-token'),
    ]),
    letIn(
      'identity',
      'token-under-another-scheme',
      'no-scheme-is-let-in',
      ({ request }) => !request.headers['authorization']?.includes(' '),
    ),
  ];
};

/** Responses that break the standards of their form. */
const againstStandards = (): FaultDefinition[] => {
  const more = { verdict: 'warn' } as const;
  const text = (what: string, argument: (json: string) => string, place: Place) =>
    fault('transfer/responses/json-text', what, { ...place, operator: 'text', argument }, more);
  const again = (name: string, value: string, place: Place, where = 'twice') =>
    fault(
      'transfer/responses/single-headers',
      `${name.toLowerCase()}-${where}`,
      { ...place, operator: 'success', argument: ({ headers }) => ({ headers: [...headers, [name, value]] }) },
      more,
    );
  return [
    text('byte-order-mark', (json) => `\ufeff${json}`, { at: 'identity' }),
    text('byte-order-mark-in-the-second-listing', (json) => `\ufeff${json}`, { at: 'list-jobs', nth: 2 }),
    text('a-name-twice', (json) => json.replace(/\{/, '{"job_id":"none",'), { at: 'job-status' }),
    text('an-escaped-name-twice', (json) => json.replace(/"vos"/, '"v\\u006fs":[],"vos"'), { at: 'identity' }),
    again('Content-Type', 'text/plain', { at: 'delegation' }),
    again('Content-Type', 'text/html', { at: 'list-jobs', when: isByVo }, 'in-the-listing-by-organisation'),
  ];
};

export const repeatedAnswers = (): FaultDefinition[] => [
  ...wrongOnce(),
  ...disagreeing(),
  ...nearlyValid(),
  ...againstStandards(),
];
