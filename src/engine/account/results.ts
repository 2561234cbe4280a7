/** Turns recordings into results. Pure: a run and `assay judge` use the same functions. */
import { changedEntries } from '../../compare/baseline.ts';
import { type ComparisonBasis, compare } from '../../compare/relations.ts';
import type { Contract, Interface } from '../../contract/types.ts';
import { withoutUnacceptedLanes } from '../judge/accepted-credential.ts';
import { judge } from '../judge/judge.ts';
import { withoutOtherPaths } from '../judge/other-path.ts';
import { otherServices, withoutOtherServices } from '../judge/other-service.ts';
import { withoutGone, withoutPages } from '../judge/pages.ts';
import { withUnstable } from '../judge/unstable.ts';
import { targetOptions, withReproduction } from '../repeat/reproduction.ts';
import { selectionOf } from '../send/select.ts';
import { forgetParsedBodies } from '../words/answer.ts';
import { contradiction } from '../words/reasons.ts';
import {
  type Conclusion,
  type Fact,
  type FailOn,
  type NotPlanned,
  type OtherService,
  type Recording,
  type Result,
  type Results,
  residueOf,
  type Suite,
  type Unanswered,
  type Verdict,
} from '../words/types.ts';
import { account, conclude, countVerified, LEFT_OUT, worst } from './account.ts';
import { withCauses } from './causes.ts';
import { defaultFailOn, gate } from './gate.ts';
import { countVerdicts, isConsidered, selectedOf } from './grouping.ts';
import { clockNotices, noticesOf } from './notices.ts';
import { absentParts, unansweredOf } from './unanswered.ts';

/** The data in the evidence besides exchanges that judging may read. */
export interface RunContext
  extends Pick<Results, 'run' | 'suite' | 'target' | 'residue' | 'notices' | 'notConfigured'> {
  readonly requireComplete: boolean;
  /** Findings that fail the gate; default as in the gate. */
  readonly failOn?: readonly FailOn[];
  readonly heldAgainst?: ComparisonBasis;
}

/** The recording of one interface, ready to be judged. */
export interface Judgeable {
  readonly recording: Recording;
  readonly contract: Contract;
  readonly suite: Suite;
  /** Facts of the recording, if they are already known. Absent: the recording is judged. */
  readonly facts?: readonly Fact[];
}

/** Judges recordings, counts their facts into results, and adds the conclusions. */
export function buildResults(recorded: readonly Judgeable[], context: RunContext): Results {
  const all = recorded.map(asHeard);
  const judgeables = all.filter(({ recording }) => recording.again === undefined);
  const selected = selectionOf(context.run.only, judgeables);
  const again = verdictsAgain(all, context);
  const notPlanned: NotPlanned[] = [];
  const requirements: Result[] = [];
  const unanswered: Unanswered[] = [];
  const others: OtherService[] = [];
  const noticed: string[] = [];
  const conclusions: Record<Interface, Conclusion> = {};
  for (const one of judgeables) {
    const { recording, contract, suite } = one;
    const { left, elsewhere, facts, accounted } = judged(one, context, selected);
    for (const [id, why] of left) {
      const basis = contract.requirements.get(id)?.basis;
      notPlanned.push({ id, why, basis, ...(!selected(id) && { notSelected: true }) });
    }
    others.push(...elsewhere);
    const caused = withCauses([...accounted, ...filled(contract, accounted, facts, selected)], facts, recording);
    const results = withReproduction(caused, recording, context).map((one) => withSecondTry(one, again.get(one.id)));
    requirements.push(...results);
    unanswered.push(...unansweredOf(recording, contract, results, facts, context.run.startedAt, suite));
    if (!isOfClient(recording))
      noticed.push(
        ...noticesOf(recording, accounted, facts, unanswered),
        ...clockNotices(recording, results, context.run.startedAt),
      );
    conclusions[contract.interface] = conclude(results);
  }
  const verified = countVerified(requirements);
  const comparison = compare(requirements, context.heldAgainst, selected, others);
  const failOn = context.failOn ?? defaultFailOn(context.heldAgainst);
  const gated = gate({
    interrupted: context.run.interrupted,
    timedOut: context.run.timedOut,
    results: requirements,
    notPlanned,
    notConfigured: context.notConfigured,
    // The gate does not consider interfaces of which no requirement was selected. A narrowed run of a deployment is
    // incomplete; a client has to make only the calls that were selected.
    conclusions: Object.fromEntries(
      judgeables.flatMap(({ contract: { interface: name }, recording: { side } }) => {
        if (!isConsidered(name, { requirements, notPlanned })) return [];
        const ofClient = side === 'client' && conclude(selectedOf(name, requirements));
        return [[name, ofClient || (conclusions[name] ?? 'incomplete')]];
      }),
    ),
    verified,
    requireComplete: context.requireComplete,
    ofClients: judgeables.some(({ recording }) => recording.side === 'client'),
    failOn,
    residue: residueOf(context),
    unanswered,
    otherServices: others,
    comparison,
    options: targetOptions(context),
  });
  const added = [
    ...(context.heldAgainst?.notices ?? []),
    ...changedEntries(requirements, context.heldAgainst).map(
      (one) => `A baseline entry has no effect, because its requirement has another verdict: ${one}.`,
    ),
    ...noticed,
    ...(context.run.only.length > 0 ? [] : judgeables).flatMap(({ recording, contract }) =>
      absentParts(recording.exchanges, contract, context.target.notOffered),
    ),
  ];
  forgetParsedBodies();
  return {
    format: 'assay-results/1',
    conclusion: worst(Object.values(conclusions)),
    conclusions,
    exitCode: gated.exitCode,
    gate: gated.reasons,
    counts: countVerdicts(requirements),
    verified,
    requirements,
    unanswered,
    otherServices: others,
    notPlanned,
    notConfigured: context.notConfigured,
    residue: context.residue,
    // The list itself if no notice is added, because a listener may still add to the list.
    notices: added.length === 0 ? context.notices : [...context.notices, ...added],
    run: context.run,
    suite: context.suite,
    target: context.target,
    credentials: judgeables.flatMap(({ recording }) =>
      recording.lanes.flatMap(({ name, certificates }) =>
        certificates?.expires === undefined
          ? []
          : [{ interface: recording.interface, lane: name, expires: certificates.expires }],
      ),
    ),
    policy: { failOn, requireComplete: context.requireComplete },
    comparison,
  };
}

/** Returns the recording as it is judged: responses of something else in place of a service count as failures. */
function asHeard(one: Judgeable): Judgeable {
  const { recording, contract } = one;
  if (isOfClient(recording)) return one;
  return { ...one, recording: withoutGone(withoutOtherPaths(withoutPages(recording, contract), contract)) };
}

/** Whether a recording is of a client: its service is a reference, and works. */
const isOfClient = ({ side }: Recording) => side === 'client';

/** Returns the facts and results of a recording, and what prevents other results. */
function judged(
  { recording, contract, suite, facts: known }: Judgeable,
  { target }: RunContext,
  selected: (requirement: string) => boolean,
) {
  const left = new Map(suite.notPlanned?.(contract, recording.lanes));
  for (const { id, excluded } of contract.requirements.values()) if (excluded !== undefined) left.set(id, excluded);
  const found =
    known ?? withUnstable(judge(recording, contract, suite), recording, contract.requirements.keys(), suite);
  // A second try may request only one operation: the first try already showed which service this is.
  const elsewhere = recording.again || isOfClient(recording) ? [] : otherServices(recording.exchanges, contract);
  const facts = isOfClient(recording)
    ? found
    : withoutUnacceptedLanes(withoutOtherServices(found, recording, elsewhere, contract), recording);
  const notOffered = new Set(target.notOffered);
  const accounted = account(facts, {
    contract,
    lanes: recording.lanes,
    credentials: suite.credentials,
    notPlanned: left,
    notOffered,
    exchanges: new Map(recording.exchanges.map((exchange) => [exchange.id, exchange])),
    selected,
  });
  return { left, elsewhere, facts, accounted };
}

/** Returns verdicts of the second tries, by requirement. */
function verdictsAgain(all: readonly Judgeable[], context: RunContext) {
  return new Map(
    all.flatMap((one) => {
      const tried = new Set(one.recording.again);
      const { accounted } = tried.size === 0 ? { accounted: [] } : judged(one, context, (id) => tried.has(id));
      return accounted.flatMap(({ id, verdict }) => (tried.has(id) ? [[id, verdict] as const] : []));
    }),
  );
}

/**
 * Returns a failed result with the verdict of its second try. A requirement that failed and then passed is unstable.
 */
function withSecondTry(result: Result, again: Verdict | undefined): Result {
  if (result.verdict !== 'fail' || again === undefined) return result;
  return { ...result, again, ...(again === 'pass' && { unstable: true }) };
}

/**
 * Returns results that compare a profile's expectations with the observations of the gaps that it fills. They have
 * separate ids, and warn at most.
 */
function filled(
  contract: Contract,
  results: readonly Result[],
  facts: readonly Fact[],
  selected: (requirement: string) => boolean,
): Result[] {
  return [...contract.fills].map(([gap, expectation]) => {
    const observed = results.find((result) => result.id === gap);
    const wanted = [expectation].flat().map(String);
    const base = {
      id: `${gap}/as-profile-says`,
      interface: contract.interface,
      title: contract.requirements.get(gap)!.title.replace(/ left open$/, ' as the profile specifies'),
      clause: `Profile ${contract.profile?.name}: ${wanted.join(' or ')}. The document leaves it open.`,
      basis: 'profile' as const,
      operation: observed?.operation,
      exchanges: observed?.exchanges ?? [],
    };
    if (!selected(gap)) return { ...base, ...LEFT_OUT };
    const values = facts.flatMap((fact) => (fact.requirement === gap && fact.kind === 'observed' ? [fact.value] : []));
    const message = `This run observed no value to compare with the profile ${contract.profile?.name}.`;
    if (values.length === 0) return { ...base, verdict: 'inconclusive' as const, blame: 'document' as const, message };
    const got = values.find((value) => !wanted.includes(value));
    if (got === undefined) return { ...base, verdict: 'pass' as const };
    const odd = { expected: wanted.join(' or '), got };
    return { ...base, verdict: 'warn' as const, blame: 'target' as const, message: contradiction(odd), ...odd };
  });
}
