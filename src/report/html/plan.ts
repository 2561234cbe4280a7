/** Undecided requirements, observations, objects left behind, and the plan with reasons for skipped steps. */
import type { Result, Results } from '../../engine/words/types.ts';
import { type Reason, reasonsOf, reasonText } from '../parts/causes.ts';
import type { PlannedProbe } from '../parts/report-input.ts';
import { keys } from './filter.ts';
import { anchor, type Content, html, type Markup } from './markup.ts';
import { links } from './matrix.ts';

export function section(id: string, heading: string, count: number | undefined, content: Content): Markup {
  return html`<section id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${heading}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${content}</section>\n`;
}

/** One part per reason. */
export function undecided(results: Results): Markup {
  const reasons = reasonsOf(results.requirements, 'inconclusive');
  const byId = new Map(results.requirements.map((result) => [result.id, result]));
  return section(
    'undecided',
    'Tested but undecided',
    results.counts.inconclusive,
    reasons.length === 0
      ? html`<p class="none">Every tested requirement was decided.</p>`
      : reasons.map((reason) => reasonView(reason, byId.get(reason.ids[0] ?? ''))),
  );
}

/** `all`: a requirement with this reason, for the filter. */
function reasonView(reason: Reason, all?: Result): Markup {
  const { blame, ids, finding, verdict } = reason;
  return html`<details class="cause" ${all && keys(all)}><summary>${verdict !== 'inconclusive' && html`<span class="count">${ids.length}</span> `}${blame && html`<span class="blame">${blame}:</span> `}${reasonText(reason)}${finding !== undefined && html` <a href="#${anchor('f', finding)}">Show the finding</a>`}</summary>
<ul class="ids">${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul></details>\n`;
}

/** Gaps in the document, and the observations. */
export function gaps(results: Results): Markup {
  const seen = results.requirements.filter(({ verdict }) => verdict === 'observed');
  return section(
    'gaps',
    'Observed (not shown in the document)',
    seen.length,
    seen.length === 0
      ? html`<p class="none">No observations.</p>`
      : html`<table class="plain"><thead><tr><th scope="col">Gap</th><th scope="col">Seen</th><th scope="col">In</th></tr></thead><tbody>
${seen.map(({ id, title, got, exchanges }) => html`<tr><td>${title}<div><code class="id">${id}</code></div></td><td class="seen">${got}</td><td class="refs">${links(exchanges, 3)}</td></tr>\n`)}</tbody></table>`,
  );
}

export function residue(results: Results): Markup {
  const left = results.residue;
  return section(
    'residue',
    'Left behind',
    left.length,
    left.length === 0
      ? html`<p class="none">Nothing left behind.</p>`
      : html`<table class="plain"><thead><tr><th scope="col">Kind</th><th scope="col">Name</th><th scope="col">Reason</th></tr></thead><tbody>
${left.map(({ kind, name, why, interface: of }) => html`<tr><td>${of}, ${kind}</td><td class="seen">${name}</td><td>${why}</td></tr>\n`)}</tbody></table>`,
  );
}

export function plan(results: Results, probes: readonly PlannedProbe[]): Markup {
  const left = (['skipped', 'not-applicable'] as const).flatMap((verdict) => reasonsOf(results.requirements, verdict));
  const reasons = new Map<string, string[]>();
  for (const { id, why } of results.notPlanned) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  const never = [...reasons].map(
    ([why, ids]): Reason => ({ verdict: 'skipped', blame: undefined, why, unanswered: false, notSelected: false, ids }),
  );
  const count = left.reduce((sum, { ids }) => sum + ids.length, 0) + results.notPlanned.length;
  return section('plan', 'Plan and skipped requirements', count, [
    left.length > 0 && html`<h3>Planned but skipped</h3>${left.map((reason) => reasonView(reason))}`,
    never.length > 0 && html`<h3>Cannot be tested here</h3>${never.map((reason) => reasonView(reason))}`,
    steps(probes),
  ]);
}

function steps(probes: readonly PlannedProbe[]): Markup | undefined {
  if (probes.length === 0) return undefined;
  const groups = new Map<string, PlannedProbe[]>();
  for (const probe of probes) {
    const name = `${probe.interface}, with ${probe.lane}`;
    groups.set(name, [...(groups.get(name) ?? []), probe]);
  }
  return html`<h3>Steps</h3>${[...groups].map(
    ([
      name,
      own,
    ]) => html`<details class="group"><summary><span class="name">${name}</span> <span class="count">${own.filter(({ state }) => state === 'done').length} of ${own.length} done</span></summary>
<table class="plain"><thead><tr><th scope="col">Step</th><th scope="col">Outcome</th><th scope="col">Requests</th></tr></thead><tbody>
${own.map(({ probe, state, why, exchanges }) => html`<tr><td>${probe}</td><td>${state}${why !== undefined && state !== 'done' && `: ${why}`}</td><td class="refs">${exchanges.length > 0 && links(exchanges, 3)}</td></tr>\n`)}</tbody></table></details>\n`,
  )}`;
}
