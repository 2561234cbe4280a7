/** Makes the notices of the results: facts about a run that no verdict shows. Pure. */
import { someOf } from '../../records/preview.ts';
import { PASSING } from '../../wire/http.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { classify, LEFT_OPEN } from '../words/classify/classify.ts';
import { failedBeside, wasSent, worksAfter } from '../words/neighbours.ts';
import { fewWords, openPlaces, requestKind, unusualValues } from '../words/open-places.ts';
import type { Fact, Recording, Result, Unanswered } from '../words/types.ts';
import { mainReason } from './account.ts';
import { outcomeOf } from './causes.ts';
import { grouped } from './grouping.ts';
import { count } from './unverified.ts';

/** Returns the notices about the exchanges of one interface, each a sentence or two. */
export function noticesOf(
  recording: Recording,
  results: readonly Result[],
  facts: readonly Fact[],
  unanswered: readonly Unanswered[],
) {
  const byRequirement = grouped(facts, ({ requirement }) => requirement);
  // Exchanges that are the reason of an inconclusive requirement.
  const stated = new Set(
    results.map(({ id, verdict }) =>
      verdict === 'inconclusive' ? mainReason(byRequirement.get(id) ?? [])?.root.subject.exchange?.id : undefined,
    ),
  );
  const elsewhere = new Set([...stated, ...unanswered.flatMap((one) => one.exchanges)]);
  const open = rejectedOpenValues(recording, facts, elsewhere);
  const told = new Set([...elsewhere, ...open.exchanges]);
  // The service of a client's recording is a reference.
  const other = recording.side === 'client' ? [] : passingFailures(recording, facts, told);
  return [...unnamedSettings(recording, facts, stated), ...failedRefusals(recording, facts), ...open.notices, ...other];
}

/** A permanent answer: the service has no such method. */
const NOT_IMPLEMENTED = 501;
/** Number of exchanges that a notice names. */
const NAMED = 5;

/** Purposes of valid requests. */
const VALID: ReadonlySet<Exchange['purpose']> = new Set(['documented', 'closing']);

const failed = (outcome: Outcome) =>
  outcome.kind === 'answer' && outcome.status >= 500 && outcome.status !== NOT_IMPLEMENTED;

/**
 * Returns a notice about requests that failed although the service worked later, unless a finding is based on them.
 * `told`: ids of exchanges that are described elsewhere.
 */
function passingFailures({ exchanges, interface: of }: Recording, facts: readonly Fact[], told: ReadonlySet<unknown>) {
  const shown = new Set(
    facts.flatMap((fact) =>
      fact.kind === 'contradicted' || (fact.kind === 'undecided' && fact.reason.relation === 'unstable')
        ? fact.exchanges
        : [],
    ),
  );
  const named = new Set(exchanges.filter(({ id }) => shown.has(id)).map(outcomeOf));
  const passing = exchanges.flatMap((one) => {
    if (!VALID.has(one.purpose) || !wasSent(one) || named.has(outcomeOf(one)) || told.has(one.id)) return [];
    const meaning = classify(one, exchanges);
    const isFailure =
      meaning.kind === 'undecided'
        ? meaning.blame === 'infrastructure'
        : meaning.kind === 'contradicted' && failed(one.outcome);
    const earlier = one.attempts.slice(0, -1).map(({ outcome }) => outcome);
    const outcome = earlier.find(failed) ?? (isFailure ? one.outcome : undefined);
    return outcome === undefined || !worksAfter(one, exchanges, true)
      ? []
      : [{ id: one.id, what: String(outcome.kind === 'answer' ? outcome.status : outcome.code) }];
  });
  if (passing.length === 0) return [];
  const kinds = [...grouped(passing, ({ what }) => what)].map(
    ([what, all]) =>
      `${what} (${someOf(
        all.map(({ id }) => id),
        NAMED,
      )})`,
  );
  return [
    `${of}: ${passing.length === 1 ? 'a request' : `${passing.length} requests`} failed, with ${kinds.join(', ')}. No requirement failed because of this; see the logs of the service, or of a proxy in front of it.`,
  ];
}

const openValues = (one: Exchange) => unusualValues(one).flatMap(({ what, leftOpen }) => (leftOpen ? [what] : []));

/**
 * Returns a notice about each operation that rejected what the document leaves open, such as a size or a second
 * creation, unless a finding is based on the same response, or a request with the same unusual values was accepted.
 * @param told ids of exchanges that are described elsewhere
 */
function rejectedOpenValues(
  { exchanges, interface: of }: Recording,
  facts: readonly Fact[],
  told: ReadonlySet<unknown>,
) {
  const contradicted = new Set(facts.flatMap(({ kind, exchanges }) => (kind === 'contradicted' ? exchanges : [])));
  const responseOf = (one: Exchange) => `${one.operation} ${statusAndWords(one)}`;
  const shown = new Set(exchanges.filter(({ id }) => contradicted.has(id)).map(responseOf));
  const sent = exchanges.filter(
    (one) => one.purpose === 'documented' && (one.notes?.[LEFT_OPEN] !== undefined || openValues(one).length > 0),
  );
  const taken = new Set(sent.filter(succeeded).map(requestKind));
  const rejected = sent.filter(
    (one) =>
      one.outcome.kind === 'answer' &&
      !succeeded(one) &&
      !PASSING.has(statusOf(one)) &&
      !shown.has(responseOf(one)) &&
      !told.has(one.id) &&
      !taken.has(requestKind(one)) &&
      !(statusOf(one) === 500 && failedBeside(one, exchanges)) &&
      worksAfter(one, exchanges, true),
  );
  const notices = [...grouped(rejected, ({ operation }) => operation)].map(([operation, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and to ${count(more.length, 'more such request')}`;
    const values = openValues(first);
    const [what, why] =
      values.length > 0
        ? [` for ${fewWords(values)}`, '. The document does not specify whether such values are accepted']
        : ['', `; ${String(first.notes?.[LEFT_OPEN])}`];
    return `${of}: ${operation} returned ${statusAndWords(first)}${what} (${first.id})${others}${why}. No requirement failed because of this.`;
  });
  return { notices, exchanges: rejected.map(({ id }) => id) };
}

/** Returns notices about rejections with 500: the service may have failed instead of rejecting the request. */
function failedRefusals({ exchanges, interface: of }: Recording, facts: readonly Fact[]) {
  const refusals = facts.filter(({ kind, requirement }) => kind === 'upheld' && requirement.includes('/refuses/'));
  const counted = new Set(refusals.flatMap(({ exchanges }) => exchanges));
  const failed = exchanges.filter((one) => counted.has(one.id) && statusOf(one) === 500);
  const operations = [...new Set(failed.map(({ operation }) => operation))].join(', ');
  return failed.length === 0
    ? []
    : [
        `${of}: ${operations} returned 500 to an invalid credential. This counts as a rejection, because valid requests succeeded; the service may have failed instead.`,
      ];
}

/**
 * Returns one sentence per setting whose value a service rejected, unless a finding or the reason of an inconclusive
 * requirement already describes the rejection.
 */
function unnamedSettings({ exchanges }: Recording, facts: readonly Fact[], stated: ReadonlySet<string | undefined>) {
  const failed = new Set(facts.flatMap((fact) => (fact.kind === 'contradicted' ? fact.exchanges : [])));
  const wrong = new Set(exchanges.filter(({ id }) => failed.has(id)).map(outcomeOf));
  const refused = exchanges
    .filter((one) => one.purpose === 'documented' && !succeeded(one) && !wrong.has(outcomeOf(one)))
    .flatMap((one) => {
      const meaning = classify(one, exchanges);
      if (meaning.kind !== 'undecided' || meaning.blame === 'infrastructure') return [];
      const places = openPlaces(one, exchanges).filter(({ gap, setting }) => !gap && setting !== '');
      return [{ id: one.id, why: meaning.why, settings: places.map(({ setting }) => setting) }];
    });
  const named = new Set(refused.flatMap(({ id, settings }) => (stated.has(id) ? settings : [])));
  // If one of several settings is named elsewhere, the reason is known.
  const unnamed = refused.filter(({ settings }) => !settings.some((setting) => named.has(setting)));
  return [
    ...new Map(
      unnamed.flatMap(({ settings: [setting], why }) =>
        setting === undefined ? [] : [[setting, `${setting}: ${why}.`] as const],
      ),
    ).values(),
  ];
}
