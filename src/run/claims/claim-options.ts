/** Options of a run for a claim: plan, challenge, statement. */
import { ChallengeError, challengedRunId, readChallenge } from '../../certify/challenge.ts';
import { PlanError, planId } from '../../certify/plan.ts';
import { readStatement, StatementError } from '../../certify/statement.ts';
import { readGivenText, reasonOf } from '../../files/read-file.ts';
import { planNamed, releasedPlans } from './released-plans.ts';

export interface ClaimOptions {
  /** Id or name of a released plan: exactly its interfaces are tested. */
  readonly plan?: string;
  /** File of a challenge: the run's id begins with its nonce. */
  readonly nonce?: string;
  /** File of a statement: operations it declares as not offered are skipped. */
  readonly statement?: string;
}

export interface ClaimReady {
  readonly problems: string[];
  /** Settings, with the additions of plan and statement. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The plan's id. */
  readonly plan?: string;
  readonly runId?: string;
}

/** Reads all named files, and collects all problems. */
export function readClaimOptions(options: ClaimOptions, env: Readonly<Record<string, string | undefined>>): ClaimReady {
  const problems: string[] = [];
  const plan = attempt(problems, () =>
    options.plan === undefined ? undefined : planNamed(options.plan, releasedPlans()),
  );
  const challenge = attempt(problems, () =>
    options.nonce === undefined ? undefined : readChallenge(readNamed('--nonce', options.nonce)),
  );
  const statement = attempt(problems, () =>
    options.statement === undefined ? undefined : readStatement(readNamed('--statement', options.statement)),
  );
  if (plan?.side === 'client')
    problems.push(`The plan ${planId(plan)} is about clients; assay serve records what they send.`);
  const interfaces = Object.keys(plan?.contracts ?? {});
  const notOffered = [env['ASSAY_NOT_OFFERED'] ?? '', ...(statement?.notOffered ?? []).map(({ name }) => name)].filter(
    (name) => name !== '',
  );
  return {
    problems,
    env: {
      ...env,
      ...(notOffered.length > 0 && { ASSAY_NOT_OFFERED: notOffered.join(',') }),
      ...(plan && !env['ASSAY_INTERFACES'] && { ASSAY_INTERFACES: interfaces.join(',') }),
    },
    ...(plan && { plan: planId(plan) }),
    ...(challenge && { runId: challengedRunId(challenge) }),
  };
}

/** Reads a file named by the user. Throws ChallengeError with the option if it cannot be read. */
function readNamed(option: string, path: string): string {
  try {
    return readGivenText(path, 'claim');
  } catch (error) {
    throw new ChallengeError(`Cannot read ${option} ${path} (${reasonOf(error)}).`);
  }
}

function attempt<T>(problems: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlanError || error instanceof ChallengeError || error instanceof StatementError))
      throw error;
    problems.push(error.message);
    return undefined;
  }
}
