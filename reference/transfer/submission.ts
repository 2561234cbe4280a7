/** Reading a submission as the document describes it. */

/** What a job takes from its submission. */
export interface Submission {
  /** Storage endpoints of the first file, scheme and host as they were given. */
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  readonly checksum: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isUrls = (value: unknown): value is string[] => isTexts(value) && value.length > 0 && value.every((each) => endpointOf(each) !== undefined);

/** The submission in a parsed body, or a sentence that says what is wrong with it. */
export function readSubmission(body: unknown): Submission | string {
  if (!isObject(body)) return 'the body is no JSON object';
  const { files, params } = body;
  if (!Array.isArray(files) || files.length === 0) return 'files is no array of objects';
  if (params !== undefined && !isObject(params)) return 'params is no object';
  if (params?.overwrite !== undefined && typeof params.overwrite !== 'boolean') return 'params.overwrite is no boolean';
  for (const file of files as unknown[]) {
    if (!isObject(file)) return 'files holds something that is no object';
    if (!isUrls(file.sources)) return 'sources is no array of URLs';
    if (!isUrls(file.destinations)) return 'destinations is no array of URLs';
    for (const tokens of ['source_tokens', 'destination_tokens'])
      if (file[tokens] !== undefined && !isTexts(file[tokens])) return `${tokens} is no array of strings`;
    if (file.checksum !== undefined && typeof file.checksum !== 'string') return 'checksum is no string';
  }
  const [first] = files as { sources: string[]; destinations: string[]; checksum?: string }[];
  return {
    source: endpointOf(first?.sources[0] ?? '') ?? '',
    destination: endpointOf(first?.destinations[0] ?? '') ?? '',
    overwrite: params?.overwrite === true,
    checksum: first?.checksum !== undefined,
  };
}

/** Scheme and host (with the port) of a URL; undefined where it has none. */
const endpointOf = (url: string): string | undefined => /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+/.exec(url)?.[0];
