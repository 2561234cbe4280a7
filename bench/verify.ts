/** Time to verify a bundle. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../src/certify/bundle-file.ts';
import { newKeyPair, readPublicKey, readSigner } from '../src/certify/signature.ts';
import { verify } from '../src/certify/verify.ts';
import { filesOfRun } from '../src/run/claims/certify.ts';
import { freezePlans } from '../src/run/claims/freeze-plans.ts';
import { planNamed, releasedPlans } from '../src/run/claims/released-plans.ts';
import { installedSuites } from '../src/run/claims/suite-source.ts';
import { hostRun } from '../src/run/run-conformance.ts';
import type { Figure } from './measuring/measure.ts';

const BUNDLES = 100;
const MOST_MS = 80;

/** Verifies a hundred bundles of every interface, one by one, and returns the median of their processor times. */
export async function verifyFigure(): Promise<Figure> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-verify-'));
  try {
    const { results } = await hostRun({ env: {}, reference: true, out: directory });
    freezePlans('0.0.0', directory);
    const source = { ...installedSuites(), plans: releasedPlans(directory) };
    const { privateKey, publicKey } = newKeyPair();
    const statement = {
      format: 'assay-statement/1' as const,
      vendor: 'Example',
      product: 'Reference',
      version: '1',
      contact: 'example.org',
      interfaces: ['ticket-bridge', 'transfer', 'client-library', 'data-hub'] as const,
    };
    const plan = planNamed(results.notConfigured.length === 0 ? 'whole' : 'transfer', source.plans);
    const packed = await pack(filesOfRun(directory), source, {
      plan,
      statement,
      signer: readSigner(privateKey),
      practice: true,
      now: Date.now(),
    });
    if (!packed.ok) throw new Error(packed.problems.map(({ why }) => why).join(' '));
    const trust = { keys: [readPublicKey(publicKey)], certificates: [] };
    const times: number[] = [];
    for (let number = 0; number < BUNDLES; number += 1) {
      const began = process.cpuUsage();
      const { verified } = await verify(packed.bundle, source, { trust, practice: true, now: Date.now() });
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1000);
      if (!verified) throw new Error('an honest bundle was refused');
    }
    return {
      name: 'processor time to verify a bundle of every interface',
      value: times.sort((a, b) => a - b)[BUNDLES / 2] ?? 0,
      unit: 'ms',
      most: MOST_MS,
      detail: `least ${Math.round(times[0] ?? 0)} ms; ${BUNDLES} bundles of ${(packed.bundle.length / 1e6).toFixed(1)} MB`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
