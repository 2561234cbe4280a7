/** The conclusion and its basis. */
import { addressesIn } from '../../compare/comparable.ts';
import type { Results, Settings } from '../../engine/words/types.ts';
import { concluded } from '../parts/conclusion.ts';
import { profileNames } from '../parts/profile-names.ts';
import type { ReportInput } from '../parts/report-input.ts';
import { capital, trafficOf, verifiedOf } from '../parts/tally.ts';
import { type Content, html, type Markup } from './markup.ts';
import { list, masthead, section } from './page.ts';
import { TONE } from './verdict.ts';

export function head(input: ReportInput): Markup {
  const { results } = input;
  const { word, sentence } = concluded(results);
  const tone = results.problems === undefined ? TONE[results.conclusion] : 'warn';
  return masthead(
    tone,
    'conformance report',
    capital(word.toLowerCase()),
    html`<p class="lead">${capital(sentence)}</p>
<p class="gate"><b>Exit code ${results.exitCode}.</b> ${results.gate.join(' ')}</p>
${results.target.reference && html`<p class="remark">This run tested the reference services shipped with Assay, not a deployment.</p>`}
<p class="about">${whom(results)}</p>`,
  );
}

/** The addresses of an interface's services. */
function addressesOf(settings: Settings): string {
  return addressesIn(settings)
    .map(([, url]) => url)
    .join(', ');
}

/** The addresses and the time of the run, in one line. */
function whom({ target, run }: Results): string {
  const addresses = Object.values(target.interfaces).map(addressesOf).filter(Boolean).join(', ');
  return [
    ...(addresses === '' ? [] : [`${addresses}; `]),
    `${utc(run.startedAt, 16)}`,
    run.id && `, run ${run.id}`,
  ].join('');
}

/** A date for people, up to the minute (16) or the second (19). */
function utc(date: string, length: 16 | 19): string {
  return `${date.replace('T', ' ').slice(0, length)} UTC`;
}

/** Target, credentials, permissions and versions of the run. */
export function facts({ results, exchanges }: ReportInput): Markup {
  const { run, suite, target } = results;
  const lanes = [...new Set(exchanges.map(({ lane }) => lane))];
  const lines = (all: readonly Content[]): Content => all.map((line) => html`<div>${line}</div>`);
  const rows: Readonly<Record<string, Content>> = {
    'Rests on': `${verifiedOf(results)}; verified: passed, with responses that could have contradicted it`,
    Sent: `${trafficOf(run)}${lanes.length > 1 ? `, with ${lanes.join(' and ')}` : ''}`,
    Target: lines(
      Object.entries(target.interfaces).map(([name, own]) => `${name}: ${addressesOf(own) || 'no address'}`),
    ),
    'Not configured': results.notConfigured.join(', '),
    'May create': target.allowCreate.join(', ') || 'no objects (read-only)',
    'Not offered': target.notOffered.join(', '),
    'Narrowed to': run.only.join(', '),
    Profile:
      suite.profile &&
      lines([`${suite.profile.name} (${suite.profile.digest.slice(0, 12)})`, ...profileNames(results)]),
    Run: html`<code>${run.id || 'none'}</code>, <time datetime="${run.startedAt}">${utc(run.startedAt, 19)}</time>, seed ${run.seed}, Assay ${suite.version}`,
    Contracts: lines(
      Object.entries(suite.contracts).map(([name, digest]) => html`${name} <code>${digest.slice(0, 16)}</code>`),
    ),
  };
  const shown = Object.entries(rows).filter(
    ([, content]) => content !== '' && content !== undefined && !(Array.isArray(content) && content.length === 0),
  );
  return section(
    'about',
    'About this run',
    undefined,
    html`<dl class="facts">${shown.map(([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>`,
  );
}

/** Settings problems and notices. */
export function notices({ results }: ReportInput): Markup | undefined {
  const all = [...(results.problems ?? []), ...results.notices];
  return all.length === 0 ? undefined : section('notices', 'Notices', all.length, list(all));
}
