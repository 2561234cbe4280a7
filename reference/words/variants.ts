/** Legal variants in words: the thing that varies, and how. */
import { wordsOf } from './ids.ts';

/** The thing that varies, by the beginning of the name; the first that fits counts. */
const SUBJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'client-library': { '': 'the library' },
  'ticket-bridge': {
    'type-': 'xsi:type of the parts',
    'int-': 'the number in s-gensym3',
    'originator-': 's-gensym5',
    'reference-': 'parts by reference (href)',
    'wrapper-': 'the response element',
    'parts-': 'the parts',
    'style-': 'encodingStyle',
    'charset-': 'the parameter charset',
    'header-': 'the SOAP header',
    'large-': 'a large attachment',
    'empty-': 'an empty attachment',
    'busy-': 'status 503',
    'closed-': 'the connection is closed',
    'forbidden-': 'status 403',
    'unsuited-': 'values that do not suit the deployment',
  },
  transfer: {
    'status-': 'responses to reads',
    'submit-': 'a submission',
    'type-': 'Content-Type',
    'redirect-': 'reads are redirected',
    'first-': 'the first response',
    'refusal-': 'an invalid credential is answered with',
    'more-': 'responses have more',
    'dn-': 'distinguished names',
    'opaque-': 'user_dn of a token',
    'uuid-': 'UUIDs',
    'identity-': 'the identity object',
    'scopes-': 'the scopes',
    'delegation-': 'the delegation object',
    'job-id-': 'job identifiers',
    'job-': 'the job object',
    'endpoint-': 'storage endpoints',
    'cancel-': 'cancelling a job',
    'list-': 'the job listing',
  },
  'data-hub': {
    'lists-': 'listings',
    'cdmi-': 'CDMI',
    'details-': 'details of a share or handle',
    'lookup-': 'the response of the lookup',
    'made-': 'the response of a creation',
    'ids-': 'identifiers',
    'location-': 'Location',
    'handle-': 'the registration of a handle',
    'stream-': 'the stream of events',
    'named-token-': 'the named token',
    'oidc-token-': 'the access token',
    'refresh-token-': 'the refresh token',
    'token-': 'the token response',
    'status-': 'the status',
    'refusal-': 'an invalid credential is answered with',
    'type-': 'Content-Type',
  },
};

/** Of names that say too little. */
const PHRASES: Readonly<Record<string, string>> = {
  'nil-false': 'parts with xsi:nil="false"',
  'unsuited-not': 'an unsuited ticket is answered with a negative number',
  'known-late': 'a new ticket can be modified only after a while',
  axis: 'messages as Apache Axis writes them',
  php: 'messages as PHP writes them',
  'soap-lite': 'messages as SOAP::Lite writes them',
  'http-status-1': 'http_status is "404 Not Found"',
  'http-status-2': 'http_status is empty',
  'http-status-3': 'http_status is "200"',
  'status-elsewhere': 'a single job has another path',
  urllib: 'the library: requests by urllib',
  'root-attribute': 'the envelope has an attribute',
  'further-part': 'the response has a further part',
  'further-struct': 'the response has a further structure',
  untyped: 'parts without xsi:type',
  'untyped-identifier': 's-gensym3 without xsi:type',
  'list-files-paths': 'the listing of files: paths',
  'one-share-a-folder': 'a folder can have only one share',
  'one-handle-a-user': 'a user can have only one handle',
  'names-plain-only': 'only plain names are accepted',
  'names-normalised': 'names are normalised (Unicode)',
  'no-store-among-others': 'Cache-Control: no-store among others',
  'prefix-odd': 'unusual prefixes',
  'prefix-rebound': 'a prefix bound twice',
  'after-body': 'an element after the SOAP body',
  standalone: 'an XML declaration with standalone',
  pretty: 'JSON with indentation',
  slow: 'slow responses',
  chunked: 'chunked transfer coding',
  gzip: 'gzip content coding',
  deflate: 'deflate content coding',
  brotli: 'Brotli content coding',
  'several-storages-last-named': 'of several storages, the job object names the last',
};

/** The title of a variant of an interface's reference, by its id. */
export function variantInWords(of: string, id: string): string {
  const name = id.split('/').at(-1) ?? '';
  const [beginning = '', subject] =
    Object.entries(SUBJECTS[of] ?? {}).find(([prefix]) => name.startsWith(prefix)) ?? [];
  return (
    PHRASES[name] ?? (subject === undefined ? wordsOf(name) : `${subject}: ${wordsOf(name.slice(beginning.length))}`)
  );
}
