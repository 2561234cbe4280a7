/** Faults of contexts: their parameters, endpoints, credentials, and how they verify servers. */
import type { Fault } from '../../types.ts';
import { always, byNameFrom, context, type LibraryChange, readings, submit, takes } from '../changes.ts';

/** A fault in a table: the end of its id, its changes, other facts. */
export type Row = readonly [id: string, changes: LibraryChange | readonly LibraryChange[], more?: Pick<Fault, 'also'>];

/**
 * Flags of OpenSSL (X509_V_FLAG_TRUSTED_FIRST, X509_V_FLAG_NO_CHECK_TIME) that verify certificates without their dates.
 */
const WITHOUT_DATES = 0x208000;

/** Returns the operator that raises a built-in exception, and its argument. */
export const raises = (type: string, text: string) => ['raise', { type, text }] as const;

/** Returns the change by which every context uses the endpoint of one context that was made. */
const oneEndpoint = (at: number): LibraryChange => always('/connection/url', 'copy', `/made/Context/${at}/endpoint`);

const UNVERIFIED_CONNECTION = ['/connection/verify', 'set', false] as const;
/** No certificate is presented. */
export const ANONYMOUS_CONNECTION = ['/connection/certificate', 'set', null] as const;

/** Requirements that are also contradicted if no rejection occurs. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];
const NEVER_VERIFIED = { also: [...UNVERIFIED, 'Context/verify-true-each-call'] };

/** Wrong contexts. */
export const CONTEXT: readonly Row[] = [
  ['takes-positional@order-swapped', takes('Context', 'endpoint', 'ukey', 'ucert', 'verify')],
  ['takes-positional@verify-by-name-only', byNameFrom('Context', 3)],
  [
    'takes-positional@verify-false-refused',
    context('/arguments', ...raises('TypeError', 'verify is True, or the path of an authority'), 'verify is False'),
    { also: ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'] },
  ],
  [
    'takes-keywords@other-names',
    takes('Context', 'endpoint', ['cert', 'both', 'ucert'], ['key', 'both', 'ukey'], 'verify'),
  ],
  [
    'takes-keywords@by-position-only',
    takes(
      'Context',
      ['endpoint', 'by-position', 'endpoint'],
      ['ucert', 'by-position', 'ucert'],
      ['ukey', 'by-position', 'ukey'],
      ['verify', 'by-position', 'verify'],
    ),
  ],
  ['endpoint@latest-for-all', oneEndpoint(-1)],
  ['endpoint@first-for-all', oneEndpoint(0)],
  [
    'verify-true-accepts-trusted@not-implemented',
    always('/connection', 'raise', { type: 'NotImplementedError', text: 'no verification' }, 'verifying'),
  ],
  ['verify-true-refuses-untrusted@never-verifies', always(...UNVERIFIED_CONNECTION), NEVER_VERIFIED],
  [
    'verify-true-refuses-untrusted@sends-then-verifies',
    [submit(...UNVERIFIED_CONNECTION), readings('/send', 'repeat', { times: 1, connection: { verify: false } })],
    NEVER_VERIFIED,
  ],
  ['verify-default@false', context('/arguments', 'merge', { before: { verify: false } })],
  ['verify-true-refuses-other-host@name-unchecked', always('/tls', 'configure', { check_hostname: false })],
  ['verify-true-refuses-expired@dates-unchecked', always('/tls', 'configure', { verify_flags: WITHOUT_DATES })],
  ['verify-true-each-call@first-only', always(...UNVERIFIED_CONNECTION, 'answered before')],
  ['verify-true-each-call@submit-unverified', submit(...UNVERIFIED_CONNECTION)],
  [
    'own-credential@latest-for-all',
    ['certificate', 'key'].map((file) => always(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
  ],
  ['tls@plain-submission', submit('/connection/url', 'replace', ['^https:', 'http:'])],
  ['verify-false-accepts-untrusted@always-verifies', always('/connection/verify', 'set', true)],
  ['certificate-and-key@not-presented', context('/credentials/certificate', 'set', null, 'ukey apart')],
  ['certificate-and-key@key-in-certificate', context('/arguments/ukey', 'drop')],
  ['proxy-as-ucert@needs-ukey', context('/arguments', ...raises('ValueError', 'ukey is missing'), 'ucert alone')],
  ['proxy-as-ucert@environment-instead', context('/credentials/certificate', 'set', null, 'ucert alone')],
  [
    'proxy-in-both@refused',
    context('/arguments', ...raises('ValueError', 'ucert and ukey are the same file'), 'ucert is ukey'),
  ],
  ['proxy-in-both@without-its-issuer', context('/credentials/certificate', 'as', 'leaf', 'ucert is ukey')],
  ['proxy-from-environment@ignored', context('/environment/X509_USER_PROXY', 'drop')],
  ['certificate-from-environment@ignored', context('/environment/X509_USER_CERT', 'drop')],
  ...(['proxy', 'certificate'] as const).map(
    (what): Row => [
      `parameters-over-environment@${what === 'proxy' ? 'environment' : what}-first`,
      ['ucert', 'ukey'].map((name) => context(`/arguments/${name}`, 'drop', undefined, `${what} in environment`)),
    ],
  ),
  ['sends-no-token@bearer', always('/request/headers/Authorization', 'set', 'Bearer made-up-token')],
];
