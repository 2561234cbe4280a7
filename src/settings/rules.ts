/** Rules between settings: unmet needs, contradictions, interfaces that must be configured. */
import { isMet, type SettingsTable } from './table.ts';
import type { Environment, InterfaceSettings, SettingProblem, SettingRule, SetValues } from './types.ts';

/** Returns interfaces with a setting that configures them. */
export function configuredIn({ interfaces }: SettingsTable, set: SetValues): readonly InterfaceSettings[] {
  return interfaces.filter(({ configuredBy }) => configuredBy.some((setting) => set.has(setting)));
}

/**
 * `X needs Y: set it, or remove X`, one problem per missing setting. An empty value counts as unset; settings that are
 * `meant` are not missing.
 */
export function unmetNeeds(
  table: SettingsTable,
  set: SetValues,
  env: Environment,
  meant: readonly string[],
): readonly SettingProblem[] {
  const names = [...set.keys(), ...meant];
  const wanting = new Map<string, { missing: readonly string[]; by: string[] }>();
  for (const setting of table.settings) {
    if (!set.has(setting.name)) continue;
    for (const need of setting.needs) {
      if (isMet(need, names)) continue;
      const missing = [need].flat();
      const entry = wanting.get(missing.join()) ?? { missing, by: [] };
      entry.by.push(setting.name);
      wanting.set(missing.join(), entry);
    }
  }
  return [...wanting.values()].map(({ missing, by }) => {
    const empty = missing.filter((name) => env[name] !== undefined);
    const alone = missing.length === 1;
    const are = empty.length === 0 ? '' : alone ? ', which is empty' : ` (empty: ${empty.join(', ')})`;
    return {
      setting: by[0] ?? '',
      because: [...by, ...empty],
      message: `${listed(by, 'conjunction')} ${by.length === 1 ? 'needs' : 'need'} ${listed(missing, 'disjunction')}${are}: set ${alone ? 'it' : 'one of them'}, or remove ${by.length === 1 ? by[0] : 'them'}.`,
      example: exampleOf(table, missing[0] ?? ''),
    };
  });
}

/** `A, B or C`. */
const listed = (names: readonly string[], type: Intl.ListFormatType) =>
  new Intl.ListFormat('en-GB', { type }).format(names);

/** Returns an example line for a settings file. */
export function exampleOf(table: SettingsTable, name: string): string | undefined {
  const setting = table.named(name);
  return setting && `${name}=${setting.example}`;
}

/** Returns the rule that every interface in `ASSAY_INTERFACES` must be configured. */
function requiredInterfaces(table: SettingsTable): SettingRule {
  return (set) => {
    const wanted = set.get('ASSAY_INTERFACES');
    const configured = configuredIn(table, set);
    const lacking = table.interfaces.filter(
      (one) => Array.isArray(wanted) && wanted.includes(one.interface) && !configured.includes(one),
    );
    if (lacking.length === 0) return undefined;
    return {
      setting: 'ASSAY_INTERFACES',
      message: `${lacking.map((one) => one.interface).join(', ')} must be configured. Set ${lacking.map(({ configuredBy }) => configuredBy.join(' or ')).join(', ')}.`,
      like: lacking[0]?.configuredBy[0] ?? '',
    };
  };
}

/**
 * Returns all contradictions between settings that are valid individually, except those that end if the settings
 * `meant` are set, too.
 */
export function contradictions(
  table: SettingsTable,
  set: SetValues,
  meant: readonly string[],
): readonly SettingProblem[] {
  const asMeant = new Map([...meant.map((name) => [name, undefined] as const), ...set]);
  const found = (rule: SettingRule, because: readonly string[]) => {
    const { setting, message, like = '' } = (rule(set) && rule(asMeant)) ?? {};
    if (setting === undefined || message === undefined) return [];
    return [{ setting, because: set.has(setting) ? undefined : because, message, example: exampleOf(table, like) }];
  };
  return [
    ...table.interfaces.flatMap(({ rules, configuredBy }) =>
      rules.flatMap((rule) =>
        found(
          rule,
          configuredBy.filter((name) => set.has(name)),
        ),
      ),
    ),
    ...found(requiredInterfaces(table), []),
  ];
}
