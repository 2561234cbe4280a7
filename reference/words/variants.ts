/** Titles of variants: what a legal service does otherwise than the reference, as a sentence. */
import { CLIENT_LIBRARY_VARIANTS } from './variants/client-library.ts';
import { DATA_HUB_VARIANTS } from './variants/data-hub.ts';
import { TICKET_BRIDGE_VARIANTS } from './variants/ticket-bridge.ts';
import { TRANSFER_VARIANTS } from './variants/transfer.ts';
import type { Subjects } from './variants/types.ts';

/** Families of names; `$1` and so on stand for words of a name. */
export const FAMILIES: readonly (readonly [found: RegExp, title: string])[] = [
  [/^status-(\d+)$/, 'every success has status $1'],
  [/^submit-(\d+)$/, 'submissions are answered with status $1'],
  [/^refusal-(?:redirect-)?(\d+)$/, 'invalid credentials are answered with status $1'],
  [/^redirect-(\d+)$/, 'GET requests are redirected with status $1'],
  [/^first-(\d+)$/, 'the first GET request of each operation is answered with status $1'],
  [/^cancel-(\d+)$/, 'cancellations are answered with status $1'],
  [/^cancel-too-late-(\d+)$/, 'jobs fail before they can be cancelled, and cancellations are answered with status $1'],
  [/^uuid-v(\d)$/, 'base_id and vos_id are UUIDs of version $1'],
  [/^job-id-v(\d)$/, 'identifiers of jobs are UUIDs of version $1'],
  [/^endpoint-scheme-(.+)$/, 'storage endpoints of other jobs have the scheme $1'],
  [/^status-made-(\d+)$/, 'creations and uploads are answered with status $1'],
  [/^status-written-(\d+)$/, 'uploads are answered with status $1'],
  [/^status-read-(\d+)$/, 'reads are answered with status $1'],
  [/^status-stream-(\d+)$/, 'subscriptions are answered with status $1'],
  [/^((?:utf|latin)-.+)-declared$/, 'responses are in $1, named by the XML declaration'],
  [/^((?:utf|latin)-.+)-parameter$/, 'responses are in $1, named by the media type'],
  [/^((?:utf|latin)-.+)-both$/, 'responses are in $1, named by the XML declaration and the media type'],
  [/^((?:utf|latin|iso|windows|us-ascii).*)$/, 'responses are in $1'],
  [/^type-(1999|2000)$/, 'types are those of the XML Schema draft of $1'],
  [/^(large|empty)-(\d+)$/, '$1 attachments are answered with status $2'],
  [/^(large|empty)-refused$/, '$1 attachments are rejected with a SOAP fault'],
  [/^busy-odd-(creation|modification)$/, '$1s with text beyond ASCII are answered with status 503'],
  [/^busy-(creations|modifications|attachments)$/, '$1 are answered with status 503'],
  [/^unsuited-(creations|modifications)$/, '$1 are rejected, and Assay chose all their values'],
];

/** Names of several interfaces. */
const MESSAGES: Subjects = [
  [
    'refusal-',
    'invalid credentials are answered with',
    {
      empty: 'an empty body',
      null: 'JSON null',
      'many-members': 'a JSON object of many members',
      html: 'an HTML page',
      challenges: 'two challenges',
      redirect: 'a redirect to another host',
      'login-page': 'a login page and status 200',
      'by-kind': 'another status for each kind of credential',
      reset: 'a reset connection',
      bare: 'status 401 and an empty body',
    },
  ],
  [
    'headers-',
    '',
    {
      'lower-case': 'names of headers are in lower case',
      'upper-case': 'names of headers are in capitals',
      many: 'responses have many headers',
      more: 'responses have further headers',
    },
  ],
  [
    '',
    'bodies are',
    {
      chunked: 'sent in small chunks',
      'chunked-by-the-byte': 'sent in chunks of one byte',
      gzip: 'compressed with gzip',
      deflate: 'compressed with deflate',
      brotli: 'compressed with Brotli',
      'coding-gzip': 'compressed with gzip',
      'coding-chunked': 'sent in three chunks',
    },
  ],
  [
    'type-',
    '',
    {
      'with-charset': 'Content-Type has a charset',
      'in-capitals': 'Content-Type is in capitals',
      none: 'responses have no Content-Type',
      absent: 'responses have no Content-Type',
      text: 'JSON is labelled text/plain',
      'text-for-json': 'JSON is labelled text/plain',
      html: 'JSON is labelled text/html',
      octets: 'JSON is labelled application/octet-stream',
      problem: 'JSON is labelled application/vnd.transfer.v3+json',
      'problem-free': 'JSON is labelled application/vnd.example.hub+json',
    },
  ],
];

const ALL = [
  ...MESSAGES,
  ...TICKET_BRIDGE_VARIANTS,
  ...TRANSFER_VARIANTS,
  ...CLIENT_LIBRARY_VARIANTS,
  ...DATA_HUB_VARIANTS,
];

/** Titles by name. */
export const VARIANTS: ReadonlyMap<string, string> = new Map(
  ALL.flatMap(([prefix, subject, predicates]) =>
    Object.entries(predicates).map(([rest, predicate]) => [prefix + rest, `${subject} ${predicate}`.trim()] as const),
  ),
);
