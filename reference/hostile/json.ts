/** Hostile JSON. */
import type { AnswerKind, Makes, Spoil } from './types.ts';

const MIB = 1024 * 1024;
/** The size of a large answer. */
const LARGE = 16 * MIB;

/** Makes a large text once. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Puts an entry into the first object, or, of an array that does not begin with one, into the array; other texts are replaced. */
function entered(text: string, member: () => string, value: () => string): Buffer {
  const at = text.search(/[{[]/);
  if (at < 0) return Buffer.from(value(), 'latin1');
  const inside = /^\[\s*\{/.test(text.slice(at, at + 100)) ? text.indexOf('{', at) : at;
  const separator = /^.\s*[}\]]/s.test(text.slice(inside, inside + 100)) ? '' : ',';
  const entry = text[inside] === '{' ? member() : value();
  return Buffer.from(`${text.slice(0, inside + 1)}${entry}${separator}${text.slice(inside + 1)}`, 'latin1');
}

const withValue = (make: () => string): Spoil => {
  const value = once(make);
  return ({ text }) => ({ body: entered(text, () => `"more":${value()}`, value) });
};

const withMembers = (make: () => string): Spoil => {
  const members = once(make);
  return ({ text }) => ({ body: entered(text, members, () => `{${members()}}`) });
};

const whole =
  (make: (text: string) => string): Spoil =>
  ({ text }) => ({ body: Buffer.from(make(text), 'latin1') });

const instead = (make: () => string): Spoil => {
  const value = once(make);
  return () => ({ body: Buffer.from(value(), 'latin1') });
};

/** `[<element>,<element>,…]` of so many octets. */
const filled = (element: string, octets = LARGE): string => `[${`${element},`.repeat(Math.floor((octets - 2) / (element.length + 1)))}${element}]`;

const numbered = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(',');

const kind = (id: string, makes: Makes, title: string, spoil: Spoil): AnswerKind => ({ id: `json/${id}`, layer: 'json', makes, title, spoil });

export const JSON_KINDS: readonly AnswerKind[] = [
  kind(
    'key-10-mb',
    'lawful',
    'a member name of 10 MB',
    withMembers(() => `"${'k'.repeat(10e6)}":1`),
  ),
  kind('keys-long', 'lawful', '200 member names of 64 KiB', ({ text }) =>
    withMembers(() => numbered(200, (at) => `"${at}${'k'.repeat(65_536)}":1`))({ text } as never),
  ),
  kind(
    'string-10-mb',
    'lawful',
    'a string of 10 MB',
    withValue(() => `"${'s'.repeat(10e6)}"`),
  ),
  kind(
    'string-escaped-10-mb',
    'lawful',
    'a string of 10 MB of escapes',
    withValue(() => `"${'\\u0041'.repeat(10e6 / 6)}"`),
  ),
  kind(
    'strings-1-mb',
    'lawful',
    '15 strings of 1 MB',
    withValue(() => filled(`"${'s'.repeat(MIB)}"`, 15 * MIB)),
  ),
  kind(
    'million-keys',
    'lawful',
    'an object of a million members',
    withValue(() => `{${numbered(1e6, (at) => `"k${at}":1`)}}`),
  ),
  kind(
    'keys-125000',
    'lawful',
    'an object of 125,000 members',
    withValue(() => `{${numbered(125_000, (at) => `"k${at}":"v"`)}}`),
  ),
  kind(
    'top-keys-125000',
    'lawful',
    '125,000 further members',
    withMembers(() => numbered(125_000, (at) => `"k${at}":"v"`)),
  ),
  kind(
    'keys-same',
    'lawful',
    'a million members of the same name',
    withValue(() => `{${numbered(1e6, () => '"k":1')}}`),
  ),
  kind(
    'keys-integers',
    'lawful',
    'members with integers as names, far apart',
    withValue(() => `{${numbered(30_000, (at) => `"${at * 130_001}":1`)}}`),
  ),
  kind(
    'blanks-10-million',
    'lawful',
    'ten million blanks',
    whole((text) => text.replace(/^(.)/s, `$1${' '.repeat(10e6)}`)),
  ),
  kind(
    'blanks-before',
    'lawful',
    'ten million line breaks before the value',
    whole((text) => `${'\n'.repeat(10e6)}${text}`),
  ),
  kind(
    'blanks-after',
    'lawful',
    'ten million blanks behind the value',
    whole((text) => `${text}${' \t'.repeat(5e6)}`),
  ),
  kind(
    'blanks-everywhere',
    'lawful',
    'blanks between all tokens of a long list',
    withValue(() => filled(`${' '.repeat(120)}1`)),
  ),
  kind(
    'number-10-million',
    'lawful',
    'a number of ten million digits',
    withValue(() => '7'.repeat(10e6)),
  ),
  kind(
    'fraction-10-million',
    'lawful',
    'a fraction of ten million digits',
    withValue(() => `0.${'7'.repeat(10e6)}`),
  ),
  kind(
    'numbers-1000-digits',
    'lawful',
    'numbers of a thousand digits',
    withValue(() => filled('7'.repeat(1000))),
  ),
  kind(
    'exponent',
    'lawful',
    'a number beyond every double',
    withValue(() => '1e400'),
  ),
  kind(
    'exponent-small',
    'lawful',
    'an exponent of a million digits',
    withValue(() => `1e-${'9'.repeat(1e6)}`),
  ),
  kind(
    'negative-zero',
    'lawful',
    'a negative zero',
    withValue(() => '-0'),
  ),
  kind(
    'objects-millions',
    'either',
    'a list of millions of {}',
    instead(() => filled('{}')),
  ),
  kind(
    'arrays-millions',
    'either',
    'a list of millions of []',
    instead(() => filled('[]')),
  ),
  kind(
    'small-million',
    'either',
    'a list of millions of small numbers',
    instead(() => filled('1')),
  ),
  kind(
    'texts-million',
    'either',
    'a list of a million distinct texts',
    instead(() => `[${numbered(1e6, (at) => `"t${at}"`)}]`),
  ),
  kind(
    'ids-200000',
    'either',
    'a list of 200,000 UUIDs',
    instead(() => `[${numbered(200_000, (at) => `"00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}"`)}]`),
  ),
  kind(
    'objects-small-million',
    'either',
    'a list of a million small objects',
    instead(() => `[${numbered(1e6, (at) => `{"id":${at}}`)}]`),
  ),
  kind(
    'map-100000',
    'either',
    'a map of 100,000 identifiers',
    instead(() => `{${numbered(100_000, (at) => `"id${at}":{"name":"n${at}"}`)}}`),
  ),
  kind(
    'inner-objects',
    'lawful',
    'a member with millions of {}',
    withValue(() => filled('{}')),
  ),
  kind(
    'inner-arrays-in-arrays',
    'lawful',
    'lists of lists of lists',
    withValue(() => filled(filled(filled('[]', 60), 6000))),
  ),
  kind(
    'nulls',
    'either',
    'a list of millions of null',
    instead(() => filled('null')),
  ),
  kind(
    '60-mb-objects',
    'either',
    'a listing of 60 MB of {}',
    instead(() => filled('{}', 60 * MIB)),
  ),
  kind(
    '60-mb-jobs',
    'either',
    'a listing of 60 MB of objects of one member',
    instead(() => filled('{"job_id":1}', 60 * MIB)),
  ),
  kind(
    'deep-100000',
    'lawful',
    'a member nested 100,000 deep',
    withValue(() => `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
  ),
  kind(
    'deep-objects',
    'lawful',
    'a member of objects nested 100,000 deep',
    withValue(() => `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
  ),
  kind(
    'deep-million',
    'wrong',
    'nothing but a nesting of a million levels',
    instead(() => `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
  ),
  kind(
    'deep-open',
    'wrong',
    'a nesting of a million levels that does not close',
    instead(() => '['.repeat(1e6)),
  ),
  kind(
    'deep-many',
    'lawful',
    'a thousand members nested 5,000 deep',
    withValue(() => filled(`${'['.repeat(5000)}${']'.repeat(5000)}`, 10 * MIB)),
  ),
  kind(
    'cut',
    'wrong',
    'half of the text',
    whole((text) => text.slice(0, text.length / 2)),
  ),
  kind(
    'text-behind',
    'either',
    'a word behind the value',
    whole((text) => `${text} trailing-text-behind-the-value`),
  ),
  kind(
    'two-values',
    'either',
    'the value twice',
    whole((text) => text + text),
  ),
  kind(
    'nan',
    'either',
    'NaN',
    withValue(() => 'NaN'),
  ),
  kind(
    'comments',
    'either',
    'a comment',
    whole((text) => `/* comment */${text}`),
  ),
  kind(
    'single-quotes',
    'either',
    'single quotation marks',
    whole((text) => text.replaceAll('"', "'")),
  ),
  kind(
    'trailing-comma',
    'either',
    'a comma behind the last member',
    whole((text) => text.replace(/([}\]])\s*$/, ',$1')),
  ),
  kind(
    'byte-order-mark',
    'either',
    'a byte order mark',
    whole((text) => `\u00ef\u00bb\u00bf${text}`),
  ),
  kind('utf-16', 'either', 'UTF-16', ({ text }) => ({ body: Buffer.from(`\ufeff${text}`, 'utf16le') })),
  kind(
    'utf-8-broken',
    'either',
    'octets that are not UTF-8',
    withValue(() => '"\u00ff\u00fe"'),
  ),
  kind(
    'surrogate',
    'lawful',
    'half a surrogate pair',
    withValue(() => '"\\ud800"'),
  ),
  kind(
    'control',
    'either',
    'a control character in a string',
    withValue(() => '"\u0001"'),
  ),
  kind(
    'nul',
    'either',
    'a NUL behind the value',
    whole((text) => `${text}\u0000`),
  ),
  kind(
    'proto',
    'lawful',
    'members called __proto__ and constructor',
    withMembers(() => '"__proto__":{"job_id":7},"constructor":{"prototype":{}},"toString":1'),
  ),
  kind(
    'proto-array',
    'either',
    '__proto__ as an array',
    instead(() => '{"__proto__":[],"length":-1}'),
  ),
  kind(
    'twice',
    'lawful',
    'members that occur twice, the lawful value last',
    withMembers(() => '"job_id":7,"method":7,"base_id":7,"access_token":7'),
  ),
  kind(
    'null',
    'wrong',
    'null',
    instead(() => 'null'),
  ),
  kind(
    'true',
    'wrong',
    'true',
    instead(() => 'true'),
  ),
  kind(
    'empty-string',
    'wrong',
    'an empty string',
    instead(() => '""'),
  ),
  kind(
    'empty-object',
    'wrong',
    'an empty object',
    instead(() => '{}'),
  ),
  kind(
    'number',
    'wrong',
    'a number',
    instead(() => '7'),
  ),
  kind(
    'long-values',
    'wrong',
    'every text replaced by a megabyte',
    whole((text) => text.replace(/:\s*"[^"]*"/, `:"${'v'.repeat(MIB)}"`)),
  ),
  kind(
    'commands',
    'either',
    'commands of CI runners in every text',
    whole((text) => text.replace(/:\s*"[^"]*"/g, ':"\\n::error::hostile\\n##vso[task.complete]"')),
  ),
  kind(
    'escapes',
    'either',
    'terminal escape sequences in every text',
    whole((text) => text.replace(/:\s*"[^"]*"/g, ':"\\u001b[2J\\u001b]0;title\\u0007"')),
  ),
  kind(
    'identifiers-odd',
    'either',
    'an identifier that is a path',
    whole((text) => text.replace(/"[0-9a-f-]{36}"/g, '"../../all"')),
  ),
  kind(
    'identifiers-nul',
    'either',
    'an identifier that is a NUL',
    whole((text) => text.replace(/"[0-9a-f-]{36}"/g, '"\\u0000"')),
  ),
  kind(
    'identifiers-surrogate',
    'either',
    'an identifier that is half a surrogate pair',
    whole((text) => text.replace(/"[0-9a-f-]{36}"/g, '"\\ud800"')),
  ),
  kind(
    'identifiers-long',
    'either',
    'an identifier of 100 KB',
    whole((text) => text.replace(/"[0-9a-f-]{36}"/g, `"${'i'.repeat(1e5)}"`)),
  ),
  kind(
    'token-common-word',
    'either',
    'an access token that is a common word',
    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, '"access_token":"transfer"')),
  ),
  kind(
    'token-10-mb',
    'either',
    'an access token of 10 MB',
    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, () => `"access_token":"${'t'.repeat(10e6)}"`)),
  ),
  kind(
    'token-500-kb',
    'either',
    'an access token of 500 KB',
    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, () => `"access_token":"${'t'.repeat(5e5)}"`)),
  ),
];
