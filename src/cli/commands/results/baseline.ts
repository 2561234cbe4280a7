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
import { deploymentOf } from '../../../compare/comparable.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { count } from '../../../engine/words/open-places.ts';
import { InputError } from '../../../files/read-file.ts';
import { changeParts } from '../../../report/parts/comparison.ts';
import {
  addEntries,
  newBaseline,
  readBaseline,
  removeEntries,
  writeBaseline,
} from '../../../run/directory/baseline-file.ts';
import { acceptAsBase, readResults, readTestedRun } from '../../../run/directory/run-files.ts';
import { answerWith, type Context } from '../../context.ts';
import { BASELINE_FILE } from '../../program/options.ts';

interface BaselineOptions {
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
  const results = readTestedRun(directory);
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
  const { expired } = compareWithBaseline(results.requirements, file.entries, today());
  await answerWith(context, options.json, { added: drafts }, () => [
    drafts.length > 0
      ? `${count(drafts.length, 'entry')} added to ${options.baseline}. Fill in reason and owner, then run: assay baseline check${baselineOption(options)}`
      : `No entry added to ${options.baseline}: ${directory} has no failed requirement without one.`,
    ...drafts.map((id) => `  ${id}`),
    ...(expired.length > 0
      ? [`Expired: ${expired.join(', ')}. To continue to accept these failures, set a later "expires".`]
      : []),
  ]);
  return 0;
}

/** Returns the option that names the file, unless it is the usual one. */
function baselineOption({ baseline }: BaselineOptions) {
  return baseline === BASELINE_FILE ? '' : ` --baseline ${shellWord(baseline)}`;
}

/**
 * Checks a baseline and, if a run is given, compares the entries with it.
 * @returns 0, 1 if an entry has expired, 2 if something is invalid
 */
export async function checkCommand(
  context: Context,
  directory: string | undefined,
  options: BaselineOptions,
): Promise<number> {
  const results = directory === undefined ? undefined : readResults(directory);
  const { entries } = readBaseline(options.baseline, today());
  const diff = compareWithBaseline(results?.requirements ?? [], entries, today());
  await answerWith(context, options.json, diff, () => [
    `${count(entries.length, 'entry')}${diff.expired.length === 0 ? ', live' : ''}.`,
    ...changeParts({ ...diff, fixed: [], lost: [], worse: [] }).flatMap(({ heading, meaning, entries: own }) => [
      `${heading}: ${own.length}${meaning ? ` (${meaning})` : ''}`,
      ...own.map(({ id, about }) => `  ${id}${about ? `: ${about}` : ''}`),
    ]),
    ...changedEntries(results?.requirements ?? [], { baseline: entries, today: today() }).map(
      (one) => `Other verdict: ${one}`,
    ),
    ...(diff.stale.length + diff.expired.length > 0 && directory !== undefined
      ? [`To remove stale and expired entries: assay baseline prune ${shellWord(directory)}${baselineOption(options)}`]
      : []),
  ]);
  return diff.expired.length > 0 ? 1 : 0;
}

/** Makes a run the base of later comparisons, even if its gate did not pass. @returns 0 */
export async function acceptCommand(
  context: Context,
  directory: string,
  { base, json }: { readonly base: string; readonly json?: true },
): Promise<number> {
  const results = await acceptAsBase(base, directory);
  const { run, conclusion, exitCode, counts } = results;
  const still =
    counts.fail === 0
      ? ''
      : `\nFailures still turn the gate red. To prevent that, run: assay baseline init ${shellWord(directory)}`;
  await answerWith(
    context,
    json,
    { accepted: run.id, base },
    () =>
      `Later runs with --base ${shellWord(base)} are compared with run ${run.id} (${deploymentOf(results)}, ${conclusion}, exit code ${exitCode}).${still}`,
  );
  return 0;
}

/** Removes expired entries, and stale entries whose requirement passes in a run. @returns 0 */
export async function pruneCommand(context: Context, directory: string, options: BaselineOptions): Promise<number> {
  const { requirements } = readResults(directory);
  const file = readBaseline(options.baseline);
  const { stale, expired, expiredEntries = [] } = compareWithBaseline(requirements, file.entries, today());
  const verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]));
  removeEntries(file, new Set([...stale, ...expired]));
  await writeBaseline(options.baseline, file);
  await answerWith(context, options.json, { stale, expired }, () => [
    stale.length + expired.length > 0
      ? `${count(stale.length + expired.length, 'entry')} removed from ${options.baseline}`
      : `No entry removed from ${options.baseline}: none is expired or stale.`,
    ...stale.map((id) => `  ${id}: stale, the requirement passes`),
    ...expiredEntries.map(
      ({ id, reason, owner, expires }) =>
        `  ${id}: expired on ${expires} (${reason}, owner ${owner}); the requirement now: ${verdicts.get(id) ?? 'not planned'}`,
    ),
  ]);
  return 0;
}

/** Today, UTC. */
function today() {
  return new Date().toISOString().slice(0, 10);
}
