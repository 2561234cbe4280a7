/** Reads the options of a run for a claim: plan, challenge, statement. */

import { challengedRunId, planId, readChallenge, readStatement } from '../../certify/documents.ts';
import { parsedInput, readIfGiven } from '../../files/read-file.ts';
import type { Environment, Places } from '../../settings/types.ts';
import { planNamed, releasedPlans } from './released-plans.ts';

export interface ClaimOptions {
  /** Id or name of a released plan: exactly the interfaces of the plan are tested. */
  readonly plan?: string;
  /** File of a challenge: the id of the run begins with its nonce. */
  readonly nonce?: string;
  /** File of a statement: operations that it declares as not offered are skipped. */
  readonly statement?: string;
}

/** Reads the file of --statement, if it is given, and collects its problems. */
export const statementIn = (problems: string[], file: string | undefined) =>
  readIfGiven(problems, file, (path) => parsedInput('--statement', path, 'claim', readStatement));

/** Reads all named files, and collects all problems. */
export function readClaimOptions(options: ClaimOptions, env: Environment, places?: Places) {
  const problems: string[] = [];
  const plan = readIfGiven(problems, options.plan, (word) => planNamed(word, releasedPlans()));
  const challenge = readIfGiven(problems, options.nonce, (path) =>
    parsedInput('--nonce', path, 'claim', readChallenge),
  );
  const statement = statementIn(problems, options.statement);
  if (plan?.side === 'client')
    problems.push(`The certification plan ${planId(plan)} is about clients; assay serve records what they send.`);
  const interfaces = Object.keys(plan?.contracts ?? {});
  const unclaimed = statement ? interfaces.filter((of) => !statement.interfaces.includes(of)) : [];
  if (unclaimed.length > 0) problems.push(`The statement does not claim ${unclaimed.join(', ')} (member interfaces).`);
  const notOffered = [env['ASSAY_NOT_OFFERED'] ?? '', ...(statement?.notOffered ?? []).map(({ name }) => name)].filter(
    (name) => name !== '',
  );
  const declared = [
    ...(env['ASSAY_NOT_OFFERED'] ? [places?.get('ASSAY_NOT_OFFERED') ?? 'environment'] : []),
    '--statement',
  ];
  return {
    problems,
    // Places of settings, including those of the additions.
    places:
      places &&
      new Map([
        ...places,
        ...(statement ? [['ASSAY_NOT_OFFERED', declared.join(', ')] as const] : []),
        ...(plan ? [['ASSAY_INTERFACES', '--plan'] as const] : []),
      ]),
    // Settings, including the additions of plan and statement.
    env: {
      ...env,
      ...(notOffered.length > 0 && { ASSAY_NOT_OFFERED: notOffered.join(',') }),
      ...(plan && !env['ASSAY_DEPTH'] && { ASSAY_DEPTH: 'thorough' }),
      ...(plan && { ASSAY_INTERFACES: interfaces.join(',') }),
    },
    plan: plan && planId(plan),
    // The interfaces of the plan; no other interface is tested.
    interfaces: plan && interfaces,
    runId: challenge && challengedRunId(challenge),
  };
}
