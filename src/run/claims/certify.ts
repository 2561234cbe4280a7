/** Makes a signed bundle from a run directory, and verifies one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../../certify/bundle-file.ts';
import { planId } from '../../certify/documents.ts';
import { readSigner, withChain } from '../../certify/signature.ts';
import type { CertificationPlan, Verification } from '../../certify/types.ts';
import { type VerifyOptions, verify } from '../../certify/verify.ts';
import { settingsOfRun } from '../../engine/repeat/reproduction.ts';
import { redactorFor } from '../../engine/send/started-run.ts';
import { InputError, parsedInput, readIfGiven, readInput } from '../../files/read-file.ts';
import { sha256 } from '../../files/sha256.ts';
import type { Environment } from '../../settings/types.ts';
import { readTestedRun } from '../directory/run-files.ts';
import { catalogue } from '../installed/catalogue.ts';
import { judgeAgain } from '../judge-again.ts';
import { makeReady } from '../ready.ts';
import { statementIn } from './claim-options.ts';
import { planNamed } from './released-plans.ts';
import { installedSuites } from './suite-source.ts';

export interface CertifyOptions {
  /** Id or name of a released plan; default: the plan of the run. */
  readonly plan?: string;
  /** Paths of files. */
  readonly statement: string;
  readonly key: string;
  readonly certificate?: string;
  readonly selftest?: string;
  /** Settings whose secrets must not be in the bundle. */
  readonly env?: Environment;
  readonly practice: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Packs a run; `again`: the command that makes another for its plan. Throws InputError for invalid arguments. */
export async function certifyRun(directory: string, options: CertifyOptions) {
  const source = installedSuites();
  const results = readTestedRun(directory);
  const word = options.plan ?? results.run.plan;
  const problems: string[] = [];
  if (word === undefined)
    problems.push(
      'The run was not made for a certification plan: name one with --plan (for a list: assay list plans).',
    );
  const { certificate } = options;
  const plan = readIfGiven(problems, word, (name) => planNamed(name, source.plans));
  const statement = statementIn(problems, options.statement);
  const signer = readIfGiven(problems, options.key, (path) => {
    const own = parsedInput('--key', path, 'credential', readSigner);
    return certificate === undefined
      ? own
      : parsedInput('--certificate', certificate, 'credential', (chain) => withChain(own, chain));
  });
  if (plan === undefined || statement === undefined || signer === undefined) throw new InputError(problems);
  const known = options.env && (await secretsIn(options.env));
  const packed = await pack(filesOfRun(directory), source, {
    plan,
    statement,
    signer,
    practice: options.practice,
    now: options.now,
    selftest: options.selftest === undefined ? undefined : sha256(readInput(options.selftest, 'claim')),
    known,
  });
  const of = results.target.reference && !options.practice ? '' : settingsOfRun(results);
  // The embedded references permit everything.
  const kinds = results.target.reference && options.practice ? [] : await kindsOf(plan);
  const allowing = kinds.length > 0 ? ` --allow-create ${kinds.join(',')}` : '';
  return { ...packed, searched: known !== undefined, again: `assay run --plan ${planId(plan)}${of}${allowing}` };
}

/** Returns the kinds of objects that requirements of a plan create. */
async function kindsOf({ requirements }: CertificationPlan) {
  const planned = new Set(requirements);
  const all = (await catalogue()).flatMap((one) => one.requirements);
  return [...new Set(all.flatMap(({ id, creates }) => (creates && planned.has(id) ? [creates] : [])))];
}

/**
 * Returns the files of a run directory by name: results, evidence, and the bodies referenced by it. Throws InputError
 * if one cannot be read.
 */
export function filesOfRun(directory: string): ReadonlyMap<string, Uint8Array> {
  const evidence = readInput(join(directory, 'evidence.har'), 'evidence');
  const files = new Map([
    ['results.json', readInput(join(directory, 'results.json'), 'results')],
    ['evidence.har', evidence],
  ]);
  for (const [, digest] of evidence.toString('latin1').matchAll(/"_?file":"([0-9a-f]{64})"/g)) {
    const name = `bodies/${digest}`;
    if (!files.has(name) && existsSync(join(directory, name)))
      files.set(name, readInput(join(directory, name), 'evidence'));
  }
  return files;
}

/** Returns a redactor with the secrets of the settings, or undefined if the settings are invalid. */
async function secretsIn(env: Environment) {
  const made = await makeReady(env);
  return made.ok ? redactorFor(made) : undefined;
}

export interface VerifyFileOptions extends Omit<VerifyOptions, 'sample'> {
  /** Directory of the certifier's own run, which is judged again. */
  readonly sample?: string;
}

/**
 * Verifies a bundle file with the suites of this installation, offline. Throws InputError if it, or the sample, cannot
 * be read.
 */
export async function verifyFile(path: string, { sample, ...options }: VerifyFileOptions): Promise<Verification> {
  const own = sample === undefined ? undefined : await judgeAgain(sample);
  return verify(
    readInput(path, 'bundle', JSON.stringify(path), 'Give a bundle that assay certify has written.'),
    installedSuites(),
    { ...options, sample: own },
  );
}
