/** Why a run does not verify what was configured, although no requirement failed: the reasons for exit code 3. Pure. */
import type { Interface } from '../../contract/types.ts';
import { UNREACHED } from '../../wire/connect/wire-error.ts';
import { interfaceOf } from '../send/select.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { count } from '../words/open-places.ts';
import { BLAMED, type Blame, type Result, type Results, type Unanswered, type Verdict } from '../words/types.ts';
import { conclude } from './account.ts';
import { byFrequency, grouped, selectedOf, whyAbsent, whyUntestable } from './grouping.ts';

/** Input of the reasons. Without a comparison every failed requirement is unexpected. */
export interface Verification
  extends Pick<Results, 'conclusions' | 'verified' | 'unanswered' | 'otherServices' | 'comparison'>,
    Partial<Pick<Results, 'notPlanned' | 'notConfigured'>> {
  readonly results: readonly Result[];
  readonly requireComplete: boolean;
  /** Whether the requests of a client were judged. */
  readonly ofClients?: boolean;
  /** Options with which a command finds the target of the run, each after a space. */
  readonly options?: string;
}

/**
 * Returns why the run is not verified: one sentence per reason, and one per outage.
 * @param known requirements covered by a live baseline entry
 */
export function whyUnverified(input: Verification, known: ReadonlySet<string>): string[] {
  const { results, conclusions, verified, ofClients, comparison, otherServices = [], notConfigured = [] } = input;
  const open = openUnanswered(input.unanswered, known);
  const interfacesOf = (all: readonly { readonly interface: Interface }[]) =>
    new Set([...all, ...otherServices].map((one) => one.interface));
  const down = interfacesOf(open.filter(({ blame }) => blame === 'infrastructure'));
  // A reason that is stated for an interface also explains why none of its requirements was verified.
  const explained = interfacesOf(open);
  const unknown = results.filter(({ id }) => !known.has(id));
  const unstable = unknown.filter(({ unstable: is, verdict }) => is && verdict === 'inconclusive');
  const gone = (comparison?.unreached ?? []).filter((id) => !known.has(id) && !down.has(interfaceOf(id)));
  const absent = gone.filter((id) => notConfigured.includes(interfaceOf(id)));
  const unreached = gone.length - absent.length;
  const names = Object.keys(conclusions);
  const silent = ofClients ? names.filter((name) => whySkipped(name, input)) : [];
  const some = (number: number, sentence: string) => (number > 0 ? [sentence] : []);
  return [
    ...withoutAnswer(input, open),
    ...leftOpen(input, known, down, open),
    ...some(
      unstable.length,
      `${count(unstable.length, 'requirement')} ${unstable.length === 1 ? 'is' : 'are'} unstable: equivalent requests had different results; a node of the service may differ from the others, a quota may be exhausted, or a credential may have expired. The first: ${unstable[0]?.message}`,
    ),
    ...some(
      unreached,
      `${count(unreached, 'requirement')} passed in the earlier run; now the service was not reached.`,
    ),
    ...some(
      absent.length,
      `${count(absent.length, 'requirement')} passed in the earlier run; now ${[...new Set(absent.map(interfaceOf))].join(' and ')} is not configured.`,
    ),
    ...some(
      silent.length,
      `No request to ${silent.join(', ')} was judged: from your client, call the addresses that assay serve prints, or leave ${silent.length === 1 ? 'the interface' : 'these interfaces'} out.`,
    ),
    ...Object.entries(conclusions).flatMap(([name, conclusion]) => {
      if ((verified[name] ?? 0) === 0)
        return silent.includes(name) || explained.has(name) || allDecided(name, results)
          ? []
          : [`No requirement of ${name} was verified${whySkipped(name, input)}.`];
      if (!input.requireComplete || conclusion !== 'incomplete') return [];
      const narrowed = !ofClients && results.some((one) => one.interface === name && one.notSelected);
      if (narrowed && conclude(selectedOf(name, results)) !== conclusion)
        return [`${name} was narrowed by --only, which --require-complete does not permit.`];
      const [option, left] = ofClients
        ? ['--once', '']
        : [
            '--require-complete',
            ` assay plan${input.options ?? ''} shows what the settings leave out${narrowed ? '; --only leaves out the rest' : ''}.`,
          ];
      return [
        `${name} is incomplete, which ${option} does not permit: a documented requirement was skipped or inconclusive.${left}`,
      ];
    }),
  ];
}

/** Maximum number of unanswered operations that are named. */
const MOST_UNANSWERED = 5;

/**
 * If more than a tenth of the requirements are inconclusive with one of these blames, the run does not verify the
 * deployment.
 */
const OPEN: readonly Blame[] = ['infrastructure', 'credential', 'target'];

/**
 * Returns the unanswered operations that no live baseline entry covers.
 * @param known requirements covered by a live entry
 */
function openUnanswered(unanswered: readonly Unanswered[] = [], known: ReadonlySet<string>) {
  return unanswered.filter(({ stopped, requirement }) => stopped || !known.has(requirement));
}

/**
 * Returns one sentence per interface of which more than a tenth of the selected requirements are inconclusive with
 * these blames. An outage, or an operation that never succeeded and is the cause of all, is reported already.
 */
function leftOpen(
  { conclusions, verified, results }: Verification,
  known: ReadonlySet<string>,
  down: ReadonlySet<Interface>,
  unanswered: readonly Unanswered[],
) {
  const causeOf = causesIn(results);
  const reported = new Set(unanswered.map(({ requirement }) => causeOf(requirement)));
  const verifying = Object.keys(conclusions).filter((name) => (verified[name] ?? 0) > 0);
  return verifying.flatMap((name) => {
    const planned = selectedOf(name, results);
    const open = OPEN.filter((blame) => blame !== 'infrastructure' || !down.has(name)).flatMap((blame) =>
      planned.filter((one) => one.verdict === 'inconclusive' && one.blame === blame && !known.has(one.id)),
    );
    const causes = byFrequency(open.map(({ id }) => causeOf(id)));
    if (open.length * 10 <= planned.length || (causes.length === 1 && reported.has(causes[0]![0]))) return [];
    const blamed = new Set(open.map(({ blame }) => BLAMED[blame!]));
    const cause = causes[0]![0];
    const { message = '' } = results.find(({ id }) => id === cause) ?? {};
    return [
      `More than a tenth of the requirements of ${name} (${open.length} of ${planned.length}) are inconclusive because of ${[...blamed].join(' and ')}. The most frequent cause is that of ${cause}${message && `: ${message.replace(/\.$/, '')}`}. Correct it, and run again.`,
    ];
  });
}

/** Whether each selected requirement of an interface was decided, even if only inferred ones are selected. */
function allDecided(name: Interface, results: readonly Result[]) {
  const offered = selectedOf(name, results).filter(({ verdict }) => verdict !== 'not-applicable');
  return offered.length > 0 && offered.every(({ verdict }) => DECIDED.has(verdict));
}

/** Returns the most frequent reason, and what to do, if none was tested; else an empty text. */
function whySkipped(name: Interface, { results, conclusions, notPlanned }: Verification) {
  const own = selectedOf(name, results);
  if (own.length === 0) return (whyUntestable(name, notPlanned) ?? '').replace(/^(.+)\.$/, ': $1');
  if (own.some(({ verdict }) => verdict !== 'skipped' && verdict !== 'not-applicable')) return '';
  const [reason] = byFrequency(own.flatMap(({ message = [] }) => message));
  const others = Object.keys(conclusions).filter((one) => one !== name);
  const way =
    others.length === 0
      ? ''
      : `. To leave the interface out, remove its address from the settings; for one run: --only ${others.join(',')}`;
  return reason === undefined ? '' : `, mostly because: ${reason[0].replace(/\.$/, '')}${way}`;
}

/** Returns the first lost requirement, with the reason. */
export function firstLost([id = '']: readonly string[], input: Verification) {
  const result = input.results.find((one) => one.id === id);
  const absent = () => whyAbsent(id, input) ?? 'not planned by this version of Assay, with these settings';
  const why = result === undefined ? absent() : result.message;
  return `${id}${why === undefined ? '' : ` (${why.replace(/\.$/, '')})`}`;
}

/** Returns a function from a requirement to the one that is the cause of its verdict; without a cause, itself. */
function causesIn(results: readonly Result[]) {
  const causes = new Map(results.map(({ id, cause }) => [id, cause?.id]));
  return (id: string) => causes.get(id) ?? id;
}

/** Remedies if an operation never succeeded, by blame. Messages about TLS failures already contain theirs. */
const remedies = (options: string): Readonly<Record<Blame, string>> => ({
  target: 'Correct the findings; the log of the tested software may show why.',
  credential: 'Correct or renew the credential, or use an authorised one.',
  settings: 'Check the settings that the request used (assay list settings).',
  infrastructure: `assay doctor${options} shows which step fails.`,
  document:
    'If the deployment does not offer the operation, set ASSAY_NOT_OFFERED; otherwise accept the result in a baseline (assay baseline init).',
  suite: 'Report this to the maintainers of Assay.',
});

/**
 * Returns why a configured interface cannot be called verified, although no requirement failed: addresses of other
 * services, and operations without a response.
 */
function withoutAnswer({ otherServices = [], results, options = '' }: Verification, unanswered: readonly Unanswered[]) {
  const elsewhere = new Set(otherServices.map(({ interface: of }) => of));
  const open = unanswered.filter(({ interface: of }) => !elsewhere.has(of));
  const causeOf = causesIn(results);
  const causes = [
    ...grouped(open, ({ interface: of, stopped, requirement }) => [of, stopped, causeOf(requirement)].join()).values(),
  ];
  const more = causes.slice(MOST_UNANSWERED).flat().length;
  return [
    ...otherServices.map(
      ({ interface: of, service, address, why }) =>
        `The address ${address} does not seem to be that of the ${service} service${of === service ? '' : ` of ${of}`}: ${why}.`,
    ),
    // Operations that never succeeded for the same reason are described in one sentence.
    ...causes.slice(0, MOST_UNANSWERED).map((all) => describeUnanswered(all, results, options)),
    ...(more > 0 ? [`${count(more, 'further operation')} never succeeded.`] : []),
  ];
}

const DECIDED: ReadonlySet<Verdict> = new Set(['pass', 'fail', 'warn']);

function describeUnanswered(all: readonly [Unanswered, ...Unanswered[]], results: readonly Result[], options: string) {
  const [{ interface: of, stopped, why, blame, failure }] = all;
  const isNamed = failure === 'tls' || /; (?:check|run again|see the log) /.test(why);
  const remedy = isNamed
    ? ''
    : stopped && blame === 'infrastructure'
      ? ' See its log at that time, and run again.'
      : ` ${remedies(options)[blame]}`;
  const lanes = (operation: string | undefined) =>
    all.flatMap((one) => (one.operation === operation ? one.lane : [])).join(', ');
  const named = [...new Set(all.flatMap(({ operation }) => operation ?? []))];
  if (stopped)
    return `The ${of} service stopped ${blame === 'credential' ? `accepting the ${lanes(named[0])}` : 'responding'}, ${why}.${remedy}`;
  if (named.length === 0) return `${why}; no ${of} request was sent with the ${lanes(undefined)}.${remedy}`;
  // The second try of a failed requirement may have shown that the operation can succeed.
  const isFlaky = (name: string) =>
    results.some(({ id, operation, again }) => again === 'pass' && operation === name && isAnswers(id));
  const never = named.filter((name) => !isFlaky(name)).map((name) => `${name} (${lanes(name)})`);
  const list = UNREACHED.has(failure) || never.length === 0 ? '' : ` Never succeeded: ${never.join(', ')}.`;
  return `${of}: ${why}.${remedy}${list}`;
}

const isAnswers = (id: string) => answersRequirement(id) !== undefined;
