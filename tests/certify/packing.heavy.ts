/** Runs that cannot be certified, with the reasons. */

import { FAULTS as transferFaults } from '../../reference/transfer/deviations.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import type { Packed } from '../../src/certify/bundle-file.ts';
import { credentialForms } from '../../src/certify/leaks.ts';
import { filesOfRun } from '../../src/run/claims/certify.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { HonestRun, STATEMENT } from './honest-run.ts';

const honest = await HonestRun.shared();

function reasons(packed: Packed) {
  return packed.ok ? '' : packed.problems.map(({ check, why }) => `${check}: ${why}`).join('\n');
}

/** Makes and packs a further run. */
async function packedRun(env: Record<string, string>, claim: Parameters<HonestRun['pack']>[1] = {}) {
  const directory = temporaryFolder();
  await hostRun({
    env: { TRANSFER_CANCEL_WAIT_MS: '300', ASSAY_ALLOW_CREATE: 'all', ...env },
    out: directory,
  });
  return honest.pack('transfer', claim, filesOfRun(directory));
}

describe('a run', () => {
  test('that only read', async () => {
    const packed = await packedRun({ ...closing(await startTransferReference()).env, ASSAY_ALLOW_CREATE: '' });
    expect(reasons(packed)).toMatch(/completeness: Documented requirements of the plan transfer-1, skipped: \d+/);
  });

  test('that failed', async () => {
    const fault = transferFaults.permanent().find(({ kills }) => kills === 'transfer/job/priority')?.id ?? '';
    const packed = await packedRun(closing(await startTransferReference({ fault })).env);
    expect(reasons(packed)).toMatch(
      /completeness: Documented requirements of the plan transfer-1, failed: 1 \(transfer\/job\/priority/,
    );
  });

  test('with something not offered that the statement does not declare', async () => {
    const env = { ...closing(await startTransferReference()).env, ASSAY_NOT_OFFERED: 'token' };
    expect(reasons(await packedRun(env))).toBe(
      'statement: The run skipped token as not offered (ASSAY_NOT_OFFERED), but the statement does not declare it.',
    );
    const declared = await packedRun(env, {
      statement: { ...STATEMENT, notOffered: [{ name: 'token', why: 'callers have certificates' }] },
    });
    expect(declared.ok && declared.notes.join(' ')).toContain('Limited: ');
  });
});

describe('secrets', () => {
  const withText = (text: string) => {
    const evidence = Buffer.from(honest.files.get('evidence.har') ?? '')
      .toString()
      .replace('"transfer.reference"', '"x"')
      .replace('"User-Agent"', `"X-Left-Behind","value":"${text}"},{"name":"User-Agent"`);
    return new Map(honest.files).set('evidence.har', Buffer.from(evidence));
  };

  test.each([
    ['a JSON Web Token', `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLWl0`],
    ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ])('%s', async (what, text) => {
    expect(reasons(await honest.pack('transfer', {}, withText(text)))).toContain(
      `secrets: evidence.har contains ${what}.`,
    );
  });

  test('are looked for in one pass, also where a text was made to be searched for long', () => {
    const run = 'eyJ'.repeat(1_000_000);
    expect(credentialForms(Buffer.from(`${run}.${run}`))).toEqual([]);
    expect(credentialForms(Buffer.from(`${'.eyJ'.repeat(500_000)}${run}.${run}.${run}`))).toEqual(['a JSON Web Token']);
  });

  test('those of the settings', async () => {
    const known = createRedactor();
    known.add('FINISHED', 'TRANSFER_TOKEN');
    const packed = await honest.pack('transfer', { known });
    expect(reasons(packed)).toContain('contains the secret TRANSFER_TOKEN from the settings');
    expect(reasons(packed)).not.toContain('FINISHED');
  });
});
