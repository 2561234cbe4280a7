/** `assay baseline`: records known failures, checks them, and removes stale ones. */
import { existsSync } from 'node:fs';
import {
  changedEntries,
  compareWithBaseline,
  dayAfter,
  daysBetween,
  draftEntry,
  LONGEST_DAYS,
} from '../../../compare/baseline.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import type { Results } from '../../../engine/words/types.ts';
import { InputError } from '../../../files/read-file.ts';
import { baselineEntries } from '../../../report/parts/comparison.ts';
import { number } from '../../../report/parts/tally.ts';
import {
  addEntries,
  newBaseline,
  readBaseline,
  removeEntries,
  writeBaseline,
} from '../../../run/directory/baseline-file.ts';
import { acceptAsBase, readResults } from '../../../run/directory/run-files.ts';
import { answerWith, type Context } from '../../context.ts';
import { BASELINE_FILE } from '../../program/options.ts';

export interface BaselineOptions {
  readonly baseline: string;
  readonly json?: true;
}

/** Default lifetime of a new entry, in days. */
const DRAFT_DAYS = 30;

/** Adds an entry for each failed requirement that has none; with `warn`, also for each warned one. @returns 0 */
export async function initCommand(
  context: Context,
  directory: string,
  options: BaselineOptions & { readonly expires?: string; readonly warn?: true },
): Promise<number> {
  const expires = options.expires ?? dayAfter(today(), DRAFT_DAYS);
  const days = daysBetween(today(), expires);
  if (days === undefined || days < 0 || days > LONGEST_DAYS)
    throw new InputError(
      `--expires ${JSON.stringify(expires)} must be a date YYYY-MM-DD within the next ${LONGEST_DAYS} days. Example: --expires ${dayAfter(today(), DRAFT_DAYS)}`,
    );
  const results = runIn(directory);
  const file = existsSync(options.baseline) ? readBaseline(options.baseline) : newBaseline();
  const there = new Set(file.entries.map(({ requirement }) => requirement));
  const found = results.requirements.filter(
    ({ id, verdict }) => (verdict === 'fail' || (options.warn && verdict === 'warn')) && !there.has(id),
  );
  addEntries(
    file,
    found.map((result) => draftEntry(result, expires)),
  );
  await writeBaseline(options.baseline, file);
  const drafts = found.map(({ id }) => id);
  answerWith(context, options.json, { added: drafts }, () =>
    [
      drafts.length > 0
        ? `${counted(drafts.length)} added to ${options.baseline}. Fill in reason and owner, then run: assay baseline check${baselineOption(options)}`
        : `No entry added to ${options.baseline}: ${results.counts.fail === 0 ? `no requirement of ${directory} failed` : `each failed requirement of ${directory} has one`}.`,
      ...drafts.map((id) => `  ${id}`),
    ].join('\n'),
  );
  return 0;
}

/** Returns the run that an argument names. Throws InputError, which also says how a baseline is named. */
function runIn(path: string) {
  try {
    return readResults(path);
  } catch (error) {
    throw error instanceof InputError
      ? new InputError(`${error.message} A baseline is named with --baseline FILE.`)
      : error;
  }
}

/** Returns the option that names the file, unless it is the usual one. */
function baselineOption({ baseline }: BaselineOptions) {
  return baseline === BASELINE_FILE ? '' : ` --baseline ${shellWord(baseline)}`;
}

/**
 * Checks a baseline and, if a run is given, compares the entries with it.
 * @returns 0, 1 if an entry has expired, 2 if something is invalid
 */
export function checkCommand(context: Context, directory: string | undefined, options: BaselineOptions): number {
  const results = directory === undefined ? undefined : runIn(directory);
  const { entries } = readBaseline(options.baseline, today());
  const diff = compareWithBaseline(results?.requirements ?? [], entries, today());
  answerWith(context, options.json, diff, () =>
    [
      ...summary(entries.length, diff, results, [directory, baselineOption(options)]),
      ...changedEntries(results?.requirements ?? [], { baseline: entries, today: today() }).map(
        (one) => `  other verdict: ${one}`,
      ),
    ].join('\n'),
  );
  return diff.expired.length > 0 ? 1 : 0;
}

/** Makes a run the base of later comparisons, even if its gate did not pass. @returns 0 */
export async function acceptCommand(
  context: Context,
  directory: string,
  { base, json }: { readonly base: string; readonly json?: true },
): Promise<number> {
  const { run, conclusion, exitCode, counts } = await acceptAsBase(base, directory);
  const failures = number(counts.fail, 'failure');
  const still =
    counts.fail === 0
      ? ''
      : `\nIts ${failures} still ${counts.fail === 1 ? 'turns' : 'turn'} the gate red. To prevent that, run: assay baseline init ${shellWord(directory)}`;
  answerWith(
    context,
    json,
    { accepted: run.id, base },
    () =>
      `Later runs with --base ${shellWord(base)} are compared with run ${run.id} (${conclusion}, exit code ${exitCode}).${still}`,
  );
  return 0;
}

/** Removes expired entries, and stale entries whose requirement passes in a run. @returns 0 */
export async function pruneCommand(context: Context, directory: string, options: BaselineOptions): Promise<number> {
  const { requirements } = runIn(directory);
  const file = readBaseline(options.baseline);
  const { stale, expired } = compareWithBaseline(requirements, file.entries, today());
  removeEntries(file, new Set([...stale, ...expired]));
  await writeBaseline(options.baseline, file);
  answerWith(context, options.json, { stale, expired }, () =>
    [
      stale.length + expired.length > 0
        ? `${counted(stale.length + expired.length)} removed from ${options.baseline}`
        : `No entry removed from ${options.baseline}: none is expired or stale.`,
      ...stale.map((id) => `  ${id}: stale, the requirement passes`),
      ...expired.map((id) => `  ${id}: expired`),
    ].join('\n'),
  );
  return 0;
}

function summary(
  entries: number,
  diff: ReturnType<typeof compareWithBaseline>,
  results: Results | undefined,
  [directory = '', option]: readonly [directory: string | undefined, option: string],
) {
  const state =
    diff.expired.length > 0
      ? `${diff.expired.length} expired (extend or remove ${diff.expired.length === 1 ? 'it' : 'them'}):`
      : `${entries === 1 ? 'valid' : 'all valid'}.`;
  const lines = [`${counted(entries)}, ${state}`];
  for (const id of diff.expired) lines.push(`  expired: ${id}: ${baselineEntries(diff).get(id)}`);
  for (const { id, expires } of diff.soon) lines.push(`  expires on ${expires}: ${id}`);
  if (results === undefined) return lines;
  for (const id of diff.new) lines.push(`  unexpected: ${id} fails without an entry`);
  for (const id of diff.stale) lines.push(`  stale: ${id} passes`);
  lines.push(`  known: ${diff.known.length}`);
  if (diff.stale.length + diff.expired.length > 0)
    lines.push(`To remove stale and expired entries: assay baseline prune ${shellWord(directory)}${option}`);
  return lines;
}

/** Today, UTC. */
function today() {
  return new Date().toISOString().slice(0, 10);
}

function counted(entries: number) {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
