/** Faults of contexts: their parameters, endpoints, credentials, and how they verify servers. */
import {
  AGAIN,
  always,
  context,
  type FaultTable,
  type LibraryChange,
  late,
  only,
  raises,
  readings,
  status,
  submit,
  takes,
  takesOnly,
  whoami,
} from '../changes.ts';

/**
 * Flags of OpenSSL (X509_V_FLAG_TRUSTED_FIRST, X509_V_FLAG_NO_CHECK_TIME) that verify certificates without their dates.
 */
const WITHOUT_DATES = 0x208000;

/** Returns the change by which every context uses the endpoint of one context that was made. */
const oneEndpoint = (at: number) => always('/connection/url', 'copy', `/made/Context/${at}/endpoint`);

const UNVERIFIED_CONNECTION = ['/connection/verify', 'set', false] as const;
/** Changes of one context among those of a run, by its number. */
const NOT_VERIFYING = context('/arguments/verify', 'set', false);
const WITHOUT_CERTIFICATE = context('/credentials/certificate', 'set', null);

/** Requirements that are also contradicted if no rejection occurs. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];
const NEVER_VERIFIED = [...UNVERIFIED, 'Context/verify-true-each-call'];

/** Changes that concern the certificate and the key. */
const ofBoth = (make: (file: string) => LibraryChange): LibraryChange[] => ['certificate', 'key'].map(make);
/** Returns the changes by which a context takes no credential from its parameters, if a condition is met. */
const withoutParameters = (when: LibraryChange['when']): LibraryChange[] =>
  ['ucert', 'ukey'].map((name) => context(`/arguments/${name}`, 'drop', undefined, when));

/** Wrong contexts. */
export const CONTEXT: FaultTable = {
  'takes-positional': {
    'order-swapped': takes('Context', 'endpoint', 'ukey', 'ucert', 'verify'),
    'verify-by-name-only': takesOnly('Context', 'by-name', 3),
    'verify-false-refused': [
      context('/arguments', ...raises('TypeError', 'verify is True, or the path of an authority'), 'verify is False'),
      ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'],
    ],
    second: only(2, context('/arguments', ...AGAIN)),
  },
  'takes-keywords': {
    'other-names': takes('Context', 'endpoint', ['cert', 'both', 'ucert'], ['key', 'both', 'ukey'], 'verify'),
    'by-position-only': takesOnly('Context', 'by-position'),
    'after-another': only(4, context('/arguments', ...AGAIN, 'verify is False')),
  },
  endpoint: {
    'latest-for-all': oneEndpoint(-1),
    'first-for-all': oneEndpoint(0),
    'second-ignored': only(2, context('/arguments/endpoint', 'copy', '/made/Context/0/endpoint')),
    'one-context-alone': only(18, context('/arguments/endpoint', 'copy', '/made/Context/-1/endpoint')),
    submission: submit('/connection/url', 'copy', '/made/Context/0/endpoint'),
    status: status('/connection/url', 'copy', '/made/Context/0/endpoint'),
  },
  'verify-true-accepts-trusted': {
    'not-implemented': always(
      '/connection',
      'raise',
      { type: 'NotImplementedError', text: 'no verification' },
      'verifying',
    ),
  },
  'verify-true-refuses-untrusted': {
    'never-verifies': [always(...UNVERIFIED_CONNECTION), NEVER_VERIFIED],
    'sends-then-verifies': [
      [submit(...UNVERIFIED_CONNECTION), readings('/send', 'repeat', { times: 1, connection: { verify: false } })],
      NEVER_VERIFIED,
    ],
    'after-another': only(21, NOT_VERIFYING),
  },
  'verify-default': {
    false: context('/arguments', 'merge', { before: { verify: false } }),
    'of-the-one-before': context('/arguments/verify', 'copy', '/made/Context/-1/verify', 'verify left out'),
  },
  'verify-true-refuses-other-host': {
    'name-unchecked': always('/tls', 'configure', { check_hostname: false }),
    'after-another': only(30, NOT_VERIFYING),
  },
  'verify-true-refuses-expired': {
    'dates-unchecked': always('/tls', 'configure', { verify_flags: WITHOUT_DATES }),
    'after-another': only(33, NOT_VERIFYING),
  },
  'verify-true-each-call': {
    'first-only': always(...UNVERIFIED_CONNECTION, 'answered before'),
    'submit-unverified': submit(...UNVERIFIED_CONNECTION),
    'of-the-latest': [whoami, submit, status].map((call) =>
      call('/connection/verify', 'copy', '/made/Context/-1/verify'),
    ),
  },
  'own-credential': {
    'latest-for-all': ofBoth((file) => always(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
    'second-ignored': ofBoth((file) => only(2, context(`/credentials/${file}`, 'copy', `/made/Context/0/${file}`))),
    submission: ofBoth((file) => submit(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
    status: ofBoth((file) => status(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
  },
  tls: {
    'plain-submission': submit('/connection/url', 'replace', ['^https:', 'http:']),
  },
  'verify-false-accepts-untrusted': {
    'always-verifies': always('/connection/verify', 'set', true),
    'by-position-only': takes(
      'Context',
      'endpoint',
      'ucert',
      'ukey',
      ['check', 'both', 'verify'],
      ['verify', 'by-name', null],
    ),
    'after-another': only(27, context('/arguments/verify', 'set', true)),
  },
  'certificate-and-key': {
    'not-presented': context('/credentials/certificate', 'set', null, 'ukey apart'),
    'key-in-certificate': context('/arguments/ukey', 'drop'),
    'after-another': only(9, WITHOUT_CERTIFICATE),
  },
  'proxy-as-ucert': {
    'needs-ukey': context('/arguments', ...raises('ValueError', 'ukey is missing'), 'ucert alone'),
    'environment-instead': context('/credentials/certificate', 'set', null, 'ucert alone'),
    'after-another': only(12, WITHOUT_CERTIFICATE),
  },
  'proxy-in-both': {
    refused: context('/arguments', ...raises('ValueError', 'ucert and ukey are the same file'), 'ucert is ukey'),
    'without-its-issuer': context('/credentials/certificate', 'as', 'leaf', 'ucert is ukey'),
    'after-another': only(15, WITHOUT_CERTIFICATE),
  },
  'proxy-from-environment': {
    ignored: context('/environment/X509_USER_PROXY', 'drop'),
    'first-only': late(2, context('/environment/X509_USER_PROXY', 'drop')),
  },
  'certificate-from-environment': {
    ignored: context('/environment/X509_USER_CERT', 'drop'),
    'first-only': late(2, context('/environment/X509_USER_CERT', 'drop')),
  },
  'sends-no-token': {
    bearer: always('/request/headers/Authorization', 'set', 'Bearer made-up-token'),
  },
  'parameters-over-environment': {
    'environment-first': withoutParameters('proxy in environment'),
    'certificate-first': withoutParameters('certificate in environment'),
    'after-another': withoutParameters('proxy in environment').map((change) => only(6, change)),
  },
};
