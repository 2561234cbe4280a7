/** A matrix of verdicts by interface and operation. */
import { grouped } from '../../engine/account/grouping.ts';
import { isFinding, type Result, type Results, type Verdict } from '../../engine/words/types.ts';
import { countsOf, first, inTwo, shortened } from '../parts/tally.ts';
import { keys } from './assets/script.ts';
import { anchor, type Content, html, type Markup, worded } from './markup.ts';
import { badge, COLUMNS, HEADINGS, proportions, section, TONE } from './page.ts';

/** Of what came. */
const MOST_CHARACTERS = 600;

/** Results of one operation, or results without an operation. */
export interface OperationGroup {
  readonly interface: string;
  readonly operation: string;
  /** It begins the titles of most of its requirements. */
  readonly subject: string;
  readonly results: readonly Result[];
  /** Element id among all requirements. */
  readonly anchor: string;
}

/** Groups in the order of the results. */
export function operationGroups(results: readonly Result[]): OperationGroup[] {
  const operationOf = ({ operation = 'the interface itself' }: Result): string => operation;
  return [...grouped(results, (result) => `${result.interface}/${operationOf(result)}`)].map(([key, own]) => ({
    interface: own[0].interface,
    operation: operationOf(own[0]),
    subject: inTwo(own[0].title)[0],
    results: own,
    anchor: anchor('op', key),
  }));
}

export function matrix(results: Results, groups: readonly OperationGroup[]): Markup {
  const shown = COLUMNS.filter((verdict) => results.counts[verdict] > 0);
  return section(
    'matrix',
    'Operations',
    undefined,
    html`<div class="wide" role="region" aria-label="Verdicts by operation" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Operation</th>${shown.map((verdict) => html`<th scope="col" class="n">${HEADINGS[verdict]}</th>`)}<td class="share"></td></tr></thead>
${[...grouped(groups, (group) => group.interface)].map(([name, own]) => block(name, results, own, shown))}
</table></div>`,
  );
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
    const leading = group.results.find((result) => result.verdict === verdict);
    const where = leading && isFinding(leading.verdict) ? anchor('f', leading.id) : group.anchor;
    return html`<td class="n c-${verdict}"><a href="#${where}">${count}<span class="sr"> ${HEADINGS[verdict]}, ${group.operation}</span></a></td>`;
  });
}

/** Every requirement, in one collapsed part per operation. */
export function requirements(
  groups: readonly OperationGroup[],
  total: number,
  shownFindings: ReadonlySet<string>,
): Markup {
  const parts = groups.map(
    (group) =>
      html`<details class="group" id="${group.anchor}"><summary><span class="name">${group.interface} <span class="slash">/</span> ${group.operation}</span>${own(group) && html` <span class="about">${group.subject}</span>`} <span class="count">${group.results.length}</span> ${tally(group.results)}</summary>
<table class="rows"><thead class="sr"><tr><th scope="col">Verdict</th><th scope="col">Requirement</th><th scope="col">What came</th></tr></thead><tbody>
${group.results.map((result) => row(result, group, shownFindings))}</tbody></table></details>\n`,
  );
  return section('requirements', 'All requirements', total, parts);
}

/** The heading does not name the subject otherwise. */
function own({ operation, subject, results }: OperationGroup): boolean {
  return subject !== operation && results[0]?.operation !== undefined;
}

/** Verdicts of a group, also for screen readers. */
function tally(results: readonly Result[]): Markup {
  const counts = countsOf(results);
  return html`<span class="tally">${COLUMNS.filter((verdict) => counts.has(verdict)).map((verdict) => html`<span class="t c-${verdict}">${counts.get(verdict)} ${HEADINGS[verdict]}</span>`)}</span>`;
}

function row(result: Result, { subject }: OperationGroup, shownFindings: ReadonlySet<string>): Markup {
  const came = result.verdict === 'pass' ? undefined : (result.message ?? result.got);
  const lanes = Object.entries(result.lanes ?? {});
  const [about, predicate] = inTwo(result.title);
  return html`<tr ${keys(result)}><td>${badge(result.verdict)}</td><td><code class="id">${result.id}</code><div>${worded(about === subject ? predicate : result.title)}</div><div class="clause">${worded(result.clause)}${result.basis === 'documented' ? undefined : ` (${result.basis})`}</div></td><td class="came">${
    came !== undefined &&
    html`<div>${result.blame && html`<span class="blame">${result.blame}:</span> `}${shortened(came, MOST_CHARACTERS)}</div>`
  }${lanes.length > 0 && html`<div class="lanes">${lanes.map(([lane, verdict]) => `${lane}: ${verdict}`).join(' · ')}</div>`}${
    shownFindings.has(result.id) && html`<div><a href="#${anchor('f', result.id)}">the finding</a></div>`
  }${result.exchanges.length > 0 && html`<div class="refs">${links(result.exchanges)}</div>`}</td></tr>\n`;
}

/** Links to exchanges in the timeline. */
export function links(exchanges: readonly string[], most = 4): Markup {
  const shown = first<string, Content>(
    exchanges,
    most,
    (id) => html`<a href="#${anchor('x', id)}">${id}</a>`,
    (left) => `and ${left} more`,
  );
  return html`${shown.map((link, index) => html`${index > 0 && ' '}${link}`)}`;
}
