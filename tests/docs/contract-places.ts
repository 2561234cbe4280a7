/** Anchors in docs/lookup/contract.md for places of the interface document, and statements that the page lacks. */
import wrapAnsi from 'wrap-ansi';
import type { Requirement } from '../../src/contract/types.ts';

/** Returns the anchor of a heading, as Markdown renderers make it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/** Returns the place of a clause, which precedes its statement. */
export const placeOf = (clause: string) => clause.replace(/:.*/s, '');

/** Returns the places without a clause that a clause cites. */
export const citedIn = (clause: string) => clause.match(/What the service does \d/g) ?? [];

/**
 * Returns a page with its contents after the introduction, and the places of the document at the end. Each place gets
 * an anchor.
 */
export function withContents(introduction: string, chapters: string[], places: string[]) {
  const anchored = places.reduce(withAnchor, chapters.join('\n\n'));
  const contents = chapters.map((chapter) => {
    const [title = ''] = headings(chapter, '##');
    return `- ${linkTo(title)}: ${headings(chapter, '####')
      .filter((heading) => !places.includes(heading))
      .map(linkTo)
      .join(', ')}`;
  });
  const chapterOf = (place: string) => place.split(',')[0] ?? '';
  const index = [...new Set(places.map(chapterOf))].toSorted().map((chapter) => {
    const own = places.filter((place) => place.startsWith(`${chapter}, `)).toSorted();
    const links = own.map((place) => `[${place.slice(chapter.length + 2)}](#${anchorOf(place)})`);
    return `- ${places.includes(chapter) ? linkTo(chapter) : chapter}${links.length > 0 ? `: ${links.join(' · ')}` : ''}`;
  });
  const end = '## Places of the document';
  const parts = [introduction, '## Contents', contents.join('\n'), anchored, end, index.join('\n')];
  return `${parts.join('\n\n').split('\n').map(wrapped).join('\n')}\n`;
}

/** Returns a paragraph or a point of a list in lines of at most 150 columns. */
function wrapped(line: string) {
  const [indent = ''] = /^ *(?:- )?/.exec(line) ?? [];
  const text = wrapAnsi(line.slice(indent.length), 150 - indent.length);
  return line.startsWith('|') ? line : indent + text.replaceAll('\n', `\n${' '.repeat(indent.length)}`);
}

const linkTo = (heading: string) => `[${heading}](#${anchorOf(heading)})`;
const anchorIn = (place: string) => `<a id="${anchorOf(place)}"></a>`;

function headings(text: string, level: string) {
  return [...text.matchAll(new RegExp(`^${level} (.*)$`, 'gm'))].map(([, heading = '']) => heading);
}

/** Adds an anchor before the first mention of a place, unless a heading is its anchor. */
function withAnchor(text: string, place: string) {
  if (headings(text, '####').includes(place)) return text;
  const literal = place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(
    new RegExp(`(?<![\\w>])${literal}(?=[:.]| \\||\\))`),
    (mention) => `${anchorIn(place)}${mention}`,
  );
}

/**
 * Returns the statements that no table contains, by their place in the document: each place once, as a heading for
 * links.
 */
export function furtherStatements(clauses: string[], shown: string) {
  const places = new Map<string, Set<string>>();
  for (const clause of clauses.map(plain).toSorted()) {
    const place = placeOf(clause);
    const statement = clause.slice(place.length + 2).replace(/(in the order in which they are listed): .*/s, '$1.');
    if (/, in this order\.$/.test(statement) && shown.includes(`(${place})`)) continue;
    const [part, type] = statement.replace(/\.$/, '').split(' has the type ');
    const typed = ['', 'a ', 'an '].map((article) => `${place}: ${part} is ${article}${type}`);
    if (shown.includes(clause) || typed.some((text) => shown.includes(text)) || isSignature(statement)) continue;
    places.set(place, (places.get(place) ?? new Set()).add(statement));
  }
  const parts = shown.split(/^(?=#{3,4} )/m);
  const sections = [...places].flatMap(([place, statements]) => {
    // Each place is on the page, even if another one has the same statement.
    const isShown = parts.some((text) => text.includes(`${place}:`) || text.includes(`| ${place} |`));
    const left = notRepeated([...statements], isShown ? parts : [])
      .map(sentence)
      .map(bullet);
    return left.length === 0 ? [] : [`#### ${place}\n\n${left.join('\n')}`];
  });
  return sections.length === 0 ? [] : ['### Further statements', ...sections];
}

/** Whether a statement lists the parameters of a call, as its section does. */
const isSignature = (statement: string) => /^the parameters of \w+ are .*\.$/.test(statement);

/** Returns the clauses of a chapter, each once. */
export function clausesAt(clauses: string[], chapter: string) {
  return notRepeated([...new Set(clauses.filter((clause) => clause.startsWith(chapter)))], [])
    .sort()
    .map(plain)
    .map(bullet);
}

/** Returns the points of a list that no table repeats. */
export const notInTables = (points: string[], tables: readonly string[]) =>
  points.filter((point) => !tables.some((table) => table.includes(point.slice(bullet('').length))));

/** Returns the clauses of standards, and inferences, that are not yet on the page. */
export function furtherReadings(requirements: Requirement[], shown: string) {
  const clauses = requirements
    .filter(({ basis }) => basis === 'standard' || basis === 'inferred')
    .map(({ clause }) => clause);
  const left = notRepeated([...new Set(clauses.map(plain))], []).filter((clause) => !shown.includes(clause));
  const premises = new Map<string, string[]>();
  for (const clause of left) {
    const [, premise = clause, reading = ''] =
      /^(.+?)[;.] ((?:inferred:|Inferred:|RFC|SOAP 1\.1, |CDMI 1).*)$/.exec(clause) ?? [];
    premises.set(premise, [...(premises.get(premise) ?? []), reading]);
  }
  return [...premises].map(([premise, readings]) => {
    const [reading = ''] = readings;
    if (readings.length === 1) return bullet(reading === '' ? premise : `${premise}; ${small(reading)}`);
    return [bullet(`${premise}:`), ...readings.map((one) => `  ${bullet(small(one))}`)].join('\n');
  });
}

const small = (reading: string) => reading.replace(/^Inferred/, 'inferred');

/** Adds the clause of an operation to its points; only its place, if they and its title contain all its words. */
export function withClause(points: readonly string[], clause: string, title: string) {
  const place = placeOf(clause);
  const shown = new Set(wordsOf([title, ...points].join('\n')));
  const own = wordsOf(clause.slice(place.length)).filter((word) => word !== 'return');
  const [first = '', ...others] = points;
  if (own.every((word) => shown.has(word))) return [`${first} (${place})`, ...others];
  return [...points, bullet(`Document: ${clause}`)];
}

/** Puts the type of each field before its clause, which then does not repeat it. */
export function withTypes(text: string) {
  return text
    .replaceAll(/^\| field \| type \| (.*) \|\n\|---\|---\|---\|$/gm, '| field | $1 |\n|---|---|')
    .replaceAll(/^\| (`[^`]+`) \| ([^|]+) \| (.*) \|$/gm, (_, name: string, type: string, clause: string) => {
      const words = clause.replace(/^a string(?:\. | that | of | with a timestamp )|^(?:each )?a UUID\.$/, '');
      return `| ${name} | ${type.replace(/array of (\w+)/, 'array of $1s')}${words === '' ? '' : `: ${words}`} |`;
    });
}

/** Returns a clause as Markdown, with escaped angle brackets. */
export const plain = (clause: string) => clause.replaceAll('<', '&lt;');

export const bullet = (text: string) => `- ${text}`;

/** Returns a statement with an initial capital, unless it begins with a name of the interface. */
const sentence = (statement: string) =>
  statement.replace(
    /^(?:the|a|if|it|with|when|for|file-change|parts)(?= )/,
    (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );

const FILLERS = new Set(
  'a an and are as be for has have in is it its of on or take that the then there this to was were which with'.split(
    ' ',
  ),
);

/** Returns the significant words of a text in the singular; a word that is repeated at once counts once. */
function wordsOf(text: string) {
  const words =
    text
      .replaceAll('&lt;', '<')
      .toLowerCase()
      .match(/[\w-]+/g) ?? [];
  return words
    .filter((word) => !FILLERS.has(word))
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => !FILLERS.has(word))
    .filter((word, at, all) => word !== all[at - 1]);
}

/**
 * Returns the statements, except those that add no information to a part of the page or to another statement: their
 * words occur there in the same order.
 */
function notRepeated(statements: string[], parts: string[]) {
  const all = statements.map(wordsOf);
  const shown = parts.map(wordsOf);
  return statements.filter((_, at) => {
    const own = all[at] ?? [];
    const others = all.filter((other, place) => place < at || (place > at && other.length > own.length));
    return ![...shown, ...others].some((text) => isIn(own, text));
  });
}

function isIn(words: string[], text: string[]) {
  let from = 0;
  return words.every((word) => {
    from = text.indexOf(word, from) + 1;
    return from > 0;
  });
}
