/** `assay history`: earlier runs side by side, from their results.json files. */

import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { historyOf, type PastRun, pastRunOf } from '../../../compare/history.ts';
import { diffResults } from '../../../compare/relations.ts';
import { worstExitCode } from '../../../engine/account/exit-codes.ts';
import { InputError, refuseMissing } from '../../../files/read-file.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { renderHistoryHtml } from '../../../report/html/fleet.ts';
import { changesBetween, comparisonNotices } from '../../../report/parts/diff.ts';
import { changesIn } from '../../../report/parts/history.ts';
import { renderChanges, renderChangesMarkdown } from '../../../report/terminal/changes.ts';
import { hasResults, readResults, readTestedRun, runsBelow } from '../../../run/directory/run-files.ts';
import { withAnyCommands } from '../../../run/started-as.ts';
import { answerWith, type Context } from '../../context.ts';
import { type Options, wholeNumber } from '../../program/options.ts';
import { wantedReports } from './report.ts';

type HistoryOptions = Options & { readonly last: string; readonly report?: readonly string[] };

const DIRECTORIES_OF_RUNS = 'Give directories of runs, or directories that contain them.';
const MOST_RUNS = 1_000_000;

/** @returns 0; 2 (thrown) if no run was found */
export async function historyCommand(
  context: Context,
  directories: readonly string[],
  options: HistoryOptions,
): Promise<number> {
  const wanted = wantedReports(options.report ?? [], ['html', 'markdown']);
  const last = wholeNumber('--last', options.last, 1, MOST_RUNS);
  const places = directories.length === 0 ? ['reports'] : directories;
  for (const place of directories) refuseMissing(place, DIRECTORIES_OF_RUNS);
  const recorded = places.flatMap((place) => runsIn(place, context));
  if (recorded.length === 0)
    throw new InputError(
      `No runs found in ${places.map((place) => JSON.stringify(place)).join(', ')}. ${DIRECTORIES_OF_RUNS}`,
    );
  for (const place of places.filter((one) => runPathsIn(one).length === 0))
    context.remark(`No run found in ${JSON.stringify(place)}.`);
  const history = historyOf(recorded, last ?? MOST_RUNS);
  for (const { format, path } of wanted) {
    const linkTo = ({ directory }: PastRun) =>
      encodeURI(relative(dirname(resolve(path)), join(resolve(directory), 'report.html')).replaceAll('\\', '/'));
    await writeWhole(
      path,
      withAnyCommands(
        format === 'html' ? renderHistoryHtml(history, linkTo) : renderChangesMarkdown(changesIn(history)),
      ),
    );
    context.remark(path);
  }
  // A requirement's runs are on one line, the newest at the end.
  const room = Math.max(8, Math.floor(context.width / 2));
  await answerWith(context, options.json, history, () =>
    renderChanges(changesIn(history, room), { ...context, verbose: options.verbose ?? false }),
  );
  return 0;
}

/**
 * Returns the runs at a path: a results.json, the directory of a run, or a directory with directories of runs. Damaged
 * files are reported and left out.
 */
function runsIn(place: string, context: Context) {
  return runPathsIn(place).flatMap((path) => {
    try {
      return [pastRunOf(readResults(path), path.endsWith('.json') ? dirname(path) : path)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      context.remark(error.message);
      return [];
    }
  });
}

function runPathsIn(place: string) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory() || hasResults(place)) return [place];
  return runsBelow(place);
}

/** @returns 1 on a regression; 3 if the later run did not reach a service; else 0 */
export async function diffCommand(
  context: Context,
  one: string,
  other: string,
  options: Options & { readonly markdown?: true },
): Promise<number> {
  const [before, after] = [readTestedRun(one), readTestedRun(other)];
  if (before.run.id !== '' && before.run.id === after.run.id) context.remark('Both directories contain the same run.');
  const diff = diffResults(before, after);
  await answerWith(
    context,
    options.json,
    { ...diff.changes, regressed: diff.regressed, notices: comparisonNotices({ before, after }) },
    () => {
      const changes = changesBetween({ diff, before, after });
      return options.markdown
        ? renderChangesMarkdown(changes)
        : renderChanges(changes, { ...context, verbose: options.verbose ?? false });
    },
  );
  return worstExitCode([diff.regressed ? 1 : 0, diff.changes.unreached.length > 0 ? 3 : 0]);
}
