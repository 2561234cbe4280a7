/** Views of recorded exchanges: succeeded responses, parsed once, and what later exchanges show about an earlier one. */
import { memberOf } from '../../files/json-value.ts';
import { shallowJson } from '../../wire/bodies/shallow-json.ts';
import { joinedHeaderOf } from '../../wire/headers.ts';
import type { Body, Exchange, FailurePhase, WireRecord } from '../../wire/types.ts';
import type { Answer } from './types.ts';
import { visible } from './visible.ts';

/** Whether the exchange ended with a 2xx. Status codes are a gap, so every 2xx is success. */
export function succeeded(exchange: WireRecord): boolean {
  return exchange.outcome.kind === 'answer' && exchange.outcome.status >= 200 && exchange.outcome.status < 300;
}

/** Returns the status of the last attempt's response, if one arrived. */
export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.status;
}

/** Returns the media type of the response in lower case without parameters, or an empty text if absent. */
export function mediaTypeOf(exchange: Exchange): string {
  return (headerOf(exchange, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Returns a header of the response; names are compared without regard to case, repeated headers are joined by `, `. */
export function headerOf({ outcome }: WireRecord, name: string): string | undefined {
  return joinedHeaderOf(outcome.headers ?? [], name);
}

interface Parsed {
  readonly json: unknown;
  readonly problem: string | undefined;
}

/** Parsed bodies by their bytes, which exchanges may share. */
let parsed = new WeakMap<Uint8Array, Parsed>();
/** Large bodies whose parsed values are kept, the latest last. Values take several times the memory of their text. */
let large: Uint8Array[] = [];
const LARGE_BYTES = 1024 * 1024;
const MOST_LARGE_BYTES = 96 * LARGE_BYTES;

/** Forgets every parsed body, so that its memory can be freed. */
export function forgetParsedBodies(): void {
  parsed = new WeakMap();
  large = [];
}

function keep(bytes: Uint8Array, value: Parsed): void {
  parsed.set(bytes, value);
  if (bytes.length < LARGE_BYTES) return;
  large.push(bytes);
  for (let size = large.reduce((sum, one) => sum + one.length, 0); size > MOST_LARGE_BYTES && large.length > 1; ) {
    const oldest = large.shift() as Uint8Array;
    parsed.delete(oldest);
    size -= oldest.length;
  }
}

/** Parses the response's body as JSON (RFC 8259: UTF-8). `problem` says why it is not JSON. */
export function jsonOf(exchange: Exchange): Parsed {
  if (exchange.outcome.kind !== 'answer') return { json: undefined, problem: 'no response' };
  return parsedOnce(exchange.outcome.body);
}

/** Returns the JSON value that was sent with an exchange, or undefined if none is recorded. */
export const sentJson = ({ request: { body } }: Exchange): unknown => body && parsedOnce(body).json;

function parsedOnce(body: Body): Parsed {
  const known = parsed.get(body.bytes);
  if (known) return known;
  const result = parse(body);
  keep(body.bytes, result);
  return result;
}

function parse({ bytes, truncated }: Body): Parsed {
  if (bytes.length === 0) return { json: undefined, problem: 'an empty body' };
  if (truncated) return { json: undefined, problem: 'a body that exceeds the recording limit' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(shallowJson(bytes));
  } catch {
    return { json: undefined, problem: 'a body that is not UTF-8' };
  }
  try {
    return { json: JSON.parse(text) as unknown, problem: undefined };
  } catch (error) {
    // The parser's messages differ between versions of Node; they contain no offset for short texts.
    const offset = Number(/ position (\d+)/.exec((error as Error).message)?.[1] ?? 0);
    const isCut = offset >= text.length || /Unterminated|end of JSON/.test((error as Error).message);
    const from = offset === 0 ? '' : ` (wrong from character ${offset + 1} on)`;
    const wrong = isCut
      ? ` (it ends too early): …${onOneLine(text.slice(-EXCERPT))}`
      : `${from}: ${excerpt(text.slice(offset))}`;
    return { json: undefined, problem: `a body that is not JSON${wrong}` };
  }
}

/** Maximum number of characters that a message quotes from a server. */
const QUOTED = 300;

/** Maximum number of characters that a message quotes from a body that is not JSON. */
const EXCERPT = 60;

function excerpt(text: string): string {
  const shown = visible(onOneLine(text.slice(0, 2 * EXCERPT)));
  return shown.length <= EXCERPT ? shown : `${shown.slice(0, EXCERPT)}…`;
}

const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Returns the text of HTML or XML without its markup; all of it if it is only markup. */
function withoutMarkup(text: string): string {
  if (!/^\s*<[!?a-z]/i.test(text)) return text;
  return onOneLine(text.replace(/<(script|style)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>?/g, ' ')) || text;
}

/** Returns the beginning of the response's text on one line, for messages, with every character visible, or an empty text. The body is already redacted. */
export function quoteOf({ outcome }: WireRecord, shorten = (text: string) => text): string {
  if (outcome.kind !== 'answer') return '';
  const text = onOneLine(shorten(new TextDecoder().decode(outcome.body.bytes.subarray(0, 16 * QUOTED))));
  // An empty container shows nothing.
  if (/^(\{\s?\}|\[\s?\]|null|"")$/.test(text)) return '';
  return visible(text.length <= QUOTED ? text : `${text.slice(0, QUOTED - 1)}…`);
}

/** Returns the text at the beginning of an HTML page, on one line. */
export const textOf = (exchange: Exchange): string =>
  onOneLine(withoutMarkup(answerOf(exchange).text.slice(0, 16 * QUOTED)));

/** Whether a response is an HTML page by its first element, with any media type: JSON or SOAP labelled as HTML is still judged as JSON or SOAP. */
export function isHtml(exchange: Exchange): boolean {
  return /^(<!doctype html[^>]*> ?)?(<!--.*?--> ?)*<(html|head|body|title|meta|center|h1|p|div)\b/i.test(
    quoteOf(exchange),
  );
}

/** Returns the status with the server's own words without markup, as a message quotes them: `404 ("No such job.")`, and JSON without quotes around it. */
export function statusAndWords(exchange: Exchange): string {
  const quote = quoteOf(exchange, withoutMarkup);
  const words = /^[[{"]/.test(quote) ? quote : `"${quote}"`;
  return `${statusOf(exchange) ?? 'no response'}${quote === '' ? '' : ` (${words})`}`;
}

/** Returns the view of a succeeded exchange. */
export function answerOf(exchange: Exchange): Answer {
  const bytes = exchange.outcome.kind === 'answer' ? exchange.outcome.body.bytes : new Uint8Array();
  return {
    exchange,
    bytes,
    get text() {
      return new TextDecoder().decode(bytes);
    },
    get json() {
      return jsonOf(exchange).json;
    },
  };
}

/** Whether a request was sent with a valid credential, so that its response is judged. */
export const isAuthorised = ({ purpose }: Exchange): boolean => purpose === 'documented' || purpose === 'closing';

/** Returns the last address of a request that was redirected; `elsewhere`: its origin, if it is another origin. */
export function redirectedTo({
  request,
  attempts,
}: Pick<Exchange, 'request' | 'attempts'>):
  | { readonly address: URL; readonly elsewhere: string | undefined }
  | undefined {
  const last = attempts.at(-1)?.url;
  if (last === undefined || last === request.url || !URL.canParse(last) || !URL.canParse(request.url)) return undefined;
  const address = new URL(last);
  return { address, elsewhere: address.origin === new URL(request.url).origin ? undefined : address.origin };
}

/** Whether two requests are of the same operation in the same lane. */
export const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && one.lane === other.lane;

/** Whether an exchange failed in a phase. */
export const failedIn = ({ outcome }: WireRecord, phase: FailurePhase): boolean =>
  outcome.kind === 'failure' && outcome.phase === phase;

const wasSent = (exchange: Exchange): boolean => !failedIn(exchange, 'refused-by-safety');

/**
 * Whether the service worked after this exchange: a later authorised request succeeded, and the first later one that was sent to find out
 * whether the service responds (purpose `closing`) did not fail with a 5xx or without a response. `whichever`: a success of the same
 * operation also counts.
 */
export function worksAfter(exchange: Exchange, all: readonly Exchange[], whichever = false): boolean {
  const later = all.filter(
    (other) =>
      other.id !== exchange.id &&
      sameService(other, exchange) &&
      other.startedAt >= exchange.endedAt &&
      isAuthorised(other),
  );
  const control = later
    .filter((other) => other.purpose === 'closing' && other.operation !== exchange.operation && wasSent(other))
    .sort((a, b) => a.startedAt - b.startedAt)[0];
  const down = control !== undefined && (statusOf(control) ?? 500) >= 500;
  return !down && later.some((other) => (whichever || other.operation !== exchange.operation) && succeeded(other));
}

/**
 * Whether the service failed as a whole around this exchange: an authorised request of another operation also failed (perhaps only its
 * first attempt), and the service answered no request between the two failures.
 */
export function failedBeside(exchange: Exchange, all: readonly Exchange[]): boolean {
  const attempts = all
    .filter((other) => other.interface === exchange.interface && isAuthorised(other) && wasSent(other))
    .flatMap((of) =>
      (of.attempts.length > 0 ? of.attempts : [of]).map(({ outcome, startedAt, endedAt }) => ({
        ...{ of, startedAt, endedAt },
        works: outcome.kind === 'answer' && outcome.status < 500,
      })),
    );
  const failed = attempts.find(({ of, works }) => of.id === exchange.id && !works);
  if (failed === undefined) return false;
  // An exchange that overlaps both in time does not prove that the service worked in between.
  let [workedBefore, worksAgain] = [-Infinity, Infinity];
  for (const { of, works, startedAt, endedAt } of attempts) {
    if (!works || !sameService(of, exchange)) continue;
    if (endedAt <= failed.startedAt) workedBefore = Math.max(workedBefore, endedAt);
    else if (startedAt >= failed.endedAt) worksAgain = Math.min(worksAgain, endedAt);
  }
  return attempts.some(
    ({ of, works, endedAt }) =>
      !works && of.operation !== exchange.operation && endedAt > workedBefore && endedAt < worksAgain,
  );
}

/** Returns the successful requests equal to this one (with `ofAny`, of any object): those that ended before it began, and those that began after it ended. */
export function sameSucceeded(
  exchange: Exchange,
  all: readonly Exchange[],
  ofAny = false,
): { readonly before: readonly Exchange[]; readonly after: readonly Exchange[] } {
  const { params, request, startedAt, endedAt } = exchange;
  const same = all.filter(
    (other) =>
      isAlike(other, exchange) &&
      isAuthorised(other) &&
      other.request.method === request.method &&
      other.request.credential === request.credential &&
      other.request.body?.digest === request.body?.digest &&
      (ofAny || JSON.stringify(other.params) === JSON.stringify(params)) &&
      succeeded(other),
  );
  return {
    before: same.filter((other) => other.endedAt <= startedAt),
    after: same.filter((other) => other.startedAt >= endedAt),
  };
}

/** Whether an exchange that began later shows that the credential is accepted. */
export function acceptedLater(exchange: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    (other) =>
      other.lane === exchange.lane &&
      other.request.credential === exchange.request.credential &&
      sameService(other, exchange) &&
      other.startedAt > exchange.startedAt &&
      other.purpose !== 'refusal' &&
      succeeded(other),
  );
}

/**
 * Whether the request is a grant, which is a form. A token endpoint that rejects the credential in a grant responds with 400 (RFC 6749, section
 * 5.2).
 */
export function isGrant(exchange: Exchange): boolean {
  const type = joinedHeaderOf(exchange.request.headers, 'content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** Error codes of a token endpoint (RFC 6749, section 5.2). */
const GRANT_ERRORS: readonly unknown[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Whether a rejected grant got a body that no token endpoint sends: the address may be wrong. */
export function isOfAnother(exchange: Exchange): boolean {
  return !GRANT_ERRORS.includes(memberOf(jsonOf(exchange).json, 'error'));
}

function sameService(a: Exchange, b: Exchange): boolean {
  return a.interface === b.interface && a.service === b.service;
}
