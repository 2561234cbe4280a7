/** Lawful variants of the reference client library; each is implemented under the same name in assay_reference_client/variants.py. */
import type { Variant } from '../types.ts';

const VARIANTS: readonly (readonly [name: string, title: string, loses?: readonly string[]])[] = [
  ['extra-parameters', 'the calls take further parameters'],
  ['class-for-context', 'Context is a class with slots'],
  ['objects-for-jobs', 'transfers and jobs are objects'],
  ['ordered-results', 'results are other mappings than dict'],
  ['attributes-for-results', 'results are objects with attributes'],
  ['identifier-as-uuid', 'submit returns a UUID object'],
  ['further-members-in-results', 'results have further members'],
  ['times-as-datetime', 'times in results are datetime objects'],
  ['own-http-status', 'http_status is worded by the library'],
  ['doubled-slashes', 'paths begin with two slashes'],
  ['trailing-slash', "a slash follows the job's identifier"],
  ['query-behind-job', "a query follows the job's identifier"],
  ['other-job-path', 'a job is read under another path'],
  ['asks-version-first', 'Context asks GET / for the version of the interface'],
  ['checks-identity-in-context', 'Context asks for the identity'],
  ['remembers-identity', 'Context asks for the identity, and whoami remembers it'],
  ['reads-job-back', 'submit reads the job that it submitted'],
  ['delegates-before-submission', 'submit delegates the credential first'],
  ['keeps-connections', 'connections are kept open'],
  ['urllib', 'requests are made by urllib'],
  ['tls-1.2', 'TLS 1.2 is spoken'],
  ['chunked-body', 'the body is sent in chunks, its size unsaid'],
  ['media-type-with-charset', 'header names are in lower case, the media type has a charset'],
  ['content-type-always', 'every request has a Content-Type'],
  ['job-parameters-with-defaults', 'params holds many parameters with their defaults'],
  ['file-fields-beyond', 'files have further fields'],
  ['filesize-and-metadata-left-out', 'filesize and metadata are not submitted'],
  ['files-in-other-order', 'the files of a job are in another order'],
  ['body-indented', 'the body is indented, its members sorted'],
  ['prints', 'the library prints to standard output and error'],
  ['leaves-threads', 'a thread stays behind'],
  ['asks-in-a-thread', 'requests are made in a thread'],
  ['trusts-by-directory-alone', 'authorities are read from X509_CERT_DIR alone'],
  [
    'trusts-nothing-it-is-told',
    'no variable names an authority',
    ['client-library/Context/verify-true-*', 'client-library/Context/verify-default'],
  ],
  [
    'silent-about-tls',
    'no variable names an authority, and what it raises does not speak of TLS',
    ['client-library/Context/verify-true-*', 'client-library/Context/verify-default'],
  ],
  ['odd-exceptions', 'what it raises is a BaseException without a text', ['client-library/Context/verify-*']],
];

/** Every lawful variant of the reference client library. */
export const clientLibraryVariants = (): Variant[] =>
  VARIANTS.map(([name, title, loses]) => ({ id: `client-library-variant/${name}`, title, ...(loses && { loses }) }));
