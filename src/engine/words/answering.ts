/**
 * The meaning of a response for a requirement: whether the operation succeeds, accepts a form of the request, or
 * rejects an invalid credential.
 */
import { CONFLICT } from '../../wire/http.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { answerOf, isHtml, jsonOf, mediaTypeOf, statusAndWords, statusOf, succeeded } from './answer.ts';
import { classify } from './classify/classify.ts';
import { carries } from './derived/content.ts';
import { credentialWords, kindOf } from './derived/credential-kinds.ts';
import { gotTheSame, isAlike, isAuthorised, isBefore } from './neighbours.ts';
import { theOperation } from './open-places.ts';
import { originsOf } from './origins.ts';
import type { Blame, Classification, Reporter, SeenEffect } from './types.ts';

/** Reports on one requirement what the table says about the outcome of one exchange. */
export function judgeAnswer(report: Reporter, requirement: string, exchange: Exchange, expected?: string): void {
  conclude(report, requirement, exchange, classify(exchange, report.exchanges), expected);
}

/**
 * Reports the meaning of an exchange for a requirement; if the exchange contradicts the requirement, this also explains
 * other requirements that rest on it.
 */
export function conclude(
  report: Reporter,
  requirement: string,
  exchange: Exchange,
  result: Classification,
  expected = 'a 2xx response to a documented request',
): void {
  if (result.kind === 'undecided') report.undecided(requirement, result.blame, result.why, exchange);
  else if (result.kind === 'succeeded') report.uphold(requirement, exchange);
  else {
    // A finding names its operation, so the sentence does not.
    report.assert(
      requirement,
      false,
      expected,
      result.why.replace(`${theOperation(exchange)} returned `, ''),
      exchange,
    );
    report.explains(requirement, [exchange]);
  }
}

/** Reports a requirement as undecided by an exchange that did not succeed, with the blame from the table. */
export function reportUndecided(report: Reporter, requirement: string, exchange: Exchange, blame?: Blame): void {
  const result = classify(exchange, report.exchanges);
  if (result.kind !== 'succeeded') report.undecided(requirement, blame ?? result.blame, result.why, exchange);
}

/**
 * Reports a requirement about another operation as undecided, because this exchange did not succeed and the operation
 * was therefore not requested.
 */
export function reportUntried(report: Reporter, requirement: string, exchange: Exchange): void {
  if (!succeeded(exchange)) report.depends(requirement, exchange);
}

/**
 * Judges whether a service that accepted the plain request also accepts it with a documented addition. `tries` contains
 * the request, and its repetition if the first was rejected. A request that was rejected with a 4xx and then accepted
 * is unstable, whatever another form or credential shows; after a 409, it is only inconclusive.
 * @param expected the request that has to be accepted, in words
 * @param twin the request with the same addition, but without the values that may be the reason for the rejection
 */
export function judgeForms(
  report: Reporter,
  requirement: string,
  tries: readonly Exchange[],
  expected: string,
  twin?: Exchange,
): void {
  const [first] = tries;
  if (first === undefined) return;
  const accepted = tries.find(succeeded);
  const refused = tries.find((one) => Math.floor((statusOf(one) ?? 0) / 100) === 4);
  if (accepted && refused && JSON.stringify(originsOf(accepted)) === JSON.stringify(originsOf(refused))) {
    const both = `rejected a request with ${statusAndWords(refused)}, then accepted an equal one (exchange ${accepted.id})`;
    // A 409 is about the state of the service at that time, which another request may have caused.
    if (statusOf(refused) === CONFLICT) report.undecided(requirement, 'target', both, refused);
    else report.unstable(requirement, both, refused);
  } else if (accepted) report.uphold(requirement, accepted);
  else {
    // 401 is about the credential, not about the form.
    const telling = [first, twin].find(
      (one) => one !== undefined && statusOf(one) !== 401 && classify(one, report.exchanges).kind === 'contradicted',
    );
    if (telling === undefined)
      reportUndecided(report, requirement, first, statusOf(first) === 401 ? 'credential' : undefined);
    else {
      report.assert(requirement, false, expected, statusAndWords(first), first);
      report.explains(requirement, tries);
    }
  }
}

/**
 * Valid requests before and after an attempt with an invalid credential: without their success its rejection is not
 * judged.
 */
export interface PositiveControls {
  /** Successful exchanges with a valid credential, of the tried operation and identifiers. */
  readonly before: readonly Exchange[];
  readonly after: readonly Exchange[];
}

/** Whether the connection ended before any response, which is how services reject certificates in the TLS handshake. */
export function endedUnanswered(outcome: Outcome): boolean {
  return (
    outcome.kind === 'failure' && (['tls', 'headers', 'send'].includes(outcome.phase) || outcome.code === 'ECONNRESET')
  );
}

/**
 * Whether a response to an invalid credential rejects it, so that the request was not carried out. For 5xx other than
 * 500 and 501, that is not certain.
 */
export function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.status >= 300 && outcome.status <= 501;
}

/** Whether the service rejected the certificate in words of TLS. */
const isAlert = (outcome: Outcome) => outcome.kind === 'failure' && /ALERT/.test(outcome.code);

/** Whether a rejection looks like that of a service that is down. */
export const mayBeOutage = (outcome: Outcome): boolean =>
  (endedUnanswered(outcome) && !isAlert(outcome)) || outcome.status === 500 || outcome.status === 501;

const UNTESTED = 'access control not tested';

/** Judges one attempt with an invalid credential. */
export function judgeRefused(
  report: Reporter,
  requirement: string,
  attempt: Exchange,
  controls: PositiveControls,
  effect?: SeenEffect,
): void {
  const { outcome } = attempt;
  const { credential } = attempt.request;
  const kind = kindOf(credential);
  const given =
    credential === 'none'
      ? 'no credential'
      : `${kind === 'none' ? 'no' : 'an invalid'} credential (${credentialWords(credential)})`;
  const open = (why: string, exchange = attempt, blame: Blame = 'infrastructure') =>
    report.undecided(requirement, blame, why, exchange);
  const contradict = (expected: string, got: string, shownBy: readonly Exchange[]) =>
    report.assert(requirement, false, `${expected}, because the request has ${given}`, got, [attempt, ...shownBy]);
  const refused = (how: string) => {
    report.uphold(requirement, attempt);
    report.observe(`${attempt.interface}/gap/refusal`, `${kind}: ${how}`, attempt);
  };
  const good = report.exchanges.filter((one) => isAlike(one, attempt) && isAuthorised(one));
  const before = controls.before.find((twin) => succeeded(twin) && isBefore(twin, attempt));
  const after = controls.after.find((twin) => succeeded(twin) && isBefore(attempt, twin));
  if (effect && before) {
    const response = isRefusal(outcome)
      ? `${statusAndWords(attempt)}, but`
      : `${statusOf(attempt) ?? 'no response'}, and`;
    contradict(effect.expected, `${response} ${effect.what}`, effect.shownBy);
  } else if (before === undefined || after === undefined) {
    const isThen = (one: Exchange) => (before === undefined ? isBefore(one, attempt) : isBefore(attempt, one));
    const around = report.exchanges.filter(
      (one) => one.service === attempt.service && one.lane === attempt.lane && isAuthorised(one) && isThen(one),
    );
    const missing =
      good.find((one) => !succeeded(one) && isThen(one)) ?? (around.some(succeeded) ? undefined : around[0]);
    const result = missing && classify(missing, report.exchanges);
    if (result === undefined || result.kind === 'succeeded')
      open(
        `${UNTESTED}: ${theOperation(attempt)} with the valid credential did not succeed ${before === undefined ? 'before' : 'after'} the request with the invalid one`,
      );
    else
      open(`${UNTESTED}, because the request with the valid credential failed: ${result.why}`, missing, result.blame);
  } else if (!isAlert(outcome) && gotTheSame(attempt, report.exchanges)) {
    open(`${UNTESTED}: ${statusOf(attempt) ?? 'no response'}, which valid requests also got at that time`);
  } else if (outcome.kind === 'failure') {
    if (outcome.status !== undefined && outcome.status < 300)
      open(`${UNTESTED}: the response with status ${outcome.status} broke off (${outcome.code})`);
    else if (outcome.phase === 'body' || endedUnanswered(outcome)) refused(`connection ended (${outcome.code})`);
    else if (outcome.phase === 'redirect') refused(`a redirect that is not followed (${outcome.code})`);
    else {
      const meaning = classify(attempt, report.exchanges);
      open(`${UNTESTED}: ${meaning.kind === 'succeeded' ? outcome.code : meaning.why}`);
    }
  } else if (outcome.status > 501) open(`${UNTESTED}: the service returned ${statusAndWords(attempt)}`);
  else {
    const like = succeeded(attempt) ? [before, after].find((twin) => looksLike(attempt, twin)) : undefined;
    // Data of another object count in the same way as the requested data; a page in place of a response contains none.
    const isData = (one: Exchange) => succeeded(one) && (!isHtml(one) || [before, after].some(isHtml));
    const contents = new Map(
      [before, after, ...good.filter(isData)].map((one) => [one.outcome.body?.digest ?? one.id, one]),
    );
    // Every response may contain such values: the version of the service, the address of its manual. A value that few
    // rejections contain, each of an operation whose valid responses contain it, is disclosed by all of them.
    const isCommon = (value: string) => {
      const has = (one: Exchange) => answerOf(one).text.includes(value);
      // A value that differs between equal valid requests is of the server that answered, not of the caller.
      if ([...controls.before, ...controls.after].some((twin) => isAlike(twin, attempt) && !has(twin))) return true;
      const others = report.exchanges.filter(
        (one) =>
          one.service === attempt.service &&
          one.operation !== attempt.operation &&
          one.request.credential === credential &&
          one.outcome.kind === 'answer',
      );
      const showing = others.filter(has);
      const isOwn = (one: Exchange) =>
        report.exchanges.some((twin) => isAlike(twin, one) && isAuthorised(twin) && has(twin));
      return 2 * showing.length > others.length || !showing.every(isOwn);
    };
    const [then, now] = [before, after].map((one) => mediaTypeOf(one) || 'no media type');
    const shown = like ?? [...contents.values()].find((twin) => carries(attempt, twin, isCommon));
    if (shown) {
      const got = `${outcome.status}${like ? ', like' : ' with data from'} the response to the valid credential (${shown.id})`;
      contradict(succeeded(attempt) ? 'a rejection' : 'a rejection without data', got, [shown]);
    } else if (succeeded(attempt) && before.operation === after.operation && then !== now)
      open(`${UNTESTED}: with the valid credential, the Content-Type changed from ${then} to ${now}`, after);
    else refused(`${outcome.status}`);
  }
}

/**
 * Whether a response looks like an authorised one: the same bytes, or the same media type and JSON of the same
 * structure.
 */
export function looksLike(tried: Exchange, authorised: Exchange): boolean {
  if (tried.outcome.kind !== 'answer' || authorised.outcome.kind !== 'answer') return false;
  if (tried.outcome.body.digest === authorised.outcome.body.digest) return true;
  if (mediaTypeOf(tried) !== mediaTypeOf(authorised)) return false;
  const { json, problem } = jsonOf(tried);
  return problem === undefined && sameMake(json, jsonOf(authorised).json);
}

/**
 * Whether two JSON values have the same structure: arrays by their first elements, if both have one; objects if they
 * share at least half the members of the authorised one.
 */
function sameMake(tried: unknown, authorised: unknown): boolean {
  if (Array.isArray(authorised)) {
    return Array.isArray(tried) && (tried.length === 0 || authorised.length === 0 || sameMake(tried[0], authorised[0]));
  }
  if (authorised === null || tried === null) return tried === authorised;
  if (typeof authorised !== 'object') return typeof tried === typeof authorised;
  if (typeof tried !== 'object' || Array.isArray(tried)) return false;
  const names = Object.keys(authorised);
  const shared = names.filter((name) => Object.hasOwn(tried, name)).length;
  return shared > 0 && shared * 2 >= names.length;
}
