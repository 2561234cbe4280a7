/** Style of every page: light and dark, print, narrow and wide. */
import type { Verdict } from '../../../engine/words/types.ts';

/** Colour of each verdict: in light and in dark. */
const TONES: Readonly<Record<Verdict, readonly [light: string, dark: string]>> = {
  pass: ['#17723f', '#6fcf98'],
  fail: ['#b0201a', '#ff938a'],
  warn: ['#7a4f00', '#ecbd5a'],
  error: ['#9a0f73', '#f395d5'],
  inconclusive: ['#5f449a', '#c3b0ea'],
  skipped: ['#56606b', '#a3adb8'],
  'not-applicable': ['#56606b', '#a3adb8'],
  observed: ['#0d6074', '#78c9dc'],
};

const verdicts = Object.entries(TONES);

export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: #fff; --panel: #f6f7f9; --text: #1b2026; --muted: #59636f; --line: #dde2e8; --link: #0a58a8; --mark: #ffe08a;
  --mono: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
${verdicts.map(([verdict, [light]]) => `.v-${verdict} { --tone: ${light}; }`).join('\n')}
@media (prefers-color-scheme: dark) {
  :root { --bg: #13161a; --panel: #1a1f25; --text: #e3e7eb; --muted: #9ca6b1; --line: #2c343d; --link: #83bcff; --mark: #6b5200; }
${verdicts.map(([verdict, [, dark]]) => `  .v-${verdict} { --tone: ${dark}; }`).join('\n')}
}
[class*="v-"] { --tone-bg: color-mix(in srgb, var(--tone) 9%, var(--bg)); }

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 3.2rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 0 1.5rem 3rem; max-width: 76rem; background: var(--bg); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.15em; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; }
h1 { font-size: 2rem; line-height: 1.2; color: var(--tone); margin: 0.35rem 0 0.25rem; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.35rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 0.9375rem; margin: 1.25rem 0 0.4rem; }
code, pre, .id, .url, .seen, .method, .outcome { font: 0.8125rem/1.5 var(--mono); }
code, .url, dd, li, .seen, .came, .asked, .outcome { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.count, .about, .none, .clause, .lanes, .refs, .label, .headers, .id, .slash, dt, summary::marker, .ids li::marker { color: var(--muted); }
.about, .none, .clause, .lanes, .refs, .label, .headers, .self, .requests, footer { font-size: 0.8438rem; }
.count, .n, .no, .took, nav span { font-variant-numeric: tabular-nums; font-weight: 400; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 3; background: var(--bg); padding: 0.4rem 0.8rem; }
main > p { margin: 0.5rem 0; }
main > ul, .parts ul { padding-left: 1.25rem; }
p > code { white-space: pre-wrap; }

.masthead { padding: 0.1rem 0 0.1rem 1.25rem; margin: 1.5rem 0 1rem; border-left: 5px solid var(--tone); }
.brand { font-weight: 600; }
.brand span, .gate { font-weight: 400; color: var(--muted); }
.remark { margin: 0.6rem 0; color: var(--tone); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(25rem, 100%), 1fr)); gap: 0.3rem 2rem; font-size: 0.875rem; }
.facts > div, .parts, .certificate { display: grid; grid-template-columns: 8rem 1fr; gap: 0.35rem 1rem; }

nav { position: sticky; top: 0; z-index: 2; background: var(--bg); border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.15rem; list-style: none; padding: 0; }
nav a { display: block; padding: 0.55rem 0; color: var(--text); text-decoration: none; font-size: 0.875rem; }
nav span { color: var(--muted); }

.badge, .standing { padding: 0.05rem 0.45rem; border-radius: 4px; font-size: 0.75rem; font-weight: 600; white-space: nowrap; }
.badge { color: var(--tone); background: var(--tone-bg); }
.standing { border: 1px solid currentColor; color: var(--tone, var(--muted)); margin-left: auto; }

table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; font-weight: 400; }
thead th { font-size: 0.8125rem; color: var(--muted); vertical-align: bottom; }
thead th, .plain td, .rows td { border-bottom: 1px solid var(--line); }
.rows td:first-child { width: 7.5rem; }
.rows td:last-child { width: 38%; }
.wide { overflow-x: auto; position: relative; }
.group .name, .blame { font-weight: 600; }

summary { cursor: pointer; }
.finding { border: 1px solid var(--line); border-left: 3px solid var(--tone); border-radius: 5px; margin: 0.4rem 0; }
.finding > summary { padding: 0.45rem 0.75rem; display: flex; gap: 0.65rem; align-items: baseline; }
.finding > summary::before, summary.row::before { content: "\\25B8"; color: var(--muted); }
[open] > summary.row::before, .finding[open] > summary::before { content: "\\25BE"; }
.what { flex: 1 1 12rem; display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; min-width: 0; }
.inside { padding: 0.75rem 1rem 1rem; border-top: 1px solid var(--line); }
.got, .command { background: var(--panel); padding: 0.1rem 0.35rem; border-radius: 3px; }
.got { background: var(--tone-bg); }
.command { user-select: all; }
.cause { border-bottom: 1px solid var(--line); padding: 0.35rem 0; }
.cause .count { display: inline-block; min-width: 2rem; text-align: right; margin-right: 0.5rem; }
.cause .ids { padding: 0.3rem 0 0.5rem 4.2rem; }

.exchange { margin-top: 0.9rem; border: 1px solid var(--line); border-radius: 5px; padding: 0.6rem 0.8rem 0.8rem; background: var(--panel); }
.method { font-weight: 600; }
.pair { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; margin-top: 0.5rem; }
.pair > div { flex: 1 1 24rem; min-width: 0; }
.body { background: var(--bg); border: 1px solid var(--line); border-radius: 4px; padding: 0.5rem 0.65rem; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0.05rem 0.15rem; }

.chunk { content-visibility: auto; contain-intrinsic-size: auto 2600px; }
.requests { list-style: none; padding: 0; }
.requests > li { border-bottom: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 0.8rem 3.2rem minmax(0, 1fr) 3.4rem 4.4rem minmax(0, 18rem); gap: 0 0.7rem; align-items: baseline; padding: 0.18rem 0; }
div.row::before { content: ""; }
.no, .took, .with { color: var(--muted); }
.took { text-align: right; }
.outcome { color: var(--tone); }
.group > summary { padding: 0.3rem 0; }
.tally { margin-left: 0.6rem; font-size: 0.8438rem; }
.tally span { color: var(--tone); }
.tally span + span::before { content: " · "; color: var(--muted); }

.filter { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: center; margin: 0.9rem 0 0; padding: 0.5rem 0.75rem; background: var(--panel); border-radius: 5px; font-size: 0.875rem; }
.filter label { display: flex; gap: 0.4rem; align-items: center; min-width: 0; }
input, select, button { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--muted); border-radius: 4px; padding: 0.15rem 0.5rem; max-width: 100%; }
.copy { padding: 0 0.45rem; font-size: 0.75rem; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--muted); }

table.grid { width: auto; }
.grid th, .grid td { border: 1px solid var(--line); padding: 0.15rem 0.5rem; vertical-align: baseline; }
.grid .number { text-align: right; }
.grid [class*="v-"], main li [class*="v-"] { color: var(--tone); font-weight: 600; }
.verdicts td { text-align: center; }
.verdicts thead th { writing-mode: vertical-rl; }
.verdicts thead th:first-child { writing-mode: horizontal-tb; vertical-align: bottom; }
.verdicts tbody th { font: 0.8125rem var(--mono); }
.odd { outline: 2px solid currentColor; outline-offset: -3px; }

@media screen and (max-width: 46rem) {
  body { padding: 0 1rem 2rem; }
  nav { position: static; }
  .facts > div, .parts, .certificate { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
  .finding > summary { flex-wrap: wrap; }
  .row { grid-template-columns: 0.8rem 2.8rem minmax(0, 1fr) 3.2rem; }
  .plain thead { display: none; }
  .took { grid-column: 4; grid-row: 2; }
  .with { grid-column: 3; }
  .filter label { width: 100%; justify-content: space-between; }
  :is(.rows, .plain) :is(tbody, tr, td, th) { display: block; width: auto; border: 0; padding: 0.1rem 0; overflow-wrap: anywhere; }
  :is(.rows, .plain) tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
}
@media print {
  :root { --bg: #fff; --panel: #fff; --text: #000; --muted: #444; --line: #bbb; }
  nav, .skip, .filter, .copy, #requests { display: none; }
  .wide { overflow: visible; }
  .chunk, details::details-content { content-visibility: visible; }
  details.finding::details-content, details.cause::details-content { display: block; }
  mark { text-decoration: underline; }
}
`;
