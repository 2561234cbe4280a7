/** Workflow commands of GitHub: an annotation per failed requirement. A step that prints the file shows them. */
import type { Result, Results } from '../../engine/words/types.ts';
import { openFindings } from '../parts/comparison.ts';
import { concluded } from '../parts/conclusion.ts';
import { findingText, groupedByCause } from '../parts/finding.ts';
import { byId, printable, type ReportInput, type Requests } from '../parts/report-input.ts';
import { first, number, shortened } from '../parts/tally.ts';

/** Maximum number of annotations of one kind. GitHub shows no more per step. */
const MOST = 10;
/** Maximum number of requirements named in the last annotation. */
const MOST_NAMED = 50;
/** Maximum length of a part; texts of a server can be long. */
const MOST_CHARACTERS = 1000;
/** Parts left out: reports with more space show them. */
const LEFT_OUT = ['Also', 'Where', 'Or', 'Notice'];

type Kind = 'error' | 'warning';

/**
 * Returns workflow commands, one per line: `::error` per `fail` and `error`, `::warning` per `warn`. Findings that lead
 * a cause come first; there are at most 10 per kind. Findings with a live baseline entry are left out. If the gate is
 * red without an error, one `::error` states the reason. The text is empty if the gate passed without findings.
 */
export function renderGithub({ results, exchanges }: ReportInput): string {
  const requests = byId(exchanges);
  const [red, warned] = [false, true].map((warns) =>
    openFindings(results).filter(({ verdict }) => (verdict === 'warn') === warns),
  );
  const errors = annotations('error', red ?? [], requests);
  const gate = errors.length === 0 && results.exitCode !== 0 ? [gateCommand(results)] : [];
  return [...gate, ...errors, ...annotations('warning', warned ?? [], requests)].map((line) => `${line}\n`).join('');
}

function annotations(kind: Kind, found: readonly Result[], requests: Requests) {
  const groups = groupedByCause(found);
  const ordered = [...groups.map(({ lead }) => lead), ...groups.flatMap(({ others }) => others)];
  if (ordered.length <= MOST) return ordered.map((result) => annotation(kind, result, requests));
  const rest = ordered.slice(MOST - 1);
  return [
    ...ordered.slice(0, MOST - 1).map((result) => annotation(kind, result, requests)),
    command(
      kind,
      `${number(rest.length, 'more requirement')} ${kind === 'error' ? 'failed' : 'warned'}`,
      first(
        rest.map(({ id }) => id),
        MOST_NAMED,
      ),
    ),
  ];
}

function annotation(kind: Kind, result: Result, requests: Requests) {
  const lines = findingText(result, requests, { without: LEFT_OUT });
  return command(kind, `${result.verdict} ${result.id}`, [result.title, ...lines].map(capped));
}

function gateCommand(results: Results) {
  const { word, sentence, gate } = concluded(results);
  const reasons = results.problems ?? gate;
  return command('error', `Assay: exit code ${results.exitCode}`, [`${word}: ${sentence}`, ...reasons].map(capped));
}

function capped(text: string) {
  return shortened(text, MOST_CHARACTERS);
}

/**
 * Returns a workflow command, with the escapes of GitHub's toolkit (`@actions/core`, command.ts). Each line of the
 * message is made printable before, so that no text of a server is a command, with or without the escapes.
 */
function command(kind: Kind, title: string, lines: readonly string[]) {
  const message = data(lines.map(printable).join('\n'));
  return `::${kind} title=${data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${message}`;
}

function data(text: string) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
