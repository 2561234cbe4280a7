/** Hand-written faults of what no schema can say: identities that do not fit together, listings, submissions, single jobs, cancellation. */
import type { Members } from '../record-values.ts';
import { errorResponse, textResponse } from './answers.ts';
import type { Asked, Behaviour, FaultDefinition } from './behaviour.ts';
import { NO_ARRAY, wrongBody } from './body-faults.ts';
import type { LaneName } from './credentials.ts';
import { FINISHED_JOB_ID, type Job, type JobRules, uuidOf } from './jobs.ts';
import { STATES } from './states.ts';
import { type Changed, onRecord } from './variant.ts';

const STRANGER = '/DC=example/DC=elsewhere/CN=Cy Example';

/** Faults of one requirement: what each is called, what it does. */
function group(
  kills: string,
  tags: readonly string[],
  faults: Readonly<Record<string, Behaviour | (() => Behaviour)>>,
  more: Partial<FaultDefinition> = {},
): FaultDefinition[] {
  return Object.entries(faults).map(([what, behaviour]) => ({
    id: `${kills}@${what}`,
    kills,
    verdict: 'fail',
    title: what.replaceAll('-', ' '),
    origin: 'hand',
    tags: ['flow', ...tags],
    create: () => (typeof behaviour === 'function' ? behaviour() : behaviour),
    ...more,
  }));
}

/** Changes members of the identity object in one lane. */
const identity = (lane: LaneName, change: Changed): Behaviour =>
  onRecord('transfer/identity', change, ({ caller }) => caller.lane === lane);

/** Changes members of every job for which `applies` holds. */
const job = (applies: (job: Job, asked: Asked) => boolean, change: Changed): Behaviour =>
  onRecord('transfer/job', change, (asked, each) => each !== undefined && applies(each, asked));
const submitted = (each: Job, asked: Asked): boolean => asked.jobs.submitted.includes(each.id);
const submittedRead = (each: Job, asked: Asked): boolean => asked.operation === 'job-status' && submitted(each, asked);

const withVo = (asked: Asked): boolean => asked.operation === 'list-jobs' && asked.query.has('vo_name');

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const commonName = (dn: unknown): string => text(dn).split('CN=').at(-1) ?? '';

/** Requests for which `applies` holds are answered with these statuses. */
const refusing = (statuses: readonly number[], applies: (asked: Asked) => boolean): Record<string, Behaviour> =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { instead: (asked) => (applies(asked) ? errorResponse(status, 'no') : undefined) },
    ]),
  );

const identityFaults = (): FaultDefinition[] => [
  ...group('transfer/identity/dn/with-certificate', ['lane:certificate'], {
    'lacks-the-user': identity('certificate', ({ dn }) => ({ dn: (dn as unknown[]).slice(1) })),
    'lacks-the-proxy': identity('certificate', ({ dn }) => ({ dn: (dn as unknown[]).slice(0, 1) })),
    empty: identity('certificate', () => ({ dn: [] })),
    'of-a-stranger': identity('certificate', () => ({ dn: [STRANGER, `${STRANGER}/CN=1`] })),
    'common-names-alone': identity('certificate', ({ dn }) => ({ dn: (dn as unknown[]).map(commonName) })),
    'user-twice': identity('certificate', ({ user_dn }) => ({ dn: [user_dn, user_dn] })),
    'proxy-of-a-stranger': identity('certificate', ({ user_dn }) => ({ dn: [user_dn, `${STRANGER}/CN=1`] })),
  }),
  ...group(
    'transfer/identity/dn/with-certificate',
    ['lane:certificate'],
    { 'user-dn-of-a-stranger': identity('certificate', () => ({ user_dn: STRANGER })) },
    { also: ['transfer/job-status/names-submitter'] },
  ),
  ...group('transfer/identity/voms_cred/with-token', ['lane:token'], {
    'scope-that-is-not-granted': identity('token', ({ voms_cred }) => ({
      voms_cred: [...(voms_cred as unknown[]), 'storage.stage:/'],
    })),
    'attributes-of-an-organisation': identity('token', () => ({ voms_cred: ['/assay/Role=NULL/Capability=NULL'] })),
    'all-scopes-in-one': identity('token', ({ oauth2_scope }) => ({ voms_cred: [oauth2_scope] })),
    'scopes-separated-by-commas': identity('token', ({ oauth2_scope }) => ({
      oauth2_scope: text(oauth2_scope).replaceAll(' ', ','),
    })),
    'scope-string-is-empty': identity('token', () => ({ oauth2_scope: '' })),
    'scope-string-lacks-one': identity('token', ({ oauth2_scope }) => ({
      oauth2_scope: text(oauth2_scope).split(' ').slice(1).join(' '),
    })),
    'scopes-without-paths': identity('token', ({ voms_cred }) => ({
      voms_cred: (voms_cred as unknown[]).map((each) => text(each).split(':')[0]),
    })),
  }),
];

/** Tag of what is about the finished job that the settings name. */
export const NAMES_FINISHED_JOB = 'settings:finished-job';

const WITHOUT_TIME = { job_finished: null };
const timeless = (applies: (state: unknown) => boolean): Behaviour =>
  onRecord('transfer/job', WITHOUT_TIME, (_asked, _job, { job_state }) => applies(job_state));

const listingFaults = (): FaultDefinition[] => [
  ...group('transfer/list-jobs/accepts-vo-name', ['listing'], {
    ...refusing([400, 404, 405, 422, 500, 501], withVo),
    ...Object.fromEntries(
      Object.entries(NO_ARRAY).map(([what, make]) => [
        what,
        { answer: (response, asked) => (withVo(asked) ? wrongBody(response, make) : response) } satisfies Behaviour,
      ]),
    ),
  }),
  ...group(
    'transfer/list-jobs/vo-name-filters',
    ['listing'],
    {
      ignored: { lists: () => true },
      inverted: { lists: (each, vo) => each.vo !== vo },
      'one-of-another': { lists: (each, vo) => each.vo === vo || each.index === 3 },
    },
    { verdict: 'warn' },
  ),
  ...group(
    'transfer/job/job_finished/by-state',
    ['listing'],
    {
      'finished-without-a-time': timeless((state) => state === STATES.finished),
      'failed-without-a-time': timeless((state) => state === STATES.failed),
      'never-a-time': timeless(() => true),
    },
    { verdict: 'warn' },
  ),
  ...group(
    'transfer/job/job_finished/by-state',
    ['listing', NAMES_FINISHED_JOB],
    {
      'named-one-without-a-time': onRecord(
        'transfer/job',
        WITHOUT_TIME,
        ({ operation, id }) => operation === 'job-status' && id === FINISHED_JOB_ID,
      ),
    },
    { verdict: 'warn' },
  ),
];

/** Submissions that hold something that a deployment has to take. */
export const FORMS: Readonly<Record<string, (body: Body) => boolean>> = {
  'several-files': ({ files }) => files.length > 1,
  'file-tokens': ({ files }) =>
    files.some((file) => file.source_tokens !== undefined || file.destination_tokens !== undefined),
  'checksum-name': ({ files }) => files.some(({ checksum }) => typeof checksum === 'string' && !checksum.includes(':')),
  'checksum-value': ({ files }) => files.some(({ checksum }) => typeof checksum === 'string' && checksum.includes(':')),
  overwrite: ({ params }) => params.overwrite !== undefined,
  'several-sources': ({ files }) =>
    files.some(({ sources }) => Array.isArray(sources) && sources.length > 1 && storagesOf(sources).size === 1),
  'several-storages': ({ files }) =>
    files.some(({ sources, destinations }) => storagesOf(sources).size > 1 || storagesOf(destinations).size > 1),
};
const storagesOf = (urls: unknown): Set<string> =>
  new Set(Array.isArray(urls) ? urls.map((url) => new URL(String(url)).host) : []);

/** Forms that only the plain reading of the document allows. */
export const INFERRED_FORMS: ReadonlySet<string> = new Set(['several-sources', 'several-storages']);

interface Body {
  readonly files: readonly Members[];
  readonly params: Members;
}

export const bodyIn = (asked: Asked): Body => {
  const body = JSON.parse(Buffer.from(asked.request.body).toString('utf8')) as Partial<Body>;
  return { files: body.files ?? [], params: body.params ?? {} };
};

/** Codes that are not about the tokens of the settings, which a service may refuse. */
const OF_NO_VALUE = [415, 500];

const submissionFaults = (): FaultDefinition[] => [
  ...Object.entries(FORMS).flatMap(([form, holds]) =>
    group(
      `transfer/submit-job/accepts-${form}`,
      ['jobs'],
      refusing(
        form === 'file-tokens' ? OF_NO_VALUE : [400, 415, 422, 500],
        (asked) => asked.operation === 'submit-job' && holds(bodyIn(asked)),
      ),
      { verdict: INFERRED_FORMS.has(form) ? 'warn' : 'fail' },
    ),
  ),
  ...group('transfer/submit-job/accepts-overwrite', ['jobs'], {
    'true-is-refused': refusesOverwrite(true),
    'false-is-refused': refusesOverwrite(false),
    'refused-with-a-token': refusesOverwrite(undefined, 'token'),
  }),
  ...group('transfer/submit-job/returns-own-id', ['jobs'], {
    empty: onRecord('transfer/submission-result', { job_id: '' }),
    'white-space': onRecord('transfer/submission-result', { job_id: ' ' }),
    'later-ones-are-empty': onRecord(
      'transfer/submission-result',
      { job_id: '' },
      ({ jobs }) => jobs.submitted.length > 4,
    ),
    'same-each-time': rules({ nextId: () => uuidOf('same') }),
    'one-that-was-listed': rules({ nextId: (store) => [...store.all.keys()][0] }),
    'the-last-one-again': rules({
      nextId: (store) => (store.submitted.length % 2 === 1 ? store.submitted.at(-1) : undefined),
    }),
    'the-same-for-later-ones': rules({
      nextId: ({ submitted }) => (submitted.length >= 2 ? uuidOf('later') : undefined),
    }),
    'later-ones-were-listed': rules({
      nextId: ({ submitted, all }) => (submitted.length >= 2 ? [...all.keys()][0] : undefined),
    }),
    'two-in-turn': rules({ nextId: (store) => uuidOf(`turn ${store.submitted.length % 2}`) }),
  }),
];

/** Refuses submissions with one value of `params.overwrite`, or with either, in one lane or in both. */
function refusesOverwrite(value: boolean | undefined, lane?: LaneName): Behaviour {
  const applies = (asked: Asked): boolean => {
    if (asked.operation !== 'submit-job' || (lane !== undefined && asked.caller.lane !== lane)) return false;
    const { overwrite } = bodyIn(asked).params;
    return value === undefined ? overwrite !== undefined : overwrite === value;
  };
  return { instead: (asked) => (applies(asked) ? errorResponse(400, 'no') : undefined) };
}

function rules(jobs: Partial<JobRules>): Behaviour {
  return { jobs };
}

const otherHost = (endpoint: unknown): string => text(endpoint).replace(/:\/\/.*/, '://another.example.org');
const otherScheme = (endpoint: unknown): string =>
  text(endpoint).replace(/^[^:]+/, (scheme) => (scheme === 'srm' ? 'root' : 'srm'));

const statusFaults = (): FaultDefinition[] => {
  const tags = ['jobs', 'status'];
  const change = (to: Changed): Behaviour => job(submittedRead, to);
  const submitter = (to: (userDn: string, asked: Asked) => unknown): Behaviour =>
    job(
      (each, asked) => submittedRead(each, asked) && asked.caller.lane === 'certificate',
      ({ user_dn }, asked) => ({ user_dn: to(text(user_dn), asked) }),
    );
  return [
    ...group('transfer/job-status/reads-submitted-job', tags, {
      ...refusing([404, 405], ({ operation, jobs, id }) => operation === 'job-status' && jobs.submitted.includes(id)),
      'another-id': change(({ job_id }) => ({ job_id: uuidOf(text(job_id)) })),
      'id-of-the-first-job': change((_members, asked) => ({ job_id: [...asked.jobs.all.keys()][0] })),
      'last-digit-changed': change(({ job_id }) => ({
        job_id: text(job_id).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      })),
    }),
    ...group('transfer/job-status/names-source', tags, {
      'another-host': change(({ source_se }) => ({ source_se: otherHost(source_se) })),
      'another-scheme': change(({ source_se }) => ({ source_se: otherScheme(source_se) })),
      'host-within-the-host': change(({ source_se }) => ({ source_se: text(source_se).replace('://', '://www.') })),
      'another-host-with-overwrite': job(
        (each, asked) => submittedRead(each, asked) && each.overwrite,
        ({ source_se }) => ({ source_se: otherHost(source_se) }),
      ),
      'another-host-with-a-checksum': job(
        (each, asked) => submittedRead(each, asked) && each.checksum,
        ({ source_se }) => ({ source_se: otherHost(source_se) }),
      ),
      'the-destination': change(({ dest_se }) => ({ source_se: dest_se })),
    }),
    ...group('transfer/job-status/names-destination', tags, {
      'another-host': change(({ dest_se }) => ({ dest_se: otherHost(dest_se) })),
      'another-scheme': change(({ dest_se }) => ({ dest_se: otherScheme(dest_se) })),
      'host-within-the-host': change(({ dest_se }) => ({ dest_se: text(dest_se).replace('://', '://www.') })),
      'the-source': change(({ source_se }) => ({ dest_se: source_se })),
    }),
    ...group(
      'transfer/job-status/names-source',
      tags,
      { swapped: change(({ source_se, dest_se }) => ({ source_se: dest_se, dest_se: source_se })) },
      { also: ['transfer/job-status/names-destination'] },
    ),
    ...group('transfer/job-status/names-submitter', [...tags, 'lane:certificate'], {
      'a-stranger': submitter(() => STRANGER),
      'the-proxy': submitter((_userDn, { caller }) => caller.dn.at(-1)),
      'common-name-alone': submitter(commonName),
      empty: submitter(() => ''),
      'one-part-less': submitter((userDn) => userDn.replace(/^\/[^/]*/, '')),
    }),
  ];
};

const cancelFaults = (): FaultDefinition[] => {
  const nothing: Partial<JobRules> = { cancel: () => undefined };
  const answering = (status: number, body: string): Behaviour => ({
    jobs: nothing,
    answer: (response, asked) =>
      asked.operation === 'cancel-job' && response.status < 300
        ? textResponse(status, body, 'application/json')
        : response,
  });
  return group('transfer/cancel-job/leaves-a-trace', ['jobs', 'status'], {
    'nothing-happens': rules(nothing),
    'nothing-happens-202': answering(202, '{}'),
    'nothing-happens-204': answering(204, ''),
    'says-so-and-does-not': answering(200, '{"job_state":"CANCELED","cancel_job":true}'),
    'cancels-another': rules({
      cancel: (each, now, store) => {
        // A job that was not submitted here: two concurrent cancellations must not hit each other's jobs.
        const other = [...store.all.values()].find(({ id }) => !store.submitted.includes(id) && id !== each.id);
        if (other) other.cancelledAt = now;
      },
    }),
  });
};

export const flowFaults = (): FaultDefinition[] => [
  ...identityFaults(),
  ...listingFaults(),
  ...submissionFaults(),
  ...statusFaults(),
  ...cancelFaults(),
];
