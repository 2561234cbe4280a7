/** Decides whether the responses at an address can come from the documented service at all. Pure. */
import type { Contract } from '../../contract/types.ts';
import { ABSENT, ASIDE, NOT_FOUND } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import {
  faceOf,
  headerOf,
  isHtml,
  jsonOf,
  mediaTypeOf,
  quoteOf,
  redirectedTo,
  statusOf,
  succeeded,
} from '../words/answer.ts';
import { areOfSeveral } from '../words/neighbours.ts';
import { CREDENTIAL, fewWords, toCheck } from '../words/open-places.ts';
import { placedOrigins, settingsIn } from '../words/origins.ts';
import { reasonOf, undecidedInstead } from '../words/reasons.ts';
import type { Fact, OtherService, Recording } from '../words/types.ts';
import { sentAmong } from './recorded-probes.ts';
import { showsRecord } from './shown-record.ts';

/**
 * Signs that a response does not come from a documented operation. One response with the sign `alone` is enough. An
 * unknown path or record may also be a defect of the documented service, so several operations have to show it.
 */
type Sign = 'alone' | 'unknown path' | 'unknown record';

/** Returns services of one interface whose responses all show that another service is at the address. */
export function otherServices(all: readonly Exchange[], contract: Contract): OtherService[] {
  return [...grouped(answered(all), ({ service }) => service)].flatMap(([service, exchanges]) => {
    // For a service with only one operation, wrong responses do not show whether the service or the operation is wrong.
    const isSingle = [...contract.operations.values()].filter((one) => one.service === service).length < 2;
    const why = isSingle ? sameForInvalid(all, exchanges, contract) : oddityOf(exchanges, contract);
    if (why === undefined) return [];
    return [
      {
        interface: contract.interface,
        service,
        address: addressOf(exchanges, contract),
        why: `${why}${checkOf(exchanges, contract)}`,
      },
    ];
  });
}

/** Returns the address of a service: a URL without the path of its operation. */
function addressOf([{ request }, ...others]: readonly [Exchange, ...Exchange[]], { operations }: Contract): string {
  const plain = (url: string) => url.replace(/[?#].*/s, '');
  const bases = [{ request, operation: '' }, ...others].flatMap(({ operation, request: { url } }) => {
    const path = operations.get(operation)?.path;
    return path && plain(url).endsWith(path) ? [plain(url).slice(0, -path.length)] : [];
  });
  return bases[0] ?? plain(request.url);
}

/** Returns what to check: the address, and if the only operation returns 404 or the like, also its other values. */
function checkOf(exchanges: readonly [Exchange, ...Exchange[]], { operations }: Contract) {
  const [first] = exchanges;
  if (!areOfSeveral(exchanges) && ABSENT.has(statusOf(first)))
    return toCheck(first, [], ['address', 'params', 'path', 'body', ...CREDENTIAL]);
  const check = toCheck(first, [], ['address']);
  const hasPath = operations.get(first.operation)?.path !== undefined;
  return (
    check &&
    `${check} (host, port and path)${hasPath ? '; if these are right, describe the other paths in a profile (assay explain profiles)' : ''}`
  );
}

/** Returns the facts, with those that rest on another service undecided: its responses are neither right nor wrong. */
export function withoutOtherServices(
  facts: readonly Fact[],
  recording: Recording,
  others: readonly OtherService[],
  { requirements, operations }: Contract,
): readonly Fact[] {
  if (others.length === 0) return facts;
  const why = new Map(others.map((one) => [one.service, one.why]));
  const services = new Map(recording.exchanges.map(({ id, service }) => [id, service]));
  const answering = new Set(answered(recording.exchanges).map(({ service }) => service));
  // If every service that responded is another one, this is also the reason for facts without an exchange, whose
  // requests were never sent.
  const only = [...answering].every((service) => why.has(service)) ? others[0]?.service : undefined;
  const serviceOf = (id = '') => operations.get(requirements.get(id)?.operation ?? '')?.service;
  return facts.map((fact) => {
    const { exchange, name } = fact.kind === 'undecided' ? fact.reason.root.subject : {};
    const asked = [
      ...fact.exchanges.map((id) => services.get(id)),
      exchange?.service,
      ...[name, fact.requirement].map(serviceOf),
    ];
    const service = asked.find((name = '') => why.has(name)) ?? only;
    if (service === undefined || !['upheld', 'contradicted', 'undecided'].includes(fact.kind)) return fact;
    return undecidedInstead(
      fact,
      reasonOf('settings', 'other-service', { name: service, said: why.get(service) ?? '' }),
    );
  });
}

/** Returns the requests that got a response. */
function answered(exchanges: readonly Exchange[]) {
  return sentAmong(exchanges.filter(({ outcome }) => outcome.kind === 'answer' || outcome.phase === 'redirect'));
}

/** Returns the sign that another service is at the address: the same wrong response to valid and invalid requests. */
function sameForInvalid(exchanges: readonly Exchange[], valid: readonly [Exchange, ...Exchange[]], contract: Contract) {
  const [first] = valid;
  const invalid = exchanges.filter((one) => one.service === first.service && one.purpose === 'refusal');
  const all = [...valid, ...invalid];
  const contents = new Set(all.map((one) => faceOf(one) || one.outcome.body?.digest));
  const isSame = invalid.length > 0 && contents.size === 1 && all.every(succeeded);
  return isSame && showsRecord(first, contract) === false
    ? `every request, even an invalid one, returns the same ${pageOf(first)}`
    : undefined;
}

function oddityOf(all: readonly Exchange[], contract: Contract) {
  const exchanges = all.filter((one) => !mayLackTheThing(one));
  const [first] = exchanges;
  if (first === undefined) return undefined;
  // Listings of one operation, with and without a query, may legally have the same content.
  const several = areOfSeveral(exchanges);
  const speaks = () => exchanges.every(saysSomething) || exchanges.some((one) => showsRecord(one, contract) === false);
  const isSame =
    several &&
    exchanges.every((one) => succeeded(one) && one.outcome.body?.digest === first.outcome.body?.digest) &&
    speaks();
  const signs = new Set<Sign>();
  for (const one of exchanges) {
    const sign = signOf(one, isSame, contract);
    if (sign === undefined) return undefined;
    signs.add(sign);
  }
  if (!several && !signs.has('alone')) return undefined;
  const last = redirectedTo(first);
  const what = isSame
    ? `the same ${pageOf(first)}${last ? `, after a redirect to ${last.address.origin}` : ''}`
    : fewWords([...new Set(exchanges.map(wordsFor))], ' or ');
  return [
    `${several ? 'every path' : 'the only operation that was requested'} returns ${what}`,
    ...(contract.format === undefined ? [] : [`not ${contract.format}`]),
    ...(signs.has('unknown record') ? ['and no response contains a documented member'] : []),
  ].join(', ');
}

const pageOf = (one: Exchange) => (isHtml(one) ? 'HTML page' : `response (${mediaTypeOf(one) || 'no Content-Type'})`);

/** Returns a response in a few words: `404 (application/json)`, `a redirect to https://sso.example.org/login (302)`. */
function wordsFor(one: Exchange) {
  const code = storeError(one);
  if (isRedirect(one)) {
    const last = one.attempts.at(-1)?.url ?? one.request.url;
    const to = headerOf(one, 'location') ?? '';
    const { protocol, host, pathname } = new URL(URL.canParse(to, last) ? to : last, last);
    return `a redirect to ${protocol}//${host}${pathname} (${statusOf(one) ?? 'not followed'})`;
  }
  const what = code === undefined ? mediaTypeOf(one) || 'no Content-Type' : `the error ${code} of an object store`;
  return `${statusOf(one)} (${isHtml(one) ? 'an HTML page' : what})`;
}

const isRedirect = (one: Exchange) => one.outcome.kind === 'failure' || Math.floor(one.outcome.status / 100) === 3;

/** Whether a request was rejected because something is missing that settings name: the settings may be wrong. */
function mayLackTheThing(exchange: Exchange) {
  const named = placedOrigins(exchange).some(
    ({ place, origin }) => /^(?:path|params)\b/.test(place) && settingsIn(origin).length > 0,
  );
  return named && NOT_FOUND.has(statusOf(exchange)) && !isHtml(exchange) && storeError(exchange) === undefined;
}

function signOf(exchange: Exchange, isSame: boolean, contract: Contract): Sign | undefined {
  const { status = 0 } = exchange.outcome;
  if (exchange.outcome.kind === 'failure') return 'alone';
  if (status >= 500 && status !== 501) return undefined;
  if (storeError(exchange) !== undefined) return 'alone';
  if (ASIDE.has(status)) return undefined;
  if (isHtml(exchange) || isRedirect(exchange)) return 'alone';
  if (!ABSENT.has(status) && !succeeded(exchange)) return undefined;
  if (contract.format !== undefined && isJson(exchange)) return 'alone';
  if (ABSENT.has(status)) return 'unknown path';
  if (isSame) return 'alone';
  return showsRecord(exchange, contract) === false ? 'unknown record' : undefined;
}

/** Whether a response contains text: empty lists at different paths of the right service are also equal. */
function saysSomething(exchange: Exchange) {
  const quote = quoteOf(exchange);
  const textualValue = /(?:^|[:[,]) ?"(?:[^"\\]|\\.)+"(?! ?:)/;
  return /^[[{]/.test(quote) ? textualValue.test(quote) : quote !== '';
}

/** Returns the code in an error of an object store, in the form of S3 and compatible services, or of Azure Blob. */
function storeError(exchange: Exchange) {
  return /^(?:<\?xml[^>]*\?> ?)?<Error> ?<Code>(\w+)</.exec(quoteOf(exchange))?.[1];
}

/** Whether a response is JSON by its media type and first character. An empty list has an empty quote. */
function isJson(exchange: Exchange) {
  const quote = quoteOf(exchange) || JSON.stringify(jsonOf(exchange).json);
  return mediaTypeOf(exchange) === 'application/json' && /^[[{]/.test(quote ?? '');
}
