/** The conclusion and its basis. */
import { addressesIn } from '../../compare/addresses.ts';
import type { Results } from '../../engine/words/types.ts';
import { concluded, number } from '../parts/conclusion.ts';
import { profileWords } from '../parts/profile-words.ts';
import type { ReportInput } from '../parts/report-input.ts';
import { type Content, html, type Markup } from './markup.ts';
import { masthead } from './page.ts';
import { TONE } from './verdict.ts';

export function head(input: ReportInput): Markup {
  const { results } = input;
  const { word, sentence } = concluded(results);
  const tone = results.problems === undefined ? TONE[results.conclusion] : 'warn';
  return masthead(
    tone,
    'conformance report',
    `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`,
    html`<p class="lead">${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}</p>
<p class="gate"><b>Exit code ${results.exitCode}.</b> ${results.gate.join(' ')}</p>
${results.target.reference && html`<p class="remark">This run tested the reference services shipped with Assay, not a deployment.</p>`}
<p class="about">${whom(results)}</p>`,
  );
}

/** The addresses and the time of the run, in one line. */
function whom({ target, run }: Results): string {
  const addresses = Object.values(target.interfaces).flatMap((given) => addressesIn(given).map(([, url]) => url));
  const at = `${run.startedAt.replace('T', ' ').slice(0, 16)} UTC`;
  return `${addresses.length > 0 ? `${addresses.join(', ')}; ` : ''}${at}${run.id === '' ? '' : `, run ${run.id}`}`;
}

/** Target, credentials, permissions and versions of the run. */
export function facts({ results, exchanges }: ReportInput): Markup {
  const { run, suite, target } = results;
  const seconds = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  const verified = Object.values(results.verified).reduce((sum, count) => sum + count, 0);
  const verifiable = results.requirements.filter(({ basis }) => basis === 'documented' || basis === 'standard');
  const lanes = [...new Set(exchanges.map(({ lane }) => lane))];
  const rows: (readonly [string, Content])[] = [
    [
      'Rests on',
      `${verified} of ${number(verifiable.length, 'documented or standard requirement')} verified: passed, with responses that could have contradicted them`,
    ],
    [
      'Sent',
      `${number(run.requests, 'request')} in ${seconds.toFixed(1)} s${lanes.length > 0 ? `, with ${lanes.join(' and ')}` : ''}`,
    ],
    [
      'Target',
      Object.entries(target.interfaces).map(
        ([name, given]) =>
          html`<div>${name}: ${
            addressesIn(given)
              .map(([, url]) => url)
              .join(', ') || 'no address'
          }</div>`,
      ),
    ],
    ['Not configured', results.notConfigured.join(', ')],
    ['May create', target.allowCreate.join(', ') || 'nothing (read-only)'],
    ['Not offered', target.notOffered.join(', ')],
    ['Narrowed to', run.only.join(', ')],
    [
      'Profile',
      suite.profile &&
        html`<div>${suite.profile.name} (${suite.profile.digest.slice(0, 12)})</div>${profileWords(results).map((text) => html`<div>${text}</div>`)}`,
    ],
    [
      'Run',
      html`<code>${run.id || 'none'}</code>, <time datetime="${run.startedAt}">${run.startedAt.replace('T', ' ').slice(0, 19)} UTC</time>, seed ${run.seed}, Assay ${suite.version}`,
    ],
    [
      'Contracts',
      Object.entries(suite.contracts).map(
        ([name, digest]) => html`<div>${name} <code>${digest.slice(0, 16)}</code></div>`,
      ),
    ],
  ];
  const shown = rows.filter(
    ([, content]) => content !== '' && content !== undefined && !(Array.isArray(content) && content.length === 0),
  );
  return html`<section id="about" aria-labelledby="h-about"><h2 id="h-about">About this run</h2>
<dl class="facts">${shown.map(([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl></section>`;
}

/** Settings problems and notices. */
export function notices({ results }: ReportInput): Markup | undefined {
  const all = [...(results.problems ?? []), ...results.notices];
  if (all.length === 0) return undefined;
  return html`<section id="notices" aria-labelledby="h-notices"><h2 id="h-notices">Notices <span class="count">${all.length}</span></h2>
<ul>${all.map((notice) => html`<li>${notice}</li>`)}</ul></section>`;
}
