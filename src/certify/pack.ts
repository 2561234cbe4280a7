/** Makes a bundle from the files of a run, or gives the reasons why it must not be made. */
import type { Results } from '../engine/words/types.ts';
import { parseBoundedJson } from '../files/bounded-json.ts';
import { sha256 } from '../files/sha256.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import { packMembers } from './bundle-file.ts';
import { canonicalJson } from './canonical.ts';
import { examine } from './examine.ts';
import { type Signer, sign } from './signature.ts';
import type { CertificationPlan, Manifest, Problem, StatedManifest, Statement, SuiteSource } from './types.ts';

/** The files of a run. */
export interface RunFiles {
  readonly results: Uint8Array;
  readonly evidence: Uint8Array;
  readonly bodies: ReadonlyMap<string, Uint8Array>;
}

export interface PackOptions {
  readonly plan: CertificationPlan;
  readonly statement: Statement;
  readonly signer: Signer;
  /** SHA-256 (hex) of the self-test report. */
  readonly selftest?: string;
  /** Redactor with the secrets of the settings. */
  readonly known?: Pick<Redactor, 'findSecrets'>;
  /** Accepts a run against the embedded reference and marks the bundle as practice. */
  readonly practice: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A bundle, or the reasons against one. */
export type Packed =
  | { readonly ok: true; readonly bundle: Uint8Array; readonly notes: readonly string[]; readonly manifest: Manifest }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Packs and signs. The same run, plan, statement and Ed25519 key give the same bytes. */
export async function pack(files: RunFiles, source: SuiteSource, options: PackOptions): Promise<Packed> {
  const { plan, statement, signer, selftest, known, practice, now } = options;
  const unreadable = (why = ''): Packed => ({
    ok: false,
    problems: [{ check: 'evidence', why: `Cannot read the run: ${why}` }],
  });
  let results: Results;
  try {
    results = parseBoundedJson(files.results) as Results;
  } catch (error) {
    return unreadable(`${(error as Error).message.slice(0, 300)}.`);
  }
  const members = new Map<string, Uint8Array>([
    ['results.json', files.results],
    ['evidence.har', files.evidence],
    ...[...files.bodies].map(([digest, body]): [string, Uint8Array] => [`bodies/${digest}`, body]),
    ['plan.yaml', Buffer.from(plan.text)],
    ['statement.json', Buffer.from(`${canonicalJson(statement)}\n`)],
  ]);
  const stated: StatedManifest = {
    format: 'assay-bundle/1',
    members: Object.fromEntries([...members].map(([name, content]) => [name, sha256(content)])),
    suite: source.identity,
    plan: { name: plan.name, version: plan.version, digest: plan.digest },
    selftest,
    ...(results.target.reference && practice && { practice: true as const }),
  };
  const { judged, evidence, problems, notes } = await examine(
    { members, manifest: stated, results, statement },
    source,
    { now, practice, known },
  );
  if (judged === undefined)
    return unreadable(problems.find(({ check }) => check === (evidence ? 'verdicts' : 'evidence'))?.why);
  if (problems.length > 0) return { ok: false, problems };
  const manifest: Manifest = { ...stated, contracts: judged.contracts };
  const signed = Buffer.from(`${canonicalJson(manifest)}\n`);
  members.set('manifest.json', signed);
  members.set('signature.jws', Buffer.from(await sign(signed, signer)));
  return { ok: true, bundle: packMembers(members), notes, manifest };
}
