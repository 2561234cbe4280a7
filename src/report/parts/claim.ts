/** A verification of a claim in the parts and words of every report. */
import { type CheckName, IS_PRACTICE, MEANING, NOT_CHECKED, type Verification } from '../../certify/types.ts';
import { utc } from '../../records/preview.ts';

/** Labelled statements; a label may be empty. */
export interface ClaimPart {
  readonly heading: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
}

const CHANGED =
  'Do not use this file. Request it from the vendor again, over another channel; if the new one is refused, too, tell the vendor.';
const UNTRUSTED =
  "The bundle is intact, but its signer is not trusted. Get the vendor's public key or certificate from the vendor itself, not with the bundle, compare its fingerprint with the one above, and name it with --key or --trust.";
/** The remedy for all other reasons. */
const UNPROVEN =
  'The bundle is intact, but does not prove its claim: issue no certificate. Have the vendor correct the reasons above, run Assay again (with --nonce and your challenge file, if you verify with one), and pack that run.';

const PRACTISED =
  'To check the bundle as practice, repeat the command with --practice. A claim needs a run against the deployment: without --reference.';

/** Remedies, by the first check that refuses a bundle. */
const REMEDIES: Readonly<Partial<Record<CheckName, string>>> = {
  file: `If you named the wrong file, name the bundle (.assay) of the vendor. Otherwise, it is damaged. ${CHANGED}`,
  members: CHANGED,
  signature: CHANGED,
  signer: UNTRUSTED,
};

const ALTERED: ReadonlySet<CheckName> = new Set(['evidence', 'members']);

/** Returns the parts that are not empty: why a claim was refused, what was found, and what the bundle claims. */
export function claimParts(verification: Verification): ClaimPart[] {
  const { claim, verified, rung, signer, verifiedAt, checks, notes, next } = verification;
  const listed = (facts: readonly (readonly [string, string])[] = []) =>
    facts.map((fact) => fact.join(': ')).join('; ');
  const known = (facts: Readonly<Record<string, string | undefined>>): ClaimPart['rows'] =>
    Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  // Alterations come first: other reasons may follow from them.
  const isAltered = ({ check }: (typeof checks)[number]) => Number(ALTERED.has(check));
  const refused = checks
    .filter(({ state }) => state === 'refused')
    .sort((one, other) => isAltered(other) - isAltered(one));
  const named = new Set([...refused.flatMap(({ why }) => why), NOT_CHECKED]);
  const sample = checks.find(({ check }) => check === 'sample');
  const missing = new Set(next?.missing.filter((one) => !named.has(one)));
  const parts: readonly ClaimPart[] = [
    {
      heading: 'Reasons for refusal',
      rows: refused.flatMap(({ why }) => why.map((one) => ['', one] as const)),
    },
    {
      heading: 'Verification',
      rows: known({
        Level: refused.some((one) => !one.isUnusable)
          ? 'none: refused'
          : rung === null
            ? 'none yet'
            : `${rung}: ${MEANING[rung]}`,
        Sample: sample?.state === 'holds' ? 'confirms the claim' : undefined,
        'Signed by': signer && `${signer.name} (fingerprint ${signer.fingerprint})`,
        'Checked on': utc(verifiedAt),
      }),
    },
    {
      heading: verified ? 'Claim' : 'The bundle claims, without proof',
      rows: known({
        Vendor: claim?.statement.vendor,
        Product: claim && `${claim.statement.product} ${claim.statement.version}`,
        Contact: claim?.statement.contact,
        Deployment: listed(claim?.addresses.map(({ interface: of, address }) => [of, address])),
        Plan: claim && `${claim.plan.name}-${claim.plan.version}: ${claim.plan.title}`,
        [verified ? 'Conclusion' : 'Claimed conclusion']: claim && listed(Object.entries(claim.conclusions)),
        Run: claim && `${claim.run.id}, ${utc(claim.run.startedAt)} to ${utc(claim.run.endedAt)}`,
        'Made with': claim && `Assay ${claim.suite}`,
        'Not offered': listed(claim?.statement.notOffered?.map(({ name, why }) => [name, why])),
        'Remarks of the vendor': claim?.statement.remarks,
      }),
    },
    { heading: 'Limits and remarks', rows: notes.map((note) => ['', note]) },
    {
      heading: `Not verified: ${claim?.notVerified.length}`,
      rows: (claim?.notVerified ?? []).map(({ id, verdict, why, clause }) => [
        id,
        `${verdict}: ${why} The document: ${clause ?? 'not tested in this run'}`,
      ]),
    },
    {
      heading: `Missing for the ${rung === null ? 'lowest' : 'next'} level, "${next?.rung}" (${next && MEANING[next.rung]})`,
      // A refused claim reaches no level, whatever is added.
      rows: refused.length > 0 ? [] : [...missing].map((one) => ['', one]),
    },
    {
      heading: 'Next',
      rows: refused
        .slice(0, 1)
        .map(({ check, isUnusable, why }) => [
          '',
          isUnusable && claim
            ? `Test the same deployment yourself, and verify with --sample own: assay run --plan ${claim.plan.name}-${claim.plan.version} --out own`
            : why.join() === IS_PRACTICE
              ? PRACTISED
              : (REMEDIES[check] ?? UNPROVEN),
        ]),
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}
