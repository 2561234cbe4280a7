/** Rungs and checks in the words of a certificate. */
import type { CheckName, Rung } from './types.ts';

/** What each rung means, in a sentence. */
export const MEANING: Readonly<Record<Rung, string>> = {
  signed: 'the bundle is whole, and signed by whom the certifier trusts',
  complete: 'a released plan was carried out wholly, and every documented requirement of it passed',
  're-judged': 'every verdict follows again from the recorded exchanges, which fit together and the time they claim',
  fresh: 'the run answered a challenge of the certifier, so it was made after it',
  sampled: 'the certifier asked the same deployment, and it answered likewise',
};

/** What each check looks at. */
export const LOOKED_AT: Readonly<Record<CheckName, string>> = {
  file: 'the file',
  members: 'what is in it',
  signature: 'the signature',
  signer: 'who signed',
  suite: 'the suite that made it',
  plan: 'the plan',
  statement: 'the statement',
  options: 'how the run was made',
  completeness: 'completeness',
  evidence: 'the evidence as a whole',
  verdicts: 'every verdict, judged again',
  clocks: 'the clocks',
  secrets: 'secrets',
  challenge: 'the challenge',
  sample: 'the sample',
};
