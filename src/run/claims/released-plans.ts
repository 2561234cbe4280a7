/** The frozen plans in specs/plans/, checked against their lock file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planId, readPlan } from '../../certify/documents.ts';
import type { CertificationPlan } from '../../certify/types.ts';
import { packageRoot } from '../../contract/root.ts';
import { InputError } from '../../files/read-file.ts';
import { notKnown } from '../../settings/nearest.ts';

/** The digest of each plan file, and the version of Assay that first shipped the plan. */
export interface PlanLock {
  readonly [plan: string]: { readonly digest: string; readonly since: string };
}

/** Returns the directory of plans below a root. */
export function plansFolder(root = packageRoot()): string {
  return join(root, 'specs', 'plans');
}

/** Reads the lock file; empty if missing. */
export function readLock(root: string): PlanLock {
  const path = join(plansFolder(root), 'released.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PlanLock) : {};
}

/**
 * Returns every released plan, oldest version first.
 * @throws InputError if a file was edited, is missing, or was never released
 */
export function releasedPlans(root = packageRoot()): CertificationPlan[] {
  const lock = readLock(root);
  const folder = plansFolder(root);
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  const refuse = (file: string) => {
    throw new InputError(
      `specs/plans/${file} is not as specs/plans/released.json states. Restore it: released plans never change.`,
    );
  };
  for (const file of there) if (!Object.hasOwn(lock, file.slice(0, -'.yaml'.length))) refuse(file);
  return Object.entries(lock)
    .map(([id, { digest }]) => {
      const file = `${id}.yaml`;
      if (!there.includes(file)) refuse(file);
      const plan = readPlan(readFileSync(join(folder, file), 'utf8'));
      if (plan.digest !== digest) refuse(file);
      return plan;
    })
    .sort((a, b) => a.version - b.version || (a.name < b.name ? -1 : 1));
}

/** Returns a released plan by id, or the newest version by name. Throws InputError with the nearest id. */
export function planNamed(word: string, plans: readonly CertificationPlan[]): CertificationPlan {
  const found = plans.find((plan) => planId(plan) === word) ?? plans.filter(({ name }) => name === word).at(-1);
  if (found) return found;
  throw new InputError(notKnown('plan', word, [...new Set(plans.flatMap((plan) => [plan.name, planId(plan)]))]));
}
