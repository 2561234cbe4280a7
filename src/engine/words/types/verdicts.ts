/** Words for what a requirement and an interface come to. */
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

/** Whether a verdict makes a finding; an absent one does not. */
export function isFinding(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && FINDINGS.includes(verdict);
}

/** Whether a pass with this basis counts as verified. */
export function isVerifiable(basis: Basis | undefined): boolean {
  return basis === 'documented' || basis === 'standard';
}

export type Blame = 'target' | 'credential' | 'settings' | 'infrastructure' | 'document' | 'suite';

/** Blame in the words of a sentence. */
export const BLAMED: Readonly<Record<Blame, string>> = {
  target: 'the service',
  credential: 'the credential',
  settings: 'the settings',
  infrastructure: 'the infrastructure',
  document: 'the document',
  suite: 'Assay',
};

export type Conclusion = 'invalid' | 'non-conformant' | 'incomplete' | 'conformant';
