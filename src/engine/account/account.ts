/** Counts facts into one result per planned requirement. */
import type { Contract, Interface, Requirement } from '../../contract/types.ts';
import { shortened } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { declared, lackingIn } from '../send/not-offered.ts';
import { contradiction, isUnexplained, message, stated } from '../words/reasons.ts';
import {
  type Conclusion,
  type Fact,
  isVerifiable,
  MOST_NAMED,
  type Open,
  type Reason,
  type RecordedLane,
  type Result,
  type Suite,
  type Verdict,
} from '../words/types.ts';
import { visible, visibleTexts } from '../words/visible.ts';
import { firstAndWhen, inCommon, numberOf, type Pattern } from '../words/when.ts';
import { grouped } from './grouping.ts';

/** Maximum number of characters of one gap's observation. */
const LONGEST_OBSERVED = 600;

type Contradicted = Fact & { kind: 'contradicted' };

/** Members of the result of a requirement that was not selected. */
export const LEFT_OUT = {
  verdict: 'skipped',
  blame: 'settings',
  message: 'Not selected.',
  notSelected: true,
} as const;

/** Maximum number of findings per requirement in addition to the first. */
const FURTHER = 4;

export interface Accounting {
  readonly contract: Contract;
  readonly lanes: readonly RecordedLane[];
  /** The setting of the credential of each lane. */
  readonly credentials?: Suite['credentials'];
  readonly notPlanned: ReadonlyMap<string, string>;
  readonly notOffered: ReadonlySet<string>;
  /** The recorded exchanges by id. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  selected(requirement: string): boolean;
}

/** Returns the results, one per planned requirement of a contract, in the contract's order. */
export function account(facts: readonly Fact[], accounting: Accounting): Result[] {
  const byRequirement = grouped(facts, ({ requirement }) => requirement);
  const results: Result[] = [];
  for (const requirement of accounting.contract.requirements.values()) {
    if (accounting.notPlanned.has(requirement.id)) continue;
    results.push(resultOf(requirement, inTurn(byRequirement.get(requirement.id) ?? []), accounting));
  }
  return results;
}

/**
 * Returns the facts with contradictions in the order of their exchanges: the first finding shown is then the earliest.
 */
function inTurn(facts: readonly Fact[]): readonly Fact[] {
  const turnOf = ({ kind, exchanges: [first] }: Fact) => (kind === 'contradicted' ? numberOf(first) : -1);
  return facts.toSorted((one, other) => turnOf(one) - turnOf(other));
}

/**
 * Returns the reason stated for an inconclusive requirement: the first other than a lack of data; else the first lack
 * of data with a further reason; else the first.
 */
export function mainReason(facts: readonly Fact[]): Reason | undefined {
  const reasons = facts.flatMap((fact) => (fact.kind === 'undecided' ? [fact.reason] : []));
  return (
    reasons.find(({ relation }) => relation !== 'no-data') ??
    reasons.find(({ because }) => because !== undefined) ??
    reasons[0]
  );
}

function resultOf(requirement: Requirement, facts: readonly Fact[], accounting: Accounting): Result {
  const { id, interface: of, title, clause, basis, operation } = requirement;
  const base = { id, interface: of, title, clause, basis, operation };
  if (!accounting.selected(id)) return Object.assign(base, LEFT_OUT, { exchanges: [] });
  const byLane = accounting.lanes.flatMap(({ name }) => {
    const own = facts.filter(({ lane }) => lane === name);
    return own.length > 0 ? [[name, summary(requirement, own, accounting).verdict] as const] : [];
  });
  const whole = visibleTexts(summary(requirement, facts, accounting));
  const showing = facts.filter(({ kind }) => kind === RESTS_ON[whole.verdict]);
  return Object.assign(base, whole, {
    exchanges: [...new Set(showing.flatMap(exchangesOf))].slice(0, MOST_NAMED),
    ...(byLane.length > 1 && { lanes: Object.fromEntries(byLane) }),
  });
}

const exchangesOf = (fact: Fact) => [...fact.exchanges, ...(fact.kind === 'contradicted' ? (fact.shownBy ?? []) : [])];

/** The kind of fact that decides each verdict. */
const RESTS_ON: Partial<Record<Verdict, Fact['kind']>> = {
  pass: 'upheld',
  fail: 'contradicted',
  warn: 'contradicted',
  observed: 'observed',
  inconclusive: 'undecided',
};

type Summary = Pick<Result, 'verdict'> & Partial<Result>;

function summary(requirement: Requirement, facts: readonly Fact[], accounting: Accounting): Summary {
  const open = (kind: Open['kind']) => facts.find((fact): fact is Fact & Open => fact.kind === kind)?.reason;
  const fault = open('fault');
  if (fault) return unverified('error', fault);
  if (requirement.basis === 'gap') return gapSummary(requirement, facts);
  const lacking = lackingFor(requirement, facts, accounting.notOffered);
  if (lacking !== undefined && !facts.some((fact) => showsElsewhere(fact, requirement)))
    return { verdict: 'not-applicable', message: message(stated('settings', declared(lacking))) };
  const wrong = facts.filter((fact) => fact.kind === 'contradicted');
  const right = facts.filter((fact) => fact.kind === 'upheld');
  if (wrong.length > 0) return contradictedSummary(requirement, wrong, right, accounting);
  const unstable = facts.find((fact) => fact.kind === 'undecided' && fact.reason.relation === 'unstable');
  if (unstable?.kind === 'undecided') return unverified('inconclusive', unstable.reason);
  if (right.length > 0) return { verdict: 'pass' };
  const reason = mainReason(facts);
  if (reason && (reason.relation !== 'no-data' || (reason.because && reason.blame !== 'document')))
    return unverified('inconclusive', reason);
  const skipped = open('skipped');
  if (skipped) return unverified('skipped', skipped);
  const absent = open('not-applicable');
  // If a check states that the requirement does not apply, a lane that only lacks data (blame: document) does not make
  // it inconclusive.
  const due = facts.some((fact) => fact.kind === 'undecided' && fact.reason.blame !== 'document');
  if (reason && (due || !absent)) return unverified('inconclusive', reason);
  if (absent) return { verdict: 'not-applicable', message: message(absent) };
  if (requirement.lane !== undefined && !accounting.lanes.some((lane) => lane.name === requirement.lane))
    return laneless(requirement.lane, accounting);
  return { verdict: 'error', blame: 'suite', message: 'No check decides this requirement.' };
}

/**
 * Returns the declaration of ASSAY_NOT_OFFERED that leaves a requirement undecided: its operation, or its operation
 * with the credential of each lane that has a fact about the requirement. Facts that only lack data do not count.
 */
function lackingFor({ operation, lane }: Requirement, facts: readonly Fact[], notOffered: ReadonlySet<string>) {
  if (operation === undefined) return undefined;
  const explained = facts.filter((fact) => !(fact.kind === 'undecided' && isUnexplained(fact.reason)));
  const declaredIn = explained.map((fact) =>
    fact.kind === 'skipped' ? lackingIn(notOffered, operation, fact.lane) : undefined,
  );
  return lackingIn(notOffered, operation, lane) ?? (declaredIn.includes(undefined) ? undefined : declaredIn[0]);
}

/**
 * Whether a fact about the record of a requirement comes from a response of another operation, which also returns the
 * record. Never true for a requirement whose id contains the operation: only this operation can decide it.
 */
function showsElsewhere(fact: Fact, { id, interface: of, operation }: Requirement) {
  if (id.startsWith(`${of}/${operation}/`)) return false;
  if (fact.kind !== 'undecided') return fact.kind === 'upheld' || fact.kind === 'contradicted';
  const { exchange } = fact.reason.root.subject;
  return exchange !== undefined && exchange.operation !== operation;
}

function unverified(verdict: Verdict, reason: Reason): Summary {
  const unstable = verdict === 'inconclusive' && reason.root.relation === 'unstable';
  const interrupted = reason.root.relation === 'interrupted';
  const { kinds: notAllowed } = reason.root.subject;
  return {
    ...{ verdict, blame: reason.blame, message: message(reason) },
    ...(unstable && { unstable }),
    ...(notAllowed && { notAllowed }),
    ...(interrupted && { interrupted }),
  };
}

function laneless(lane: string, accounting: Accounting): Summary {
  if (accounting.notOffered.has(lane))
    return { verdict: 'not-applicable', message: message(stated('settings', declared(`the credential ${lane}`))) };
  const setting = accounting.credentials?.[lane]?.setting;
  const why = setting === undefined ? `No ${lane} is configured.` : `${setting} is not set.`;
  return { verdict: 'skipped', blame: 'settings', message: why };
}

function gapSummary(requirement: Requirement, facts: readonly Fact[]): Summary {
  const seen = [...new Set(facts.flatMap((fact) => (fact.kind === 'observed' ? [fact.value] : [])))];
  if (seen.length > 0)
    return { verdict: 'observed', got: shortened(visible(seen.slice(0, 12).join('; ')), LONGEST_OBSERVED) };
  const message = requirement.excluded ?? 'The document leaves this open, and this run does not show it.';
  return { verdict: 'skipped', blame: 'document', message };
}

function contradictedSummary(
  requirement: Requirement,
  wrong: readonly Contradicted[],
  right: readonly Fact[],
  { exchanges }: Accounting,
): Summary {
  const [first] = wrong as readonly [Contradicted];
  const { expected, at } = first;
  const got = countedValues(first);
  const sometimes = share(wrong, right, exchanges);
  return {
    verdict: requirement.basis === 'documented' ? 'fail' : 'warn',
    blame: 'target',
    message: `${contradiction({ expected, got })}${sometimes === undefined ? '' : ` Seen ${sometimes}.`}`,
    sometimes,
    expected,
    got,
    at,
    ...(wrong.length > 1 && {
      also: wrong.slice(1, 1 + FURTHER).map(({ lane, expected, got, at, exchanges }) => ({
        lane,
        expected,
        got,
        at,
        exchanges,
      })),
    }),
  };
}

/**
 * Returns the share of exchanges that contradict the requirement if others uphold it, with the first of either kind to
 * compare, and when it happened or what the contradicting exchanges have in common.
 */
function share(wrong: readonly Fact[], right: readonly Fact[], recorded: Accounting['exchanges']) {
  const against = new Set(wrong.flatMap(({ exchanges }) => exchanges));
  const all = [...new Set([...wrong, ...right].flatMap(({ exchanges }) => exchanges))];
  const those = (contradict: boolean) =>
    all.filter((id) => against.has(id) === contradict).flatMap((id) => recorded.get(id) ?? []);
  const when = firstAndWhen(against, all, laneAlone(wrong, right) ?? inCommon(those(true), those(false)));
  if (when !== undefined) return `in ${against.size} of ${all.length} exchanges: ${when}`;
  return right.length > 0
    ? `in ${wrong.length} of ${wrong.length + right.length} values; the other values in these exchanges are correct`
    : undefined;
}

/** Returns the lanes in which every fact contradicts the requirement, if only other lanes uphold it. */
function laneAlone(wrong: readonly Fact[], right: readonly Fact[]): Pattern | undefined {
  const lanes = [...new Set(wrong.map(({ lane }) => lane))];
  return right.some(({ lane }) => lanes.includes(lane))
    ? undefined
    : [`all that test the credential ${lanes.join(' or ')}`, 'not those that test another'];
}

/**
 * Returns the wrong value with its number: `null (in 3 of 5 records)`. If the values differ, the first: `null and other
 * values (in 5 of 5 records)`.
 */
function countedValues({ got, times = 1, of, varied }: Contradicted) {
  return times > 1 ? `${got}${varied ? ' and other values' : ''} (in ${times} of ${of} records)` : got;
}

/**
 * The conclusions, the worst first, each with the verdicts that cause it. `error` counts for a requirement of any
 * basis, every other verdict only for documented ones.
 */
const WORST: readonly (readonly [Conclusion, ...Verdict[]])[] = [
  ['invalid', 'error'],
  ['non-conformant', 'fail'],
  ['incomplete', 'skipped', 'inconclusive'],
  ['conformant'],
];

/** Returns the conclusion about one interface's documented requirements. */
export function conclude(results: readonly Result[]): Conclusion {
  const brings = ({ basis, verdict }: Result, verdicts: readonly Verdict[]) =>
    verdicts.includes(verdict) && (basis === 'documented' || verdict === 'error');
  const [found] = WORST.find(([, ...verdicts]) => results.some((one) => brings(one, verdicts))) ?? ['conformant'];
  return found;
}

/** Returns the worst of the conclusions; `incomplete` without conclusions. */
export function worst(conclusions: readonly Conclusion[]): Conclusion {
  return WORST.find(([conclusion]) => conclusions.includes(conclusion))?.[0] ?? 'incomplete';
}

/** Returns the number of passed requirements with basis documented or standard, by interface. */
export function countVerified(results: readonly Result[]): Record<Interface, number> {
  const verified = results.filter(({ verdict, basis }) => verdict === 'pass' && isVerifiable(basis));
  return Object.fromEntries(
    [...grouped(verified, (result) => result.interface)].map(([name, own]) => [name, own.length]),
  );
}
