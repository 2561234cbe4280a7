/** Search and filters of the report. Shown only if the page's script runs. */

import { grouped } from '../../../engine/account/grouping.ts';
import type { Result } from '../../../engine/words/types.ts';
import { shortened } from '../../parts/tally.ts';
import { html, type Markup } from '../markup.ts';
import { COLUMNS } from '../verdict.ts';

/** Maximum number of causes to choose from. */
const MOST_CAUSES = 50;
const MOST_CHARACTERS = 90;

/** Attributes that the filter reads: verdict, interface, basis (unless documented) and cause. */
export function keys({ verdict, interface: of, basis, cause, blame }: Result): Markup {
  return html`data-v="${verdict}" data-i="${of}"${basis !== 'documented' && html` data-b="${basis}"`}${cause && html` data-c="${cause.id}"`}${blame && html` data-w="${blame}"`}`;
}

/** The form; its state stands in the page's address, so that a link shows the same. */
export function filter(results: readonly Result[]): Markup {
  const distinct = (values: readonly (string | undefined)[]): [string, string][] =>
    [...new Set(values)].flatMap((value): [string, string][] => (value === undefined ? [] : [[value, value]]));
  const causes = [
    ...grouped(
      results.flatMap(({ cause }) => cause ?? []),
      ({ id }) => id,
    ).values(),
  ]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_CAUSES)
    .map((own): [string, string] => [own[0].id, `${own.length} × ${shortened(own[0].headline, MOST_CHARACTERS)}`]);
  return html`<form class="filter" role="search" aria-label="Filter findings and requirements" hidden>
<label>Find <input type="search" name="q" autocomplete="off" placeholder="id, title or message"></label>
${select('verdict', 'Verdict', distinct(COLUMNS.filter((verdict) => results.some((result) => result.verdict === verdict))))}
${select('interface', 'Interface', distinct(results.map((result) => result.interface)))}
${select('basis', 'Basis', distinct(results.map(({ basis }) => basis)))}
${select('blame', 'Blame', distinct(results.map(({ blame }) => blame)))}
${select('cause', 'Cause', causes)}
<button type="reset">Clear</button> <output></output></form>`;
}

function select(name: string, label: string, options: readonly (readonly [string, string])[]): Markup | undefined {
  if (options.length === 0) return undefined;
  return html`<label>${label} <select name="${name}"><option value="">any</option>${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;
}
