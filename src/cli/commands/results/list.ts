/**
 * `assay list`: prints requirements, gaps, settings, operations, profiles. Sends no request, and loads only the list it
 * prints.
 */

import { InputError } from '../../../files/input.ts';
import { columns } from '../../../report/terminal/columns.ts';
import { catalogue, type Listed } from '../../../run/installed/catalogue.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';

/** An item of a list: cells for people, the whole for machines. */
interface Item {
  readonly cells: readonly string[];
  readonly whole: unknown;
  /** The id that `--only` selects by. */
  readonly id: string;
  /** The requirement that the item contradicts; `--only` also selects the item by it. */
  readonly about?: string;
}

const LISTS: Readonly<Record<string, () => Promise<Item[]>>> = {
  requirements: async () => requirements(await catalogue(), (basis) => basis !== 'gap'),
  'client-requirements': async () =>
    (await catalogue()).flatMap(({ clients }) =>
      clients.map((requirement) => ({
        id: requirement.id,
        cells: [requirement.id, requirement.basis, requirement.title],
        whole: requirement,
      })),
    ),
  gaps: async () => requirements(await catalogue(), (basis) => basis === 'gap'),
  operations: async () =>
    (await catalogue()).flatMap(({ operations, requirements }) =>
      operations.map((operation) => {
        const { name, interface: of, method, path = '(left open)', parameters, title } = operation;
        const own = requirements.filter((one) => one.operation === name && one.basis !== 'gap' && !one.excluded);
        const [creates, ...others] = new Set(own.map((one) => one.creates));
        return {
          id: `${of}/${name}`,
          cells: [
            name,
            of,
            method,
            method === 'CALL' ? `${name}(${parameters.map((one) => one.name).join(', ')})` : path,
            `${title}${creates && others.length === 0 ? ` (ASSAY_ALLOW_CREATE=${creates})` : ''}`,
          ],
          whole: operation,
        };
      }),
    ),
  settings: async () => {
    const [{ SETTINGS_TABLE }, { describeKind, meaningAndForm }] = await Promise.all([
      import('../../../run/installed/settings-table.ts'),
      import('../../../settings/values.ts'),
    ]);
    return [...SETTINGS_TABLE.settings, ...SETTINGS_TABLE.proxies].map((setting) => {
      const form = describeKind(setting);
      const { kind: _, ...rest } = setting;
      return {
        id: setting.name,
        cells: [setting.name, meaningAndForm(setting)],
        whole: { ...rest, form },
      };
    });
  },
  plans: async () => {
    const [{ releasedPlans }, { planId }] = await Promise.all([
      import('../../../run/claims/released-plans.ts'),
      import('../../../certify/certification-plan.ts'),
    ]);
    return releasedPlans().map((plan) => {
      const { text: _, ...rest } = plan;
      return {
        id: planId(plan),
        cells: [planId(plan), `${plan.requirements.length} requirements`, plan.title],
        whole: rest,
      };
    });
  },
  faults: () => deviationsOf('faultsOf'),
  variants: () => deviationsOf('variantsOf'),
  profiles: async () => {
    const { loadProfile, shippedProfiles } = await import('../../../profile/profile.ts');
    return shippedProfiles().map((name) => {
      const { place: _, about = '', ...parts } = loadProfile(name);
      return { id: name, cells: [name, about.split('. ')[0] ?? ''], whole: { about, ...(plain(parts) as object) } };
    });
  },
};

const REQUIREMENT = ['ID', 'BASIS', 'TITLE'];
const DEVIATION = ['ID', 'INTERFACE', 'TITLE'];

/** The headings of each list, shown only on a terminal: programs read rows without headings. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  requirements: REQUIREMENT,
  'client-requirements': REQUIREMENT,
  gaps: ['ID', 'TITLE'],
  operations: ['NAME', 'INTERFACE', 'METHOD', 'PATH', 'TITLE'],
  settings: ['NAME', 'MEANING'],
  plans: ['ID', 'SIZE', 'TITLE'],
  faults: DEVIATION,
  variants: DEVIATION,
  profiles: ['NAME', 'DESCRIPTION'],
};

/** @returns 0 */
export async function listCommand(context: Context, what: string, options: Options): Promise<number> {
  const list = Object.hasOwn(LISTS, what) ? LISTS[what] : undefined;
  if (list === undefined) {
    const { notKnown } = await import('../../../settings/nearest.ts');
    throw new InputError(notKnown('list', what, Object.keys(LISTS)));
  }
  const items = await chosen(await list(), options.only ?? [], what);
  const cells = items.map((item) => item.cells);
  const lines = options.json
    ? []
    : context.terminal
      ? await wrapped(context, [HEADINGS[what] ?? [], ...cells])
      : columns(cells);
  const whole = items.map((item) => item.whole);
  answerWith(context, options.json, whole, () => (items.length === 0 ? `No ${what} found.` : lines.join('\n')));
  return 0;
}

/** Returns lines within the width of the terminal. */
async function wrapped(context: Context, cells: readonly (readonly string[])[]): Promise<string[]> {
  const { createLayout, wrappedColumns } = await import('../../../report/terminal/layout.ts');
  return wrappedColumns(cells, createLayout(context));
}

/** Returns a value with objects in place of its maps. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** Returns faults or variants of the references, with ids that begin with the interface. */
async function deviationsOf(kind: 'faultsOf' | 'variantsOf'): Promise<Item[]> {
  const { faultsOf, variantsOf } = await import('../../../run/installed/titled-deviations.ts');
  const { SUITED } = await import('../../../run/installed/suited.ts');
  const list = { faultsOf, variantsOf }[kind];
  const all = await Promise.all(SUITED.map(async (of) => (await list(of)).map((one) => ({ of, one }))));
  return all.flat().map(({ of, one }) => ({
    id: one.id.startsWith(`${of}/`) ? one.id : `${of}/${one.id}`,
    cells: [one.id, of, one.title],
    whole: { interface: of, ...one },
    ...('kills' in one && { about: one.kills }),
  }));
}

function requirements(all: readonly Listed[], wanted: (basis: string) => boolean): Item[] {
  return all.flatMap(({ requirements }) =>
    requirements
      .filter(({ basis }) => wanted(basis))
      .map((requirement) => ({
        id: requirement.id,
        cells:
          requirement.basis === 'gap'
            ? [requirement.id, requirement.title]
            : [requirement.id, requirement.basis, requirement.title],
        whole: requirement,
      })),
  );
}

async function chosen(items: Item[], only: readonly string[], what: string): Promise<Item[]> {
  if (only.length === 0) return items;
  const { selection } = await import('../../../engine/send/select.ts');
  const selected = selection(
    only,
    items.flatMap(({ id, about = id }) => [id, about]),
    what,
  );
  return items.filter(({ id, about = id }) => selected(id) || selected(about));
}
