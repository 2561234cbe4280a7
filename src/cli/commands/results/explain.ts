/** `assay explain`: explains a term, the source of a requirement, or an exchange of a run. Sends no request. */

import { INTERFACES } from '../../../../suites/index.ts';
import { planId } from '../../../certify/certification-plan.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { patternOf } from '../../../engine/send/select.ts';
import { InputError } from '../../../files/read-file.ts';
import { loadProfile, shippedProfiles } from '../../../profile/profile.ts';
import { someOf } from '../../../records/preview.ts';
import { first } from '../../../report/parts/tally.ts';
import { createLayout, type Layout } from '../../../report/terminal/layout.ts';
import { releasedPlans } from '../../../run/claims/released-plans.ts';
import { catalogue, type Listed } from '../../../run/installed/catalogue.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { faultsOf, variantsOf } from '../../../run/installed/titled-deviations.ts';
import { COMMANDS } from '../../../run/started-as.ts';
import { nearest } from '../../../settings/nearest.ts';
import { answerWith, type Context } from '../../context.ts';
import { optionRows, pagesWith, type Row } from '../../pages.ts';
import { optionsOf } from '../../setting-options.ts';
import {
  ALIASES,
  aboutExitCode,
  CONCEPTS,
  HANDSHAKE_TOPICS,
  profileTopic,
  statusTopic,
  TOPICS,
  type Topic,
  WORDS,
} from '../../topics.ts';
import { explainExchanges, isExchange } from './explain-exchange.ts';
import { explainRequirement, operationLines, some, titlesOf } from './explain-requirement.ts';
import { type Explanation, explainSetting, explainTopic, parts, topicLines } from './explain-setting.ts';
import { sizeOf } from './list.ts';

/** Maximum number of entries that mention a word, and of their names. */
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
  const all = words.some(isExchange)
    ? await explainExchanges(words, layout)
    : [withOthers(await explanationOf(words.join(' '), layout), words.join(' '), layout)];
  const wholes = all.map(({ whole }) => whole);
  const lines = all.flatMap((one, at) => (at === 0 ? one.lines : ['', ...one.lines]));
  await answerWith(context, options.json, wholes.length > 1 ? wholes : wholes[0], () => lines);
  return 0;
}

/** Maximum length of a name in a list of names. */
const MOST_CHARACTERS = 30;

/** Returns an explanation of a word, and the names of what else contains it. */
function withOthers({ whole, lines, isList }: Explanation, word: string, layout: Layout): Explanation {
  const shown = lines.join('\n').toLowerCase();
  const names = !isList && /^[a-z]+(?: [a-z]+)*$/i.test(word) ? mentionsOf(word).map(([name]) => name) : [];
  const others = names.filter(
    (name) => /^[a-z-]/i.test(name) && name.length <= MOST_CHARACTERS && !shown.includes(name.toLowerCase()),
  );
  const some = someOf([...new Set(others)], MOST_MENTIONS);
  return { whole, lines: some === '' ? lines : [...lines, layout.wrapped(`Other mentions of ${word}: ${some}`)] };
}

/** `typed`: the word with the dashes of an option. */
async function explanationOf(word: string, layout: Layout, typed = word): Promise<Explanation> {
  const body = optionRows(word);
  if (body.length > 0) return explainTopic({ title: `${word}: an option`, body }, layout);
  if (word.startsWith('--')) return explanationOf(word.slice(2), layout, word);
  if (word === '' || word === 'topics')
    return {
      whole: Object.keys(TOPICS),
      lines: [
        ...topicLines(
          {
            title:
              'Usage: assay explain WORD. A word is an id, an exit code or an HTTP status; a field, setting, option, command, operation, profile, plan or handshake; a word of a report; an exchange of a run, with its directory (assay explain e12 DIR); or one of these topics:',
            body: Object.entries(TOPICS).map(([name, { title }]) => [name, title.replace(/^\w+\. /, '')] as const),
          },
          layout,
        ),
        '',
        ...topicLines({ title: 'From the document to an exit code:', body: CONCEPTS }, layout),
      ],
    };
  const named = word.replace(/^exit(?:[ -]codes?)? (?=\d)/i, '').replace(/^(\S+?)\/+$/, '$1');
  const [, status] = /^(?:http |status )*(10[0-3]|[2-5]\d\d)$/i.exec(named) ?? [];
  if (status) return explainTopic(statusTopic(status), layout);
  const known = wordFor(named);
  if (Object.hasOwn(TOPICS, known)) return explainTopic(TOPICS[known] as Topic, layout);
  if (/^\d+$/.test(named) && !WORDS.has(named))
    throw new InputError(`${named} is neither an exit code of Assay (assay explain exit-codes) nor an HTTP status.`);
  const meant = WORDS.get(known);
  const interfaces = await catalogue();
  const titles = new Map(interfaces.flatMap((one) => titlesOf([...one.requirements, ...one.clients])));
  const ids = [...titles.keys()];
  // Records and fields are segments of ids. A field takes precedence over a word of Assay with its name.
  const having = (name: string) => ids.filter((id) => `/${id}/`.includes(`/${name}/`));
  const isField = having(named).some((id) => !WORDS.has(known) || !id.includes('/gap/'));
  const name = isField ? named : known;
  const fields = having(name);
  // Of the beginning of ids, those that --only selects; of whole words in ids, every id that contains the text.
  const below = ids.filter((id) => patternOf(name).test(id));
  const spaced = (text: string) => ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `;
  const isWhole = ids.some((id) => spaced(id).includes(spaced(name)));
  const about = below.length > 0 || !isWhole ? below : ids.filter((id) => id.includes(name));
  const only = below.length > 0 ? name : `**${name}**`;
  const aboutLines = about.length === 0 ? [] : [`Requirements about ${name}:`, ...some(about, only, titles, layout)];
  if (meant && name === known) {
    const body = aboutExitCode(name);
    const further = fields.length > 0 ? aboutLines : body.length > 0 ? [] : [`See also: assay explain ${meant.topic}`];
    return {
      whole: { word: name, ...meant, ...(fields.length > 0 && { requirements: fields }) },
      lines: [
        ...topicLines(
          {
            title: `${name}${meant.topic === 'blame' ? ' (as a blame)' : ''}: ${meant.meaning}`,
            body,
          },
          layout,
        ),
        ...further,
      ],
    };
  }

  const terms = termsOf(interfaces, layout);
  const [field = '', ...others] = new Set(
    fields.map((id) => id.slice(0, `/${id}/`.indexOf(`/${name}/`) + name.length)),
  );
  const term = terms.get(name) ?? (others.length === 0 ? terms.get(field) : undefined);
  if (term) return term();
  const own = SETTINGS_TABLE.interfaces.find((one) => one.interface === name);
  const ownLines = own
    ? [layout.wrapped(`${name}: an interface (${own.title}). It is tested if ${own.configuredBy.join(' or ')} is set.`)]
    : Object.values(COMMANDS).flat().includes(name)
      ? [`${name} is a command: assay ${name} --help`]
      : [];
  if (about.length > 0) return { whole: about, lines: [...ownLines, ...aboutLines] };
  if (ownLines.length > 0) return { whole: { command: name }, lines: ownLines };
  const deviations = await deviationsIn(interfaces, layout);
  const deviation = deviations.get(name);
  if (deviation) return deviation();
  const all = [
    ...ids.flatMap((id) => [
      id,
      ...[...id.split('/'), ...id.split(/[/_-]/)].filter((part) => part.length > 2),
      id.split('/').slice(0, 2).join('/'),
    ]),
    ...terms.keys(),
    ...deviations.keys(),
    ...Object.keys(TOPICS),
    ...WORDS.keys(),
    ...[
      ...optionRows().map(([form]) => form),
      ...SETTINGS_TABLE.settings.flatMap(({ name }) => optionsOf(name)),
    ].flatMap((form) => form.match(/--[\w-]+/) ?? []),
  ];
  const ending = `_${word.replace(/^--/, '').toUpperCase().replaceAll('-', '_')}`;
  const [setting, another] = SETTINGS_TABLE.settings.filter((one) => `_${one.name}`.endsWith(ending));
  if (setting && !another) return explainSetting(setting, layout);
  const near = nearest(typed, all);
  if (near !== undefined && near !== word && near.toLowerCase() === word.toLowerCase())
    return explanationOf(near, layout);
  const mentions = /^\w[\w -]*\w$/.test(word) ? mentionsOf(word) : [];
  if (mentions.length > 0) {
    const body = first(mentions, MOST_MENTIONS);
    return { ...explainTopic({ title: `${word} is mentioned here:`, body }, layout), isList: true };
  }
  throw new InputError(
    `Unknown word ${JSON.stringify(typed)}${near === undefined ? '. For lists: assay explain words (words), assay explain (topics), assay list requirements (ids), assay list settings' : `; did you mean ${near}?`}`,
  );
}

/** Returns settings, options, words and pages that contain a word; if names contain it, only these. */
function mentionsOf(word: string): Row[] {
  const settings = SETTINGS_TABLE.settings.map(({ name, meaning }): Row => [name, meaning]);
  const words = [...WORDS].map(([one, { meaning }]): Row => [one, meaning]);
  // Several words of one row have one meaning.
  const others = [...grouped([...optionRows(), ...words], ([, meaning]) => meaning).values()].map(([row]) => row);
  const rows = [...settings, ...others];
  const text = word.toLowerCase().replace(/[^a-z0-9]+/g, '[ _-]');
  const whole = new RegExp(`(?<![a-z])${text}${/[a-z0-9]$/i.test(word) ? 's?(?![a-z])' : ''}`);
  const having = (text: (row: Row) => string) => rows.filter((row) => whole.test(text(row).toLowerCase()));
  const [named, all] = [having(([name]) => (name === word ? '' : name)), having((row) => row.join(' '))];
  return named.length > 0 ? named : [...all, ...pagesWith(whole)];
}

type Terms = ReadonlyMap<string, () => Explanation | Promise<Explanation>>;

/** Returns how to explain each term that is neither a topic, a word of one, a part of an id, nor a deviation. */
function termsOf(interfaces: readonly Listed[], layout: Layout): Terms {
  const terms: [string, () => Explanation | Promise<Explanation>][] = [];
  for (const listed of interfaces) {
    for (const one of listed.operations)
      for (const name of [`${one.method} ${one.path}`, one.subject, one.name])
        terms.push([name, () => ({ whole: one, lines: operationLines(one, listed, layout) })]);
    for (const [path, own] of grouped(listed.operations, (one) => one.path || one.name))
      terms.push([
        path,
        () => ({
          whole: own,
          lines: own.flatMap((one, at) => [...(at === 0 ? [] : ['']), ...operationLines(one, listed, layout)]),
        }),
      ]);
    for (const one of [...listed.requirements, ...listed.clients])
      terms.push([one.id, () => explainRequirement(one, listed, layout)]);
  }
  for (const one of [...SETTINGS_TABLE.settings, ...SETTINGS_TABLE.proxies])
    terms.push([one.name, () => explainSetting(one, layout)]);
  for (const name of shippedProfiles()) terms.push([name, () => explainTopic(profileTopic(loadProfile(name)), layout)]);
  for (const [id, topic] of Object.entries(HANDSHAKE_TOPICS)) terms.push([id, () => explainTopic(topic, layout)]);
  return new Map(terms);
}

/** Returns how to explain each fault, variant and certification plan. Making them takes time. */
async function deviationsIn(interfaces: readonly Listed[], layout: Layout): Promise<Terms> {
  const all = await Promise.all(
    interfaces.flatMap(({ interface: of }) =>
      Object.entries({ fault: faultsOf(of), variant: variantsOf(of) }).map(async ([kind, made]) =>
        (await made).map((one) => {
          const kills = 'kills' in one ? [one.kills, ...(one.also ?? [])] : [];
          const lines = () =>
            parts(layout, one.id, one.title, {
              Contradicts: kills.join(', ') || 'no requirement: the document allows it',
              'Try it': `assay run --reference --${kind} ${one.id}`,
              ...(INTERFACES.some(({ name, served }) => name === of && served) && {
                'Serve it': `assay serve ${of} --${kind} ${one.id}`,
              }),
            });
          // A variant is also known by its name alone.
          return [one.id, one.id.replace(`${of}/variant/`, '')].map(
            (name) => [name, () => ({ whole: one, lines: lines() })] as const,
          );
        }),
      ),
    ),
  );
  const plans = releasedPlans().map((plan) => {
    const id = planId(plan);
    const title = async () => `${id}: a certification plan. ${plan.title}: ${await sizeOf(plan)}`;
    return [
      id,
      async () => explainTopic({ title: await title(), body: [`To use it: assay run --plan ${id}`] }, layout),
    ] as const;
  });
  return new Map<string, () => Explanation | Promise<Explanation>>([...all.flat(2), ...plans]);
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
