/** Explanations of what has a name besides words: requirements, operations, settings, faults, profiles and the like. */
import { INTERFACES } from '../../../../suites/index.ts';
import { PLAIN } from '../../../contract/lanes.ts';
import type { Operation, Profile, Requirement } from '../../../contract/types.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { reproduction } from '../../../engine/repeat/reproduction.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { loadProfile, shippedProfiles } from '../../../profile/profile.ts';
import { first, number, oneOf } from '../../../report/parts/tally.ts';
import type { Listed } from '../../../run/installed/catalogue.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { faultsOf } from '../../../run/installed/titled-deviations.ts';
import type { Setting } from '../../../settings/types.ts';
import { describeKind } from '../../../settings/values.ts';
import type { Row } from '../../pages.ts';
import { optionsOf } from '../../setting-options.ts';
import { type Topic, WORDS } from '../../topics.ts';
import { itemsIn } from './list.ts';

/** The explanation of a word, for people; `whole`, if it is not the same: for machines. */
export interface Explanation extends Topic {
  readonly whole?: unknown;
}

export type Terms = ReadonlyMap<string, () => Explanation | Promise<Explanation>>;
type Term = readonly [name: string, explain: () => Explanation | Promise<Explanation>];

/** Maximum number of faults, and of requirements listed; the rest are counted. */
const MOST_FAULTS = 8;
const MOST_BELOW = 5;

/** Settings by the gaps that they fill. */
const FILLED_BY: ReadonlyMap<string, string> = new Map(
  INTERFACES.flatMap(({ namedByGaps, filledBy }) => Object.entries({ ...namedByGaps, ...filledBy })),
);

/** Returns a row for each text that is given. */
const labelled = (rows: Readonly<Record<string, string | undefined>>) =>
  Object.entries(rows).flatMap(([label, text]): Row[] => (text ? [[label, text]] : []));

/** Returns the first requirements, with titles; of more, the numbers and commands that list all. */
export function requirementRows(requirements: readonly Requirement[], only: string): Topic['body'] {
  const more = grouped(requirements.length > MOST_BELOW ? requirements : [], ({ id }) => {
    const [, part] = id.split('/');
    return part === 'gap' ? 'gaps' : part === 'client' ? 'client-requirements' : 'requirements';
  });
  return [
    ...requirements.slice(0, MOST_BELOW).map(({ id, title }): Row => [id, title]),
    ...[...more].map(
      ([list, { length }]) =>
        `- ${length === 1 ? '' : 'all '}${number(length, oneOf(list.replace('-', ' ')))}: assay list ${list} --only ${shellWord(only)}`,
    ),
  ];
}

async function explainRequirement(requirement: Requirement, listed: Listed): Promise<Explanation> {
  const { id, title, clause, basis, lane, creates, judged, excluded } = requirement;
  const isGap = basis === 'gap';
  const faults = isGap ? [] : (await faultsOf(requirement.interface)).filter(({ kills }) => kills === id);
  const operation = listed.operations.find((one) => one.name === requirement.operation);
  const ways = first(
    faults.map((fault) => fault.way),
    MOST_FAULTS,
  );
  const again =
    isGap || excluded !== undefined ? undefined : [...new Set([reproduction(id, false), reproduction(id, true)])];
  return {
    title: `${id}: ${title}`,
    body: labelled({
      Clause: clause,
      Basis: `${basis}: ${WORDS.get(basis)?.meaning ?? ''}`,
      Operation: operation && `${operation.name}: ${requestOf(operation)}`,
      'Filled by': fillingOf(isGap ? [id] : gapsOf(operation?.name, listed)),
      Credential: lane && `${lane} only`,
      Creates: creates && `${creates}; tested only with ASSAY_ALLOW_CREATE=${creates}`,
      Judged:
        excluded === undefined
          ? (judged ?? (isGap ? 'Observed and reported only.' : undefined))
          : `Not judged: ${excluded}`,
      'Proven by':
        faults.length === 0
          ? undefined
          : `${number(faults.length, 'fault')} of the embedded reference: ${ways.join('; ')}`,
      Reproduce: again?.[0],
      '': again?.[1],
    }),
    whole: {
      ...requirement,
      request: operation && `${operation.method} ${operation.path ?? ''}`.trim(),
      provenBy: faults.map(({ id, title }) => ({ id, title })),
      reproduce: again,
    },
  };
}

function explainOperation(operation: Operation, listed: Listed): Explanation {
  const { name, title, interface: of, clause, lanes, creates } = operation;
  const all = listed.requirements.filter((one) => one.operation === name && one.basis !== 'gap');
  const isOwn = ({ id }: Requirement) => id.startsWith(`${of}/${name}/`);
  const records = new Set(all.flatMap((one) => (isOwn(one) ? [] : one.id.split('/').slice(0, 2).join('/'))));
  return {
    title: `${name}: ${title}`,
    body: [
      ...labelled({
        Interface: of,
        Request: requestOf(operation),
        'Filled by': fillingOf(gapsOf(name, listed)),
        Clause: clause,
        Credentials: lanes.filter((lane) => lane !== PLAIN).join(', '),
        Creates: creates,
        'Leave out': `ASSAY_NOT_OFFERED=${name}`,
      }),
      `Requirements about ${name}:`,
      ...requirementRows(all.filter(isOwn), `${of}/${name}`),
      ...[...records].map(
        (record) => `- those about its ${record.split('/')[1]}: assay list requirements --only ${record}`,
      ),
    ],
    whole: operation,
  };
}

/** Returns the request of an operation in words. */
const requestOf = ({ name, method, path }: Operation) =>
  method === 'CALL' ? `call ${name}` : `${method} ${path ?? '(the document leaves the path open)'}`;

/** Returns the gaps of an operation. */
const gapsOf = (operation: string | undefined, { requirements }: Listed) =>
  requirements.flatMap((one) => (one.basis === 'gap' && one.operation === operation ? one.id : []));

/** Returns the settings that fill gaps, each with an example. */
function fillingOf(gaps: readonly string[]) {
  const names = gaps.flatMap((gap) => FILLED_BY.get(gap) ?? []);
  const settings = SETTINGS_TABLE.settings.filter(({ name }) => names.includes(name));
  return settings.map(({ name, example }) => `${name}, for example ${name}=${example}`).join('; ');
}

export function explainSetting(setting: Setting): Explanation {
  const form = describeKind(setting);
  const { kind: _, ...rest } = setting;
  const { name, meaning, example, secret, needs } = setting;
  const own = INTERFACES.find((one) => one.name === setting.interface);
  const options = optionsOf(name).join(' or ');
  return {
    title: `${name}: ${meaning}`,
    body: labelled({
      Interface: own ? `${own.name} (${own.settings.title})` : 'all',
      Value: form,
      Example: `${name}=${example}`,
      Default: setting.default,
      Secret: secret ? 'yes, redacted in all output' : 'no',
      'Needs also': needs.map((need) => [need].flat().join(' or ')).join('; '),
      'Set it': `in .env (or the file of --env-file)${options ? `, in the environment, or as ${options}` : ' or in the environment'}`,
    }),
    whole: { ...rest, form },
  };
}

/** Returns a profile: the names of the document, each with the deployment's. */
function explainProfile({
  name,
  about,
  names,
  fills,
  members,
  identifiers,
  notOffered,
  handshakes = new Map(),
}: Profile): Explanation {
  const part = (title: string, rows: Iterable<readonly [string, unknown]> = []): Topic['body'] => {
    const shown = [...rows].map(([word, value]): Row => [word, [value].flat().map(String).join(' or ')]);
    return shown.length === 0 ? [] : [title, ...shown];
  };
  return {
    title: `Profile ${name} (ASSAY_PROFILE=${name})`,
    body: [
      ...(about === undefined ? [] : [about.trim()]),
      ...part('Names in the document, and in the deployment:', names),
      ...part('Members of records, and their names in the deployment (a finding stays a finding):', members),
      ...part('Places of identifiers in responses:', identifiers),
      ...part('Gaps, and how the deployment fills them:', fills),
      ...[...handshakes].flatMap(([id, steps]) => part(`Handshake ${id}:`, steps)),
      ...(notOffered ? [`Not offered: ${notOffered.join(', ')}`] : []),
    ],
  };
}

const HANDSHAKES = INTERFACES.flatMap(({ handshakes = [] }) =>
  handshakes.map(
    ({ id, title, steps, creates }): Term => [
      id,
      () => ({
        title: `Handshake: ${title} before documented requests, if a profile declares it`,
        body: [
          ...Object.entries(steps).map(
            ([name, { method, does, optional }]): Row => [name, `${method}${optional ? ', optional' : ''}: ${does}.`],
          ),
          `Sent only with ASSAY_ALLOW_CREATE=${creates}, and recorded in the ledger; observed, not judged. See also: assay explain profiles`,
        ],
      }),
    ],
  ),
);

/** Returns how to explain each term that is neither a topic, a word of one, a part of an id, nor a deviation. */
export function termsIn(interfaces: readonly Listed[]): Terms {
  const own = interfaces.flatMap((listed): Term[] => {
    const { operations, requirements, clients } = listed;
    return [
      ...operations.flatMap((one) =>
        [`${one.method} ${one.path}`, one.subject, one.name].map(
          (name): Term => [name, () => explainOperation(one, listed)],
        ),
      ),
      ...[...grouped(operations, (one) => one.path || one.name)].map(([path, all]): Term => {
        const [{ title, body }, ...others] = all.map((one) => explainOperation(one, listed)) as [Explanation];
        const further = (others as Explanation[]).flatMap((one) => [one.title, ...one.body]);
        return [path, () => ({ title, body: [...body, ...further], whole: all })];
      }),
      ...[...requirements, ...clients].map((one): Term => [one.id, () => explainRequirement(one, listed)]),
    ];
  });
  return new Map([
    ...own,
    ...[...SETTINGS_TABLE.settings, ...SETTINGS_TABLE.proxies].map(
      (one): Term => [one.name, () => explainSetting(one)],
    ),
    ...shippedProfiles().map((name): Term => [name, () => explainProfile(loadProfile(name))]),
    ...HANDSHAKES,
  ]);
}

/** Returns how to explain each fault, variant and certification plan. Making them takes time. */
export async function deviationsIn(): Promise<Terms> {
  const deviations = ['fault', 'variant'].map(async (kind) =>
    (await itemsIn(`${kind}s`)).flatMap(({ id, about = id, cells: [, of, title], whole }) => {
      const { kills = [], also = [] } = whole as { readonly kills?: string; readonly also?: readonly string[] };
      const isServed = INTERFACES.some(({ name, served }) => name === of && served);
      const explain = () => ({
        title: `${id}: ${title}`,
        body: labelled({
          Contradicts: [kills, also].flat().join(', ') || 'no requirement: the document allows it',
          'Try it': `assay run --reference --${kind} ${id}`,
          'Serve it': isServed ? `assay serve ${of} --${kind} ${id}` : undefined,
        }),
        whole,
      });
      // A variant is also known by its name alone.
      return [id, kind === 'variant' ? about : id].map((name): Term => [name, explain]);
    }),
  );
  const plans = (await itemsIn('plans')).map(
    ({ id, cells: [, size, title] }): Term => [
      id,
      () => ({
        title: `${id}: a certification plan. ${title}: ${size}`,
        body: [`To use it: assay run --plan ${id}`],
      }),
    ],
  );
  return new Map([...(await Promise.all(deviations)).flat(), ...plans]);
}
