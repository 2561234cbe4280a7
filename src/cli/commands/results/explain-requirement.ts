/** Explanations of requirements and of operations. */
import { INTERFACES } from '../../../../suites/index.ts';
import { PLAIN } from '../../../contract/lanes.ts';
import type { Operation, Requirement } from '../../../contract/types.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { reproduction } from '../../../engine/repeat/reproduction.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { first, number, oneOf } from '../../../report/parts/tally.ts';
import { type Layout, wrappedColumns } from '../../../report/terminal/layout.ts';
import type { Listed } from '../../../run/installed/catalogue.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { faultsOf } from '../../../run/installed/titled-deviations.ts';
import { WORDS } from '../../topics.ts';
import { parts } from './explain-setting.ts';

/** Maximum number of faults listed; the rest are counted. */
const MOST_FAULTS = 8;
const MOST_BELOW = 5;

/** Settings by the gaps that they fill. */
const FILLED_BY: ReadonlyMap<string, string> = new Map(
  INTERFACES.flatMap(({ namedByGaps, filledBy }) => Object.entries({ ...namedByGaps, ...filledBy })),
);

/** Returns the list that has an id. */
function listOf(id: string) {
  const [, part] = id.split('/');
  return part === 'gap' ? 'gaps' : part === 'client' ? 'client-requirements' : 'requirements';
}

export const titlesOf = (all: readonly Requirement[]) => all.map(({ id, title }) => [id, title] as const);

/** Returns the first ids that a pattern selects, with titles; of more, the numbers and commands that list all. */
export function some(ids: readonly string[], only: string, titles: ReadonlyMap<string, string>, layout: Layout) {
  return [
    ...wrappedColumns(
      ids.slice(0, MOST_BELOW).map((id) => [`  ${id}`, titles.get(id) ?? '']),
      layout,
    ),
    ...[...grouped(ids.length > MOST_BELOW ? ids : [], listOf)].map(
      ([list, { length }]) =>
        `  all ${number(length, oneOf(list.replace('-', ' ')))}: assay list ${list} --only ${shellWord(only)}`,
    ),
  ];
}

export async function explainRequirement(requirement: Requirement, listed: Listed, layout: Layout) {
  const { id, title, clause, basis, lane, creates, judged, excluded } = requirement;
  const isGap = basis === 'gap';
  const faults = isGap ? [] : (await faultsOf(requirement.interface)).filter(({ kills }) => kills === id);
  const operation = listed.operations.find((one) => one.name === requirement.operation);
  const proof = first(
    faults.map((fault) => fault.way),
    MOST_FAULTS,
  ).join('; ');
  const again =
    isGap || excluded !== undefined ? undefined : [...new Set([reproduction(id, false), reproduction(id, true)])];
  return {
    whole: {
      ...requirement,
      request: operation && `${operation.method} ${operation.path ?? ''}`.trim(),
      provenBy: faults.map(({ id, title }) => ({ id, title })),
      reproduce: again,
    },
    lines: parts(layout, id, title, {
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
        faults.length === 0 ? undefined : `${number(faults.length, 'fault')} of the embedded reference: ${proof}`,
      Reproduce: again?.[0],
      '': again?.[1],
    }),
  };
}

export function operationLines({ name, title, method, path, ...operation }: Operation, listed: Listed, layout: Layout) {
  const titles = new Map(titlesOf(listed.requirements.filter((one) => one.operation === name && one.basis !== 'gap')));
  return [
    ...parts(layout, name, title, {
      Interface: operation.interface,
      Request: requestOf({ name, method, path }),
      'Filled by': fillingOf(gapsOf(name, listed)),
      Clause: operation.clause,
      Credentials: operation.lanes.filter((lane) => lane !== PLAIN).join(', ') || undefined,
      Creates: operation.creates,
      'Leave out': `ASSAY_NOT_OFFERED=${name}`,
    }),
    `Requirements about ${name}:`,
    ...some([...titles.keys()], `${operation.interface}/${name}`, titles, layout),
  ];
}

/** Returns the request of an operation in words. */
const requestOf = ({ name, method, path }: Pick<Operation, 'name' | 'method' | 'path'>) =>
  method === 'CALL' ? `call ${name}` : `${method} ${path ?? '(the document leaves the path open)'}`;

/** Returns the gaps of an operation. */
const gapsOf = (operation: string | undefined, { requirements }: Listed) =>
  requirements.flatMap((one) => (one.basis === 'gap' && one.operation === operation ? one.id : []));

/** Returns the settings that fill gaps, each with an example. */
function fillingOf(gaps: readonly string[]) {
  const names = gaps.flatMap((gap) => FILLED_BY.get(gap) ?? []);
  const settings = SETTINGS_TABLE.settings.filter(({ name }) => names.includes(name));
  return settings.map(({ name, example }) => `${name}, for example ${name}=${example}`).join('; ') || undefined;
}
