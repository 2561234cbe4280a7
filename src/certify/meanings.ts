/** Descriptions of levels and checks for certificates. */
import type { CheckName, Rung } from './types.ts';

/** The meaning of each level. */
export const MEANING: Readonly<Record<Rung, string>> = {
  signed: 'the bundle is intact, and signed by a trusted signer',
  complete: 'a released plan was executed completely, and every documented requirement of it passed',
  're-judged':
    'every verdict was recomputed from the recorded exchanges, which are consistent with each other and with the claimed time',
  fresh: 'the run answered a challenge of the certifier, so it was made after the challenge',
  sampled: 'the certifier tested the same deployment and got the same verdicts',
};

/** The subject of each check. */
export const LOOKED_AT: Readonly<Record<CheckName, string>> = {
  file: 'the file',
  members: 'members',
  signature: 'the signature',
  signer: 'who signed',
  suite: 'suite',
  plan: 'the plan',
  statement: 'the statement',
  options: 'run options',
  completeness: 'completeness',
  evidence: 'evidence',
  verdicts: 'every verdict, judged again',
  clocks: 'the clocks',
  secrets: 'secrets',
  challenge: 'the challenge',
  sample: 'the sample',
};
