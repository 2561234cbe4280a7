/** Reads and writes plans: YAML, frozen on release. */
import { stringify } from 'yaml';
import { InputError } from '../files/read-file.ts';
import { sha256 } from '../files/sha256.ts';
import { yamlDocument } from '../files/yaml-file.ts';
import { requireForm } from './canonical.ts';
import type { CertificationPlan } from './types.ts';

type PlanFile = Omit<CertificationPlan, 'name' | 'text' | 'digest'> & { readonly plan: string };

const HEADER =
  '# Frozen: claims are compared with exactly this list. `npm run plans` writes the next version where requirements have changed.\n';

/** Returns the id of a plan: `transfer-1`. */
export function planId({ name, version }: Pick<CertificationPlan, 'name' | 'version'>): string {
  return `${name}-${version}`;
}

/** Reads a plan. Throws InputError if its format is wrong or a requirement occurs twice. */
export function readPlan(text: string): CertificationPlan {
  const document = yamlDocument(text, 'The plan');
  requireForm('plan', document);
  const { plan, ...rest } = document.content as PlanFile;
  if (new Set(rest.requirements).size !== rest.requirements.length)
    throw new InputError(`The plan ${plan} names a requirement twice.`);
  return { name: plan, ...rest, text, digest: sha256(text) };
}

/** Writes a plan; the same plan gives the same text. */
export function writePlan({
  name,
  version,
  title,
  side,
  contracts,
  requirements,
}: Omit<CertificationPlan, 'text' | 'digest'>): string {
  const file: PlanFile = { plan: name, version, title, side, contracts, requirements };
  return HEADER + stringify(file, { lineWidth: 0 });
}
