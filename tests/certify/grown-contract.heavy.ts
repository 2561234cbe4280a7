/** Bundles that were made before the contract grew by a field. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteSource } from '../../src/certify/types.ts';
import { loadContract } from '../../src/contract/contracts.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { temporaryFolder } from '../afterwards.ts';
import { allRefusals, HonestRun } from './honest-run.ts';

const root = temporaryFolder();

const honest = await HonestRun.shared();
const bundle = await honest.bundle();
const later = laterSource(honest);

describe('after the contract grew by a field', () => {
  test('an older bundle is judged again, and labelled so; the new requirement is reported and not counted', async () => {
    const verification = await honest.verify(bundle, {}, later);
    expect(allRefusals(verification)).toEqual([]);
    const { notes } = verification;
    expect(notes.join('\n')).toMatch(
      /Made with Assay \S+ and an older released contract: transfer \(as in transfer-1, whole-1\); judged again with Assay 9\.9\.9\./,
    );
    expect(notes.join('\n')).toContain('Limited: the run used the depth standard.');
    expect(notes.join('\n')).toMatch(
      /Added after the plan, not counted: transfer\/job\/novel_field; contradicted: transfer\/job\/novel_field\./,
    );
    expect(verification).toMatchObject({ verified: true, rung: 're-judged', claim: { conclusion: 'conformant' } });
  });

  test('a contract that was never released is refused', async () => {
    const never = {
      ...later,
      plans: later.plans.map((plan) => ({ ...plan, contracts: { transfer: 'ef'.repeat(32) } })),
    };
    const why = allRefusals(await honest.verify(bundle, {}, never)).filter((one) => one.startsWith('suite: '));
    expect(why).toEqual([expect.stringContaining('is unknown: it was altered, or is newer than this installation')]);
  });
});

/**
 * Returns the suite of a later release: a record has one more field, so the contract differs, but the plans are the old
 * ones.
 */
function laterSource(honest: HonestRun): SuiteSource {
  for (const name of ['specs', 'schemas']) cpSync(join(packageRoot(), name), join(root, name), { recursive: true });
  const file = join(root, 'schemas', 'transfer', 'job.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: Record<string, unknown> };
  const [name, like] = Object.entries(schema.properties).find(([one]) => one === 'priority') ?? [];
  if (name === undefined) throw new Error('the job has no priority any more');
  writeFileSync(file, JSON.stringify({ ...schema, properties: { ...schema.properties, novel_field: like } }));
  return {
    ...honest.source,
    identity: { version: '9.9.9', specs: '1'.repeat(64), schemas: '2'.repeat(64), code: '3'.repeat(64) },
    async load(of, side, given, profile) {
      const loaded = await honest.source.load(of, side, given, profile);
      if (of !== 'transfer') return loaded;
      const contract = loadContract('transfer', { profile, root });
      return { ...loaded, contract, digest: contract.digest };
    },
  };
}
