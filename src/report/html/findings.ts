/** Findings: one line each; open to show clause, expected and actual value, the exchange, and the command to reproduce. */
import type { Comparison, Results } from '../../engine/words/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { aboutEntry, type ChangeLabel, changeLabels } from '../parts/comparison.ts';
import { findingOf, type Group, groupedByCause } from '../parts/finding.ts';
import type { ReportInput, Requests } from '../parts/report-input.ts';
import { findingsIn, number } from '../parts/tally.ts';
import { keys } from './assets/script.ts';
import { type Allowance, exchangeView } from './exchange.ts';
import { anchor, html, type Markup, worded } from './markup.ts';
import { links, operationGroups } from './matrix.ts';
import { badge, changeBadge, list, section } from './page.ts';

/** Maximum number of findings shown in full; the others appear only among all requirements. */
const MOST = 1000;
/** Maximum number of exchanges shown per finding. */
const MOST_EXCHANGES = 2;

/** Maximum number of failures that are open at first. */
const MOST_OPEN = 20;

export interface FindingsPart {
  readonly view: Markup;
  readonly count: number;
  /** Requirements shown as findings. */
  readonly shown: ReadonlySet<string>;
}

export function findings(input: ReportInput, requests: Requests, allowance: Allowance): FindingsPart {
  const { results } = input;
  const found = findingsIn(results.requirements);
  const shown = found.slice(0, MOST);
  const context: FindingContext = {
    results,
    requests,
    allowance,
    exchanges: new Map(input.exchanges.map((exchange) => [exchange.id, exchange])),
    labels: changeLabels(results.comparison),
    known: new Map((results.comparison?.known ?? []).map((entry) => [entry.id, entry])),
  };
  const groups = new Map(groupedByCause(shown).map((group) => [group.lead.id, group]));
  const opened = new Set(
    [...groups.values()].flatMap(({ lead }) => (lead.verdict === 'warn' ? [] : [lead.id])).slice(0, MOST_OPEN),
  );
  const operations = operationGroups([...groups.values()].map(({ lead }) => lead));
  const view = section('findings', 'Findings', found.length, [
    found.length === 0 &&
      html`<p class="none">No contradiction of the document, a standard, or a plain reading was found.</p>`,
    operations.map(
      ({ interface: of, operation, results: leads }) =>
        html`<div class="chunk"><h3>${of} <span class="slash">/</span> ${operation}</h3>
${leads.flatMap(({ id }) => groups.get(id) ?? []).map((group) => finding(group, context, opened.has(group.lead.id)))}</div>`,
    ),
    found.length > shown.length &&
      html`<p class="about">${found.length - shown.length} more findings: see <a href="#requirements">all requirements</a>.</p>`,
  ]);
  return { view, count: found.length, shown: new Set(shown.map(({ id }) => id)) };
}

interface FindingContext {
  readonly results: Results;
  readonly requests: Requests;
  readonly allowance: Allowance;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly labels: ReadonlyMap<string, ChangeLabel>;
  readonly known: ReadonlyMap<string, Comparison['known'][number]>;
}

/** The leading finding of a group; the others with its cause are folded into it. */
function finding({ lead: result, headline, others }: Group, context: FindingContext, open = false): Markup {
  const { results, requests, allowance, exchanges, labels } = context;
  const { says, expected, got, where, again, curl, curlNote, sometimes, second, also } = findingOf(
    result,
    results,
    requests,
  );
  const known = context.known.get(result.id);
  const shown = allowance.open
    ? result.exchanges.slice(0, MOST_EXCHANGES).flatMap((id) => exchanges.get(id) ?? [])
    : [];
  return html`<details class="finding v-${result.verdict}" id="${anchor('f', result.id)}" ${open && html`open`} ${keys(result)}>
<summary>${badge(result.verdict)} <span class="what"><span class="title">${worded(result.title)}</span> <code class="id">${result.id}</code>${others.length > 0 && html` <span class="about">and ${number(others.length, 'more finding')} with this cause</span>`}</span> ${changeBadge(labels.get(result.id))}</summary>
<div class="inside"><dl class="parts">
${headline !== undefined && html`<dt>Cause</dt><dd>${headline}</dd>`}
<dt>The document</dt><dd>${worded(says)}</dd>
<dt>Expected</dt><dd><code>${expected}</code></dd>
<dt>Got</dt><dd><code class="got">${got}</code></dd>
${sometimes !== undefined && html`<dt>Sometimes</dt><dd>${sometimes}</dd>`}
${second !== undefined && html`<dt>Second try</dt><dd>${second}</dd>`}
<dt>Where</dt><dd>${where}</dd>
<dt>Reproduce</dt><dd><code class="command">${again}</code>${copyButton('assay command')}</dd>
${(curl ?? curlNote) !== undefined && html`<dt>Or</dt><dd>${curlNote}${curl !== undefined && html`${curlNote !== undefined && html`<br>`}<code class="command">${curl}</code>${copyButton('curl command')}`}</dd>`}
${known && html`<dt>Known</dt><dd>${aboutEntry(known)}</dd>`}
${also.length > 0 && html`<dt>Also</dt><dd>${list(also)}</dd>`}
</dl>
<p class="self"><a href="#${anchor('f', result.id)}">Link to this finding</a></p>
${shown.map((exchange) => exchangeView(exchange, allowance, { at: result.at }))}
${result.exchanges.length > shown.length && html`<p class="about">In the timeline: ${links(result.exchanges, 12)}</p>`}
${others.length > 0 && html`<h4>With this cause</h4>\n${others.map((other) => finding({ lead: other, others: [] }, context))}`}</div></details>\n`;
}

/** Shown only if the page's script runs. */
function copyButton(name: string): Markup {
  return html` <button type="button" class="copy" aria-label="Copy the ${name}" hidden>Copy</button>`;
}
