/**
 * `assay list`: prints requirements, gaps, settings, operations, profiles. Sends no request, and loads only the list it
 * prints.
 */

import type { Requirement } from '../../../contract/types.ts';
import { columns } from '../../../report/terminal/columns.ts';
import { catalogue, type Listed } from '../../../run/installed/catalogue.ts';
import { answerWith, type Context } from '../../context.ts';

/** An item of a list: cells for people, the whole for machines. */
interface Item {
  readonly cells: readonly string[];
  readonly whole: object;
  /** The id that `--only` selects by. */
  readonly id: string;
  /** Another id that `--only` selects by, such as that of the contradicted requirement. */
  readonly about?: string;
}

/** A description; headings, shown only on a terminal because programs read rows; and the items. */
type List = readonly [about: string, headings: readonly string[], items: () => Promise<Item[]>];

const LISTS: Readonly<Record<string, List>> = {
  requirements: [
    'on services and on the client library, including inferred ones and those that no run can test',
    ['ID', 'BASIS', 'TITLE'],
    () => requirementsIn(({ requirements }) => requirements.filter((one) => !isGap(one))),
  ],
  'client-requirements': [
    'on clients of the services (assay serve)',
    ['ID', 'BASIS', 'TITLE'],
    () => requirementsIn(({ clients }) => clients),
  ],
  gaps: [
    'left open by the document: observed, not judged, or not observable',
    ['ID', 'TITLE'],
    () => requirementsIn(({ requirements }) => requirements.filter(isGap)),
  ],
  operations: [
    'of the services, and calls of the client library',
    ['NAME', 'INTERFACE', 'METHOD', 'PATH', 'TITLE'],
    async () =>
      (await catalogue()).flatMap(({ operations }) =>
        operations.map((operation) => {
          const { name, interface: of, method, path = '(left open)', parameters, title } = operation;
          const call = `${name}(${parameters.map((one) => one.name).join(', ')})`;
          return {
            id: `${of}/${name}`,
            about: name,
            cells: [name, of, method, method === 'CALL' ? call : path, title],
            whole: operation,
          };
        }),
      ),
  ],
  settings: [
    'for .env or the environment',
    ['NAME', 'MEANING'],
    async () => {
      const { SETTINGS_TABLE } = await import('../../../run/installed/settings-table.ts');
      const { describeKind, meaningAndForm } = await import('../../../settings/values.ts');
      return [...SETTINGS_TABLE.settings, ...SETTINGS_TABLE.proxies].map((setting) => {
        const { kind: _, ...rest } = setting;
        return {
          id: setting.name,
          about: `${setting.interface}/${setting.name}`,
          cells: [setting.name, meaningAndForm(setting)],
          whole: { ...rest, form: describeKind(setting) },
        };
      });
    },
  ],
  plans: [
    'certification plans, for claims (assay certify): without requirements that no run can test',
    ['ID', 'SIZE', 'TITLE'],
    async () => {
      const { releasedPlans } = await import('../../../run/claims/released-plans.ts');
      const { planId } = await import('../../../certify/documents.ts');
      return Promise.all(
        releasedPlans().map(async (plan) => {
          const { text: _, ...whole } = plan;
          const id = planId(plan);
          return { id, cells: [id, await sizeOf(plan), plan.title], whole };
        }),
      );
    },
  ],
  faults: ['contradictions of the document, for --fault', ['ID', 'INTERFACE', 'TITLE'], () => deviationsOf('faultsOf')],
  variants: [
    'differences that the document allows, for --variant',
    ['ID', 'INTERFACE', 'TITLE'],
    () => deviationsOf('variantsOf'),
  ],
  profiles: [
    'names of deployments, for ASSAY_PROFILE',
    ['NAME', 'DESCRIPTION'],
    async () => {
      const { loadProfile, shippedProfiles } = await import('../../../profile/profile.ts');
      return shippedProfiles().map((name) => {
        const { place: _, about = '', ...parts } = loadProfile(name);
        return { id: name, cells: [name, about.split('. ')[0] ?? ''], whole: { about, ...parts } };
      });
    },
  ],
};

/** Returns the items of a list. */
export const itemsIn = (kind: string): Promise<Item[]> => (LISTS[kind] as List)[2]();

/** Returns the ids in a list. */
export const idsIn = async (kind: string): Promise<string[]> => (await itemsIn(kind)).map(({ id }) => id);

/**
 * Without a kind, prints how many items each list has; with `--only` or `--json`, requirements.
 * @returns 0
 */
export async function listCommand(
  context: Context,
  kind: string | undefined,
  options: { readonly only?: readonly string[]; readonly json?: true },
): Promise<number> {
  if (kind === undefined && !options.json && options.only === undefined) return listKinds(context);
  const what = kind ?? 'requirements';
  const [, headings] = LISTS[what] as List;
  const items = await chosen(await itemsIn(what), options.only ?? [], what);
  const whole = items.map((item) => item.whole);
  const rows = items.map(({ cells }) => cells);
  // A program reads whole rows: the code that wraps them takes time to load.
  if (!options.json && !context.terminal && rows.length > 0) context.answer(columns(rows).join('\n'));
  else
    await answerWith(context, options.json, whole, async (layout) => {
      if (rows.length === 0) return `No ${what} found.`;
      const { wrappedColumns } = await import('../../../report/terminal/layout.ts');
      const { number } = await import('../../../report/parts/tally.ts');
      return [...wrappedColumns([headings, ...rows], layout), '', `${number(items.length, what.replace(/s$/, ''))}.`];
    });
  return 0;
}

/** `172 requirements (162 documented or standard, 10 inferred)`: the size of a plan. */
async function sizeOf({ requirements }: { readonly requirements: readonly string[] }): Promise<string> {
  const { number, splitOf } = await import('../../../report/parts/tally.ts');
  const all = (await catalogue()).flatMap((one) => [...one.requirements, ...one.clients]);
  const own = new Set(requirements);
  return `${number(own.size, 'requirement')}${splitOf(all.filter(({ id }) => own.has(id)))}`;
}

/** Prints the kinds of items, each with its number. */
async function listKinds(context: Context) {
  const rows = await Promise.all(
    Object.entries(LISTS).map(async ([kind, [about, , all]]) => [kind, (await all()).length, about] as const),
  );
  await answerWith(context, undefined, rows, () => [
    ...columns(rows),
    '',
    'To list one of these kinds: assay list KIND',
  ]);
  return 0;
}

/** Returns faults or variants of the references, with ids that begin with the interface. */
async function deviationsOf(kind: 'faultsOf' | 'variantsOf'): Promise<Item[]> {
  const { [kind]: list } = await import('../../../run/installed/titled-deviations.ts');
  const { SUITED } = await import('../../../run/installed/suited.ts');
  const all = await Promise.all(SUITED.map(async (of) => (await list(of)).map((one) => ({ of, one }))));
  return all.flat().map(({ of, one }) => ({
    id: one.id,
    cells: [one.id, of, one.title],
    whole: { interface: of, ...one },
    about: 'kills' in one ? one.kills : one.id.replace(`${of}/variant/`, ''),
  }));
}

const isGap = ({ basis }: Requirement) => basis === 'gap';

async function requirementsIn(ownOf: (listed: Listed) => readonly Requirement[]) {
  return (await catalogue()).flatMap(ownOf).map((one) => ({
    id: one.id,
    cells: [one.id, ...(isGap(one) ? [] : [one.basis]), one.title],
    whole: one,
  }));
}

async function chosen(items: Item[], only: readonly string[], what: string) {
  if (only.length === 0) return items;
  const { selection } = await import('../../../engine/send/select.ts');
  const selected = selection(
    only,
    items.flatMap(({ id, about = id }) => [id, about]),
    what,
  );
  return items.filter(({ id, about = id }) => selected(id) || selected(about));
}
