/** The facts of a verified or claimed bundle. */
import { MEANING, type Verification } from '../../certify/types.ts';

/** Returns the facts that are known, by name. Their texts may come from the bundle. */
export function claimFacts({
  claim,
  verified,
  rung,
  signer,
  verifiedAt,
}: Verification): [name: string, value: string][] {
  const listed = (facts: readonly (readonly [string, string])[] = []): string =>
    facts.map((fact) => fact.join(': ')).join('; ');
  const facts = {
    Vendor: claim?.statement.vendor,
    Product: claim && `${claim.statement.product} ${claim.statement.version}`,
    Contact: claim?.statement.contact,
    Deployment: listed(claim?.addresses.map(({ interface: of, address }) => [of, address])),
    Plan: claim && `${claim.plan.name}-${claim.plan.version}: ${claim.plan.title}`,
    [verified ? 'Conclusion' : 'Claimed conclusion']: claim && listed(Object.entries(claim.conclusions)),
    Level: rung === null ? 'none' : `${rung}: ${MEANING[rung]}`,
    Run: claim && `${claim.run.id}, ${claim.run.startedAt} to ${claim.run.endedAt}`,
    'Signed by': signer && `${signer.name} (fingerprint ${signer.fingerprint})`,
    'Made with': claim && `Assay ${claim.suite}`,
    'Not offered': listed(claim?.statement.notOffered?.map(({ name, why }) => [name, why])),
    'Remarks of the vendor': claim?.statement.remarks,
    Verified: verifiedAt,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : []));
}
