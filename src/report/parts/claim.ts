/** A verification of a claim in the parts and words of every report. */
import { LOOKED_AT, MEANING, NOT_CHECKED, type Verification } from '../../certify/types.ts';
import { utc } from '../../records/preview.ts';

/** Labelled statements; a label may be empty. */
export interface ClaimPart {
  readonly heading: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
}

/** Remedies if only one of these checks refuses an intact bundle. */
const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  signer:
    "The bundle is intact; only its signer is not trusted. Get the vendor's public key or certificate from the vendor itself, not with the bundle, compare its fingerprint with the one above, and name it with --key or --trust.",
  suite:
    'The bundle is intact. Verify with an unchanged release of Assay; if the reason remains, request a bundle made with an unchanged release.',
  challenge:
    'The bundle is intact, but its run does not answer this challenge. Have the vendor run again with --nonce FILE, and pack that run; or verify without --nonce, up to the level re-judged.',
  sample:
    'The bundle is intact. If your sample contradicts it, issue no certificate, and send the vendor the report of the sample. Otherwise, take another sample of the same deployment.',
};
/** Further checks that an intact bundle may fail. */
const OF_THE_RUN = ['statement', 'options', 'completeness', 'secrets'];

/** Returns the parts that are not empty: why a claim was refused, what was found, and what the bundle claims. */
export function claimParts(verification: Verification): ClaimPart[] {
  const { claim, verified, rung, signer, verifiedAt, checks, notes, next } = verification;
  const listed = (facts: readonly (readonly [string, string])[] = []) =>
    facts.map((fact) => fact.join(': ')).join('; ');
  const known = (facts: Readonly<Record<string, string | undefined>>): ClaimPart['rows'] =>
    Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  // Altered evidence comes first: other reasons may follow from it.
  const isEvidence = ({ check }: (typeof checks)[number]) => Number(check === 'evidence');
  const refused = checks
    .filter(({ state }) => state === 'refused')
    .toSorted((one, other) => isEvidence(other) - isEvidence(one));
  const named = new Set([...refused.flatMap(({ why }) => why), NOT_CHECKED]);
  const missing = new Set(next?.missing.filter((one) => refused.length === 0 && !named.has(one)));
  const failed = [...new Set<string>(refused.map(({ check }) => check))];
  const parts: readonly ClaimPart[] = [
    {
      heading: 'Reasons for refusal',
      rows: refused.flatMap(({ check, why }) => why.map((one) => [LOOKED_AT[check], one] as const)),
    },
    {
      heading: 'Verification',
      rows: known({
        Level: rung === null ? 'none' : `${rung}: ${MEANING[rung]}`,
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
      heading:
        next && missing.size === 0
          ? 'Next'
          : `Missing for the next level, "${next?.rung}" (${next && MEANING[next.rung]})`,
      rows: !next
        ? []
        : missing.size > 0
          ? [...missing].map((one) => ['', one])
          : [
              [
                '',
                REMEDIES[failed.join()] ??
                  (failed.every((check) => check in REMEDIES || OF_THE_RUN.includes(check))
                    ? 'The bundle is intact, but this run proves no claim. Request a bundle of another run.'
                    : 'Do not trust this file: it is not a bundle, or it was changed or truncated. Request it again from the vendor.'),
              ],
            ],
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}
