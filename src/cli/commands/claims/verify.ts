/** `assay verify`: checks a bundle, offline. */
import { readChallenge } from '../../../certify/challenge.ts';
import { readCertificates, readPublicKey } from '../../../certify/keys.ts';
import type { Verification } from '../../../certify/types.ts';
import { LOOKED_AT, MEANING } from '../../../certify/types.ts';
import { InputError, onlyDefined, readInput } from '../../../files/input.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { renderCertificate } from '../../../report/html/certificate.ts';
import { printable } from '../../../report/parts/message-text.ts';
import { createLayout } from '../../../report/terminal/layout.ts';
import { verifyFile } from '../../../run/claims/certify.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';

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
  const textOf = (path: string): string => readInput(path, 'claim').toString('utf8');
  const certificates = trust.flatMap((path) => {
    const read = readCertificates(textOf(path));
    if (read.length === 0) throw new InputError(`No PEM certificate found in ${path}.`);
    return read;
  });
  const verification = await verifyFile(bundle, {
    trust: { keys: key.map((path) => readPublicKey(textOf(path))), certificates },
    now: Date.now(),
    ...(nonce !== undefined && { challenge: readChallenge(textOf(nonce)) }),
    ...onlyDefined(options, ['sample', 'practice']),
  });
  if (html !== undefined) await writeWhole(html, renderCertificate(verification));
  answerWith(context, json, verification, () => shown(verification, context));
  return verification.verified ? 0 : 1;
}

/** Maximum number of requirements named as not verified. */
const MOST_LEFT = 8;

function shown({ verified, rung, checks, next, notes, claim, signer }: Verification, context: Context): string {
  const layout = createLayout(context);
  const practice = claim?.practice ? ' (practice: embedded reference, not a deployment)' : '';
  const refused = checks.filter(({ state }) => state === 'refused');
  const lines = [
    layout.styled(
      'bold',
      verified ? `VERIFIED, level "${rung}"${practice}` : refused.length > 0 ? 'REFUSED' : 'NOT VERIFIED',
    ),
  ];
  for (const { check, why } of refused)
    for (const one of why) lines.push(layout.wrapped(printable(`${LOOKED_AT[check]}: ${one}`), '  refused: '));
  if (rung !== null) lines.push(layout.wrapped(`${rung}: ${MEANING[rung]}.`, '  '));
  if (claim) {
    const { statement, plan, run, suite, conclusions, addresses } = claim;
    lines.push(
      ...[
        `${statement.vendor}: ${statement.product} ${statement.version} (${statement.contact})`,
        `plan ${plan.name}-${plan.version}: ${Object.entries(conclusions)
          .map(([name, conclusion]) => `${name} ${conclusion}`)
          .join(', ')}`,
        `deployment: ${addresses.map(({ interface: of, address }) => `${of} ${address}`).join(', ') || 'no address'}`,
        `run ${run.id}, ${run.startedAt}, Assay ${suite}`,
        ...(statement.notOffered ?? []).map(({ name, why }) => `not offered: ${name} (${why})`),
      ].map((line) => layout.wrapped(printable(line), '  ')),
    );
  }
  if (signer)
    lines.push(layout.wrapped(printable(`signed by ${signer.name}, fingerprint ${signer.fingerprint}`), '  '));
  for (const note of notes) lines.push(layout.wrapped(printable(note), '  notice: '));
  const left = claim?.notVerified ?? [];
  if (left.length > 0) lines.push(`  not verified: ${left.length}`);
  for (const { id, verdict, why } of left.slice(0, MOST_LEFT))
    lines.push(layout.wrapped(printable(`${id} (${verdict}): ${why}`), '    ', '      '));
  if (left.length > MOST_LEFT) lines.push(`    and ${left.length - MOST_LEFT} more (--html or --json lists all)`);
  if (next) {
    lines.push(layout.wrapped(`Missing for the next level, "${next.rung}" (${MEANING[next.rung]}):`, ''));
    const told = new Set(refused.flatMap(({ why }) => why));
    const missing = new Set(next.missing.filter((one) => !told.has(one)));
    for (const one of missing.size > 0 ? missing : ['The check that was refused.'])
      lines.push(layout.wrapped(printable(one), '  '));
  }
  return lines.join('\n');
}
