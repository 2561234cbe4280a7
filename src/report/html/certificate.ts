/** A certificate: the claim, the level of verification, and its limits. */

import type { Verification } from '../../certify/types.ts';
import { claimParts } from '../parts/claim.ts';
import { html, masthead, page } from './page.ts';

/**
 * Returns a single HTML page without scripts or external resources. It never states a percentage: a claim is verified
 * or it is not.
 */
export function renderCertificate(verification: Verification): string {
  const { verified, claim } = verification;
  const practice = claim?.practice ?? false;
  const stamp = !verified
    ? 'Refused'
    : practice
      ? 'Practice: embedded reference, not a deployment'
      : `Conformant to the plan ${claim?.plan.name}-${claim?.plan.version}`;
  return page({
    title: stamp,
    body: html`${masthead(verified ? (practice ? 'warn' : 'pass') : 'fail', practice ? 'practice, not a certificate of conformance' : verified ? 'certificate of conformance' : 'verification of a claim', stamp, undefined)}
<main>
${claimParts(verification).map(
  ({ heading, rows }) => html`<h2>${heading}</h2>
<dl class="certificate">${rows.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl>`,
)}
</main>`,
  });
}
