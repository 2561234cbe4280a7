/** JSON that is large, long or deep. */
import { instead, kind, withMembers, withValue } from './json-texts.ts';
import type { AnswerKind } from './types.ts';
import { whole } from './whole-texts.ts';

const MIB = 1024 * 1024;
/** The size of a large response. */
const LARGE = 16 * MIB;

/** `[<element>,<element>,…]` of so many bytes. */
const filled = (element: string, bytes = LARGE): string =>
  `[${`${element},`.repeat(Math.floor((bytes - 2) / (element.length + 1)))}${element}]`;

const numbered = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(',');

export const JSON_SIZES: readonly AnswerKind[] = [
  kind(
    'key-10-mb',
    'legal',
    'a member name of 10 MB',
    withMembers(() => `"${'k'.repeat(10e6)}":1`),
  ),
  kind(
    'string-10-mb',
    'legal',
    'a string of 10 MB',
    withValue(() => `"${'s'.repeat(10e6)}"`),
  ),
  kind(
    'million-keys',
    'legal',
    'an object of a million members',
    withValue(() => `{${numbered(1e6, (at) => `"k${at}":1`)}}`),
  ),
  kind(
    'top-keys-125000',
    'legal',
    '125,000 further members',
    withMembers(() => numbered(125_000, (at) => `"k${at}":"v"`)),
  ),
  kind(
    'keys-integers',
    'legal',
    'members with integers as names, far apart',
    withValue(() => `{${numbered(30_000, (at) => `"${at * 130_001}":1`)}}`),
  ),
  kind(
    'blanks-10-million',
    'legal',
    'ten million blanks',
    whole((text) => text.replace(/^(.)/s, `$1${' '.repeat(10e6)}`)),
  ),
  kind(
    'blanks-everywhere',
    'legal',
    'blanks between all tokens of a long list',
    withValue(() => filled(`${' '.repeat(120)}1`)),
  ),
  kind(
    'number-10-million',
    'legal',
    'a number of ten million digits',
    withValue(() => '7'.repeat(10e6)),
  ),
  kind(
    'exponent',
    'legal',
    'a number beyond every double',
    withValue(() => '1e400'),
  ),
  kind(
    'objects-millions',
    'either',
    'a list of millions of {}',
    instead(() => filled('{}')),
  ),
  kind(
    'small-million',
    'either',
    'a list of millions of small numbers',
    instead(() => filled('1')),
  ),
  kind(
    'ids-200000',
    'either',
    'a list of 200,000 UUIDs',
    instead(() => `[${numbered(200_000, (at) => `"00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}"`)}]`),
  ),
  kind(
    '60-mb-objects',
    'either',
    'a listing of 60 MB of {}',
    instead(() => filled('{}', 60 * MIB)),
  ),
  kind(
    'deep-100000',
    'legal',
    'a member nested 100,000 deep',
    withValue(() => `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
  ),
  kind(
    'deep-million',
    'wrong',
    'nothing but a nesting of a million levels',
    instead(() => `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
  ),
  kind(
    'deep-many',
    'legal',
    'a thousand members nested 5,000 deep',
    withValue(() => filled(`${'['.repeat(5000)}${']'.repeat(5000)}`, 10 * MIB)),
  ),
];
