/** Puts values that are known to be valid into the shape of a target. */
import { describeInterface } from './describe.ts';
import { configuredIn } from './rules.ts';
import { secretsAmong } from './secrets.ts';
import type { SettingsTable } from './table.ts';
import type { Depth, SettingValues, SetValues, Target } from './types.ts';

/**
 * Returns values by setting name, with the table's defaults. A wrong type here is a fault of Assay, since every value
 * was read by its kind.
 */
function valuesOf(set: SetValues, table: SettingsTable): SettingValues {
  const text = (name: string) => {
    const value = set.get(name) ?? table.named(name)?.default;
    return value === undefined ? undefined : String(value);
  };
  const required = (name: string) => {
    const value = text(name);
    if (value === undefined) throw new Error(`${name} was checked to be set, but is not`);
    return value;
  };
  return {
    text,
    required,
    integer: (name) => Number(required(name)),
    words: (name) => set.get(name) as readonly string[] | undefined,
    strings: (name) => set.get(name) as Readonly<Record<string, string>> | undefined,
  };
}

/** Makes the target of settings that were found free of problems. */
export function assemble(table: SettingsTable, set: SetValues, proxy: Target['proxy']): Target {
  const values = valuesOf(set, table);
  const allowed = values.words('ASSAY_ALLOW_CREATE') ?? [];
  const configured = configuredIn(table, set);
  return {
    values,
    configured: configured.map((one) => one.interface),
    described: Object.fromEntries(configured.map((one) => [one.interface, describeInterface(one, table, set)])),
    secrets: secretsAmong(table, set),
    allowCreate: new Set(
      table.interfaces.flatMap(({ creations }) => creations.filter((creation) => allowed.includes(creation))),
    ),
    notOffered: new Set(values.words('ASSAY_NOT_OFFERED') ?? []),
    profile: values.text('ASSAY_PROFILE'),
    depth: values.required('ASSAY_DEPTH') as Depth,
    concurrency: values.integer('ASSAY_CONCURRENCY'),
    requestTimeoutMs: values.integer('ASSAY_REQUEST_TIMEOUT_MS'),
    runTimeoutMs: values.integer('ASSAY_RUN_TIMEOUT_MS'),
    proxy,
  };
}
