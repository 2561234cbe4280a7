/** Changes relative to a baseline or an earlier run. */
import type { Comparison } from '../../engine/words/types.ts';
import { changeParts } from '../parts/comparison.ts';
import { anchor, html, type Markup } from './markup.ts';
import { list, section } from './page.ts';

/** Parts that are open at first. */
const OPEN: ReadonlySet<string> = new Set(['unexpected', 'new', 'expired', 'lost', 'worse']);

/** The parts of a comparison; undefined without one. `shown`: requirements with a finding to link to. */
export function changes(comparison: Comparison | undefined, shown: ReadonlySet<string>): Markup | undefined {
  if (comparison === undefined) return undefined;
  const link = (id: string): Markup =>
    shown.has(id) ? html`<a href="#${anchor('f', id)}"><code>${id}</code></a>` : html`<code>${id}</code>`;
  const parts = changeParts(comparison).map(({ label, heading, meaning, shown: how, entries }) =>
    how === 'count'
      ? html`<p class="cause s-${label}"><span class="count">${entries.length}</span> ${heading}${meaning && ` (${meaning})`}</p>`
      : html`<details class="cause s-${label}" ${OPEN.has(label) && html`open`}><summary><span class="count">${entries.length}</span> ${heading}${meaning && ` (${meaning})`}</summary>
${list(
  entries.map(({ id, about }) => html`${link(id)}${about && html` <span class="about">${about}</span>`}`),
  'ids',
)}</details>\n`,
  );
  const content = parts.length > 0 ? html`<div class="changes">${parts}</div>` : html`<p class="none">No changes.</p>`;
  return section('changes', 'Changes', undefined, content);
}
