/** The words of an id, as a sentence writes them. */

/** Words of ids that sentences spell differently. */
const CAPITALS = /\b(?:ascii|bmp|bom|cdata|cdmi|cr|crlf|dn|html|http|json|lf|soap|urn|utf|uuid|xml|(?:16|32)[bl]e)\b/g;
const SPELLED: readonly (readonly [form: RegExp, word: string])[] = [
  [/(?<!\b(?:non|latin|utf|s))-/g, ' '],
  [/latin/, 'Latin'],
  [/^(?=(?:upper|lower) case\b)/, 'in '],
  [/\banswer/g, 'response'],
];

/** Returns the words of an id. */
export const wordsOf = (id: string): string =>
  SPELLED.reduce((words, [form, word]) => words.replace(form, word), id).replace(CAPITALS, (word) =>
    word.toUpperCase(),
  );

/**
 * Returns lines `KEY WORDS` as a table. A deeper line contains, separated by `; `, the replacements for the star of the
 * key above it; a replacement without words gets its own.
 */
export function tableOf(lines: string): ReadonlyMap<string, string> {
  let [pattern, sentence] = ['', ''];
  return new Map(
    lines.split('\n').flatMap((line): [string, string][] => {
      const [, deeper, key = '', words = ''] = /^ {4}( *)(\S+) (.*)$/.exec(line) ?? [];
      if (key === '') return [];
      if (deeper)
        return `${key} ${words}`.split('; ').map((each) => {
          const [rest = '', ...more] = each.split(' ');
          return [
            pattern.replace('*', rest),
            sentence.replace(/[*@]/, more.length > 0 ? more.join(' ') : wordsOf(rest)),
          ];
        });
      [pattern, sentence] = [key, words];
      return [[key, words]];
    }),
  );
}
