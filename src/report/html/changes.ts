/** Changes relative to a baseline or an earlier run. */
import type { Comparison } from '../parts/comparison.ts';
import { anchor, html, type Markup } from './markup.ts';
import { section } from './plan.ts';

/** The non-empty parts of a comparison; undefined without a comparison. `shown`: requirements with a finding to link to. */
export function changes(comparison: Comparison | undefined, shown: ReadonlySet<string>): Markup | undefined {
  if (comparison === undefined) return undefined;
  const link = (id: string): Markup =>
    shown.has(id) ? html`<a href="#${anchor('f', id)}"><code>${id}</code></a>` : html`<code>${id}</code>`;
  const parts: readonly (readonly [string, string, readonly Markup[]])[] = [
    ['new', 'New', comparison.new.map(link)],
    ['expired', 'Expired baseline entries', comparison.expired.map(link)],
    ['lost', 'Passed before, undecided now', comparison.lost.map(link)],
    [
      'soon',
      'Baseline entries that expire soon',
      comparison.soon.map(({ id, expires }) => html`${link(id)} <span class="about">${expires}</span>`),
    ],
    ['fixed', 'Fixed', comparison.fixed.map(link)],
    ['stale', 'Stale baseline entries', comparison.stale.map(link)],
    [
      'known',
      'Known',
      comparison.known.map(
        ({ id, reason, owner, expires }) =>
          html`${link(id)} <span class="about">${reason} (${owner}, until ${expires})</span>`,
      ),
    ],
  ];
  const filled = parts.filter(([, , entries]) => entries.length > 0);
  return section(
    'changes',
    'Changes',
    undefined,
    filled.length === 0
      ? html`<p class="none">Nothing changed.</p>`
      : html`<div class="changes">${filled.map(
          ([
            kind,
            heading,
            entries,
          ]) => html`<details class="cause s-${kind}" ${kind === 'new' || kind === 'expired' || kind === 'lost' ? html`open` : undefined}><summary><span class="count">${entries.length}</span> ${heading}</summary>
<ul class="ids">${entries.map((entry) => html`<li>${entry}</li>`)}</ul></details>\n`,
        )}</div>`,
  );
}
