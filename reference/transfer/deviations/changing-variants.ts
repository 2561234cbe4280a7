/** Legal variants that change from one response to the next. */
import { meetings, type WayTable } from '../../sometimes.ts';
import { JOB, listing, members, type VariantTable } from '../operators.ts';

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
