/** Verifies an untrusted bundle, offline. */
import type { Results } from '../engine/words/types.ts';
import { openBundle } from './bundle-file.ts';
import { interfacesOf, judgedAddresses, sampled } from './deployment.ts';
import { challengeProblems } from './documents.ts';
import { type Examination, examine } from './examine.ts';
import { examineSignature, type Trust } from './signature.ts';
import {
  CHECKS,
  type Challenge,
  type Checked,
  type CheckName,
  type Claim,
  type Content,
  NOT_CHECKED,
  NOT_SAMPLED,
  problemsOf,
  RUNGS,
  type Rung,
  type SuiteSource,
  type Verification,
} from './types.ts';

export interface VerifyOptions {
  readonly trust: Trust;
  /** The certifier's challenge for this claim. */
  readonly challenge?: Challenge;
  /** The certifier's own run against the same deployment, judged by the certifier. */
  readonly sample?: Results;
  /** Accepts a practice bundle, which makes no claim about a deployment. */
  readonly practice?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Messages about checks without what they need from the certifier. */
const NOT_GIVEN = {
  signer: "No trusted key given. Use --key FILE (the vendor's public key) or --trust FILE (certificates).",
  challenge:
    'No challenge given. Create one with assay certify --challenge FILE, have the vendor run with --nonce FILE, and verify with --nonce FILE.',
  sample: NOT_SAMPLED,
};

/** Verifies the bytes of a bundle. Never throws because of their content. */
export async function verify(file: Uint8Array, source: SuiteSource, options: VerifyOptions): Promise<Verification> {
  const opened = openBundle(file);
  const signature =
    opened.signed &&
    (await examineSignature(
      opened.signed.jws,
      opened.signed.bytes,
      options.trust,
      opened.at ?? { from: options.now, to: options.now },
    ));
  // Content without a valid signature is not read, because it may be malicious.
  const read = signature?.by && opened.read?.();
  const content = read?.content;
  const { challenge, sample, now, practice = false } = options;
  const examined = content && (await examine(content, source, { now, practice }));
  const taken = sample && examined?.plan && examined.judged && sampled(examined.plan, examined.judged.results, sample);
  const problems = [
    ...opened.problems,
    ...(signature?.problems ?? []),
    ...(read?.problems ?? []),
    ...(examined?.problems ?? []),
    ...problemsOf('challenge', content && challenge && challengeProblems(challenge, content.results.run)),
    ...problemsOf('sample', taken?.problems),
  ];
  const open = new Map<CheckName, readonly string[]>();
  if (signature?.unknown) open.set('signer', [NOT_GIVEN.signer]);
  if (examined && !challenge) open.set('challenge', [NOT_GIVEN.challenge]);
  if (examined && !sample) open.set('sample', [NOT_GIVEN.sample]);
  if (taken && taken.missing.length > 0) open.set('sample', taken.missing);
  const isReached = (check: CheckName, rung: Rung) =>
    rung === 'signed' ? signature !== undefined || !check.startsWith('sign') : examined !== undefined;
  const checks = CHECKS.map(({ check, rung }): Checked => {
    const why = problems.filter((one) => one.check === check).map((one) => one.why);
    if (why.length > 0)
      return {
        check,
        rung,
        state: 'refused',
        why,
        ...(check === 'sample' && taken?.isUnusable && { isUnusable: true }),
      };
    const missing = open.get(check) ?? (isReached(check, rung) ? undefined : [NOT_CHECKED]);
    return { check, rung, state: missing ? 'open' : 'holds', why: missing ?? [] };
  });
  return conclusion(checks, content, examined, signature?.by, options.now);
}

function conclusion(
  checks: readonly Checked[],
  content: Content | undefined,
  examined: Examination | undefined,
  signer: Verification['signer'],
  now: number,
): Verification {
  const missing = (of: Rung) => checks.filter(({ rung, state }) => rung === of && state !== 'holds');
  const next = RUNGS.find((rung) => missing(rung).length > 0);
  const passed = next === undefined ? RUNGS : RUNGS.slice(0, RUNGS.indexOf(next));
  const refused = checks.some(({ state }) => state === 'refused');
  const claim = content && examined ? claimOf(content, examined) : undefined;
  return {
    format: 'assay-verification/1',
    verified: !refused && passed.includes('re-judged'),
    rung: passed.at(-1) ?? null,
    checks,
    next: next && { rung: next, missing: missing(next).flatMap(({ why }) => why) },
    notes: examined?.notes ?? [],
    claim,
    signer,
    verifiedAt: new Date(now).toISOString(),
  };
}

function claimOf({ manifest, results, statement }: Content, { plan, coverage, evidence }: Examination): Claim {
  const { id, startedAt, endedAt } = results.run;
  return {
    statement,
    plan: { name: manifest.plan.name, version: manifest.plan.version, title: plan?.title ?? 'not a released plan' },
    conclusion: coverage?.conclusion ?? 'incomplete',
    conclusions: coverage?.conclusions ?? {},
    run: { id, startedAt, endedAt },
    suite: manifest.suite.version,
    profile: results.suite.profile,
    practice: manifest.practice === true,
    addresses: judgedAddresses(evidence?.exchanges ?? [], interfacesOf(plan)),
    notVerified: coverage?.notVerified ?? [],
  };
}
