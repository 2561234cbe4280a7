/** A second, separate try of failed requirements: a failure that occurs only sometimes is reported as such. */
import type { Target } from '../../settings/types.ts';
import { buildResults, type Judgeable, type RunContext } from '../account/results.ts';
import type { Recording, Result } from '../words/types.ts';
import { type Node, planReady, ROUNDS } from './plan.ts';
import type { Ready } from './run-options.ts';

/** An interface with the requirements to try again, and the probes for them. */
interface SecondTry extends Ready {
  readonly requirements: readonly string[];
  readonly nodes: readonly Node[];
}

/**
 * Plans the second try of each recorded failure: one more round, as far as the settings allow.
 * @param first the first try, by interface
 */
export function planSecondTry(
  ready: readonly Ready[],
  first: readonly Judgeable[],
  context: RunContext,
  target: Target,
): SecondTry[] {
  if (first.every(({ facts }) => facts?.some(({ kind }) => kind === 'contradicted') === false)) return [];
  const { requirements } = buildResults(first, context);
  return ready.flatMap((one, at) => {
    const failed = requirements.filter(
      (result) => result.verdict === 'fail' && result.interface === one.contract.interface,
    );
    if (failed.length === 0) return [];
    const ids = new Set(failed.map(({ id }) => id));
    const nodes = planReady(one, target, {
      selected: (id) => ids.has(id),
      also: probesOf(failed, first[at]?.recording),
      firstRound: ROUNDS[target.depth],
    });
    return [{ ...one, requirements: [...ids], nodes }];
  });
}

/** Returns the probes whose exchanges showed the failures: a response is judged whichever probe requested it. */
function probesOf(failed: readonly Result[], recording: Recording | undefined): ReadonlySet<string> {
  const shown = new Set(
    failed.flatMap(({ exchanges, also = [] }) => [exchanges, ...also.map((one) => one.exchanges)].flat()),
  );
  return new Set(recording?.exchanges.flatMap(({ id, probe }) => (shown.has(id) ? [probe] : [])));
}
