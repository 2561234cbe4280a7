/** A certificate to publish: who claims what, how far that was verified, and what it does not say. */
import type { CheckName, Rung, Verification } from './types.ts';

/** What each rung means, in a sentence. */
export const MEANING: Readonly<Record<Rung, string>> = {
  signed: 'the bundle is whole, and signed by whom the certifier trusts',
  complete: 'a released plan was carried out wholly, and every documented requirement of it passed',
  're-judged': 'every verdict follows again from the recorded exchanges, which fit together and the time they claim',
  fresh: 'the run answered a challenge of the certifier, so it was made after it',
  sampled: 'the certifier asked the same deployment, and it answered likewise',
};

/** What each check looks at. */
export const LOOKED_AT: Readonly<Record<CheckName, string>> = {
  file: 'the file',
  members: 'what is in it',
  signature: 'the signature',
  signer: 'who signed',
  suite: 'the suite that made it',
  plan: 'the plan',
  statement: 'the statement',
  options: 'how the run was made',
  completeness: 'completeness',
  evidence: 'the evidence as a whole',
  verdicts: 'every verdict, judged again',
  clocks: 'the clocks',
  secrets: 'secrets',
  challenge: 'the challenge',
  sample: 'the sample',
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1{font-size:1.5rem;margin:0 0 .2rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dt{color:#555}dd{margin:0;overflow-wrap:anywhere}.stamp{border:2px solid;padding:.6rem 1rem;display:inline-block;font-weight:600}
.yes{color:#12602b}.no{color:#a11a1a}code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}dt{color:#aaa}.yes{color:#7bd88f}.no{color:#ff9b9b}}`;

/** One HTML page without scripts and without anything from elsewhere. Never a share or a percentage: a claim holds, or it does not. */
export function renderCertificate({ verified, rung, checks, next, notes, claim, signer, verifiedAt }: Verification): string {
  const practice = claim?.practice ?? false;
  const stamp = !verified
    ? 'Refused'
    : practice
      ? 'For practice: the embedded reference, not a deployment'
      : `Conformant to the plan ${claim?.plan.name}-${claim?.plan.version}`;
  const facts: [string, string | undefined][] = [
    ['Vendor', claim?.statement.vendor],
    ['Product', claim && `${claim.statement.product} ${claim.statement.version}`],
    ['Contact', claim?.statement.contact],
    ['Plan', claim && `${claim.plan.name}-${claim.plan.version}: ${claim.plan.title}`],
    [
      'Conclusion',
      claim &&
        Object.entries(claim.conclusions)
          .map(([name, conclusion]) => `${name}: ${conclusion}`)
          .join('; '),
    ],
    ['Rung', rung === null ? 'none' : `${rung}: ${MEANING[rung]}`],
    ['Run', claim && `${claim.run.id}, ${claim.run.startedAt} to ${claim.run.endedAt}`],
    ['Signed by', signer && `${signer.name} (fingerprint ${signer.fingerprint})`],
    ['Made with', claim && `Assay ${claim.suite}`],
    ['Not offered', claim?.statement.notOffered?.map(({ name, why }) => `${name} (${why})`).join('; ') || undefined],
    ['Remarks of the vendor', claim?.statement.remarks],
    ['Verified', verifiedAt],
  ];
  const refused = checks.filter(({ state }) => state === 'refused');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${text(stamp)}</title><style>${STYLE}</style></head><body>`,
    `<main><h1>Certificate of conformance</h1><p class="stamp ${verified ? 'yes' : 'no'}">${text(stamp)}</p><dl>`,
    ...facts.map(([name, value]) => (value ? `<dt>${text(name)}</dt><dd>${text(value)}</dd>` : '')),
    '</dl>',
    list(
      'Why it is refused',
      refused.flatMap(({ check, why }) => why.map((one) => `${LOOKED_AT[check]}: ${one}`)),
    ),
    list('Limits and remarks', notes),
    next ? list(`Missing for the next rung (${next.rung}: ${MEANING[next.rung]})`, next.missing) : '',
    '</main></body></html>\n',
  ].join('\n');
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<h2>${text(title)}</h2><ul>${lines.map((line) => `<li>${text(line)}</li>`).join('')}</ul>`;
}

/** Text of a stranger: markup is escaped, and what would not show or would turn the line round is taken out. */
function text(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
