/** Plans are frozen; contracts go on. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planId, readPlan } from '../../src/certify/plan.ts';
import type { SuiteSource } from '../../src/certify/types.ts';
import { loadRestContract } from '../../src/contract/load.ts';
import { packageRoot, packageVersion } from '../../src/contract/root.ts';
import { draftPlans, freezePlans } from '../../src/run/freeze-plans.ts';
import { planNamed, plansFolder, releasedPlans } from '../../src/run/released-plans.ts';
import { HonestRun } from './honest-run.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-plans-'));
  folders.push(made);
  return made;
}

describe('released plans', () => {
  test('are as they were released', () => {
    const names = releasedPlans().map(planId);
    expect(names).toEqual(
      expect.arrayContaining([
        'ticket-bridge-1',
        'transfer-1',
        'client-library-1',
        'data-hub-1',
        'whole-1',
        'transfer-client-1',
        'ticket-bridge-client-1',
        'data-hub-client-1',
      ]),
    );
  });

  test('ask for nothing that no contract states any more, and those of this version are up to date', () => {
    const root = folder();
    cpSync(plansFolder(), plansFolder(root), { recursive: true });
    expect(freezePlans(packageVersion(), root), 'run `npm run plans`').toEqual([]);
    const known = new Set(draftPlans().flatMap(({ requirements }) => requirements));
    expect(releasedPlans().flatMap(({ requirements }) => requirements.filter((id) => !known.has(id)))).toEqual([]);
  });

  test('may not be edited, added by hand or removed', () => {
    const root = folder();
    freezePlans('1.0.0', root);
    const file = join(plansFolder(root), 'transfer-1.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^ {2}- transfer\/job\/priority\n/m, ''));
    expect(() => releasedPlans(root)).toThrow('transfer-1.yaml was edited. Restore it: released plans never change.');
    writeFileSync(file, text);
    writeFileSync(join(plansFolder(root), 'easy-1.yaml'), text.replace('plan: transfer', 'plan: easy'));
    expect(() => releasedPlans(root)).toThrow('easy-1.yaml was not released');
    rmSync(join(plansFolder(root), 'easy-1.yaml'));
    rmSync(file);
    expect(() => releasedPlans(root)).toThrow('transfer-1.yaml is missing');
  });

  test('are found by name or id, and a misspelt one is an error that names the nearest', () => {
    const plans = releasedPlans();
    expect(planId(planNamed('transfer', plans))).toBe('transfer-1');
    expect(() => planNamed('tranfser-1', plans)).toThrow('Unknown plan "tranfser-1"; did you mean transfer-1?');
  });

  test('have the published form', () => {
    for (const text of ['', '- a', 'plan: x', 'plan: transfer\nversion: 1\ntitle: x\nside: server\ncontracts: {}\nrequirements: []\n'])
      expect(() => readPlan(text)).toThrow('plan.schema.json');
  });
});

test('a plan of this version is written again, one of an earlier version is kept, and gets a successor where something changed', () => {
  const root = folder();
  const [draft] = draftPlans().filter(({ name }) => name === 'transfer');
  if (draft === undefined) throw new Error('there is no plan of transfer');
  expect(freezePlans('1.0.0', root, [draft])).toEqual(['transfer-1']);
  expect(freezePlans('1.0.0', root, [draft])).toEqual([]);
  const grown = { ...draft, requirements: [...draft.requirements, 'transfer/job/novel'] };
  expect(freezePlans('1.0.0', root, [grown])).toEqual(['transfer-1']);
  const first = readFileSync(join(plansFolder(root), 'transfer-1.yaml'), 'utf8');
  expect(freezePlans('1.1.0', root, [grown])).toEqual([]);
  expect(freezePlans('1.1.0', root, [draft])).toEqual(['transfer-2']);
  expect(readFileSync(join(plansFolder(root), 'transfer-1.yaml'), 'utf8')).toBe(first);
  expect(releasedPlans(root).map(planId)).toEqual(['transfer-1', 'transfer-2']);
});

describe('after the contract grew by a field', () => {
  let honest: HonestRun;
  let bundle: Uint8Array;
  let later: SuiteSource;
  beforeAll(async () => {
    honest = await HonestRun.make();
    bundle = await honest.bundle();
    later = laterSource(honest);
  });
  afterAll(() => honest?.close());

  test('an older bundle is judged again, and labelled so', async () => {
    const { verified, rung, notes, checks } = await honest.verify(bundle, {}, later);
    expect(checks.filter(({ state }) => state === 'refused')).toEqual([]);
    expect({ verified, rung }).toEqual({ verified: true, rung: 're-judged' });
    expect(notes.join('\n')).toContain(
      'Made with an older released contract: transfer (as in transfer-1, whole-1); judged again with the contract of Assay 9.9.9.',
    );
  });

  test('the new requirement is reported and not counted', async () => {
    const { notes, claim } = await honest.verify(bundle, {}, later);
    expect(notes.join('\n')).toMatch(/Added after the plan, not counted: transfer\/job\/novel_field; of these, transfer\/job\/novel_field is contradicted\./);
    expect(claim?.conclusion).toBe('conformant');
  });

  test('an improved verdict is still found', async () => {
    const made = await honest.resealed(bundle, (members) => {
      const results = JSON.parse(Buffer.from(members.get('results.json') ?? []).toString()) as { requirements: { id: string; verdict: string }[] };
      Object.assign(results.requirements.find(({ id }) => id === 'transfer/job/reason') ?? {}, { verdict: 'observed' });
      members.set('results.json', Buffer.from(JSON.stringify(results)));
    });
    const { checks } = await honest.verify(made, {}, later);
    expect(checks.filter(({ state }) => state === 'refused').flatMap(({ why }) => why)).toEqual([
      expect.stringContaining('transfer/job/reason is observed in the results, but pass when judged again'),
    ]);
  });

  test('a contract that was never released is refused', async () => {
    const never = { ...later, plans: later.plans.map((plan) => ({ ...plan, contracts: { transfer: 'ef'.repeat(32) } })) };
    const { checks } = await honest.verify(bundle, {}, never);
    expect(checks.filter(({ check, state }) => check === 'suite' && state === 'refused').flatMap(({ why }) => why)).toEqual([
      expect.stringContaining('is unknown: it was altered, or is newer than this installation'),
    ]);
  });
});

/** The suite some releases later: a field more in a record, so another contract, and the plans from before. */
function laterSource(honest: HonestRun): SuiteSource {
  const root = folder();
  for (const name of ['specs', 'schemas']) cpSync(join(packageRoot(), name), join(root, name), { recursive: true });
  const file = join(root, 'schemas', 'transfer', 'job.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: Record<string, unknown> };
  const [name, like] = Object.entries(schema.properties).find(([one]) => one === 'priority') ?? [];
  if (name === undefined) throw new Error('the job has no priority any more');
  writeFileSync(file, JSON.stringify({ ...schema, properties: { ...schema.properties, novel_field: like } }));
  return {
    ...honest.source,
    identity: { version: '9.9.9', specs: '1'.repeat(64), schemas: '2'.repeat(64), code: '3'.repeat(64) },
    async load(of, side, given) {
      const loaded = await honest.source.load(of, side, given);
      return of === 'transfer' ? { ...loaded, contract: (profile) => loadRestContract('transfer', profile, root) } : loaded;
    },
  };
}
