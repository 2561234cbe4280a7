/** Recorded messages as text: what a reader would have seen on the wire. */
import type { Body, Exchange, Headers, Outcome } from '../wire/types.ts';
import { printable } from './printable.ts';
import { pathOf } from './requests.ts';

/** A body as far as it is shown. */
export interface ShownBody {
  readonly text: string;
  /** Why it is not the whole body. */
  readonly note?: string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body, at most its first `most` octets, every line harmless; bytes that are no text as hexadecimal. */
function bodyText(body: Body, most: number): ShownBody {
  const shown = rawBodyText(body, most);
  return { ...shown, text: printableLines(shown.text) };
}

/** As `bodyText`, but as it was received: whoever shows it makes it harmless. */
export function rawBodyText(body: Body, most: number): ShownBody {
  const kept = body.bytes.subarray(0, most);
  const cut = body.truncated || body.bytes.length > most ? `the first ${kept.length} of ${body.size} octets` : undefined;
  const text = decoded(kept, kept.length < body.bytes.length);
  if (text !== undefined) return { text, ...(cut && { note: cut }) };
  const hex = Buffer.from(kept.subarray(0, 256))
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');
  return { text: hex, note: `not text: the first ${Math.min(256, kept.length)} of ${body.size} octets in hexadecimal` };
}

/** Text of several lines, each one harmless. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}

/** UTF-8; where bytes were cut off, the last character may be half. */
function decoded(bytes: Uint8Array, cut: boolean): string | undefined {
  for (let less = 0; less <= (cut ? 3 : 0); less += 1) {
    try {
      return UTF8.decode(bytes.subarray(0, bytes.length - less));
    } catch {
      // Try without the half character.
    }
  }
  return undefined;
}

export function headerLines(headers: Headers): string {
  return headers.map(([name, value]) => `${printable(name)}: ${printable(value)}`).join('\n');
}

/** What came of an exchange, in a few words: `200`, `ECONNREFUSED (connect)`. */
export function outcomeWord(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `${printable(outcome.code)} (${outcome.phase})`;
}

/** An exchange as text, request and answer, bodies of at most `most` octets each. */
export function exchangeText({ request, outcome, attempts, endedAt, startedAt }: Exchange, most: number): string {
  const earlier = attempts.slice(0, -1).map(({ outcome: own }, index) => `# attempt ${index + 1}: ${outcomeWord(own)}`);
  const answer =
    outcome.kind === 'answer'
      ? [`HTTP ${outcome.status}`, headerLines(outcome.headers), '', ...bodyLines(outcome.body, most)]
      : [`# no answer: ${printable(outcome.message)} (${outcome.code}, ${outcome.phase})`, ...(outcome.body ? bodyLines(outcome.body, most) : [])];
  return [
    `${request.method} ${printable(pathOf(request.url))}`,
    headerLines(request.headers),
    '',
    ...(request.body ? bodyLines(request.body, most) : []),
    ...earlier,
    `# after ${Math.round(endedAt - startedAt)} ms`,
    ...answer,
    '',
  ].join('\n');
}

function bodyLines(body: Body, most: number): string[] {
  const { text, note } = bodyText(body, most);
  return [text, ...(note === undefined ? [] : [`# ${note}`])];
}
