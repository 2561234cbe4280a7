/**
 * Findings: one line each; open to show clause, expected and actual value, the exchange, and the command to reproduce.
 */

import { grouped } from '../../engine/account/grouping.ts';
import { BLAMED, isFinding, type Result, type Results } from '../../engine/words/types.ts';
import { baselineEntries, changeLabels } from '../parts/comparison.ts';
import { findingParts, type Group, groupedByCause } from '../parts/finding.ts';
import { byId, type ReportInput } from '../parts/report-input.ts';
import { countedAs, findingsIn, first, number, numbers, shortened } from '../parts/tally.ts';
import { keys } from './assets/script.ts';
import { type Allowance, exchangeView } from './exchange.ts';
import { anchor, badge, COLUMNS, type Content, HEADINGS, html, type Markup, TONE, worded } from './page.ts';

/** Maximum number of exchanges shown per finding. */
const MOST_EXCHANGES = 2;

/** Maximum number of failures that are open at first. */
const MOST_OPEN = 20;

/** Returns findings by cause, below their operations. */
export function findings(input: ReportInput, allowance: Allowance): Content {
  const found = findingsIn(input.results.requirements);
  if (found.length === 0) return html`<p class="none">No requirement failed or warned.</p>`;
  const context = contextOf(input, allowance);
  const groups = groupedByCause(found);
  const opened = new Set(groups.filter(({ lead }) => lead.verdict !== 'warn').slice(0, MOST_OPEN));
  return byOperation(groups, ({ lead }) => lead).map(
    ({ interface: of, operation, own }) =>
      html`<div class="chunk"><h3>${of} <span class="slash">/</span> ${operation}</h3>
${own.map((group) => finding(group, context, opened.has(group)))}</div>`,
  );
}

const contextOf = ({ results, exchanges }: ReportInput, allowance: Allowance) => ({
  allowance,
  // Whether to say why a curl command is missing.
  notes: !results.target.reference,
  exchanges: byId(exchanges),
  labels: changeLabels(results.comparison),
  entries: baselineEntries(results.comparison),
});
type FindingContext = ReturnType<typeof contextOf>;

/** Returns the leading finding of a group; the others with its cause are folded into it. */
function finding({ lead: result, headline, others }: Group, context: FindingContext, open = false): Markup {
  const { allowance, exchanges, labels } = context;
  const entry = context.entries.get(result.id);
  const parts = findingParts(result, exchanges, { cause: headline, notes: context.notes, entry });
  const label = labels.get(result.id);
  const shown =
    allowance.left > 0 ? result.exchanges.slice(0, MOST_EXCHANGES).flatMap((id) => exchanges.get(id) ?? []) : [];
  return html`<details class="finding v-${result.verdict}" id="${anchor('f', result.id)}" ${open && html`open`} ${keys(result)}>
<summary>${badge(result.verdict)} <span class="what"><span class="title">${worded(result.title)}</span> <code class="id">${result.id}</code>${others.length > 0 && html` <span class="about">and ${number(others.length, 'more finding')} with this cause</span>`}</span> ${label && html`<span class="standing">${label}</span>`}</summary>
<div class="inside"><dl class="parts">
${parts.map(([name, text]) => html`<dt>${name}</dt><dd>${partView(name, text)}</dd>\n`)}</dl>
<p class="self"><a href="#${anchor('f', result.id)}">Link to this finding</a></p>
${shown.map((exchange) => exchangeView(exchange, allowance, { at: result.at }))}
${result.exchanges.length > shown.length && html`<p class="about">In the timeline: ${links(result.exchanges, 12)}</p>`}
${others.length > 0 && html`<h4>With this cause</h4>\n${others.map((other) => finding({ lead: other, others: [] }, context))}`}</div></details>\n`;
}

/** Returns a part of a finding. Its button is shown only if the page's script runs. */
function partView(name: string, text: string) {
  if (name === 'Expected') return html`<code>${linked(text)}</code>`;
  if (name === 'Got') return html`<code class="got">${linked(text)}</code>`;
  if (name === 'The document' || name === 'Notice') return worded(text);
  if (name !== 'Reproduce' && name !== 'Or') return html`${text}`;
  return html`<code class="command">${text}</code> <button type="button" class="copy" aria-label="Copy the ${name === 'Or' ? 'curl' : 'assay'} command" hidden>Copy</button>`;
}

/** Returns a text with links to the exchanges that it names, such as the upload with which a file is compared. */
const linked = (text: string): Content =>
  text.split(/(?<=exchange )(e\d+)/).map((part, at) => (at % 2 === 1 ? links([part]) : html`${part}`));

/** Maximum length of received values. */
const MOST_CHARACTERS = 600;

/** Returns items by the operations of their results, in the order of the items. */
function byOperation<T>(items: readonly T[], resultOf: (item: T) => Result) {
  const operationOf = ({ operation = 'the interface itself' }: Result) => operation;
  const keyOf = (result: Result) => `${result.interface}/${operationOf(result)}`;
  return [...grouped(items, (item) => keyOf(resultOf(item))).values()].map((own) => {
    const result = resultOf(own[0]);
    return { interface: result.interface, operation: operationOf(result), own };
  });
}

/** Returns every requirement, below the conclusion of its interface, in one collapsed part per operation. */
export function requirements({ requirements, conclusions }: Results): Markup[] {
  const groups = byOperation(requirements, (result) => result);
  return [...grouped(groups, (group) => group.interface)].map(([of, own]) => {
    const conclusion = conclusions[of];
    return html`<h3>${of} ${conclusion && html`<span class="badge v-${TONE[conclusion]}">${conclusion}</span>`} ${tally(own.flatMap((group) => group.own))}</h3>
${own.map(
  ({ operation, own: results }) =>
    html`<details class="group"><summary><span class="name">${of} <span class="slash">/</span> ${operation}</span> <span class="count">${results.length}</span> ${tally(results)}</summary>
<table class="rows"><thead><tr><th scope="col">Verdict</th><th scope="col">Requirement</th><th scope="col">Result</th></tr></thead><tbody>
${results.map(row)}</tbody></table></details>\n`,
)}`;
  });
}

/** Returns verdicts of a group, also for screen readers. */
function tally(results: readonly Result[]) {
  const counts = numbers(results, countedAs);
  return html`<span class="tally">${COLUMNS.filter((verdict) => counts.has(verdict)).map((verdict) => html`<span class="v-${verdict}">${counts.get(verdict)} ${HEADINGS[verdict]}</span>`)}</span>`;
}

function row(result: Result) {
  const came = result.verdict === 'pass' ? undefined : (result.message ?? result.got);
  const lanes = Object.entries(result.lanes ?? {});
  return html`<tr ${keys(result)}><td>${badge(result.verdict)}</td><td><code class="id">${result.id}</code><div>${worded(result.title)}</div><div class="clause">${worded(result.clause)}${result.basis === 'documented' ? undefined : ` (${result.basis})`}</div></td><td class="came">${
    came !== undefined &&
    html`<div>${!result.notSelected && result.blame && html`<span class="blame">${BLAMED[result.blame]}:</span> `}${shortened(came, MOST_CHARACTERS)}</div>`
  }${lanes.length > 0 && html`<div class="lanes">${lanes.map(([lane, verdict]) => `${lane}: ${verdict}`).join(' · ')}</div>`}${
    isFinding(result.verdict) && html`<div><a href="#${anchor('f', result.id)}">the finding</a></div>`
  }${result.exchanges.length > 0 && html`<div class="refs">${links(result.exchanges)}</div>`}</td></tr>\n`;
}

/** Links to exchanges in the timeline. */
export function links(exchanges: readonly string[], most = 4): Markup {
  const all = exchanges.map((id) => html`<a href="#${anchor('x', id)}">${id}</a>`);
  return html`${first<Content>(all, most).map((link, index) => html`${index > 0 && ' '}${link}`)}`;
}
