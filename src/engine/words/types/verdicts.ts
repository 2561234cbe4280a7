/** Words for what a requirement and an interface come to. */

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

export type Blame = 'target' | 'credential' | 'settings' | 'infrastructure' | 'document' | 'suite';

export type Conclusion = 'invalid' | 'non-conformant' | 'incomplete' | 'conformant';
