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
import { ABSENCE } from '../words/derived/every-answer.ts';
import { toCheck } from '../words/open-places.ts';
import { originsOf, settingsIn } from '../words/origins.ts';
import { reasonOf, undecidedInstead } from '../words/reasons.ts';
import type { Fact, OtherService, Recording } from '../words/types.ts';
import { sentAmong } from './recorded-probes.ts';

/**
 * Signs that a response does not come from a documented operation. Responses with the same sign are counted together.
 */
type Sign = 'HTML' | 'an object store' | 'JSON' | 'a redirect' | 'the same bytes' | 'other JSON' | 'absent';

/** Returns services of one interface whose responses all show that another service is at the address. */
export function otherServices(recording: Recording, contract: Contract, facts: readonly Fact[]): OtherService[] {
  if (recording.side === 'client') return [];
  return [...grouped(answered(recording), ({ service }) => service)].flatMap(([service, exchanges]) => {
    // For a service with only one operation, wrong responses do not show whether the service or the operation is wrong.
    const isSingle = [...contract.operations.values()].filter((one) => one.service === service).length < 2;
    const check = toCheck(exchanges[0], [], ['address']);
    const why = isSingle ? sameForInvalid(recording, exchanges, contract, facts) : oddityOf(exchanges, contract, facts);
    return why === undefined
      ? []
      : [
          {
            interface: contract.interface,
            service,
            address: addressOf(exchanges, contract),
            why: `${why}${check && `${check} (host, port and path)`}`,
          },
        ];
  });
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
  const answering = new Set(answered(recording).map(({ service }) => service));
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
function answered({ exchanges }: Recording) {
  return sentAmong(exchanges.filter(({ outcome }) => outcome.kind === 'answer' || outcome.phase === 'redirect'));
}

/** Returns the sign that another service is at the address: the same wrong response to valid and invalid requests. */
function sameForInvalid(
  { exchanges }: Recording,
  valid: readonly Exchange[],
  contract: Contract,
  facts: readonly Fact[],
) {
  const [first] = valid;
  const invalid = exchanges.filter((one) => one.service === first?.service && one.purpose === 'refusal');
  const contents = new Set([...valid, ...invalid].map((one) => faceOf(one) || one.outcome.body?.digest));
  const isSame = invalid.length > 0 && contents.size === 1 && [...valid, ...invalid].every(succeeded);
  if (first === undefined || !isSame || !isUndocumented(first, contract, facts)) return undefined;
  const what = isHtml(first) ? 'HTML page' : `response (${mediaTypeOf(first) || 'no Content-Type'})`;
  return `every request, even an invalid one, returns the same ${what}`;
}

function oddityOf(all: readonly Exchange[], contract: Contract, facts: readonly Fact[]) {
  const exchanges = all.filter((one) => !mayLackTheThing(one));
  const [first] = exchanges;
  if (first === undefined) return undefined;
  // Listings of one operation, with and without a query, may legally have the same content.
  const several = new Set(exchanges.map(({ operation }) => operation)).size > 1;
  const digests = new Set(
    exchanges.filter(succeeded).map(({ outcome }) => (outcome.kind === 'answer' ? outcome.body.digest : '')),
  );
  const speaks = () => exchanges.every(saysSomething) || exchanges.some((one) => isUndocumented(one, contract, facts));
  const sameBytes = several && digests.size === 1 && exchanges.every(succeeded) && speaks();
  const signs = new Set<Sign>();
  for (const one of exchanges) {
    const sign = signOf(one, sameBytes, contract, facts);
    if (sign === undefined) return undefined;
    signs.add(sign);
  }
  const said: Readonly<Record<Sign, string | undefined>> = {
    HTML: sameBytes
      ? `every path returns the same HTML page${redirectedTo(first) ? `, after a redirect to ${redirectedTo(first)?.address.origin}` : ''}`
      : several
        ? 'every path returns HTML'
        : 'the only operation that was requested returns HTML',
    'an object store': `every path returns an XML error of an object store (${unique(exchanges.flatMap((one) => storeError(one) ?? [])).join(', ')})`,
    JSON: `every path returns JSON, not ${contract.format}`,
    'the same bytes': `every path returns the same response (${mediaTypeOf(first) || 'no Content-Type'})`,
    'a redirect': `every path redirects ${destination(exchanges)}`,
    // A single response may be a wrong record of the right service.
    'other JSON': several ? 'no response contains a documented member' : undefined,
    // A service that knows none of its paths may have a wrong prefix in its address; a single path proves nothing.
    absent: several ? `every path returns ${statuses(exchanges)}` : undefined,
  };
  return Object.entries(said).find(([sign]) => signs.has(sign as Sign))?.[1];
}

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** Whether a request was rejected because something is missing that settings name: the settings may be wrong. */
function mayLackTheThing(exchange: Exchange) {
  const named = Object.entries(originsOf(exchange)).some(
    ([place, origins]) => /^(?:path|params)\b/.test(place) && origins.some((one) => settingsIn(one).length > 0),
  );
  return named && NOT_FOUND.has(statusOf(exchange)) && !isHtml(exchange) && storeError(exchange) === undefined;
}

function statuses(exchanges: readonly Exchange[]) {
  return unique(exchanges.map((one) => `${statusOf(one)}${mediaTypeOf(one) ? ` (${mediaTypeOf(one)})` : ''}`)).join(
    ' or ',
  );
}

function signOf(exchange: Exchange, sameBytes: boolean, contract: Contract, facts: readonly Fact[]) {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return 'a redirect';
  if (outcome.status >= 500 && outcome.status !== 501) return undefined;
  if (storeError(exchange) !== undefined) return 'an object store';
  if (ASIDE.has(outcome.status)) return undefined;
  if (isHtml(exchange)) return 'HTML';
  if (outcome.status >= 300 && outcome.status < 400) return 'a redirect';
  const answers = ABSENT.has(outcome.status) || succeeded(exchange);
  if (answers && contract.format !== undefined && isJson(exchange)) return 'JSON';
  if (ABSENT.has(outcome.status)) return 'absent';
  if (!succeeded(exchange)) return undefined;
  if (sameBytes) return 'the same bytes';
  return isUndocumented(exchange, contract, facts) ? 'other JSON' : undefined;
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

/** Whether a response is JSON by its media type and its first character; the quote of an empty list is empty. */
function isJson(exchange: Exchange) {
  const quote = quoteOf(exchange) || JSON.stringify(jsonOf(exchange).json);
  return mediaTypeOf(exchange) === 'application/json' && /^[[{]/.test(quote ?? '');
}

/** Returns the targets of redirects that were not followed, with their status. */
function destination(exchanges: readonly Exchange[]) {
  const redirects = exchanges.filter((one) => Math.floor((statusOf(one) ?? 0) / 100) === 3);
  const places = redirects.flatMap((one) => {
    const from = new URL(one.attempts.at(-1)?.url ?? one.request.url);
    const location = headerOf(one, 'location') ?? '';
    if (!URL.canParse(location, from.href)) return [];
    const to = new URL(location, from);
    return to.hostname !== from.hostname
      ? ['to another host']
      : to.protocol !== from.protocol
        ? [`to ${to.protocol}//${to.host}`]
        : ['to another path'];
  });
  return `${unique(places).join(' or ')} (${unique(redirects.map(statusOf)).join(' or ')})`.trimStart();
}

/**
 * Whether a response comes from the documented service: at least one documented member of a record in it is as
 * documented.
 */
export function showsTheService({ id }: Exchange, contract: Contract, facts: readonly Fact[]): boolean {
  return states(
    'upheld',
    id,
    facts,
    (requirement) => isMember(contract, requirement) && !requirement.includes(ABSENCE),
  );
}

/**
 * Whether a response contains something other than the documented record: it contradicts a requirement about its form
 * or a member, and upholds no requirement about a member.
 */
function isUndocumented(exchange: Exchange, contract: Contract, facts: readonly Fact[]) {
  const isAbout = (requirement: string) => isMember(contract, requirement) || requirement.includes(SHAPE);
  return states('contradicted', exchange.id, facts, isAbout) && !showsTheService(exchange, contract, facts);
}

function states(
  kind: Fact['kind'],
  exchange: string,
  facts: readonly Fact[],
  isAbout: (requirement: string) => boolean,
) {
  return facts.some((fact) => fact.kind === kind && fact.exchanges.includes(exchange) && isAbout(fact.requirement));
}

function isMember({ records }: Contract, requirement: string) {
  return [...records.values()].some(({ requirements }) => requirements.includes(requirement));
}

/** Part of the ids of derived requirements: the response is a JSON object or array. */
const SHAPE = '/returns-json-';

/** Returns the address of a service: a URL without the path of its operation. */
function addressOf(exchanges: readonly Exchange[], { operations }: Contract) {
  const urls = exchanges.map(({ request }) => request.url.replace(/[?#].*/s, ''));
  const bases = exchanges.flatMap(({ operation }, at) => {
    const path = operations.get(operation)?.path;
    return path && urls[at]?.endsWith(path) ? [urls[at].slice(0, -path.length)] : [];
  });
  const [first = ''] = urls;
  return bases[0] ?? (urls.every((url) => url === first) || !URL.canParse(first) ? first : new URL(first).origin);
}
