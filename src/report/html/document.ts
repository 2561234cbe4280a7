/** The report as one HTML file. It sends no requests and is readable without its script. */

import { addressesIn } from '../../compare/comparable.ts';
import { type Results, residueOf, type Settings } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { concluded } from '../parts/conclusion.ts';
import { findingsHeading, undecidedIn } from '../parts/finding.ts';
import type { ReportInput } from '../parts/report-input.ts';
import { capital, findingsIn, profileOf, referenceOf, selectedIn, trafficOf } from '../parts/tally.ts';
import { filter, SCRIPT } from './assets/script.ts';
import { timeline } from './exchange.ts';
import { findings, requirements } from './findings.ts';
import { type Content, html, list, masthead, page, TONE } from './page.ts';
import { changes, gaps, residue, undecided } from './undecided.ts';

/** Maximum number of characters of exchanges in the page. */
const MOST_CHARACTERS = 380_000;

/** A part of the page, if it has content; `count` is shown beside its name in the navigation and beside its heading. */
interface Part {
  readonly id: string;
  readonly name: string;
  readonly heading?: string;
  readonly count?: number;
  readonly content: Content;
}

/**
 * Renders the page. Text from targets and operators is escaped; the content security policy blocks everything else from
 * running or loading.
 */
export function renderHtml(input: ReportInput): string {
  const { results, exchanges } = input;
  const allowance = { left: MOST_CHARACTERS };
  const { problems } = results;
  const selected = selectedIn(results);
  const { requirements: all } = selected;
  const found = findingsIn(results.requirements);
  const extent = all.length < results.requirements.length ? 'selected' : 'planned';
  const remarks = [...(problems ?? []), ...results.notices];
  const sections: readonly Part[] = [
    // Findings come first, because space is limited.
    {
      id: 'findings',
      name: 'Findings',
      heading: findingsHeading(found),
      count: found.length,
      content: findings(input, allowance),
    },
    { id: 'changes', name: 'Changes', content: changes(results) },
    {
      id: 'undecided',
      name: 'Not verified',
      count: undecidedIn(selected).reduce((sum, { count }) => sum + count, 0),
      content: undecided(selected),
    },
    { id: 'about', name: 'About', heading: 'About this run', content: facts(input) },
    {
      id: 'gaps',
      name: 'Observed',
      heading: 'Observed (left open by the document)',
      count: findingsIn(all, ['observed']).length,
      content: gaps(selected),
    },
    { id: 'residue', name: 'Residue', count: residueOf(results).length, content: residue(results) },
    { id: 'notices', name: 'Notices', count: remarks.length, content: list(remarks) },
    { id: 'requests', name: 'Requests', count: exchanges.length, content: timeline(exchanges, allowance) },
    {
      id: 'requirements',
      name: capital(extent),
      heading: `All ${extent} requirements`,
      count: all.length,
      content: requirements(selected),
    },
  ];
  // That nothing was found is worth a part, if something was tested.
  const parts = sections.filter(
    ({ id, count, content }) => content !== undefined && (count !== 0 || (id === 'findings' && problems === undefined)),
  );
  return page({
    title: `${results.conclusion}: Assay, run ${results.run.id}`,
    body: html`<a class="skip" href="#findings">Skip to findings</a>
${head(results)}
<nav aria-label="Parts of this report"><ul>${parts.map(({ id, name, count }) => html`<li><a href="#${id}">${name}${count !== undefined && html` <span>${count}</span>`}</a></li>`)}</ul></nav>
${problems === undefined && filter(all)}
<main>
${parts.map(
  ({
    id,
    name,
    heading = name,
    count,
    content,
  }) => html`<section id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${heading}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${content}</section>\n`,
)}
</main>
<footer><p>Assay ${results.suite.version}. A pass means that a response could have contradicted the requirement, and did not. Gaps in the document are observed and never fail.</p></footer>`,
    script: SCRIPT,
  });
}

function head(results: Results) {
  const { word, sentence, gate } = concluded(results);
  const tone = results.problems === undefined ? TONE[results.conclusion] : 'warn';
  return masthead(
    tone,
    'conformance report',
    capital(word.toLowerCase()),
    html`<p class="lead">${capital(sentence)}</p>
<p class="gate"><b>Exit code ${results.exitCode}.</b>${gate.map((reason) => html`<br>${reason}`)}</p>
${results.target.reference && html`<p class="remark v-observed">${referenceOf(results)}</p>`}
<p class="about">${whom(results)}</p>`,
  );
}

/** Returns the addresses of an interface's services. */
function addressesOf(settings: Settings) {
  return addressesIn(settings)
    .map(([, url]) => url)
    .join(', ');
}

/** Returns the addresses and the time of the run, in one line. */
function whom({ target, run }: Results) {
  const tested = target.reference ? [] : Object.values(target.interfaces);
  const addresses = tested.map(addressesOf).filter(Boolean).join(', ');
  return `${addresses && `${addresses}; `}${utc(run.startedAt)}${run.id && `, run ${run.id}`}`;
}

/** Target, credentials, permissions and versions of the run. */
function facts({ results, exchanges }: ReportInput) {
  const { run, suite, target } = results;
  const lanes = [...new Set(exchanges.map(({ lane }) => lane))];
  const lines = (all: readonly Content[]): Content => all.map((line) => html`<div>${line}</div>`);
  const rows: Readonly<Record<string, Content>> = {
    Requests: `${trafficOf(results)}${lanes.length > 1 ? `, with ${new Intl.ListFormat('en-GB').format(lanes)}` : ''}`,
    Target: lines(
      Object.entries(target.interfaces).map(([name, own]) => `${name}: ${addressesOf(own) || 'on this machine'}`),
    ),
    'Not configured': results.notConfigured.join(', '),
    'Allowed to create': target.allowCreate.join(', ') || 'no objects (read-only)',
    'Not offered': target.notOffered.join(', '),
    'Narrowed to': run.only.join(', '),
    Profile: profileOf(results),
    Run: html`<code>${run.id || 'none'}</code>, <time datetime="${run.startedAt}">${utc(run.startedAt)}</time>, seed ${run.seed}, Assay ${suite.version}`,
    Contracts: lines(
      Object.entries(suite.contracts).map(([name, digest]) => html`${name} <code>${digest.slice(0, 16)}</code>`),
    ),
  };
  const shown = Object.entries(rows).filter(
    ([, content]) => content !== '' && content !== undefined && !(Array.isArray(content) && content.length === 0),
  );
  return html`<dl class="facts">${shown.map(([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>`;
}
