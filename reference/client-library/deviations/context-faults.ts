/** Faults of contexts: their parameters, endpoints, credentials, and how they verify servers. */
import type { Fault } from '../../types.ts';
import { always, byNameFrom, context, type LibraryChange, readings, submit, takes, whoami } from '../changes.ts';

/** A fault in a table: the end of its id, its title, its changes, other facts. */
export type Row = readonly [
  id: string,
  title: string,
  changes: LibraryChange | readonly LibraryChange[],
  more?: Pick<Fault, 'also' | 'verdict'>,
];

/** X509_V_FLAG_TRUSTED_FIRST and X509_V_FLAG_NO_CHECK_TIME of OpenSSL. */
const WITHOUT_DATES = 0x208000;

/** The operator that raises a built-in exception, and its argument. */
export const raises = (type: string, text: string) => ['raise', { type, text }] as const;

/** Every context uses the endpoint of one that was made. */
const oneEndpoint = (at: number): LibraryChange => always('/connection/url', 'copy', `/made/Context/${at}/endpoint`);

const UNVERIFIED_CONNECTION = ['/connection/verify', 'set', false] as const;
/** No certificate is presented. */
export const ANONYMOUS_CONNECTION = ['/connection/certificate', 'set', null] as const;

/** Requirements that are contradicted too if no refusal shows. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];
const NEVER_VERIFIED = { also: [...UNVERIFIED, 'Context/verify-true-each-call'] };

/** Wrong contexts. */
export const CONTEXT: readonly Row[] = [
  [
    'takes-positional@order-swapped',
    'Context takes the key before the certificate',
    takes('Context', 'endpoint', 'ukey', 'ucert', 'verify'),
  ],
  ['takes-positional@verify-by-name-only', 'Context takes verify by name only', byNameFrom('Context', 3)],
  [
    'takes-positional@verify-false-refused',
    'Context refuses False for verify',
    context('/arguments', ...raises('TypeError', 'verify is True, or the path of an authority'), 'verify is False'),
    { also: ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'] },
  ],
  [
    'takes-keywords@other-names',
    'Context calls its credentials cert and key',
    takes('Context', 'endpoint', ['cert', 'both', 'ucert'], ['key', 'both', 'ukey'], 'verify'),
  ],
  [
    'takes-keywords@by-position-only',
    'Context takes its parameters by position only',
    takes(
      'Context',
      ['endpoint', 'by-position', 'endpoint'],
      ['ucert', 'by-position', 'ucert'],
      ['ukey', 'by-position', 'ukey'],
      ['verify', 'by-position', 'verify'],
    ),
  ],
  ['endpoint@latest-for-all', 'every context speaks to the endpoint of the latest', oneEndpoint(-1)],
  ['endpoint@first-for-all', 'every context speaks to the endpoint of the first', oneEndpoint(0)],
  [
    'verify-true-accepts-trusted@not-implemented',
    'verification is not implemented',
    always('/connection', 'raise', { type: 'NotImplementedError', text: 'no verification' }, 'verifying'),
  ],
  [
    'verify-true-refuses-untrusted@never-verifies',
    'no server is verified',
    always(...UNVERIFIED_CONNECTION),
    NEVER_VERIFIED,
  ],
  [
    'verify-true-refuses-untrusted@sends-then-verifies',
    'the server is verified after the request',
    [submit(...UNVERIFIED_CONNECTION), readings('/send', 'repeat', { times: 1, connection: { verify: false } })],
    NEVER_VERIFIED,
  ],
  [
    'verify-true-refuses-untrusted@failure-swallowed',
    'an identity check that fails returns an empty object',
    whoami('/failure', 'set', {}, 'network error'),
    { also: [...UNVERIFIED, 'whoami/returns-identity'] },
  ],
  ['verify-default@false', 'verify is false by default', context('/arguments', 'merge', { before: { verify: false } })],
  [
    'verify-true-refuses-other-host@name-unchecked',
    'the host name in the certificate is not checked',
    always('/tls', 'configure', { check_hostname: false }),
  ],
  [
    'verify-true-refuses-expired@dates-unchecked',
    'the validity dates of the certificate are not checked',
    always('/tls', 'configure', { verify_flags: WITHOUT_DATES }),
  ],
  [
    'verify-true-each-call@first-only',
    'the server is verified at the first call of a context only',
    always(...UNVERIFIED_CONNECTION, 'answered before'),
  ],
  [
    'verify-true-each-call@submit-unverified',
    'a submission does not verify the server',
    submit(...UNVERIFIED_CONNECTION),
  ],
  [
    'own-credential@latest-for-all',
    'every context presents the credential of the latest',
    ['certificate', 'key'].map((file) => always(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
  ],
  [
    'tls@plain-submission',
    'a submission is sent without TLS',
    submit('/connection/url', 'replace', ['^https:', 'http:']),
  ],
  [
    'verify-false-accepts-untrusted@always-verifies',
    'servers are verified even with verify=False',
    always('/connection/verify', 'set', true),
  ],
  [
    'certificate-and-key@not-presented',
    'a certificate with a separate key is not presented',
    context('/credentials/certificate', 'set', null, 'ukey apart'),
  ],
  [
    'certificate-and-key@key-in-certificate',
    'the key is looked for in the file of the certificate',
    context('/arguments/ukey', 'drop'),
  ],
  [
    'proxy-as-ucert@needs-ukey',
    'ucert without ukey is refused',
    context('/arguments', ...raises('ValueError', 'ukey is missing'), 'ucert alone'),
  ],
  [
    'proxy-as-ucert@environment-instead',
    'ucert without ukey is ignored',
    context('/credentials/certificate', 'set', null, 'ucert alone'),
  ],
  [
    'proxy-in-both@refused',
    'ucert and ukey must be different files',
    context('/arguments', ...raises('ValueError', 'ucert and ukey are the same file'), 'ucert is ukey'),
  ],
  [
    'proxy-in-both@without-its-issuer',
    'a proxy is presented without the certificate that issued it',
    context('/credentials/certificate', 'as', 'leaf', 'ucert is ukey'),
  ],
  [
    'proxy-from-environment@ignored',
    "the proxy's variable is ignored",
    context('/environment/X509_USER_PROXY', 'drop'),
  ],
  [
    'certificate-from-environment@ignored',
    'the variables for certificate and key are ignored',
    context('/environment/X509_USER_CERT', 'drop'),
  ],
  [
    'parameters-over-environment@environment-first',
    'the environment overrides the parameters',
    ['ucert', 'ukey'].map((name) => context(`/arguments/${name}`, 'drop', undefined, 'proxy in environment')),
    { verdict: 'warn' },
  ],
  [
    'sends-no-token@bearer',
    'a bearer token is sent beside the certificate',
    always('/request/headers/Authorization', 'set', 'Bearer made-up-token'),
  ],
];
