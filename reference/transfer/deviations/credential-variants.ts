import { refusedKinds } from '../lanes.ts';
import { by, type VariantTable } from '../operators.ts';

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
