/** Style of every page: light and dark, print, narrow and wide. */
import type { Verdict } from '../../../engine/words/types.ts';

/** Colour of each verdict, by the name of its variable. */
const TONES: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  error: 'ours',
  inconclusive: 'open',
  skipped: 'quiet',
  'not-applicable': 'quiet',
  observed: 'seen',
};

export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: #ffffff; --panel: #f6f7f9; --text: #1b2026; --muted: #59636f; --line: #dde2e8; --link: #0a58a8; --mark: #ffe08a; --mark-text: #2a2100;
  --pass: #17723f; --pass-bg: #e5f4eb; --fail: #b0201a; --fail-bg: #fdeceb; --warn: #805300; --warn-bg: #fcf1d8;
  --open: #5f449a; --open-bg: #f0ebfa; --quiet: #56606b; --quiet-bg: #eceff2; --seen: #0d6074; --seen-bg: #e2f2f6; --ours: #9a0f73; --ours-bg: #fce9f6;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #13161a; --panel: #1a1f25; --text: #e3e7eb; --muted: #9ca6b1; --line: #2c343d; --link: #83bcff; --mark: #6b5200; --mark-text: #fff3c9;
    --pass: #6fcf98; --pass-bg: #12301f; --fail: #ff938a; --fail-bg: #3b1715; --warn: #ecbd5a; --warn-bg: #33270a;
    --open: #c3b0ea; --open-bg: #292040; --quiet: #a3adb8; --quiet-bg: #262c33; --seen: #78c9dc; --seen-bg: #0f2c34; --ours: #f395d5; --ours-bg: #3a1331;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: auto; scroll-padding-top: 3.2rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 0 1.5rem 3rem; max-width: 76rem; background: var(--bg); color: var(--text); font: 0.9375rem/1.5 var(--sans); }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible, input:focus-visible, select:focus-visible, button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; }
h2 { font-size: 1.125rem; font-weight: 600; margin: 2.5rem 0 0.75rem; padding-bottom: 0.35rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 0.9375rem; font-weight: 600; margin: 1.25rem 0 0.4rem; }
code, pre, .id, .url, .seen { font-family: var(--mono); font-size: 0.8125rem; }
code, .url, dd, li, .seen, .came, .asked { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.count { font-weight: 400; font-size: 0.875em; color: var(--muted); font-variant-numeric: tabular-nums; }
.about, .empty, .none, .clause, .lanes, .refs { color: var(--muted); font-size: 0.8438rem; }
.slash { color: var(--muted); font-weight: 400; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 3; background: var(--bg); padding: 0.4rem 0.8rem; }

.masthead { padding: 0.1rem 0 0.1rem 1.25rem; margin-top: 1.5rem; border-left: 5px solid var(--tone); } .masthead + main { margin-top: 1rem; }
${Object.entries(TONES)
  .map(
    ([verdict, tone]) =>
      `.t-${verdict}, .v-${verdict}, .c-${verdict}, .f-${verdict}, .grid .${verdict} { --tone: var(--${tone}); --tone-bg: var(--${tone}-bg); }`,
  )
  .join('\n')}
.brand { font-weight: 600; font-size: 0.875rem; } .brand span { font-weight: 400; color: var(--muted); }
h1 { font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; color: var(--tone); margin: 0.35rem 0 0.25rem; }
.lead { font-size: 1.0625rem; } .gate { color: var(--muted); margin-top: 0.15rem; } .gate b { font-weight: 600; color: var(--text); }
.remark { margin-top: 0.6rem; display: inline-block; padding: 0.2rem 0.6rem; background: var(--seen-bg); color: var(--seen); border-radius: 4px; font-size: 0.875rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(25rem, 100%), 1fr)); gap: 0.3rem 2rem; margin-top: 1.1rem; font-size: 0.875rem; }
.facts > div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0.75rem; } .facts dt { color: var(--muted); }

nav { position: sticky; top: 0; z-index: 2; background: var(--bg); margin: 1.25rem -1.5rem 0; padding: 0 1.5rem; border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.15rem; list-style: none; padding: 0; }
nav a { display: block; padding: 0.55rem 0; color: var(--text); text-decoration: none; font-size: 0.875rem; white-space: nowrap; }
nav a:hover { color: var(--link); text-decoration: underline; } nav span { color: var(--muted); font-variant-numeric: tabular-nums; }

.badge, .standing { display: inline-block; padding: 0.05rem 0.45rem; border-radius: 4px; font-size: 0.75rem; font-weight: 600; line-height: 1.5; white-space: nowrap; }
.badge { color: var(--tone); background: var(--tone-bg); }
.standing { border: 1px solid currentColor; margin-left: auto; } .s-unexpected, .s-new, .s-expired { color: var(--fail); } .standing.s-known { color: var(--muted); }
details.cause.s-unexpected, details.cause.s-new, details.cause.s-expired { color: inherit; }

table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; font-weight: 400; }
thead th { font-size: 0.8125rem; color: var(--muted); border-bottom: 1px solid var(--line); vertical-align: bottom; }
.plain td, .rows td { border-bottom: 1px solid var(--line); }
.plain td:first-child { width: 34%; } .plain .refs { white-space: nowrap; width: 10%; }
.wide { overflow-x: auto; position: relative; } .matrix td { position: relative; }
.matrix th:first-child { padding-left: 0.5rem; } .matrix tbody tr:not(.interface) th:first-child { padding-left: 1.25rem; }
.matrix .n { text-align: right; font-variant-numeric: tabular-nums; padding: 0.22rem 0.9rem; white-space: nowrap; }
.matrix .n a { text-decoration: none; color: inherit; font-weight: 600; } .matrix .n a:hover { text-decoration: underline; }
.matrix th a { text-decoration: none; } .matrix th a:hover { text-decoration: underline; } .matrix tbody tr { border-bottom: 1px solid var(--line); } .matrix tbody tr:hover { background: var(--panel); }
.matrix .interface { background: var(--panel); } .matrix .interface th, .matrix .interface td { font-weight: 600; padding-top: 0.45rem; padding-bottom: 0.45rem; }
.matrix .name { margin-right: 0.4rem; } .matrix .share { width: 20%; min-width: 6rem; vertical-align: middle; }
.matrix td.n, .tally .t { color: var(--tone); } .c-fail, .c-warn, .c-error { background: var(--tone-bg); }
.bar { display: block; width: 100%; height: 7px; border-radius: 3px; }
.bar rect { fill: var(--tone); } .f-pass { opacity: 0.75; } .f-observed { opacity: 0.6; } .bar .f-skipped, .bar .f-not-applicable { fill: var(--line); }

summary { cursor: pointer; } summary::marker { color: var(--muted); }
.finding { border: 1px solid var(--line); border-left: 3px solid var(--tone, var(--line)); border-radius: 5px; margin: 0.4rem 0; background: var(--bg); }
.finding > summary { padding: 0.45rem 0.75rem; list-style-position: outside; display: flex; gap: 0.65rem; align-items: baseline; }
.finding > summary::before, .requests details > summary::before { content: "\\25B8"; color: var(--muted); font-size: 0.8em; }
.finding[open] > summary::before, .requests details[open] > summary::before { content: "\\25BE"; }
.finding > summary:hover { background: var(--panel); } .finding[open] > summary { border-bottom: 1px solid var(--line); }
.finding .what { flex: 1 1 12rem; display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; min-width: 0; } .id { color: var(--muted); overflow-wrap: anywhere; }
.inside { padding: 0.75rem 1rem 1rem; }
.parts { display: grid; grid-template-columns: 7rem 1fr; gap: 0.35rem 1rem; } .parts dt { color: var(--muted); } .parts ul { padding-left: 1.1rem; }
.got { background: var(--fail-bg); color: var(--text); padding: 0.1rem 0.35rem; border-radius: 3px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.v-warn .got { background: var(--warn-bg); } .command { user-select: all; background: var(--panel); padding: 0.15rem 0.4rem; border-radius: 3px; }
.cause { border-bottom: 1px solid var(--line); } .cause > summary { padding: 0.35rem 0; } .cause .ids { padding: 0.1rem 0 0.7rem 4.2rem; } .cause .ids li::marker { color: var(--muted); } .cause summary .count { display: inline-block; min-width: 2rem; text-align: right; margin-right: 0.5rem; }
.blame { font-weight: 600; }

.exchange { margin-top: 0.9rem; border: 1px solid var(--line); border-radius: 5px; padding: 0.6rem 0.8rem 0.8rem; background: var(--panel); }
.exchange .line { font-size: 0.875rem; } .method { font-family: var(--mono); font-size: 0.8125rem; font-weight: 600; }
.pair { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; margin-top: 0.5rem; }
.pair.single { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
.label { font-size: 0.8125rem; color: var(--muted); } .label b { color: var(--text); } .headers { font-size: 0.8125rem; margin-bottom: 0.3rem; } .headers pre { padding: 0.3rem 0 0.3rem 1rem; }
.body > .cut { margin: 0.15rem 0; } .body > .cut pre { padding: 0.15rem 0; }
.body { background: var(--bg); border: 1px solid var(--line); border-radius: 4px; padding: 0.5rem 0.65rem; max-height: none; }
.cut { color: var(--muted); font-family: var(--sans); font-size: 0.8125rem; }
mark { background: var(--mark); color: var(--mark-text); border-radius: 3px; padding: 0.05rem 0.15rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }

.chunk { content-visibility: auto; contain-intrinsic-size: auto 2600px; }
#findings .chunk { contain-intrinsic-size: auto 120px; }
.requests { list-style: none; padding: 0; font-size: 0.8438rem; }
.requests > li { border-bottom: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 0.8rem 3.2rem 9rem minmax(0, 1fr) 3.4rem 4.4rem minmax(0, 18rem); gap: 0 0.7rem; align-items: baseline; padding: 0.18rem 0; list-style: none; }
div.row { padding-left: 1.5rem; grid-template-columns: 3.2rem 9rem minmax(0, 1fr) 3.4rem 4.4rem minmax(0, 18rem); }
.row::-webkit-details-marker { display: none; } summary.row:hover { background: var(--panel); }
.no, .took { color: var(--muted); font-variant-numeric: tabular-nums; } .took { text-align: right; white-space: nowrap; } .with { color: var(--muted); }
.span { width: 100%; height: 8px; align-self: center; background: var(--panel); border-radius: 2px; }
.span rect { fill: var(--link); } .span rect.o-4xx { fill: var(--quiet); } .span rect.o-5xx, .span rect.o-none { fill: var(--fail); }
.outcome { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; } .outcome.o-5xx, .outcome.o-none { color: var(--fail); }
.requests .exchange { margin: 0.2rem 0 0.8rem 1.5rem; }

.group > summary { padding: 0.3rem 0; } .group .tally { margin-left: 0.6rem; font-size: 0.8438rem; } .tally .t { background: none; } .tally span + span::before { content: " · "; color: var(--muted); } .group .name { font-weight: 600; } .group[open] { margin-bottom: 1rem; }
.rows td:first-child { width: 7.5rem; } .rows td:last-child { width: 38%; } .rows td.came { font-size: 0.875rem; }
.filter { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: center; margin: 0.9rem 0 0; padding: 0.5rem 0.75rem; background: var(--panel); border-radius: 5px; font-size: 0.875rem; }
.filter label { display: flex; gap: 0.4rem; align-items: center; min-width: 0; } .filter select { max-width: 16rem; min-width: 0; } .filter output { color: var(--muted); }
input[type=search], select, button { font: inherit; font-size: 0.875rem; color: inherit; background: var(--bg); border: 1px solid var(--muted); border-radius: 4px; padding: 0.15rem 0.5rem; max-width: 100%; }
input[type=search] { width: 17rem; } button { cursor: pointer; } button:hover { color: var(--link); } .copy { padding: 0 0.45rem; font-size: 0.75rem; vertical-align: baseline; }
.self { font-size: 0.8438rem; margin-top: 0.4rem; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.8438rem; }

.good { color: var(--pass); } .bad { color: var(--fail); font-weight: 600; } main > p { margin: 0.5rem 0; } main > ul { padding-left: 1.25rem; }
.certificate { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin-top: 1rem; } .certificate dt { color: var(--muted); }
table.grid { width: auto; } .grid th, .grid td { border: 1px solid var(--line); padding: 0.15rem 0.5rem; vertical-align: baseline; } .grid .number { text-align: right; }
.verdicts td { text-align: center; min-width: 1.2em; } .verdicts thead th { writing-mode: vertical-rl; } .verdicts thead th:first-child { writing-mode: horizontal-tb; vertical-align: bottom; }
.verdicts tbody th { font: 0.8125rem var(--mono); position: sticky; left: 0; background: var(--bg); white-space: nowrap; }
.history .changed { text-align: left; font-size: 0.8125rem; min-width: 13rem; } .history thead th:last-child { writing-mode: horizontal-tb; vertical-align: bottom; } .history tbody th { position: static; }
.grid .fail, .grid .error, .grid .warn { font-weight: 700; } .grid :is(${Object.keys(TONES)
  .map((verdict) => `.${verdict}`)
  .join(', ')}) { color: var(--tone); }
.odd { outline: 2px solid currentColor; outline-offset: -3px; }

@media screen and (max-width: 46rem) {
  body { padding: 0 1rem 2rem; } nav { position: static; margin: 1rem -1rem 0; padding: 0 1rem; } html { scroll-padding-top: 0.5rem; } h1 { font-size: 1.6rem; }
  .facts > div, .parts { grid-template-columns: 1fr; gap: 0; } .facts { gap: 0.5rem; } .parts dd { margin-bottom: 0.5rem; } .pair { grid-template-columns: minmax(0, 1fr); }
  .finding > summary { flex-wrap: wrap; } .inside { padding: 0.6rem 0.7rem 0.8rem; } .exchange { padding: 0.5rem; }
  .row, div.row { grid-template-columns: 0.8rem 2.8rem minmax(0, 1fr) 3.2rem; padding-left: 0; } div.row { grid-template-columns: 2.8rem minmax(0, 1fr) 3.2rem; }
  .row .span { display: none; } .row .took { grid-column: 4; grid-row: 2; } .row .with { grid-column: 3; } div.row .with { grid-column: 2; } div.row .took { grid-column: 3; }
  .filter label, .filter input, .filter select { width: 100%; max-width: none; } .filter label { justify-content: space-between; } .filter input, .filter select { flex: 0 1 14rem; } .requests .exchange { margin-left: 0; }
  .rows, .rows tbody, .rows tr, .rows td, .plain, .plain tbody, .plain tr, .plain td { display: block; width: auto !important; } .plain thead { display: none; }
  .history, .history tbody { display: block; } .history thead { display: none; } .history tr { display: flex; flex-wrap: wrap; border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .history tbody th, .history .changed { width: 100%; white-space: normal; overflow-wrap: anywhere; } .history th, .history td { border: 0; padding: 0.05rem 0.2rem; } .history .changed:empty { display: none; }
  .rows td, .plain td { border: 0; padding: 0.1rem 0; } .rows tr, .plain tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; } .matrix .n { padding: 0.22rem 0.3rem; font-size: 0.8125rem; } .matrix thead .n { writing-mode: vertical-rl; text-align: left; } .matrix th { overflow-wrap: anywhere; } .matrix .share { display: none; }
}
@media print {
  .wide { overflow: visible; }
  :root { --bg: #fff; --panel: #fff; --text: #000; --muted: #444; --line: #bbb; }
  body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.4; } nav, .skip, .filter { display: none; } h2, h3, summary { break-after: avoid; } h2 { margin-top: 1.4rem; }
  .masthead { margin-top: 0; } .facts { grid-template-columns: 1fr 1fr; } code, pre, .id, .url, .seen { font-size: 7.5pt; } .clause, .about, .requests, .facts { font-size: 8pt; }
  tr, dt, .exchange .line { break-inside: avoid; } .chunk { content-visibility: visible; } a { color: inherit; text-decoration: none; }
  details.finding::details-content, details.cause::details-content { content-visibility: visible; display: block; }
  .finding .exchange ~ .exchange, .headers, .row .span, .finding > summary::before { display: none; } .inside { padding: 0.4rem 0.7rem 0.6rem; } .exchange { padding: 0.3rem 0.5rem; }
  mark { font-weight: 700; text-decoration: underline; print-color-adjust: exact; } .badge, .got { print-color-adjust: exact; }
  .row, div.row { grid-template-columns: 2.6rem minmax(0, 1fr) 3rem 3.6rem minmax(0, 13rem); padding: 0; } summary.row::before { display: none; }
  .requests ~ .requests { display: none; } #requests::after { content: "Print shows at most the first hundred requests; the evidence contains all of them."; color: var(--muted); font-size: 8pt; }
}
@media (prefers-reduced-motion: no-preference) { .finding > summary { transition: background 120ms; } }
`;
