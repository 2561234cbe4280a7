/** What must not be certified is not, and says why. */

import { describe, expect, test } from 'vitest';
import { transferFaults } from '../../reference/transfer/faults.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { credentialForms } from '../../src/certify/leaks.ts';
import type { Packed } from '../../src/certify/pack.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { filesOfRun } from '../../src/run/claims/certify.ts';
import { type HostOptions, hostRun } from '../../src/run/run-conformance.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { HonestRun, STATEMENT } from './honest-run.ts';

const honest = await HonestRun.shared();

function reasons(packed: Packed): string {
  return packed.ok ? '' : packed.problems.map(({ check, why }) => `${check}: ${why}`).join('\n');
}

/** A further run. */
async function packedRun(
  env: Readonly<Record<string, string>>,
  options: Partial<HostOptions> = {},
  claim: Parameters<HonestRun['pack']>[1] = {},
): Promise<Packed> {
  const directory = temporaryFolder();
  await hostRun({
    env: { TRANSFER_CANCEL_WAIT_MS: '300', ASSAY_ALLOW_CREATE: 'all', ...env },
    out: directory,
    ...options,
  });
  return honest.pack('transfer', claim, filesOfRun(directory));
}

const changed = (change: (results: { -readonly [K in keyof Results]: Results[K] }) => void) => {
  const results = JSON.parse(Buffer.from(honest.files.results).toString()) as Results;
  change(results);
  return honest.pack('transfer', {}, { ...honest.files, results: Buffer.from(JSON.stringify(results)) });
};

describe('a run', () => {
  test('that was narrowed', async () => {
    const reference = closing(await startTransferReference());
    const packed = await packedRun(reference.env, { only: ['transfer/identity'] }).finally(() => reference.close());
    expect(reasons(packed)).toMatch(/options: The run was narrowed by --only transfer\/identity/);
    expect(reasons(packed)).toMatch(/completeness: .*were skipped/);
  });

  test('that only read', async () => {
    const reference = await startTransferReference();
    const packed = await packedRun({ ...reference.env, ASSAY_ALLOW_CREATE: '' }).finally(() => reference.close());
    expect(reasons(packed)).toMatch(/completeness: Of the plan transfer-1, \d+ documented requirements were skipped/);
  });

  test('that failed', async () => {
    const fault = transferFaults().find(({ kills }) => kills === 'transfer/job/priority')?.id ?? '';
    const reference = await startTransferReference({ fault });
    const packed = await packedRun(reference.env).finally(() => reference.close());
    expect(reasons(packed)).toMatch(
      /completeness: Of the plan transfer-1, 1 documented requirement failed: transfer\/job\/priority/,
    );
  });

  test('against the embedded reference, unless it is for practice, and then it says so', async () => {
    const env = { ASSAY_INTERFACES: 'transfer' };
    expect(reasons(await packedRun(env, { reference: true }))).toBe(
      'options: The run was made against the embedded reference, so it is not about a deployment. --practice allows it.',
    );
    const packed = await packedRun(env, { reference: true }, { practice: true });
    expect(packed.ok && packed.manifest.practice).toBe(true);
    if (!packed.ok) return;
    expect(await honest.verify(packed.bundle)).toMatchObject({ verified: false, claim: { practice: true } });
    expect(await honest.verify(packed.bundle, { practice: true })).toMatchObject({
      verified: true,
      claim: { practice: true },
    });
  });

  test('with something not offered that the statement does not declare', async () => {
    const reference = await startTransferReference();
    const env = { ...reference.env, ASSAY_NOT_OFFERED: 'token' };
    expect(reasons(await packedRun(env))).toBe(
      'statement: The run skipped token as not offered (ASSAY_NOT_OFFERED), but the statement does not declare it.',
    );
    const declared = await packedRun(
      env,
      {},
      { statement: { ...STATEMENT, notOffered: [{ name: 'token', why: 'callers have certificates' }] } },
    );
    expect(declared.ok && declared.notes.join(' ')).toContain('Limited: ');
  });

  test('whose verdicts were improved', async () => {
    const packed = await changed(
      ({ requirements }) =>
        void Object.assign(requirements.find(({ id }) => id === 'transfer/job/reason') ?? {}, { verdict: 'observed' }),
    );
    expect(reasons(packed)).toContain('transfer/job/reason is observed in the results');
  });
});

describe('secrets', () => {
  const withText = (text: string) => {
    const evidence = Buffer.from(honest.files.evidence)
      .toString()
      .replace('"transfer.reference"', '"x"')
      .replace('"User-Agent"', `"X-Left-Behind","value":"${text}"},{"name":"User-Agent"`);
    return { ...honest.files, evidence: Buffer.from(evidence) };
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
