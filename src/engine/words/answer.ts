/** Views of one recorded exchange: its status, its response, parsed once, and words about it. */
import { shortened } from '../../records/preview.ts';
import { shallowJson } from '../../wire/bodies/shallow-json.ts';
import { joinedHeaderOf } from '../../wire/http.ts';
import type { Body, Exchange, FailurePhase, WireRecord } from '../../wire/types.ts';
import { remembered } from './remembered.ts';
import type { Answer } from './types.ts';
import { visible } from './visible.ts';

/** Whether the exchange ended with a 2xx. Status codes are a gap, so every 2xx is success. */
export function succeeded(exchange: WireRecord): boolean {
  return exchange.outcome.kind === 'answer' && exchange.outcome.status >= 200 && exchange.outcome.status < 300;
}

/** Returns true if a removal succeeded, else why the object is left. */
export const removedBy = (exchange: Exchange): true | string =>
  succeeded(exchange) || `the removal was not confirmed: ${statusOf(exchange) ?? 'no response'}`;

/** Returns the status of the last attempt's response, if one arrived. */
export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.status;
}

/** Returns the media type of the response in lower case without parameters, or an empty text if absent. */
export function mediaTypeOf(exchange: Exchange): string {
  return (headerOf(exchange, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Returns a header of the response; names are compared without regard to case, repeated headers are joined by `, `. */
export function headerOf({ outcome }: Pick<WireRecord, 'outcome'>, name: string): string | undefined {
  return joinedHeaderOf(outcome.headers ?? [], name);
}

interface Parsed {
  readonly json: unknown;
  /** The value, with numbers that JavaScript rounds as the texts in the body: they may be identifiers. */
  readonly exact?: unknown;
  readonly problem: string | undefined;
  /** Whether the body, which is not JSON, is a sequence of JSON values, one per line. */
  readonly isSequence?: true;
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

function keep(bytes: Uint8Array, value: Parsed) {
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
  return exchange.outcome.kind === 'answer' ? parsedOnce(exchange.outcome.body) : unparsed('no response');
}

/** Name of the note whose value is true if the response was still open when Assay closed it. */
export const CLOSED_BY_US = 'closedByUs';

/**
 * Whether a body that is declared as JSON (CDMI 1.1.1: so are the types of objects) is not JSON, even if the document
 * leaves its form open. A stream may send one JSON value per line, and one that Assay closed is incomplete.
 */
export const isBrokenJson = (exchange: Exchange): boolean =>
  exchange.notes?.[CLOSED_BY_US] !== true &&
  /[/+]json$|^application\/cdmi-/.test(mediaTypeOf(exchange)) &&
  jsonOf(exchange).problem !== undefined &&
  exchange.outcome.body?.truncated === false &&
  !jsonOf(exchange).isSequence;

const LONGEST_SEQUENCE = 64 * 1024;

/** Whether each line of a text is a JSON value; the last one may be incomplete. Never true for a large text. */
function isSequence(text: string) {
  if (text.length > LONGEST_SEQUENCE) return false;
  const lines = text.split(/\r?\n/);
  const last = lines.pop() ?? '';
  return lines.length > 0 && /^(?:$|[[{])/.test(last) && lines.every((line) => line.trim() === '' || isJsonText(line));
}

function isJsonText(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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

const unparsed = (problem: string) => ({ json: undefined, problem });
const isRounded = (text: string) => /\d{16}|\d[eE]\+?\d/.test(text);
const TOKENS = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;
const unrounded = (token: string) =>
  token.startsWith('"') || Math.abs(Number(token)) <= Number.MAX_SAFE_INTEGER ? token : `"${token}"`;

function parse({ bytes, truncated }: Body): Parsed {
  if (bytes.length === 0) return unparsed('an empty body');
  if (truncated) return unparsed('a body that exceeds the recording limit');
  const read = () => new TextDecoder('utf-8', { fatal: true }).decode(shallowJson(bytes));
  let text: string;
  try {
    text = read();
  } catch {
    return unparsed('a body that is not UTF-8');
  }
  try {
    const json = JSON.parse(text) as unknown;
    let exact: unknown;
    // The value must not keep its text in memory.
    return {
      json,
      get exact() {
        exact ??= isRounded(read()) ? JSON.parse(read().replace(TOKENS, unrounded)) : json;
        return exact;
      },
      problem: undefined,
    };
  } catch (error) {
    // Some versions of the parser also name the line and the column.
    const why = (error as Error).message.replace(/ \(line .*\)$| is not valid JSON$/s, '');
    const said = isMarkup(text)
      ? `HTML or XML: "${shortened(withoutMarkup(text.slice(0, 16 * QUOTED)), 100)}"`
      : onOneLine(why);
    const problem = `a body that is not JSON (${visible(said)})`;
    return { ...unparsed(problem), ...(isSequence(text) && { isSequence: true }) };
  }
}

/** Maximum number of characters that a message quotes from a server. */
const QUOTED = 300;

const onOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const isMarkup = (text: string) => /^\s*<[!?a-z]/i.test(text);

/** Returns the text of HTML or XML without its markup; all of it if it is only markup. */
function withoutMarkup(text: string) {
  if (!isMarkup(text)) return text;
  return onOneLine(text.replace(/<(script|style)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>?/g, ' ')) || text;
}

/**
 * Returns the beginning of the response's text on one line, for messages, with every character visible, or an empty
 * text. The body is already redacted.
 */
export function quoteOf({ outcome }: WireRecord, shorten = (text: string) => text): string {
  if (outcome.kind !== 'answer') return '';
  const text = onOneLine(shorten(new TextDecoder().decode(outcome.body.bytes.subarray(0, 16 * QUOTED))));
  // An empty container shows nothing.
  if (/^(\{\s?\}|\[\s?\]|null|"")$/.test(text)) return '';
  return visible(shortened(text, QUOTED));
}

/** Returns the text at the beginning of an HTML page, on one line. */
const textOf = (exchange: Exchange) => onOneLine(withoutMarkup(answerOf(exchange).text.slice(0, 16 * QUOTED)));

/**
 * Whether a response is an HTML page by its first element, with any media type: JSON or SOAP labelled as HTML is still
 * judged as JSON or SOAP.
 */
export const isHtml = remembered((exchange: Exchange) =>
  /^(<!doctype html[^>]*> ?)?(<!--.*?--> ?)*<(html|head|body|title|meta|center|h1|p|div)\b/i.test(quoteOf(exchange)),
);

/**
 * Returns a text that is equal for equal pages. Words with digits, such as the number of the request, do not count,
 * unless they are at least half of all words; then the pages must have the same bytes.
 */
export function faceOf(exchange: Exchange): string {
  if (exchange.outcome.kind !== 'answer' || !isHtml(exchange)) return '';
  const words = textOf(exchange).split(' ');
  const lasting = words.filter((word) => !/\d/.test(word));
  return lasting.length * 2 > words.length ? lasting.join(' ') : exchange.outcome.body.digest;
}

/**
 * Returns the status with the server's own words without markup, as a message quotes them: `404 ("No such job.")`, and
 * JSON without quotes around it.
 */
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

/** Returns the last address of a request that was redirected; `elsewhere`: its origin, if it is another origin. */
export function redirectedTo({ request, attempts }: Pick<Exchange, 'request' | 'attempts'>) {
  const last = attempts.at(-1)?.url;
  if (last === undefined || last === request.url || !URL.canParse(last) || !URL.canParse(request.url)) return undefined;
  const address = new URL(last);
  return { address, elsewhere: address.origin === new URL(request.url).origin ? undefined : address.origin };
}

/** Whether an exchange failed in a phase. */
export const failedIn = ({ outcome }: Pick<WireRecord, 'outcome'>, phase: FailurePhase): boolean =>
  outcome.kind === 'failure' && outcome.phase === phase;

/**
 * Whether the request is a grant, which is a form. A token endpoint that rejects the credential in a grant responds
 * with 400 (RFC 6749, section 5.2).
 */
export function isGrant(exchange: Exchange): boolean {
  const type = joinedHeaderOf(exchange.request.headers, 'content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}
