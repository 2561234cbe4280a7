/** Undecided requirements with their reasons, observations, residue, and changes. */
import { type Results, residueOf } from '../../engine/words/types.ts';
import { changeParts, changesHeading, shownComparison } from '../parts/comparison.ts';
import { undecidedIn } from '../parts/finding.ts';
import { findingsIn, residueLines } from '../parts/tally.ts';
import { links } from './findings.ts';
import { anchor, type Content, html, list, type Markup, table } from './page.ts';

/** Returns what was not decided: one part per reason. */
export function undecided(results: Pick<Results, 'requirements' | 'notPlanned'>): Content {
  return undecidedIn(results).map(
    ({ heading, reasons }) => html`<h3>${heading}</h3>
${reasons.map(({ why, ids, finding }) =>
  group(
    ids.length,
    html`${why}${finding !== undefined && html` <a href="#${anchor('f', finding)}">Show the finding</a>`}`,
    ids.map((id) => html`<code>${id}</code>`),
  ),
)}`,
  );
}

/** Returns a number with a text, and the items that it is about. */
function group(count: number, text: Content, items: readonly Content[], open = false) {
  const line = html`<span class="count">${count}</span> ${text}`;
  if (items.length === 0) return html`<p class="cause">${line}</p>\n`;
  return html`<details class="cause" ${open && html`open`}><summary>${line}</summary>
${list(items, 'ids')}</details>\n`;
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

export function residue(results: Results): Content {
  return list(
    residueLines(residueOf(results), Infinity).map(({ what, names, why }) => `${what} ${names.join(', ')}: ${why}`),
  );
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
    group(
      entries.length,
      `${heading}${meaning ? ` (${meaning})` : ''}`,
      how === 'count'
        ? []
        : entries.map(({ id, about }) => html`${link(id)}${about && html` <span class="about">${about}</span>`}`),
      OPEN.has(label),
    ),
  );
  const since = comparison.earlier && html`<p>${changesHeading(comparison)}:</p>\n`;
  return html`${since}${parts.length > 0 ? html`<div class="changes">${parts}</div>` : html`<p class="none">No changes.</p>`}`;
}
