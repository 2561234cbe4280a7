/** Faults of contexts: their parameters, endpoints, credentials, and how they verify servers. */
import type { FaultTable as AnyFaultTable } from '../../change.ts';
import { always, byNameFrom, context, type LibraryChange, readings, submit, takes } from '../changes.ts';

export type FaultTable = AnyFaultTable<LibraryChange>;

/**
 * Flags of OpenSSL (X509_V_FLAG_TRUSTED_FIRST, X509_V_FLAG_NO_CHECK_TIME) that verify certificates without their dates.
 */
const WITHOUT_DATES = 0x208000;

/** Returns the operator that raises a built-in exception, and its argument. */
export const raises = (type: string, text: string) => ['raise', { type, text }] as const;

/** Returns the change by which every context uses the endpoint of one context that was made. */
const oneEndpoint = (at: number) => always('/connection/url', 'copy', `/made/Context/${at}/endpoint`);

const UNVERIFIED_CONNECTION = ['/connection/verify', 'set', false] as const;
/** No certificate is presented. */
export const ANONYMOUS_CONNECTION = ['/connection/certificate', 'set', null] as const;

/** Requirements that are also contradicted if no rejection occurs. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];
const NEVER_VERIFIED = [...UNVERIFIED, 'Context/verify-true-each-call'];

/** Changes that concern the certificate and the key. */
export const ofBoth = (make: (file: string) => LibraryChange): LibraryChange[] => ['certificate', 'key'].map(make);
/** Returns the changes by which a context takes no credential from its parameters, if a condition is met. */
export const withoutParameters = (when: LibraryChange['when']): LibraryChange[] =>
  ['ucert', 'ukey'].map((name) => context(`/arguments/${name}`, 'drop', undefined, when));

/** Wrong contexts. */
export const CONTEXT: FaultTable = {
  'takes-positional': {
    'order-swapped': takes('Context', 'endpoint', 'ukey', 'ucert', 'verify'),
    'verify-by-name-only': byNameFrom('Context', 3),
    'verify-false-refused': [
      context('/arguments', ...raises('TypeError', 'verify is True, or the path of an authority'), 'verify is False'),
      ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'],
    ],
  },
  'takes-keywords': {
    'other-names': takes('Context', 'endpoint', ['cert', 'both', 'ucert'], ['key', 'both', 'ukey'], 'verify'),
    'by-position-only': takes(
      'Context',
      ['endpoint', 'by-position', 'endpoint'],
      ['ucert', 'by-position', 'ucert'],
      ['ukey', 'by-position', 'ukey'],
      ['verify', 'by-position', 'verify'],
    ),
  },
  endpoint: {
    'latest-for-all': oneEndpoint(-1),
    'first-for-all': oneEndpoint(0),
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
  },
  'verify-default': {
    false: context('/arguments', 'merge', { before: { verify: false } }),
  },
  'verify-true-refuses-other-host': {
    'name-unchecked': always('/tls', 'configure', { check_hostname: false }),
  },
  'verify-true-refuses-expired': {
    'dates-unchecked': always('/tls', 'configure', { verify_flags: WITHOUT_DATES }),
  },
  'verify-true-each-call': {
    'first-only': always(...UNVERIFIED_CONNECTION, 'answered before'),
    'submit-unverified': submit(...UNVERIFIED_CONNECTION),
  },
  'own-credential': {
    'latest-for-all': ofBoth((file) => always(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
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
  },
  'certificate-and-key': {
    'not-presented': context('/credentials/certificate', 'set', null, 'ukey apart'),
    'key-in-certificate': context('/arguments/ukey', 'drop'),
  },
  'proxy-as-ucert': {
    'needs-ukey': context('/arguments', ...raises('ValueError', 'ukey is missing'), 'ucert alone'),
    'environment-instead': context('/credentials/certificate', 'set', null, 'ucert alone'),
  },
  'proxy-in-both': {
    refused: context('/arguments', ...raises('ValueError', 'ucert and ukey are the same file'), 'ucert is ukey'),
    'without-its-issuer': context('/credentials/certificate', 'as', 'leaf', 'ucert is ukey'),
  },
  'proxy-from-environment': {
    ignored: context('/environment/X509_USER_PROXY', 'drop'),
  },
  'certificate-from-environment': {
    ignored: context('/environment/X509_USER_CERT', 'drop'),
  },
  'sends-no-token': {
    bearer: always('/request/headers/Authorization', 'set', 'Bearer made-up-token'),
  },
  'parameters-over-environment': {
    'environment-first': withoutParameters('proxy in environment'),
    'certificate-first': withoutParameters('certificate in environment'),
  },
};
