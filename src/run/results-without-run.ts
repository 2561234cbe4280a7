/**
 * Results without a complete run of Assay: for a run that did not start, a forecast, or exchanges of other programs.
 */

import { packageVersion } from '../contract/root.ts';
import type { Contract } from '../contract/types.ts';
import { countVerdicts } from '../engine/account/grouping.ts';
import type { RunContext } from '../engine/account/results.ts';
import type { Invocation, Results } from '../engine/words/types.ts';

/** Returns the context of results about these contracts. */
export function contextOf(contracts: readonly Contract[]): RunContext {
  const now = new Date().toISOString();
  return {
    run: { id: '', startedAt: now, endedAt: now, seed: 0, only: [], interrupted: false, requests: 0 },
    suite: {
      name: 'assay',
      version: packageVersion(),
      contracts: Object.fromEntries(contracts.map((contract) => [contract.interface, contract.digest])),
    },
    target: { reference: false, interfaces: {}, allowCreate: [], notOffered: [] },
    residue: [],
    notices: [],
    notConfigured: [],
    requireComplete: false,
  };
}

/** The options shown in results of a run that did not start. */
interface Wanted {
  readonly reference?: boolean;
  readonly only?: string | readonly string[];
}

/** Returns results for the case that no request was sent, with the reasons in `gate`. */
export function resultsWithoutRun(
  { reference = false, only = [] }: Wanted,
  outcome: Pick<Results, 'exitCode' | 'gate'> & Partial<Pick<Results, 'problems' | 'notices'>>,
  invocation?: Invocation,
): Results {
  const { run, suite, target, residue, notices } = contextOf([]);
  return {
    format: 'assay-results/1',
    conclusion: outcome.exitCode === 4 ? 'invalid' : 'incomplete',
    conclusions: {},
    counts: countVerdicts([]),
    verified: {},
    requirements: [],
    notPlanned: [],
    notConfigured: [],
    ...{ residue, notices, suite },
    ...outcome,
    run: { ...run, only: [only].flat(), invocation },
    target: { ...target, reference },
  };
}
