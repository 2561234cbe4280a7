/** Boundaries of redactions, so that the rest remains JSON, XML or text. */
import { escapeAt, type Stretch } from './decoded-view.ts';
import type { Found } from './secret-search.ts';

const LONGEST_ESCAPE = 12;

/** Returns the span, extended so that it does not cut an escape sequence in two. */
export function widened(buffer: Buffer, span: Found): Found {
  return {
    name: span.name,
    start: escapeAround(buffer, span.start)?.start ?? span.start,
    end: escapeAround(buffer, span.end)?.end ?? span.end,
  };
}

/** Returns the escape sequence that begins before `boundary` and ends after it. */
function escapeAround(buffer: Buffer, boundary: number) {
  for (let start = Math.max(0, boundary - LONGEST_ESCAPE); start < boundary; start++) {
    const end = start + (escapeAt(buffer, start)?.length ?? 0);
    if (end > boundary && !(buffer[start] === 0x5c && isEscaped(buffer, start))) return { start, end };
  }
  return undefined;
}

/** Whether a character is escaped: a backslash after an odd number of backslashes does not begin an escape. */
function isEscaped(buffer: Buffer, at: number) {
  let before = at;
  while (before > 0 && buffer[before - 1] === 0x5c) before--;
  return (at - before) % 2 === 1;
}

const code = (characters: string) => new Set(Buffer.from(characters));
const BLANK = code(' \t\r\n');
const NUMERIC = code('0123456789+-.eE');
const BEFORE_NUMBER = code(':[, \t\r\n');
const AFTER_NUMBER = code(',]} \t\r\n');

/** Whether the first byte that is not blank opens an object or a list. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef ? 3 : 0;
  while (at < bytes.length && BLANK.has(bytes[at] as number)) at++;
  return bytes[at] === 0x7b || bytes[at] === 0x5b;
}

/** Returns the number of a JSON text that a span is part of: no placeholder can be there. */
export function jsonNumberAround(bytes: Uint8Array, span: Stretch): Stretch | undefined {
  let { start, end } = span;
  for (let at = start; at < end; at++) if (!NUMERIC.has(bytes[at] as number)) return undefined;
  while (start > 0 && NUMERIC.has(bytes[start - 1] as number)) start--;
  while (end < bytes.length && NUMERIC.has(bytes[end] as number)) end++;
  const before = bytes[start - 1];
  const after = bytes[end];
  return before !== undefined && BEFORE_NUMBER.has(before) && after !== undefined && AFTER_NUMBER.has(after)
    ? { start, end }
    : undefined;
}

/** Returns a text in UTF-16, as XML allows: decoded, with the way back. */
export function utf16Of(bytes: Uint8Array): { readonly text: string; encode(text: string): Buffer } | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const little = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0);
  const big = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
  if ((!little && !big) || bytes.length % 2 === 1) return undefined;
  const turn = (buffer: Buffer) => (little ? buffer : buffer.swap16());
  return { text: turn(Buffer.from(bytes)).toString('utf16le'), encode: (text) => turn(Buffer.from(text, 'utf16le')) };
}
