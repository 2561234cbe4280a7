/** `assay fleet`: tests every deployment in a directory, several at once, and shows them side by side. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { type FleetMember, type FleetOverview, type Shard, shardOf } from '../../../compare/fleet.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { count } from '../../../engine/words/open-places.ts';
import { InputError, reading, refuseIf, refuseMissing } from '../../../files/read-file.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { renderFleetHtml } from '../../../report/html/fleet.ts';
import { renderFleet } from '../../../report/terminal/fleet.ts';
import { refuseUnwritable, replacedByRuns } from '../../../run/directory/run-files.ts';
import { conditionsOf, readGateOptions } from '../../../run/gate-options.ts';
import { withAnyCommands } from '../../../run/started-as.ts';
import { answerWith, type Context } from '../../context.ts';
import { runMember } from '../../fleet/member.ts';
import {
  beginIn,
  deploymentsIn,
  finish,
  finishedIn,
  finishedNames,
  gather,
  OVERVIEW,
  readOverview,
  unfinishedIn,
} from '../../fleet/place.ts';
import { listenForInterruption } from '../../interruption.ts';
import { type Options, wholeNumber } from '../../program/options.ts';

/** `compare`: directory of an earlier fleet run. */
type FleetOptions = Options & { readonly atOnce?: string; readonly resume?: true; readonly shard?: string };

const WRITTEN_BY_FLEET = 'Give directories that assay fleet has written.';
/** Processes at once. */
const MOST_AT_ONCE = 1000;

/** @returns the worst exit code of its deployments */
export async function fleetCommand(context: Context, folder: string, options: FleetOptions): Promise<number> {
  const all = named(folder);
  const shard = options.shard === undefined ? undefined : shardIn(options.shard);
  const atOnce = wholeNumber('--at-once', options.atOnce, 1, MOST_AT_ONCE) ?? availableParallelism();
  checkGate(options);
  if (options.resume && options.out === undefined)
    throw new InputError(
      `--resume needs the directory of the fleet to continue: assay fleet ${shellWord(folder)} --resume --out DIR`,
    );
  const names = shardOf(all, shard);
  const out = options.out ?? join('reports', `fleet-${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}`);
  const replaced = options.base === undefined ? undefined : replacedByRuns(options.base, out);
  if (replaced !== undefined) throw new InputError(replaced);
  const done = new Set(finishedIn(out, names, options.only));
  const left = names.filter((name) => !done.has(name));
  const before = finishedNames(out);
  if (before.length > 0 && !options.resume)
    throw new InputError(
      `${JSON.stringify(out)} already contains results of ${count(before.length, 'deployment')}. ${left.length > 0 ? `Use --resume to run only the ${count(left.length, 'deployment')} without a final result, or choose` : 'Choose'} another directory with --out.`,
    );
  const vanished = vanishedFrom(folder, all, options);
  refuseUnwritable(out);
  /** How the run of each deployment ended. */
  const ended = new Map<string, string>();
  const interruption = listenForInterruption(context);
  const tell = (text: string) => {
    if (context.interactive || options.verbose) context.remark(text);
  };
  if (done.size > 0) tell(`${done.size} of ${names.length} deployments already have final results.`);
  const places = new Map(names.map((name) => [name, join(out, name)]));
  // A member has no results if its process failed, or if the fleet was interrupted first.
  const overview = () => {
    const without: FleetMember[] = names
      .filter((name) => !done.has(name))
      .map((name) => {
        const how = ended.get(name);
        return how === undefined
          ? { name, exitCode: 130, problem: 'Not started: the fleet was interrupted.' }
          : { name, exitCode: 4, problem: `No results: process ended (${how}).` };
      });
    return gather(out, places, [...without, ...vanished], [...all, ...vanished.map(({ name }) => name)], shard);
  };
  // Write an overview first: it lists all planned deployments, even if this process is killed.
  await writeWhole(join(out, OVERVIEW), JSON.stringify(overview()));
  const runOne = async (name: string) => {
    if (interruption.signal.aborted) return;
    const directory = beginIn(out, name);
    const how = await runMember(
      join(folder, `${name}.env`),
      ['--out', directory, ...optionsFor(name, options)],
      interruption.signal,
    );
    ended.set(name, how);
    if (finish(out, name, directory)) done.add(name);
    tell(`${ended.size} of ${left.length}  ${name}: ${how}`);
  };
  try {
    await pMap(left, runOne, { concurrency: atOnce });
  } finally {
    interruption.release();
  }
  return showFleet(context, out, overview(), unfinishedIn(out), options, {
    settings: folder,
    again: [
      'assay',
      ...process.argv
        .slice(2)
        .filter((word) => word !== '--resume')
        .map(shellWord),
      ...(options.out === undefined ? ['--out', shellWord(out)] : []),
      '--resume',
    ].join(' '),
  });
}

/** Writes and prints an overview. @returns its exit code */
async function showFleet(
  context: Context,
  out: string,
  overview: FleetOverview,
  unfinished: readonly string[],
  options: Options,
  started?: { readonly settings: string; readonly again: string },
) {
  await writeWhole(join(out, OVERVIEW), `${JSON.stringify(overview, null, 2)}\n`);
  await writeWhole(join(out, 'fleet.html'), withAnyCommands(renderFleetHtml(overview)));
  await answerWith(context, options.json, overview, () =>
    renderFleet(overview, { ...context, verbose: options.verbose ?? false, directory: out, ...started, unfinished }),
  );
  return overview.exitCode;
}

/** Returns the options of `assay run` for a deployment. */
function optionsFor(name: string, { only, baseline, failOn, compare, base, requireComplete }: FleetOptions) {
  const earlier = compare !== undefined && finishedNames(compare).includes(name) ? join(compare, name) : undefined;
  const conditions = conditionsOf(failOn, earlier ?? base);
  const given: Readonly<Record<string, readonly string[] | string | undefined>> = {
    '--only': only,
    '--baseline': baseline,
    // Without an earlier run, conditions that compare cannot be met; an option needs a value, so expired entries count.
    '--fail-on': conditions?.length === 0 ? 'expired' : conditions,
    '--compare': earlier,
    '--base': base && join(base, name),
  };
  return [
    ...Object.entries(given).flatMap(([option, values = []]) => [values].flat().map((value) => `${option}=${value}`)),
    ...(requireComplete ? ['--require-complete'] : []),
  ];
}

/** Returns the deployments that were tested earlier, and of which the settings file is gone. */
function vanishedFrom(folder: string, names: readonly string[], { compare, base }: FleetOptions): FleetMember[] {
  const earlier = compare ?? base;
  if (earlier === undefined) return [];
  return finishedNames(earlier)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const [file, results] = [join(folder, `${name}.env`), join(earlier, name)].map((path) => JSON.stringify(path));
      return {
        name,
        exitCode: 3,
        problem: `Not tested: ${file} does not exist, and ${results} has earlier results. If you removed the deployment, also remove that directory.`,
      };
    });
}

function named(folder: string) {
  const advice = 'Give a directory of settings files (NAME.env).';
  const names = reading(JSON.stringify(folder), advice, () => deploymentsIn(folder));
  if (names.length === 0)
    throw new InputError(
      `No settings files (NAME.env) found in ${JSON.stringify(folder)}. Write one for each deployment: assay init --out DIR/NAME.env`,
    );
  return names;
}

function shardIn(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new InputError(`--shard must be I/N, with I from 1 to N (got ${JSON.stringify(text)}). Example: --shard 1/4`);
  return shard;
}

/** Rejects options that every run would reject, before anything starts. */
function checkGate({ baseline, failOn, compare, base }: FleetOptions) {
  const compared = compare ?? base;
  // The earlier run of a deployment may be missing.
  const { problems } = readGateOptions({
    baseline,
    failOn: compared === undefined ? failOn : conditionsOf(failOn, undefined),
  });
  if (compare !== undefined && finishedNames(compare).length === 0)
    problems.push(`No results of a fleet found in --compare ${JSON.stringify(compare)}. ${WRITTEN_BY_FLEET}`);
  refuseIf(problems);
}

/** @returns the worst exit code of all deployments; 3 if results of some are missing */
export async function mergeCommand(
  context: Context,
  directories: readonly string[],
  options: Options & { readonly out: string },
): Promise<number> {
  const places = new Map<string, string>();
  const planned = new Set<string>();
  const without = new Map<string, FleetMember>();
  for (const directory of directories) {
    refuseMissing(directory, WRITTEN_BY_FLEET);
    const overview = readOverview(directory);
    const names = finishedNames(directory);
    if (overview === undefined && names.length === 0)
      throw new InputError(`No results of a fleet found in ${JSON.stringify(directory)}. ${WRITTEN_BY_FLEET}`);
    for (const name of names) {
      const other = places.get(name);
      if (other !== undefined)
        throw new InputError(
          `${name} has results in ${other} and in ${join(directory, name)}. Name only one of these directories.`,
        );
      places.set(name, join(directory, name));
    }
    for (const name of [...names, ...(overview?.planned ?? [])]) planned.add(name);
    for (const member of overview?.deployments ?? [])
      if (member.directory === undefined) without.set(member.name, member);
  }
  const missing = [...planned]
    .filter((name) => !places.has(name))
    .map(
      (name) =>
        without.get(name) ?? {
          name,
          exitCode: 3,
          problem: 'No results: merge also the directory of its part (--shard).',
        },
    );
  refuseUnwritable(options.out);
  const overview = gather(options.out, places, missing, [...planned], undefined);
  const unfinished = directories.flatMap((directory) => unfinishedIn(directory).map((name) => join(directory, name)));
  return showFleet(context, options.out, overview, unfinished, options);
}
