/** Input of every report: results and evidence, and recorded messages as text, as seen on the wire. */

import { RUNNER_COMMAND } from '../../engine/repeat/shell.ts';
import { credentialWords } from '../../engine/words/derived/credential-kinds.ts';
import type { Results } from '../../engine/words/types.ts';
import { escaped, labelWords, visible } from '../../engine/words/visible.ts';
import { UNREACHED } from '../../wire/connect/wire-error.ts';
import type { Exchange, Headers, Outcome } from '../../wire/types.ts';

export interface ReportInput {
  readonly results: Results;
  /** Recorded exchanges, redacted; empty if no request was sent. */
  readonly exchanges: readonly Exchange[];
}

/** Files by their path within a directory. */
export type ReportFiles = ReadonlyMap<string, string>;

/** Recorded requests and their outcomes by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, Pick<Exchange, 'operation' | 'purpose' | 'request' | 'outcome'>>;

/** Returns exchanges by their id. */
export function byId<E extends { readonly id: string }>(exchanges: readonly E[]): ReadonlyMap<string, E> {
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

/** The first part of the line of a call of a library, which has no headers. */
const CALL = 'call';

/**
 * Returns method, path and query of a request, or `call` and the name of a call of a library. An invalid URL stays
 * unchanged.
 * @param whole the whole address of a request, in place of its path
 */
export function lineOf(
  { method, url }: { readonly method: string; readonly url: string },
  whole = false,
): [method: string, path: string] {
  try {
    const { protocol, pathname, search } = new URL(url);
    return protocol.startsWith('http') ? [method, whole ? url : `${pathname}${search}`] : [CALL, pathname.slice(1)];
  } catch {
    return [method, url];
  }
}

/** Escapes each line of a text. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}

/** Returns the outcome of an exchange in a few words: `200`, `ECONNREFUSED (connect)`. */
export function outcomeWord(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `${printable(outcome.code)} (${outcome.phase})`;
}

/** Returns what was sent and received: a heading with the outcome, and the headers; a call of a library has none. */
export function messagesOf({ request, outcome }: Pick<Exchange, 'request' | 'outcome'>) {
  const isCall = lineOf(request)[0] === CALL;
  const headersOf = (headers: Headers = []) =>
    isCall ? '' : headers.map(([name, value]) => `${printable(name)}: ${printable(value)}`).join('\n');
  const failed = outcome.kind === 'failure' && !isCall ? outcome : undefined;
  const what = outcome.kind === 'answer' ? 'Received' : `No ${failed?.status ? 'complete ' : ''}response:`;
  return {
    sent: {
      heading: failed && (UNREACHED.has(failed.phase) || failed.phase === 'refused-by-safety') ? 'Not sent' : 'Sent',
      headers: headersOf(request.headers),
      body: request.body,
    },
    received: {
      heading: isCall ? 'Recorded' : `${what} ${outcomeWord(outcome)}`,
      failure: outcome.kind === 'failure' ? printable(outcome.message) : undefined,
      headers: headersOf(outcome.headers),
      body: outcome.body,
    },
  };
}

/** Returns operation, lane, purpose, duration, version of TLS and earlier attempts of an exchange in one phrase. */
export function aboutExchange(exchange: Exchange): string {
  const { operation, lane, label, purpose, request, startedAt, endedAt, attempts } = exchange;
  const earlier = attempts.slice(0, -1).map(({ outcome }) => outcomeWord(outcome));
  const tls = attempts.at(-1)?.tls?.protocol;
  const isRefusal = purpose === 'refusal';
  const credential = credentialWords(request.credential ?? (isRefusal ? label : lane)).replace(
    /^none/,
    'no credential',
  );
  const what = [
    operation,
    isRefusal ? `instead of ${lane}: ${credential}` : `with ${credential}`,
    isRefusal || label === lane ? '' : labelWords(label),
    isRefusal || purpose === 'documented' ? '' : `purpose ${purpose}`,
  ];
  return `${what.filter((word) => word !== '').join('; ')}; ${Math.round(endedAt - startedAt)} ms${tls ? `, ${tls}` : ''}${earlier.length > 0 ? `; earlier tries: ${earlier.join(', ')}` : ''}`;
}

/** Returns the text on one line, with every character visible, such that no runner of CI takes it for a command. */
export function printable(text: string): string {
  return visible(text).replace(RUNNER_COMMAND, escaped);
}
