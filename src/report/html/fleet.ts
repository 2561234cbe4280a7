/** Many deployments side by side in one HTML file, without scripts or requests. */
import { differing, type FleetOverview, type FleetRow, type ListedMember } from '../../compare/fleet.ts';
import type { History, PastRun } from '../../compare/history.ts';
import { isFinding } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { fleetLines, STATES } from '../parts/fleet.ts';
import { changesIn } from '../parts/history.ts';
import { capital, number, SIGNS } from '../parts/tally.ts';
import { html, legend, list, masthead, page, TONE, table } from './page.ts';

const HEADINGS = [
  'Deployment',
  'State',
  'Exit code',
  'Conclusion',
  'Failed',
  'Warned',
  'Inconclusive',
  'Skipped',
  'Passed',
  'Odd',
  'Remark',
];

/** Renders an overview as one page. */
export function renderFleetHtml(overview: FleetOverview): string {
  const { deployments } = overview;
  const [headline, ...facts] = fleetLines(overview);
  return page({
    title: `Assay: ${number(deployments.length, 'deployment')}`,
    body: html`${masthead(
      deployments.every(({ exitCode }) => exitCode === 0) ? 'pass' : 'fail',
      'fleet',
      headline,
      facts.map((line) => html`<p class="gate">${line}</p>`),
    )}
<main>
<h2>Deployments</h2>
${table(
  'Deployments',
  'grid',
  HEADINGS,
  deployments.map((member) => deploymentRow(member, overview.requirements)),
)}
<h2>Differences</h2>
${matrix(overview)}
</main>`,
  });
}

function deploymentRow(
  { name, exitCode, conclusion, counts, directory, problem = '', state }: ListedMember,
  rows: readonly FleetRow[],
) {
  const odd = rows.filter((row) => isOdd(row, name)).length;
  const numbers = [counts?.fail, counts?.warn, counts?.inconclusive, counts?.skipped, counts?.pass, odd];
  const title =
    directory === undefined
      ? name
      : html`<a href="${encodeURI(`${directory.replaceAll('\\', '/')}/results.json`)}">${name}</a>`;
  return html`<tr><th scope="row">${title}</th><td>${STATES[state]}</td><td class="number${exitCode !== 0 && ' v-fail'}">${exitCode}</td><td>${state !== 'not-run' && conclusion}</td>${numbers.map((value) => html`<td class="number">${value}</td>`)}<td>${problem.split('\n').map((line) => html`<div>${line}</div>`)}</td></tr>`;
}

const isOdd = (row: FleetRow, name: string) => row.odd && differing(row).some(([other]) => other === name);

/** Returns requirements with different verdicts, and those that most deployments do not pass. */
function matrix({ deployments, requirements }: FleetOverview) {
  const rows = requirements.filter((row) => differing(row).length > 0 || isFinding(row.usual));
  const names = deployments.filter(({ state }) => state === 'judged').map(({ name }) => name);
  if (rows.length === 0)
    return html`<p>No requirement failed or warned in the ${number(names.length, 'deployment')} with results. Inconclusive requirements are not compared.</p>`;
  return html`<p class="grid">${legend()}. Framed: outliers, where at least two thirds agree.</p>
${table(
  'Requirements by deployment',
  'grid verdicts',
  ['Requirement', ...names],
  rows.map((row) => html`<tr><th scope="row">${row.id}</th>${names.map((name) => cell(row, name))}</tr>`),
)}`;
}

function cell(row: FleetRow, name: string) {
  const verdict = row.others[name] ?? (row.without.includes(name) ? undefined : row.usual);
  if (verdict === undefined) return html`<td></td>`;
  return html`<td class="v-${verdict}${isOdd(row, name) && ' odd'}" title="${verdict}">${SIGNS[verdict]}</td>`;
}

/** Renders a history as one page. `linkTo`: the address of a run's report, relative to the page. */
export function renderHistoryHtml(history: History, linkTo: (run: PastRun) => string): string {
  const { runs } = history;
  const last = runs.at(-1);
  const { title, facts, parts, closing } = changesIn(history);
  return page({
    title: `Assay: ${title}`,
    body: html`${masthead(
      last ? TONE[last.conclusion] : 'warn',
      'history',
      last ? capital(last.conclusion) : 'No runs',
      html`<p class="lead">${title}</p>
${facts.map(({ said, runs }) => html`<p class="gate">${runs && html`<code>${runs}</code> `}${said}</p>\n`)}`,
    )}
<main>
<h2>Runs</h2>
${list(
  runs.map(
    (run) => html`<a class="v-${run.exitCode === 0 ? 'pass' : 'fail'}" href="${linkTo(run)}">${runText(run)}</a>`,
  ),
)}
${parts.map(
  ({ heading, meaning, groups }) => html`<h2>${heading}</h2>
<p class="about">${meaning}</p>
${groups.map(({ runs, said, ids }) => html`<p><code>${runs}</code> ${said}</p>${list(ids.map((id) => html`<code>${id}</code>`))}`)}`,
)}
${closing.map((line) => html`<p>${line}</p>`)}
</main>`,
  });
}

const runText = ({ id, exitCode, startedAt }: PastRun) => `run ${id} of ${utc(startedAt)}, exit code ${exitCode}`;
