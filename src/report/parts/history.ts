/** Runs side by side. */

import { HISTORY_KINDS, type History, type HistoryKind, type HistoryRow, type PastRun } from '../../compare/history.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { VERDICTS } from '../../engine/words/types.ts';
import { someOf } from '../../records/preview.ts';
import { type Changes, meaningOf, RELATION_HEADINGS } from './comparison.ts';
import { LEGEND, number, SIGNS } from './tally.ts';

/** Changes named per requirement. */
const MOST_CHANGES = 3;
/** Runs named per reason to leave them out. */
const MOST_RUNS = 5;

const HEADINGS: Readonly<Record<HistoryKind, string>> = {
  ...RELATION_HEADINGS,
  flaky: 'Flaky',
};
/** Tested software without an address. */
const SUBJECTS: Readonly<Record<string, string>> = { 'embedded reference': 'the embedded reference', none: 'a client' };
const KINDS = Object.keys(HISTORY_KINDS) as HistoryKind[];

/** Returns the changes in a history, with the signs of at most the last `room` runs. */
export function changesIn(history: History, room = Infinity): Changes {
  const { runs } = history;
  const signsOf = (signs: readonly string[]) => signs.slice(-room).join('');
  const exitCodes = {
    runs: signsOf(runs.map(gateSign)),
    said: `exit codes${runs.length > room ? ` of the last ${room} runs` : ''}, one digit each, the newest last (I: interrupted)`,
  };
  return {
    title: headline(history),
    facts:
      runs.length === 0
        ? []
        : [{ said: now(history) }, exitCodes, ...(history.changed.length === 0 ? [] : [{ said: signs() }])],
    parts: KINDS.map((kind) => {
      const rows = history.changed.filter((row) => row.kind === kind);
      // Requirements that changed in the same runs in the same way are one group.
      const groups = [...grouped(rows, ({ verdicts, unstable }) => `${verdicts.join()} ${unstable.join()}`).values()];
      return {
        heading: `${HEADINGS[kind]}: ${rows.length}`,
        meaning: meaningOf(HISTORY_KINDS[kind], rows),
        groups: groups.map((group) => ({
          runs: signsOf(group[0].verdicts.map((verdict) => (verdict === null ? ' ' : SIGNS[verdict]))),
          said: changesOf(group[0], runs),
          ids: group.map(({ id }) => id),
        })),
      };
    }).filter(({ groups }) => groups.length > 0),
    closing: closing(history),
  };
}

/** Returns the runs, and the deployment that they tested. */
function headline({ runs, deployment }: History): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return 'No runs to compare.';
  return `${number(runs.length, 'run')} of ${SUBJECTS[deployment] ?? deployment}, ${[...new Set([dayOf(first), dayOf(last)])].join(' to ')}`;
}

/** Returns a line about the newest run and the number of runs that passed. */
function now({ runs }: History): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const passed = runs.filter(({ exitCode }) => exitCode === 0).length;
  return `Now: ${last.conclusion}, exit code ${last.exitCode} (${last.directory}). ${passed} of ${number(runs.length, 'run')} passed.`;
}

/** Returns requirements that never changed, and runs that are not compared. */
function closing({ runs, steady, changed, leftOutRuns }: History): string[] {
  const counts = VERDICTS.flatMap((verdict) =>
    steady[verdict] === undefined ? [] : [`${steady[verdict]} ${verdict}`],
  );
  const byReason = grouped(leftOutRuns, ({ reason }) => reason);
  const left = [...byReason].map(
    ([reason, own]) =>
      `${own.length} ${reason} (${someOf(
        own.map(({ directory }) => directory),
        MOST_RUNS,
      )})`,
  );
  return [
    ...(runs.length === 1 ? ['A single run cannot be compared.'] : []),
    ...(changed.length === 0 && runs.length > 1
      ? ['No verdict changed; exit codes also depend on the conditions of each run.']
      : []),
    ...(counts.length > 0 && runs.length > 1
      ? [`The same in every run that reached them, inferred requirements included: ${counts.join(', ')}.`]
      : []),
    ...(left.length > 0 ? [`Runs left out, because only runs like the newest are compared: ${left.join('; ')}.`] : []),
  ];
}

/** `pass → fail 2026-11-20 02:17 (reports/20)`; the latest changes, newest last, with its directory. */
function changesOf({ changes, unstable, verdicts }: HistoryRow, runs: readonly PastRun[]): string {
  const all = [
    ...changes.map(({ run, from, to }) => ({ run, what: `${from ?? 'not planned'} → ${to ?? 'not planned'}` })),
    ...unstable.map((run) => ({ run, what: verdicts[run] === 'fail' ? 'failed, then passed' : 'unstable' })),
  ].sort((a, b) => a.run - b.run);
  const shown = all.slice(-MOST_CHANGES).map(({ run, what }) => `${what} ${momentOf(runs[run])}`);
  const newest = runs[all.at(-1)?.run ?? -1];
  return `${all.length > MOST_CHANGES ? `${all.length} changes; the last: ` : ''}${shown.join(', ')}${newest ? ` (${newest.directory})` : ''}`;
}

/** Exit code in one character. */
function gateSign({ exitCode }: PastRun): string {
  return exitCode === 130 ? 'I' : String(exitCode);
}

/** Day and minute, UTC. */
function momentOf(run: PastRun | undefined): string {
  return run?.startedAt.slice(0, 16).replace('T', ' ') ?? '';
}

const dayOf = ({ startedAt }: PastRun) => startedAt.slice(0, 10);

function signs() {
  return `${LEGEND.map(([verdict, sign]) => `${sign} ${verdict}`).join(', ')}; blank: not reached, or not planned.`;
}
