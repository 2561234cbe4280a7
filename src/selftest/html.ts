/** A self-test as one HTML file that needs nothing beside it. */
import type { InterfaceProof, Proof } from './proof.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border-bottom:1px solid #ccc;padding:.35rem .5rem;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}.good{color:#0a6b2d}.bad{color:#b00020;font-weight:600}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}.good{color:#6fd08c}.bad{color:#ff8a80}}`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const code = (text: string): string => `<code>${escaped(text)}</code>`;
const row = (cells: readonly string[], cell = 'td'): string => `<tr>${cells.map((content) => `<${cell}>${content}</${cell}>`).join('')}</tr>`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead>${row(head, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</thead><tbody>${rows.map((cells) => row(cells)).join('')}</tbody></table>`;
const list = (items: readonly string[]): string => (items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`);

/** The page. */
export function proofHtml(proof: Proof): string {
  const good = proof.exitCode === 0;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>Assay self-test</title><style>${STYLE}</style></head><body><main><h1>Assay self-test</h1>`,
    `<p class="${good ? 'good' : 'bad'}">${proof.reasons.map(escaped).join('<br>')}</p>`,
    table(
      ['interface', 'documented', 'shown to fail', 'faults killed', 'variants', 'lawful, drawn', 'judged wrongly', 'contradictions named'],
      proof.interfaces.map(summaryCells),
    ),
    list(proof.left.map(({ interface: of, why }) => `${code(of)} was not tested: ${escaped(why)}`)),
    ...proof.interfaces.map(section),
    `<p>Version ${escaped(proof.suite.version)}, seed ${proof.seed}.</p></main></body></html>`,
  ].join('\n');
}

function summaryCells({ interface: of, requirements, faults, lawful, unlawful }: InterfaceProof): string[] {
  const documented = requirements.filter(({ basis }) => basis === 'documented');
  return [
    code(of),
    String(documented.length),
    String(documented.filter(({ killed }) => killed > 0).length),
    `${faults.killed} of ${faults.total}`,
    String(lawful.alone),
    String(lawful.drawn),
    String(lawful.misjudged.length),
    `${unlawful.named} of ${unlawful.drawn}`,
  ];
}

function section({ interface: of, requirements, faults, lawful, unlawful, coverage }: InterfaceProof): string {
  const problems = [
    ...faults.survivors.map(({ id, why }) => `${code(id)} survived: ${escaped(why)}`),
    ...faults.undeclared.map(({ id, red }) => `${code(id)} turned more red than it declares: ${red.map(code).join(' ')}`),
    ...lawful.misjudged.map(({ of: parts, alarms, lost }) => `${parts.map(code).join(' ')} was judged wrongly: ${[...alarms, ...lost].map(code).join(' ')}`),
    ...unlawful.misses.map(({ kills, what, instead }) => `${escaped(what)}: ${code(kills)} did not name it; ${escaped(instead)}`),
    ...coverage.unproven.map((id) => `${code(id)} has no fault that it kills`),
    ...coverage.strangers.map((id) => `${code(id)} names no requirement that can fail`),
    ...coverage.redGaps.map((id) => `the gap ${code(id)} turned red`),
  ];
  return [
    `<h2>${escaped(of)}</h2>`,
    list(problems),
    table(
      ['requirement', 'basis', 'killed', 'faults'],
      requirements.map(({ id, basis, faults: own, killed }) => [
        code(id),
        basis,
        `${killed} of ${own.length}`,
        own.map((fault) => code(fault.replace(/^[^@]*@/, ''))).join(' '),
      ]),
    ),
  ].join('\n');
}
