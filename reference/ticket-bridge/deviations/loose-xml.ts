/** Equal XML in other notations: prefixes, white space, comments, quotes, references (XML 1.0; Namespaces in XML). */
import { numbersOf, pick, shuffled } from '../../drawn/random.ts';
import { escapeXml } from '../answer.ts';
import { referred } from './charsets.ts';

/** Comments, CDATA sections, the declaration, tags, text. */
const TOKENS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[^>]*>|<[^>]*>|[^<]+/g;
const isTag = (token = '') => /^<[^!?]/.test(token);
const byToken = (xml: string, written: (token: string, following: string | undefined) => string) =>
  (xml.match(TOKENS) ?? []).map((token, at, all) => written(token, all[at + 1])).join('');
/** Changes tags only. */
export const inTags = (xml: string, changed: (tag: string) => string): string =>
  byToken(xml, (token) => (isTag(token) ? changed(token) : token));

/**
 * Prefixes by those of a plain response. The prefix of the service may be empty: elements without namespace then say
 * so.
 */
export type Prefixes = Readonly<Record<'soap' | 'ns1' | 'xsd' | 'xsi' | 'soapenc', string>>;

/** Returns the text with other prefixes. */
export const prefixed = (xml: string, prefixes: Prefixes): string =>
  inTags(xml, (tag) =>
    (prefixes.ns1 === '' ? tag.replace(/^<[^/\s:>]+(?=[\s>/])/, '$& xmlns=""') : tag).replace(
      /(?<=[</\s"])(xmlns:)?(soap|ns1|xsd|xsi|soapenc)(?=[:=]):?/g,
      (_, declares: string | undefined, known: keyof Prefixes) => {
        const prefix = prefixes[known];
        if (declares) return prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
        return prefix === '' ? '' : `${prefix}:`;
      },
    ),
  );

const SPACE = ['', '', ' ', '\n', '\r\n\t', '<!-- & < -->', '\n<!---->\n'] as const;

/** Returns the text with white space and comments between elements, and attributes in any order and quotes. */
export function loosened(xml: string, seed: number): string {
  const next = numbersOf(seed);
  const attribute = ([, name = '', value = '']: readonly string[]) => {
    const quote = pick(['"', "'"], next);
    const [before, middle, after] = [pick([' ', '\n', ' \t'], next), pick(['', ' '], next), pick(['', '\n'], next)];
    return `${before}${name}${middle}=${after}${quote}${value.replaceAll("'", '&#39;')}${quote}`;
  };
  const tag = (token: string) => {
    if (token.startsWith('</')) return token.replace('>', pick(['>', '>', '\n>'], next));
    const attributes = shuffled([...token.matchAll(/([^\s=]+)="([^"]*)"/g)], next);
    const name = /^<[^\s/>]+/.exec(token)?.[0] ?? '';
    return `${name}${attributes.map(attribute).join('')}${token.endsWith('/>') ? '/>' : '>'}`;
  };
  const emptied = xml.replace(/<([^\s/>]+)([^>]*)><\/\1>/g, (element, name: string, attributes: string) =>
    pick([element, `<${name}${attributes}/>`], next),
  );
  return byToken(emptied, (token, following = '') => {
    if (!isTag(token)) return token;
    const isOpening = !token.startsWith('</') && !token.endsWith('/>');
    const isBetween = isTag(following) && !(isOpening && following.startsWith('</'));
    return tag(token) + (isBetween ? pick(SPACE, next) : '');
  });
}

/** Returns a text as raw characters, references, CDATA sections, with comments between. */
export function mixedText(text: string, seed: number): string {
  const next = numbersOf(seed);
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const raw = escapeXml(character);
      const cdata = character === '\r' ? raw : `<![CDATA[${character}]]>`;
      return pick([raw, raw, raw, `&#${code};`, `&#x${code.toString(16)};`, cdata, `<!-- between -->${raw}`], next);
    })
    .join('');
}

/**
 * Returns the text in ASCII: other characters become references. Names cannot contain references, so their characters
 * are replaced by letters, in start tag and end tag alike.
 */
export const withinAscii = (xml: string): string =>
  byToken(xml, (token) => {
    if (token.startsWith('<![CDATA[')) return referred(escapeXml(token.slice(9, -3)));
    return isTag(token) ? referred(token).replace(/&#(x\w+);/g, '$1') : referred(token);
  });
