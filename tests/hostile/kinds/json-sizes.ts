/** JSON that is large, long or deep. */
import { instead, kind, withValue } from './json-texts.ts';

const MIB = 1024 * 1024;
/** The size of a large response. */
const LARGE = 16 * MIB;

/** Returns `[<element>,<element>,…]` of about `bytes` bytes. */
const filled = (element: string, bytes = LARGE) =>
  `[${`${element},`.repeat(Math.floor((bytes - 2) / (element.length + 1)))}${element}]`;

const numbered = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(',');

export const JSON_SIZES = [
  kind(
    'million-keys',
    'legal',

    withValue(() => `{${numbered(1e6, (at) => `"k${at}":1`)}}`),
  ),
  kind(
    'keys-integers',
    'legal',

    withValue(() => `{${numbered(30_000, (at) => `"${at * 130_001}":1`)}}`),
  ),
  kind(
    'blanks-everywhere',
    'legal',

    // Smaller than the others: every response of a run is received whole, and their sum is what takes time.
    withValue(() => filled(`${' '.repeat(120)}1`, LARGE / 4)),
  ),
  kind(
    'exponent',
    'legal',

    withValue(() => '1e400'),
  ),
  kind(
    'small-million',
    'either',

    instead(() => filled('1')),
  ),
  kind(
    'ids-200000',
    'either',

    instead(() => `[${numbered(200_000, (at) => `"00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}"`)}]`),
  ),
  kind(
    '60-mb-objects',
    'either',

    instead(() => filled('{}', 60 * MIB)),
  ),
  kind(
    'deep-100000',
    'legal',

    withValue(() => `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
  ),
  kind(
    'deep-million',
    'wrong',

    instead(() => `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
  ),
  kind(
    'deep-many',
    'legal',

    withValue(() => filled(`${'['.repeat(5000)}${']'.repeat(5000)}`, 10 * MIB)),
  ),
];
