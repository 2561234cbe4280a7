/** Titles of faults from the requirement that each breaks, and from the end of its id. */
import { documentedOperations } from '../../documented-operations.ts';
import { inWords } from '../../in-words.ts';

/** An operation as a reader knows it, e.g. `GET /jobs`; a name that is of no operation unchanged. */
export function operationInWords(name: string): string {
  const found = documentedOperations('transfer').find((operation) => operation.name === name);
  return found ? `${found.method} ${found.path ?? found.likelyPath ?? name}` : name;
}

/** A request with a bad credential, after `request `. */
export const refusedInWords = (operation: string, kind: string): string =>
  documentedOperations('transfer').find(({ name }) => name === operation)?.refused?.[kind] ?? `with ${kind}`;

/** Requirements on part of an answer or a request, by the end of their id. */
const PARTS: Readonly<Record<string, string>> = {
  'returns-json-object': '',
  'returns-json-array': '',
  'accepts-vo-name': ' with vo_name',
  'vo-name-filters': ', filter vo_name',
  'lists-submitted-jobs': ', submitted jobs',
  'accepts-several-files': ' with several files',
  'accepts-file-tokens': ' with tokens of files',
  'accepts-checksum-name': ' with the name of a checksum',
  'accepts-checksum-value': ' with the value of a checksum',
  'accepts-overwrite': ' with overwrite',
  'accepts-several-sources': ' with several sources',
  'accepts-several-storages': ' with several storage elements',
  'returns-own-id': ', returned job_id',
  'returns-job-id': ', returned job_id',
  'reads-submitted-job': ', job that was submitted',
  'names-source': ', source_se',
  'names-destination': ', dest_se',
  'names-submitter': ', user_dn',
  'leaves-a-trace': ', job that is to be cancelled',
  'cancels-that-job-alone': ', other jobs',
  'json-text': ', JSON text',
  'single-headers': ', headers',
  agrees: ', members',
};

/** Ends of ids that say too little beside the requirement. */
const ENDS: Readonly<Record<string, string>> = {
  empty: 'returns an empty body',
  text: 'returns plain text',
  html: 'returns an HTML page',
  xml: 'returns an XML document',
  truncated: 'returns JSON without its last character',
  'trailing-comma': 'returns JSON with a trailing comma',
  'single-quotes': 'returns JSON with single quotes',
  'not-a-number': 'returns JSON with NaN',
  'two-documents': 'returns two JSON texts',
  'in-a-string': 'returns JSON within a JSON string',
  null: 'returns null',
  number: 'returns a number',
  object: 'returns an object',
  array: 'returns an array',
  'empty-array': 'returns an empty array',
  'first-alone': 'returns the first element without the array',
  'number-element': 'returns an element that is a number',
  'null-element': 'returns an element that is null',
  'array-element': 'returns an element that is an array',
  'string-element': 'returns an element that is a string',
  'host-within-the-host': 'names a longer host that contains the right one',
  ignored: 'has no effect',
  inverted: 'returns only the jobs of other organisations',
  'one-of-another': 'lets a job of another organisation through',
  'answers-crossed': 'answers to two requests change places',
  'another-id': 'comes with another job_id',
  'readable-once': 'can be read once only',
  leaks: 'is refused, and the body contains the data',
  'refused-with-the-data': 'is refused, and the body contains the data',
  'refused-but-done': 'is refused, and takes effect',
  'remembers-the-caller': 'is accepted after a valid one on the same connection',
  'nearly-valid-is-let-in': 'is accepted if it is nearly valid',
  'no-scheme-is-let-in': 'is accepted without a scheme',
  'nothing-happens': 'is not cancelled',
  'nothing-happens-202': 'is not cancelled (status 202)',
  'nothing-happens-204': 'is not cancelled (status 204)',
  'nothing-happens-from-the-second-on': 'is not cancelled, from the second request on',
  'says-so-and-does-not': 'is cancelled in the response only',
  'cancels-another': 'stays, and another is cancelled',
  'comes-back': 'is active again after its cancellation',
  'one-with-a-checksum-too': 'one with a checksum is cancelled too',
  'one-with-several-files-too': 'one with several files is cancelled too',
};

/** The title of a fault that has no other: readable without its id. */
export function titleOf(kills: string, what: string): string {
  const [, about = '', part = '', kind] = kills.split('/');
  const subject = about === 'job' ? 'job object' : operationInWords(about);
  const place =
    part === 'refuses' && kind !== undefined
      ? `, request ${refusedInWords(about, kind)}`
      : (PARTS[part] ?? `, ${part.replaceAll('-', ' ')}`);
  const words = /^\d+$/.test(what) ? `answers with status ${what}` : (ENDS[what] ?? inWords(what));
  return `${subject}${place}: ${words}`;
}
