import { series } from '../../change.ts';
import { refusedKinds } from '../lanes.ts';
import { by, type Change, JOB, type VariantTable } from '../operators.ts';

/** Returns identifiers in capitals, in every record that has one or in only one record. */
export const inCapitals = (record?: string): Change =>
  by.set({ ...(record && { record }), path: 'job_id' }, (id) => (typeof id === 'string' ? id.toUpperCase() : id));

export const IDENTIFIERS: VariantTable = {
  ...series('job-id-v', [1, 3, 5, 7, 8], (version) =>
    by.identifier({}, (uuid) => uuid.replace(/^(.{14})./, (_, before: string) => `${before}${version}`)),
  ),
  'job-id-upper-case': inCapitals(),
  'job-id-upper-case-when-read': inCapitals(JOB),
};

const ABOUT_TOKENS = [
  '*/answers-token',
  'identity/*/with-token',
  ...['oauth2_scope', 'wlcg_profile', 'get_granted_level_for_overriden', 'get_granted_level_for'].map(
    (name) => `identity/${name}`,
  ),
];
const ABOUT_CERTIFICATES = [
  '*/answers-certificate',
  'identity/*/with-certificate',
  'identity/*/only-with-token',
  'job-status/names-submitter',
];
const refusalsOf = (word: RegExp) =>
  refusedKinds()
    .filter((kind) => word.test(kind))
    .map((kind) => `**/refuses/${kind}`);

/** The last four: the settings name another kind of credential than usual (`presented-credentials.ts`). */
export const credentials = (): VariantTable => ({
  'certificate-alone': [by.admit({ lane: 'token' }, false), [...ABOUT_TOKENS, ...refusalsOf(/token/)]],
  // Credentials that are invalid beside any valid one may be tried in the certificate lane only.
  'token-alone': [by.admit({ lane: 'certificate' }, false), [...ABOUT_CERTIFICATES, '**/refuses/*']],
  'plain-proxy': [],
  'plain-certificate': [],
  'long-token': [],
  'opaque-token': [[], ['**/refuses/tampered-token', '**/refuses/unsigned-token']],
});
