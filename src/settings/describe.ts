/** Describes a target for results and evidence, without its secrets. */
import { prefixOf, type SettingsTable } from './table.ts';
import type { InterfaceSettings, Setting, SetValues, Target } from './types.ts';

/** Describes a target for results and evidence; the same target gives the same text. */
export function describeTarget(target: Target) {
  return {
    interfaces: target.described,
    allowCreate: [...target.allowCreate].sort(),
    notOffered: [...target.notOffered].sort(),
    profile: target.profile?.split(/[\\/]/).at(-1),
    concurrency: target.concurrency,
    requestTimeoutMs: target.requestTimeoutMs,
    runTimeoutMs: target.runTimeoutMs,
  };
}

/** Values that are places on this machine. */
const LOCAL: ReadonlySet<string> = new Set(['file', 'directory', 'file-or-directory', 'program']);

/**
 * Describes the settings of one interface, with their defaults: a member for each, named after the setting
 * (`TRANSFER_SOURCE_2` is `source2`).
 */
export function describeInterface(
  { interface: of }: InterfaceSettings,
  { settings }: SettingsTable,
  set: SetValues,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settings.flatMap((one) => {
      const value = one.interface === of ? (set.get(one.name) ?? one.default) : undefined;
      return value === undefined ? [] : [[memberOf(one.name.slice(prefixOf(of).length)), shown(one, value)]];
    }),
  );
}

const memberOf = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, next: string) => next.toUpperCase());

/** Returns a value as results may show it; of secret members, the names, and of another secret or a place, `true`. */
function shown({ kind, secret }: Setting, value: unknown) {
  if (!secret && !LOCAL.has(kind.is)) return kind.is === 'integer' ? Number(value) : value;
  return kind.is === 'json-strings' ? Object.keys(value as object) : true;
}
