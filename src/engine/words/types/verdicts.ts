/** Verdicts of requirements and conclusions about interfaces. */
import type { Basis } from '../../../contract/types.ts';

export const VERDICTS = [
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'skipped',
  'not-applicable',
  'observed',
  'error',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts of findings, the worst first. */
export const FINDINGS: readonly Verdict[] = ['error', 'fail', 'warn'];

/** Whether a verdict is a finding; an absent verdict is none. */
export function isFinding(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && FINDINGS.includes(verdict);
}

/** Whether the document or a standard states a requirement with this basis, so that a pass counts as verified. */
export function isVerifiable(basis: Basis | undefined): boolean {
  return basis === 'documented' || basis === 'standard';
}

export type Blame = 'target' | 'credential' | 'settings' | 'infrastructure' | 'document' | 'suite';

/** The blamed party, as part of a sentence. */
export const BLAMED: Readonly<Record<Blame, string>> = {
  target: 'the tested software',
  credential: 'the credential',
  settings: 'the settings',
  infrastructure: 'the infrastructure',
  document: 'the document',
  suite: 'Assay',
};

export type Conclusion = 'invalid' | 'non-conformant' | 'incomplete' | 'conformant';
