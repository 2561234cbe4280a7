/** Intermittent faults and variants: in one place, in one combination, or after something else. */
import { guardedReads } from '../../documented-operations.ts';
import { leaking, ofAnother, withByteOrderMark, withNameTwice } from '../../http-operators.ts';
import { followsSuccess, isBeside, meetings, type WayTable } from '../../sometimes.ts';
import { isTokenKind } from '../lanes.ts';
import {
  by,
  fault,
  faultsBy,
  isCancelled,
  isSubmitted,
  JOB,
  listing,
  members,
  type Place,
  type VariantTable,
} from '../operators.ts';
import { FORMS, hasSeveralFiles, notTaking, otherHost, reading, SUBMITTED, UNDER_WAY } from './flow-faults.ts';
import { hasTexts, letIn } from './operation-faults.ts';
import { isReal } from './repeated-answers.ts';

/** Returns the change by which a cancelled job is under way again once it has been read more than `after` times. */
function comesBack(after: number) {
  const readings = meetings();
  return members(JOB, (_, { job }) => (job && readings(job) > after ? UNDER_WAY : {}), { when: isCancelled });
}

const crossed = (at: string, place: Place) => by.response({ at, ...place }, ofAnother);
const BESIDE: Place = { when: isBeside };
const severalFiles: Place = { when: (call) => isSubmitted(call) && hasSeveralFiles(call) };

const flows = () =>
  faultsBy({
    'cancel-job/leaves-a-trace': {
      'back-at-the-second-reading': comesBack(1),
      'back-at-the-fourth-reading': comesBack(3),
    },
    'job-status/reads-submitted-job': {
      'another-job-in-turn': crossed('job-status', { requests: { every: 2 } }),
      'answers-crossed': crossed('job-status', BESIDE),
      'lost-after-three-readings': by.refuse({ ...SUBMITTED, requests: { from: 4 } }, 404),
    },
    'submit-job/returns-own-id': { 'answers-crossed': crossed('submit-job', BESIDE) },
    'job-status/names-source': { 'another-host-of-several-files': reading('source_se', otherHost, severalFiles) },
    'job-status/names-destination': { 'another-host-of-several-files': reading('dest_se', otherHost, severalFiles) },
  });

/** JSON texts that a parser may still take: the standard is contradicted, not the form. */
const texts = () =>
  (
    [
      ['identity/returns-json-object@byte-order-mark-each-third', withByteOrderMark, 3],
      ['identity/returns-json-object@name-twice-each-third', withNameTwice, 3],
      ['list-jobs/returns-json-array@byte-order-mark-each-third', withByteOrderMark, 3],
      ['list-jobs/returns-json-array@name-twice-each-third', withNameTwice, 3],
      ['job-status/returns-json-object@byte-order-mark-each-second', withByteOrderMark, 2],
    ] as const
  ).map(([id, argument, every]) => ({
    id: `transfer/${id}`,
    kills: 'transfer/responses/json-text',
    changes: [by.text({ at: id.split('/')[0] ?? '', requests: { every } }, argument)],
  }));

/** Forms that the document only implies. */
const INFERRED_FORMS: ReadonlySet<string> = new Set(['several-sources', 'several-storages']);

/** Returns faults that reject two documented members of a submission together. */
function pairs() {
  const forms = Object.entries(FORMS).filter(([form]) => !INFERRED_FORMS.has(form));
  return forms.flatMap(([one, holdsOne], at) =>
    forms
      .slice(at + 1)
      .filter(([other]) => !(one === 'checksum-name' && other === 'checksum-value'))
      .map(([other, holdsOther]) =>
        fault(
          `submit-job/accepts-${one}@refused-with-${other}`,
          notTaking((body) => holdsOne(body) && holdsOther(body)),
          { also: [`submit-job/accepts-${other}`] },
        ),
      ),
  );
}

/** Invalid credentials that are tried with a read that has no row in TRIED. */
const USUALLY_TRIED = ['none', 'garbage-token'];

/** Operations, and invalid credentials of which one is tried with each. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  identity: ['none', 'garbage-token', 'tampered-token'],
  'list-jobs': ['none', 'unsigned-token', 'expired-proxy'],
  'job-status': ['garbage-token', 'foreign-token'],
  delegation: ['none', 'tampered-token', 'foreign-certificate'],
  'submit-job': ['none', 'garbage-token'],
  'cancel-job': ['none', 'empty-token'],
};

const refusals = () => [
  letIn('list-jobs', 'none', 'token-in-the-query-is-let-in', ({ query }) => isReal(query.get('access_token'))),
  ...[...new Set([...Object.keys(TRIED), ...guardedReads('transfer')])].flatMap((at) =>
    (TRIED[at] ?? USUALLY_TRIED).flatMap((lane) => [
      ...(isTokenKind(lane) || lane === 'none' ? [letIn(at, lane, 'remembers-the-caller', followsSuccess)] : []),
      ...(hasTexts(at) ? [fault(`${at}/refuses/${lane}@leaks`, by.refusal({ at, lane }, leaking))] : []),
    ]),
  ),
];

/** Permanent faults, and the ways in which they are made intermittent. */
export const SOMETIMES: WayTable = {
  'in-the-last-element': `
    job/job_id@too-short job/submit_time@with-space job/priority@fraction job/source_se@empty
    job/job_metadata@number-value job/overwrite_flag@missing`,
  'in-the-second-element': `
    job/user_dn@missing job/dest_se@without-scheme job/retry@string job/reason@number job/job_finished@epoch-text
    job/cred_id@null`,
  'in-every-third-element': 'job/job_state@null job/verify_checksum@boolean job/internal_job_params@object',
  'every-second': `
    job/http_status@missing identity/level/transfer@missing delegation/voms_attrs@string
    job-status/names-destination@the-source submit-job/returns-job-id@missing list-jobs/accepts-vo-name@500
    cancel-job/leaves-a-trace@cancels-another identity/refuses/none@let-in cancel-job/refuses/garbage-token@let-in
    identity/dn/with-certificate@empty`,
  'every-third': `
    identity/vos@string identity/base_id@no-dashes delegation/termination_time@with-z job/copy_pin_lifetime@missing
    list-jobs/returns-json-array@truncated identity/answers-token@500 cancel-job/leaves-a-trace@nothing-happens
    job-status/names-source@swapped list-jobs/answers-certificate@404 submit-job/returns-own-id@same-each-time
    list-jobs/refuses/none@let-in delegation/refuses/none@let-in submit-job/answers-certificate@500
    identity/voms_cred/with-token@all-scopes-in-one`,
  'the-second-alone': `
    identity/roles@missing delegation/termination_time@missing list-jobs/returns-json-array@object
    cancel-job/leaves-a-trace@says-so-and-does-not submit-job/returns-job-id@missing cancel-job/answers-token@500
    submit-job/refuses/none@let-in job-status/names-source@another-host`,
  'from-the-second-on': `
    identity/is_root@string delegation/returns-json-object@array list-jobs/accepts-vo-name@object`,
  'from-the-fourth-on': `
    identity/vos_id@missing list-jobs/answers-token@401 job/bring_online@null job-status/returns-json-object@html
    submit-job/answers-token@500 cancel-job/leaves-a-trace@nothing-happens delegation/voms_attrs@null`,
  'with-a-token': `
    job/vo_name@null job/space_token@missing list-jobs/accepts-vo-name@500 job-status/names-source@another-host
    submit-job/accepts-several-files@500 identity/vos_id@string delegation/termination_time@with-fraction
    cancel-job/leaves-a-trace@nothing-happens`,
  'with-a-certificate': `
    job/submit_host@number submit-job/accepts-checksum-name@422 identity/base_id@too-short
    list-jobs/returns-json-array@null-element submit-job/returns-own-id@same-each-time`,
  'on-a-new-connection': 'list-jobs/refuses/garbage-token@let-in identity/refuses/tampered-token@let-in',
  'on-a-used-connection': `
    identity/level@missing list-jobs/refuses/garbage-token@let-in delegation/returns-json-object@truncated`,
  'on-a-long-connection': `
    list-jobs/returns-json-array@truncated job/retry_delay@null identity/refuses/tampered-token@let-in
    job-status/answers-certificate@500`,
  // The document requires no rejection of a valid certificate, and a connection with it has no other credential.
  'behind-a-refusal': 'identity/returns-json-object@empty list-jobs/answers-token@401 delegation/answers-token@500',
  'behind-a-change': 'list-jobs/returns-json-array@html job/source_space_token@missing job-status/answers-token@500',
  'after-a-change': 'identity/user_dn/with-certificate@missing delegation/termination_time@null',
  'after-three-changes': 'list-jobs/answers-certificate@500 job/max_time_in_queue@string identity/roles@string',
  'beside-another': `
    identity/returns-json-object@truncated job-status/returns-json-object@two-documents
    submit-job/returns-own-id@one-that-was-listed`,
};

/** Intermittent faults that cannot be made from a permanent one. */
export const secondGenerationFaults = () => [...flows(), ...texts(), ...pairs(), ...refusals()];

const [listings, readings] = [meetings(), meetings()];
const PACES = ['SUBMITTED', 'STAGING', 'READY', 'ACTIVE'];

/** Legal variants that change from one response to the next. */
export const CHANGING: VariantTable = {
  'listed-late': listing((job) => job.settled !== undefined || listings(job) > 1),
  'others-come-and-go': listing((job, { caller }) => job.userDn === caller?.userDn, { requests: { every: 2 } }),
  'states-at-each-reading': members(JOB, ({ job_finished }, { job }) =>
    job_finished === null && job ? { job_state: PACES[Math.min(readings(job), PACES.length) - 1] } : {},
  ),
};

/** Permanent variants, applied only to some responses. */
export const VARIANTS_SOMETIMES: WayTable = {
  'every-second': `
    status-202 headers-many connection-close type-with-charset type-text type-none chunked gzip pretty white-space
    unicode-escapes members-reversed integers-with-a-point refusal-404 refusal-html refusal-redirect cancel-204
    cancel-text cancel-removes list-reversed more-members submit-202 job-id-upper-case-when-read
    scopes-in-another-order cancel-takes-a-moment`,
  'every-third': 'integers-with-an-exponent brotli deflate refusal-501 more-members-of-prototypes status-203',
  'in-the-last-element': 'more-members',
  'with-a-token': 'pretty status-201',
  'on-a-used-connection': 'connection-close gzip',
};
