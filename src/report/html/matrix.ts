/** A matrix of verdicts by interface and operation. */
import type { Result, Results, Verdict } from '../../engine/words/types.ts';
import { keys } from './filter.ts';
import { anchor, html, type Markup, worded } from './markup.ts';
import { badge, COLUMNS, HEADINGS, proportions, TONE } from './verdict.ts';

/** Results of one operation, or results without an operation. */
export interface OperationGroup {
  readonly interface: string;
  readonly operation: string;
  readonly results: readonly Result[];
  /** Element id among all requirements. */
  readonly anchor: string;
}

/** Groups in the order of the results. */
export function operationGroups(results: readonly Result[]): OperationGroup[] {
  const groups = new Map<string, { interface: string; operation: string; results: Result[] }>();
  for (const result of results) {
    const operation = result.operation ?? 'the interface itself';
    const key = `${result.interface}/${operation}`;
    const group = groups.get(key) ?? { interface: result.interface, operation, results: [] };
    group.results.push(result);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ ...group, anchor: anchor('op', key) }));
}

export function matrix(results: Results, groups: readonly OperationGroup[]): Markup {
  const shown = COLUMNS.filter((verdict) => results.counts[verdict] > 0);
  const interfaces = [...new Set(groups.map((group) => group.interface))];
  return html`<section id="matrix" aria-labelledby="h-matrix"><h2 id="h-matrix">Operations</h2>
<div class="wide" role="region" aria-label="Verdicts by operation" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Operation</th>${shown.map((verdict) => html`<th scope="col" class="n">${HEADINGS[verdict]}</th>`)}<td class="share"></td></tr></thead>
${interfaces.map((name) =>
  block(
    name,
    results,
    groups.filter((group) => group.interface === name),
    shown,
  ),
)}
</table></div></section>`;
}

function block(name: string, results: Results, groups: readonly OperationGroup[], shown: readonly Verdict[]): Markup {
  const conclusion = results.conclusions[name as keyof Results['conclusions']];
  const all = countsOf(groups.flatMap((group) => group.results));
  return html`<tbody>
<tr class="interface"><th scope="row"><span class="name">${name}</span> ${conclusion && html`<span class="badge v-${TONE[conclusion]}">${conclusion}</span>`}</th>${cells(all, shown, undefined)}<td class="share">${proportions(all)}</td></tr>
${groups.map((group) => {
  const counts = countsOf(group.results);
  return html`<tr><th scope="row"><a href="#${group.anchor}">${group.operation}</a></th>${cells(counts, shown, group)}<td class="share">${proportions(counts)}</td></tr>\n`;
})}</tbody>\n`;
}

function cells(
  counts: ReadonlyMap<Verdict, number>,
  shown: readonly Verdict[],
  group: OperationGroup | undefined,
): Markup[] {
  return shown.map((verdict) => {
    const count = counts.get(verdict) ?? 0;
    if (count === 0) return html`<td class="n"></td>`;
    if (group === undefined) return html`<td class="n c-${verdict}">${count}</td>`;
    const first = group.results.find((result) => result.verdict === verdict);
    const where = first && isFinding(verdict) ? anchor('f', first.id) : group.anchor;
    return html`<td class="n c-${verdict}"><a href="#${where}">${count}<span class="sr"> ${HEADINGS[verdict]}, ${group.operation}</span></a></td>`;
  });
}

/** Verdicts whose results are shown as findings. */
export function isFinding(verdict: Verdict): boolean {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'error';
}

function countsOf(results: readonly Result[]): Map<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of results) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}

/** Every requirement, in one collapsed part per operation. */
export function requirements(
  groups: readonly OperationGroup[],
  total: number,
  shownFindings: ReadonlySet<string>,
): Markup {
  return html`<section id="requirements" aria-labelledby="h-requirements"><h2 id="h-requirements">All requirements <span class="count">${total}</span></h2>
${groups.map(
  (
    group,
  ) => html`<details class="group" id="${group.anchor}"><summary><span class="name">${group.interface} <span class="slash">/</span> ${group.operation}</span> <span class="count">${group.results.length}</span> ${tally(group.results)}</summary>
<table class="rows"><thead class="sr"><tr><th scope="col">Verdict</th><th scope="col">Requirement</th><th scope="col">What came</th></tr></thead><tbody>
${group.results.map((result) => row(result, shownFindings))}</tbody></table></details>\n`,
)}</section>`;
}

/** Verdicts of a group, also for screen readers. */
function tally(results: readonly Result[]): Markup {
  const counts = countsOf(results);
  return html`<span class="tally">${COLUMNS.filter((verdict) => counts.has(verdict)).map((verdict) => html`<span class="t c-${verdict}">${counts.get(verdict)} ${HEADINGS[verdict]}</span>`)}</span>`;
}

function row(result: Result, shownFindings: ReadonlySet<string>): Markup {
  const came = result.verdict === 'pass' ? undefined : (result.message ?? result.got);
  const lanes = Object.entries(result.lanes ?? {});
  return html`<tr ${keys(result)}><td>${badge(result.verdict)}</td><td><code class="id">${result.id}</code><div>${worded(result.title)}</div><div class="clause">${worded(result.clause)}${result.basis === 'documented' ? undefined : ` (${result.basis})`}</div></td><td class="came">${
    came !== undefined &&
    html`<div>${result.blame && html`<span class="blame">${result.blame}:</span> `}${shortened(came)}</div>`
  }${lanes.length > 0 && html`<div class="lanes">${lanes.map(([lane, verdict]) => `${lane}: ${verdict}`).join(' · ')}</div>`}${
    shownFindings.has(result.id) && html`<div><a href="#${anchor('f', result.id)}">the finding</a></div>`
  }${result.exchanges.length > 0 && html`<div class="refs">${links(result.exchanges)}</div>`}</td></tr>\n`;
}

/** Links to exchanges in the timeline. */
export function links(exchanges: readonly string[], most = 4): Markup {
  const more = exchanges.length - most;
  return html`${exchanges.slice(0, most).map((id, index) => html`${index > 0 && ' '}<a href="#${anchor('x', id)}">${id}</a>`)}${more > 0 && ` and ${more} more`}`;
}

function shortened(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
