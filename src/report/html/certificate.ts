/** A certificate: the claim, the level of verification, and its limits. */

import type { NotVerified, Verification } from '../../certify/types.ts';
import { LOOKED_AT, MEANING } from '../../certify/types.ts';
import { claimFacts } from '../parts/claim-facts.ts';
import { html, type Markup } from './markup.ts';
import { list, masthead, page, table } from './page.ts';

/** Maximum number of requirements listed as not verified. */
const MOST = 500;

/**
 * Returns a single HTML page without scripts or external resources. It never states a percentage: a claim is verified
 * or it is not.
 */
export function renderCertificate(verification: Verification): string {
  const { verified, checks, next, notes, claim } = verification;
  const { claimed, found } = claimFacts(verification);
  const practice = claim?.practice ?? false;
  const stamp = !verified
    ? 'Refused'
    : practice
      ? 'Practice: embedded reference, not a deployment'
      : `Conformant to the plan ${claim?.plan.name}-${claim?.plan.version}`;
  return page({
    title: stamp,
    body: html`${masthead(verified ? (practice ? 'warn' : 'pass') : 'fail', verified ? 'certificate of conformance' : 'verification of a claim', stamp, undefined)}
<main>
<dl class="certificate">${[...claimed, ...found].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
${part(
  'Reasons for refusal',
  checks
    .filter(({ state }) => state === 'refused')
    .flatMap(({ check, why }) => why.map((one) => `${LOOKED_AT[check]}: ${one}`)),
)}
${part('Limits and remarks', notes)}
${claim && claim.notVerified.length > 0 && notVerified(claim.notVerified)}
${next && part(`Missing for the next level (${next.rung}: ${MEANING[next.rung]})`, next.missing)}
</main>`,
  });
}

/**
 * Returns a table of the planned requirements that did not pass: the reason, and the clause that is therefore not
 * verified.
 */
function notVerified(left: readonly NotVerified[]): Markup {
  return html`<h2>Not verified: ${left.length}</h2>
${table(
  'Not verified',
  'plain',
  ['Requirement', 'Why not', 'The document says'],
  left
    .slice(0, MOST)
    .map(
      ({ id, verdict, why, clause }) =>
        html`<tr><td><code class="id">${id}</code></td><td>${verdict}: ${why}</td><td>${clause ?? 'not tested in this run'}</td></tr>`,
    ),
)}
${left.length > MOST && html`<p>and ${left.length - MOST} more</p>`}`;
}

function part(title: string, lines: readonly string[]): Markup | undefined {
  return lines.length === 0 ? undefined : html`<h2>${title}</h2>${list(lines)}`;
}
