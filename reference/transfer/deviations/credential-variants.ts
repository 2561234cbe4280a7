import { refusedKinds } from '../lanes.ts';
import { type Change, JOB } from '../operators.ts';
import { type VariantDefinition, variants } from './fault.ts';

/** Returns identifiers in capitals, in every record that has one or in only one record. */
export const inCapitals = (record?: string): Change => ({
  ...(record && { record }),
  path: 'job_id',
  operator: 'set',
  argument: (id) => (typeof id === 'string' ? id.toUpperCase() : id),
});

export const identifiers = (): VariantDefinition[] =>
  variants([
    ...['1', '3', '5', '7', '8'].map(
      (version) =>
        [
          `job-id-v${version}`,
          { operator: 'identifier', argument: (uuid: string) => uuid.replace(/^(.{14})./, `$1${version}`) },
        ] as const,
    ),
    ['job-id-upper-case', inCapitals()],
    ['job-id-upper-case-when-read', inCapitals(JOB)],
  ]);

const ABOUT_TOKENS = [
  'transfer/*/answers-token',
  'transfer/identity/*/with-token',
  ...['oauth2_scope', 'wlcg_profile', 'get_granted_level_for_overriden', 'get_granted_level_for'].map(
    (name) => `transfer/identity/${name}`,
  ),
];
const ABOUT_CERTIFICATES = [
  'transfer/*/answers-certificate',
  'transfer/identity/*/with-certificate',
  'transfer/identity/*/only-with-token',
  'transfer/job-status/names-submitter',
];
const refusalsOf = (word: RegExp): string[] =>
  refusedKinds()
    .filter((kind) => word.test(kind))
    .map((kind) => `transfer/**/refuses/${kind}`);

/** Returns the variant in which the settings name another kind of credential than usual; `tag` says which. */
const offered = (id: string, tag: string, loses?: readonly string[]): VariantDefinition[] =>
  variants([[id, [], loses]], { tags: [tag] });

export const credentials = (): VariantDefinition[] => [
  ...variants([
    [
      'certificate-alone',
      { lane: 'token', operator: 'admit', argument: false },
      [...ABOUT_TOKENS, ...refusalsOf(/token/)],
    ],
    // Credentials that are invalid whatever the valid one is may be tried in the certificate lane only.
    [
      'token-alone',
      { lane: 'certificate', operator: 'admit', argument: false },
      [...ABOUT_CERTIFICATES, 'transfer/**/refuses/*'],
    ],
  ]),
  ...offered('plain-proxy', 'certificate:proxy'),
  ...offered('plain-certificate', 'certificate:user'),
  ...offered('long-token', 'token:long'),
  ...offered('opaque-token', 'token:opaque', [
    'transfer/**/refuses/tampered-token',
    'transfer/**/refuses/unsigned-token',
  ]),
];
