/** Titles of faults and variants from the words of their ids. */
import { PREDICATES, PREDICATES_BY_FORM, PREDICATES_BY_STATEMENT } from './faults.ts';
import { CONTENTS, NAMES, PREDICATES_OF_STATEMENT } from './statements.ts';
import { SUBJECTS } from './subjects.ts';
import { FAMILIES, VARIANTS } from './variants.ts';

/** Words that a sentence writes in another way than an id; the rules apply in turn. */
const WRITTEN: readonly (readonly [found: RegExp, written: string])[] = [
  [/-/g, ' '],
  [/\bcontent type\b/g, 'Content-Type'],
  [/\be mail\b/g, 'e-mail'],
  [/\b(less|greater) than\b/g, '$1-than sign'],
  [/\bno store\b/g, 'no-store'],
  [/\butf (8|16|32)/g, 'UTF-$1'],
  [/\blatin (1|9)\b/g, 'Latin-$1'],
  [/\biso 8859 /g, 'ISO 8859-'],
  [/\bwindows /g, 'Windows-'],
  [/ marked\b/g, ' with a byte order mark'],
  [/\bus ascii\b/g, 'US-ASCII'],
  [/\bnon ascii\b/g, 'characters beyond ASCII'],
  [/\bascii\b/g, 'ASCII'],
  [/\b(?:beyond bmp|astral)\b/g, 'characters beyond U+FFFF'],
  [/\bbeyond latin\b/gi, 'characters beyond Latin'],
  [/\ban octet\b/g, 'a byte'],
  [/\boctet(s?)\b/g, 'byte$1'],
  [/\b1a\b/g, 'byte 0x1A'],
  [/\bbom\b/g, 'byte order mark'],
  [/\bkib\b/g, 'KiB'],
  [/\bmib\b/g, 'MiB'],
  [/\bs gensym/g, 's-gensym'],
  [/\bsrm\b/g, 'SRM'],
  [/\banswer(s?)\b/g, 'response$1'],
  [/\blisting\b/g, 'list'],
  [/\beach (second|third|fourth|fifth) reading\b/g, 'every $1 read'],
  [/\b(second|fourth) reading\b/g, '$1 read'],
  [/\boverwrite flag\b/g, 'overwrite_flag'],
];
const CAPITALS =
  /\b(?:crlf|cr|lf|cdata|json|uuids?|http|html|xml|cdmi|rest|soap|tls|dn|jwt|oidc|php|urn)\b|(?<=UTF-\d\d)(?:le|be)\b/g;

const inWords = (words: string): string =>
  WRITTEN.reduce((text, [found, written]) => text.replace(found, written), words).replace(CAPITALS, (word) =>
    word.toUpperCase(),
  );

type Rules = readonly (readonly [found: RegExp, text: string])[];

/** The text of the first rule that is about the words, with words for its `$1`, and an article that suits them. */
function ofForm(rules: Rules, words: string): string | undefined {
  const [found, text] = rules.find(([form]) => form.test(words)) ?? [];
  const groups = found?.exec(words)?.slice(1).map(inWords) ?? [];
  return text?.replace(/\$(\d)/g, (_, at) => groups[Number(at) - 1] ?? '').replace(/\ba (?=[aeiou])/g, 'an ');
}

const own = (table: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** The subject of a statement about an operation; empty: its predicates are sentences. */
function subjectOf(operation: string, statement: string): string {
  const [first = '', second = ''] = statement.split('/');
  if (first === 'by-vo') return subjectOf(operation, statement.slice('by-vo/'.length));
  if (first.startsWith('read-back')) {
    const way = first.slice('read-back-'.length) || (operation === 'cdmi-write' ? 'cdmi' : 'rest');
    return `${own(CONTENTS, second) ?? inWords(second)} read through ${inWords(way)}`;
  }
  if (/^(?:path|name)\//.test(statement))
    return `a ${first === 'path' ? 'path' : 'file name'} ${own(NAMES, second) ?? inWords(second)}`;
  if (/^with-/.test(second)) return `${second.replace('-', ' a ')}, ${first}`;
  return ofForm(SUBJECTS, `${operation}/${statement}`) ?? ofForm(SUBJECTS, statement) ?? statement.replaceAll('/', '.');
}

/** The predicate that says how a statement is broken, e.g. `contains an element that is null` for `null-element`; undefined: no words say it. */
function predicateOf(operation: string, statement: string, what: string): string | undefined {
  const [, part, ofPart] = /^(s-gensym\d)-(.+)$/.exec(what) ?? [];
  if (ofPart !== undefined) return `${part} ${own(PREDICATES, ofPart)}`;
  const [, inner, piece] = /^(.+)-(element|value)$/.exec(what) ?? [];
  const ofInner = inner && own(PREDICATES, inner);
  if (ofInner) return `contains ${piece === 'element' ? 'an' : 'a'} ${piece} that ${ofInner}`;
  if (what.endsWith('-on-write'))
    return predicateOf(operation, statement, what.replace(/-on-write$/, ''))?.replace('is read', 'is written');
  const broken = `${statement}@${what}`;
  const ofStatement = [`${operation}/${statement}`, statement].map((key) => own(PREDICATES_OF_STATEMENT[key], what));
  return (
    ofStatement.find((text) => text !== undefined) ??
    ofForm(PREDICATES_BY_STATEMENT, broken) ??
    own(PREDICATES, what) ??
    // A sentence by itself.
    (/-(?:is|are|were|lacks|happens)(?:-[^\d]|$)/.test(what) ? undefined : ofForm(PREDICATES_BY_FORM, broken))
  );
}

/** Passive sentences whose actor is the operation, and the active ones. */
const ACTIVE: readonly (readonly [found: RegExp, active: string])[] = [
  [/^(.+?) is accepted(?=$|[ ,])/, 'accepts $1'],
  [/^(.+?) is refused(?=$|[ ,])/, 'rejects $1'],
  [/^(.+?) is answered with /, 'answers $1 with '],
];

function titleOfFault(operation: string, statement: string, what: string): string {
  const subject = subjectOf(operation, statement);
  const predicate = predicateOf(operation, statement, what);
  const sentence = [subject, predicate ?? `: ${inWords(what)}`].join(predicate ? ' ' : '').trim();
  return ACTIVE.reduce((text, [found, active]) => text.replace(found, active), sentence);
}

const titleOfVariant = (name: string): string => VARIANTS.get(name) ?? ofForm(FAMILIES, name) ?? inWords(name);

/**
 * The title of a fault or variant, readable without its id: where it shows, and what is wrong there; or what varies.
 * @param about where a fault shows, as titles of requirements name it; default: the operation
 */
export function titleOf(id: string, about?: string): string {
  const [whole = '', way] = id.split('/sometimes/');
  const [broken = '', what] = whole.split('@');
  const [, operation = '', ...statement] = broken.split('/');
  const title =
    what === undefined
      ? titleOfVariant(broken.split('/').at(-1) ?? '')
      : `${about ?? operation}: ${titleOfFault(operation, statement.join('/'), what)}`;
  return way === undefined ? title : `${title}, ${inWords(way)}`;
}
