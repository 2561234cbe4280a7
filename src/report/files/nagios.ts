/**
 * The output of a monitoring plugin: one line with performance data, then details (Monitoring Plugins Development
 * Guidelines).
 */
import { isConsidered } from '../../engine/account/grouping.ts';
import { isFinding, type Results, residueOf, type Verdict } from '../../engine/words/types.ts';
import { concluded, countedIn, failedIn } from '../parts/conclusion.ts';
import { groupedByCause, reasonsOf } from '../parts/finding.ts';
import { printable } from '../parts/report-input.ts';
import { number, OUTCOME, profileOf, shortened, verifiedIn } from '../parts/tally.ts';

const STATES = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;
/** Index of a state; the exit code of a plugin. */
export type PluginCode = 0 | 1 | 2 | 3;

/** Characters of the whole output: Nagios keeps 8 KiB. */
const MOST_CHARACTERS = 7000;
/** Characters of one line. */
const MOST_LINE = 600;

export interface PluginOutput {
  readonly code: PluginCode;
  readonly text: string;
}

/** Returns the output for a run that took `-t` seconds at most. */
export function renderNagios(results: Results, timeoutSeconds: number): PluginOutput {
  const code = stateOf(results);
  const { sentence } = concluded(results);
  const [reason = sentence] = results.exitCode === 0 ? [] : results.gate;
  const failed = results.exitCode === 1 ? failedIn(results) : '';
  const first =
    results.problems === undefined
      ? `${results.conclusion}: ${failed ? `Failed: ${failed}. ` : ''}${reason}`
      : `${reason}${results.gate.length > 1 ? ` (and ${number(results.gate.length - 1, 'more problem')})` : ''}`;
  return { code, text: pluginText(code, first, performance(results, timeoutSeconds), details(results)) };
}

/**
 * Returns a first line with performance data, then long output. No text from elsewhere can add a line, or begin
 * performance data: only the caller's `values` follow a vertical bar.
 */
export function pluginText(
  code: PluginCode,
  first: string,
  values: readonly string[],
  long: readonly string[] = [],
): string {
  const lines = [`ASSAY ${STATES[code]} - ${harmless(first)}${values.length > 0 ? ` | ${values.join(' ')}` : ''}`];
  let left = MOST_CHARACTERS - (lines[0]?.length ?? 0);
  for (const line of long.map(harmless)) {
    left -= line.length + 1;
    if (left < 0) return [...lines, '… (more in the report)', ''].join('\n');
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns OK or CRITICAL for the exit codes 0 and 1. For exit code 3: CRITICAL if another service is at an address, or
 * if no selected requirement of an interface was verified, otherwise WARNING. For all others: UNKNOWN.
 */
function stateOf(results: Results) {
  const { exitCode, conclusions, verified, otherServices = [] } = results;
  if (exitCode === 0) return 0;
  if (exitCode === 1) return 2;
  if (exitCode !== 3) return 3;
  const without = Object.keys(conclusions).filter((name) => !verified[name] && isConsidered(name, results));
  return otherServices.length + without.length > 0 ? 2 : 1;
}

/** `label=value[unit];[warning];[critical];[minimum];[maximum]`. A failure is critical. */
function performance(results: Results, timeoutSeconds: number) {
  const { run, credentials = [], problems } = results;
  const count = (of: Verdict) => countedIn(results).filter((one) => one.verdict === of && !one.notSelected).length;
  if (problems !== undefined) return [];
  const [began, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  return [
    `time=${((ended - began) / 1000).toFixed(3)}s;;;0;${timeoutSeconds}`,
    `verified=${verifiedIn(results)};;;0`,
    `failed=${count('fail')};;0;0`,
    ...(['warn', 'inconclusive', 'skipped'] as const).map((of) => `${OUTCOME[of]}=${count(of)};;;0`),
    `requests=${run.requests};;;0`,
    ...credentials.map(
      ({ interface: of, lane, expires }) =>
        `'${`${of} ${lane}`.replace(/[^\w .-]/g, '_')} days left'=${((Date.parse(expires) - ended) / 86_400_000).toFixed(2)}`,
    ),
  ];
}

/** Returns further lines. The first line contains the first reason of the gate. */
function details(results: Results): string[] {
  const found = results.requirements.filter(({ verdict }) => isFinding(verdict));
  const profile = profileOf(results);
  return [
    ...results.gate.slice(results.exitCode === 0 ? 0 : 1),
    ...(profile ? [`PROFILE ${profile}`] : []),
    ...groupedByCause(found).map(({ lead, others }) => {
      const more = others.length > 0 ? ` (and ${others.length} more with this cause)` : '';
      return `${lead.verdict.toUpperCase()} ${lead.id}: ${lead.message ?? lead.got ?? lead.title}${more}`;
    }),
    ...reasonsOf(countedIn(results), 'inconclusive').map(({ ids, why }) => `INCONCLUSIVE ${ids.length}: ${why}`),
    ...residueOf(results).map(({ kind, name }) => `RESIDUE ${kind} ${name}`),
  ];
}

/** Returns a text on one line without the vertical bar, which begins performance data. */
function harmless(text: string) {
  return shortened(printable(text).replaceAll('|', '/'), MOST_LINE);
}
