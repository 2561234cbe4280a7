/** Makes a signed bundle from a run directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfBytes } from '../../certify/canonical.ts';
import { readSigner } from '../../certify/keys.ts';
import { type Packed, pack, type RunFiles } from '../../certify/pack.ts';
import { PlanError } from '../../certify/plan.ts';
import { readStatement } from '../../certify/statement.ts';
import { type FILE_KINDS, readGivenFile, reasonOf } from '../../files/read-file.ts';
import { secretsOf } from '../../settings/secrets.ts';
import { createRedactor, type Redactor } from '../../wire/secrets/redaction.ts';
import { NoResultsError, readResults } from '../directory/earlier-run.ts';
import { makeReady } from '../ready.ts';
import { planNamed } from './released-plans.ts';
import { installedSuites } from './suite-source.ts';

export interface CertifyOptions {
  /** Id or name of a released plan; default: the plan of the run. */
  readonly plan?: string;
  /** Files. */
  readonly statement: string;
  readonly key: string;
  readonly certificate?: string;
  readonly selftest?: string;
  /** Settings whose secrets must not be in the bundle. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly practice: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Packs a run. Throws PlanError, StatementError, KeyError or NoResultsError for invalid arguments. */
export async function certifyRun(
  directory: string,
  options: CertifyOptions,
): Promise<Packed & { readonly searched: boolean }> {
  const source = installedSuites();
  const word = options.plan ?? readResults(directory).run.plan;
  if (word === undefined)
    throw new PlanError('The run was not made for a plan: name one with --plan (assay list plans prints them).');
  const signer = readSigner(
    textOf(options.key, 'credential'),
    options.certificate === undefined ? undefined : textOf(options.certificate, 'credential'),
  );
  const known = options.env && (await secretsIn(options.env));
  const packed = await pack(filesOfRun(directory), source, {
    plan: planNamed(word, source.plans),
    statement: readStatement(textOf(options.statement, 'claim')),
    signer,
    practice: options.practice,
    now: options.now,
    ...(options.selftest !== undefined && { selftest: digestOfBytes(bytesOf(options.selftest, 'claim')) }),
    ...(known && { known }),
  });
  return { ...packed, searched: known !== undefined };
}

/** The files of a run directory. Throws NoResultsError if one cannot be read. */
export function filesOfRun(directory: string): RunFiles {
  const evidence = bytesOf(join(directory, 'evidence.har'), 'evidence');
  return {
    results: bytesOf(join(directory, 'results.json'), 'results'),
    evidence,
    bodies: bodiesOf(directory, evidence),
  };
}

/** A redactor with the secrets of the settings; undefined if the settings are invalid. */
async function secretsIn(env: Readonly<Record<string, string | undefined>>): Promise<Redactor | undefined> {
  const made = await makeReady(env);
  if (!made.ok) return undefined;
  const redactor = createRedactor();
  for (const { value, name } of [...secretsOf(made.target), ...made.ready.flatMap(({ prepared }) => prepared.secrets)])
    redactor.add(value, name);
  return redactor;
}

/** The bodies referenced by the evidence. */
function bodiesOf(directory: string, evidence: Uint8Array): Map<string, Uint8Array> {
  const named = new Set(
    [
      ...Buffer.from(evidence)
        .toString('latin1')
        .matchAll(/"_?file":"([0-9a-f]{64})"/g),
    ].map(([, digest]) => digest as string),
  );
  const there = [...named].filter((digest) => existsSync(join(directory, 'bodies', digest)));
  return new Map(there.map((digest) => [digest, bytesOf(join(directory, 'bodies', digest), 'evidence')]));
}

function bytesOf(path: string, kind: keyof typeof FILE_KINDS): Uint8Array {
  try {
    return readGivenFile(path, kind);
  } catch (error) {
    throw new NoResultsError(`Cannot read ${path} (${reasonOf(error)}).`);
  }
}

function textOf(path: string, kind: keyof typeof FILE_KINDS): string {
  return Buffer.from(bytesOf(path, kind)).toString('utf8');
}
