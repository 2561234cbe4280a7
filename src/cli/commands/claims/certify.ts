/** `assay certify`: packs a run into a signed bundle; creates keys, statements and challenges. */
import { existsSync, writeFileSync } from 'node:fs';
import { newChallenge } from '../../../certify/challenge.ts';
import { newKeyPair } from '../../../certify/keys.ts';
import { STATEMENT_TEMPLATE } from '../../../certify/statement.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError, onlyDefined } from '../../../files/input.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { printable } from '../../../report/parts/message-text.ts';
import { createLayout } from '../../../report/terminal/layout.ts';
import { certifyRun } from '../../../run/claims/certify.ts';
import { answerWith, type Context, givenSettings } from '../../context.ts';
import { codeOf } from '../../failure.ts';
import type { Options } from '../../program/options.ts';

interface CertifyOptions extends Options {
  readonly newKey?: string;
  readonly newStatement?: string;
  readonly challenge?: string;
  readonly key?: string;
}

/** @returns 0 written; 1 the run cannot be certified; 2 (thrown) usage */
export async function certifyCommand(
  context: Context,
  directory: string | undefined,
  options: CertifyOptions,
): Promise<number> {
  const made = newFiles(options);
  for (const line of made) context.remark(line);
  if (directory === undefined) {
    if (made.length > 0) return 0;
    throw new InputError(
      'Name the directory of a run: assay certify DIR --statement FILE --key FILE --out FILE. Create a key with --new-key FILE.',
    );
  }
  const { statement, key, out } = options;
  if (statement === undefined || key === undefined || out === undefined)
    throw new InputError(
      'A bundle needs --statement FILE (assay certify --new-statement FILE), --key FILE (assay certify --new-key FILE) and --out FILE.',
    );
  if (!options.replace && existsSync(out))
    throw new InputError(`${out} exists. Name another file with --out, or give --replace to replace it.`);
  const settings = await givenSettings(context, options);
  const packed = await certifyRun(directory, {
    statement,
    key,
    now: Date.now(),
    practice: options.practice ?? false,
    ...onlyDefined(options, ['plan', 'selftest']),
    ...(options.certificate !== undefined && { certificate: options.certificate }),
    ...(settings.configured && { env: settings.env }),
  });
  const layout = createLayout(context);
  if (!packed.ok) {
    const { problems } = packed;
    answerWith(context, options.json, { certified: false, problems }, () =>
      [
        'NOT CERTIFIED. No bundle was written:',
        ...problems.map(({ why }) => layout.wrapped(printable(why), '  ')),
      ].join('\n'),
    );
    return 1;
  }
  try {
    await writeWhole(out, packed.bundle);
  } catch (error) {
    throw new InputError(`Cannot write ${out} (${codeOf(error) ?? 'unknown error'}). Name another file with --out.`);
  }
  const { notes, manifest } = packed;
  const whole = { certified: true, bundle: out, bytes: packed.bundle.length, notes, manifest };
  answerWith(context, options.json, whole, () => {
    const { plan, practice } = manifest;
    return [
      `${practice ? 'PRACTICE (embedded reference)' : 'CERTIFIED'}: plan ${plan.name}-${plan.version}, written to ${out} (${packed.bundle.length} bytes).`,
      ...notes.map((note) => layout.wrapped(printable(note), '  ')),
      ...(packed.searched
        ? []
        : [
            layout.wrapped(
              'The bundle was searched for anything that looks like a credential. Provide the settings of the run (.env or --env-file) to search for their secrets too.',
              '  ',
            ),
          ]),
      `The bundle contains every exchange of the run: check who may read it. To see what a certifier sees, run: ${verifyCommand(out, key, options)}`,
    ].join('\n');
  });
  return 0;
}

/** The command that verifies the bundle with what lies here: the public key beside the key, or its certificates. */
function verifyCommand(out: string, key: string, { certificate, practice }: CertifyOptions): string {
  const trusted = existsSync(`${key}.pub`)
    ? `--key ${shellWord(`${key}.pub`)}`
    : `--trust ${certificate === undefined ? 'FILE' : shellWord(certificate)}`;
  return `assay verify ${shellWord(out)} ${trusted}${practice ? ' --practice' : ''}`;
}

/** Never overwrites a file: a lost key cannot be recovered. */
function fresh(path: string, content: string, mode = 0o644): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
  } catch (error) {
    throw new InputError(
      `Cannot write ${path}: ${existsSync(path) ? 'the file exists' : (codeOf(error) ?? 'unknown error')}.`,
    );
  }
}

/** Writes the files that are asked for. @returns a line about each */
function newFiles({ newKey, newStatement, challenge }: CertifyOptions): string[] {
  const lines: string[] = [];
  if (newKey !== undefined) {
    const { privateKey, publicKey } = newKeyPair();
    fresh(newKey, privateKey, 0o600);
    fresh(`${newKey}.pub`, publicKey);
    lines.push(
      `${newKey}: new Ed25519 private key, keep it secret. ${newKey}.pub: public key, give it to the verifiers.`,
    );
  }
  if (newStatement !== undefined) {
    fresh(newStatement, STATEMENT_TEMPLATE);
    lines.push(`${newStatement}: statement template. Fill it in.`);
  }
  if (challenge !== undefined) {
    const made = newChallenge(Date.now());
    fresh(challenge, `${JSON.stringify(made, null, 2)}\n`);
    lines.push(
      `${challenge}: challenge, valid until ${made.expires}. Give it to the vendor for assay run --nonce, and use it yourself with assay verify --nonce.`,
    );
  }
  return lines;
}
