/** Reading a submission as the document describes it. */
import { isObject, jsonIn } from '../received.ts';

/** A file of a submission. */
export interface SubmittedFile {
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly source_tokens?: readonly string[];
  readonly destination_tokens?: readonly string[];
  readonly checksum?: string;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isUrls = (value: unknown) =>
  isTexts(value) && value.length > 0 && value.every((each) => endpointOf(each) !== undefined);
const isFile = (value: unknown): value is SubmittedFile =>
  isObject(value) &&
  [value.sources, value.destinations].every(isUrls) &&
  [value.source_tokens, value.destination_tokens].every((tokens) => tokens === undefined || isTexts(tokens)) &&
  ['undefined', 'string'].includes(typeof value.checksum);

/** Returns what a job takes from the submission in the body of a request, or undefined if it contains none. */
export function readSubmission(body: Uint8Array) {
  const submitted = jsonIn(body);
  if (!isObject(submitted)) return undefined;
  const { files, params = {} } = submitted;
  if (!Array.isArray(files) || !files.every(isFile) || !isObject(params)) return undefined;
  const [first] = files;
  if (!first || !['undefined', 'boolean'].includes(typeof params.overwrite)) return undefined;
  return {
    files,
    /** Storage endpoints of the first file, with the given scheme and host. */
    source: endpointOf(first.sources[0] ?? '') ?? '',
    destination: endpointOf(first.destinations[0] ?? '') ?? '',
    overwrite: params.overwrite === true,
    checksum: first.checksum !== undefined,
  };
}

/** Scheme and host (with the port) of a URL; undefined if it has none. */
export const endpointOf = (url: string): string | undefined => /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+/.exec(url)?.[0];
