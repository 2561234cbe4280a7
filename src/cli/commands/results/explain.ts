/** `assay explain`: explains a term, the source of a requirement, or an exchange of a run. Sends no request. */

import { INTERFACES } from '../../../../suites/index.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { patternOf } from '../../../engine/send/select.ts';
import { InputError } from '../../../files/read-file.ts';
import { first } from '../../../report/parts/tally.ts';
import { createLayout, type Layout } from '../../../report/terminal/layout.ts';
import { catalogue } from '../../../run/installed/catalogue.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { nearest } from '../../../settings/nearest.ts';
import { answerWith, type Context } from '../../context.ts';
import { optionRows, purposeOf, type Row } from '../../pages.ts';
import { optionsOf } from '../../setting-options.ts';
import { ALIASES, aboutExitCode, statusTopic, TOPICS, type Topic, WORDS } from '../../topics.ts';
import { explainExchanges, isExchange } from './explain-exchange.ts';
import { deviationsIn, type Explanation, explainSetting, requirementRows, termsIn } from './explain-terms.ts';

/** Maximum number of entries that mention a word. */
const MOST_MENTIONS = 6;

/**
 * Explains a word, which may contain spaces, or exchanges of a run.
 * @returns 0; an unknown word is an InputError with the nearest known word
 */
export async function explainCommand(
  context: Context,
  words: readonly string[],
  options: { readonly json?: true },
): Promise<number> {
  const layout = createLayout(context);
  if (words.some(isExchange)) {
    const all = await explainExchanges(words, layout);
    const wholes = all.map(({ whole }) => whole);
    const lines = all.flatMap((one, at) => (at === 0 ? one.lines : ['', ...one.lines]));
    await answerWith(context, options.json, wholes.length > 1 ? wholes : wholes[0], () => lines);
  } else {
    const { whole, ...topic } = await explanationOf(words.join(' '));
    await answerWith(context, options.json, whole ?? topic, () => topicLines(topic, layout));
  }
  return 0;
}

/** Returns the lines of a topic: its title, then paragraphs and rows. */
function topicLines({ title, body }: Topic, layout: Layout) {
  const words = body.flatMap((line) => (typeof line === 'string' ? [] : line[0].length));
  const wide = Math.min(16, Math.max(0, ...words));
  return [
    layout.wrapped(layout.styled('bold', title)),
    ...body.flatMap((line, at) => {
      if (typeof line === 'string' && line.startsWith('  ')) return ['', line];
      if (typeof line === 'string')
        return line.startsWith('- ') ? [layout.wrapped(line, '  ', '    ')] : ['', layout.wrapped(line)];
      const [word, meaning] = line;
      const before = body[at - 1];
      const space = typeof before === 'string' && !before.endsWith(':') ? [''] : [];
      if (word.length > wide)
        return [...space, layout.wrapped(word, '  ', '    '), layout.wrapped(meaning, ' '.repeat(wide + 4))];
      return [...space, layout.wrapped(meaning, `  ${word.padEnd(wide)}  `)];
    }),
  ];
}

const USAGE: Topic = {
  title:
    'Usage: assay explain WORD. A word is an id, an exit code or an HTTP status; a field, setting, option, command, operation, profile, plan or handshake; a word of a report; an exchange of a run, with its directory (assay explain e12 DIR); or one of these topics:',
  body: Object.entries(TOPICS).map(([name, { title }]) => [name, title.replace(/^\w+\. /, '')] as const),
};

/** `typed`: the word with the dashes of an option. */
async function explanationOf(word: string, typed = word): Promise<Explanation> {
  const ofOption = optionRows(word);
  if (ofOption.length > 0) return { title: `${word}: an option`, body: ofOption };
  if (word.startsWith('--')) return explanationOf(word.slice(2), word);
  if (word === '' || word === 'topics') return { ...USAGE, whole: Object.keys(TOPICS) };
  const named = word.replace(/^exit(?:[ -]codes?)? (?=\d)/i, '').replace(/^(\S+?)\/+$/, '$1');
  const [, status] = /^(?:http |status )*(10[0-3]|[2-5]\d\d)$/i.exec(named) ?? [];
  if (status) return statusTopic(status);
  const known = wordFor(named);
  if (Object.hasOwn(TOPICS, known)) return TOPICS[known] as Topic;
  const interfaces = await catalogue();
  const all = interfaces.flatMap((one) => [...one.requirements, ...one.clients]);
  const ids = all.map(({ id }) => id);
  // Records and fields are segments of ids. A field takes precedence over a word of Assay with its name.
  const having = (name: string) => ids.filter((id) => `/${id}/`.includes(`/${name}/`));
  const name = having(named).some((id) => !WORDS.has(known) || !id.includes('/gap/')) ? named : known;
  const fields = having(name);
  // Of the beginning of ids, those that --only selects; of whole words in ids, every id that contains the text.
  const below = all.filter(({ id }) => patternOf(name).test(id));
  const spaced = (text: string) => ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `;
  const isWhole = ids.some((id) => spaced(id).includes(spaced(name)));
  const about = below.length > 0 || !isWhole ? below : all.filter(({ id }) => id.includes(name));
  const judged = about.filter(({ basis }) => basis !== 'gap');
  const heading = judged.length > 0 ? `Requirements about ${name}:` : 'Gaps:';
  const list = requirementRows(judged.length > 0 ? judged : about, below.length > 0 ? name : `**${name}**`);
  const meant = WORDS.get(name);
  const code = aboutExitCode(name);
  if (!meant && code.length > 0) return { title: `Exit code ${name}`, body: code };
  if (meant) {
    return {
      title: `${name}${meant.topic === 'blame' ? ' (as a blame)' : ''}: ${meant.meaning}`,
      body: [
        ...code,
        ...(fields.length > 0 ? [heading, ...list] : code.length > 0 ? [] : [`See also: assay explain ${meant.topic}`]),
      ],
      whole: { word: name, ...meant, ...(fields.length > 0 && { requirements: fields }) },
    };
  }
  const terms = termsIn(interfaces);
  const [field = '', ...others] = new Set(
    fields.map((id) => id.slice(0, `/${id}/`.indexOf(`/${name}/`) + name.length)),
  );
  const term = terms.get(name) ?? (others.length === 0 ? terms.get(field) : undefined);
  if (term) return term();
  const own = SETTINGS_TABLE.interfaces.find((one) => one.interface === name);
  const isCommand = purposeOf(name) !== '';
  const title = own
    ? `${name}: an interface (${own.title}). It is tested if ${own.configuredBy.join(' or ')} is set.`
    : isCommand && `${name}, a command: ${purposeOf(name)}. Options: assay ${name} --help`;
  if (about.length > 0)
    return { title: title || heading, body: title ? [heading, ...list] : list, whole: about.map(({ id }) => id) };
  if (title) return { title, body: [], whole: { command: name } };
  const deviations = await deviationsIn();
  const deviation = deviations.get(name);
  if (deviation) return deviation();
  const ending = `_${word.toUpperCase().replaceAll('-', '_')}`;
  const [setting, another] = SETTINGS_TABLE.settings.filter((one) => `_${one.name}`.endsWith(ending));
  if (setting && !another) return explainSetting(setting);
  const options = [
    ...optionRows().map(([form]) => form),
    ...SETTINGS_TABLE.settings.flatMap(({ name }) => optionsOf(name)),
  ];
  const near = nearest(typed, [
    ...ids.flatMap((id) => [
      id,
      ...id.split('/').filter((part) => part.length > 2),
      id.split('/').slice(0, 2).join('/'),
    ]),
    ...[terms, deviations, WORDS].flatMap((map) => [...map.keys()]),
    ...Object.keys(TOPICS),
    ...options.flatMap((form) => form.match(/--[\w-]+/) ?? []),
  ]);
  if (near !== undefined && near !== word && near.toLowerCase() === word.toLowerCase()) return explanationOf(near);
  const mentions = /^\w[\w -]*\w$/.test(word) ? mentionsOf(word) : [];
  if (mentions.length > 0)
    return {
      title: `${JSON.stringify(word)} occurs here:`,
      body: first(mentions, MOST_MENTIONS),
    };
  throw new InputError(
    `Unknown word ${JSON.stringify(typed)}${near === undefined ? '. For lists: assay explain words (words), assay explain (topics), assay list requirements (ids), assay list settings' : `; did you mean ${near}?`}`,
  );
}

/** Returns settings, options and words that contain every part of a word; if names contain them, only these. */
function mentionsOf(word: string): Row[] {
  const settings = SETTINGS_TABLE.settings.map(({ name, meaning }): Row => [name, meaning]);
  const words = [...WORDS].map(([one, { meaning }]): Row => [one, meaning]);
  // Several words of one row have one meaning.
  const others = [...grouped([...optionRows(), ...words], ([, meaning]) => meaning).values()].map(([row]) => row);
  const parts = word.toLowerCase().split(/[^a-z0-9]+/);
  const wholes = parts.map((part) => new RegExp(`(?<![a-z])${part}s?(?![a-z])`));
  const having = (text: (row: Row) => string) =>
    [...settings, ...others].filter((row) => wholes.every((whole) => whole.test(text(row).toLowerCase())));
  const named = having(([name]) => name);
  return named.length > 0 ? named : having((row) => row.join(' '));
}

/** Returns Assay's word for a word in other capitals, or in the plural; without one, the given word. */
function wordFor(word: string) {
  const lower = word.toLowerCase();
  const hyphened = lower.replaceAll(' ', '-');
  const topic = [hyphened, `${hyphened}s`].find((one) => Object.hasOwn(TOPICS, one));
  const words = [lower, lower.replace(/s$/, ''), lower.replaceAll('-', ' '), hyphened];
  const alias = ALIASES[hyphened] ?? ALIASES[hyphened.replace(/s$/, '')];
  return topic ?? alias ?? words.find((one) => WORDS.has(one) || INTERFACES.some(({ name }) => name === one)) ?? word;
}
