/** The facts of a verified or claimed bundle. */
import { MEANING, type Verification } from '../../certify/types.ts';

/** Returns the facts by name, in two parts: what the bundle claims, and what its verification found. */
export function claimFacts({ claim, verified, rung, signer, verifiedAt }: Verification): {
  readonly [Part in 'claimed' | 'found']: readonly (readonly [name: string, value: string])[];
} {
  const listed = (facts: readonly (readonly [string, string])[] = []): string =>
    facts.map((fact) => fact.join(': ')).join('; ');
  const known = (facts: Readonly<Record<string, string | undefined>>) =>
    Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const claimed = known({
    Vendor: claim?.statement.vendor,
    Product: claim && `${claim.statement.product} ${claim.statement.version}`,
    Contact: claim?.statement.contact,
    Deployment: listed(claim?.addresses.map(({ interface: of, address }) => [of, address])),
    Plan: claim && `${claim.plan.name}-${claim.plan.version}: ${claim.plan.title}`,
    [verified ? 'Conclusion' : 'Claimed conclusion']: claim && listed(Object.entries(claim.conclusions)),
    Run: claim && `${claim.run.id}, ${claim.run.startedAt} to ${claim.run.endedAt}`,
    'Made with': claim && `Assay ${claim.suite}`,
    'Not offered': listed(claim?.statement.notOffered?.map(({ name, why }) => [name, why])),
    'Remarks of the vendor': claim?.statement.remarks,
  });
  const found = known({
    Level: rung === null ? 'none' : `${rung}: ${MEANING[rung]}`,
    'Signed by': signer && `${signer.name} (fingerprint ${signer.fingerprint})`,
    'Checked on': verifiedAt,
  });
  return { claimed, found };
}
