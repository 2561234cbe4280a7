/**
 * Hand-written faults of what no schema can say: identities that do not fit together, listings, submissions, single
 * jobs, cancellation.
 */

import { series } from '../../change.ts';
import { jsonIn } from '../../received.ts';
import { FINISHED_JOB_ID, STATES, uuidOf } from '../jobs.ts';
import {
  type Argument,
  by,
  type Call,
  type Change,
  faultsBy,
  IDENTITY,
  isByVo,
  isSubmitted,
  JOB,
  member,
  members,
  type Place,
} from '../operators.ts';
import type { SubmittedFile } from '../submission.ts';
import { otherBodies } from './operation-faults.ts';

export const STRANGER = '/DC=example/DC=elsewhere/CN=Cy Example';

/** Returns rejections of documented requests, one per status, named after it. */
const refusing = (statuses: readonly number[], place: Place) =>
  series('', statuses, (status) => by.refuse(place, status));

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const commonName = (dn: unknown) => text(dn).split('CN=').at(-1) ?? '';

/** Changes the names of the user and the proxy in the identity. */
const names = (make: (names: readonly string[]) => unknown) =>
  member(IDENTITY, 'dn', (dn) => make(dn as string[]), { lane: 'certificate' });
const scopes = (make: (scopes: readonly string[]) => unknown) =>
  member(IDENTITY, 'voms_cred', (scopes) => scopes && make(scopes as string[]), { lane: 'token' });
const scopeText = (make: (scope: string) => unknown) =>
  member(IDENTITY, 'oauth2_scope', (scope) => make(text(scope)), { lane: 'token' });

const identityFaults = () =>
  faultsBy({
    'identity/dn/with-certificate': {
      'lacks-the-user': names((dn) => dn.slice(1)),
      'lacks-the-proxy': names((dn) => dn.slice(0, 1)),
      empty: names(() => []),
      'of-a-stranger': names(() => [STRANGER, `${STRANGER}/CN=1`]),
      'common-names-alone': names((dn) => dn.map(commonName)),
      'user-twice': names(([user]) => [user, user]),
      'proxy-of-a-stranger': names(([user]) => [user, `${STRANGER}/CN=1`]),
      'user-dn-of-the-proxy': member(IDENTITY, 'user_dn', (_, { caller }) => caller?.dn.at(-1), {
        lane: 'certificate',
      }),
      'user-dn-of-a-stranger': [
        member(IDENTITY, 'user_dn', STRANGER, { lane: 'certificate' }),
        ['job-status/names-submitter'],
      ],
    },
    'identity/voms_cred/with-token': {
      'scope-that-is-not-granted': scopes((all) => [...all, 'storage.stage:/']),
      'attributes-of-an-organisation': scopes(() => ['/assay/Role=NULL/Capability=NULL']),
      'all-scopes-in-one': scopes((all) => [all.join(' ')]),
      'scopes-separated-by-commas': scopeText((scope) => scope.replaceAll(' ', ',')),
      'scope-string-is-empty': scopeText(() => ''),
      'scope-string-lacks-one': scopeText((scope) => scope.split(' ').slice(1).join(' ')),
      'scopes-without-paths': scopes((all) => all.map((each) => each.split(':')[0])),
    },
  });

/** Finished jobs without a time. */
const timeless = (isMet: (state: unknown) => boolean) =>
  members(JOB, ({ job_state }) => (isMet(job_state) ? { job_finished: null } : {}));

const BY_VO = { at: 'list-jobs', when: isByVo };

const listingFaults = () => [
  ...faultsBy({ 'list-jobs/accepts-vo-name': refusing([400, 404, 405, 422, 500, 501], BY_VO) }),
  ...faultsBy({ 'list-jobs/accepts-vo-name': otherBodies('array', BY_VO) }, ['list-jobs/returns-json-array']),
  ...faultsBy({
    'list-jobs/vo-name-filters': {
      ignored: by.list({}, true),
      inverted: by.list({}, (listed) => !listed),
      'one-of-another': by.list({}, (listed, { job }) => listed || job?.index === 3),
    },
    'job/job_finished/by-state': {
      'finished-without-a-time': timeless((state) => state === STATES.finished),
      'failed-without-a-time': timeless((state) => state === STATES.failed),
      'before-its-submission': members(JOB, ({ job_finished }) => ({
        job_finished: job_finished && '1970-01-01T00:00:00',
      })),
      'never-a-time': member(JOB, 'job_finished', null),
      'submitted-ones-failed-without-a-time-when-read': members(
        JOB,
        ({ job_finished }) => (job_finished === null ? { job_state: STATES.failed } : {}),
        SUBMITTED,
      ),
      'named-one-without-a-time': [
        member(JOB, 'job_finished', null, { at: 'job-status', when: ({ id }) => id === FINISHED_JOB_ID }),
        [],
        { TRANSFER_FINISHED_JOB_ID: FINISHED_JOB_ID },
      ],
    },
  }),
];

interface Body {
  readonly files: readonly SubmittedFile[];
  readonly overwrite?: unknown;
}

/** Submissions with content that a deployment must accept. */
export const FORMS: Readonly<Record<string, (body: Body) => boolean>> = {
  'several-files': ({ files }) => files.length > 1,
  'file-tokens': ({ files }) =>
    files.some((file) => file.source_tokens !== undefined || file.destination_tokens !== undefined),
  'checksum-name': ({ files }) => files.some(({ checksum }) => checksum?.includes(':') === false),
  'checksum-value': ({ files }) => files.some(({ checksum }) => checksum?.includes(':')),
  overwrite: ({ overwrite }) => overwrite !== undefined,
  'several-sources': ({ files }) => files.some(({ sources }) => sources.length > 1 && storagesOf(sources).size === 1),
  'several-storages': ({ files }) =>
    files.some(({ sources, destinations }) => storagesOf(sources).size > 1 || storagesOf(destinations).size > 1),
};
const storagesOf = (urls: readonly string[]) => new Set(urls.map((url) => new URL(url).host));

/** Returns where a change applies: submissions whose body meets a condition. */
const submissionsOf = (isMet: (body: Body) => boolean) => ({
  at: 'submit-job',
  when: ({ request }: Call) => {
    const { files = [], params = {} } = jsonIn(request.body) as {
      files?: SubmittedFile[];
      params?: { overwrite?: unknown };
    };
    return isMet({ files, overwrite: params.overwrite });
  },
});

/** Rejects submissions whose body meets a condition. */
export const notTaking = (isMet: (body: Body) => boolean, status = 400): Change =>
  by.refuse(submissionsOf(isMet), status);

/** Codes that are not about the tokens of the settings, which a service may reject. */
const OF_NO_VALUE = [415, 500];

/** Changes the identifiers of submitted jobs. */
const identifier = (argument: Argument<'identifier'>) => by.identifier('submit-job', argument);
const firstListed = ({ jobs }: Call) => jobs.all.keys().next().value ?? '';

const submissionFaults = () => [
  ...Object.entries(FORMS).flatMap(([form, isMet]) =>
    faultsBy({
      [`submit-job/accepts-${form}`]: refusing(
        form === 'file-tokens' ? OF_NO_VALUE : [400, 415, 422, 500],
        submissionsOf(isMet),
      ),
    }),
  ),
  ...faultsBy({
    'submit-job/accepts-overwrite': {
      'true-is-refused': notTaking(({ overwrite }) => overwrite === true),
      'false-is-refused': notTaking(({ overwrite }) => overwrite === false),
      'refused-with-a-token': { ...notTaking(({ overwrite }) => overwrite !== undefined), lane: 'token' },
    },
  }),
  ...faultsBy(
    {
      'submit-job/returns-own-id': {
        'same-each-time': identifier(uuidOf('same')),
        'one-that-was-listed': identifier((_, call) => firstListed(call)),
        'the-last-one-again': identifier((own, { jobs: { submitted } }) =>
          submitted.length % 2 === 1 ? (submitted.at(-1) ?? own) : own,
        ),
        'the-same-for-later-ones': { ...identifier(uuidOf('later')), nth: { from: 3 } },
        'later-ones-were-listed': { ...identifier((_, call) => firstListed(call)), nth: { from: 3 } },
        'two-in-turn': identifier((_, { jobs }) => uuidOf(`turn ${jobs.submitted.length % 2}`)),
      },
    },
    ['job/agrees'],
  ),
];

/** Members of a job that is under way, and not cancelled. */
export const UNDER_WAY = { job_state: STATES.submitted, job_finished: null, cancel_job: false, reason: null };
/** Whether the job was submitted with several files. */
export const hasSeveralFiles = ({ job }: Pick<Call, 'job'>): boolean => (job?.files?.length ?? 0) > 1;

/** Returns another host in a storage endpoint. */
export const otherHost = (endpoint: unknown): string => text(endpoint).replace(/:\/\/.*/, '://another.example.org');
const otherScheme = (endpoint: unknown) =>
  text(endpoint).replace(/^[^:]+/, (scheme) => (scheme === 'srm' ? 'root' : 'srm'));
const withinHost = (endpoint: unknown) => text(endpoint).replace('://', '://www.');

/** Readings of a submitted job only. */
export const SUBMITTED = { at: 'job-status', when: isSubmitted };

/** Changes a member where a submitted job is read. */
export const reading = (path: string, argument: Argument<'set'>, place: Place = {}): Change =>
  member(JOB, path, argument, { ...SUBMITTED, ...place });

const statusFaults = () => {
  const submitter = (argument: Argument<'set'>) => reading('user_dn', argument, { lane: 'certificate' });
  const otherStorage = (is: 'overwrite' | 'checksum') =>
    reading('source_se', otherHost, { when: (call) => isSubmitted(call) && call.job?.[is] === true });
  // The listing gives the job unchanged, so it disagrees with the changed response.
  return faultsBy(
    {
      'job-status/reads-submitted-job': {
        ...refusing([404, 405], SUBMITTED),
        'another-id': reading('job_id', (id) => uuidOf(text(id))),
        'id-of-the-first-job': reading('job_id', (_, call) => firstListed(call)),
        'last-digit-changed': reading('job_id', (id) => text(id).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))),
      },
      'job-status/names-source': {
        'another-host': reading('source_se', otherHost),
        'another-scheme': reading('source_se', otherScheme),
        'host-within-the-host': reading('source_se', withinHost),
        'another-host-with-overwrite': otherStorage('overwrite'),
        'another-host-with-a-checksum': otherStorage('checksum'),
        'the-destination': reading('source_se', (_, { job }) => job?.destination),
        swapped: [
          members(JOB, ({ source_se, dest_se }) => ({ source_se: dest_se, dest_se: source_se }), SUBMITTED),
          ['job-status/names-destination'],
        ],
      },
      'job-status/names-destination': {
        'another-host': reading('dest_se', otherHost),
        'another-scheme': reading('dest_se', otherScheme),
        'host-within-the-host': reading('dest_se', withinHost),
        'a-port-too-great': reading('dest_se', (dest) => `${text(dest).replace(/:\d+$/, '')}:84439`),
        'the-source': reading('dest_se', (_, { job }) => job?.source),
      },
      'job-status/names-submitter': {
        'a-stranger': submitter(STRANGER),
        'the-proxy': submitter((_, { caller }) => caller?.dn.at(-1)),
        'common-name-alone': submitter(commonName),
        empty: submitter(''),
        'one-part-less': submitter((userDn) => text(userDn).replace(/^\/[^/]*/, '')),
      },
    },
    ['job/agrees'],
  );
};

export const NOTHING_CANCELLED: Change = by.cancel({}, () => undefined);

/** Returns a cancellation without effect, with this response. */
const uselessly = (status: number, body: string) => [
  NOTHING_CANCELLED,
  by.success('cancel-job', { status, body: Buffer.from(body) }),
];

const cancelFaults = () =>
  faultsBy({
    'cancel-job/leaves-a-trace': {
      'nothing-happens': NOTHING_CANCELLED,
      'nothing-happens-202': uselessly(202, '{}'),
      'nothing-happens-204': uselessly(204, ''),
      'says-so-and-does-not': uselessly(200, '{"job_state":"CANCELED","cancel_job":true}'),
      // The other job was not submitted in this run, so that two concurrent cancellations do not affect each other.
      'cancels-another': by.cancel({}, ({ job, at }, { jobs }) => {
        const other = [...jobs.all.values()].find(({ id }) => !jobs.submitted.includes(id) && id !== job.id);
        return other && { job: other, at };
      }),
    },
  });

export const flowFaults = () => [
  ...identityFaults(),
  ...listingFaults(),
  ...submissionFaults(),
  ...statusFaults(),
  ...cancelFaults(),
];
