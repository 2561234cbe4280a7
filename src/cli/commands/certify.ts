/** `assay certify`: packs a run into a signed bundle; creates keys, statements and challenges. */
import { existsSync, writeFileSync } from 'node:fs';
import { ChallengeError, newChallenge } from '../../certify/challenge.ts';
import { KeyError, newKeyPair } from '../../certify/keys.ts';
import { PlanError } from '../../certify/plan.ts';
import { STATEMENT_TEMPLATE, StatementError } from '../../certify/statement.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { writeWhole } from '../../files/write-file.ts';
import { printable } from '../../report/parts/printable.ts';
import { createLayout } from '../../report/terminal/layout.ts';
import { certifyRun } from '../../run/claims/certify.ts';
import { NoResultsError } from '../../run/directory/earlier-run.ts';
import { type Context, givenSettings, UsageError } from '../context.ts';
import { codeOf } from '../failure.ts';

export interface CertifyCommandOptions {
  readonly newKey?: string;
  readonly newStatement?: string;
  readonly challenge?: string;
  readonly plan?: string;
  readonly statement?: string;
  readonly key?: string;
  readonly certificate?: string;
  readonly selftest?: string;
  readonly out?: string;
  readonly replace?: true;
  readonly envFile?: string;
  readonly practice?: true;
  readonly json?: true;
}

/** @returns 0 written; 1 the run cannot be certified; 2 (thrown) usage */
export async function certifyCommand(
  context: Context,
  directory: string | undefined,
  options: CertifyCommandOptions,
): Promise<number> {
  const made = [keyFile(options.newKey), statementFile(options.newStatement), challengeFile(options.challenge)].flat();
  for (const line of made) context.remark(line);
  if (directory === undefined) {
    if (made.length > 0) return 0;
    throw new UsageError(
      'Name the directory of a run: assay certify DIR --statement FILE --key FILE --out FILE. Create a key with --new-key FILE.',
    );
  }
  const { statement, key, out } = options;
  if (statement === undefined || key === undefined || out === undefined)
    throw new UsageError(
      'A bundle needs --statement FILE (assay certify --new-statement FILE), --key FILE (assay certify --new-key FILE) and --out FILE.',
    );
  if (!options.replace && existsSync(out))
    throw new UsageError(`${out} exists. Name another file with --out, or give --replace to replace it.`);
  const settings = await givenSettings(context, options.envFile);
  const packed = await orUsageError(() =>
    certifyRun(directory, {
      statement,
      key,
      now: Date.now(),
      practice: options.practice ?? false,
      ...(options.plan !== undefined && { plan: options.plan }),
      ...(options.certificate !== undefined && { certificate: options.certificate }),
      ...(options.selftest !== undefined && { selftest: options.selftest }),
      ...(settings.configured && { env: settings.env }),
    }),
  );
  const layout = createLayout(context.width, context.colour);
  if (!packed.ok) {
    if (options.json) context.answer(JSON.stringify({ certified: false, problems: packed.problems }, null, 2));
    else {
      context.answer(`NOT CERTIFIED. Nothing was written:`);
      for (const { why } of packed.problems) context.answer(layout.wrapped(printable(why), '  '));
    }
    return 1;
  }
  try {
    await writeWhole(out, packed.bundle);
  } catch (error) {
    throw new UsageError(`Cannot write ${out} (${codeOf(error) ?? 'unknown error'}). Name another file with --out.`);
  }
  if (options.json) {
    context.answer(
      JSON.stringify(
        { certified: true, bundle: out, octets: packed.bundle.length, notes: packed.notes, manifest: packed.manifest },
        null,
        2,
      ),
    );
    return 0;
  }
  const { plan, practice } = packed.manifest;
  context.answer(
    `${practice ? 'PRACTICE (embedded reference)' : 'CERTIFIED'}: plan ${plan.name}-${plan.version}, written to ${out} (${packed.bundle.length} octets).`,
  );
  for (const note of packed.notes) context.answer(layout.wrapped(printable(note), '  '));
  if (!packed.searched)
    context.answer(
      layout.wrapped(
        'The bundle was searched for anything that looks like a credential. Provide the settings of the run (.env or --env-file) to search for their secrets too.',
        '  ',
      ),
    );
  context.answer(
    `The bundle contains every exchange of the run: check who may read it. To see what a certifier sees, run: ${verifyCommand(out, key, options)}`,
  );
  return 0;
}

/** The command that verifies the bundle with what lies here: the public key beside the key, or its certificates. */
function verifyCommand(out: string, key: string, { certificate, practice }: CertifyCommandOptions): string {
  const trusted = existsSync(`${key}.pub`)
    ? `--key ${shellWord(`${key}.pub`)}`
    : `--trust ${certificate === undefined ? 'FILE' : shellWord(certificate)}`;
  return `assay verify ${shellWord(out)} ${trusted}${practice ? ' --practice' : ''}`;
}

/** Never overwrites a file: a lost key cannot be recovered. */
function fresh(path: string, content: string, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
  } catch (error) {
    throw new UsageError(
      `Cannot write ${path}: ${existsSync(path) ? 'the file exists' : (codeOf(error) ?? 'unknown error')}.`,
    );
  }
}

function keyFile(path: string | undefined): string[] {
  if (path === undefined) return [];
  const { privateKey, publicKey } = newKeyPair();
  fresh(path, privateKey, 0o600);
  fresh(`${path}.pub`, publicKey, 0o644);
  return [`${path}: new Ed25519 private key, keep it secret. ${path}.pub: public key, give it to the verifiers.`];
}

function statementFile(path: string | undefined): string[] {
  if (path === undefined) return [];
  fresh(path, STATEMENT_TEMPLATE, 0o644);
  return [`${path}: statement template. Fill it in.`];
}

function challengeFile(path: string | undefined): string[] {
  if (path === undefined) return [];
  const challenge = newChallenge(Date.now());
  fresh(path, `${JSON.stringify(challenge, null, 2)}\n`, 0o644);
  return [
    `${path}: challenge, valid until ${challenge.expires}. Give it to the vendor for assay run --nonce, and use it yourself with assay verify --nonce.`,
  ];
}

async function orUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known =
      error instanceof PlanError ||
      error instanceof StatementError ||
      error instanceof KeyError ||
      error instanceof NoResultsError ||
      error instanceof ChallengeError;
    throw known ? new UsageError(error.message) : error;
  }
}
