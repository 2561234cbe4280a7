/** Faults in words. */
import { FAULT_NAMES } from './fault-names.ts';
import { FAULTS_OF_REQUIREMENTS, REJECTED, SUBJECTS } from './faults-of-requirements.ts';
import { wordsOf } from './ids.ts';
import { LIBRARY_FAULT_NAMES } from './library-fault-names.ts';

/** Forms of names, and what they say. Each applies to the words that the ones before it returned. */
const SAID: readonly (readonly [form: RegExp, words: string])[] = [
  [/^\d{3}$/, 'returns $&'],
  [/^(?:status|response with) (\d{3})$/, 'returns $1'],
  [/^fault with (\d{3})$/, 'returns a SOAP fault with status $1'],
  [/^type (\S+)$/, 'has xsi:type $1'],
  [/^null$/, 'is null'],
  [/^(?:string|number|boolean)$/, 'is a $&'],
  [/^(?:array|object)$/, 'is an $&'],
  [/\ban octet\b/g, 'a byte'],
  [/^nothing$/, 'returns None'],
  [/^empty text$/, 'returns an empty string'],
  [/^empty (?:array|object|list|identifier|body)$/, 'returns an $&'],
  [/^([A-Z]+) to ([A-Z]+)$/, 'changes $1 to $2'],
  [/^(?:hour|minute|month) \d+$/, 'has the $&'],
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
  [/^(.+) (capitalised|doubled|missing|renamed)$/, '$1 is $2'],
];

/** Returns what a fault of a requirement does, from the name after the `@` in its id: `accepts the request`. */
export function faultInWords(name: string, requirement: string): string {
  const [last = '', ...before] = requirement.split('/').reverse();
  const own =
    FAULTS_OF_REQUIREMENTS.get(`${last}@${name}`) ?? FAULTS_OF_REQUIREMENTS.get(`${before[0]}/${last}@${name}`);
  const sentence = own ?? (last.startsWith('accepts-any-') ? rejection(name) : undefined) ?? byName(name);
  const subject = SUBJECTS.get(last) ?? memberIn(requirement);
  return sentence
    .replace(/(different|latest|first|newest) @/, `$1 ${subject.replace(/^the /, '')}`)
    .replace('@', subject);
}

/** Returns the member of a record that a requirement is about: `level.transfer`. */
const memberIn = (requirement: string) =>
  requirement
    .split('/')
    .slice(2)
    .filter((part) => !/^(?:only-)?with-/.test(part))
    .join('.');

/** `beyond-bmp-in-Subject`: what is rejected, and where. */
function rejection(name: string): string | undefined {
  const [, what = '', where] = /^(.+?)(?:-in-(Subject|Correspondence))?$/.exec(name) ?? [];
  const rejected = REJECTED.get(what);
  return rejected && `rejects ${rejected}${where === undefined ? '' : ` in ${where}`}`;
}

function byName(name: string): string {
  const known = FAULT_NAMES.get(name) ?? LIBRARY_FAULT_NAMES.get(name);
  if (known !== undefined) return known;
  const [, inner, what] = /^(.+)-(element|value)$/.exec(name) ?? [];
  if (inner) return `one ${what} ${byName(inner).replace(/^(?!is|has|contains)/, 'has ')}`;
  const [, base] = /^(.+)-on-write$/.exec(name) ?? [];
  if (base) return `${byName(base)} when the file is written`;
  return SAID.reduce((said, [form, say]) => said.replace(form, say), wordsOf(name));
}
