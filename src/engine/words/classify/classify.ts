/**
 * Classifies responses to documented requests: whether the operation responds, and the blame if other requirements need
 * them.
 */

import { memberOf } from '../../../files/json-value.ts';
import {
  ABSENT,
  CONTENT_TOO_LARGE,
  DEFERRED,
  joinedHeaderOf,
  NO_METHOD,
  NOT_FOUND,
  OUT_OF_SPACE,
  PASSING,
  PROXY_AUTHENTICATION_REQUIRED,
  REFUSED,
  UNAVAILABLE,
} from '../../../wire/http.ts';
import type { Exchange } from '../../../wire/types.ts';
import { headerOf, isGrant, isHtml, jsonOf, redirectedTo, statusAndWords, statusOf, succeeded } from '../answer.ts';
import { acceptedLater, isAlike, isAuthorised, sameSucceeded, worksAfter } from '../neighbours.ts';
import {
  CREDENTIAL,
  contradicted,
  fewWords,
  type OpenPlace,
  openPlaces,
  placesIn,
  theOperation,
  toCheck,
  undecided,
  unsureValues,
  unusualValues,
} from '../open-places.ts';
import type { Blame, Classification } from '../types.ts';
import { classifyFailure } from './failure.ts';
import { bareTwin, failsAtTimes, settingsAt, usualTwins } from './twins.ts';

/**
 * Name of the note that says why the document leaves open whether the request can succeed, such as the cancellation of
 * a finished job.
 */
export const LEFT_OPEN = 'leftOpen';

/** Name of the note on the last rejection of an object that Assay has given time to become known. */
export const AWAITED = 'awaited';

/** Name of the note that says why only the values of the request can be the cause of a failure. */
export const VALUES_OPEN = 'valuesOpen';

/** Name of the note that contains the remedy for a response, as the end of a sentence. */
export const REMEDY = 'remedy';

/**
 * Classifies an exchange by the table, unless a note leaves its success open. `all`: the exchanges of the interface.
 */
export function classify(exchange: Exchange, all: readonly Exchange[]): Classification {
  const asSent = classifyAsSent(exchange, all);
  const { [VALUES_OPEN]: values, [LEFT_OPEN]: open = values, [REMEDY]: remedy } = exchange.notes ?? {};
  const status = statusOf(exchange);
  const isOpen = typeof open === 'string' && (status === 500 || (asSent.kind === 'contradicted' && status !== 401));
  const blame = (remedy ?? values) === undefined ? 'document' : 'settings';
  const result = isOpen ? undecided(blame, `${answeredWith(exchange)}; ${open}`) : asSent;
  return result.kind === 'undecided' && remedy !== undefined ? { ...result, why: `${result.why}; ${remedy}` } : result;
}

function classifyAsSent(exchange: Exchange, all: readonly Exchange[]): Classification {
  if (succeeded(exchange)) return { kind: 'succeeded' };
  if (exchange.outcome.kind === 'failure') return classifyFailure(exchange, exchange.outcome, all);
  const { status } = exchange.outcome;
  const said = answeredWith(exchange);
  const elsewhere = redirectedTo(exchange)?.elsewhere;
  if (elsewhere !== undefined && !PASSING.has(status))
    return undecided(
      'settings',
      `${theOperation(exchange)} was redirected to ${elsewhere}, which returned ${statusAndWords(exchange)}; Assay sends no credentials to another origin; check the address`,
    );
  const isOfService = !PASSING.has(status) && status !== PROXY_AUTHENTICATION_REQUIRED;
  const without = status < 500 && !REFUSED.has(status) && isOfService ? bareTwin(exchange, all) : undefined;
  if (without !== undefined) return contradicted(`${said}, although the same request without ${without} was accepted`);
  if (ABSENT.has(status)) return absent(exchange, all, said);
  if (OUT_OF_SPACE.has(status) && failsAtTimes(exchange, all)) {
    const why = `${said}, like another upload at that time, which the service accepts at other times`;
    return { kind: 'undecided', blame: 'target', why, relation: 'unstable' };
  }
  if (status === 500) {
    if (sameSucceeded(exchange, all).after.length > 0)
      return undecided('infrastructure', `${said}, but the same request succeeded later`);
    if (worksAfter(exchange, all)) return contradicted(`${said}, while other operations of the service work`);
    return undecided('infrastructure', `${said}, ${alone(exchange, all)}; ${remedyOf(status)}`);
  }
  if (isGrant(exchange) && (status === 400 || (REFUSED.has(status) && isHtml(exchange))))
    return refusedGrant(exchange, all, said);
  // A time for another attempt is given for a limit of requests, not for a lack of permission.
  if (status === 403 && headerOf(exchange, 'retry-after') !== undefined)
    return undecided('infrastructure', `${said}; ${remedyOf(status)}`);
  const later = REFUSED.has(status) && acceptedLater(exchange, all);
  if (REFUSED.has(status) && !later && sameSucceeded(exchange, all).before.length > 0)
    return undecided(
      'credential',
      `${said}: the service stopped accepting the credential, which may have expired or been revoked during the run, or been locked out after requests with invalid credentials`,
    );
  if (status === 401) {
    if (later) return contradicted(`${said}, although the service accepted the same credential later`);
    if (isGrant(exchange)) return refusedGrant(exchange, all, said);
    return undecided(
      'credential',
      `${said}: the credential was not accepted${toCheck(exchange, all, [...CREDENTIAL, 'address', 'params', 'path'])}`,
    );
  }
  if (status === 403 || status === 419) {
    const check = toCheck(exchange, all, [...CREDENTIAL, 'params', 'path', 'body', 'address'], isNamed);
    return undecided('credential', `${said}: the credential is not authorised${check}`);
  }
  if (!isOfService || status >= 500) return undecided('infrastructure', `${said}; ${remedyOf(status)}`);
  if (status === 406 || status === 415) return refusedMediaType(exchange, all, said);
  if (status >= 400) return refusedRequest(exchange, all, said);
  return undecided(
    'settings',
    `${said}, a redirect that could not be followed${toCheck(exchange, all, ['address']) || '; check the address'}`,
  );
}

/** Says that nothing shows that the service worked after a request. */
function alone(exchange: Exchange, all: readonly Exchange[]) {
  const isLater = (one: Exchange) =>
    one.startedAt >= exchange.endedAt && one.service === exchange.service && isAuthorised(one);
  const later = all.some((one) => isLater(one) && one.operation !== exchange.operation && succeeded(one));
  return later
    ? 'and the request after it that tests whether the service works failed, too'
    : 'and no other operation of the service succeeded after it';
}

/** Error codes of a token endpoint (RFC 6749, section 5.2). */
const GRANT_REFUSALS: ReadonlySet<unknown> = new Set([
  ...['invalid_request', 'invalid_grant', 'invalid_client'],
  ...['unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
]);

function refusedGrant(exchange: Exchange, all: readonly Exchange[], said: string) {
  const error = memberOf(jsonOf(exchange).json, 'error');
  const first = error === 'invalid_grant' ? 'body/refresh_token' : 'body';
  const [blame, why]: [Blame, string] = isHtml(exchange)
    ? ['settings', 'an HTML page, which no token endpoint sends']
    : ['credential', 'the token request was rejected'];
  // No token endpoint sends another error: the address may be wrong.
  const places = !GRANT_REFUSALS.has(error) ? ['address', 'path', 'params', 'body'] : [first, 'body'];
  return undecided(blame, `${said}: ${why}${toCheck(exchange, all, places)}`);
}

/** Whether a setting names the value: one that Assay chose is not why a caller lacks a permission. */
const isNamed = ({ gap }: OpenPlace) => gap !== true;

/** Returns the remedy if the request itself was not judged. */
function remedyOf(status: number) {
  if (status === PROXY_AUTHENTICATION_REQUIRED)
    return 'an HTTP proxy responded, not the service; check the proxy settings, such as HTTPS_PROXY and NO_PROXY, and the address';
  if (DEFERRED.has(status) || REFUSED.has(status))
    return 'run again later, or raise the limit of requests in the service';
  return UNAVAILABLE.has(status) ? 'run again when the service is available' : 'see the log of the service';
}

/**
 * Returns a clause with the words of the service, which usually name the cause: `submit-job returned 400 ("No space")`.
 */
function answeredWith(exchange: Exchange) {
  return `${theOperation(exchange)} returned ${statusAndWords(exchange)}`;
}

/**
 * Classifies a 4xx about the request itself: undecided if a limit or a value of the request may be the reason, else
 * contradicted.
 */
function refusedRequest(exchange: Exchange, all: readonly Exchange[], said: string): Classification {
  const alike = refusedAlike(exchange, all);
  if (alike !== undefined) return alike;
  if (openPlaces(exchange, all).length > 0) return undecided('settings', `${said}${toCheck(exchange, all)}`);
  if (statusOf(exchange) === CONTENT_TOO_LARGE && exchange.request.body !== undefined)
    return undecided('document', `${said}; the document leaves limits and quotas open`);
  const unusual = unusualValues(exchange).map(({ what }) => what);
  const otherwise =
    unusual.length > 0
      ? `the same request without ${fewWords(unusual)} was accepted`
      : 'the request contains only what the document specifies';
  return notPromised(exchange, all, said) ?? contradicted(`${said}, although ${otherwise}`);
}

/**
 * Returns the classification by values whose acceptance the document does not promise, or undefined without such
 * values.
 */
function notPromised(exchange: Exchange, all: readonly Exchange[], said: string) {
  const [unsure] = unsureValues(exchange);
  if (unsure !== undefined)
    return undecided(
      'document',
      `${said}; the document does not specify where a response contains the identifier ${unsure}, so Assay may have sent the wrong value`,
    );
  const unusual = NO_METHOD.has(statusOf(exchange)) ? [] : unusualValues(exchange);
  const leftOpen = unusual.filter((one) => one.leftOpen);
  const words = (values: typeof unusual) => fewWords(values.map(({ what }) => what));
  const usual = usualTwins(exchange, all);
  if (leftOpen.length > 0 && (usual.length === 0 || usual.some(succeeded)))
    return undecided('document', `${said}; the document leaves open whether ${words(leftOpen)} is accepted`);
  if (unusual.length === 0 || usual.some(succeeded)) return undefined;
  return undecided(
    'document',
    `${said}; it is unclear whether ${words(unusual)} is the reason, because no similar request was accepted`,
  );
}

/**
 * Classifies a request with unusual values like one without them that got the same status: the values are not the
 * reason. Undefined without such a request, or if one without unusual values was accepted.
 */
function refusedAlike(exchange: Exchange, all: readonly Exchange[]): Classification | undefined {
  const unusual = unusualValues(exchange).map(({ what }) => what);
  const twins = unusual.length > 0 ? usualTwins(exchange, all) : [];
  const refused = twins.find(
    (twin) => statusOf(twin) === statusOf(exchange) && settingsAt(twin) === settingsAt(exchange),
  );
  if (refused === undefined || twins.some(succeeded)) return undefined;
  const usual = classifyAsSent(refused, all);
  return usual.kind === 'contradicted'
    ? undecided('target', `${answeredWith(exchange)}, as the same request without ${fewWords(unusual)} was`)
    : usual;
}

/**
 * Classifies 406 and 415: with a documented media type and no content coding, the request is as documented (RFC 9110,
 * 15.5.7, 15.5.16).
 */
function refusedMediaType(exchange: Exchange, all: readonly Exchange[], said: string) {
  const coded = joinedHeaderOf(exchange.request.headers, 'content-encoding') !== undefined;
  if (exchange.documentedMediaType !== true || coded)
    return undecided('settings', `${said}; the document does not specify the media type that was sent`);
  if (!worksAfter(exchange, all)) return undecided('settings', `${said}, ${alone(exchange, all)}; check the address`);
  return contradicted(`${said}, although the media types are the documented ones`);
}

function absent(exchange: Exchange, all: readonly Exchange[], said: string) {
  // A service may reject the credential of a lane so.
  const own = all.filter(({ lane }) => lane === exchange.lane);
  if (!worksAfter(exchange, own))
    return undecided('settings', `${said}, ${alone(exchange, own)}${toCheck(exchange, all) || '; check the address'}`);
  // A value that Assay chose because a gap leaves it open is not an identifier.
  const open = openPlaces(exchange, all).filter(
    ({ place, gap }) => !(gap && place.startsWith('body')) && !CREDENTIAL.includes(place),
  );
  const inPath = open.filter(({ place }) => !place.startsWith('body'));
  if (inPath.length > 0 || (open.length > 0 && NOT_FOUND.has(statusOf(exchange)) && !bareTwinIsAbsent(exchange, all)))
    return undecided('settings', `${said}; check ${placesIn(open)}`);
  return notPromised(exchange, all, said) ?? contradicted(`${said}, while other operations of the service work`);
}

/**
 * Whether the same operation without a value from the settings got the same response: then the operation is absent, and
 * not the named object.
 */
function bareTwinIsAbsent(exchange: Exchange, all: readonly Exchange[]) {
  return all.some(
    (other) =>
      isAlike(other, exchange) &&
      other.purpose === 'other' &&
      statusOf(other) === statusOf(exchange) &&
      openPlaces(other, all).every(({ gap, place }) => gap || CREDENTIAL.includes(place)),
  );
}
