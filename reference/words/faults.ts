/** Faults in words. */
import { FAULT_NAMES } from './fault-names.ts';
import { wordsOf } from './ids.ts';
import { LIBRARY_FAULT_NAMES } from './library-fault-names.ts';

/** Participles that end names: what happens to a thing. */
const DONE =
  'added|capitalised|changed|decoded|doubled|dropped|encoded|forgotten|ignored|listed|lost|missing|not found|refused|renamed|repeated|replaced|reversed|stripped|swapped|trimmed|unchecked|unpacked|unverified|written anew';

/** Forms of names, and what they say. Each applies to the words that the ones before it returned. */
const SAID: readonly (readonly [form: RegExp, words: string])[] = [
  [/^\d{3}$/, 'returns $&'],
  [/^beyond (\S+)/, 'characters beyond $1'],
  [/^(?:status|response with) (\d{3})$/, 'returns $1'],
  [/^fault with (\d{3})$/, 'returns a SOAP fault with status $1'],
  [/^type (\S+)$/, 'has xsi:type $1'],
  [/^null$/, 'is null'],
  [/^(?:string|number|boolean)$/, 'is a $&'],
  [/^(?:array|object)$/, 'is an $&'],
  [/ in (Subject|Correspondence)$/, ' refused in $1'],
  [/\breading\b/g, 'response'],
  [/\ban octet\b/g, 'a byte'],
  [/\boctet\b/g, 'byte'],
  [/^nothing$/, 'returns None'],
  [/^empty text$/, 'returns an empty string'],
  [/^empty entries$/, 'returns $&'],
  [/^empty (?:array|object|list|identifier|body)$/, 'returns an $&'],
  [/^missing$/, 'omits it'],
  [/^present$/, 'contains it'],
  [/^([A-Z]+) to ([A-Z]+)$/, 'changes $1 to $2'],
  [/^(?:en|de)coded twice$/, 'is $&'],
  [/^(?:hour|minute|month) \d+$/, 'has the $&'],
  [/^refused with /, 'rejects it with '],
  [/ foreign namespace$/, ' is in a different namespace'],
  [/^(?:an)?other (.+)$/, 'returns a different $1'],
  [/^without (.+)$/, 'has no $1'],
  [/^with (space|fraction)$/, 'contains a $1'],
  [/^with (.+s)$/, 'contains $1'],
  [/^with (.+)$/, 'has a $1'],
  [/^no (.+)$/, 'has no $1'],
  [/^as /, 'stores '],
  [/^(.*) lose a byte$/, 'omits the last byte of $1'],
  [/^(?:too |in (?:upper|lower) case|empty$|cut at |not (?!for))/, 'is $&'],
  [/^(?:two|several|single quotes|mismatched|trailing) ?/, 'contains $&'],
  [/^(?:a|an) (?!.* is )/, 'returns $&'],
  [new RegExp(`^(?!.*\\b(?:is|are) )(.+(?<!plu)s) (${DONE})\\b`), '$1 are $2'],
  [new RegExp(`^(?!.*\\b(?:is|are) )(.+) (${DONE})\\b`), '$1 is $2'],
  [/\b(is|are) refused\b/g, '$1 rejected'],
  [/^(?!is ).* twice$/, 'contains $&'],
];

/** Returns what a fault does, from the name after the `@` in its id: `accepts the request`. */
export function faultInWords(name: string, requirement = ''): string {
  const known = FAULT_NAMES.get(name) ?? LIBRARY_FAULT_NAMES.get(name);
  if (known !== undefined) return known;
  const [, inner, what] = /^(.+)-(element|value)$/.exec(name) ?? [];
  if (inner) return `one ${what} ${faultInWords(inner).replace(/^(?!is|has|contains)/, 'has ')}`;
  const [, base] = /^(.+)-on-write$/.exec(name) ?? [];
  if (base) return `${faultInWords(base)} when it is written`;
  const words = SAID.reduce((said, [form, say]) => said.replace(form, say), wordsOf(name));
  return /\/accepts-any-/.test(requirement) && words === wordsOf(name) ? `rejects ${words}` : words;
}
