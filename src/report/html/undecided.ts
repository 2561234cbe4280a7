/** Undecided requirements, observations, residue, and what was not tested with its reasons. */
import { type Result, type Results, residueOf, type Verdict } from '../../engine/words/types.ts';
import { changeParts, changesHeading, shownComparison } from '../parts/comparison.ts';
import { type Reason, reasonsOf, reasonText } from '../parts/finding.ts';
import { findingsIn, oneOf, splitOf, untestable } from '../parts/tally.ts';
import { keys } from './assets/script.ts';
import { links } from './findings.ts';
import { anchor, type Content, html, list, type Markup, table } from './page.ts';

/** Returns one part per reason. */
export function undecided(results: Results): Content {
  const reasons = reasonsOf(results.requirements, 'inconclusive');
  const byId = new Map(results.requirements.map((result) => [result.id, result]));
  return reasons.map((reason) => reasonView(reason, byId.get(reason.ids[0] ?? '')));
}

/** `all`: a requirement with this reason, for the filter. */
function reasonView(reason: Reason, all?: Result) {
  const { ids, finding, notSelected } = reason;
  const text = reasonText(reason);
  if (notSelected) return html`<p class="cause"><span class="count">${ids.length}</span> ${text}</p>\n`;
  const link = finding !== undefined && html` <a href="#${anchor('f', finding)}">Show the finding</a>`;
  return cause(ids, html`${text}${link}`, all && keys(all));
}

/** Returns a text, and the requirements that it is about. */
function cause(ids: readonly string[], text: Content, attributes?: Content) {
  return html`<details class="cause" ${attributes}><summary><span class="count">${ids.length}</span> ${text}</summary>
${list(
  ids.map((id) => html`<code>${id}</code>`),
  'ids',
)}</details>\n`;
}

/** Gaps in the document, and the observations. */
export function gaps(results: Results): Markup {
  return table(
    'Observed',
    'plain',
    ['Gap', 'Observed', 'Exchanges'],
    findingsIn(results.requirements, ['observed']).map(
      ({ id, title, message, got = message, exchanges }) =>
        html`<tr><td>${title}<div><code class="id">${id}</code></div></td><td class="seen">${got}</td><td class="refs">${links(exchanges, 3)}</td></tr>`,
    ),
  );
}

export function residue(results: Results): Markup {
  const left = residueOf(results);
  return table(
    'Residue',
    'plain',
    ['Kind', 'Name', 'Reason'],
    left.map(
      ({ kind, name, identifier, why, interface: of }) =>
        html`<tr><td>${of}, ${oneOf(kind)}</td><td class="seen">${name}${identifier && ` (identifier ${identifier})`}</td><td>${why}</td></tr>`,
    ),
  );
}

/** Verdicts of what was planned, and not tested. */
export const LEFT = ['skipped', 'not-applicable'] as const satisfies readonly Verdict[];

export function notTested(results: Results): Content {
  const left = LEFT.flatMap((verdict) => reasonsOf(results.requirements, verdict));
  const never = untestable(results.notPlanned);
  return [
    left.length > 0 &&
      html`<h3>Planned but skipped${splitOf(findingsIn(results.requirements, LEFT))}</h3>${left.map((reason) => reasonView(reason))}`,
    never.length > 0 && html`<h3>Cannot be tested here</h3>${never.map(([why, ids]) => cause(ids, why))}`,
  ];
}

/** Parts that are open at first. */
const OPEN: ReadonlySet<string> = new Set(['unexpected', 'new', 'expired', 'lost', 'worse']);

/** Returns the parts of a comparison, or undefined without one. */
export function changes({ requirements, ...results }: Results): Markup | undefined {
  const comparison = shownComparison(results);
  if (comparison === undefined) return undefined;
  const shown = new Set(findingsIn(requirements).map(({ id }) => id));
  const link = (id: string) =>
    shown.has(id) ? html`<a href="#${anchor('f', id)}"><code>${id}</code></a>` : html`<code>${id}</code>`;
  const parts = changeParts(comparison).map(({ label, heading, meaning, shown: how, entries }) =>
    how === 'count'
      ? html`<p class="cause"><span class="count">${entries.length}</span> ${heading}${meaning && ` (${meaning})`}</p>`
      : html`<details class="cause" ${OPEN.has(label) && html`open`}><summary><span class="count">${entries.length}</span> ${heading}${meaning && ` (${meaning})`}</summary>
${list(
  entries.map(({ id, about }) => html`${link(id)}${about && html` <span class="about">${about}</span>`}`),
  'ids',
)}</details>\n`,
  );
  const since = comparison.earlier && html`<p>${changesHeading(comparison)}:</p>\n`;
  return html`${since}${parts.length > 0 ? html`<div class="changes">${parts}</div>` : html`<p class="none">No changes.</p>`}`;
}
