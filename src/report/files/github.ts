/** Workflow commands of GitHub: an annotation per failed requirement. A step that prints the file shows them. */
import type { Result, Results } from '../../engine/words/types.ts';
import { groupedByCause } from '../parts/causes.ts';
import { concluded, number } from '../parts/conclusion.ts';
import { findingOf, labelledParts } from '../parts/finding.ts';
import { printable } from '../parts/printable.ts';
import type { ReportInput } from '../parts/report-input.ts';
import { type Requests, requestsOf } from '../parts/requests.ts';

/** GitHub shows as many annotations per step and kind. */
const MOST = 10;
/** Maximum number of requirements named in the last annotation. */
const MOST_NAMED = 50;
/** Maximum length of a part; texts of a server can be long. */
const MOST_CHARACTERS = 1000;
/** Parts left out: reports with more space show them. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Also', 'Where', 'Or', 'Note']);

type Kind = 'error' | 'warning';

/**
 * `::error` per `fail` and `error`, `::warning` per `warn`, one line each: those that lead a cause first, at most 10 per kind.
 * Findings covered by a live baseline entry are left out. If the gate is red for another reason, one `::error` states it.
 * Empty without findings if the gate passed.
 */
export function renderGithub({ results, exchanges }: ReportInput): string {
  const requests = requestsOf(exchanges);
  const known = new Set((results.comparison?.known ?? []).map(({ id }) => id));
  const having = (...verdicts: readonly Result['verdict'][]): Result[] =>
    verdicts.flatMap((verdict) =>
      results.requirements.filter((result) => result.verdict === verdict && !known.has(result.id)),
    );
  const errors = annotations('error', having('error', 'fail'), results, requests);
  const gate = errors.length === 0 && results.exitCode !== 0 ? [gateCommand(results)] : [];
  return [...gate, ...errors, ...annotations('warning', having('warn'), results, requests)]
    .map((line) => `${line}\n`)
    .join('');
}

function annotations(kind: Kind, found: readonly Result[], results: Results, requests: Requests): string[] {
  const groups = groupedByCause(found);
  const ordered = [...groups.map(({ lead }) => lead), ...groups.flatMap(({ others }) => others)];
  if (ordered.length <= MOST) return ordered.map((result) => annotation(kind, result, results, requests));
  const rest = ordered.slice(MOST - 1);
  const unnamed = rest.length - MOST_NAMED;
  const lines = [...rest.slice(0, MOST_NAMED).map(({ id }) => id), ...(unnamed > 0 ? [`and ${unnamed} others`] : [])];
  return [
    ...ordered.slice(0, MOST - 1).map((result) => annotation(kind, result, results, requests)),
    command(kind, `${number(rest.length, 'more requirement')} ${kind === 'error' ? 'failed' : 'warned'}`, lines),
  ];
}

function annotation(kind: Kind, result: Result, results: Results, requests: Requests): string {
  const { cause } = result;
  const parts = labelledParts(
    findingOf(result, results, requests),
    cause === undefined || cause.id === result.id ? undefined : cause.headline,
  );
  const lines = parts.filter(([label]) => !LEFT_OUT.has(label)).map(([label, text]) => `${label}: ${capped(text)}`);
  return command(kind, `${result.verdict} ${result.id}`, [capped(result.title), ...lines]);
}

function gateCommand(results: Results): string {
  const { word, sentence } = concluded(results);
  const reasons = results.problems ?? results.gate;
  return command('error', `Assay: exit code ${results.exitCode}`, [`${word}: ${sentence}`, ...reasons].map(capped));
}

function capped(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/**
 * One workflow command, with the escapes of GitHub's toolkit (`@actions/core`, command.ts). Each line of the message is made
 * printable before, so that no text of a server is a command, with or without the escapes.
 */
function command(kind: Kind, title: string, lines: readonly string[]): string {
  const message = data(lines.map(printable).join('\n'));
  return `::${kind} title=${data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${message}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
