/** A second try of failed requirements, apart from the first: a failure that shows only sometimes is reported as such. */
import type { Target } from '../../settings/types.ts';
import { buildResults, factsOf, type Judgeable, type RunContext } from '../account/results.ts';
import type { Fact, ProbeOutcome, Recording, Result } from '../words/types.ts';
import { type Node, planNodes, ROUNDS, unsetServices } from './plan.ts';
import type { Ready } from './run-options.ts';

/** An interface with the requirements to try again, and the probes for them. */
export interface SecondTry extends Ready {
  readonly requirements: readonly string[];
  readonly nodes: readonly Node[];
}

/** Outcome of the first try. */
export interface FirstTry {
  /** By judgeable: the facts, which stay true unless something more is recorded. */
  readonly facts: readonly (readonly Fact[])[];
  readonly tries: readonly SecondTry[];
}

/** Judges what was recorded so far, and plans the second try of each failure: one round more, as far as the settings allow. */
export function planSecondTry(
  ready: readonly Ready[],
  judgeables: readonly Judgeable[],
  context: RunContext,
  target: Target,
): FirstTry {
  const facts = judgeables.map((one) => factsOf(one));
  const { requirements } = buildResults(
    judgeables.map((one, at) => ({ ...one, facts: facts[at] ?? [] })),
    context,
  );
  const tries = ready.flatMap((one, at): SecondTry[] => {
    const failed = requirements.filter(
      (result) => result.verdict === 'fail' && result.interface === one.contract.interface,
    );
    if (failed.length === 0) return [];
    const ids = new Set(failed.map(({ id }) => id));
    const nodes = planNodes(one.suite, one.contract, one.prepared.lanes, {
      create: target.allowCreate,
      notOffered: target.notOffered,
      selected: (id) => ids.has(id),
      also: probesOf(failed, judgeables[at]?.recording),
      unset: unsetServices(one),
      firstRound: ROUNDS[target.depth],
    });
    return [{ ...one, requirements: [...ids], nodes }];
  });
  return { facts, tries };
}

/** The probes whose exchanges showed the failures: the requirements of an answer are judged whichever probe asked for it. */
function probesOf(failed: readonly Result[], recording: Recording | undefined): ReadonlySet<string> {
  const shown = new Set(
    failed.flatMap(({ exchanges, also = [] }) => [exchanges, ...also.map((one) => one.exchanges)].flat()),
  );
  return new Set(recording?.exchanges.flatMap(({ id, probe }) => (shown.has(id) ? [probe] : [])));
}

/** The recording of a second try, of the same lanes as the first. */
export function recordingAgain(
  { requirements }: SecondTry,
  first: Judgeable,
  probes: readonly ProbeOutcome[],
  isOwn: (id: string) => boolean,
  exchanges: Recording['exchanges'],
): Judgeable {
  const { interface: of, lanes } = first.recording;
  return {
    ...first,
    recording: {
      interface: of,
      lanes,
      probes,
      exchanges: exchanges.filter(({ id }) => isOwn(id)),
      again: requirements,
    },
  };
}
