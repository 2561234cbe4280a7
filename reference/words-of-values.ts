/** Wrong values of members in the words of a title. */

import { inWords } from './in-words.ts';

/** By the word of the id. */
const PREDICATES: Readonly<Record<string, string>> = {
  missing: 'is missing',
  string: 'is a string',
  number: 'is a number',
  boolean: 'is a boolean',
  object: 'is an object',
  array: 'is an array',
  null: 'is null',
  fraction: 'is not a whole number',
  empty: 'is an empty string',
  other: 'has another value',
  'upper-case': 'is in capitals',
  'with-z': 'ends with Z',
  'with-zone': 'has a time zone',
  'with-fraction': 'has a fraction of a second',
  'with-space': 'contains a space',
  'date-only': 'has no time of day',
  'without-seconds': 'has no seconds',
  'no-such-day': 'is on 30 February',
  'no-leap-day': 'is on 29 February of a common year',
  'month-13': 'is in month 13',
  'hour-25': 'is in hour 25',
  'minute-60': 'is in minute 60',
  'basic-form': 'has no hyphens and colons',
  'epoch-text': 'is a count of seconds as text',
  'http-date': 'is an HTTP date',
  'line-break': 'ends with a line break',
  'no-dashes': 'has no hyphens',
  'too-short': 'lacks a digit',
  'too-long': 'has a digit too many',
  'letter-outside': 'contains a letter that is not hexadecimal',
  braces: 'is enclosed in braces',
  urn: 'is a URN',
  'dashes-elsewhere': 'has a hyphen in the wrong place',
  'with-prefix': 'begins with 0x',
  'with-colons': 'has colons between its bytes',
  'without-scheme': 'has no scheme',
  'without-host': 'has no host',
  'scheme-relative': 'begins with //',
  'one-slash': 'has one slash after its scheme',
  'common-name-alone': 'is a common name without its distinguished name',
  'e-mail': 'is an e-mail address',
  uuid: 'is a UUID',
  'with-path': 'has a path',
  'with-query': 'has a query',
  'other-pattern': 'does not match its pattern',
  'other-pattern-property': 'has a member that does not match its pattern',
  'other-combination': 'matches none of its schemas',
};

/** A sentence about a member's value, e.g. `contains an element that is null` for `null-element`. */
export function predicateOf(what: string): string {
  const [, inner, part] = /^(.+)-(element|value)$/.exec(what) ?? [];
  if (inner !== undefined) return `contains ${part === 'element' ? 'an' : 'a'} ${part} that ${predicateOf(inner)}`;
  return PREDICATES[what] ?? `is ${inWords(what)} of its schema`;
}
