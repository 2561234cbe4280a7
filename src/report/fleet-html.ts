/** Many deployments side by side in one HTML file: no script, no request. */
import type { FleetMember, FleetOverview, FleetRow } from '../engine/fleet.ts';
import type { Verdict } from '../engine/types.ts';
import { printable } from './printable.ts';

/** A verdict in a narrow cell, beside its colour. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  inconclusive: '?',
  skipped: '–',
  'not-applicable': '·',
  observed: '·',
  error: 'E',
};

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --fail: #c62828; --warn: #b26a00; --open: #5b6b7a; --pass: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --fail: #ff8a80; --warn: #ffcc80; --open: #b0bec5; --pass: #a5d6a7; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { border: 1px solid var(--line); padding: 0.15rem 0.5rem; text-align: left; }
.number { text-align: right; }
.scroll { overflow-x: auto; }
.matrix td { text-align: center; min-width: 1.2em; }
.matrix thead th { writing-mode: vertical-rl; font-weight: normal; }
.matrix thead th:first-child { writing-mode: horizontal-tb; vertical-align: bottom; }
.matrix tbody th { font: 13px ui-monospace, monospace; position: sticky; left: 0; background: Canvas; white-space: nowrap; }
.fail, .error { color: var(--fail); font-weight: bold; } .warn { color: var(--warn); font-weight: bold; }
.inconclusive, .skipped, .not-applicable { color: var(--open); } .pass { color: var(--pass); }
.odd { outline: 2px solid currentColor; outline-offset: -3px; }
@media print { .scroll { overflow: visible; } }
`;

/** Renders an overview as one page. */
export function renderFleetHtml(overview: FleetOverview): string {
  const { deployments, exitCode, shard, planned } = overview;
  const passed = deployments.filter((one) => one.exitCode === 0).length;
  const part = shard ? ` Part ${shard.index} of ${shard.of} of a fleet of ${planned.length}.` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay: ${deployments.length} deployments</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${deployments.length} deployments: ${passed} passed the gate, ${deployments.length - passed} did not</h1>
<p>Exit code ${exitCode}, the worst of them.${part}</p>
<h2>Deployments</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Deployments">
<table>
<thead><tr>${['Deployment', 'Exit code', 'Conclusion', 'Failed', 'Warned', 'Inconclusive', 'Skipped', 'Passed', 'Odd', 'Remark'].map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>
<tbody>
${deployments.map((member) => deploymentRow(member, overview.requirements)).join('\n')}
</tbody>
</table>
</div>
<h2>Where they differ</h2>
${matrix(overview)}
</main>
</body>
</html>
`;
}

function deploymentRow({ name, exitCode, conclusion, counts, directory, problem }: FleetMember, rows: readonly FleetRow[]): string {
  const odd = rows.filter((row) => row.odd && Object.hasOwn(row.others, name)).length;
  const number = (value: number | undefined): string => `<td class="number">${value ?? ''}</td>`;
  const title = directory === undefined ? text(name) : `<a href="${text(encodeURI(`${directory.replaceAll('\\', '/')}/results.json`))}">${text(name)}</a>`;
  return `<tr><th scope="row">${title}</th><td class="number${exitCode === 0 ? '' : ' fail'}">${exitCode}</td><td>${conclusion ?? ''}</td>${number(counts?.fail)}${number(counts?.warn)}${number(counts?.inconclusive)}${number(counts?.skipped)}${number(counts?.pass)}${number(odd)}<td>${text(problem ?? '')}</td></tr>`;
}

/** Requirements on which not all agree, and those which most do not pass. */
function matrix({ deployments, requirements }: FleetOverview): string {
  const rows = requirements.filter((row) => Object.keys(row.others).length > 0 || row.usual === 'fail' || row.usual === 'warn' || row.usual === 'error');
  if (rows.length === 0) return '<p>Every requirement has the same verdict everywhere, and none is a finding.</p>';
  const names = deployments.filter(({ directory }) => directory !== undefined).map(({ name }) => name);
  const legend = Object.entries(SIGNS)
    .filter(([verdict]) => verdict !== 'observed')
    .map(([verdict, sign]) => `<span class="${verdict}">${sign}</span> ${verdict}`)
    .join(', ');
  return `<p>${legend}. Framed: odd ones out, where at least two thirds agree.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Requirements by deployment">
<table class="matrix">
<thead><tr><th scope="col">Requirement</th>${names.map((name) => `<th scope="col">${text(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr><th scope="row">${text(row.id)}</th>${names.map((name) => cell(row, name)).join('')}</tr>`).join('\n')}
</tbody>
</table>
</div>`;
}

function cell(row: FleetRow, name: string): string {
  const verdict = row.others[name] ?? (row.without.includes(name) ? undefined : row.usual);
  if (verdict === undefined) return '<td></td>';
  const odd = row.odd && Object.hasOwn(row.others, name) ? ' odd' : '';
  return `<td class="${verdict}${odd}" title="${verdict}">${SIGNS[verdict]}</td>`;
}

/** Text as HTML, also within attributes. */
function text(value: string): string {
  return printable(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
