/**
 * Run directories, the files that a run leaves there, earlier runs, and the base: the run that later ones are compared
 * with.
 */

import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Comparable, differences } from '../../compare/comparable.ts';
import { inferredIn, verdictsOf } from '../../compare/relations.ts';
import type { Profile } from '../../contract/types.ts';
import type { ConductedRun } from '../../engine/send/run.ts';
import type { Results } from '../../engine/words/types.ts';
import { parseBoundedJson } from '../../files/bounded-json.ts';
import { memberOf } from '../../files/json-value.ts';
import { codeOf, InputError, readGivenFile, reading, reasonOf } from '../../files/read-file.ts';
import { makeDirectory, writeWhole, writing } from '../../files/write-file.ts';
import { recordedProfile } from '../../profile/profile.ts';
import { writeEvidence } from '../../wire/evidence/evidence.ts';
import { LEDGER_FILE } from '../../wire/session/ledger.ts';

/** The HTML report. */
export const PAGE_FILE = 'report.html';
/** The results of a run. */
export const RESULTS_FILE = 'results.json';
const EVIDENCE = ['evidence.har', 'bodies/'];
const DATA = [RESULTS_FILE, ...EVIDENCE, LEDGER_FILE];

/** Returns the names of those files and directories of a run that exist in a directory, without reports. */
export function runFilesIn(directory: string): string[] {
  return DATA.filter((name) => existsSync(join(directory, name)));
}

/** Makes a directory. @returns the reason if no file can be written there */
export function unwritable(directory: string, option = '--out'): string | undefined {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'it is not a directory' : reasonOf(error);
    return `Cannot write to the directory ${JSON.stringify(directory)}: ${why}. Choose another with ${option}.`;
  }
}

/** Makes a directory. Throws InputError if no file can be written there. */
export function refuseUnwritable(directory: string, option?: string): void {
  const problem = unwritable(directory, option);
  if (problem !== undefined) throw new InputError(problem);
}

/**
 * Throws InputError if a directory contains a run that sent requests, or files that may not be of a run and that one
 * would replace or remove, unless they may be replaced.
 */
export function refuseToReplace(directory: string, replace = false): void {
  const other = [PAGE_FILE, ...EVIDENCE].find((name) => existsSync(join(directory, name)));
  const isRun = hasResults(directory);
  // Results that cannot be read must not be lost by mistake, either.
  const isEmpty = isRun && resultsIn(directory)?.run.requests === 0;
  const what = isRun ? !isEmpty && 'the results of another run' : other;
  if (!replace && what)
    throw new InputError(
      `${JSON.stringify(directory)} contains ${what}. Choose another directory with --out, or add --replace to replace ${isRun ? 'that run' : 'it'}.`,
    );
}

/**
 * Removes those files of an earlier run that the next one does not write, because they would contradict its results.
 * The ledger is kept.
 */
export function removeEarlier(directory: string, evidenceToo: boolean): void {
  for (const name of [PAGE_FILE, ...(evidenceToo ? EVIDENCE : [])])
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** The usual place of run directories. */
export const REPORTS = 'reports';
/** Name of the link to the last run that sent requests and was not restricted to some requirements. */
export const LATEST = 'latest';
/** Returns the message without such a run. */
export const withoutLatest = (command: string): string =>
  `No full run found in ${REPORTS}; one narrowed by --only does not count. Give the directory of a run: ${command}`;

/**
 * Creates a directory in `reports`, named after the time (UTC, with milliseconds). Throws InputError, with an advice,
 * if it cannot be created.
 */
export async function runDirectory(advice = ''): Promise<string> {
  const time = new Date().toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-');
  const directory = join(REPORTS, `run-${time}-${process.pid}`);
  await writing(directory, advice, () => makeDirectory(directory));
  return directory;
}

/**
 * Makes `latest` next to a run's directory point to it, if links can be made. Only a run that sent requests and was not
 * restricted to some requirements may become `latest`.
 */
export function linkLatest(directory: string): void {
  const link = join(dirname(directory), LATEST);
  try {
    rmSync(link, { force: true });
    symlinkSync(basename(directory), link, 'dir');
  } catch {
    // The file system has no links. The report names the directory.
  }
}

/** Writes results.json and, if something was recorded, the evidence. Files are written atomically. */
export async function writeRun(
  directory: string,
  results: Results,
  conducted?: ConductedRun,
  profile?: Profile,
): Promise<void> {
  if (conducted) {
    const recordings = conducted.judgeables.map(({ recording }) => recording);
    await writeEvidence(directory, {
      exchanges: recordings.flatMap(({ exchanges }) => exchanges),
      assay: {
        context: conducted.context,
        recordings: recordings.map((one) => ({ ...one, exchanges: one.exchanges.map(({ id }) => id) })),
        profile: profile && recordedProfile(profile),
      },
      startedAt: results.run.startedAt,
      version: results.suite.version,
    });
  }
  await writeResults(directory, results);
}

const writeResults = (directory: string, results: Results) =>
  writeWhole(join(directory, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);

/** Whether a directory contains the results of a run, such as the base run. */
export function hasResults(directory: string): boolean {
  return existsSync(join(directory, RESULTS_FILE));
}

/** Returns the results in a directory; undefined without any, and if they cannot be read. */
export function resultsIn(directory: string): Results | undefined {
  try {
    return readResults(directory);
  } catch {
    return undefined;
  }
}

/** Returns why a directory cannot hold the base: each run replaces the results there, also one that does not pass. */
export function replacedByRuns(base: string, out: string): string | undefined {
  return [out, join(dirname(out), LATEST)].some((one) => resolve(one) === resolve(base))
    ? `--base ${JSON.stringify(base)} is a directory whose results every run replaces, even one that does not pass. Choose another, such as last-good.`
    : undefined;
}

/** Returns the ways out if no run can be compared with the base. */
export function withoutThisBase(base: string): string {
  return `To begin again, remove ${base}, or name a run of these services: assay baseline accept DIR --base ${base}`;
}

/** Makes a run the base if it passed; otherwise leaves the base unchanged. */
export async function keepAsBase(base: string, results: Results): Promise<void> {
  if (whyNoBase(results) === undefined) await writeBase(base, results);
}

/**
 * Makes a run the base with any exit code, because a person accepts it. Throws InputError for a run that verified too
 * little.
 */
export async function acceptAsBase(base: string, path: string): Promise<Results> {
  const results = readResults(path);
  const why = whyNoBase({ ...results, exitCode: 0 });
  if (why !== undefined)
    throw new InputError(
      `The run in ${JSON.stringify(path)} cannot become the base run: it ${why}. Choose a run without --only that verified each of its interfaces.`,
    );
  await writeBase(base, results);
  return results;
}

async function writeBase(base: string, results: Results) {
  makeDirectory(base);
  await writeResults(base, results);
}

/** Returns the runs in the directories directly below a path. */
export const runsBelow = (path: string): string[] =>
  readdirSync(path)
    .map((name) => join(path, name))
    .filter(hasResults);

/** Reads the results of a run's directory, or a results.json. Throws InputError. */
export function readResults(path: string): Results {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const file = isDirectory ? join(path, RESULTS_FILE) : path;
  // Of a fleet, or a directory of several runs.
  const [inner] = isDirectory ? runsBelow(path) : [];
  const example = inner === undefined ? '' : `, such as ${JSON.stringify(inner)}`;
  const content = reading(JSON.stringify(file), `Give the directory of a run${example}, or its results.json.`, () =>
    parseBoundedJson(readGivenFile(file, 'results')),
  );
  if (memberOf(content, 'format') !== 'assay-results/1')
    throw new InputError(`${JSON.stringify(file)} does not contain results of a run (format assay-results/1).`);
  return content as Results;
}

/**
 * Returns why a run cannot be the base of comparisons, as the end of a sentence, or undefined if it can: it verified
 * something of every interface, and passed its gate.
 */
export function whyNoBase({ run, exitCode, verified, conclusions, requirements }: Results): string | undefined {
  if (run.requests === 0) return 'sent no request';
  if (run.interrupted) return 'was interrupted';
  if (run.only.length > 0) return 'was narrowed (--only)';
  const isSelected = (name: string) => requirements.every((one) => one.interface !== name || !one.notSelected);
  const without = Object.keys(conclusions).filter((name) => !verified[name] && isSelected(name));
  if (without.length > 0) return `verified no requirement of ${without.join(', ')}`;
  return exitCode === 0 ? undefined : `did not pass its gate (exit code ${exitCode})`;
}

/** Reads a run that tested something. Throws InputError if it sent no request. */
export function readTestedRun(path: string): Results {
  const results = readResults(path);
  if (results.run.requests === 0)
    throw new InputError(
      `The run in ${JSON.stringify(path)} sent no request (exit code ${results.exitCode}). Choose a run that sent requests.`,
    );
  return results;
}

/** Reads a run to compare with. */
export function readEarlierRun(path: string) {
  const about = readTestedRun(path);
  const { id, startedAt } = about.run;
  const verdicts = Object.fromEntries(verdictsOf(about));
  return { named: { id, startedAt, path }, verdicts, inferred: inferredIn(about), about };
}

/**
 * Returns how an earlier run differs from one that is about to begin: problems prevent a comparison, notices appear in
 * the report.
 */
export function differencesFrom({ named: { path }, about }: ReturnType<typeof readEarlierRun>, now: Comparable) {
  const found = differences(about, now);
  // A run may show less than others, whatever its gate said; a narrowed one differs in its selection.
  const why = whyNoBase({ ...about, exitCode: 0, run: { ...about.run, only: [] } });
  const lacks = why === undefined ? [] : [`It ${why}. A requirement that it did not verify cannot be lost.`];
  const said = (refused: boolean) => found.flatMap((one) => (one.isOfServices === refused ? [one.said] : []));
  return {
    problems: said(true).map(
      (one) => `A run with these settings cannot be compared with the run in ${JSON.stringify(path)}. ${one}`,
    ),
    notices: [...said(false), ...lacks].map((one) => `Compared with the run in ${JSON.stringify(path)}. ${one}`),
  };
}
