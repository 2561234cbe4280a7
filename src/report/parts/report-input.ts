/** Input of every report: results and evidence, and recorded messages as text, as seen on the wire. */

import type { Judgeable } from '../../engine/account/results.ts';
import { RUNNER_COMMAND } from '../../engine/repeat/shell.ts';
import { credentialWords } from '../../engine/words/derived/credential-kinds.ts';
import type { Results } from '../../engine/words/types.ts';
import { escaped, labelWords, visible } from '../../engine/words/visible.ts';
import type { Body, Exchange, Headers, Outcome } from '../../wire/types.ts';

export interface ReportInput {
  readonly results: Results;
  /** Recorded exchanges, redacted; empty if no request was sent. */
  readonly exchanges: readonly Exchange[];
}

/** Input of reports about a run that has just ended. */
export function reportInput(results: Results, judgeables: readonly Judgeable[] = []): ReportInput {
  return { results, exchanges: judgeables.flatMap(({ recording }) => recording.exchanges) };
}

/** Files by their path within a directory. */
export type ReportFiles = ReadonlyMap<string, string>;

/** Recorded requests by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, Pick<Exchange, 'operation' | 'purpose' | 'request'>>;

/** Returns exchanges by their id. */
export function byId<E extends { readonly id: string }>(exchanges: readonly E[]): ReadonlyMap<string, E> {
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

/** The first part of the line of a call of a library, which has no headers. */
export const CALL = 'call';

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

/** The displayed part of a body. */
export interface ShownBody {
  readonly text: string;
  /** Reason why the body is not shown in full. */
  readonly notice?: string;
}

/**
 * Returns the text of a body, at most its first `most` bytes, with control characters escaped; binary data as
 * hexadecimal.
 */
function bodyText(body: Body, most: number): ShownBody {
  const shown = rawBodyText(body, most);
  return { ...shown, text: printableLines(shown.text) };
}

/** Like `bodyText`, but unescaped: the caller must escape it. */
export function rawBodyText(body: Body, most: number): ShownBody {
  const kept = body.bytes.subarray(0, most);
  const cut = body.truncated || body.bytes.length > most ? `the first ${kept.length} of ${body.size} bytes` : undefined;
  const text = decoded(kept, kept.length < body.bytes.length);
  if (text !== undefined) return { text, notice: cut };
  const hex = Buffer.from(kept.subarray(0, 256))
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');
  return { text: hex, notice: `binary: the first ${Math.min(256, kept.length)} of ${body.size} bytes in hexadecimal` };
}

/** Escapes each line of a text. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}

const newDecoder = () => new TextDecoder('utf-8', { fatal: true });
const UTF8 = newDecoder();

/** Decodes UTF-8; the last character of a truncated body may be incomplete. */
function decoded(bytes: Uint8Array, cut: boolean) {
  try {
    return cut ? newDecoder().decode(bytes, { stream: true }) : UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

export function headerLines(headers: Headers): string {
  return headers.map(([name, value]) => `${printable(name)}: ${printable(value)}`).join('\n');
}

/** Returns the outcome of an exchange in a few words: `200`, `ECONNREFUSED (connect)`. */
export function outcomeWord(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `${printable(outcome.code)} (${outcome.phase})`;
}

/** Failures without a request; one of TLS may come before the request or after it. */
const UNSENT: Readonly<Record<string, string>> = {
  dns: 'Not sent',
  connect: 'Not sent',
  tls: 'Request',
  'refused-by-safety': 'Not sent',
};

/** Returns headings of request and response: the heading of the response, and its status or the failure. */
export function headingsOf({ request, outcome }: Pick<Exchange, 'request' | 'outcome'>): {
  readonly sent: string;
  readonly received: readonly [heading: string, outcome: string];
} {
  if (lineOf(request)[0] === CALL) return { sent: 'Sent', received: ['Recorded', ''] };
  if (outcome.kind === 'answer') return { sent: 'Sent', received: ['Received', outcomeWord(outcome)] };
  const what = outcome.status === undefined ? 'No response:' : 'No complete response:';
  return { sent: UNSENT[outcome.phase] ?? 'Sent', received: [what, outcomeWord(outcome)] };
}

/** Returns operation, lane, purpose, duration, version of TLS and earlier attempts of an exchange in one phrase. */
export function aboutExchange(exchange: Exchange): string {
  const { operation, lane, label, purpose, request, startedAt, endedAt, attempts } = exchange;
  const earlier = attempts.slice(0, -1).map(({ outcome }) => outcomeWord(outcome));
  const tls = attempts.at(-1)?.tls?.protocol;
  const isRefusal = purpose === 'refusal';
  const what = [
    operation,
    `lane ${lane}`,
    isRefusal
      ? `invalid credential: ${credentialWords(request.credential ?? label)}`
      : label === lane
        ? ''
        : labelWords(label),
    ...(isRefusal || purpose === 'documented' ? [] : [`purpose ${purpose}`]),
  ];
  return `${what.filter((word) => word !== '').join('; ')}; ${Math.round(endedAt - startedAt)} ms${tls ? `, ${tls}` : ''}${earlier.length > 0 ? `; ${earlier.length} earlier: ${earlier.join(', ')}` : ''}`;
}

/** Returns an exchange as text: request and response, with at most `most` bytes of each body. */
export function exchangeText({ request, outcome, attempts, endedAt, startedAt }: Exchange, most: number): string {
  const earlier = attempts.slice(0, -1).map(({ outcome: own }, index) => `# attempt ${index + 1}: ${outcomeWord(own)}`);
  const answer =
    outcome.kind === 'answer'
      ? [`HTTP ${outcome.status}`, headerLines(outcome.headers), '', ...bodyLines(outcome.body, most)]
      : [
          `# no response: ${printable(outcome.message)} (${outcome.code}, ${outcome.phase})`,
          ...(outcome.body ? bodyLines(outcome.body, most) : []),
        ];
  return [
    printable(lineOf(request).join(' ')),
    headerLines(request.headers),
    '',
    ...(request.body ? bodyLines(request.body, most) : []),
    ...earlier,
    `# after ${Math.round(endedAt - startedAt)} ms`,
    ...answer,
    '',
  ].join('\n');
}

function bodyLines(body: Body, most: number) {
  const { text, notice } = bodyText(body, most);
  return [text, ...(notice === undefined ? [] : [`# ${notice}`])];
}

/** Returns the text on one line, with every character visible, such that no runner of CI takes it for a command. */
export function printable(text: string): string {
  return visible(text).replace(RUNNER_COMMAND, escaped);
}
