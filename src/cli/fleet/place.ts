/** Directory layout of a fleet's results. The directory of a deployment gets its final name when its run has ended. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type FleetMember, type FleetOverview, memberOf, overviewOf, type Shard } from '../../compare/fleet.ts';
import type { Results } from '../../engine/words/types.ts';
import { parseBoundedJson } from '../../files/bounded-json.ts';
import { InputError, namesIn, readGivenFile } from '../../files/read-file.ts';
import { makeDirectory } from '../../files/write-file.ts';
import { resultsIn } from '../../run/directory/run-files.ts';

export const OVERVIEW = 'fleet.json';

/** Suffix of an unfinished run: a marker and eight hexadecimal digits. */
const UNFINISHED = /\.unfinished-[0-9a-f]{8}$/;
const mark = () => `unfinished-${randomBytes(4).toString('hex')}`;

/** Names of the deployments in a directory, one per `NAME.env`. Throws if the directory cannot be read. */
export function deploymentsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.env') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.env'.length))
    .sort();
}

/** Creates the directory of a new run; it keeps the ledger and evidence even if the run never finishes. */
export function beginIn(out: string, name: string): string {
  const directory = join(out, `${name}.${mark()}`);
  makeDirectory(directory);
  return directory;
}

/**
 * Gives the directory of a finished run its final name. An earlier run with exit code 2, or with 3 and without residue,
 * is removed; any other earlier run is kept under another name.
 * @returns false if the run has no results
 */
export function finish(out: string, name: string, directory: string): boolean {
  if (resultsIn(directory) === undefined) return false;
  const place = join(out, name);
  if (existsSync(place)) {
    if (replaceable(resultsIn(place))) rmSync(place, { recursive: true });
    else renameSync(place, `${place}.${mark()}`);
  }
  renameSync(directory, place);
  return true;
}

function replaceable(results: Results | undefined) {
  return results?.exitCode === 2 || (results?.exitCode === 3 && results.residue.length === 0);
}

/**
 * Exit codes after which `--resume` runs a deployment again: invalid settings (2), not verified (3), interrupted (130).
 */
const RUN_AGAIN: ReadonlySet<number> = new Set([2, 3, 130]);

const selection = (only: readonly string[]) => [...new Set(namesIn(only))].sort().join();

/**
 * Names of the deployments with results that `--resume` keeps. Throws InputError if they have another selection: the
 * deployments could not be compared.
 */
export function finishedIn(out: string, names: readonly string[], only: readonly string[] = []): string[] {
  return names.filter((name) => {
    const directory = join(out, name);
    const results = resultsIn(directory);
    if (results === undefined || RUN_AGAIN.has(results.exitCode)) return false;
    if (selection(results.run.only) !== selection(only))
      throw new InputError(
        `${JSON.stringify(directory)} contains a run with another selection of requirements. Give the same --only as then, or name another directory with --out.`,
      );
    return true;
  });
}

/** Directories of unfinished runs. */
export function unfinishedIn(out: string): string[] {
  return entriesOf(out).filter((name) => UNFINISHED.test(name));
}

/** Names of the deployments in a fleet's directory. */
export function finishedNames(out: string): string[] {
  return entriesOf(out).filter((name) => !UNFINISHED.test(name) && resultsIn(join(out, name)) !== undefined);
}

/** Returns the stored overview of a fleet's directory. */
export function readOverview(out: string): FleetOverview | undefined {
  try {
    const content = parseBoundedJson(readGivenFile(join(out, OVERVIEW), 'results')) as FleetOverview;
    return content.format === 'assay-fleet/1' ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes an overview of the results in `places`. Earlier results of the members in `without`, which have no new results,
 * are ignored. `from` is the directory of the overview.
 */
export function gather(
  from: string,
  places: ReadonlyMap<string, string>,
  without: readonly FleetMember[],
  planned: readonly string[],
  shard: Shard | undefined,
): FleetOverview {
  const absent = new Set(without.map(({ name }) => name));
  const members = [...places].flatMap(([name, directory]) => {
    const results = absent.has(name) ? undefined : resultsIn(directory);
    return results === undefined ? [] : [memberOf(name, relative(from, directory), results)];
  });
  return overviewOf([...without, ...members], planned, shard);
}

function entriesOf(out: string) {
  try {
    return readdirSync(out, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
