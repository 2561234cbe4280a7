/** Reading a submission as the document describes it. */

/** A file of a submission. */
export interface SubmittedFile {
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly source_tokens?: readonly string[];
  readonly destination_tokens?: readonly string[];
  readonly checksum?: string;
}

/** Data that a job takes from its submission. */
export interface Submission {
  readonly files: readonly SubmittedFile[];
  /** Storage endpoints of the first file, with the given scheme and host. */
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  readonly checksum: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isUrls = (value: unknown): value is string[] =>
  isTexts(value) && value.length > 0 && value.every((each) => endpointOf(each) !== undefined);

/** Returns the submission in a parsed body, or a sentence that says what is wrong with it. */
export function readSubmission(body: unknown): Submission | string {
  if (!isObject(body)) return 'the body is not a JSON object';
  const { files, params } = body;
  if (!Array.isArray(files) || files.length === 0) return 'files is not an array of objects';
  if (params !== undefined && !isObject(params)) return 'params is not an object';
  if (params?.overwrite !== undefined && typeof params.overwrite !== 'boolean')
    return 'params.overwrite is not a boolean';
  for (const file of files as unknown[]) {
    if (!isObject(file)) return 'files contains something that is not an object';
    if (!isUrls(file.sources)) return 'sources is not an array of URLs';
    if (!isUrls(file.destinations)) return 'destinations is not an array of URLs';
    for (const tokens of ['source_tokens', 'destination_tokens'])
      if (file[tokens] !== undefined && !isTexts(file[tokens])) return `${tokens} is not an array of strings`;
    if (file.checksum !== undefined && typeof file.checksum !== 'string') return 'checksum is not a string';
  }
  const [first] = files as SubmittedFile[];
  return {
    files: files as SubmittedFile[],
    source: endpointOf(first?.sources[0] ?? '') ?? '',
    destination: endpointOf(first?.destinations[0] ?? '') ?? '',
    overwrite: params?.overwrite === true,
    checksum: first?.checksum !== undefined,
  };
}

/** Scheme and host (with the port) of a URL; undefined if it has none. */
export const endpointOf = (url: string): string | undefined => /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+/.exec(url)?.[0];
