/** Makes plans from the current contracts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planId, readPlan, writePlan } from '../../certify/documents.ts';
import type { CertificationPlan } from '../../certify/types.ts';
import { sha256 } from '../../files/sha256.ts';
import { type InstalledContract, installedContracts } from '../installed/suites.ts';
import { type PlanLock, plansFolder, readLock } from './released-plans.ts';

type Draft = Omit<CertificationPlan, 'version' | 'text' | 'digest'>;

/** Returns the plans: one per interface, one for all of them, and one for the clients of each. */
export function draftPlans(): Draft[] {
  const all = installedContracts();
  const servers = all.filter(({ side }) => side === 'server');
  const clients = all.filter(({ side }) => side === 'client');
  return [
    ...servers.map((one) => draft(one.interface, `Requirements for ${one.interface}`, [one])),
    draft('whole', 'Requirements for every interface', servers),
    ...clients.map((one) =>
      draft(`${one.interface}-client`, `Requirements for clients of ${one.interface}`, [one], 'client'),
    ),
  ];
}

function draft(
  name: string,
  title: string,
  contracts: readonly InstalledContract[],
  side: CertificationPlan['side'] = 'server',
) {
  return {
    name,
    title,
    side,
    contracts: Object.fromEntries(contracts.map((one) => [one.interface, one.contract.digest])),
    requirements: contracts.flatMap(({ contract: { requirements } }) =>
      [...requirements.values()]
        .filter(({ basis, excluded }) => basis !== 'gap' && excluded === undefined)
        .map(({ id }) => id),
    ),
  };
}

/**
 * Writes changed plans. A plan that this version of Assay ships first is overwritten. A plan of an earlier version
 * stays unchanged, and its next version is added if the contract or the requirements have changed.
 * @returns ids of the written plans
 */
export function freezePlans(version: string, root: string, drafts = draftPlans()): string[] {
  const lock: Record<string, PlanLock[string]> = { ...readLock(root) };
  const folder = plansFolder(root);
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  for (const one of drafts) {
    const versions = Object.keys(lock).flatMap((id) => {
      const [, name, number] = /^(.*)-(\d+)$/.exec(id) ?? [];
      return name === one.name ? [Number(number)] : [];
    });
    const last = Math.max(0, ...versions);
    const kept = last > 0 && lock[planId({ name: one.name, version: last })]?.since !== version;
    if (kept && same(readPlan(readFileSync(join(folder, `${one.name}-${last}.yaml`), 'utf8')), one)) continue;
    const plan = { ...one, version: kept ? last + 1 : Math.max(last, 1) };
    const text = writePlan(plan);
    const id = planId(plan);
    if (lock[id]?.digest === sha256(text)) continue;
    writeFileSync(join(folder, `${id}.yaml`), text);
    lock[id] = { digest: sha256(text), since: version };
    written.push(id);
  }
  const sorted = Object.fromEntries(Object.entries(lock).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, 'released.json'), `${JSON.stringify(sorted, null, 2)}\n`);
  return written;
}

function same(plan: CertificationPlan, { contracts, requirements }: Draft) {
  return JSON.stringify([plan.contracts, plan.requirements]) === JSON.stringify([contracts, requirements]);
}
