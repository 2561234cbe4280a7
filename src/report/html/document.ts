/** The report as one HTML file. It sends no requests and is readable without its script. */
import type { ReportInput } from '../parts/report-input.ts';
import { requestsOf } from '../parts/requests.ts';
import { filter } from './assets/filter.ts';
import { SCRIPT } from './assets/script.ts';
import { changes } from './changes.ts';
import { Allowance } from './exchange.ts';
import { findings } from './findings.ts';
import { facts, head, notices } from './head.ts';
import { html, type Markup } from './markup.ts';
import { matrix, operationGroups, requirements } from './matrix.ts';
import { page } from './page.ts';
import { timeline } from './timeline.ts';
import { gaps, notTested, residue, undecided } from './undecided.ts';

/** Maximum number of characters of messages in the page, and of formatted bodies. */
const ALLOWANCE = { shown: 380_000, work: 12_000_000 };

/** Renders the page. Text from targets and operators is escaped; the content security policy blocks everything else from running or loading. */
export function renderHtml(input: ReportInput): string {
  const { results } = input;
  const allowance = new Allowance(ALLOWANCE.shown, ALLOWANCE.work);
  const groups = operationGroups(results.requirements);
  // Findings come first, because space is limited.
  const found = findings(input, requestsOf(input.exchanges), allowance);
  const asked = results.problems === undefined;
  const parts: readonly (Markup | undefined)[] = [
    asked ? found.view : undefined,
    changes(results.comparison, found.shown),
    asked ? undecided(results) : undefined,
    asked ? matrix(results, groups) : undefined,
    facts(input),
    asked ? gaps(results) : undefined,
    asked ? residue(results) : undefined,
    notices(input),
    timeline(input.exchanges, allowance),
    asked ? notTested(results, input.probes ?? []) : undefined,
    asked ? requirements(groups, results.requirements.length, found.shown) : undefined,
  ];
  return page({
    title: `${results.conclusion}: Assay, run ${results.run.id}`,
    body: html`<a class="skip" href="#findings">Skip to findings</a>
${head(input)}
${navigation(input, found.count)}
${asked && filter(results.requirements)}
<main>
${parts}
</main>
<footer><p>Assay ${results.suite.version}. A pass means that a response could have contradicted the requirement, and did not. Gaps in the document are observed and never fail.</p></footer>`,
    script: SCRIPT,
  });
}

function navigation({ results, exchanges }: ReportInput, found: number): Markup {
  const asked = results.problems === undefined;
  const links: readonly (readonly [string, string, number | undefined, boolean])[] = [
    ['findings', 'Findings', found, asked],
    ['changes', 'Changes', undefined, results.comparison !== undefined],
    ['undecided', 'Undecided', results.counts.inconclusive, asked],
    ['matrix', 'Operations', undefined, asked],
    ['about', 'About', undefined, true],
    ['gaps', 'Observed', results.counts.observed, asked],
    ['residue', 'Residue', results.residue.length, asked],
    ['requests', 'Requests', exchanges.length, true],
    [
      'not-tested',
      'Not tested',
      results.counts.skipped + results.counts['not-applicable'] + results.notPlanned.length,
      asked,
    ],
    ['requirements', 'All', results.requirements.length, asked],
  ];
  return html`<nav aria-label="Parts of this report"><ul>${links
    .filter(([, , , shown]) => shown)
    .map(
      ([id, name, count]) =>
        html`<li><a href="#${id}">${name}${count !== undefined && html` <span>${count}</span>`}</a></li>`,
    )}</ul></nav>`;
}
