/** The words of an id, as a sentence writes them. */

/** Words that a sentence writes otherwise than an id. */
const CAPITALS =
  /\b(?:ascii|bmp|bom|cdata|cdmi|cr|crlf|dn|html|http|iso|json|jwt|lf|oidc|php|post|put|rest|soap|tls|urn|utf|uuid|xml)\b/g;
const SPELLED: readonly (readonly [form: RegExp, word: string])[] = [
  [/(?<!\b(?:e|s|utf|latin|iso|windows|non))-/g, ' '],
  [/\brefused\b/g, 'rejected'],
  [/^nothing$/, 'None'],
  [/\ban octet\b/g, 'a byte'],
  [/\boctet/g, 'byte'],
  [/\bbeyond bmp\b/g, 'characters beyond the BMP'],
  [/\bforeign namespace\b/g, 'in another namespace'],
  [/\bodd\b/g, 'unusual'],
  [/\bat once$/, 'immediately'],
  [/\braises$/, 'raises an exception'],
  [/^(?=(?:upper|lower) case\b)/, 'in '],
  [/\banswer/g, 'response'],
  [/\bid\b/, 'identifier'],
  [/\ba stranger\b/, 'another user'],
  [/^scope string\b/, 'oauth2_scope'],
  [/\bkib\b/g, 'KiB'],
  [/\bmib\b/g, 'MiB'],
  [/\bbeyond latin-/g, 'characters beyond Latin-'],
  [/\blatin-/g, 'Latin-'],
];

/** The words of an id. */
export const wordsOf = (id: string): string =>
  SPELLED.reduce((words, [form, word]) => words.replace(form, word), id).replace(CAPITALS, (word) =>
    word.toUpperCase(),
  );

const UNCOUNTED =
  /s(?: alone| only)?$|JSON$|\d$|\/|^\w*s\b|^[&<>]|^(?:null|status|type|the|an?|any|more|those|no|non|one|two|four|all|white|every|in|as|upper|lower|latest|blanks|HTML|XML|JSON|CDATA|CRLF|LF|CR|SOAP|zero|minus|metadata|stray|first|python|right|both|several|never|(?:an)?other|verify|element content)\b/;

/** Words of a thing, with an article if it is one that can be counted. */
export const withArticle = (words: string): string =>
  UNCOUNTED.test(words) ? words : `${/^(?:[aeio]|un)/.test(words) ? 'an' : 'a'} ${words}`;

/** Lines `KEY WORDS` as a table. A deeper line says, separated by `; `, what comes in the place of the star of the key above it. */
export function tableOf(lines: string): ReadonlyMap<string, string> {
  let [start, sentence] = ['', ''];
  return new Map(
    lines.split('\n').flatMap((line): [string, string][] => {
      const [, deeper, key = '', words = ''] = /^ {4}( *)(\S+) (.*)$/.exec(line) ?? [];
      if (key === '') return [];
      if (deeper)
        return `${key} ${words}`.split('; ').map((each) => {
          const [rest = '', ...more] = each.split(' ');
          return [start + rest, sentence.replace(/[*@]/, more.join(' '))];
        });
      [start, sentence] = [key.replace('*', ''), words];
      return [[key, words]];
    }),
  );
}
