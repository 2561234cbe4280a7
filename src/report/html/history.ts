/** Runs side by side in one HTML file, without scripts or requests. */
import { HISTORY_KINDS, type History, type PastRun } from '../../compare/history.ts';
import { SIGNS } from '../parts/tally.ts';
import { changesOf, closing, type Group, gateSign, headline, momentOf, now, partsOf } from '../terminal/history.ts';
import { html, type Markup } from './markup.ts';
import { legend, masthead, page, TONE, table } from './page.ts';

/** Maximum number of changes of each kind. */
const MOST = 500;

/** Renders a history as one page. `linkTo`: the address of a run's report, relative to the page. */
export function renderHistoryHtml(history: History, linkTo: (run: PastRun) => string): string {
  const { runs } = history;
  const last = runs.at(-1);
  return page({
    title: `Assay: ${headline(history)}`,
    body: html`${masthead(
      last ? TONE[last.conclusion] : 'warn',
      'history',
      last ? `${last.conclusion.slice(0, 1).toUpperCase()}${last.conclusion.slice(1)}` : 'No runs',
      html`<p class="lead">${headline(history)}</p>
<p class="gate">${now(history)}</p>`,
    )}
<main>
${partsOf(history).map(
  ({ kind, heading, groups }) => html`<h2>${heading}</h2>
<p class="about">${HISTORY_KINDS[kind]}</p>
${table(
  heading,
  'grid verdicts history',
  ['Requirement', ...runs.map((run) => momentOf(run).slice('YYYY-'.length)), 'Changes'],
  [gateRow(runs, linkTo), ...groups.slice(0, MOST).map((group) => changedRow(group, runs))],
)}
${groups.length > MOST && html`<p class="about">${groups.length - MOST} more changes.</p>`}`,
)}
${closing(history).map((line) => html`<p>${line}</p>`)}
${runs.length > 0 && html`<p class="grid">${legend()}. Exit codes link to the report of the run; I: interrupted.</p>`}
</main>`,
  });
}

function gateRow(runs: readonly PastRun[], linkTo: (run: PastRun) => string): Markup {
  return html`<tr><th scope="row">exit code</th>${runs.map(
    (run) =>
      html`<td><a class="${run.exitCode === 0 ? 'pass' : 'fail'}" href="${linkTo(run)}" aria-label="exit code ${run.exitCode}, run ${run.id} of ${momentOf(run)}">${gateSign(run)}</a></td>`,
  )}<td></td></tr>`;
}

function changedRow(group: Group, runs: readonly PastRun[]): Markup {
  const [row] = group;
  return html`<tr><th scope="row">${group.map(({ id }) => html`<div>${id}</div>`)}</th>${row.verdicts.map(
    (verdict, index) =>
      verdict === null
        ? html`<td></td>`
        : html`<td class="${verdict}" title="${verdict}, ${momentOf(runs[index])}">${SIGNS[verdict]}</td>`,
  )}<td class="changed">${changesOf(row, runs)}</td></tr>`;
}
