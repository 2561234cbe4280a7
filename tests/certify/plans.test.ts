/** Plans are frozen; contracts may grow. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planId, readPlan } from '../../src/certify/documents.ts';
import { packageVersion } from '../../src/contract/root.ts';
import { draftPlans, freezePlans } from '../../src/run/claims/freeze-plans.ts';
import { planNamed, plansFolder, releasedPlans } from '../../src/run/claims/released-plans.ts';
import { temporaryFolder } from '../afterwards.ts';

describe('released plans', () => {
  test('are as they were released', () => {
    const names = ['ticket-bridge', 'transfer', 'client-library', 'data-hub', 'whole'];
    const clients = ['transfer-client', 'ticket-bridge-client', 'data-hub-client'];
    expect(releasedPlans().map(planId)).toEqual(
      expect.arrayContaining([...names, ...clients].map((name) => `${name}-1`)),
    );
  });

  test('ask for nothing that no contract states any more, and those of this version are up to date', () => {
    const root = temporaryFolder();
    cpSync(plansFolder(), plansFolder(root), { recursive: true });
    expect(freezePlans(packageVersion(), root), 'run `npm run plans`').toEqual([]);
    const known = new Set(draftPlans().flatMap(({ requirements }) => requirements));
    expect(releasedPlans().flatMap(({ requirements }) => requirements.filter((id) => !known.has(id)))).toEqual([]);
  });

  test('may not be edited, added by hand or removed', () => {
    const root = temporaryFolder();
    freezePlans('1.0.0', root);
    const file = join(plansFolder(root), 'transfer-1.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^ {2}- transfer\/job\/priority\n/m, ''));
    expect(() => releasedPlans(root)).toThrow(
      'transfer-1.yaml is not as specs/plans/released.json states. Restore it: released plans never change.',
    );
    writeFileSync(file, text);
    writeFileSync(join(plansFolder(root), 'easy-1.yaml'), text.replace('plan: transfer', 'plan: easy'));
    expect(() => releasedPlans(root)).toThrow('easy-1.yaml is not as');
    rmSync(join(plansFolder(root), 'easy-1.yaml'));
    rmSync(file);
    expect(() => releasedPlans(root)).toThrow('transfer-1.yaml is not as');
  });

  test('are found by name or id, and a misspelt one is an error that names the nearest', () => {
    const plans = releasedPlans();
    expect(planId(planNamed('transfer', plans))).toBe('transfer-1');
    expect(() => planNamed('tranfser-1', plans)).toThrow('Unknown plan "tranfser-1"; did you mean transfer-1?');
  });

  test('have the published form', () => {
    for (const text of [
      '',
      '- a',
      'plan: x',
      'plan: transfer\nversion: 1\ntitle: x\nside: server\ncontracts: {}\nrequirements: []\n',
    ])
      expect(() => readPlan(text)).toThrow(/^The plan is invalid: line \d+: /);
  });
});

test('a plan of this version is written again, one of an earlier version is kept, and gets a successor where something changed', () => {
  const root = temporaryFolder();
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
