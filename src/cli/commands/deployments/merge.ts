/** `assay merge`: combines the parts of a fleet that ran on several machines. */
import { join } from 'node:path';
import { type FleetMember, shardIndexes } from '../../../compare/fleet.ts';
import { InputError } from '../../../files/input.ts';
import type { Context } from '../../context.ts';
import { finishedNames, gather, readOverview, unfinishedIn } from '../../fleet/place.ts';
import type { Options } from '../../program/options.ts';
import { showFleet } from './fleet.ts';

/** @returns the worst exit code of all deployments; 3 if results of some are missing */
export function mergeCommand(
  context: Context,
  directories: readonly string[],
  options: Options & { readonly out: string },
): number {
  const places = new Map<string, string>();
  const planned = new Set<string>();
  const without = new Map<string, FleetMember>();
  const parts = new Set<number>();
  for (const directory of directories) {
    const overview = readOverview(directory);
    const names = finishedNames(directory);
    if (overview === undefined && names.length === 0)
      throw new InputError(`No results of deployments or overview of a fleet found in ${directory}.`);
    for (const name of names) {
      const other = places.get(name);
      if (other !== undefined)
        throw new InputError(
          `${name} has results in ${other} and in ${join(directory, name)}. Name only one of these directories.`,
        );
      places.set(name, join(directory, name));
    }
    for (const name of [...names, ...(overview?.planned ?? [])]) planned.add(name);
    if (overview?.shard !== undefined) parts.add(overview.shard.of);
    for (const member of overview?.deployments ?? [])
      if (member.directory === undefined) without.set(member.name, member);
  }
  const [of, ...others] = parts;
  // Parts of different divisions do not tell which one is missing.
  const shards = of === undefined || others.length > 0 ? undefined : shardIndexes([...planned], of);
  const missing = [...planned]
    .filter((name) => !places.has(name))
    .map((name) => {
      const missing = shards ? `shard ${shards.get(name)}/${of}` : 'its part of the fleet';
      return without.get(name) ?? { name, exitCode: 3, problem: `No results: ${missing} is missing.` };
    });
  const overview = gather(options.out, places, missing, [...planned], undefined);
  const unfinished = directories.flatMap((directory) => unfinishedIn(directory).map((name) => join(directory, name)));
  return showFleet(context, options.out, overview, unfinished, options);
}
