/**
 * Identifiers with which no request is sent. A service may take such a text for more than one object, or for another
 * address; every other text is percent-encoded and sent.
 */
import type { Operation, Parameter } from '../../contract/types.ts';
import { FORMATS } from '../../records/formats.ts';
import { preview } from '../../records/preview.ts';

/** The code of the outcome of a request that is not sent because of an identifier. */
export const UNUSABLE_IDENTIFIER = 'UNUSABLE_IDENTIFIER';

/** Identifiers of services take some hundred bytes at most; servers reject addresses of more than some thousand. */
const LONGEST_BYTES = 4096;

const blank = (text: string) => text.trim() === '';
const isDots = (segment: string) => segment === '.' || segment === '..';

/** Reasons in any parameter, each with its test. */
const ANYWHERE: readonly (readonly [why: string, is: (text: string) => boolean])[] = [
  ['is blank', blank],
  ['is not well-formed Unicode', (text) => /\p{Cs}/u.test(text)],
  ['contains a control character', (text) => /\p{Cc}/u.test(text)],
  ['has a segment that leads to another path', (text) => text.split(/[/\\]/).some(isDots)],
];

/** Reasons in one segment of a path. */
const IN_SEGMENT: typeof ANYWHERE = [
  [`is longer than ${LONGEST_BYTES} bytes`, (text) => Buffer.byteLength(text) > LONGEST_BYTES],
  ['is a URL', (text) => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text)],
  ['is a path', (text) => /^[/\\]/.test(text)],
  ['names every object', (text) => /^(?:all|\*)$/i.test(text.trim())],
  ['is a list', (text) => /^[\w-]+(?:\s*,\s*[\w-]+)+$/.test(text)],
];

/**
 * Returns why no request is sent with an identifier whose form the document does not specify, as the predicate of a
 * sentence, or undefined if it can be sent.
 */
export function whyUnusable(identifier: string): string | undefined {
  return reasonIn([...ANYWHERE, ...IN_SEGMENT], identifier);
}

/**
 * Returns why an operation is not sent with these parameters, as a sentence without a full stop, or undefined if it is.
 * @param foreign identifiers in lower case of objects that existed before: no object is changed by one of them
 */
export function whyNotSent(
  { parameters }: Pick<Operation, 'parameters'>,
  params: Readonly<Record<string, { readonly text: string }>>,
  foreign: ReadonlySet<string> | undefined,
): string | undefined {
  for (const parameter of parameters) {
    const value = params[parameter.name]?.text;
    if (value === undefined || parameter.value !== undefined || parameter.in === 'header') continue;
    const why =
      whyNotIn(parameter, value) ??
      (foreign?.has(value.toLowerCase()) ? 'is that of an object that existed before the run' : undefined);
    if (why !== undefined) return `the value ${preview(value)} of ${parameter.name} ${why}`;
  }
  return undefined;
}

function whyNotIn({ in: where, segments, format }: Parameter, value: string) {
  if (where !== 'path') return reasonIn(ANYWHERE.slice(1, 3), value);
  if (segments) return reasonIn(ANYWHERE, value);
  const form = format === undefined ? undefined : FORMATS[format];
  if (form === undefined) return whyUnusable(value);
  const { says, test } = form;
  return (typeof test === 'function' ? test(value) : test.test(value)) ? undefined : `is not ${says}`;
}

function reasonIn(reasons: typeof ANYWHERE, text: string) {
  return reasons.find(([, is]) => is(text))?.[0];
}
