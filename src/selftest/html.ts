/** A self-test as one self-contained HTML file. */
import { type Content, html, type Markup } from '../report/html/markup.ts';
import { list, masthead, page, table } from '../report/html/page.ts';
import { countsOf, type InterfaceProof, type Proof, problemsOf, shortFault } from './proof.ts';

const HEADINGS = [
  'interface',
  'documented',
  'shown to fail',
  'faults detected',
  'variants',
  'legal, drawn',
  'judged wrongly',
  'contradictions detected',
];

const code = (text: string): Markup => html`<code>${text}</code>`;
const codes = (texts: readonly string[]): Content => texts.map((text, index) => html`${index > 0 && ' '}${code(text)}`);
const row = (...cells: Content[]): Markup => html`<tr>${cells.map((content) => html`<td>${content}</td>`)}</tr>`;

/** Returns a self-test as an HTML page. */
export function proofHtml(proof: Proof): string {
  return page({
    title: 'Assay self-test',
    body: html`${masthead(
      proof.exitCode === 0 ? 'pass' : 'fail',
      'self-test',
      proof.exitCode === 0 ? 'Everything is proven' : 'Not everything is proven',
      html`<p class="lead">${proof.reasons.map((reason, index) => html`${index > 0 && html`<br>`}${reason}`)}</p>`,
    )}
<main>
${table('Interfaces', 'grid', HEADINGS, proof.interfaces.map(summary))}
${list(proof.left.map(({ interface: of, why }) => html`${code(of)} was not tested: ${why}`))}
${proof.interfaces.map(section)}
<p>Version ${proof.suite.version}, seed ${proof.seed}.</p></main>`,
  });
}

function summary(proof: InterfaceProof): Markup {
  const { interface: of, faults, lawful, unlawful } = proof;
  const { documented, shown } = countsOf(proof);
  return row(
    code(of),
    documented,
    shown,
    `${faults.killed} of ${faults.total}`,
    lawful.alone,
    lawful.drawn,
    lawful.misjudged.length,
    `${unlawful.named} of ${unlawful.drawn}`,
  );
}

function section(proof: InterfaceProof): Markup {
  const { interface: of, requirements } = proof;
  const rows = requirements.map(({ id, basis, faults: own, killed }) =>
    row(code(id), basis, `${killed} of ${own.length}`, codes(own.map(shortFault))),
  );
  return html`<h2>${of}</h2>
${list(
  problemsOf(proof)
    .flat()
    .map((line) => html`${line}`),
)}
${table(`Requirements of ${of}`, 'plain', ['requirement', 'basis', 'detected', 'faults'], rows)}
`;
}
