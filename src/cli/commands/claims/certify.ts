/** `assay certify`: packs a run into a signed bundle; creates keys, statements and challenges. */

import { existsSync, writeFileSync } from 'node:fs';
import { newChallenge, readChallenge, STATEMENT_TEMPLATE } from '../../../certify/documents.ts';
import { fingerprintOf, newKeyPair, readCertificates, readPublicKey } from '../../../certify/signature.ts';
import type { Verification } from '../../../certify/types.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError, parsedInput } from '../../../files/read-file.ts';
import { writeWhole, writing } from '../../../files/write-file.ts';
import { utc } from '../../../records/preview.ts';
import { renderCertificate } from '../../../report/html/certificate.ts';
import { claimParts } from '../../../report/parts/claim.ts';
import { first } from '../../../report/parts/tally.ts';
import type { Layout } from '../../../report/terminal/layout.ts';
import { certifyRun, verifyFile } from '../../../run/claims/certify.ts';
import { withAnyCommands } from '../../../run/started-as.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';
import { givenSettings } from '../../ready-settings.ts';

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
  const made = await newFiles(options);
  for (const line of made) context.remark(line);
  const { statement, key, out } = options;
  if (directory === undefined && made.length > 0) return 0;
  if (directory === undefined || statement === undefined || key === undefined || out === undefined)
    throw new InputError(
      'To pack a claim: assay certify DIR --statement FILE --key FILE --out FILE. To create a statement and a key: assay certify --new-statement FILE --new-key FILE',
    );
  if (!options.replace && existsSync(out))
    throw new InputError(
      `${JSON.stringify(out)} exists. Choose another file with --out, or add --replace to replace it.`,
    );
  const settings = await givenSettings(context, options);
  const packed = await certifyRun(directory, {
    statement,
    key,
    now: Date.now(),
    practice: options.practice ?? false,
    plan: options.plan,
    selftest: options.selftest,
    certificate: options.certificate,
    ...(settings.configured && { env: settings.env }),
  });
  if (!packed.ok) {
    const { problems, again } = packed;
    await answerWith(context, options.json, { certified: false, problems }, (layout) => [
      'NOT PACKED: no bundle was written, because',
      ...problems.map(({ why }) => layout.line(why, '- ')),
      `To make another run for this plan: ${again}`,
    ]);
    return 1;
  }
  await writing(out, 'Choose another file with --out.', () => writeWhole(out, packed.bundle));
  const { notes, manifest } = packed;
  const whole = { certified: true, bundle: out, bytes: packed.bundle.length, notes, manifest };
  await answerWith(context, options.json, whole, (layout) => {
    const { plan, practice } = manifest;
    return [
      `${practice ? 'PRACTICE (embedded reference)' : 'PACKED'}: a claim for the plan ${plan.name}-${plan.version}, in ${out} (${(packed.bundle.length / 2 ** 20).toFixed(1)} MiB).`,
      ...notes.map((note) => layout.line(note, '  ')),
      ...(packed.searched
        ? []
        : [
            layout.wrapped(
              'The bundle was searched only for texts that look like credentials. To search also for the secrets in the settings of the run, give --env-file, or run this command beside its .env.',
              '  ',
            ),
          ]),
      `The bundle contains every exchange of the run: check who may read it. To see what a certifier sees, run: ${commandToVerify(out, key, options)}`,
    ];
  });
  return 0;
}

/** Returns the command that verifies the bundle with the files of the vendor. */
function commandToVerify(out: string, key: string, { certificate, practice }: CertifyOptions) {
  const trusted = certificate === undefined ? ['--key', `${key}.pub`] : ['--trust', certificate];
  return ['assay', 'verify', out, ...trusted, ...(practice ? ['--practice'] : [])].map(shellWord).join(' ');
}

/** Writes the requested files. @returns a line about each */
async function newFiles({ newKey, newStatement, challenge }: CertifyOptions) {
  const pair = newKeyPair();
  const fingerprint = await fingerprintOf(readPublicKey(pair.publicKey));
  const made = newChallenge(Date.now());
  const files: readonly (readonly [path: string | undefined, content: string, about: string, mode?: number])[] = [
    [newKey, pair.privateKey, 'new Ed25519 private key, keep it secret.', 0o600],
    [
      newKey && `${newKey}.pub`,
      pair.publicKey,
      `public key, give it to the certifier. Its fingerprint: ${fingerprint}`,
    ],
    [newStatement, withAnyCommands(STATEMENT_TEMPLATE), 'statement template. Fill it in.'],
    [
      challenge,
      `${JSON.stringify(made, null, 2)}\n`,
      `challenge, valid until ${utc(made.expires)}. Give it to the vendor for assay run --nonce, and use it yourself with assay verify --nonce.`,
    ],
  ];
  const lines: string[] = [];
  // Check all paths first, so that either all files are written or none: the same command could not run again if only
  // some existed.
  for (const [path] of files)
    if (path !== undefined && existsSync(path))
      throw new InputError(`Cannot write ${JSON.stringify(path)}: it exists already. Choose another file.`);
  for (const [path, content, about, mode = 0o644] of files) {
    if (path === undefined) continue;
    // Never overwrites a file: a lost key cannot be recovered.
    await writing(path, '', () => writeFileSync(path, content, { flag: 'wx', mode }));
    lines.push(`${path}: ${about}`);
  }
  return lines;
}

type VerifyOptions = Options & {
  readonly key?: readonly string[];
  readonly trust?: readonly string[];
  readonly sample?: string;
  readonly html?: string;
};

/** @returns 0 verified; 1 refused or not verified yet; 2 (thrown) usage */
export async function verifyCommand(
  context: Context,
  bundle: string,
  { key = [], trust = [], nonce, html, json, ...options }: VerifyOptions,
): Promise<number> {
  const certificates = trust.flatMap((path) => parsedInput('--trust', path, 'claim', readCertificates));
  const verification = await verifyFile(bundle, {
    trust: { keys: key.map((path) => parsedInput('--key', path, 'claim', readPublicKey)), certificates },
    now: Date.now(),
    ...(nonce !== undefined && { challenge: parsedInput('--nonce', nonce, 'claim', readChallenge) }),
    ...options,
  });
  if (html !== undefined) {
    await writeWhole(html, withAnyCommands(renderCertificate(verification)));
    context.remark(`Written: ${html}`);
  }
  await answerWith(context, json, verification, (layout) => shown(verification, layout));
  return verification.verified ? 0 : 1;
}

/** Maximum number of statements per part. */
const MOST = 12;

function shown(verification: Verification, layout: Layout) {
  const { verified, rung, checks, claim, next } = verification;
  const practice = claim?.practice ? ' (practice: embedded reference, not a deployment)' : '';
  const whole = claimParts(verification);
  const refused = checks.filter(({ state }) => state === 'refused');
  const why = refused.length > 0 ? whole[0]?.rows[0]?.[1] : next?.missing[0];
  // The first line states the first reason.
  const parts = whole
    .map(({ heading, rows }) => ({ heading, rows: rows.filter(([, text]) => verified || text !== why) }))
    .filter(({ rows }) => rows.length > 0);
  const headline = `${refused.every((one) => one.isUnusable) ? 'NOT VERIFIED' : 'REFUSED'}: ${why}`;
  return [
    verified ? layout.styled('bold', `VERIFIED, level "${rung}"${practice}`) : layout.line(headline),
    ...parts.flatMap(({ heading, rows }) => [
      layout.line(heading),
      ...first(
        rows.map(([label, text]) => layout.line(text, label === '' ? '  ' : `  ${label}: `)),
        MOST,
        (left) => `  and ${left} more (--html or --json lists all)`,
      ),
    ]),
  ];
}
