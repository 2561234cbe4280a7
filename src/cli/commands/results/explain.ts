/** `assay explain`: explains a term, or the source of a requirement. Sends nothing. */
import type { Operation, Requirement } from '../../../contract/types.ts';
import { reproduction } from '../../../engine/repeat/reproduction.ts';
import { InputError } from '../../../files/input.ts';
import { first, inTwo, number } from '../../../report/parts/tally.ts';
import { createLayout, type Layout } from '../../../report/terminal/layout.ts';
import { catalogue, type Listed } from '../../../run/installed/catalogue.ts';
import { faultsOf } from '../../../run/installed/suited.ts';
import { suggestion } from '../../../settings/nearest.ts';
import type { Setting } from '../../../settings/types.ts';
import { answerWith, type Context } from '../../context.ts';
import { ALIASES, HANDSHAKE_TOPICS, profileTopic, TOPICS, type Topic, WORDS } from '../../topics.ts';

/** Maximum number of faults listed; the rest are counted. */
const MOST_FAULTS = 8;
const MOST_BELOW = 40;

/** @returns 0; an unknown word is an InputError with the nearest known word */
export async function explainCommand(
  context: Context,
  words: readonly string[] | string | undefined,
  options: { readonly json?: true },
): Promise<number> {
  const word = [words ?? []].flat().join(' ') || undefined;
  const layout = createLayout(context);
  const tell = (whole: unknown, lines: () => readonly string[]): number => {
    answerWith(context, options.json, whole, () => lines().join('\n'));
    return 0;
  };
  const known = Object.keys(TOPICS);
  if (word === undefined)
    return tell(known, () => [
      'assay explain WORD, where WORD is a requirement id, a field, a setting, an operation, a fault, a profile, a handshake, a word of a report, or one of:',
      ...known.map((name) => `  ${name}`),
      '',
      ...topicLines(TOPICS['words'] as Topic, layout),
    ]);
  const name = ALIASES[word] ?? wordFor(word);
  const topic = [TOPICS, HANDSHAKE_TOPICS].find((topics) => Object.hasOwn(topics, name))?.[name];
  if (topic) return tell(topic, () => topicLines(topic, layout));
  const meant = WORDS.get(name);
  if (meant && meant.topic !== 'services')
    return tell({ word: name, ...meant }, () => [
      layout.wrapped(`${name}: ${meant.meaning}`),
      `See also: assay explain ${meant.topic}`,
    ]);

  const interfaces = await catalogue();
  const ids = interfaces.flatMap(({ requirements, clients }) => [...requirements, ...clients].map(({ id }) => id));
  // A record or a field is a segment; the requirements of a field may have aspects.
  const fields = ids.filter((id) => id.split('/').includes(name));
  const about = fields.length > 0 ? fields : ids.filter((id) => id.split(/[/_-]/).includes(name));
  const pattern = fields.length > 0 ? `'**/${name}/**'` : `'**${name}**'`;
  const aboutLines = (): string[] =>
    about.length === 0 ? [] : [`Requirements about ${name}:`, ...some(about, pattern)];
  if (meant)
    return tell({ word: name, ...meant, requirements: about }, () => [
      layout.wrapped(`${name}: ${meant.meaning}`),
      ...aboutLines(),
    ]);

  for (const listed of interfaces) {
    const requirement = [...listed.requirements, ...listed.clients].find(({ id }) => id === name);
    if (requirement) return explainRequirement(requirement, listed, tell, layout);
  }

  const { loadProfile, shippedProfiles } = await import('../../../profile/profile.ts');
  if (shippedProfiles().includes(name)) {
    const profile = profileTopic(loadProfile(name));
    return tell(profile, () => topicLines(profile, layout));
  }

  const { SETTINGS_TABLE } = await import('../../../run/installed/settings-table.ts');
  const setting = SETTINGS_TABLE.named(name);
  if (setting) return explainSetting(setting, tell, layout);

  for (const listed of interfaces) {
    const operation = listed.operations.find((one) => one.name === name || one.subject === name);
    if (operation) return tell(operation, () => operationLines(operation, listed, layout));
  }
  const below = ids.filter((id) => id.startsWith(`${name.replace(/\/+$/, '')}/`));
  if (below.length > 0) return tell(below, () => [`Requirements below ${name}:`, ...some(below, name)]);
  const places = [...new Set(fields.map((id) => id.slice(0, `${id}/`.indexOf(`/${name}/`) + name.length + 1)))];
  const [only = ''] = places;
  if (places.length === 1 && ids.includes(only)) return explainCommand(context, only, options);
  if (fields.length > 0) return tell(fields, aboutLines);
  for (const listed of interfaces) {
    const fault = (await faultsOf(listed.interface)).find(({ id }) => id === name);
    if (fault)
      return tell(fault, () =>
        parts(layout, fault.id, fault.title, [
          ['Turns red', fault.kills],
          ['Serve it', `assay serve ${listed.interface} --fault ${fault.id}`],
        ]),
      );
  }
  if (about.length > 0) return tell(about, aboutLines);
  const operations = interfaces.flatMap((listed) => listed.operations.flatMap((one) => [one.name, one.subject]));
  const terms = [
    ...ids,
    ...ids.flatMap((id) => [...id.split('/'), id.split('/').slice(0, 2).join('/')]),
    ...operations,
    ...shippedProfiles(),
    ...Object.keys(HANDSHAKE_TOPICS),
    ...SETTINGS_TABLE.settings.map((one) => one.name),
    ...known,
    ...WORDS.keys(),
  ];
  const hint = suggestion(word, terms);
  throw new InputError(
    `Unknown term ${JSON.stringify(word)}${hint}${hint === '.' ? ' `assay explain` alone lists the words of Assay; see also `assay list requirements` and `assay list settings`.' : ''}`,
  );
}

/** The word of Assay that is meant, with other capitals or in the plural; else the word itself. */
function wordFor(word: string): string {
  const lower = word.toLowerCase();
  const topic = lower.replaceAll(' ', '-');
  if (Object.hasOwn(TOPICS, topic)) return topic;
  return [lower, lower.replace(/s$/, '')].find((one) => WORDS.has(one)) ?? word;
}

/** The first ids, and the command that lists all of them. */
function some(ids: readonly string[], only: string): string[] {
  return first(
    ids,
    MOST_BELOW,
    (id) => `  ${id}`,
    (left) => `  and ${left} more: assay list requirements --only ${only}`,
  );
}

type Tell = (whole: unknown, lines: () => readonly string[]) => number;

function topicLines(topic: Topic, layout: Layout): string[] {
  const meanings = topic.body.filter((line) => typeof line !== 'string');
  const wide = Math.min(16, Math.max(0, ...meanings.map(([word]) => word.length)));
  return [
    layout.wrapped(layout.styled('bold', topic.title)),
    ...topic.body.flatMap((line) => {
      if (typeof line === 'string') return ['', layout.wrapped(line)];
      const [word, meaning] = line;
      if (word.length > wide) return [`  ${word}`, layout.wrapped(meaning, ' '.repeat(wide + 4))];
      return [layout.wrapped(meaning, `  ${word.padEnd(wide)}  `)];
    }),
  ];
}

async function explainSetting(setting: Setting, tell: Tell, layout: Layout): Promise<number> {
  const { describeKind } = await import('../../../settings/values.ts');
  const form = describeKind(setting);
  const { kind: _, ...rest } = setting;
  const needs = setting.needs.map((need) => [need].flat().join(' or '));
  return tell({ ...rest, form }, () =>
    parts(layout, setting.name, setting.meaning, [
      ['Value', form],
      ['Default', setting.default],
      ['Secret', setting.secret ? 'yes, never printed' : undefined],
      ['Needs', needs.length > 0 ? needs.join('; ') : undefined],
      ['Example', `${setting.name}=${setting.example}`],
    ]),
  );
}

async function explainRequirement(
  requirement: Requirement,
  listed: Listed,
  tell: Tell,
  layout: Layout,
): Promise<number> {
  const faults =
    requirement.basis === 'gap'
      ? []
      : (await faultsOf(requirement.interface)).filter(({ kills }) => kills === requirement.id);
  const operation = listed.operations.find((one) => one.name === requirement.operation);
  const proof =
    faults.length === 0
      ? undefined
      : first(
          faults,
          MOST_FAULTS,
          ({ title }) => inTwo(title)[1],
          (left) => `and ${left} more`,
        ).join('; ');
  const again =
    requirement.basis === 'gap' || requirement.excluded !== undefined
      ? undefined
      : [...new Set([reproduction(requirement.id, false), reproduction(requirement.id, true)])];
  const whole = {
    ...requirement,
    ...(operation && { request: `${operation.method} ${operation.path ?? ''}`.trim() }),
    provenBy: faults.map(({ id, title }) => ({ id, title })),
    ...(again && { reproduce: again }),
  };
  return tell(whole, () =>
    parts(layout, requirement.id, requirement.title, [
      ['Clause', requirement.clause],
      ['Basis', `${requirement.basis}: ${WORDS.get(requirement.basis)?.meaning ?? ''}`],
      ['Operation', operation && operationText(operation, requirement)],
      ['Credential', requirement.lane && `${requirement.lane} only`],
      [
        'Creates',
        requirement.creates && `${requirement.creates}; tested only with ASSAY_ALLOW_CREATE=${requirement.creates}`,
      ],
      [
        'Judged',
        requirement.excluded === undefined
          ? (requirement.judged ?? (requirement.basis === 'gap' ? 'Observed and reported only.' : undefined))
          : `Not judged: ${requirement.excluded}`,
      ],
      ['Proven by', proof && `${number(faults.length, 'fault')} of the embedded reference: ${proof}`],
      ...(again ?? []).map((command, index): [string, string] => [index === 0 ? 'Reproduce' : '', command]),
    ]),
  );
}

/** The operation of a requirement: its name, and its request unless the title begins with it. */
function operationText({ name, subject, path }: Operation, { title }: Requirement): string {
  const request = title.startsWith(`${subject}: `) ? '' : `: ${subject}`;
  return `${name}${request}${path === undefined ? ' (the document leaves the path open)' : ''}`;
}

function operationLines(operation: Operation, listed: Listed, layout: Layout): string[] {
  const requirements = listed.requirements.filter(
    (requirement) => requirement.operation === operation.name && requirement.basis !== 'gap',
  );
  const about = parts(layout, operation.name, operation.title, [
    ['Interface', operation.interface],
    ['Request', `${operation.method} ${operation.path ?? '(the document leaves the path open)'}`],
    ['Clause', operation.clause],
    ['Credentials', operation.lanes.join(', ') || undefined],
    ['Creates', operation.creates],
    ['Leave out', `ASSAY_NOT_OFFERED=${operation.name}`],
    ['Decides', number(requirements.length, 'requirement')],
  ]);
  const ids = requirements.map(({ id }) => id);
  return [...about, ...some(ids, `${operation.interface}/${operation.name}`)];
}

function parts(
  layout: Layout,
  name: string,
  title: string,
  lines: readonly (readonly [string, string | undefined])[],
): string[] {
  const rest = lines.filter((line): line is readonly [string, string] => line[1] !== undefined);
  return [
    layout.styled('bold', name),
    layout.wrapped(title, '  '),
    ...rest.map(([label, text]) => layout.wrapped(text, `  ${label.padEnd(12)}`)),
  ];
}
